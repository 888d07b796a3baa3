//! How far the events in the history are: written, issued, walked, sent to the count stage, finished.
use crate::hw::lib::Reg;
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Places in the history, each the one of the event that comes next.
///
/// * An event is issued, and sent, where one is left, as far as registers know: they compare places of the cycle before. `one_left`
///   counts if nothing was issued (sent) then, and `two_left` in any case.
/// * `failed` takes `sent` back to the oldest unfinished event, `rewind` the walks too.
/// * `arrived` is high in the cycle in which the walk issued `D` cycles before ends.
#[derive(LogicBlock, SmartDefault)]
pub struct Places<const HA: usize, const D: usize> {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Everything back to zero.
    pub reset: Signal<In, Bit>,
    /// An event is written.
    pub accept: Signal<In, Bit>,
    /// An event may be issued.
    pub may_issue: Signal<In, Bit>,
    /// An event may be sent.
    pub may_send: Signal<In, Bit>,
    /// The oldest unfinished event is sent, which is the next.
    pub make: Signal<In, Bit>,
    /// It misfits.
    pub failed: Signal<In, Bit>,
    /// It is finished.
    pub finish: Signal<In, Bit>,
    /// Begin anew with its walk.
    pub rewind: Signal<In, Bit>,
    /// There is room for events, the one accepted in this cycle included.
    pub room: Signal<Out, Bit>,
    /// Every event is finished.
    pub empty: Signal<Out, Bit>,
    /// Next to be written.
    pub written: Signal<Out, Bits<HA>>,
    /// Next to be issued.
    pub issued: Signal<Out, Bits<HA>>,
    /// The event issued two cycles before is there.
    pub issued2: Signal<Out, Bit>,
    /// A walk ends.
    pub arrived: Signal<Out, Bit>,
    /// That event's place.
    pub arrived_at: Signal<Out, Bits<HA>>,
    /// An event is sent, unless one has `failed`.
    pub send: Signal<Out, Bit>,
    /// Next to be sent.
    pub sent: Signal<Out, Bits<HA>>,
    /// Next to be finished.
    pub finished: Signal<Out, Bits<HA>>,
    head: Reg<Bits<HA>>,
    head_before: Reg<Bits<HA>>,
    issue_at: Reg<Bits<HA>>,
    one_waits: Reg<Bit>,
    two_wait: Reg<Bit>,
    walking: Reg<Bits<D>>,
    ended: Reg<Bits<HA>>,
    ended_before: Reg<Bits<HA>>,
    one_left: Reg<Bit>,
    two_left: Reg<Bit>,
    sent_last: Reg<Bit>,
    send_at: Reg<Bits<HA>>,
    tail: Reg<Bits<HA>>,
    tail_before: Reg<Bits<HA>>,
    occupied: Reg<Bits<HA>>,
    roomy: Reg<Bit>,
    issue: Signal<Local, Bit>,
    #[default(Constant::new(bits((1 << HA) - 1)))]
    none: Constant<Bits<HA>>,
    #[default(Constant::new(bits(D as u64 - 1)))]
    arrival: Constant<Bits<7>>,
}

impl<const HA: usize, const D: usize> Logic for Places<HA, D> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module places");
        comment!("@doc How far the events in the history are: written, issued, walked, sent, finished.");
        comment!("@ports accept may make: what may happen in this cycle");
        comment!("@ports failed rewind: begin anew with the oldest unfinished event, or with its walk");
        dff_setup!(
            self,
            clock,
            head,
            head_before,
            issue_at,
            one_waits,
            two_wait,
            walking,
            ended,
            ended_before,
            one_left,
            two_left,
            sent_last,
            send_at,
            tail,
            tail_before,
            occupied,
            roomy
        );
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
        self.issue.next =
            self.may_issue.val() & self.one_waits.q.val() & (self.two_wait.q.val() | !self.walking.q.val().get_bit(0));
        self.walking.d.next = (self.walking.q.val() << 1) | bit_cast::<D, 1>(self.issue.val().into());
        if self.issue.val() {
            self.issue_at.d.next = self.issue_at.q.val() + 1;
        }
        self.issued.next = self.issue_at.q.val();
        self.issued2.next = self.walking.q.val().get_bit(1);
        self.arrived.next = self.walking.q.val().get_bit(self.arrival.val().index());
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
            self.walking.d.next = 0.into();
            self.one_waits.d.next = false;
            self.one_left.d.next = false;
            self.issue_at.d.next = self.tail.q.val();
            self.ended.d.next = self.tail.q.val();
            self.ended_before.d.next = self.tail_before.q.val();
            self.send_at.d.next = self.tail.q.val();
        }
        if self.reset.val() {
            self.head.d.next = 0.into();
            self.head_before.d.next = self.none.val();
            self.issue_at.d.next = 0.into();
            self.one_waits.d.next = false;
            self.walking.d.next = 0.into();
            self.ended.d.next = 0.into();
            self.ended_before.d.next = self.none.val();
            self.one_left.d.next = false;
            self.send_at.d.next = 0.into();
            self.tail.d.next = 0.into();
            self.tail_before.d.next = self.none.val();
        }
    }
}
