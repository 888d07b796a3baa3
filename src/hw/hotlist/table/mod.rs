//! The table and the queue before it (docs/reference/hotlist.md, V8 to V11).
mod raise;
mod search;

use super::ONLY_RAW;
use super::leap::Leap;
use crate::hw::lib::{FastRam, Fifo, Reg};
use crate::spec::hotlist::{COUNT_BITS, INDEX_BITS, QUEUE, SEED, T_MAX};
use rust_hdl::prelude::*;

/// Bits of a count.
const COUNT: usize = COUNT_BITS as usize;
/// Bits of the number of an entry for a host.
pub const INDEX: usize = INDEX_BITS as usize;
/// Bits of `t`, and of the mask of a coin.
const TIMES: usize = 5;
const COIN: usize = T_MAX as usize;
/// Words of the queue, log2.
const DEPTH: usize = QUEUE.trailing_zeros() as usize;

/// What the queue takes for granted.
const _: () = assert!(QUEUE.is_power_of_two());

/// Where the work is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum Work {
    /// Every entry becomes free.
    Sweep,
    /// A tuple is waited for; a host may read.
    Rest,
    /// Entries are looked at, one a cycle.
    Scan,
    /// The key has an entry.
    Present,
    /// The key has none.
    Absent,
    /// `t` is raised, or the table is frozen.
    Raise,
    /// An entry is read.
    Read,
    /// It is here.
    Load,
    /// Coins for it, one a cycle.
    Toss,
    /// A coin for the tuple itself.
    Last,
    /// The tuple leaves the queue.
    Done,
}

#[treetap_hdl::unit(phases(raise, search))]
mod table {
    //! Queue of tuples, and the table of the keys that come most often: a key is compared per cycle, a coin is tossed
    //! per cycle.

