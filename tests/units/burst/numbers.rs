//! Numbers that differ in one bit: no bit of a period, of a number of checks or of a chance may be lost, or be another
//! number's.
use super::{BUILDS, Bench, statistic};
use treetap::catalog::{Unit, emit};
use treetap::cosim::build::Effort;
use treetap::model::burst::{Burst, Input, Statistics};
use treetap::spec::burst::{Config, Mode, PERIOD_BITS, RANDOM_BITS};
use treetap::trace::shapes::Random;

/// Checks and events after a write of the mode: small numbers are over by then, and large ones are not.
const STEPS: usize = 12;

/// A record that is an event and a check.
const BOTH: Input = Input { trap: false, event: true, check: true, entry: false };

/// A sampler and its model, record by record.
struct Pair {
    bench: Bench,
    model: Burst,
    config: Config,
    take: usize,
    samp: usize,
    taken: u64,
    passed: u64,
}

impl Pair {
    fn open(preset: &str) -> Self {
        let bench = Bench::open(&emit(Unit::Burst, preset).unwrap(), Effort::Test);
        let [take, samp] = ["burst_take", "burst_samp"].map(|name| bench.pins.output(name));
        let config = Config { mode: Mode::Off, ..Config::default() };
        Self { bench, model: Burst::new(config), config, take, samp, taken: 0, passed: 0 }
    }

    /// Writes all numbers and the mode; the first interval begins in the cycle after, for a fast clock one later.
    fn begin(&mut self, config: Config) {
        self.config = config;
        self.bench.cycle(config, None, [false, false, false, true, false], 0, 0);
        (0..2).for_each(|_| drop(self.bench.cycle(config, None, [false; 5], 0, 0)));
        self.model.configure(config);
        self.model.restart(config.mode);
    }

    /// Writes numbers, and no mode: what is left stays, and what follows it is one of them.
    fn change(&mut self, config: Config) {
        self.config = config;
        self.model.configure(config);
    }

    fn seed(&mut self, seed: u32) {
        self.bench.cycle(self.config, None, [false, false, false, false, true], seed.into(), 0);
        self.bench.cycle(self.config, None, [false; 5], 0, 0);
        self.model.seed(seed);
    }

    /// A cycle without a record, and a record, with the beginning of an interval in its cycle.
    fn step(&mut self, tick: bool) {
        self.idle();
        self.record(tick);
    }

    /// State before a record and the decision about it, in a row of outputs, are those of the model.
    fn agrees(&self, row: &[u64], before: bool, taken: bool) {
        let found = [row[self.samp], row[self.take]];
        assert_eq!(found, [before, taken].map(u64::from), "state and decision with {:?}", self.config);
    }

    fn idle(&mut self) {
        self.bench.cycle(self.config, None, [false; 5], 0, 0);
    }

    fn record(&mut self, tick: bool) {
        let row = self.bench.cycle(self.config, Some(BOTH), [false, false, tick, false, false], 0, 0);
        let before = self.model.state();
        let expected = self.model.push(BOTH);
        self.agrees(&row, before, expected);
        if tick {
            self.model.tick();
        }
        *if expected { &mut self.taken } else { &mut self.passed } += 1;
    }
}

#[test]
fn every_bit_of_a_period_and_of_numbers_of_checks_is_its_own() {
    for preset in BUILDS {
        let mut pair = Pair::open(preset);
        let modes = [Mode::Periodic, Mode::Interval, Mode::ArnoldRyder, Mode::Bursty];
        // A bit alone, and with a number beside it that is counted down in these steps if the bit is lost.
        for (mode, low) in modes.into_iter().flat_map(|mode| [(mode, 0), (mode, 3)]) {
            for (bit, set) in (0..PERIOD_BITS).flat_map(|bit| (0..8).map(move |set| (bit, set))) {
                let number = |place: u32| if set >> place & 1 == 1 { 1 << bit | low } else { 1 };
                let [period, outside, inside] = [0, 1, 2].map(number);
                let numbers = Config { mode, period, outside, inside, ..Config::default() };
                let ones = Config { period: 1, outside: 1, inside: 1, ..numbers };
                // What the mode begins with, and what follows when that ends, are not chosen in one place.
                for first in [numbers, ones] {
                    pair.begin(first);
                    (0..STEPS).for_each(|_| pair.step(mode == Mode::Interval));
                    pair.change(numbers);
                    (0..STEPS).for_each(|_| pair.step(mode == Mode::Interval));
                }
            }
        }
        assert!(pair.taken > 1_000 && pair.passed > 1_000, "{preset}: {} taken, {} not", pair.taken, pair.passed);
    }
}

