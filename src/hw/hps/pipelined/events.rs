//! Events in place of replacements, a step in a cycle (docs/reference/hps.md, H6 and H14).
use super::{NUMBER, PLACE};
use crate::hw::hps::ports::{NowRx, PastRx, StepTx, WriteRx};
use crate::hw::lib::{LutRam, OutRegRam, Reg};
use crate::spec::hps::{QUEUE, words::replacement};
use crate::spec::monitor::{PLACE_BITS, WORDS};
use rust_hdl::prelude::*;

/// Bits of what is known of an instruction when its target is.
const KNOWN: usize = 146;
/// Bits of an event.
const EVENT: usize = 176;
/// Bits of the number of events that wait, the one on offer included.
const LEVEL: usize = 5;
/// Address bits of the queue.
const BACK: usize = LEVEL - 1;
/// Bits of the number of a word of an event.
const WORD: usize = PLACE_BITS as usize;

/// What the kernel takes for granted.
const _: () = {
    assert!(QUEUE == 1 << BACK);
    assert!(replacement::HANDLER.lsb == 16 && replacement::LENGTH.lsb == 24);
};

#[treetap_hdl::unit]
mod pipelined_events {
    //! What a replacement would have been becomes an event in a queue; the next one that finds it full is dropped.

    /// What a replacement would have been becomes an event, five cycles after its instruction was done with; it
    /// leaves as words. The replacement table has `2^A` words, of which only the high halves are kept: nothing else
    /// matters here. What the event needs to know of the instruction waits in block RAM until then.
    #[clocked(reset)]
    pub struct PipelinedEvents<#[range(4..=11)] const A: usize> {
        #[group("now rec: an instruction that is under way from now on")]
        #[only(valid, pc, insn, target, has_target, taken)]
        pub now: NowRx,
        /// What it accessed.
        pub now_address: Signal<In, Bits<32>>,
        #[only(instructions)]
        pub rec: PastRx,
        /// The oldest one under way is done with.
        #[group("in_counts win word: the oldest one is done with; it is replaced, by which words")]
        pub in_counts: Signal<In, Bit>,
        /// It is replaced.
        pub win_there: Signal<In, Bit>,
        /// Number of the pattern.
        pub win_number: Signal<In, Bits<NUMBER>>,
        /// First word of its replacement.
        pub word: Signal<In, Bits<11>>,
        /// Bursts that had begun, of the instruction of two cycles before.
        #[group("burst: bursts that had begun, of the instruction of two cycles before")]
        pub burst: Signal<In, Bits<16>>,
        /// There is no room for one more event.
        #[group("full: there is no room for one more event")]
        pub full: Signal<Out, Bit>,
        #[group("the replacement table is written")]
        #[only(word, index, data)]
        pub wr: WriteRx,
        #[group("step: for the statistics")]
        #[except(insn, edit)]
        pub step: StepTx,
        /// Bits 3 to 6 of STATUS that are set.
        #[group("raise: bits 3 to 6 of STATUS")]
        pub raise: Signal<Out, Bits<4>>,
        /// A word on offer.
        #[group("ev: words of events, the oldest first (valid, ready, data, last)")]
        pub ev_valid: Signal<Out, Bit>,
        /// The word is taken.
        pub ev_ready: Signal<In, Bit>,
        /// The word.
        pub ev_data: Signal<Out, Bits<32>>,
        /// The word is the last one of its event.
        pub ev_last: Signal<Out, Bit>,
        known: OutRegRam<KNOWN, PLACE>,
        table: OutRegRam<32, A>,
        queue: LutRam<EVENT, BACK>,
        // places of the instruction that comes and of the oldest one
        #[also(oldest, place)]
        next: Reg<Bits<PLACE>>,
        // the one that is done with, a cycle later and so on: it is replaced; there is room; its word is the last
        #[also(waits2, waits3, enters1, enters2, enters3, end2, end3)]
        waits1: Reg<Bit>,
        #[also(number2, number3)]
        number1: Reg<Bits<NUMBER>>,
        begins: Reg<Bits<A>>,
        burst3: Reg<Bits<16>>,
        // for the statistics
        #[also(entered, dropped, runs)]
        replaced: Reg<Bit>,
        cycles: Reg<Bits<9>>,
        // place of the next event and of the oldest; events in the queue, and all that there are
        #[also(front)]
        back: Reg<Bits<BACK>>,
        #[also(waiting)]
        stored: Reg<Bits<LEVEL>>,
        // the word that is read, and the one on offer
        at: Reg<Bits<WORD>>,
        #[also(last)]
        offered: Reg<Bit>,
        shown: Reg<Bits<32>>,
    }

    impl PipelinedEvents {
        fn update(&mut self) {
            const LAST_BIT: Bits<5> = replacement::LAST.lsb.into();
            const LAST_WORD: Bits<WORD> = WORDS as u64 - 1;
            const FULL_BIT: Bits<3> = (LEVEL - 1) as u64;

            self.instructions();
            self.steps();
            self.counts();
            self.room();
            self.offers();
            if self.reset.val() {
                zero!(self: next, oldest, waits1, waits2, waits3, enters1, enters2, enters3);
                zero!(self: replaced, entered, dropped, runs, back, front, stored, waiting, at, offered);
            }
        }

        fn instructions(&mut self) {
            comment!("What is known of an instruction is kept until it is done with.");
            self.known.we.next = self.now.valid.val();
            self.known.wa.next = self.next.q.val();
            self.known.wd.next = bit_cast::<KNOWN, 32>(self.now.pc.val())
                | (bit_cast::<KNOWN, 32>(self.now.insn.val()) << 32)
                | (bit_cast::<KNOWN, 32>(self.now.target.val()) << 64)
                | (bit_cast::<KNOWN, 32>(self.now_address.val()) << 96)
                | (bit_cast::<KNOWN, 16>(self.rec.instructions.val()) << 128)
                | (bit_cast::<KNOWN, 1>(self.now.has_target.val().into()) << 144)
                | (bit_cast::<KNOWN, 1>(self.now.taken.val().into()) << 145);
            self.known.ra.next = self.place.q.val();
            if self.now.valid.val() {
                self.next.d.next = self.next.q.val() + 1;
            }
            if self.in_counts.val() {
                self.oldest.d.next = self.oldest.q.val() + 1;
            }
            drive!(self: place = oldest.q);
        }

        fn steps(&mut self) {
            comment!("The word that names the handler is there three cycles after the instruction is done with.");
            self.table.we.next = self.wr.word.val() & self.wr.index.val().get_bit(0);
            self.table.wa.next = bit_cast::<A, 12>(self.wr.index.val() >> 1);
            self.table.wd.next = self.wr.data.val();
            self.table.ra.next = self.begins.q.val();
            let packed: Bit = self.waiting.q.val().get_bit(FULL_BIT.index());
            self.full.next = packed;
            let edited: Bit = self.in_counts.val() & self.win_there.val();
            let enters: Bit = edited & !packed;
            self.waits1.d.next = edited;
            self.enters1.d.next = enters;
            self.begins.d.next = bit_cast::<A, 11>(self.word.val());
            self.end2.d.next = self.begins.q.val().all();
            drive!(self: waits2 = waits1.q, waits3 = waits2.q, enters2 = enters1.q, enters3 = enters2.q,
                end3 = end2.q, number1 = win_number, number2 = number1.q, number3 = number2.q, burst3 = burst);
            let kept: Bits<KNOWN> = self.known.rd.val();
            drive!(queue: we = enters3.q, wa = back.q, ra = front.q);
            self.queue.wd.next = bit_cast::<EVENT, KNOWN>(kept)
                | (bit_cast::<EVENT, 16>(self.burst3.q.val()) << 146)
                | (bit_cast::<EVENT, NUMBER>(self.number3.q.val()) << 162)
                | (bit_cast::<EVENT, 8>(self.table.rd.val().get_bits::<8>(16)) << 168);
            if self.enters3.q.val() {
                self.back.d.next = self.back.q.val() + 1;
            }
        }

        fn counts(&mut self) {
            comment!("What it would have cost in line: a bubble and its words, less the instruction itself.");
            let closes: Bit = self.table.rd.val().get_bit(LAST_BIT.index());
            let length: Bits<9> = bit_cast::<9, 8>(self.table.rd.val().get_bits::<8>(24));
            drive!(self: replaced = waits3.q, entered = enters3.q);
            self.dropped.d.next = self.waits3.q.val() & !self.enters3.q.val();
            self.cycles.d.next = 0.into();
            if self.waits3.q.val() {
                self.cycles.d.next = length;
                if closes | self.end3.q.val() {
                    self.cycles.d.next = length + 1;
                }
            }
            self.runs.d.next = self.waits3.q.val() & self.end3.q.val() & !closes;
            self.raise.next = bit_cast::<4, 1>(self.runs.q.val().into()) << 2;
            drive!(step: replaced = replaced.q, word = entered.q, cycles = cycles.q, dropped = dropped.q);
        }

        fn room(&mut self) {
            comment!("Room is for what is not full when the instruction is done with.");
            let gone: Bit = self.offered.q.val() & self.last.q.val() & self.ev_ready.val();
            if enters & !gone {
                self.waiting.d.next = self.waiting.q.val() + 1;
            }
            if !enters & gone {
                self.waiting.d.next = self.waiting.q.val() - 1;
            }
        }

        fn offers(&mut self) {
            comment!("A word of the oldest event.");
            let fetch: Bit = self.stored.q.val().any() & (!self.offered.q.val() | self.ev_ready.val());
            let ending: Bit = self.at.q.val() == LAST_WORD;
            let event: Bits<EVENT> = self.queue.rd.val();
            let piece: Bits<32> = bit_cast::<32, 16>(event.get_bits::<16>(146));
            match self.at.q.val().index() {
                0 => {
                    piece = bit_cast::<32, 8>(event.get_bits::<8>(168))
                        | (bit_cast::<32, 6>(event.get_bits::<6>(162)) << 8)
                        | (bit_cast::<32, 2>(event.get_bits::<2>(144)) << 14)
                        | (bit_cast::<32, 16>(event.get_bits::<16>(128)) << 16);
                }
                1 => piece = event.get_bits::<32>(0),
                2 => piece = event.get_bits::<32>(32),
                3 => piece = event.get_bits::<32>(64),
                4 => piece = event.get_bits::<32>(96),
                _ => {}
            }
            if fetch {
                drive!(self: shown = piece);
                self.last.d.next = ending;
                self.at.d.next = self.at.q.val() + 1;
                if ending {
                    self.at.d.next = 0.into();
                    self.front.d.next = self.front.q.val() + 1;
                }
            }
            let leaves: Bit = fetch & ending;
            if self.enters3.q.val() & !leaves {
                self.stored.d.next = self.stored.q.val() + 1;
            }
            if !self.enters3.q.val() & leaves {
                self.stored.d.next = self.stored.q.val() - 1;
            }
            self.offered.d.next = fetch | (self.offered.q.val() & !self.ev_ready.val());
            drive!(self: ev_valid = offered.q, ev_data = shown.q, ev_last = last.q);
        }
    }
}
