//! `rtl/SHA256SUMS` and `rtl/SHA256SUMS.code`: what the emitted Verilog of every preset is, kept or not.
use super::{Emitted, Error, KEPT, Unit, preset_of, presets};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The hashes of the Verilog of all presets. The committed texts change with the hardware, whichever preset shows it.
#[derive(Clone, Debug, Default)]
pub struct Sums {
    files: String,
    code: BTreeSet<String>,
}

impl Sums {
    /// Every preset on every engine whose file is not kept.
    ///
    /// # Errors
    /// As [`super::emit`].
    pub fn of_others() -> Result<Self, Error> {
        let mut sums = Self::default();
        for unit in Unit::ALL.iter().copied() {
            for preset in presets(unit) {
                // A unit without a choice of engines has none to name.
                let others = preset.engines.iter().skip(1).map(|engine| Some(*engine));
                for engine in [None].into_iter().chain(others) {
                    if engine.is_none() && KEPT.contains(&(unit, preset.name)) {
                        continue;
                    }
                    sums.add_other(&preset_of(unit, preset.name, engine)?.emit()?);
                }
            }
        }
        Ok(sums)
    }

    /// Adds a file that is not kept, after those of the units, presets and engines before it.
    pub fn add_other(&mut self, emitted: &Emitted) {
        let _ = writeln!(self.files, "{}", line(&emitted.top, &hex::encode(Sha256::digest(&emitted.verilog))));
        self.add_kept(emitted);
    }

    /// Adds a file that is kept.
    pub fn add_kept(&mut self, emitted: &Emitted) {
        self.code.insert(line(&emitted.top, &code_hash(&emitted.verilog)));
    }

    /// How many files are not kept.
    pub fn others(&self) -> usize {
        self.files.lines().count()
    }

    /// The two files with their texts. `SHA256SUMS` has what is not kept, in the format of `sha256sum`;
    /// `SHA256SUMS.code` has every top without its comments, so that who mends one changes no hash: figures are stamped
    /// with these.
    pub fn texts(&self) -> [(&'static str, String); 2] {
        // By the name, which stands after the hash.
        let mut lines: Vec<&String> = self.code.iter().collect();
        lines.sort_by_key(|line| line.split_once("  ").map(|(_, name)| name));
        let code = lines.iter().map(|line| format!("{line}\n")).collect();
        [("SHA256SUMS", self.files.clone()), ("SHA256SUMS.code", code)]
    }
}

/// SHA-256 of Verilog without its comments, in hexadecimal: who mends one changes no hash.
pub fn code_hash(verilog: &str) -> String {
    hex::encode(Sha256::digest(code(verilog)))
}

fn line(top: &str, hash: &str) -> String {
    format!("{hash}  {top}.v")
}

/// Verilog without its lines of comment and its blank lines.
fn code(verilog: &str) -> String {
    let is_code = |line: &&str| {
        let text = line.trim();
        !text.is_empty() && !text.starts_with("//")
    };
    verilog.lines().filter(is_code).flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_blank_lines_are_no_part_of_the_code() {
        let verilog = "// a top\n\n`default_nettype none\n\nmodule a;\n    // why\n    wire b; // kept\nendmodule\n";
        assert_eq!(code(verilog), "`default_nettype none\nmodule a;\n    wire b; // kept\nendmodule\n");
    }

    #[test]
    fn a_comment_changes_no_hash_of_code_and_a_statement_does() {
        let sums = |verilog: &str| {
            let mut sums = Sums::default();
            let (json, ports) = (String::new(), vec![]);
            sums.add_kept(&Emitted { top: "a".into(), verilog: verilog.into(), ports, json });
            sums.texts()[1].1.clone()
        };
        let one = sums("// a\nmodule a;\nendmodule\n");
        assert!(one.ends_with("  a.v\n") && one.lines().count() == 1, "{one}");
        assert_eq!(sums("// b\n// c\nmodule a;\n\nendmodule\n"), one);
        assert_ne!(sums("// a\nmodule a; wire b;\nendmodule\n"), one);
    }
}
