//! The claims about the emitted designs, each with the faults that break it (docs/contributing/proof.md).
mod coproc;
mod coproc_profiler;
mod hps;
mod leaves;
mod phase;
mod profiler;
mod rap;
mod value_sampler;

use treetap::catalog::Unit;

/// A claim about an emitted design.
pub struct Proof {
    pub name: &'static str,
    /// Unit and preset whose Verilog holds the module; `{}` in the following stands for the name of its top.
    pub design: (Unit, &'static str),
    /// Parameters of the unit that are not the preset's.
    pub numbers: &'static [(&'static str, u32)],
    /// The wrapper in `testbench/formal/`, and its macros.
    pub file: &'static str,
    pub macros: &'static [(&'static str, &'static str)],
    /// Macros for the codes of states: name, state; and the module that has them.
    pub states: &'static [(&'static str, &'static str)],
    pub machine: &'static str,
    /// Block RAMs (name of the module, macro of its kind) whose contract stands for them.
    pub rams: &'static [(&'static str, &'static str)],
    /// Text that joins a module at its end, for the wrapper to see what has no port.
    pub probe: Option<(&'static str, &'static str)>,
    /// Cells that are cut away: their outputs may be anything at any time.
    pub cut: Option<&'static str>,
    /// Steps that are checked after power-up.
    pub bound: u32,
    /// Steps of the induction.
    pub steps: u32,
    /// If not 0: faults are looked for in so many steps after power-up, with nothing asserted but the properties
    /// themselves (macro BARE), so that a property finds them and not what helps the induction.
    pub bare: u32,
    /// The planted fault: a text of the design, there once in the module, and its replacement.
    pub fault: (&'static str, &'static str, &'static str),
    /// More of them, each of which has to be found, too: designs that do nothing, lose what they have, or do it twice.
    /// They take minutes: `make formal`.
    pub more: &'static [(&'static str, &'static str, &'static str)],
    /// Whether it takes part in `cargo test`.
    pub quick: bool,
}

/// What most rows have.
pub const ROW: Proof = Proof {
    name: "",
    design: (Unit::Rap, ""),
    numbers: &[],
    file: "",
    macros: &[],
    states: &[],
    machine: "{}",
    rams: &[],
    probe: None,
    cut: None,
    bound: 4,
    steps: 1,
    bare: 0,
    fault: ("", "", ""),
    more: &[],
    quick: true,
};

/// The rows by what they are about.
pub const BOOKS: [(&str, &[Proof]); 8] = [
    ("leaves", leaves::PROOFS),
    ("rap", rap::PROOFS),
    ("profiler", profiler::PROOFS),
    ("hps", hps::PROOFS),
    ("phase", phase::PROOFS),
    ("value_sampler", value_sampler::PROOFS),
    ("coproc", coproc::PROOFS),
    ("coproc_profiler", coproc_profiler::PROOFS),
];

/// All rows.
pub fn all() -> impl Iterator<Item = &'static Proof> {
    BOOKS.iter().flat_map(|(_, rows)| *rows)
}
