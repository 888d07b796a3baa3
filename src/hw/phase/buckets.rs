//! The accumulators (docs/reference/phase.md, P2).
use super::ports::{ClosedRx, CountRx, EXACT, PLACE, SUM, TURN};
use crate::hw::lib::{OutRegRam, Reg};
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod buckets {
    //! The buckets of two intervals, the one that goes on and the one that is judged; an instruction per cycle.

    /// Adds the instructions since the last change of control to the bucket of this one, an instruction per cycle. A
    /// sum is read, and written three cycles after the instruction came; a bucket has four of them, and cycles take
    /// turns, so that none is read before it was written. Who empties the bucket adds them. A sum that is too large
    /// has a bit that says so and stays, and the rest of it means nothing then. Each half has an adder, so that no
    /// choice lies on the longest path, from the memory through the adder.
    #[clocked(reset)]
    pub struct Buckets {
        #[group("an instruction that counts")]
        pub count: CountRx,
        /// Instructions since the last change of control are forgotten.
        #[group("clearing: what is not in a bucket yet is forgotten")]
        pub clearing: Signal<In, Bit>,
        #[group("a sum of a bucket of the interval that has ended")]
        pub closed: ClosedRx,
        halves: [OutRegRam<SUM, PLACE>; 2],
        run: Reg<Bits<SUM>>,
        turn: Reg<Bits<TURN>>,
        // the instruction one and two cycles after it came; then the sum
        valid2: Reg<Bit>,
        #[also(bank2)]
        control2: Reg<Bit>,
        place2: Reg<Bits<PLACE>>,
        #[also(bank3)]
        hit3: Reg<Bit>,
        place3: Reg<Bits<PLACE>>,
        amount3: Reg<Bits<SUM>>,
        // it goes into this half; it was too large before
        #[also(hits1, over0, over1)]
        hits0: Reg<Bit>,
        place4: Reg<Bits<PLACE>>,
        #[also(sum1)]
        sum0: Reg<Bits<SUM>>,
        // a sum of this half is emptied; which one
        #[also(wipes1)]
        wipes0: Reg<Bit>,
        emptied: Reg<Bits<PLACE>>,
        // a sum that was read
        word: Reg<Bits<SUM>>,
    }

    impl Buckets {
        fn update(&mut self) {
            const OVER_BIT: Bits<5> = EXACT as u64;
            const OVER: Bits<SUM> = 1 << EXACT;

            self.read();
            self.runs();
            self.add();
            self.write();
            if self.reset.val() {
                zero!(self: valid2, hit3, hits0, hits1);
            }
        }

        fn read(&mut self) {
            comment!("The half that an instruction does not read is read for the interval that has ended.");
            self.turn.d.next = self.turn.q.val() + 1;
            let place: Bits<PLACE> =
                (bit_cast::<PLACE, 5>(self.count.index.val()) << 2) | bit_cast::<PLACE, TURN>(self.turn.q.val());
            self.halves[0].ra.next = place;
            self.halves[1].ra.next = place;
            if self.count.bank.val() {
                self.halves[0].ra.next = self.closed.place.val();
            } else {
                self.halves[1].ra.next = self.closed.place.val();
            }
            self.valid2.d.next = self.count.valid.val();
            self.place2.d.next = place;
            drive!(self: control2 = count.control, bank2 = count.bank);
            let ended: Bits<SUM> = self.halves[0].rd.val();
            if self.closed.bank.val() {
                ended = self.halves[1].rd.val();
            }
            self.word.d.next = ended;
            drive!(closed: word = word.q);
        }

        fn runs(&mut self) {
            comment!("Instructions since the last change of control, this one included, until they are too many.");
            let goes: Bit = !self.run.q.val().get_bit(OVER_BIT.index());
            let since: Bits<SUM> = self.run.q.val() + bit_cast::<SUM, 1>(goes.into());
            self.amount3.d.next = since;
            if self.valid2.q.val() {
                self.run.d.next = since;
            }
            if (self.valid2.q.val() & self.control2.q.val()) | self.clearing.val() | self.reset.val() {
                self.run.d.next = 0.into();
            }
            self.hit3.d.next = self.valid2.q.val() & self.control2.q.val();
            drive!(self: bank3 = bank2.q, place3 = place2.q);
        }

        fn add(&mut self) {
            let older0: Bits<EXACT> = self.halves[0].rd.val().get_bits::<EXACT>(0);
            let older1: Bits<EXACT> = self.halves[1].rd.val().get_bits::<EXACT>(0);
            comment!("A sum goes into its half; there is 0 for the other one, which may be emptied meanwhile.");
            self.hits0.d.next = self.hit3.q.val() & !self.bank3.q.val();
            self.hits1.d.next = self.hit3.q.val() & self.bank3.q.val();
            drive!(self: place4 = place3.q);
            self.sum0.d.next = bit_cast::<SUM, EXACT>(older0) + self.amount3.q.val();
            self.sum1.d.next = bit_cast::<SUM, EXACT>(older1) + self.amount3.q.val();
            self.over0.d.next = self.halves[0].rd.val().get_bit(OVER_BIT.index());
            self.over1.d.next = self.halves[1].rd.val().get_bit(OVER_BIT.index());
            if !(self.hit3.q.val() & !self.bank3.q.val()) {
                zero!(self: sum0, over0);
            }
            if !(self.hit3.q.val() & self.bank3.q.val()) {
                zero!(self: sum1, over1);
            }
        }

        fn write(&mut self) {
            comment!("A sum that is too large stays so. What was read for the interval that has ended is emptied.");
            self.emptied.d.next = self.closed.place.val();
            self.wipes0.d.next = self.closed.take.val() & (self.closed.both.val() | !self.closed.bank.val());
            self.wipes1.d.next = self.closed.take.val() & (self.closed.both.val() | self.closed.bank.val());
            for i in 0..2 {
                self.halves[i].wa.next = self.place4.q.val();
            }
            self.halves[0].wd.next = self.sum0.q.val();
            self.halves[1].wd.next = self.sum1.q.val();
            if self.over0.q.val() {
                self.halves[0].wd.next = self.sum0.q.val() | OVER;
            }
            if self.over1.q.val() {
                self.halves[1].wd.next = self.sum1.q.val() | OVER;
            }
            self.halves[0].we.next = self.hits0.q.val() | self.wipes0.q.val();
            self.halves[1].we.next = self.hits1.q.val() | self.wipes1.q.val();
            if self.wipes0.q.val() {
                self.halves[0].wa.next = self.emptied.q.val();
            }
            if self.wipes1.q.val() {
                self.halves[1].wa.next = self.emptied.q.val();
            }
        }
    }
}
