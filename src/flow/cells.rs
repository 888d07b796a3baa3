//! Simulation models of a device's cells, as the synthesis tool brings them along: found where it is installed, never
//! copied.
use super::Error;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A Verilog library: its modules, and the compiler directives that stand between them.
#[derive(Clone, Debug, Default)]
pub struct Library {
    modules: BTreeMap<String, String>,
    directives: Vec<String>,
}

impl Library {
    /// Reads a library and the files it includes.
    ///
    /// # Errors
    /// A file that cannot be read, with its name.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let mut library = Self::default();
        library.add(&included(path)?);
        Ok(library)
    }

    /// Adds the modules of a text; a module that exists already is replaced.
    pub fn add(&mut self, text: &str) {
        let text = without_comments(text);
        let mut rest = text.as_str();
        while let Some(start) = word(rest, "module") {
            self.directives_of(&rest[..start]);
            let end = word(&rest[start..], "endmodule").map_or(rest.len(), |at| start + at + "endmodule".len());
            let module = &rest[start..end];
            if let Some(name) = identifiers(module).nth(1) {
                self.modules.insert(name.to_string(), module.to_string());
            }
            rest = &rest[end..];
        }
        self.directives_of(rest);
    }

    fn directives_of(&mut self, text: &str) {
        // Models have no delays, and a time scale in some modules only is an error to Verilator.
        let directives = text.lines().map(str::trim).filter(|l| l.starts_with('`') && !l.starts_with("`timescale"));
        self.directives.extend(directives.map(String::from));
    }

    /// The text of every module that `netlist` uses, directly or through others.
    pub fn used_by(&self, netlist: &str) -> String {
        let mut used = BTreeSet::new();
        let mut open: Vec<&str> = vec![netlist];
        while let Some(text) = open.pop() {
            for name in identifiers(text) {
                if let Some((name, module)) = self.modules.get_key_value(name)
                    && used.insert(name)
                {
                    open.push(module);
                }
            }
        }
        let mut text = self.directives.join("\n") + "\n";
        for name in used {
            text += &format!("{}\n", self.modules[name]);
        }
        text
    }
}

/// The text of a file with its `include` lines replaced by what they include.
fn included(path: &Path) -> Result<String, Error> {
    let text = std::fs::read_to_string(path).map_err(Error::io(path))?;
    let mut out = String::new();
    for line in text.lines() {
        match line.trim().strip_prefix("`include") {
            Some(name) => out += &included(&path.with_file_name(name.trim().trim_matches('"')))?,
            None => out += line,
        }
        out.push('\n');
    }
    Ok(out)
}

fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('/') {
        out += &rest[..at];
        rest = &rest[at..];
        if rest.starts_with("//") {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
        } else if rest.starts_with("/*") {
            rest = &rest[rest.find("*/").map_or(rest.len(), |end| end + 2)..];
        } else {
            out.push('/');
            rest = &rest[1..];
        }
    }
    out + rest
}

/// Identifiers and keywords of a text, in order.
fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '$')).filter(|word| !word.is_empty())
}

/// Where a keyword stands in a text.
fn word(text: &str, keyword: &str) -> Option<usize> {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let whole = |at: &usize| !text[..*at].ends_with(part) && !text[at + keyword.len()..].starts_with(part);
    text.match_indices(keyword).map(|(at, _)| at).find(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_modules_in_use_are_taken() {
        let mut library = Library::default();
        library.add(
            "`timescale 1ps/1ps\n`define X 1\n(* keep *)\nmodule A(input i); // module C\nB b(i); endmodule\n\
             module B(input i); /* endmodule */ endmodule module C(); endmodule\n`ifdef Y\n`endif",
        );
        let text = library.used_by("module top; A \\B\\ (x); endmodule");
        assert!(text.contains("module A(") && text.contains("module B(") && !text.contains("module C"), "{text}");
        assert!(text.starts_with("`define X 1\n`ifdef Y\n`endif\n"), "{text}");
        library.add("module B(output replaced); endmodule");
        assert!(library.used_by("B").contains("replaced"));
        assert!(!library.used_by("nothing").contains("module"));
    }
}
