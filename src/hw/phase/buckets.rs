//! The accumulators (docs/reference/phase.md, P2).
use super::ports::{BUCKET, ClosedRx, CountRx, INDEX};
use crate::hw::lib::{OutRegRam, Reg};
use rust_hdl::prelude::*;

/// A bucket and whether it holds something.
const WORD: usize = BUCKET + 1;

#[treetap_hdl::unit]
mod buckets {
    //! The buckets of two intervals, the one that goes on and the one that is judged; an instruction per cycle.

    /// Adds the instructions since the last change of control to the bucket of this one, an instruction per cycle. A
    /// bucket is read, and written four cycles after the instruction came; those that come in between for the same
    /// bucket get the sum as it is made. The longest path is from the sum before through the adder.
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
        // the instruction one cycle and two cycles after it came; then the sum; then the sum in the bucket
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
        sum4: Reg<Bits<BUCKET>>,
        #[also(bank5)]
        hit5: Reg<Bit>,
        index5: Reg<Bits<INDEX>>,
        sum5: Reg<Bits<BUCKET>>,
        // the sum before is that of the same bucket; the memory has it; sum of the bucket two or three before
        next3: Reg<Bit>,
        own3: Reg<Bit>,
        older3: Reg<Bits<BUCKET>>,
        // a sum goes into this half; a bucket of it is emptied
        writes: [Signal<Local, Bit>; 2],
        wipes: [Signal<Local, Bit>; 2],
    }

    impl Buckets {
        fn update(&mut self) {
            const LAST_BUT_ONE: Bits<BUCKET> = (1 << BUCKET) - 2;
            const FULL_BIT: Bits<5> = BUCKET as u64;
            const HOLDS: Bits<WORD> = 1 << BUCKET;

            self.read();
            self.runs();
            self.add();
            self.write();
            if self.reset.val() {
                zero!(self: valid2, hit3, hit4, hit5);
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
            if ended.get_bit(FULL_BIT.index()) {
                self.closed.word.next = ended.get_bits::<BUCKET>(0);
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

        fn add(&mut self) {
            comment!("Which of the three before it, whose sums the memory cannot have given, has the same bucket.");
            let one: Bit = self.hit3.q.val()
                & (self.bank3.q.val() == self.bank2.q.val())
                & (self.index3.q.val() == self.index2.q.val());
            let two: Bit = self.hit4.q.val()
                & (self.bank4.q.val() == self.bank2.q.val())
                & (self.index4.q.val() == self.index2.q.val());
            let three: Bit = self.hit5.q.val()
                & (self.bank5.q.val() == self.bank2.q.val())
                & (self.index5.q.val() == self.index2.q.val());
            self.next3.d.next = one;
            self.own3.d.next = !one & !two & !three;
            self.older3.d.next = self.sum5.q.val();
            if two {
                self.older3.d.next = self.sum4.q.val();
            }
            if one | (!two & !three) {
                self.older3.d.next = 0.into();
            }
            let own: Bits<WORD> = self.halves[0].rd.val();
            if self.bank3.q.val() {
                own = self.halves[1].rd.val();
            }
            let before: Bits<BUCKET> = self.older3.q.val();
            if self.own3.q.val() & own.get_bit(FULL_BIT.index()) {
                before = before | own.get_bits::<BUCKET>(0);
            }
            if self.next3.q.val() {
                before = before | self.sum4.q.val();
            }
            let sum: Bits<WORD> = bit_cast::<WORD, BUCKET>(before) + bit_cast::<WORD, BUCKET>(self.amount3.q.val());
            self.sum4.d.next = sum.get_bits::<BUCKET>(0);
            comment!("A bucket that is full stays so.");
            if sum.get_bit(FULL_BIT.index()) {
                self.sum4.d.next = !bit_cast::<BUCKET, 1>(false.into());
            }
            drive!(self: hit4 = hit3.q, bank4 = bank3.q, index4 = index3.q);
            drive!(self: hit5 = hit4.q, bank5 = bank4.q, index5 = index4.q, sum5 = sum4.q);
        }

        fn write(&mut self) {
            self.writes[0].next = self.hit4.q.val() & !self.bank4.q.val();
            self.writes[1].next = self.hit4.q.val() & self.bank4.q.val();
            self.wipes[0].next = self.closed.both.val() | (self.closed.wipe.val() & !self.closed.bank.val());
            self.wipes[1].next = self.closed.both.val() | (self.closed.wipe.val() & self.closed.bank.val());
            for i in 0..2 {
                self.halves[i].we.next = self.writes[i].val();
                self.halves[i].wa.next = self.index4.q.val();
                self.halves[i].wd.next = bit_cast::<WORD, BUCKET>(self.sum4.q.val()) | HOLDS;
                if self.wipes[i].val() {
                    self.halves[i].we.next = true;
                    self.halves[i].wa.next = self.closed.index.val();
                    self.halves[i].wd.next = bit_cast::<WORD, BUCKET>(self.sum4.q.val());
                }
            }
        }
    }
}
