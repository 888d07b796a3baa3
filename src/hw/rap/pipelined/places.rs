//! How far the events in the history are: written, issued, walked, sent to the count stage, finished.
use crate::hw::lib::Reg;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod places {
    //! How far the events in the history are: written, issued, walked, sent, finished.

    /// Places in the history, each the one of the event that comes next.
    ///
    /// * An event is issued, and sent, where one is left, as far as registers know: they compare places of the cycle
    ///   before. `one_left` counts if nothing was issued (sent) then, and `two_left` in any case.
    /// * `failed` takes `sent` back to the oldest unfinished event, `rewind` the walks too.
    /// * `arrived` is high in the cycle in which the walk issued `D` cycles before ends.
    #[clocked(reset)]
    pub struct Places<const HA: usize, const D: usize> {
        /// An event is written.
        #[group("accept may make: what may happen in this cycle")]
        pub accept: Signal<In, Bit>,
        /// An event may be issued.
        pub may_issue: Signal<In, Bit>,
        /// An event may be sent.
        pub may_send: Signal<In, Bit>,
        /// The oldest unfinished event is sent, which is the next.
        pub make: Signal<In, Bit>,
        /// The oldest unfinished event misfits.
        #[group("failed rewind but_one: begin anew with the oldest unfinished event, or with its walk")]
        pub failed: Signal<In, Bit>,
        /// The oldest unfinished event is finished.
        pub finish: Signal<In, Bit>,
        /// Begin anew with its walk.
        pub rewind: Signal<In, Bit>,
        /// Begin anew with the walk after it.
        pub but_one: Signal<In, Bit>,
        /// There is room for events, the one accepted in this cycle included.
        pub room: Signal<Out, Bit>,
        /// Every event is finished.
        pub empty: Signal<Out, Bit>,
        /// Next to be written.
        pub written: Signal<Out, Bits<HA>>,
        /// Next to be issued.
        pub issued: Signal<Out, Bits<HA>>,
        /// A walk ends.
        pub arrived: Signal<Out, Bit>,
        /// Place of the event whose walk ends.
        pub arrived_at: Signal<Out, Bits<HA>>,
        /// An event is sent, unless one has `failed`.
        pub send: Signal<Out, Bit>,
        /// Next to be sent.
        pub sent: Signal<Out, Bits<HA>>,
        /// Next to be finished.
        pub finished: Signal<Out, Bits<HA>>,
        #[also(head_before, issue_at)]
        head: Reg<Bits<HA>>,
        one_waits: Reg<Bit>,
        two_wait: Reg<Bit>,
        walking: Reg<Bits<D>>,
        ended: Reg<Bits<HA>>,
        ended_before: Reg<Bits<HA>>,
        #[also(two_left, sent_last)]
        one_left: Reg<Bit>,
        #[also(tail, tail_before, occupied)]
        send_at: Reg<Bits<HA>>,
        roomy: Reg<Bit>,
    }

    impl Places {
        fn update(&mut self) {
            const NONE: Bits<HA> = (1 << HA) - 1;
            const ARRIVAL: Bits<7> = D - 1;

            comment!("Two cycles late: eight places are kept for what is accepted meanwhile.");
            self.occupied.d.next = self.head.q.val() - self.tail.q.val();
            self.roomy.d.next = !(self.occupied.q.val() | 7).all();
            self.room.next = self.roomy.q.val();
            self.empty.next = self.head.q.val() == self.tail.q.val();
            if self.accept.val() {
                self.head.d.next = self.head.q.val() + 1;
                self.head_before.d.next = self.head.q.val();
            }
            self.written.next = self.head.q.val();

            comment!("Walks.");
            self.one_waits.d.next = self.issue_at.q.val() != self.head.q.val();
            self.two_wait.d.next = self.issue_at.q.val() != self.head_before.q.val();
            let issue: Bit = self.may_issue.val()
                & self.one_waits.q.val()
                & (self.two_wait.q.val() | !self.walking.q.val().get_bit(0));
            self.walking.d.next = (self.walking.q.val() << 1) | bit_cast::<D, 1>(issue.into());
            if issue {
                self.issue_at.d.next = self.issue_at.q.val() + 1;
            }
            self.issued.next = self.issue_at.q.val();
            self.arrived.next = self.walking.q.val().get_bit(ARRIVAL.index());
            self.arrived_at.next = self.ended.q.val();
            if self.arrived.val() {
                self.ended.d.next = self.ended.q.val() + 1;
                self.ended_before.d.next = self.ended.q.val();
            }

            comment!("Count stage.");
            self.one_left.d.next = self.send_at.q.val() != self.ended.q.val();
            self.two_left.d.next = self.send_at.q.val() != self.ended_before.q.val();
            self.send.next = self.make.val()
                | (self.may_send.val() & self.one_left.q.val() & (self.two_left.q.val() | !self.sent_last.q.val()));
            self.sent_last.d.next = self.send.val();
            if self.failed.val() {
                self.send_at.d.next = self.tail.q.val();
            } else if self.send.val() {
                self.send_at.d.next = self.send_at.q.val() + 1;
            }
            self.sent.next = self.send_at.q.val();
            if self.finish.val() {
                self.tail.d.next = self.tail.q.val() + 1;
                self.tail_before.d.next = self.tail.q.val();
            }
            self.finished.next = self.tail.q.val();
            if self.rewind.val() {
                zero!(self: walking, one_waits, one_left);
                drive!(self: issue_at = tail.q, ended = tail.q, ended_before = tail_before.q, send_at = tail.q);
                if self.but_one.val() {
                    self.issue_at.d.next = self.tail.q.val() + 1;
                    self.ended.d.next = self.tail.q.val() + 1;
                    self.ended_before.d.next = self.tail.q.val();
                }
            }
            if self.reset.val() {
                self.head.d.next = 0.into();
                self.head_before.d.next = NONE;
                zero!(self: issue_at, one_waits, walking, ended);
                self.ended_before.d.next = NONE;
                zero!(self: one_left, send_at, tail);
                self.tail_before.d.next = NONE;
            }
        }
    }
}
