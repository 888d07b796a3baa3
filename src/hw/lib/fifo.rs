//! Queue between two streams.
use super::{FastRamRe, Reg, StreamRx, StreamTx};
use rust_hdl::prelude::*;

#[treetap_hdl::unit(instance)]
mod fifo {
    //! Queue in block RAM with a registered output word: one word in and one out per cycle.
    //! A word is offered two cycles after it was accepted at the earliest.

    /// First in, first out: `2^A` words of `W` bits in block RAM and one more in the output register.
    ///
    /// * One word in and one word out per cycle, both sustained; both ends follow the stream rules.
    /// * A word accepted in cycle `t` is offered in cycle `t + 2` at the earliest (RAM write, RAM read).
    /// * `level` is the number of words held, 0 to `2^A + 1`; `full` is high when the RAM is full, and then
    ///   `in_port.ready` is low. `in_port.ready` depends on registers only.
    /// * `reset` empties it at the next edge.
    #[clocked(reset)]
    #[derived(L = A + 1)]
    pub struct Fifo<const W: usize, #[range(1..=24)] const A: usize> {
        /// Words in (valid, ready, data).
        pub in_port: StreamRx<W>,
        /// Words out (valid, ready, data).
        pub out_port: StreamTx<W>,
        /// Words held, including the one on offer.
        #[group("level full: words held, and RAM full")]
        pub level: Signal<Out, Bits<L>>,
        /// No room in the RAM.
        pub full: Signal<Out, Bit>,
        ram: FastRamRe<W, A>,
        wr_ptr: Reg<Bits<A>>,
        rd_ptr: Reg<Bits<A>>,
        stored: Reg<Bits<L>>,
        offered: Reg<Bit>,
    }

    impl Fifo {
        fn update(&mut self) {
            const DEPTH: Bits<L> = 1 << A;
            self.full.next = self.stored.q.val() == DEPTH;
            self.in_port.ready.next = !self.full.val();
            let push: Bit = self.in_port.valid.val() & !self.full.val();
            // Only words stored at earlier edges count, so a read never meets the write of its own word.
            let fetch: Bit = self.stored.q.val().any() & (!self.offered.q.val() | self.out_port.ready.val());
            self.ram.we.next = push;
            self.ram.wa.next = self.wr_ptr.q.val();
            self.ram.wd.next = self.in_port.data.val();
            self.ram.re.next = fetch;
            self.ram.ra.next = self.rd_ptr.q.val();
            if push {
                self.wr_ptr.d.next = self.wr_ptr.q.val() + 1;
            }
            if fetch {
                self.rd_ptr.d.next = self.rd_ptr.q.val() + 1;
            }
            if push & !fetch {
                self.stored.d.next = self.stored.q.val() + 1;
            }
            if fetch & !push {
                self.stored.d.next = self.stored.q.val() - 1;
            }
            if fetch {
                self.offered.d.next = true;
            } else if self.out_port.ready.val() {
                self.offered.d.next = false;
            }
            self.out_port.valid.next = self.offered.q.val();
            self.out_port.data.next = self.ram.rd.val();
            self.level.next = self.stored.q.val() + self.offered.q.val();
            if self.reset.val() {
                zero!(self: wr_ptr, rd_ptr, stored, offered);
            }
        }
    }
}
