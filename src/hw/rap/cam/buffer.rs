//! Stage 0 of the CAM engine: the event buffer.
use crate::hw::bundles::EventRx;
use crate::hw::lib::{OutRegRam, Reg};
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod event_buffer {
    //! Queue of events that stay in it until they are committed and can be issued again from the oldest one.

    /// Events accepted and not yet finished, 252 of them, in block RAM.
    ///
    /// Events are issued in order, one per cycle, and stay in the buffer until they are committed: an event that needs
    /// a create or an absorption is issued again afterwards, with everything after it (`replay`). Nothing of an event
    /// but its `valid` bit is carried along the pipeline for that. Key and weight lie in separate memories because the
    /// weight is wanted later: `weigh` fetches the weights in the order of issue.
    #[clocked(reset)]
    pub struct Buffer<const K: usize> {
        /// Events may enter.
        pub open: Signal<In, Bit>,
        pub ev: EventRx<K>,
        /// Events may be issued.
        #[group("run single issue key: issue in order, one event per cycle or one every 16 cycles")]
        pub run: Signal<In, Bit>,
        /// Issue one event every 16 cycles, so that each is finished before the next one enters the pipeline.
        pub single: Signal<In, Bit>,
        /// An event is issued.
        pub issue: Signal<Out, Bit>,
        /// Key of the issued event, two cycles later; between issues the key of the next one.
        pub key: Signal<Out, Bits<K>>,
        /// Fetch the weight of the next event.
        #[group("weigh weight: the weights, fetched in the same order, later")]
        pub weigh: Signal<In, Bit>,
        /// The weight, two cycles later.
        pub weight: Signal<Out, Bits<16>>,
        /// The oldest event is finished.
        #[group("commit replay: the oldest event is finished; start again with it")]
        pub commit: Signal<In, Bit>,
        /// Start again with the oldest event.
        pub replay: Signal<In, Bit>,
        /// No event is held; low one cycle longer than need be.
        pub empty: Signal<Out, Bit>,
        keys: OutRegRam<K, 8>,
        weights: OutRegRam<16, 8>,
        #[also(head, weigher, oldest)]
        tail: Reg<Bits<8>>,
        full: Reg<Bit>,
        nothing: Reg<Bit>,
        turn: Reg<Bits<4>>,
    }

    impl Buffer {
        fn update(&mut self) {
            self.ev.ready.next = self.open.val() & !self.full.q.val();
            let accept: Bit = self.ev.valid.val() & self.ev.ready.val();
            self.keys.we.next = accept;
            drive!(keys: wa = tail.q, wd = ev.key, ra = head.q);
            self.key.next = self.keys.rd.val();
            self.weights.we.next = accept;
            drive!(weights: wa = tail.q, wd = ev.weight, ra = weigher.q);
            self.weight.next = self.weights.rd.val();

            self.turn.d.next = self.turn.q.val() + 1;
            self.issue.next = self.run.val()
                & (self.head.q.val() != self.tail.q.val())
                & (!self.single.val() | !self.turn.q.val().any());
            if accept {
                self.tail.d.next = self.tail.q.val() + 1;
            }
            if self.issue.val() {
                self.head.d.next = self.head.q.val() + 1;
            }
            if self.weigh.val() {
                self.weigher.d.next = self.weigher.q.val() + 1;
            }
            if self.commit.val() {
                self.oldest.d.next = self.oldest.q.val() + 1;
            }
            if self.replay.val() {
                drive!(self: head = oldest.q, weigher = oldest.q);
            }

            comment!("Full comes a cycle late: the last four places are the reserve for it.");
            let held: Bits<8> = self.tail.q.val() - self.oldest.q.val();
            self.full.d.next = held.get_bits::<6>(2).all();
            self.nothing.d.next = !held.any() & !accept;
            self.empty.next = self.nothing.q.val();
            if self.reset.val() {
                zero!(self: tail, head, weigher, oldest);
            }
        }
    }
}
