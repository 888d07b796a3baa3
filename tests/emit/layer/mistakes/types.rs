//! What the compiler refuses in the code that the macros make, at the line that was written. `//~ text` ends each such
//! line.
use rust_hdl::prelude::*;
use treetap::hw::lib::{Fifo, Reg, StreamRx, StreamTx};
use treetap_hdl::unit;

#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum Phase {
    Rest,
    Work,
}

#[unit]
mod a {
    #[clocked(reset)]
    pub struct UnknownPort {
        pub level: Signal<Out, Bits<5>>,
        fifo: Fifo<8, 4>,
    }
    impl UnknownPort {
        fn update(&mut self) {
            self.fifo.in_port.valid.next = false;
            self.fifo.in_port.data.next = 0.into();
            self.fifo.out_port.ready.next = false;
            self.level.next = self.fifo.held.val(); //~ no field `held`
        }
    }
}

#[unit]
mod a {
    #[clocked(reset)]
    pub struct DrivenOutput {
        pub level: Signal<Out, Bits<5>>,
        fifos: [Fifo<8, 4>; 2],
    }
    impl DrivenOutput {
        fn update(&mut self) {
            for i in 0..2 {
                self.fifos[i].in_port.valid.next = false;
                self.fifos[i].in_port.data.next = 0.into();
                self.fifos[i].out_port.ready.next = false;
                self.fifos[i].full.next = false; //~ mismatched types
            }
            self.level.next = self.fifos[1].level.val();
        }
    }
}

#[unit]
mod a {
    pub struct DrivenBack {
        pub words: StreamRx<8>,
        pub out: Signal<Out, Bit>,
    }
    impl DrivenBack {
        fn update(&mut self) {
            self.words.ready.next = true;
            self.words.valid.next = true; //~ mismatched types
            self.out.next = self.words.valid.val();
        }
    }
}

#[unit]
mod a {
    #[clocked]
    pub struct UnknownVariant {
        pub out: Signal<Out, Bit>,
        phase: Reg<Phase>,
    }
    impl UnknownVariant {
        fn update(&mut self) {
            self.out.next = self.phase.q.val() == Phase::Rest;
            self.phase.d.next = Phase::Wrok; //~ named `Wrok` found
        }
    }
}

#[unit]
mod a {
    #[clocked(reset)]
    pub struct GenericsCount {
        pub level: Signal<Out, Bits<5>>,
        fifo: Fifo<8>, //~ struct takes at least 2 generic arguments but 1 generic argument was supplied
    }
    impl GenericsCount {
        fn update(&mut self) {
            self.fifo.in_port.valid.next = false;
            self.fifo.in_port.data.next = 0.into();
            self.fifo.out_port.ready.next = false;
            self.level.next = self.fifo.level.val();
        }
    }
}

#[unit]
mod a {
    #[clocked(reset)]
    pub struct NotPassed {
        pub level: Signal<Out, Bits<5>>,
        pub stat_held: Signal<Out, Bit>,
        fifo: Fifo<8, 4>,
    }
    impl NotPassed {
        fn update(&mut self) {
            self.fifo.in_port.valid.next = false;
            self.fifo.in_port.data.next = 0.into();
            self.fifo.out_port.ready.next = false;
            pass!(fifo: level, stat_*); //~ no field `stat_held`
        }
    }
}

#[unit]
mod a {
    pub struct OnlyUnknown {
        #[only(valid, redy)] //~ no field `redy`
        pub words: StreamTx<8>,
    }
    impl OnlyUnknown {
        fn update(&mut self) {
            self.words.valid.next = true;
        }
    }
}

#[unit]
mod a {
    pub struct WrongConstant {
        pub out: Signal<Out, Bits<8>>,
    }
    impl WrongConstant {
        fn update(&mut self) {
            const ON: Bits<8> = true; //~ mismatched types
            self.out.next = ON;
        }
    }
}

fn main() {}
