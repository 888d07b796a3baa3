//! When a burst begins and ends (docs/reference/hotlist.md, V2 to V4).
use super::leap::Leap;
use crate::hw::bundles::RecordRx;
use crate::hw::lib::Reg;
use crate::spec::hotlist::{PERIOD_BITS, SEED};
use rust_hdl::prelude::*;

/// Bits of PERIOD and of masks.
const WIDE: usize = PERIOD_BITS as usize;

/// Where the loop stands.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum Phase {
    /// The least length of a period.
    Wait,
    /// What jitter adds to it.
    More,
    /// What is skipped after it.
    Skip,
    /// A burst.
    Burst,
}

#[treetap_hdl::unit]
mod trigger {
    //! Which records are taken, and which of them are in bursts.

    /// Takes a record per cycle and says in the same cycle whether it is in a burst. The parts of a period are counted
    /// one after the other instead of their sum, so that nothing is added. The longest path is from the count through
    /// its end to the next count.
    #[clocked(reset)]
    pub struct Trigger {
        #[group("a record of the tap")]
        #[only(valid, trap)]
        pub rec: RecordRx<32>,
        /// A record of this cycle is taken.
        #[group("it is taken")]
        pub rec_ready: Signal<Out, Bit>,
        /// The core is held back instead of dropping a tuple.
        #[group("settings")]
        pub cfg_lossless: Signal<In, Bit>,
        /// Least length of a period.
        pub cfg_period: Signal<In, Bits<WIDE>>,
        /// Mask of what is added to it.
        pub cfg_jmask: Signal<In, Bits<WIDE>>,
        /// Mask of what is skipped.
        pub cfg_skmask: Signal<In, Bits<WIDE>>,
        /// Retirements of a burst.
        pub cfg_burst: Signal<In, Bits<8>>,
        /// Retirements are sampled.
        #[group("enabled start: retirements are sampled; a period begins")]
        pub enabled: Signal<In, Bit>,
        /// They are from the next cycle on.
        pub start: Signal<In, Bit>,
        /// There is room for what may be under way.
        #[group("room_queue room_raw: there is room for what may be under way")]
        pub room_queue: Signal<In, Bit>,
        /// There is room for what may be under way.
        pub room_raw: Signal<In, Bit>,
        /// LT goes on from the word.
        #[group("set_lt set_data stat_lt: the generator goes on from the word; its state")]
        pub set_lt: Signal<In, Bit>,
        /// The word; not 0.
        pub set_data: Signal<In, Bits<32>>,
        /// State of LT.
        pub stat_lt: Signal<Out, Bits<32>>,
        /// The record is taken, and executed.
        #[group("executed capture position: the record is taken and no trap; it is in a burst, at this place")]
        pub executed: Signal<Out, Bit>,
        /// The record is in a burst.
        pub capture: Signal<Out, Bit>,
        /// Place in the burst.
        pub position: Signal<Out, Bits<8>>,
        /// A record is taken while retirements are sampled.
        #[group("what is counted")]
        pub step_retired: Signal<Out, Bit>,
        /// A burst begins.
        pub step_trig: Signal<Out, Bit>,
        /// A trap ends a burst.
        pub step_abort: Signal<Out, Bit>,
        phase: Reg<Phase>,
        // the number of the retirement that ends the phase, from 1; what jitter adds to the period; place of the next
        // retirement in its burst
        left: Reg<Bits<32>>,
        jitter: Reg<Bits<WIDE>>,
        place: Reg<Bits<8>>,
        #[init(SEED.into())]
        lt: Reg<Bits<32>>,
        // a period of 0, a burst of at most 1, a mask of skips that is not 0
        #[also(single, skips)]
        never: Reg<Bit>,
        once: Leap<1>,
        twice: Leap<2>,
    }

    impl Trigger {
        fn update(&mut self) {
            self.taken();
            self.ends();
            self.draw();
            self.goes_on();
            if self.reset.val() {
                self.phase.d.next = Phase::Skip;
                self.lt.d.next = SEED_WORD;
                zero!(self: left, place);
            }
        }

