//! Queue between two streams.
use super::{FastRamRe, Reg, StreamRx, StreamTx};
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// First in, first out: `2^A` words of `W` bits in block RAM and one more in the output register.
///
/// * One word in and one word out per cycle, both sustained; both ends follow the stream rules.
/// * A word accepted in cycle `t` is offered in cycle `t + 2` at the earliest (RAM write, RAM read).
/// * `level` is the number of words held, 0 to `2^A + 1`; `full` is high when the RAM is full, and then
///   `in_port.ready` is low. `in_port.ready` depends on registers only.
/// * `reset` empties it at the next edge.
///
/// `L` must be `A + 1` (checked when the type is built).
#[derive(LogicBlock, SmartDefault)]
pub struct Fifo<const W: usize, const A: usize, const L: usize> {
    #[default(const { assert!(A >= 1 && L == A + 1, "Fifo<W, A, L> wants L = A + 1") })]
    _fits: (),
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// Words in.
    pub in_port: StreamRx<W>,
    /// Words out.
    pub out_port: StreamTx<W>,
    /// Words held, including the one on offer.
    pub level: Signal<Out, Bits<L>>,
    /// No room in the RAM.
    pub full: Signal<Out, Bit>,
    ram: FastRamRe<W, A>,
    wr_ptr: Reg<Bits<A>>,
    rd_ptr: Reg<Bits<A>>,
    stored: Reg<Bits<L>>,
    offered: Reg<Bit>,
    push: Signal<Local, Bit>,
    fetch: Signal<Local, Bit>,
    #[default(Constant::new(bits(1 << A)))]
    depth: Constant<Bits<L>>,
}

impl<const W: usize, const A: usize, const L: usize> Logic for Fifo<W, A, L> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module fifo");
        comment!("@doc Queue in block RAM with a registered output word: one word in and one out per cycle.");
        comment!("@doc A word is offered two cycles after it was accepted at the earliest.");
        comment!("@ports in_port: words in (valid, ready, data)");
        comment!("@ports out_port: words out (valid, ready, data)");
        comment!("@ports level full: words held, and RAM full");
        dff_setup!(self, clock, wr_ptr, rd_ptr, stored, offered);
        self.ram.clock.next = self.clock.val();
        self.full.next = self.stored.q.val() == self.depth.val();
        self.in_port.ready.next = !self.full.val();
        self.push.next = self.in_port.valid.val() & !self.full.val();
        // Only words stored at earlier edges count, so a read never meets the write of its own word.
        self.fetch.next = self.stored.q.val().any() & (!self.offered.q.val() | self.out_port.ready.val());
        self.ram.we.next = self.push.val();
        self.ram.wa.next = self.wr_ptr.q.val();
        self.ram.wd.next = self.in_port.data.val();
        self.ram.re.next = self.fetch.val();
        self.ram.ra.next = self.rd_ptr.q.val();
        if self.push.val() {
            self.wr_ptr.d.next = self.wr_ptr.q.val() + 1;
        }
        if self.fetch.val() {
            self.rd_ptr.d.next = self.rd_ptr.q.val() + 1;
        }
        if self.push.val() & !self.fetch.val() {
            self.stored.d.next = self.stored.q.val() + 1;
        }
        if self.fetch.val() & !self.push.val() {
            self.stored.d.next = self.stored.q.val() - 1;
        }
        if self.fetch.val() {
            self.offered.d.next = true;
        } else if self.out_port.ready.val() {
            self.offered.d.next = false;
        }
        self.out_port.valid.next = self.offered.q.val();
        self.out_port.data.next = self.ram.rd.val();
        self.level.next = self.stored.q.val() + self.offered.q.val();
        if self.reset.val() {
            self.wr_ptr.d.next = 0.into();
            self.rd_ptr.d.next = 0.into();
            self.stored.d.next = 0.into();
            self.offered.d.next = false;
        }
    }
}
