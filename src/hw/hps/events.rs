//! Events in place of replacements, after the tap (docs/reference/hps.md, H6).
use super::ports::{NowRx, PastRx, StepTx, WinRx, WriteRx};
use crate::hw::bundles::HpsEventTx;
use crate::hw::lib::{FastRam, FastRamRe, Reg};
use crate::spec::hps::{QUEUE, words::replacement};
use rust_hdl::prelude::*;

/// Bits of an event but for its handler.
const EVENT: usize = 168;
/// Bits of the number of events that wait, the one on offer included.
const LEVEL: usize = 5;
/// Address bits of the queue.
const PLACE: usize = LEVEL - 1;

/// What the kernel takes for granted.
const _: () = {
    assert!(QUEUE == 1 << PLACE);
    assert!(replacement::HANDLER.lsb == 16 && replacement::LENGTH.lsb == 24);
};

#[treetap_hdl::unit]
mod events {
    //! What a replacement would have been becomes an event in a queue; the next one that finds it full is dropped.

    /// What a replacement would have been becomes an event, two cycles after its instruction: one per cycle, never a
    /// pause. The replacement table has `2^A` words, of which only the high halves are kept: nothing else matters here.
    /// Every instruction is written after the last event; the next one goes over it unless a pattern wins. So no
    /// register holds it while the word that names the handler is read, which follows a cycle later.
    #[clocked(reset)]
    pub struct Events<#[range(4..=11)] const A: usize> {
        #[group("in now rec: the instruction and what is known of it")]
        #[only(valid, ready, en, trap, pc, insn, target, has_target, taken)]
        pub now: NowRx,
        /// Address that the next instruction accessed.
        pub in_address: Signal<In, Bits<32>>,
        #[only(instructions, burst)]
        pub rec: PastRx,
        #[group("the pattern that replaces it, and the first word of the replacement")]
        pub win: WinRx,
        #[group("the replacement table is written")]
        #[only(word, index, data)]
        pub wr: WriteRx,
        #[group(
            "step edit: the instruction executed; it is held against the patterns; it is replaced; for statistics"
        )]
        pub step: StepTx,
        /// Bits 3 to 6 of STATUS that are set.
        #[group("bits 3 to 6 of STATUS")]
        pub raise: Signal<Out, Bits<4>>,
        /// Something is under way: never.
        #[group("busy drop: never")]
        pub busy: Signal<Out, Bit>,
        /// What came after is fetched again: never.
        pub drop: Signal<Out, Bit>,
        #[group("events, the oldest first")]
        pub ev: HpsEventTx,
        table: FastRam<32, A>,
        queue: FastRamRe<EVENT, PLACE>,
        handlers: FastRamRe<8, PLACE>,
        // what the instruction accessed
        address: Reg<Bits<32>>,
        // a pattern won in the cycle before: its word is there; it is the last of the table; there was room for its
        // event
        #[also(at_end, entered)]
        waits: Reg<Bit>,
        // place of the next event and of the oldest; events that are complete in memory, and all that there are
        back: Reg<Bits<PLACE>>,
        front: Reg<Bits<PLACE>>,
        stored: Reg<Bits<LEVEL>>,
        waiting: Reg<Bits<LEVEL>>,
        offered: Reg<Bit>,
    }

    impl Events {
        fn update(&mut self) {
            const CAPACITY: Bits<LEVEL> = QUEUE as u64;
            const LAST_BIT: Bits<5> = replacement::LAST.lsb.into();

            self.now.ready.next = true;
            self.busy.next = false;
            self.drop.next = false;
            self.step.insn.next = self.now.valid.val() & !self.now.trap.val();
            self.step.edit.next = self.now.valid.val() & !self.now.trap.val() & self.now.en.val();
            let edited: Bit = self.now.valid.val() & !self.now.trap.val() & self.now.en.val() & self.win.there.val();
            self.step.replaced.next = edited;

            comment!("The word is read in the cycle in which the pattern wins.");
            self.table.we.next = self.wr.word.val() & self.wr.index.val().get_bit(0);
            self.table.wa.next = bit_cast::<A, 12>(self.wr.index.val() >> 1);
            self.table.wd.next = self.wr.data.val();
            self.table.ra.next = bit_cast::<A, 11>(self.win.word.val());
            self.waits.d.next = edited;
            self.at_end.d.next = bit_cast::<A, 11>(self.win.word.val()).all();
            comment!("What it would have cost in line: a bubble and its words, less the instruction itself.");
            let last: Bit = self.table.rd.val().get_bit(LAST_BIT.index());
            let length: Bits<9> = bit_cast::<9, 8>(self.table.rd.val().get_bits::<8>(24));
            self.step.cycles.next = 0.into();
            self.raise.next = 0.into();
            if self.waits.q.val() {
                self.step.cycles.next = length;
                if last | self.at_end.q.val() {
                    self.step.cycles.next = length + 1;
                }
                if self.at_end.q.val() & !last {
                    self.raise.next = 4.into();
                }
            }

            comment!("Room is for what is not full, or becomes so in this cycle.");
            self.address.d.next = self.in_address.val();
            let leaves: Bit = self.offered.q.val() & self.ev.ready.val();
            let enters: Bit = edited & ((self.waiting.q.val() != CAPACITY) | leaves);
            self.entered.d.next = enters;
            self.step.word.next = self.entered.q.val();
            self.step.dropped.next = self.waits.q.val() & !self.entered.q.val();
            let fetch: Bit = self.stored.q.val().any() & (!self.offered.q.val() | self.ev.ready.val());
            self.queue.we.next = true;
            self.queue.wa.next = self.back.q.val();
            self.queue.wd.next = bit_cast::<EVENT, 32>(self.now.pc.val())
                | (bit_cast::<EVENT, 32>(self.now.insn.val()) << 32)
                | (bit_cast::<EVENT, 32>(self.now.target.val()) << 64)
                | (bit_cast::<EVENT, 32>(self.address.q.val()) << 96)
                | (bit_cast::<EVENT, 16>(self.rec.instructions.val()) << 128)
                | (bit_cast::<EVENT, 16>(self.rec.burst.val()) << 144)
                | (bit_cast::<EVENT, 6>(self.win.number.val()) << 160)
                | (bit_cast::<EVENT, 1>(self.now.has_target.val().into()) << 166)
                | (bit_cast::<EVENT, 1>(self.now.taken.val().into()) << 167);
            self.queue.re.next = fetch;
            self.queue.ra.next = self.front.q.val();
            self.handlers.we.next = self.entered.q.val();
            self.handlers.wa.next = self.back.q.val() - 1;
            self.handlers.wd.next = self.table.rd.val().get_bits::<8>(16);
            self.handlers.re.next = fetch;
            self.handlers.ra.next = self.front.q.val();
            if enters {
                self.back.d.next = self.back.q.val() + 1;
            }
            if enters & !leaves {
                self.waiting.d.next = self.waiting.q.val() + 1;
            }
            if !enters & leaves {
                self.waiting.d.next = self.waiting.q.val() - 1;
            }
            if fetch {
                self.front.d.next = self.front.q.val() + 1;
            }
            if self.entered.q.val() & !fetch {
                self.stored.d.next = self.stored.q.val() + 1;
            }
            if !self.entered.q.val() & fetch {
                self.stored.d.next = self.stored.q.val() - 1;
            }
            self.offered.d.next = fetch | (self.offered.q.val() & !self.ev.ready.val());
            self.ev.valid.next = self.offered.q.val();
            let event: Bits<EVENT> = self.queue.rd.val();
            self.ev.handler.next = self.handlers.rd.val();
            self.ev.pc.next = event.get_bits::<32>(0);
            self.ev.insn.next = event.get_bits::<32>(32);
            self.ev.target.next = event.get_bits::<32>(64);
            self.ev.address.next = event.get_bits::<32>(96);
            self.ev.instructions.next = event.get_bits::<16>(128);
            self.ev.burst.next = event.get_bits::<16>(144);
            self.ev.number.next = event.get_bits::<6>(160);
            self.ev.has_target.next = event.get_bit(166);
            self.ev.taken.next = event.get_bit(167);
            if self.reset.val() {
                zero!(self: waits, entered, back, front, stored, waiting, offered);
            }
        }
    }
}