    /// The queue of tuples and a table of `2^A` entries: a key is compared and a coin is tossed per cycle. Up to `F`
    /// tuples may be under way to the queue. The longest paths are those of a comparison of keys, and from a count
    /// through what is left of it to the memory.
    #[clocked(reset)]
    #[derived(HE = 1 << A)]
    pub struct Table<#[range(4..=8)] const A: usize, #[range(1..=15)] const F: usize> {
        /// A tuple.
        #[group("a tuple: bits 32 to 1 of the instruction's address, above the value")]
        pub hit_valid: Signal<In, Bit>,
        /// Its key.
        pub hit_key: Signal<In, Bits<64>>,
        /// Where tuples go.
        #[group("where tuples go; COUNTING instead of CONCISE")]
        pub cfg_mode: Signal<In, Bits<2>>,
        /// COUNTING instead of CONCISE.
        pub cfg_gmmode: Signal<In, Bit>,
        /// LC goes on from the word.
        #[group("set: the generator goes on from the word; the table is emptied")]
        pub set_lc: Signal<In, Bit>,
        /// The word; not 0.
        pub set_data: Signal<In, Bits<32>>,
        /// The table is emptied.
        pub set_clear: Signal<In, Bit>,
        /// Number of the entry that a host reads.
        #[group("entry that a host reads: its number, and what is in it two cycles later")]
        pub entry_index: Signal<In, Bits<INDEX>>,
        /// The entry is in use.
        pub entry_valid: Signal<Out, Bit>,
        /// Its key.
        pub entry_key: Signal<Out, Bits<64>>,
        /// Its count.
        pub entry_count: Signal<Out, Bits<COUNT>>,
        /// State of LC.
        #[group("state")]
        pub stat_lc: Signal<Out, Bits<32>>,
        /// Entries in use.
        pub stat_occupied: Signal<Out, Bits<INDEX>>,
        /// A new key enters with probability `2^-t`.
        pub stat_t: Signal<Out, Bits<TIMES>>,
        /// No new key enters.
        pub stat_frozen: Signal<Out, Bit>,
        /// No tuple is under way.
        pub stat_idle: Signal<Out, Bit>,
        /// Entries become free.
        pub sweeping: Signal<Out, Bit>,
        /// There is room for what may be under way.
        #[group("there is room for what may be under way")]
        pub room_queue: Signal<Out, Bit>,
        /// There is a tuple.
        #[group("there is a tuple; it enters the queue")]
        pub acc_valid: Signal<Out, Bit>,
        /// It enters the queue.
        pub acc_hot: Signal<Out, Bit>,
        /// The queue is offered a tuple.
        #[group("what is counted")]
        pub step_tuples: Signal<Out, Bit>,
        /// The queue is full.
        pub step_qdrop: Signal<Out, Bit>,
        /// The table sees a tuple.
        pub step_seen: Signal<Out, Bit>,
        /// The coins are against it.
        pub step_rej: Signal<Out, Bit>,
        /// The table is frozen.
        pub step_frej: Signal<Out, Bit>,
        /// `t` is raised.
        pub step_raises: Signal<Out, Bit>,
        queue: Fifo<64, DEPTH>,
        keys: FastRam<64, A>,
        // that it is in use, above the count
        counts: FastRam<{ COUNT + 1 }, A>,
        leap: Leap<1>,
        #[init(Work::Sweep)]
        work: Reg<Work>,
        #[init(SEED.into())]
        lc: Reg<Bits<32>>,
        times: Reg<Bits<TIMES>>,
        // t ones
        unlikely: Reg<Bits<COIN>>,
        frozen: Reg<Bit>,
        room: Reg<Bit>,
        occupied: Reg<Bits<INDEX>>,
        // entries on their way through a search: asked for, here, compared
        #[also(here, seen, free)]
        at: Reg<Bits<A>>,
        #[also(compared, used, low_equal, high_equal, some_free, first)]
        live: Reg<Bit>,
        // a count, or what is left of it; what is kept of it
        #[also(kept)]
        count: Reg<Bits<COUNT>>,
    }

    impl Table {
        fn update(&mut self) {
            const LAST: Bits<A> = (1 << A) - 1;
            const USED_BIT: Bits<5> = COUNT as u64;
            const LEAST_LIKELY: Bits<5> = COIN as u64 - 1;
            const NO_USE: Bits<{ COUNT + 1 }> = 0;
            const ONCE: Bits<{ COUNT + 1 }> = (1 << COUNT) + 1;
            const IN_USE: Bits<{ COUNT + 1 }> = 1 << COUNT;
            const SEED_WORD: Bits<32> = SEED.into();

            self.queues();
            self.search();
            self.decide();
            self.raise();
            self.toss();
            self.coins();
            self.shows();
            if self.set_clear.val() | self.reset.val() {
                self.work.d.next = Work::Sweep;
                zero!(self: at, times, unlikely, frozen, occupied);
            }
            if self.reset.val() {
                self.lc.d.next = SEED_WORD;
                self.room.d.next = false;
            }
        }

        /// The queue.
        fn queues(&mut self) {
            const NOT_HERE: Bits<2> = ONLY_RAW;
            const MOST: Bits<{ DEPTH + 1 }> = u64::from(QUEUE);
            const FITS: Bits<{ DEPTH + 1 }> = u64::from(QUEUE) - F as u64;

            comment!("A tuple enters where there is room.");
            let offers: Bit = self.hit_valid.val() & (self.cfg_mode.val() != NOT_HERE);
            let full: Bit = self.queue.level.val() >= MOST;
            self.queue.in_port.valid.next = offers & !full;
            self.queue.in_port.data.next = self.hit_key.val();
            self.queue.out_port.ready.next = self.work.q.val() == Work::Done;
            self.acc_valid.next = self.hit_valid.val();
            self.acc_hot.next = offers & !full;
            self.step_tuples.next = offers;
            self.step_qdrop.next = offers & full;
            self.room.d.next = self.queue.level.val() <= FITS;
            self.room_queue.next = self.room.q.val();
        }

        /// What others see.
        fn shows(&mut self) {
            drive!(self: stat_lc = lc.q, stat_occupied = occupied.q, stat_t = times.q, stat_frozen = frozen.q);
            self.sweeping.next = self.work.q.val() == Work::Sweep;
            self.stat_idle.next =
                (self.work.q.val() == Work::Rest) & !self.queue.level.val().any() & !self.hit_valid.val();
            let there: Bit = !(self.entry_index.val() >> A).any();
            self.entry_valid.next = self.counts.rd.val().get_bit(USED_BIT.index()) & there;
            self.entry_key.next = self.keys.rd.val();
            self.entry_count.next = self.counts.rd.val().get_bits::<COUNT>(0);
        }
    }
}
