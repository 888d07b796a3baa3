//! The table written down a second time, from the rules and in another manner, with what a slip could make of it: the
//! published vectors tell them apart.
use crate::support::published;
use proptest::prelude::*;
use treetap::model::hotlist::Table;
use treetap::spec::hotlist::Scheme;
use treetap::spec::hotlist::tuple::Key;

/// What is built wrongly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slip {
    None,
    /// A raise halves counts instead of tossing coins.
    Halves,
    /// A raise goes from the last entry to the first.
    Backwards,
    /// The generator goes on with every tuple.
    Runs,
    /// The generator goes on by one step less.
    ShortLeap,
    /// A coin with probability 1 uses a number.
    SureCoinUses,
    /// The coin after the first one has the probability of before.
    OldCoin,
    /// A new key takes the highest free place.
    HighestFree,
    /// What comes when all are taken stays in the last place.
    StaysLast,
}

const SLIPS: [Slip; 8] = [
    Slip::Halves,
    Slip::Backwards,
    Slip::Runs,
    Slip::ShortLeap,
    Slip::SureCoinUses,
    Slip::OldCoin,
    Slip::HighestFree,
    Slip::StaysLast,
];

/// The table as plain arrays.
struct Oracle {
    keys: Vec<u64>,
    counts: Vec<u32>,
    t: u32,
    frozen: bool,
    lc: u32,
    rejected: u32,
    late: u32,
    counting: bool,
    slip: Slip,
}

impl Oracle {
    fn new(entries: usize, counting: bool, slip: Slip) -> Self {
        let (keys, counts) = (vec![0; entries + 1], vec![0; entries + 1]);
        Self { keys, counts, t: 0, frozen: false, lc: 0x1ace_5eed, rejected: 0, late: 0, counting, slip }
    }

    fn advance(&mut self, steps: u32) {
        for _ in 0..steps {
            let bit = self.lc & 1;
            self.lc = self.lc >> 1 ^ if bit == 1 { 1 << 31 | 1 << 21 | 1 << 1 | 1 } else { 0 };
        }
    }

    fn coin(&mut self, k: u32) -> bool {
        if k == 0 && self.slip != Slip::SureCoinUses {
            return true;
        }
        let heads = self.lc.is_multiple_of(1 << k);
        self.advance(if self.slip == Slip::ShortLeap { 15 } else { 16 });
        heads
    }

    fn raise(&mut self) {
        let old = self.t;
        self.t += 1;
        let mut order: Vec<usize> = (0..self.counts.len()).filter(|at| self.counts[*at] > 0).collect();
        if self.slip == Slip::Backwards {
            order.reverse();
        }
        for at in order {
            let mut n = self.counts[at];
            if self.slip == Slip::Halves {
                n /= 2;
            } else if self.counting {
                let mut k = 1;
                while n > 0 && !self.coin(k) {
                    n -= 1;
                    k = if self.slip == Slip::OldCoin { old } else { self.t };
                }
            } else {
                for _ in 0..self.counts[at] {
                    n -= u32::from(!self.coin(1));
                }
            }
            self.counts[at] = n;
        }
    }

    fn arrive(&mut self, key: u64) {
        if self.slip == Slip::Runs {
            self.advance(1);
        }
        let last = self.counts.len() - 1;
        if let Some(at) = (0..=last).find(|at| self.counts[*at] > 0 && self.keys[*at] == key) {
            if self.counting || self.coin(self.t) {
                self.counts[at] = (self.counts[at] + 1).min(0xff_ffff);
            } else {
                self.rejected += 1;
            }
            return;
        }
        if self.frozen {
            self.late += 1;
            return;
        }
        if !self.coin(self.t) {
            self.rejected += 1;
            return;
        }
        let mut places = (0..last).filter(|at| self.counts[*at] == 0);
        let at = if self.slip == Slip::HighestFree { places.next_back() } else { places.next() };
        let at = at.unwrap_or(last);
        (self.keys[at], self.counts[at]) = (key, 1);
        while self.counts.iter().all(|count| *count > 0) {
            if self.t == 16 {
                (self.frozen, self.counts[last]) = (true, 0);
                self.late += 1;
                return;
            }
            self.raise();
        }
        let free = (0..last).find(|at| self.counts[*at] == 0);
        if let (true, Some(free), false) = (self.counts[last] > 0, free, self.slip == Slip::StaysLast) {
            (self.keys[free], self.counts[free]) = (key, self.counts[last]);
            self.counts[last] = 0;
        }
    }

