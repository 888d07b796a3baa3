//! The hardware layer: units written once in `rust_hdl`'s kernel language, elaborated with parameters that are known
//! only when the program runs. docs/contributing/layer.md explains the forms; `treetap::emit::describe` is what the
//! generated code calls.
//!
//! | form | what it makes |
//! |---|---|
//! | [`macro@unit`] | a unit: its ports as a type, its description; on request a `rust_hdl` block as well |
//! | [`macro@phases`] | functions of a unit's kernel that stand in a file of their own |
//! | [`macro@bundle`] | a group of ports that travel together, seen from either end |
//! | [`design!`] | a unit with values for its parameters |
//! | [`registers!`] | a table of registers as a unit: ports, flip-flops and decoder |
//!
//! In the kernel of a unit:
//!
//! | form | what it stands for |
//! |---|---|
//! | `self.part();`, `=> self.part()` | the text of `fn part` of the same unit |
//! | `pass!(child: dump_*, cfg)` | ports of the unit that a child has under the same names |
//! | `link!(self.stat, self.child.stat, except(stall))` | a bundle of the unit that is one of a child, without some ports |
//! | `drive!(child: port = signal, at = place.q)` | ports of a child, or of a bundle, and what they carry |
//! | `drive!(self: older = younger.q)` | registers and outputs of the unit and what they take |
//! | `zero!(self: valid, count)` | registers that are 0 from the next cycle on |
//! | `zero!(child: take, at)` | ports of a child that are 0 unless a later statement says otherwise |
//!
//! On a field: `#[only(valid, pc)]` names the ports of a bundle that there are, in their order, `#[except(pc)]` those
//! that there are not; `#[also(b, c)]` declares further registers like this one. `#[when(X > 0)]` makes it optional,
//! `#[init(..)]` gives a register a start value, `#[given(..)]` passes a configuration to a child, `#[group("..")]` is
//! the comment of the ports from here on.
mod args;
mod bundle;
mod check;
mod describe;
mod field;
mod instance;
mod kernel;
mod lift;
mod phases;
mod registers;
mod unit;
mod wiring;

use proc_macro::TokenStream;
use syn::parse_macro_input;

/// A unit: `#[unit] mod name { //! text .. struct .. impl .. }`. The module is a bracket: its items land where it
/// stands, its name is that of the Verilog module, and its `//!` lines are that module's comment.
///
/// `#[unit(instance)]` also makes the `rust_hdl` block, which the evaluator can run. Such a unit names every width that
/// follows from others in `#[derived(..)]`, and its users give them after the free parameters.
///
/// `#[unit(phases(visits, dump))]` takes functions of the kernel from the files `visits.rs` and `dump.rs` beside it,
/// where they stand in [`macro@phases`].
#[proc_macro_attribute]
pub fn unit(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let arguments = parse_macro_input!(arguments as phases::Arguments);
    match arguments.next(&item.clone().into()) {
        Some(asked) => asked.into(),
        None => {
            let item = TokenStream::from(phases::joined(item.into()));
            finish(unit::expand(&parse_macro_input!(item as syn::ItemMod), arguments.instance))
        }
    }
}

/// Functions of a unit's kernel in a file of their own:
/// `#[phases] mod visits { impl Engine { fn visit(&mut self) { .. } } }` in `visits.rs`. The unit names them,
/// `#[unit(phases(visits))]`, and they are as if they stood in it: its fields, its local signals and the names its file
/// imports are theirs.
#[proc_macro_attribute]
pub fn phases(_: TokenStream, item: TokenStream) -> TokenStream {
    finish(phases::expand(&parse_macro_input!(item as syn::ItemMod)))
}

/// A bundle of ports: `#[bundle] pub struct Event<..> { pub valid: Bit, #[back] pub ready: Bit, .. }` makes `EventTx`,
/// the end that drives all but what is marked `#[back]`, and `EventRx`, the other end.
#[proc_macro_attribute]
pub fn bundle(_: TokenStream, item: TokenStream) -> TokenStream {
    finish(bundle::expand(&parse_macro_input!(item as syn::ItemStruct)))
}

/// A unit with values for its parameters: `design!(Fifo<{ width }, 9>)`, and `design!(Regs, capabilities)` with what
/// else it is made from.
#[proc_macro]
pub fn design(input: TokenStream) -> TokenStream {
    finish(args::design(input.into()))
}

/// A table of registers as a unit: `registers! { //! text
/// pub mod bank, struct Bank of Reg, path::of::the::table, at(CTRL, ..); rows
/// }`. `spec::regs` has the table's form and hands it over. docs/contributing/layer.md says which ports there are.
#[proc_macro]
pub fn registers(input: TokenStream) -> TokenStream {
    finish(registers::expand(input.into()))
}

fn finish(out: syn::Result<proc_macro2::TokenStream>) -> TokenStream {
    out.unwrap_or_else(|error| error.to_compile_error()).into()
}