        fn taken(&mut self) {
            const SEED_WORD: Bits<32> = SEED.into();

            self.rec_ready.next =
                !(self.enabled.val() & self.cfg_lossless.val()) | (self.room_queue.val() & self.room_raw.val());
            let sampled: Bit = self.rec.valid.val() & self.rec_ready.val() & self.enabled.val();
            let counts: Bit = sampled & !self.rec.trap.val();
            self.executed.next = self.rec.valid.val() & self.rec_ready.val() & !self.rec.trap.val();
            self.never.d.next = !self.cfg_period.val().any();
            self.single.d.next = !self.cfg_burst.val().get_bits::<7>(1).any();
            self.skips.d.next = self.cfg_skmask.val().any();
        }

        fn ends(&mut self) {
            comment!("Where the phase ends, and what that begins.");
            let ends: Bit = counts & (self.left.q.val() == 1);
            let more: Bit = (self.phase.q.val() == Phase::Wait) & self.jitter.q.val().any();
            let waits: Bit = (self.phase.q.val() == Phase::More) | ((self.phase.q.val() == Phase::Wait) & !more);
            let bursts: Bit = self.phase.q.val() == Phase::Burst;
            let skip: Bits<32> = self.lt.q.val() & bit_cast::<32, WIDE>(self.cfg_skmask.val());
            let skipping: Bit = skip.any();
            let begins: Bit = ends & ((waits & !skipping) | (self.phase.q.val() == Phase::Skip));
            let inside: Bit = counts & bursts;
            let aborts: Bit = sampled & self.rec.trap.val() & bursts;
            let over: Bit = (begins & self.single.q.val()) | (ends & bursts) | aborts | self.start.val();
            self.capture.next = begins | inside;
            self.position.next = self.place.q.val();
            if !bursts {
                self.position.next = 0.into();
            }
            self.step_retired.next = sampled;
            self.step_trig.next = begins;
            self.step_abort.next = aborts;
        }

        fn draw(&mut self) {
            comment!("The end of a period uses the generator for the skip, if there is one, and then for a period.");
            self.once.from.next = self.lt.q.val();
            self.twice.from.next = self.lt.q.val();
            let draws: Bit = waits & self.skips.q.val();
            let source: Bits<32> = self.lt.q.val();
            if draws {
                source = self.once.to.val();
            }
            if (draws & ends) | over {
                self.lt.d.next = self.once.to.val();
            }
            if draws & ends & over {
                self.lt.d.next = self.twice.to.val();
            }
            if self.set_lt.val() {
                self.lt.d.next = self.set_data.val();
            }
            self.stat_lt.next = self.lt.q.val();
        }

        fn goes_on(&mut self) {
            if counts {
                self.left.d.next = self.left.q.val() - 1;
                self.place.d.next = self.place.q.val() + 1;
            }
            if ends & more {
                self.phase.d.next = Phase::More;
                self.left.d.next = bit_cast::<32, WIDE>(self.jitter.q.val());
            }
            if ends & waits & skipping {
                self.phase.d.next = Phase::Skip;
                self.left.d.next = skip;
            }
            if begins {
                self.phase.d.next = Phase::Burst;
                self.left.d.next = bit_cast::<32, 8>(self.cfg_burst.val() - 1);
                self.place.d.next = 1.into();
            }
            if over {
                self.phase.d.next = Phase::Wait;
                self.left.d.next =
                    bit_cast::<32, WIDE>(self.cfg_period.val()) | bit_cast::<32, 1>(self.never.q.val().into());
                self.jitter.d.next = source.get_bits::<WIDE>(0) & self.cfg_jmask.val();
            }
            comment!("The first period has no skip before it.");
            if !self.enabled.val() & !self.start.val() {
                self.phase.d.next = Phase::Skip;
            }
        }
    }
}
