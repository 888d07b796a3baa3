//! Any `rust_hdl` design to readable, width-exact Verilog-2005.
//!
//! `rust_hdl`'s own generator miscomputes everyday forms (`docs/contributing/emitter.md` has the measured table), so
//! this room walks the public AST and Probe of an elaborated design and prints every expression with the width it has
//! in Rust. What cannot be translated exactly is refused with the instance path and the signal, never guessed.
//!
//! Five parts, each taking the product of the one before:
//!
//! | part | from → to |
//! |---|---|
//! | `collect` | the live design → a tree of nets, constants, enumerations, kernels and leaf markers |
//! | `resolve` | kernels → statements over signals: loops unrolled, indices evaluated, links made assignments |
//! | `check` | statements → typed statements; latches, reads before writes, widths, drivers, undriven inputs |
//! | `schedule` | typed statements → continuous assignments and independent `always @*` blocks |
//! | `loops` | combinational loops, through all instances at once |
//! | `print` | modules → text, equal modules once |
//!
//! ```
//! use rust_hdl::prelude::*;
//! use treetap::{comment, emit};
//!
//! #[derive(LogicBlock, Default)]
//! struct Sum { a: Signal<In, Bits<8>>, b: Signal<In, Bits<8>>, full: Signal<Out, Bit>, sum: Signal<Local, Bits<8>> }
//!
//! impl Logic for Sum {
//!     #[hdl_gen]
//!     fn update(&mut self) {
//!         comment!("@doc Is the sum, modulo 256, 255?");
//!         self.sum.next = self.a.val() + self.b.val();
//!         self.full.next = self.sum.val().all();
//!     }
//! }
//!
//! let mut block = Sum::default();
//! block.connect_all();
//! let out = emit::emit(&block, &emit::Options::new("sum")).unwrap();
//! assert!(out.verilog.contains("assign full = &sum;"));
//! ```
mod block;
mod check;
mod collect;
mod connect;
pub mod describe;
mod expr;
mod flow;
mod ir;
mod kernel;
mod leaf;
mod loops;
mod module;
mod names;
pub mod netlist;
mod print;
mod resolve;
mod schedule;
mod source;
mod symbols;
mod text;

use rust_hdl::prelude::Block;
use std::fmt;

pub use source::{SourceFault, kernels, lint_source};

/// The module that the leaf `hw::lib::OutRegRam` becomes, under this name.
pub fn outreg_ram(name: &str) -> String {
    include_str!("leaf/outreg_ram.v").replace("@NAME@", name)
}

/// The module that the leaf `hw::lib::SinglePortRam` becomes, under this name.
fn single_port_ram(name: &str) -> String {
    include_str!("leaf/spram.v").replace("@NAME@", name)
}

/// What the caller decides about an emitted file.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Name of the top module; every other module is named `<top>_<module>`.
    pub top: String,
    /// Lines of the file's header: unit, configuration, tool version, the command that made it.
    pub header: Vec<String>,
    /// Field names of foreign blocks whose outputs all come from registers: the caller answers for it. Any other
    /// foreign block is taken to pass every input to every output within the cycle.
    pub clocked: Vec<String>,
}

impl Options {
    /// Options for a top of this name, with an empty header.
    pub fn new(top: impl Into<String>) -> Self {
        Self { top: top.into(), header: Vec::new(), clocked: Vec::new() }
    }
}

/// An emitted design.
#[derive(Clone, Debug)]
pub struct Emitted {
    /// The Verilog file; the same design and options give the same bytes.
    pub verilog: String,
    /// Ports of the top module in order.
    pub ports: Vec<Port>,
}

/// A port of the top module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// Verilog name.
    pub name: String,
    /// Width in bits.
    pub width: usize,
    /// Direction.
    pub dir: Dir,
    /// Text of the port's group (`comment!("@ports ..")`), or empty.
    pub doc: String,
}

/// Direction of a [`Port`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dir {
    /// Driven by the user of the module.
    In,
    /// Driven by the module.
    Out,
    /// Both.
    InOut,
}

impl fmt::Display for Dir {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Dir::In => "input",
            Dir::Out => "output",
            Dir::InOut => "inout",
        })
    }
}

/// Why a design has no exact translation: every problem found, in order of instances.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the design has no exact Verilog translation:\n{}", list(.problems))]
pub struct Refusal {
    /// The problems, at least one.
    pub problems: Vec<Problem>,
}

/// One problem of a [`Refusal`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Instance path, from the top's name down, dot-separated.
    pub path: String,
    /// Signal as written in Rust without `self`, array elements as `x[3]`; empty when no one signal is at fault.
    pub signal: String,
    /// What is wrong, and where it helps, what to write instead.
    pub reason: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, signal, reason } = self;
        if signal.is_empty() { write!(f, "{path}: {reason}") } else { write!(f, "{path}: `{signal}` {reason}") }
    }
}

fn list(problems: &[Problem]) -> String {
    problems.iter().map(|problem| format!("  {problem}")).collect::<Vec<_>>().join("\n")
}

/// Emits `uut` and everything below it as one Verilog file. Call it on a fresh instance after `connect_all`, before
/// any simulation: memories of foreign blocks keep their simulation contents where emitters find initial contents.
///
/// # Errors
/// A [`Refusal`] with every latch, undriven input, width mismatch, literal that does not fit, signal with several
/// drivers, unresolved name, combinational loop and inline `signed_bit_cast` of the design.
pub fn emit(uut: &dyn Block, options: &Options) -> Result<Emitted, Refusal> {
    let mut problems = Vec::new();
    let mut node = collect::collect(options, uut, &mut problems);
    finish(&mut node, problems, options)
}

/// From the tree of a design to its text.
fn finish(node: &mut collect::Node, mut problems: Vec<Problem>, options: &Options) -> Result<Emitted, Refusal> {
    let mut top = module::build(&options.top, node, &mut problems);
    if problems.is_empty() {
        loops::settle(&mut top, &mut problems);
    }
    problems.dedup();
    if !problems.is_empty() {
        return Err(Refusal { problems });
    }
    let verilog = print::file(&top, options);
    Ok(Emitted { verilog, ports: module::ports(&top) })
}
