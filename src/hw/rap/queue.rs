//! Events between coalescer and engine.
use crate::hw::bundles::{EventRx, EventTx};
use crate::hw::lib::Fifo;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod queue {
    //! Queue of events between coalescer and engine.

    /// Holds `2^A` events with keys of `K` bits.
    #[clocked(reset)]
    #[derived(W = K + 16)]
    pub struct Queue<const K: usize, #[range(1..=12)] const A: usize> {
        #[group("events in")]
        pub ev: EventRx<K>,
        #[group("events out")]
        pub out: EventTx<K>,
        /// An event is held, or on offer.
        #[group("waiting: an event is held, or on offer")]
        pub waiting: Signal<Out, Bit>,
        fifo: Fifo<W, A>,
    }

    impl Queue {
        fn update(&mut self) {
            self.fifo.in_port.valid.next = self.ev.valid.val();
            self.fifo.out_port.ready.next = self.out.ready.val();
            self.fifo.in_port.data.next =
                (bit_cast::<W, K>(self.ev.key.val()) << 16) | bit_cast::<W, 16>(self.ev.weight.val());
            self.ev.ready.next = self.fifo.in_port.ready.val();
            let word: Bits<W> = self.fifo.out_port.data.val();
            self.out.valid.next = self.fifo.out_port.valid.val();
            self.out.key.next = bit_cast::<K, W>(word >> 16);
            self.out.weight.next = bit_cast::<16, W>(word);
            self.waiting.next = self.fifo.level.val().any();
        }
    }
}
