//! What the macros themselves refuse. `//~ text` ends each line that has to be refused with that text.
use rust_hdl::prelude::*;
use treetap::hw::lib::{Fifo, Reg, StreamRx};
use treetap_hdl::unit;

#[unit]
mod a {
    pub struct UnknownField {
        pub a: Signal<In, Bit>,
        pub out: Signal<Out, Bit>,
    }
    impl UnknownField {
        fn update(&mut self) {
            self.out.next = self.b.val(); //~ this unit has no `b`; the nearest name is `a`
        }
    }
}

#[unit]
mod a {
    pub struct DrivenInput {
        pub a: Signal<In, Bit>,
        pub out: Signal<Out, Bit>,
    }
    impl DrivenInput {
        fn update(&mut self) {
            self.out.next = self.a.val();
            self.a.next = true; //~ this is an input of the unit: its user drives it
        }
    }
}

#[unit]
mod a {
    pub struct NestedLet {
        pub a: Signal<In, Bit>,
        pub out: Signal<Out, Bit>,
    }
    impl NestedLet {
        fn update(&mut self) {
            self.out.next = false;
            if self.a.val() {
                let one: Bit = true; //~ declare signals at the top level of the kernel
                self.out.next = one;
            }
        }
    }
}

#[unit]
mod a {
    pub struct NestedConst {
        pub a: Signal<In, Bit>,
        pub out: Signal<Out, Bit>,
    }
    impl NestedConst {
        fn update(&mut self) {
            self.out.next = false;
            if self.a.val() {
                const ONE: Bit = true; //~ declare signals and constants at the top level of the kernel
                self.out.next = ONE;
            }
        }
    }
}

#[unit]
mod a {
    pub struct LetWithoutType {
        pub out: Signal<Out, Bit>,
    }
    impl LetWithoutType {
        fn update(&mut self) {
            let one = true; //~ declare a signal with its type: `let name: Bits<W> = value;`
            self.out.next = one;
        }
    }
}

#[unit]
mod a {
    pub struct Twice {
        pub out: Signal<Out, Bit>,
    }
    impl Twice {
        fn update(&mut self) {
            let out: Bit = true; //~ `out` is declared twice in this unit
        }
    }
}

#[unit]
mod a {
    pub struct AssignedConstant {
        pub out: Signal<Out, Bit>,
    }
    impl AssignedConstant {
        fn update(&mut self) {
            const ONE: Bit = true;
            ONE = false; //~ a constant is not assigned
            self.out.next = ONE;
        }
    }
}

#[unit]
mod a {
    pub struct ReadNext {
        pub out: Signal<Out, Bit>,
        pub more: Signal<Out, Bit>,
    }
    impl ReadNext {
        fn update(&mut self) {
            self.out.next = true;
            self.more.next = self.out.next; //~ read `.val()`, not `.next`
        }
    }
}

#[unit]
mod a {
    pub struct NoNext {
        pub out: Signal<Out, Bit>,
    }
    impl NoNext {
        fn update(&mut self) {
            self.out = true; //~ assign to `.next`
        }
    }
}

#[unit]
mod a {
    pub struct Inclusive {
        pub a: Signal<In, Bits<4>>,
        pub out: Signal<Out, Bit>,
    }
    impl Inclusive {
        fn update(&mut self) {
            self.out.next = false;
            for i in 0..=3 { //~ a loop goes from..to
                self.out.next = self.out.val() | self.a.val().get_bit(i);
            }
        }
    }
}

#[unit]
mod a {
    pub struct LoopAndPort {
        pub i: Signal<In, Bits<2>>,
        pub out: Signal<Out, Bit>,
    }
    impl LoopAndPort {
        fn update(&mut self) {
            self.out.next = false;
            for i in 0..4 { //~ this unit has a signal or constant `i`: call the loop variable something else
                if self.i.val() == i.to_bits() {
                    self.out.next = true;
                }
            }
        }
    }
}

#[unit]
mod a {
    pub struct Foreign {
        pub a: Signal<In, Bits<4>>,
        pub out: Signal<Out, Bits<4>>,
    }
    impl Foreign {
        fn update(&mut self) {
            self.out.next = self.a.val().reverse_bits(); //~ `reverse_bits` does not translate
        }
    }
}

#[unit]
mod a {
    pub struct Typed<T: Synth> { //~ a unit has numbers as parameters, no types
        pub out: Signal<Out, T>,
    }
    impl Typed {
        fn update(&mut self) {
            self.out.next = false;
        }
    }
}

#[unit]
mod a {
    pub struct NoRange<#[limits(1..4)] const N: usize> { //~ a parameter has #[range(from..=to)] or #[range(from..=to, step = n)]
        pub out: Signal<Out, Bit>,
    }
    impl NoRange {
        fn update(&mut self) {
            self.out.next = false;
        }
    }
}

#[unit]
mod a {
    #[clock] //~ a unit has #[clocked], #[clocked(reset)], #[derived(..)], #[fits(..)] or #[given(..)]
    pub struct NoClock {
        pub out: Signal<Out, Bit>,
    }
    impl NoClock {
        fn update(&mut self) {
            self.out.next = false;
        }
    }
}

#[unit]
mod a {
    pub struct NoAttribute {
        #[starts(1)] //~ a field has #[when(..)], #[init(..)], #[given(..)], #[group("..")], #[only(..)], #[except(..)] or #[also(..)]
        pub out: Signal<Out, Bit>,
    }
    impl NoAttribute {
        fn update(&mut self) {
            self.out.next = false;
        }
    }
}

