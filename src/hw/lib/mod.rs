//! Leaves and streams every unit is made of.
//!
//! A *leaf* is a block whose Verilog the emitter owns: its `hdl()` returns one marker line (see [`marker`]), never
//! text that reaches a Verilog file. Everything else is a unit over these leaves: a module under `#[treetap_hdl::unit]`
//! with a struct of ports and parts and a kernel, `fn update`. Its parameters are numbers, each with a `#[range(..)]`
//! where it has one; `#[derived(..)]` names widths that follow from them, `#[fits(..)]` what has to hold of them
//! together. `instance` in the brackets of the attribute makes the block that `rust_hdl`'s evaluator runs as well.
//!
//! | item | what it is |
//! |---|---|
//! | [`Reg`], [`RegEn`] | register with an initial value, without and with an enable |
//! | [`StateReg`] | register without one, for the state of a machine |
//! | [`FastRam`], [`FastRamRe`] | block RAM, one read and one write port, collisions undefined |
//! | [`OutRegRam`] | the same with an output register: the word read comes after two cycles |
//! | [`SinglePortRam`] | RAM that is read or written in a cycle: the single-port RAM of an UltraPlus |
//! | [`LutRam`] | RAM of a few words in logic cells, read within the cycle |
//! | [`Rom`], [`RomRe`] | block ROM with contents; with a read enable, and of logic on an ECP5 |
//! | [`Compare`] | comparison of two words in two cycles |
//! | [`Fifo`] | block-RAM queue between two streams |
//! | [`Lfsr`] | Galois shift register, maximal period |
//! | [`StreamTx`], [`StreamRx`] | valid/ready/payload bundles |
mod compare;
mod fifo;
mod lfsr;
mod ram;
mod reg;
mod rom;
mod stream;

pub use compare::Compare;
pub use fifo::Fifo;
pub use lfsr::{Lfsr, lfsr_taps};
pub use ram::{FastRam, FastRamRe, LutRam, OutRegRam, SinglePortRam};
pub use reg::{Reg, RegEn, StateReg};
pub use rom::{Rom, RomRe};
pub use stream::{StreamRx, StreamTx};

/// Polynomial of CRC-32 (IEEE 802.3), reflected.
pub const CRC32_POLYNOMIAL: u64 = 0xedb8_8320;

/// First word of every leaf marker: the `hdl()` of a leaf is `Verilog::Custom("@treetap <kind> <key>=<value>...")`.
pub const MARKER: &str = "@treetap";

/// The marker line of a leaf of this kind. Values hold no blanks; numbers in them are lower-case hexadecimal.
pub(crate) fn marker(kind: &str, fields: &[(&str, String)]) -> String {
    fields.iter().fold(format!("{MARKER} {kind}"), |line, (key, value)| format!("{line} {key}={value}"))
}

/// A note to the emitter inside a kernel; it has no effect in simulation.
///
/// * `comment!("@module name")` names the module (the emitter puts the top's name before it),
/// * `comment!("@doc text")` is one line of the module's documentation,
/// * `comment!("@ports a b: text")` documents a group of ports (a name stands for itself and for `name_*`),
/// * `comment!("@keep")` gives the wire that is assigned next the attribute `keep`: synthesis has it as it is, and does
///   not move logic across it,
/// * any other text becomes a comment in front of the statement that follows.
#[macro_export]
macro_rules! comment {
    ($($text:tt)*) => {};
}

/// Connects the clock of each register and lets it hold its value; later statements overwrite `d.next`.
///
/// `dff_setup!(self, clock, a, b)`, first in the `update` of a block written for `rust_hdl` itself; a unit has it done
/// for it. Not for arrays: loop over those.
#[macro_export]
macro_rules! dff_setup {
    ($self:ident, $clock:ident, $($reg:ident),+ $(,)?) => {
        $($self.$reg.clock.next = $self.$clock.val();)+
        $($self.$reg.d.next = $self.$reg.q.val();)+
    };
}
