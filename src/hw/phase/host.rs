//! The registers of the phase tracker (docs/reference/phase.md, P12).
use super::intake::{LATE_BITS, LOST_BITS};
use super::ports::{HALF, PeekTx};
use crate::hw::bundles::BusRx;
use crate::hw::lib::Reg;
use crate::spec::phase::Build;
use crate::spec::phase::regs::{self, ADDRESS_BITS};
use rust_hdl::prelude::*;

const ADDRESS: usize = ADDRESS_BITS as usize;
/// Bits of the number of a word.
const WORD: usize = ADDRESS - 2;

/// What the places of half words in the memories take for granted.
const _: () = {
    assert!(regs::IV.offset == 4 * 7 && regs::CUR_ID.offset == 4 * 8 && regs::SAMPLE_DISC.offset == 4 * 13);
    assert!(regs::PHASE.offset == 4 * 64 && regs::SIGNATURE.offset == 4 * 256);
};

crate::spec::phase::regs::each_phase_register! {
    treetap_hdl::registers {
        //! Which register a word is, and the fields that are kept in flip-flops.
        pub mod phase_bank, struct PhaseBank of Reg, crate::spec::phase::regs,
        at(CTRL, LEN, THR, K, STATUS);
    }
}

#[treetap_hdl::unit]
mod host {
    //! The registers: one request after the other, between the end of one interval's judgement and the next interval's
    //! end.

    /// Answers one request after the other, in seven cycles, of which the first one keeps the address. Every one but
    /// those to STATUS waits until no interval is judged, so that what is written holds for whole intervals.
    #[clocked(reset)]
    #[given(build: Build)]
    pub struct Host {
        #[group("requests, held until bus_ready")]
        #[only(valid, we, addr, wdata, ready, rdata)]
        pub bus: BusRx<ADDRESS>,
        #[group("switches and numbers that a host decides")]
        #[except(irq, hold)]
        pub cfg: PhaseBankCfgTx,
        /// Everything is forgotten.
        #[group("set: what a host starts")]
        pub set_clr: Signal<Out, Bit>,
        /// The interval that goes on is armed, or not.
        pub set_sample_next: Signal<Out, Bit>,
        /// The generator goes on from the word.
        pub set_seed: Signal<Out, Bit>,
        /// The word written.
        pub set_data: Signal<Out, Bits<32>>,
        /// It is 0.
        pub set_none: Signal<Out, Bit>,
        #[group("what the memories hold")]
        pub peek: PeekTx,
        /// State of the random generator.
        #[group("what other parts know")]
        pub stat_seed: Signal<In, Bits<32>>,
        /// Instructions that were taken while the last interval was judged.
        pub stat_late_insns: Signal<In, Bits<LATE_BITS>>,
        /// Instructions that were lost.
        pub stat_lost: Signal<In, Bits<LOST_BITS>>,
        /// An instruction waits for an interval to be judged.
        #[group("what happens")]
        pub raise_late: Signal<In, Bit>,
        /// A phase has a number that another one has.
        pub raise_id_sat: Signal<In, Bit>,
        /// The log had no room.
        pub raise_log_ovf: Signal<In, Bit>,
        /// An interval has been judged.
        #[group("judging judged clearing: an interval is judged, has been; the memories are cleared")]
        pub judged: Signal<In, Bit>,
        /// An interval is judged.
        pub judging: Signal<In, Bit>,
        /// The memories are cleared.
        pub clearing: Signal<In, Bit>,
        /// An interval has ended since the host looked, and CTRL.HOLD asks to wait for that.
        #[group("rec_wait: no instruction is to be taken until the host has looked")]
        pub rec_wait: Signal<Out, Bit>,
        /// An interval has ended since the host looked, if CTRL.IRQ asks for that.
        #[group("irq: an interval has ended, if CTRL.IRQ asks for that")]
        pub irq: Signal<Out, Bit>,
        // a request is there, and the number of its word
        asked: Reg<Bit>,
        place: Reg<Bits<WORD>>,
        turn: Reg<Bits<3>>,
        ended: Reg<Bit>,
        #[also(none, stored)]
        refuses: Reg<Bit>,
        #[also(arms, seeds, looked)]
        clears: Reg<Bit>,
        #[also(before)]
        low: Reg<Bits<16>>,
        high: Reg<Bits<16>>,
        #[given(regs::built(&build))]
        bank: PhaseBank<WORD, 1, 0>,
    }

    impl Host {
        fn update(&mut self) {
            const ANSWER: Bits<3> = 5;
            const LAST_BUT_ONE: Bits<3> = 4;

            self.requests();
            self.reading();
            self.writing();
            self.happened();
            if self.reset.val() {
                zero!(self: asked, turn, ended, clears, arms, seeds, looked);
            }
        }

