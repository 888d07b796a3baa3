//! No mistake: the other files of this folder are refused for theirs alone, and with these dependencies.
use rust_hdl::prelude::*;
use treetap::emit::Options;
use treetap::hw::lib::{Fifo, Reg, StreamRx};
use treetap_hdl::{design, unit};

#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum Phase {
    Rest,
    Work,
}

#[unit]
mod right {
    #[clocked(reset)]
    pub struct Right<#[range(1..=8)] const W: usize> {
        pub words: StreamRx<W>,
        pub out: Signal<Out, Bits<W>>,
        phase: Reg<Phase>,
        fifo: Fifo<W, 4>,
    }
    impl Right {
        fn update(&mut self) {
            const ONE: Bits<W> = 1;
            let sum: Bits<W> = self.fifo.out_port.data.val() + ONE;
            link!(self.words, self.fifo.in_port);
            self.fifo.out_port.ready.next = self.phase.q.val() == Phase::Work;
            if self.words.valid.val() {
                self.phase.d.next = Phase::Work;
            }
            self.out.next = sum;
        }
    }
}

fn main() {
    let _ = design!(Right<4>).emit(&Options::new("right"));
}
