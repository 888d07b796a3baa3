//! The accumulators (docs/reference/phase.md, P2).
use super::ports::{BUCKET, ClosedRx, CountRx, INDEX, SUM};
use crate::hw::lib::{OutRegRam, Reg};
use rust_hdl::prelude::*;

/// A bucket, whether it is over, and whether it holds something.
const WORD: usize = SUM + 1;

#[treetap_hdl::unit]
mod buckets {
    //! The buckets of two intervals, the one that goes on and the one that is judged; an instruction per cycle.

    /// Adds the instructions since the last change of control to the bucket of this one, an instruction per cycle. A
    /// bucket is read, and written five cycles after the instruction came; those that come in between for the same
    /// bucket get the sum as it is made. A bucket over its largest number has a bit that says so and stays, and the
    /// rest of it means nothing then, so that no sum waits for its carry. The longest path is from the sum before
    /// through the adder.
    #[clocked(reset)]
    pub struct Buckets {
        #[group("an instruction that counts")]
        pub count: CountRx,
        /// Instructions since the last change of control are forgotten.
        #[group("clearing: what is not in a bucket yet is forgotten")]
        pub clearing: Signal<In, Bit>,
        #[group("a bucket of the interval that has ended")]
        pub closed: ClosedRx,
        halves: [OutRegRam<WORD, INDEX>; 2],
        run: Reg<Bits<BUCKET>>,
        full: Reg<Bit>,
        // the instruction one to three cycles after it came; then the sum; then the sum in the bucket
        valid2: Reg<Bit>,
        #[also(bank2)]
        control2: Reg<Bit>,
        index2: Reg<Bits<INDEX>>,
        #[also(bank3)]
        hit3: Reg<Bit>,
        index3: Reg<Bits<INDEX>>,
        amount3: Reg<Bits<BUCKET>>,
        #[also(bank4)]
        hit4: Reg<Bit>,
        index4: Reg<Bits<INDEX>>,
        amount4: Reg<Bits<BUCKET>>,
        #[also(bank5)]
        hit5: Reg<Bit>,
        index5: Reg<Bits<INDEX>>,
        sum5: Reg<Bits<SUM>>,
        #[also(bank6)]
        hit6: Reg<Bit>,
        index6: Reg<Bits<INDEX>>,
        sum6: Reg<Bits<SUM>>,
        // the one before, or two before, is of the same bucket; the memory has its sum; sum of three or four before
        #[also(next4)]
        next3: Reg<Bit>,
        two3: Reg<Bit>,
        own3: Reg<Bit>,
        older3: Reg<Bits<SUM>>,
        // the bucket, if the one before is of another
        base4: Reg<Bits<SUM>>,
        // a sum goes into this half; a bucket of it is emptied
        writes: [Signal<Local, Bit>; 2],
        wipes: [Signal<Local, Bit>; 2],
    }

    impl Buckets {
        fn update(&mut self) {
            const LAST_BUT_ONE: Bits<BUCKET> = (1 << BUCKET) - 2;
            const HOLDS_BIT: Bits<5> = SUM as u64;
            const OVER: Bits<SUM> = 1 << BUCKET;
            const HOLDS: Bits<WORD> = 1 << SUM;

            self.read();
            self.runs();
            self.choose();
            self.add();
            self.write();
            if self.reset.val() {
                zero!(self: valid2, hit3, hit4, hit5, hit6);
            }
        }

        fn read(&mut self) {
            comment!("The half that an instruction does not read is read for the interval that has ended.");
            self.halves[0].ra.next = self.count.index.val();
            self.halves[1].ra.next = self.count.index.val();
            if self.count.bank.val() {
                self.halves[0].ra.next = self.closed.index.val();
            } else {
                self.halves[1].ra.next = self.closed.index.val();
            }
            self.valid2.d.next = self.count.valid.val();
            drive!(self: control2 = count.control, bank2 = count.bank, index2 = count.index);
            comment!("A bucket that was not written in this interval holds nothing.");
            let ended: Bits<WORD> = self.halves[0].rd.val();
            if self.closed.bank.val() {
                ended = self.halves[1].rd.val();
            }
            self.closed.word.next = 0.into();
            if ended.get_bit(HOLDS_BIT.index()) {
                self.closed.word.next = ended.get_bits::<SUM>(0);
            }
        }