/// What the generator of the model draws next: the least chance that does not hit, less one.
fn drawn(model: &Burst, config: Config) -> u32 {
    let hits = |chance: u32| {
        let mut model = model.clone();
        model.configure(Config { chance, ..config });
        model.event()
    };
    let (mut misses, mut least) = (0_u32, 1 << RANDOM_BITS);
    while least - misses > 1 {
        let middle = misses.midpoint(least);
        *if hits(middle) { &mut least } else { &mut misses } = middle;
    }
    misses
}

#[test]
fn a_chance_that_differs_from_what_is_drawn_in_one_bit_decides_by_it() {
    BUILDS.into_iter().for_each(decides_by_every_bit);
}

fn decides_by_every_bit(preset: &str) {
    let mut pair = Pair::open(preset);
    let mut random = Random(5);
    pair.begin(Config { mode: Mode::Random, chance: 0, ..Config::default() });
    // Every bit of a seed by itself, and none, which stands for 1.
    let seeds: Vec<u32> = (0..=32).map(|bit| 1_u64 << bit).map(|seed| seed as u32).collect();
    let more: Vec<u32> = (0..40).map(|_| random.next() as u32).collect();
    // The first number of a seed, and the one after it, which is drawn while the first one leaves.
    for (seed, ahead) in [seeds, more].concat().into_iter().flat_map(|seed| [(seed, 0), (seed, 1)]) {
        pair.seed(seed);
        (0..ahead).for_each(|_| pair.record(false));
        let next = drawn(&pair.model, pair.config);
        // One bit is another: alone, with all below it, with the one below it, or with any below it.
        let others = (0..RANDOM_BITS).flat_map(|bit| {
            let below = (1 << bit) - 1;
            [0, below, below & !(below >> 1), random.next() as u32 & below].map(|low| next ^ (1 << bit | low))
        });
        let others: Vec<u32> = others.collect();
        // A chance of 2^16 and more always hits.
        let always = others.iter().map(|chance| chance | 1 << RANDOM_BITS).collect();
        for chance in [others, always, vec![next, next + 1]].concat() {
            pair.change(Config { chance, ..pair.config });
            // In the first cycle after the seed, and in a later one.
            for later in [false, true] {
                pair.seed(seed);
                if later {
                    pair.idle();
                }
                (0..=ahead).for_each(|_| pair.record(false));
            }
        }
    }
    assert!(pair.taken > 200 && pair.passed > 200, "{preset}: {} taken, {} not", pair.taken, pair.passed);
}

/// A period or a number of checks that passes every borrow from the bits below its own.
const LONG: u32 = 1 << 21;

/// Events of a row, after which something else happens than an event.
const ROW: u32 = 512;

#[test]
fn a_long_number_is_counted_down_to_its_end() {
    for preset in BUILDS {
        for mode in [Mode::Periodic, Mode::Interval, Mode::Bursty] {
            count_down(&mut Pair::open(preset), mode);
        }
    }
}