#[unit]
mod a {
    pub struct InitOfWire {
        #[init(1)]
        pub out: Signal<Out, Bit>, //~ #[init(..)] is for registers
    }
    impl InitOfWire {
        fn update(&mut self) {
            self.out.next = false;
        }
    }
}

#[unit]
mod a {
    pub struct OnlyOfWire {
        #[only(valid)]
        pub out: Signal<Out, Bit>, //~ #[only(..)] is for bundles
    }
    impl OnlyOfWire {
        fn update(&mut self) {
            self.out.next = false;
        }
    }
}

#[unit]
mod a {
    pub struct NoDirection {
        pub out: Signal<Outwards, Bit>, //~ a direction is In, Out or Local
    }
    impl NoDirection {
        fn update(&mut self) {
            self.out.next = false;
        }
    }
}

#[unit]
mod a {
    pub struct Tuple {
        pub out: Signal<Out, Bit>,
        both: (Reg<Bit>, Reg<Bit>), //~ a field is a signal, register, memory, unit, bundle, or an array of those
    }
    impl Tuple {
        fn update(&mut self) {
            self.out.next = false;
        }
    }
}

#[unit]
mod a {
    #[clocked(reset)]
    pub struct NoPort {
        pub level: Signal<Out, Bits<5>>,
        fifo: Fifo<8, 4>,
    }
    impl NoPort {
        fn update(&mut self) {
            pass!(fifo: level, stat_*); //~ this unit has no port of that name
        }
    }
}

#[unit]
mod a {
    #[clocked(reset)]
    pub struct NoBundle {
        pub words: StreamRx<8>,
        pub level: Signal<Out, Bits<5>>,
        fifo: Fifo<8, 4>,
    }
    impl NoBundle {
        fn update(&mut self) {
            link!(self.level, self.fifo.level); //~ link!(self.bundle, self.child.bundle): the first is a bundle of this unit
        }
    }
}

#[unit(instance)]
mod a {
    #[clocked]
    pub struct Sometimes<const N: usize> {
        pub out: Signal<Out, Bit>,
        #[when(N > 0)]
        kept: Reg<Bit>, //~ #[when], #[only], #[except] and #[given] are for units without an instance
    }
    impl Sometimes {
        fn update(&mut self) {
            self.out.next = false;
        }
    }
}

#[unit]
mod a {
    pub struct UnusedPart {
        pub out: Signal<Out, Bit>,
    }
    impl UnusedPart {
        fn update(&mut self) {
            self.out.next = false;
        }
        fn forgotten(&mut self) { //~ `self.forgotten();` stands nowhere in the kernel of this unit
            self.out.next = true;
        }
    }
}

#[unit]
mod a {
    pub struct EndlessPart {
        pub a: Signal<In, Bit>,
        pub out: Signal<Out, Bit>,
    }
    impl EndlessPart {
        fn update(&mut self) {
            self.out.next = false;
            self.again();
        }
        fn again(&mut self) {
            if self.a.val() {
                self.out.next = true;
                self.again(); //~ a kernel has assignments, `if`, `match`, `for`, `link!`, `pass!` and `comment!`
            }
        }
    }
}

#[unit(block)] //~ #[unit], #[unit(instance)] or #[unit(phases(file, ..))]
mod a {
    pub struct Block {
        pub out: Signal<Out, Bit>,
    }
    impl Block {
        fn update(&mut self) {
            self.out.next = false;
        }
    }
}

treetap_hdl::registers! {
    pub mod bank, struct Home of Reg, treetap::spec::regs, at();
    "A." A 0x0 ReadWrite { A 0 1 0 Held "a"; } //~ a field is Kept, Flag, Shown, Pulse or none of these
}

treetap_hdl::registers! {
    pub mod bank, struct Mark of Reg, treetap::spec::regs, at();
    "A." A 0x0 ReadWrite Noted { A 0 1 0 Kept "a"; } //~ a register is Fixed, Told or none of these
}

treetap_hdl::registers! {
    pub mod bank, struct Wide of Reg, treetap::spec::regs, at();
    "A." A 0x0 ReadWrite { A 0 2 0 Flag "a"; } //~ a field that is a Flag or a Pulse has one bit
}

treetap_hdl::registers! {
    pub mod bank, struct Unknown of Reg, treetap::spec::regs, at(B); //~ the table has no such register
    "A." A 0x0 ReadWrite { A 0 1 0 Kept "a"; }
}

#[unit]
mod a {
    pub struct ExceptOfSignal {
        #[except(valid)]
        pub out: Signal<Out, Bit>, //~ #[except(..)] is for bundles without #[only(..)]
    }
    impl ExceptOfSignal {
        fn update(&mut self) {
            self.out.next = false;
        }
    }
}

fn main() {}

mod parts {
    use treetap_hdl::phases;
    #[phases]
    mod parts {
        impl Phases {
            fn called(&mut self) {
                self.out.next = self.nothing.val(); //~ this unit has no `nothing`
            }
        }
    }
}

#[unit(phases(parts))]
mod a {
    pub struct Phases {
        pub a: Signal<In, Bit>,
        pub out: Signal<Out, Bit>,
    }
    impl Phases {
        fn update(&mut self) {
            self.called();
        }
    }
}

mod forgotten {
    use treetap_hdl::phases;
    #[phases]
    mod forgotten {
        impl Forgotten {
            fn idle(&mut self) { //~ `self.idle();` stands nowhere in the kernel of this unit
                self.out.next = self.a.val();
            }
        }
    }
}

#[unit(phases(forgotten))]
mod a {
    pub struct Forgotten {
        pub a: Signal<In, Bit>,
        pub out: Signal<Out, Bit>,
    }
    impl Forgotten {
        fn update(&mut self) {
            self.out.next = false;
        }
    }
}