        fn runs(&mut self) {
            comment!(
                "Instructions since the last change of control, this one included; they stay at the largest number."
            );
            let since: Bits<BUCKET> = self.run.q.val() + bit_cast::<BUCKET, 1>((!self.full.q.val()).into());
            self.amount3.d.next = since;
            if self.valid2.q.val() {
                self.run.d.next = since;
                self.full.d.next = self.full.q.val() | (self.run.q.val() == LAST_BUT_ONE);
            }
            if (self.valid2.q.val() & self.control2.q.val()) | self.clearing.val() | self.reset.val() {
                self.run.d.next = 0.into();
                self.full.d.next = false;
            }
            self.hit3.d.next = self.valid2.q.val() & self.control2.q.val();
            drive!(self: bank3 = bank2.q, index3 = index2.q);
        }

        fn choose(&mut self) {
            comment!("Which of the four before it, whose sums the memory cannot have given, has the same bucket.");
            let one: Bit = self.hit3.q.val()
                & (self.bank3.q.val() == self.bank2.q.val())
                & (self.index3.q.val() == self.index2.q.val());
            let two: Bit = self.hit4.q.val()
                & (self.bank4.q.val() == self.bank2.q.val())
                & (self.index4.q.val() == self.index2.q.val());
            let three: Bit = self.hit5.q.val()
                & (self.bank5.q.val() == self.bank2.q.val())
                & (self.index5.q.val() == self.index2.q.val());
            let four: Bit = self.hit6.q.val()
                & (self.bank6.q.val() == self.bank2.q.val())
                & (self.index6.q.val() == self.index2.q.val());
            self.next3.d.next = one;
            self.two3.d.next = two & !one;
            self.own3.d.next = !one & !two & !three & !four;
            self.older3.d.next = self.sum6.q.val();
            if three {
                self.older3.d.next = self.sum5.q.val();
            }
            if one | two | (!three & !four) {
                self.older3.d.next = 0.into();
            }
            let own: Bits<WORD> = self.halves[0].rd.val();
            if self.bank3.q.val() {
                own = self.halves[1].rd.val();
            }
            let base: Bits<SUM> = self.older3.q.val();
            if self.own3.q.val() & own.get_bit(HOLDS_BIT.index()) {
                base = base | own.get_bits::<SUM>(0);
            }
            if self.two3.q.val() {
                base = base | self.sum5.q.val();
            }
            self.base4.d.next = base;
            drive!(self: hit4 = hit3.q, bank4 = bank3.q, index4 = index3.q, amount4 = amount3.q, next4 = next3.q);
        }

        fn add(&mut self) {
            let before: Bits<SUM> = self.base4.q.val();
            if self.next4.q.val() {
                before = before | self.sum5.q.val();
            }
            let sum: Bits<SUM> =
                bit_cast::<SUM, BUCKET>(before.get_bits::<BUCKET>(0)) + bit_cast::<SUM, BUCKET>(self.amount4.q.val());
            comment!("A bucket that is over stays so.");
            self.sum5.d.next = sum | (before & OVER);
            drive!(self: hit5 = hit4.q, bank5 = bank4.q, index5 = index4.q);
            drive!(self: hit6 = hit5.q, bank6 = bank5.q, index6 = index5.q, sum6 = sum5.q);
        }

        fn write(&mut self) {
            self.writes[0].next = self.hit5.q.val() & !self.bank5.q.val();
            self.writes[1].next = self.hit5.q.val() & self.bank5.q.val();
            self.wipes[0].next = self.closed.both.val() | (self.closed.wipe.val() & !self.closed.bank.val());
            self.wipes[1].next = self.closed.both.val() | (self.closed.wipe.val() & self.closed.bank.val());
            for i in 0..2 {
                self.halves[i].we.next = self.writes[i].val();
                self.halves[i].wa.next = self.index5.q.val();
                self.halves[i].wd.next = bit_cast::<WORD, SUM>(self.sum5.q.val()) | HOLDS;
                if self.wipes[i].val() {
                    self.halves[i].we.next = true;
                    self.halves[i].wa.next = self.closed.index.val();
                    self.halves[i].wd.next = bit_cast::<WORD, SUM>(self.sum5.q.val());
                }
            }
        }
    }
}