/// Counts down from `LONG` and begins again. Where bits beyond a row borrow there is nothing in between, or a trap;
/// intervals by chance leave alone what is left.
fn count_down(pair: &mut Pair, mode: Mode) {
    const ROWS_AT_ONCE: u32 = 64;
    let ticks = mode == Mode::Interval;
    let config = Config { mode, period: LONG, outside: LONG, inside: LONG, chance: 1 << 15, ..Config::default() };
    pair.begin(config);
    // The first interval has begun, and none counts that begins by chance: a row is counted in the end.
    let last = ROW - 20 - if ticks { 1 } else { 20 };
    for (by_chance, steps) in [(false, 20), (true, 20), (false, last)] {
        pair.bench.cycle(Config { by_chance, ..config }, None, [false; 5], 0, 0);
        pair.change(Config { by_chance, ..config });
        (0..steps).for_each(|_| pair.step(ticks));
    }
    let trap = Some(Input { trap: true, ..BOTH });
    let row = [&[None, trap, Some(BOTH), None, trap][..], &[Some(BOTH)].repeat(ROW as usize - 1)].concat();
    let begins = |input| [false, false, ticks && input == Some(BOTH), false, false];
    let inputs: Vec<u64> =
        row.iter().flat_map(|input| pair.bench.drive(config, *input, begins(*input), 0, 0).to_vec()).collect();
    let (inputs, width) = (inputs.repeat(ROWS_AT_ONCE as usize), pair.bench.pins.output_words());
    let mut decided = [0_u64; 2];
    for _ in 0..LONG / ROW / ROWS_AT_ONCE + 2 {
        let outputs = pair.bench.pins.run(&inputs);
        for (input, found) in row.iter().cycle().zip(outputs.chunks_exact(width)) {
            let before = pair.model.state();
            let taken = input.is_some_and(|input| pair.model.push(input));
            pair.agrees(found, before, taken);
            if ticks && *input == Some(BOTH) {
                pair.model.tick();
            }
            decided[usize::from(taken)] += u64::from(*input == Some(BOTH));
        }
    }
    assert!(decided.iter().all(|records| *records > 0), "{config:?}: {decided:?}");
}

/// A number without its lowest bits is not 0, which would be without an end: it has one.
#[test]
fn a_number_of_a_single_bit_ends() {
    for preset in BUILDS {
        let mut pair = Pair::open(preset);
        (0..=LONG.ilog2()).for_each(|bit| ends(&mut pair, 1 << bit));
    }
}

/// A rest and a burst of so many events and checks, and what begins after them.
fn ends(pair: &mut Pair, number: u32) {
    const MORE: u32 = 2;
    let config = Config { mode: Mode::Bursty, outside: number, inside: number, ..Config::default() };
    pair.begin(config);
    let records = (2 * number + MORE) as usize;
    let inputs = pair.bench.drive(config, Some(BOTH), [false; 5], 0, 0).repeat(records);
    let width = pair.bench.pins.output_words();
    let mut taken = 0;
    for row in pair.bench.pins.run(&inputs).chunks_exact(width) {
        let (before, now) = (pair.model.state(), pair.model.push(BOTH));
        pair.agrees(row, before, now);
        taken += u32::from(now);
    }
    assert!(taken >= number && taken <= number + MORE, "{taken} of {records} records with {config:?}");
}

/// Numbers of bursts and counters beyond those of streams with resets amid them.
#[test]
fn bursts_go_on_in_a_long_run() {
    const LAST: u32 = 0x11_0000;
    // No power of two, so that each counter is looked at with every one of its bits.
    const BATCH: usize = 50_021;
    for preset in BUILDS {
        go_on(preset, LAST, BATCH);
    }
}

/// A burst every second record until the model has begun `last`; a counter is looked at for `batch` records.
fn go_on(preset: &str, last: u32, batch: usize) {
    let mut bench = Bench::open(&emit(Unit::Burst, preset).unwrap(), Effort::Test);
    let [id, count] = ["burst_id", "stat_count"].map(|name| bench.pins.output(name));
    // A check a record, and a burst every second one.
    let config = Config { mode: Mode::Bursty, outside: 1, inside: 1, ..Config::default() };
    let input = Input { event: true, check: true, ..Input::default() };
    let mut model = Burst::new(config);
    for written in [true, false, false] {
        bench.cycle(config, None, [false, false, false, written, false], 0, 0);
    }
    // For a fast clock both are those of a record before.
    let late = preset == BUILDS[1];
    let (mut which, mut shown) = (0, (0, [0; 6]));
    while model.number() < last {
        let rows = bench.drive(config, Some(input), [false; 5], 0, which).repeat(batch);
        let width = bench.pins.output_words();
        for row in bench.pins.run(&rows).chunks_exact(width) {
            let now = (model.number(), [0, 1, 2, 3, 4, 5].map(|which| statistic(&model, which)));
            let before = std::mem::replace(&mut shown, now);
            let (number, counts) = if late { before } else { now };
            assert_eq!((row[id], row[count]), (number.into(), counts[which].into()), "{preset}, counter {which}");
            model.push(input);
        }
        which = (which + 1) % 6;
    }
    let Statistics { checks, events, taken, outside, inside, bursts } = model.statistics();
    let all = [checks, events, taken, outside, inside, bursts];
    assert!(all.iter().all(|count| *count >= 1 << 20), "{all:?}");
}