        fn requests(&mut self) {
            self.place.d.next = self.bus.addr.val().get_bits::<WORD>(2);
            self.bank.word.next = self.place.q.val();
            self.bank.data.next = self.bus.wdata.val();
            self.peek.valid.next = self.turn.q.val().any();
            let answers: Bit = self.turn.q.val() == ANSWER;
            self.asked.d.next = self.bus.valid.val() & !answers;
            if self.turn.q.val().any() | (self.asked.q.val() & (self.peek.open.val() | self.bank.at.status.val())) {
                self.turn.d.next = self.turn.q.val() + 1;
            }
            if answers {
                self.turn.d.next = 0.into();
            }
            self.bus.ready.next = answers;
            self.bus.rdata.next = bit_cast::<32, 16>(self.low.q.val()) | (bit_cast::<32, 16>(self.high.q.val()) << 16);
        }

        fn reading(&mut self) {
            let word: Bits<WORD> = self.place.q.val();
            comment!(
                "Signatures, phase table, and pairs of half words under the low bits of their registers' numbers."
            );
            let second: Bit = self.turn.q.val().get_bit(0);
            let shadow: Bit = word.get_bit(8);
            let table: Bit = word.get_bit(6) & !shadow;
            let counter: Bit = (word.get_bits::<5>(4) == 0)
                & (word.get_bits::<4>(0).get_bit(3) ^ word.get_bits::<3>(0).all())
                & !(word.get_bits::<3>(1).all());
            self.peek.signature.next = shadow;
            let half_place: Bits<HALF> = (bit_cast::<HALF, 3>(word.get_bits::<3>(0)) << 1) | 0xf0;
            if table {
                half_place = bit_cast::<HALF, 5>(word.get_bits::<5>(0)) | 0xa0;
                if second {
                    half_place = bit_cast::<HALF, 5>(word.get_bits::<5>(0)) | 0xc0;
                }
            } else {
                if shadow {
                    half_place = bit_cast::<HALF, 8>(word.get_bits::<8>(0)) << 1;
                }
                if second {
                    half_place = half_place | 1;
                }
            }
            self.peek.place.next = half_place;
            drive!(bank.stat: seed = stat_seed, late_insns = stat_late_insns, lost = stat_lost, interval = ended.q);
            self.bank.stat.busy.next = self.judging.val() | self.clearing.val();
            let half: Bits<16> = self.peek.word.val();
            if shadow {
                half = !self.peek.element.val();
            }
            comment!("Where the memories answer, the bank says 0.");
            self.stored.d.next = self.bank.reads.val() & (shadow | table | counter);
            if !self.stored.q.val() {
                half = 0.into();
            }
            comment!(
                "The high half is there three cycles after it was asked for, and in that cycle the low half, which was \
                 there a cycle before."
            );
            self.before.d.next = half;
            if !second {
                self.low.d.next = self.before.q.val() | self.bank.value.val().get_bits::<16>(0);
            }
            self.high.d.next = half | self.bank.value.val().get_bits::<16>(16);
        }

        fn writing(&mut self) {
            comment!("What is out of range changes nothing. The word is there long before it is obeyed.");
            let data: Bits<32> = self.bus.wdata.val();
            let long: Bit = data.get_bits::<8>(24).any();
            let middle: Bit = data.get_bits::<11>(13).any();
            let wide: Bit = long | middle;
            let short: Bit = !data.get_bits::<8>(0).any();
            let refused: Bit = (self.bank.at.len.val() & (long | !(middle | data.get_bits::<4>(9).any())))
                | (self.bank.at.thr.val() & wide)
                | (self.bank.at.k.val() & (wide | data.get_bits::<5>(8).any() | short));
            self.none.d.next = !wide & !data.get_bits::<5>(8).any() & short;
            self.refuses.d.next = refused;
            let acts: Bit = self.bus.valid.val() & (self.turn.q.val() == LAST_BUT_ONE);
            let obeyed: Bit = acts & self.bus.we.val() & !self.refuses.q.val();
            self.bank.write.next = obeyed;
            comment!("What it starts begins with the answer.");
            drive!(self: arms = bank.set.sample_next, seeds = bank.set.seed, set_sample_next = arms.q,
                set_seed = seeds.q, set_clr = clears.q);
            self.set_data.next = self.bus.wdata.val();
            drive!(self: set_none = none.q);
            link!(self.cfg, self.bank.cfg);
            self.clears.d.next = self.bank.set.clr.val() & !self.bank.cfg.trk.val();
            self.bank.raise.bad_cfg.next =
                (acts & self.bus.we.val() & self.refuses.q.val()) | (self.bank.set.clr.val() & self.bank.cfg.trk.val());
            let allowed: Bit = self.bank.reads.val();
            if self.bus.we.val() {
                allowed = self.bank.writes.val();
            }
            self.bank.raise.badaddr.next = acts & !allowed;
        }

        fn happened(&mut self) {
            drive!(bank.raise: late = raise_late, id_sat = raise_id_sat, log_ovf = raise_log_ovf);
            if self.judged.val() {
                self.ended.d.next = true;
            }
            self.looked.d.next = obeyed & self.bank.at.status.val() & self.bus.wdata.val().get_bit(5);
            if self.looked.q.val() {
                self.ended.d.next = false;
            }
            self.irq.next = self.ended.q.val() & self.bank.cfg.irq.val();
            self.rec_wait.next = self.ended.q.val() & self.bank.cfg.hold.val();
        }
    }
}
