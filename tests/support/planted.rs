//! Faults in an emitted design, at the joints of its top and elsewhere.
use super::edits::{BITS, Edit, Place, SELECTOR, chosen, ports};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use treetap::catalog::{Emitted, Unit, emit};

/// A fault: an instance of the top, a port of it with what is connected (`.a(b)`), and with something else (`.a(c)`).
/// Or no instance, a text with what is replaced between `«` and `»` (or all of it), and what stands there instead.
pub type Fault<'a> = (&'a str, &'a str, &'a str);

/// Where the top begins.
fn beginning(emitted: &Emitted) -> usize {
    emitted.verilog.rfind(&format!("module {} (", emitted.top)).unwrap()
}

/// Faults of a design that one build has all of. An instance of it has the one that was asked for last.
#[derive(Debug)]
pub struct Planted {
    design: Emitted,
    /// Has the number of the fault.
    file: PathBuf,
}

impl Planted {
    /// Faults of the emitted file of a preset.
    pub fn of(unit: Unit, preset: &str, faults: &[Fault<'_>]) -> Self {
        Self::within(&emit(unit, preset).unwrap(), faults)
    }

    /// Faults of an emitted file.
    pub fn within(emitted: &Emitted, faults: &[Fault<'_>]) -> Self {
        let Emitted { top, verilog, .. } = emitted;
        let mut hash = DefaultHasher::new();
        (verilog, faults).hash(&mut hash);
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("planted");
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join(format!("{top}-{:016x}", hash.finish()));
        // Every instance reads the file when it begins.
        let places = faults.iter().zip(1..).map(|(fault, number)| place(emitted, fault, number)).collect();
        let mut verilog = chosen(top, verilog, places);
        const PORTS_END: &str = "\n);\n";
        let at = ports(top, &verilog);
        let at = at + verilog[at..].find(PORTS_END).expect("its ports end") + PORTS_END.len();
        let most = BITS - 1;
        verilog.insert_str(
            at,
            &format!(
                "    reg [{most}:0] from_file [0:0];\n    initial $readmemh({file:?}, from_file);\n    \
                 wire [{most}:0] {SELECTOR} = from_file[0];\n"
            ),
        );
        Self { design: Emitted { verilog, ..emitted.clone() }, file }
    }

    /// The design, whose next instances have the fault with this number, from 1 on; 0 is none.
    pub fn with(&self, number: usize) -> &Emitted {
        fs::write(&self.file, format!("{number:x}\n")).unwrap();
        &self.design
    }
}

fn place<'a>(emitted: &Emitted, (instance, pattern, instead): &Fault<'a>, number: usize) -> Place<'a> {
    if instance.is_empty() {
        let edit = Edit { name: instead, pattern, instead };
        return edit.place(&emitted.verilog, number).unwrap_or_else(|e| panic!("{e}"));
    }
    let first = beginning(emitted);
    let top = &emitted.verilog[first..];
    // A long line is broken in front of the ports.
    let named = |at: &usize| top[at + instance.len()..].trim_start().starts_with('(');
    let at = top.match_indices(instance).map(|(at, _)| at).find(named).unwrap();
    let own = &top[at..at + top[at..].find("\n    );").unwrap()];
    let at = first + at + own.find(pattern).unwrap_or_else(|| panic!("{instance} has no {pattern}"));
    let connected = |text: &'a str| {
        let (port, rest) = text.split_once('(').unwrap();
        (port, rest.strip_suffix(')').unwrap())
    };
    let ((port, there), (same, instead)) = (connected(pattern), connected(instead));
    assert_eq!(port, same, "{instance}");
    let start = at + port.len() + 1;
    Place { start, end: start + there.len(), number, instead }
}