    /// The occupied entries: instruction, value, count.
    fn entries(&self) -> Vec<(u64, u32)> {
        self.keys.iter().copied().zip(self.counts.iter().copied()).filter(|(_, count)| *count > 0).collect()
    }
}

const fn wide(key: Key) -> u64 {
    (key.pct as u64) << 32 | key.value as u64
}

/// A published end: entries as offset of the instruction, value, count; `t`, the generator, what was rejected.
type End = (&'static [(u32, u32, u32)], u32, u32, u32);

const COUNTING: End = (
    &[(0, 22, 19), (1, 0, 68), (1, 3, 11), (1, 1, 19), (1, 13, 30), (0, 0, 73), (0, 8, 26), (1, 5, 14)],
    8,
    0x791b_c1a7,
    999,
);
const CONCISE: End =
    (&[(1, 7, 1), (1, 19, 1), (0, 0, 3), (0, 2, 1), (1, 25, 1), (0, 12, 1), (1, 27, 1)], 8, 0x517d_7e67, 1939);

fn listed(end: &End) -> Vec<(u64, u32)> {
    let key = |pct: u32, value| wide(Key { pct: 0x4000_0000 + pct, value });
    end.0.iter().map(|&(pct, value, count)| (key(pct, value), count)).collect()
}

#[test]
fn the_published_tables() {
    for (scheme, end) in [(Scheme::Counting, COUNTING), (Scheme::Concise, CONCISE)] {
        let mut table = Table::new(8, scheme);
        published().for_each(|key| _ = table.arrive(key));
        let entries: Vec<_> = table.entries().map(|entry| (wide(entry.key), entry.count)).collect();
        assert_eq!(entries, listed(&end), "{scheme:?}");
        assert_eq!((table.t(), table.lc(), table.outcomes().rejected), (end.1, end.2, end.3), "{scheme:?}");
        let outcomes = table.outcomes();
        assert_eq!(outcomes.seen, 2000);
        assert_eq!(outcomes.raises, 8);
    }
}

#[test]
fn the_published_tables_tell_slips_from_the_rules() {
    let run = |counting, slip| {
        let mut oracle = Oracle::new(8, counting, slip);
        published().for_each(|key| oracle.arrive(wide(key)));
        (oracle.entries(), oracle.t, oracle.lc, oracle.rejected)
    };
    for (counting, end) in [(true, COUNTING), (false, CONCISE)] {
        let expected = (listed(&end), end.1, end.2, end.3);
        assert_eq!(run(counting, Slip::None), expected);
        for slip in SLIPS {
            // With CONCISE all coins of a raise have one probability.
            let no_slip = !counting && slip == Slip::OldCoin;
            assert_eq!(run(counting, slip) == expected, no_slip, "counting {counting}: {slip:?}");
        }
    }
}

proptest! {
    #[test]
    fn the_table_is_the_oracle_and_keeps_its_laws(
        seed in 1_u32..,
        counting: bool,
        entries in prop::sample::select(vec![1_usize, 2, 8, 16, 64]),
        spread in 1_u32..400,
        skew in 1_u32..4,
        length in 1_usize..3000,
    ) {
        let scheme = if counting { Scheme::Counting } else { Scheme::Concise };
        let (mut table, mut oracle) = (Table::new(entries, scheme), Oracle::new(entries, counting, Slip::None));
        table.seed(seed);
        oracle.lc = seed;
        let mut state = u64::from(seed);
        for _ in 0..length {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let mut at = (state >> 33) as u32 % spread;
            (1..skew).for_each(|by| at = at * ((state >> (33 + 3 * by)) as u32 % spread) / spread);
            let key = Key { pct: at % 7, value: at };
            table.arrive(key);
            oracle.arrive(wide(key));
        }
        let entries_now: Vec<_> = table.entries().map(|entry| (wide(entry.key), entry.count)).collect();
        prop_assert_eq!(&entries_now, &oracle.entries());
        prop_assert_eq!((table.t(), table.lc(), table.frozen()), (oracle.t, oracle.lc, oracle.frozen));
        let outcomes = *table.outcomes();
        prop_assert_eq!((outcomes.rejected, outcomes.frozen), (oracle.rejected, oracle.late));
        prop_assert_eq!(outcomes.seen, outcomes.counted + outcomes.entered + outcomes.rejected + outcomes.frozen);
        prop_assert_eq!(outcomes.seen, length as u32);
        prop_assert!(table.entry(entries).is_none() && entries_now.len() <= entries);
        prop_assert_eq!(outcomes.raises, table.t());
    }
}
