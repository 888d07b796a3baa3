//! The burst sampler (docs/reference/burst.md).
use super::tally::{TALLY_BITS, Tally};
use crate::hw::lib::Reg;
use crate::spec::burst::{LFSR_TAPS, Mode, PERIOD_BITS, RANDOM_BITS};
use rust_hdl::prelude::*;

const PERIOD: usize = PERIOD_BITS as usize;
const RANDOM: usize = RANDOM_BITS as usize;
/// Bits of a chance: certainty has one more than the random number.
const CHANCE: usize = RANDOM + 1;

/// Counters of a sampler.
pub const STATISTICS: usize = 6;

#[treetap_hdl::unit]
mod burst {
    //! Which events count: none, all, those of a burst, every n-th, a random share.
    //! docs/reference/burst.md has the rules.

    /// Decides, record by record, which events count; never stalls. `CHECKS` is 1 with the modes of checks and
    /// intervals, else 0; `STATS` is [`STATISTICS`] with the counters, 0 without.
    ///
    /// With `D` 1 it is built for a fast clock: what is written counts from a cycle later on, and numbers and counters
    /// are there a cycle later.
    ///
    /// `burst_take` is right in the cycle of the record: `burst_ev` where the mode takes the event. `set_*` tell that a
    /// register was written whose value is on `cfg_*` or `set_data`.
    /// Without checks, and not for a fast clock, only a chance and a seed that are written count from a cycle later on.
    #[clocked(reset)]
    #[derived(AHEAD = (1 - CHECKS) * (1 - D), ENDS = (1 - CHECKS) * (1 - D) + D)]
    pub struct Burst<
        #[range(0..=1)] const CHECKS: usize,
        #[range(0..=STATISTICS, step = STATISTICS)] const STATS: usize,
        #[range(0..=1)] const D: usize,
    > {
        /// A record in this cycle.
        #[group(
            "a record, whether it is a check, the first of a procedure, an event; whether the event counts; the state \
             of bursts"
        )]
        pub burst_valid: Signal<In, Bit>,
        /// The record did not execute.
        pub burst_trap: Signal<In, Bit>,
        /// The record is a check.
        pub burst_chk: Signal<In, Bit>,
        /// The record is the first of a procedure.
        pub burst_entry: Signal<In, Bit>,
        /// The record is an event.
        pub burst_ev: Signal<In, Bit>,
        /// The event counts.
        pub burst_take: Signal<Out, Bit>,
        /// A burst goes on, before this record.
        pub burst_samp: Signal<Out, Bit>,
        /// A burst begins at the end of this cycle.
        pub burst_start: Signal<Out, Bit>,
        /// How many began before; 0 without `CHECKS`.
        pub burst_id: Signal<Out, Bits<32>>,
        /// Begin a burst (mode external).
        #[group("begin and end a burst from outside; an interval begins")]
        pub ext_on: Signal<In, Bit>,
        /// End it; wins.
        pub ext_off: Signal<In, Bit>,
        /// The next interval begins (mode interval).
        pub ext_tick: Signal<In, Bit>,
        /// Code of the mode.
        #[group("mode, period, chance, checks between and in bursts")]
        pub cfg_burst_mode: Signal<In, Bits<3>>,
        /// One event of so many.
        pub cfg_period: Signal<In, Bits<PERIOD>>,
        /// An event in so many of 65536 cases.
        pub cfg_pthr: Signal<In, Bits<CHANCE>>,
        /// Checks between bursts.
        pub cfg_ncheck0: Signal<In, Bits<PERIOD>>,
        /// Checks in a burst.
        pub cfg_ninstr0: Signal<In, Bits<PERIOD>>,
        /// The first record of a procedure is judged by the state after its check.
        pub cfg_entry_post: Signal<In, Bit>,
        /// Intervals by chance instead of by period.
        pub cfg_by_chance: Signal<In, Bit>,
        /// The mode was written: begin anew.
        #[group("mode or seed was written")]
        pub set_burst: Signal<In, Bit>,
        /// The seed was written.
        pub set_seed: Signal<In, Bit>,
        /// The seed.
        pub set_data: Signal<In, Bits<32>>,
        /// Which counter: N_CHK, N_EV, N_TAKEN, N_SEG_CHK, N_SEG_INS, BURSTS.
        #[group("one of the counters")]
        pub stat_which: Signal<In, Bits<3>>,
        /// Value of the counter, 0 for a number without one.
        pub stat_count: Signal<Out, Bits<TALLY_BITS>>,
        tallies: [Tally; STATS],
        #[when(CHECKS > 0)]
        number: Reg<Bits<32>>,
        #[when(CHECKS > 0)]
        fresh: Reg<Bit>,
        on: Reg<Bit>,
        left: Reg<Bits<PERIOD>>,
        #[init(1)]
        lfsr: Reg<Bits<32>>,
        // what the next event or interval of a random mode finds if the generator stayed and if it stepped, and whether
        // it stepped; a seed on its way
        #[when(D > 0)]
        #[also(step_hits, stepped_on)]
        stay_hits: Reg<Bit>,
        #[when(D > 0)]
        seeding: Reg<Bit>,
        #[when(D > 0)]
        seed: Reg<Bits<32>>,
        // what the next event of the random mode finds; a seed was written in the cycle before
        #[when(AHEAD > 0)]
        #[also(sown)]
        hits: Reg<Bit>,
        // of what is left: it is 0 or 1; it is not 0
        #[when(ENDS > 0)]
        #[init(true)]
        at_end: Reg<Bit>,
        #[when(D > 0)]
        some: Reg<Bit>,
        // what was written, a cycle later: that it was, the mode, and what is left after a rest and after a burst, with
        // whether that is 1 at most and whether it is anything
        #[when(D > 0)]
        #[also(is_external, is_always, is_periodic, is_chance, is_post, is_by_chance)]
        restarts: Reg<Bit>,
        #[when(D > 0)]
        #[also(is_interval)]
        by_checks: Reg<Bit>,
        #[when(D > 0)]
        #[also(next_burst)]
        next_rest: Reg<Bits<PERIOD>>,
        #[when(D > 0)]
        #[also(burst_ends, rest_counts, burst_counts)]
        rest_ends: Reg<Bit>,
        // what is counted a cycle later
        #[when(D > 0)]
        begun: Reg<Bit>,
        #[when(D > 0)]
        cleared: Reg<Bit>,
        #[when(D > 0)]
        stepped: Reg<Bits<STATISTICS>>,
    }

    impl Burst {
        fn update(&mut self) {
            const ALWAYS_MODE: Bits<3> = Mode::Always.code().into();
            const EXTERNAL_MODE: Bits<3> = Mode::External.code().into();
            const PERIODIC_MODE: Bits<3> = Mode::Periodic.code().into();
            const RANDOM_MODE: Bits<3> = Mode::Random.code().into();
            const ARNOLD_MODE: Bits<3> = Mode::ArnoldRyder.code().into();
            const BURSTY_MODE: Bits<3> = Mode::Bursty.code().into();
            const INTERVAL_MODE: Bits<3> = Mode::Interval.code().into();
            const TAPS: Bits<32> = LFSR_TAPS.into();
            const MINUS_ONE: Bits<PERIOD> = u64::MAX >> (64 - PERIOD);

            let event: Bit = self.burst_valid.val() & self.burst_ev.val() & !self.burst_trap.val();
            let check: Bit = self.burst_valid.val() & self.burst_chk.val() & !self.burst_trap.val();
            comment!("What the host wrote.");
            let set: Bit = self.set_burst.val();
            let always: Bit = self.cfg_burst_mode.val() == ALWAYS_MODE;
            let external: Bit = self.cfg_burst_mode.val() == EXTERNAL_MODE;
            let periodic: Bit = self.cfg_burst_mode.val() == PERIODIC_MODE;
            let chance: Bit = self.cfg_burst_mode.val() == RANDOM_MODE;
            let arnold: Bit = false;
            let bursty: Bit = false;
            let interval: Bit = false;
            if CHECKS > 0 {
                arnold = self.cfg_burst_mode.val() == ARNOLD_MODE;
                bursty = self.cfg_burst_mode.val() == BURSTY_MODE;
                interval = self.cfg_burst_mode.val() == INTERVAL_MODE;
            }
            let of_checks: Bit = arnold | bursty;
            let by_chance: Bit = self.cfg_by_chance.val();
            let entry_post: Bit = self.cfg_entry_post.val();
            self.numbers();
            if D > 0 {
                self.restarts.d.next = set & !self.reset.val();
                self.is_always.d.next = always;
                self.is_external.d.next = external;
                self.is_periodic.d.next = periodic;
                self.is_chance.d.next = chance;
                self.by_checks.d.next = of_checks;
                self.is_interval.d.next = interval;
                drive!(self: is_by_chance = cfg_by_chance, is_post = cfg_entry_post);
                set = self.restarts.q.val();
                always = self.is_always.q.val();
                external = self.is_external.q.val();
                periodic = self.is_periodic.q.val();
                chance = self.is_chance.q.val();
                of_checks = self.by_checks.q.val();
                interval = self.is_interval.q.val();
                by_chance = self.is_by_chance.q.val();
                entry_post = self.is_post.q.val();
            }

            comment!("What is left until something happens: events, intervals or checks.");
            let due: Bit = false;
            if ENDS > 0 {
                due = self.at_end.q.val();
            } else {
                due = (self.left.q.val() & !1) == 0;
            }
            let counts: Bit = event & periodic;
            let draws: Bit = event & chance;
            let turns: Bit = false;
            let begin: Bit = false;
            if CHECKS > 0 {
                comment!("The first interval begins in the cycle after the mode was written.");
                self.fresh.d.next = set & !self.reset.val();
                begin = (self.fresh.q.val() | self.ext_tick.val()) & interval;
                counts = (event & periodic) | (begin & !by_chance) | (check & of_checks & self.left.q.val().any());
                draws = (event & chance) | (begin & by_chance);
                turns = check & of_checks & self.left.q.val().any() & due;
                if D > 0 {
                    counts = (event & periodic) | (begin & !by_chance) | (check & of_checks & self.some.q.val());
                    turns = check & of_checks & self.some.q.val() & due;
                }
            }
            comment!("A state that ends gives way to the other one.");
            let rests: Bit = !self.on.q.val() & !set;
            let again: Bits<PERIOD> = 0.into();
            if D > 0 {
                again = self.next_burst.q.val();
                if rests {
                    again = self.next_rest.q.val();
                }
            } else {
                again = after_burst;
                if rests {
                    again = after_rest;
                }
            }
            // Where the sum is not wanted, 0 is added: then one gate of a bit adds, and chooses.
            let renews: Bit = due | set;
            let down: Bits<PERIOD> = MINUS_ONE;
            if renews {
                down = 0.into();
            }
            let fewer: Bits<PERIOD> = self.left.q.val() + down;
            if counts | set {
                self.left.d.next = fewer;
                if renews {
                    self.left.d.next = again;
                }
            }
            if AHEAD > 0 {
                comment!("Whether one is left is known with the number.");
                if counts | set {
                    self.at_end.d.next = self.left.q.val() == 2;
                    if renews {
                        self.at_end.d.next = (again & !1) == 0;
                    }
                }
                if self.reset.val() {
                    self.at_end.d.next = true;
                }
            }
            if D > 0 {
                comment!("Whether one is left, and whether that is the last one, is known with the number.");
                if counts {
                    self.at_end.d.next = self.left.q.val() == 2;
                }
                if (counts & due) | set {
                    drive!(self: at_end = burst_ends.q, some = burst_counts.q);
                    if rests {
                        drive!(self: at_end = rest_ends.q, some = rest_counts.q);
                    }
                }
                if self.reset.val() {
                    self.at_end.d.next = true;
                    self.some.d.next = false;
                }
            }

            self.chance();
            self.bursts();
            self.statistics();
            if self.reset.val() {
                zero!(self: on, left);
                self.lfsr.d.next = 1.into();
            }
        }

        fn numbers(&mut self) {
            comment!(
                "What is left anew: after a rest and after a burst. 0 checks are infinitely many, a period of 0 ends \
                 as one of 1 does."
            );
            let after_rest: Bits<PERIOD> = self.cfg_period.val();
            let after_burst: Bits<PERIOD> = after_rest;
            if arnold | bursty {
                after_rest = self.cfg_ninstr0.val();
                if arnold {
                    after_rest = 1.into();
                }
                after_burst = self.cfg_ncheck0.val();
            }
            if D > 0 {
                comment!("Whether that is 0, or 1 at most, is known with it.");
                self.next_rest.d.next = after_rest;
                self.next_burst.d.next = after_burst;
                self.rest_ends.d.next = (self.cfg_period.val() & !1) == 0;
                self.burst_ends.d.next = (self.cfg_period.val() & !1) == 0;
                self.rest_counts.d.next = true;
                self.burst_counts.d.next = true;
                if arnold | bursty {
                    self.rest_ends.d.next = arnold | ((self.cfg_ninstr0.val() & !1) == 0);
                    self.rest_counts.d.next = arnold | self.cfg_ninstr0.val().any();
                    self.burst_ends.d.next = (self.cfg_ncheck0.val() & !1) == 0;
                    self.burst_counts.d.next = self.cfg_ncheck0.val().any();
                }
            }
        }

        fn chance(&mut self) {
            comment!(
                "Chance: the generator moves with every event or interval of its mode, and the new state decides."
            );
            // Not `lib::Lfsr`: the rules have another polynomial (U4), and the state after the step decides in this
            // cycle.
            let shifted: Bits<32> = self.lfsr.q.val() >> 1;
            if self.lfsr.q.val().get_bit(0) {
                shifted = (self.lfsr.q.val() >> 1) ^ TAPS;
            }
            let random: Bits<CHANCE> = bit_cast::<CHANCE, RANDOM>(shifted.get_bits::<RANDOM>(0));
            let hit: Bit = false;
            let stays: Bits<32> = self.lfsr.q.val();
            let once: Bits<32> = 0.into();
            let twice: Bits<32> = 0.into();
            let moves: Bit = draws;
            if AHEAD > 0 {
                comment!("The event in the cycle after a seed was written has none of it.");
                moves = draws & !self.sown.q.val();
            }
            if moves {
                self.lfsr.d.next = shifted;
            }
            if D > 0 {
                comment!(
                    "What it will decide is known a cycle ahead: for the state that stays, and for the one after a \
                     step."
                );
                hit = self.stay_hits.q.val();
                if self.stepped_on.q.val() {
                    hit = self.step_hits.q.val();
                }
                if self.seeding.q.val() {
                    stays = self.seed.q.val();
                    self.lfsr.d.next = self.seed.q.val();
                }
                once = stays >> 1;
                if stays.get_bit(0) {
                    once = (stays >> 1) ^ TAPS;
                }
                twice = shifted >> 1;
                if shifted.get_bit(0) {
                    twice = (shifted >> 1) ^ TAPS;
                }
                self.stay_hits.d.next = bit_cast::<CHANCE, RANDOM>(once.get_bits::<RANDOM>(0)) < self.cfg_pthr.val();
                self.step_hits.d.next = bit_cast::<CHANCE, RANDOM>(twice.get_bits::<RANDOM>(0)) < self.cfg_pthr.val();
                self.stepped_on.d.next = draws & !self.seeding.q.val();
                self.seeding.d.next = self.set_seed.val() & !self.reset.val();
                self.seed.d.next = self.set_data.val();
                if !self.set_data.val().any() {
                    // Only the lowest bit differs, and only it waits for all the others.
                    self.seed.d.next = self.set_data.val() | 1;
                }
            } else {
                if AHEAD > 0 {
                    comment!("What it will decide is known a cycle ahead.");
                    hit = self.hits.q.val();
                    twice = shifted >> 1;
                    if shifted.get_bit(0) {
                        twice = (shifted >> 1) ^ TAPS;
                    }
                    // Both states are compared, so that no comparison waits for the verdict. Two comparators take the
                    // cells of one and the multiplexer of 16 bits before it.
                    self.hits.d.next = bit_cast::<CHANCE, RANDOM>(shifted.get_bits::<RANDOM>(0)) < self.cfg_pthr.val();
                    if moves {
                        self.hits.d.next =
                            bit_cast::<CHANCE, RANDOM>(twice.get_bits::<RANDOM>(0)) < self.cfg_pthr.val();
                    }
                    self.sown.d.next = self.set_seed.val();
                } else {
                    hit = random < self.cfg_pthr.val();
                }
                if self.set_seed.val() {
                    self.lfsr.d.next = self.set_data.val();
                    if !self.set_data.val().any() {
                        self.lfsr.d.next = 1.into();
                    }
                }
            }
        }

        fn bursts(&mut self) {
            comment!("Bursts. What comes from outside counts from the next cycle on, and off wins.");
            self.burst_samp.next = always | ((external | of_checks | interval) & self.on.q.val());
            comment!("The state after the record's own check, and the one that it is judged by.");
            let checked: Bit = self.burst_samp.val() ^ turns;
            let judged: Bit = self.burst_samp.val();
            if entry_post & self.burst_entry.val() {
                judged = checked;
            }
            let goes_on: Bit = external & !self.ext_off.val() & (self.ext_on.val() | self.on.q.val());
            if CHECKS > 0 {
                if of_checks {
                    goes_on = checked;
                } else if interval {
                    goes_on = self.on.q.val();
                    if begin {
                        goes_on = due;
                        if by_chance {
                            goes_on = hit;
                        }
                    }
                }
            }
            self.on.d.next = goes_on & !set;
            let begins: Bit = goes_on & !set & !self.on.q.val();
            self.burst_start.next = begins;
            self.burst_id.next = 0.into();
            if CHECKS > 0 {
                if D > 0 {
                    self.begun.d.next = begins & !self.reset.val();
                    if self.begun.q.val() {
                        self.number.d.next = self.number.q.val() + 1;
                    }
                } else if begins {
                    self.number.d.next = self.number.q.val() + 1;
                }
                if self.reset.val() {
                    self.number.d.next = 0.into();
                }
                self.burst_id.next = self.number.q.val();
            }

            let take: Bit = event & (judged | (periodic & due) | (chance & hit));
            self.burst_take.next = take;
        }

        fn statistics(&mut self) {
            comment!("Counters, lowest bit first: checks, events, taken, checks outside and inside bursts, bursts.");
            let steps: Bits<STATISTICS> = bit_cast::<STATISTICS, 1>(check.into())
                | (bit_cast::<STATISTICS, 1>(event.into()) << 1)
                | (bit_cast::<STATISTICS, 1>(take.into()) << 2)
                | (bit_cast::<STATISTICS, 1>((check & !checked).into()) << 3)
                | (bit_cast::<STATISTICS, 1>((check & checked).into()) << 4)
                | (bit_cast::<STATISTICS, 1>(begins.into()) << 5);
            if D > 0 {
                self.cleared.d.next = self.reset.val() | set;
                self.stepped.d.next = steps;
            }
            self.stat_count.next = 0.into();
            for i in 0..STATS {
                if D > 0 {
                    self.tallies[i].clear.next = self.cleared.q.val();
                    self.tallies[i].step.next = self.stepped.q.val().get_bit(i);
                } else {
                    self.tallies[i].clear.next = self.reset.val() | set;
                    self.tallies[i].step.next = steps.get_bit(i);
                }
                if self.stat_which.val() == i.to_bits() {
                    self.stat_count.next = self.tallies[i].count.val();
                }
            }
        }
    }
}
