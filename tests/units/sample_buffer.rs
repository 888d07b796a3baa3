//! The emitted `sample_buffer` and `sample_format` tops equal their golden models, and the laws of the counters hold in
//! every cycle (docs/reference/sample_buffer.md).
use crate::support::faults::{Faults, all_found};
use crate::support::records::{RecordPins, ordinal, pick, record, record_ports};
use std::collections::VecDeque;
use std::fmt::Debug;
use treetap::catalog::{Emitted, Unit, emit};
use treetap::cosim::build::Effort;
use treetap::cosim::pins::Pins;
use treetap::model::sample_buffer::{Mode, SampleBuffer, sample};
use treetap::spec::classify::Xlen;
use treetap::spec::counters::{Counter, Counts};
use treetap::spec::retire::Record;
use treetap::spec::sample_buffer::*;
use treetap::spec::variant::DEEP;
use treetap::trace::shapes::Random;

/// A candidate and its retire ordinal.
type Candidate = (Sample, u32);

/// What the core, the consumer and the host do in a cycle.
#[derive(Clone, Copy, Default)]
struct Cycle {
    candidate: Option<Candidate>,
    mode: Mode,
    flush: bool,
    take: bool,
}

/// What happened.
#[derive(Debug, Default)]
struct Seen {
    counts: Counts,
    full: u64,
    empty: u64,
    blocked: u64,
    stopped: u64,
    ords: Vec<u32>,
}

/// An emitted buffer beside its model, in lockstep.
struct Bench {
    pins: Pins,
    lanes: usize,
    /// Cycles from a record to the offer of it.
    latency: u64,
    flight: u32,
    /// All records have the same number of lanes.
    deep: bool,
    stride_log2: u32,
    model: SampleBuffer,
    /// The cycle in which each record in the buffer came.
    came: VecDeque<u64>,
    now: u64,
    seen: Seen,
}

impl Bench {
    fn new(preset: &str, stride_log2: u32) -> Self {
        Self::open(&emit(Unit::SampleBuffer, preset).unwrap(), preset, stride_log2, Effort::Test)
    }

    fn open(emitted: &Emitted, preset: &str, stride_log2: u32, effort: Effort) -> Self {
        let preset = treetap::spec::variant::find(&PRESETS, preset).unwrap();
        let mut pins = Pins::open(emitted, effort, 3).unwrap();
        let mut row = vec![0; pins.input_words()];
        row[pins.input("rst")] = 1;
        pins.run(&row);
        let deep = preset.parameter(DEEP) == 1;
        Self {
            pins,
            lanes: preset.parameter("lanes") as usize,
            latency: if deep { 5 } else { 2 },
            deep,
            flight: if deep { DEEP_FLIGHT } else { FLIGHT },
            stride_log2,
            model: SampleBuffer::new(stride_log2),
            came: VecDeque::new(),
            now: 0,
            seen: Seen::default(),
        }
    }

    /// A candidate of this cycle.
    fn some_candidate(&self, random: &mut Random) -> Candidate {
        (some_sample(random), self.now as u32)
    }

    /// One cycle of a buffer that has no fault.
    fn cycle(&mut self, cycle: Cycle) -> bool {
        let at = self.now;
        self.step(cycle).unwrap_or_else(|difference| panic!("cycle {at}: {difference}"))
    }

    /// What is driven into the buffer.
    fn row(&self, cycle: &Cycle) -> Vec<u64> {
        let pins = &self.pins;
        let mut row = vec![0; pins.input_words()];
        let Cycle { candidate, mode, flush, take } = *cycle;
        if let Some((Sample { lanes, side }, ord)) = candidate {
            row[pins.input("cand_valid")] = 1;
            row[pins.input("cand_side")] = side.into();
            row[pins.input("cand_ord")] = ord.into();
            for (i, word) in lanes[..self.lanes].iter().enumerate() {
                row[pins.input("cand_lanes") + i / 2] |= u64::from(*word) << (32 * (i % 2));
            }
        }
        for (name, value) in [
            ("run", mode.run.into()),
            ("cfg_freeze", mode.freeze.into()),
            ("cfg_lossless", mode.lossless.into()),
            ("flush", flush.into()),
            ("smp_ready", take.into()),
        ] {
            row[pins.input(name)] = value;
        }
        if !self.deep {
            row[pins.input("cfg_stride")] = self.stride_log2.into();
        }
        row
    }

    /// A reset in the midst of what a cycle does; what was inside is gone.
    fn reset(&mut self, cycle: &Cycle) {
        let mut row = self.row(cycle);
        row[self.pins.input("rst")] = 1;
        self.pins.run(&row);
        self.model = SampleBuffer::new(self.stride_log2);
        self.came.clear();
        self.seen.counts = Counts::default();
        self.now += 1;
    }

    /// One cycle; gives `ready`, or what differs from the model.
    fn step(&mut self, cycle: Cycle) -> Result<bool, String> {
        fn same<T: PartialEq + Debug>(what: &str, found: T, expected: T) -> Result<(), String> {
            if found == expected { Ok(()) } else { Err(format!("{what}: {found:x?}, expected {expected:x?}")) }
        }
        let Cycle { candidate, mode, flush, take } = cycle;
        let row = self.row(&cycle);
        let pins = &mut self.pins;
        let out = pins.run(&row);
        let get = |name| out[pins.output(name)];
        same("occ", get("occ"), self.model.occupied().into())?;
        let ready = get("ready") == 1;
        // A build with a longer way stops sooner.
        let room = !mode.lossless || self.model.occupied() + self.flight < capacity(self.stride_log2);
        same("ready", ready, self.model.ready(mode) && room)?;
        let offered = !flush && self.came.front().is_some_and(|came| came + self.latency <= self.now);
        same("smp_valid", get("smp_valid") == 1, offered)?;
        let seen = &mut self.seen;
        seen.full += u64::from(self.model.occupied() == capacity(self.stride_log2));
        seen.empty += u64::from(self.model.occupied() == 0);
        seen.blocked += u64::from(offered && !take);
        seen.stopped += u64::from(!ready);
        let outcome = candidate.map(|(sample, _)| self.model.offer(sample, mode));
        same("acc_valid", get("acc_valid") == 1, outcome == Some(Counter::Accepted))?;
        if let Some((_, ord)) = candidate {
            seen.counts.step(Counter::Candidates);
            if outcome == Some(Counter::Accepted) {
                self.came.push_back(self.now);
                seen.ords.push(ord);
                same("acc_ord", get("acc_ord"), ord.into())?;
            }
        }
        if offered && take {
            let mut popped = Sample { side: get("smp_side") as u16, ..Default::default() };
            for i in 0..self.lanes {
                popped.lanes[i] = (out[pins.output("smp_rec") + i / 2] >> (32 * (i % 2))) as u32;
            }
            self.came.pop_front();
            same("smp", Some(popped), self.model.pop())?;
        }
        if get("step_flushed") == 1 {
            self.came.pop_front();
            same("step_flushed", true, self.model.flush_one())?;
        }
        for (name, counter) in [
            ("step_acc", Counter::Accepted),
            ("step_drop_full", Counter::DroppedFull),
            ("step_drop_off", Counter::DroppedOff),
            ("step_popped", Counter::Popped),
            ("step_flushed", Counter::Flushed),
        ] {
            if get(name) == 1 {
                seen.counts.step(counter);
                let leaves = matches!(counter, Counter::Popped | Counter::Flushed);
                same(name, leaves || outcome == Some(counter), true)?;
            }
        }
        same("counts", seen.counts, self.model.counts())?;
        // Everything in front of the buffer is empty here: what retired is what became a candidate.
        let mut counts = seen.counts;
        counts.0[Counter::Retired.index()] = counts.get(Counter::Candidates);
        counts.check(self.model.occupied(), 0).map_err(|broken| broken.to_string())?;
        self.now += 1;
        Ok(ready)
    }
}

fn some_sample(random: &mut Random) -> Sample {
    Sample { lanes: [0; 4].map(|_| random.next() as u32), side: random.next() as u16 }
}

/// Every preset with every stride that it can do.
fn designs() -> impl Iterator<Item = (&'static str, u32)> {
    PRESETS.iter().flat_map(|preset| {
        let most = preset.parameter("lanes").trailing_zeros();
        let least = if preset.parameter(DEEP) == 1 { most } else { 0 };
        (least..=most).map(move |stride_log2| (preset.name, stride_log2))
    })
}

const ON: Mode = Mode { run: true, freeze: true, lossless: false };
const FILLING: Mode = Mode { run: false, freeze: false, lossless: false };
const LOSSLESS: Mode = Mode { run: true, freeze: true, lossless: true };
const OFF: Mode = Mode { run: false, freeze: true, lossless: false };

/// Phases of 300 cycles: how often, in 16ths, a candidate comes and a record is taken; every mode; flushes of a few
/// cycles and whole ones.
fn traffic(bench: &mut Bench, seed: u64, phases: u64) -> Result<(), String> {
    let mut random = Random(seed);
    for phase in 0..phases {
        let (come, take) =
            pick(&mut random, &[(16, 16), (16, 8), (8, 15), (16, 0), (2, 16), (12, 12), (16, 1), (7, 16)]);
        let mode = pick(&mut random, &[ON, ON, ON, FILLING, OFF, LOSSLESS]);
        for cycle in 0..300 {
            let candidate = (random.next() % 16 < come).then(|| bench.some_candidate(&mut random));
            let flush = (phase % 8 == 7 && cycle > 100) || (phase % 5 == 2 && random.next().is_multiple_of(20));
            bench.step(Cycle { candidate, mode, flush, take: random.next() % 16 < take })?;
        }
    }
    Ok(())
}

#[test]
fn hardware_equals_model_and_the_laws_hold_in_every_cycle() {
    for (preset, stride_log2) in designs() {
        let mut bench = Bench::new(preset, stride_log2);
        traffic(&mut bench, 40 + u64::from(stride_log2), 60)
            .unwrap_or_else(|e| panic!("{preset}, cycle {}: {e}", bench.now));
        let seen = bench.seen;
        println!("{preset} stride {}: {:?} full {} empty {}", 1 << stride_log2, seen.counts, seen.full, seen.empty);
        assert!(seen.full > 500 && seen.empty > 500 && seen.blocked > 500, "{seen:?}");
        for counter in &Counter::ALL[Counter::Candidates.index()..=Counter::Flushed.index()] {
            assert!(seen.counts.get(*counter) > 100, "{preset}: {counter} {:?}", seen.counts);
        }
    }
}

#[test]
fn a_reset_in_any_cycle_leaves_it_empty() {
    for (preset, stride_log2) in designs() {
        let mut bench = Bench::new(preset, stride_log2);
        let (mut random, mut inside) = (Random(80 + u64::from(stride_log2)), 0);
        for round in 0..300 {
            let (come, take) = pick(&mut random, &[(16, 16), (16, 8), (8, 15), (16, 0), (12, 12)]);
            let mode = pick(&mut random, &[ON, LOSSLESS]);
            let mut some = |bench: &Bench| {
                let candidate = (random.next() % 16 < come).then(|| bench.some_candidate(&mut random));
                Cycle { candidate, mode, flush: false, take: random.next() % 16 < take }
            };
            for _ in 0..20 + round % 37 {
                bench.cycle(some(&bench));
            }
            inside += u64::from(bench.model.occupied() > 0);
            bench.reset(&some(&bench));
        }
        assert!(inside > 200, "{preset}: {inside} resets with records inside");
    }
}

#[test]
fn it_fills_to_the_last_record_and_a_pop_lets_exactly_one_more_in() {
    for (preset, stride_log2) in designs() {
        let mut random = Random(50);
        let mut bench = Bench::new(preset, stride_log2);
        let places = capacity(stride_log2);
        let mut cycle = |candidate: bool, take| {
            let candidate = candidate.then(|| (some_sample(&mut random), 0));
            bench.cycle(Cycle { candidate, mode: FILLING, take, flush: false });
            (bench.seen.counts.get(Counter::Accepted), bench.seen.counts.get(Counter::DroppedFull))
        };
        for n in 1..=places {
            assert_eq!(cycle(true, false), (n, 0));
        }
        assert_eq!(cycle(true, false), (places, 1));
        assert_eq!(cycle(true, true), (places, 2), "the place is free from the next cycle on");
        assert_eq!(cycle(true, false), (places + 1, 2));
        assert_eq!(cycle(true, false), (places + 1, 3));
        for _ in 0..places {
            cycle(false, true);
        }
        assert_eq!(bench.seen.counts.get(Counter::Popped), places + 1);
        assert_eq!(bench.model.occupied(), 0);
    }
}

/// A source that stops when `ready` falls, so many cycles before the buffer as it is made for and `more`.
fn lossless(preset: &'static str, stride_log2: u32, more: usize) -> Seen {
    let mut random = Random(60);
    let mut bench = Bench::new(preset, stride_log2);
    let flight = bench.flight as usize + more;
    let mut way: VecDeque<Option<Candidate>> = (0..flight).map(|_| None).collect();
    let (mut ready, mut sent) = (true, 0);
    for cycle in 0..6000 {
        let retired = (ready && !random.next().is_multiple_of(8)).then(|| bench.some_candidate(&mut random));
        sent += usize::from(retired.is_some());
        way.push_back(retired);
        let candidate = way.pop_front().unwrap();
        // Slow, fast, and not at all while the consumer is halted.
        let mode = Mode { run: cycle % 2000 < 1500, freeze: cycle < 4000, lossless: true };
        let take = mode.run && if cycle % 1000 < 500 { random.next().is_multiple_of(3) } else { true };
        ready = bench.cycle(Cycle { candidate, mode, take, flush: false });
    }
    // No record is lost on the way either.
    if bench.seen.counts.get(Counter::DroppedFull) == 0 {
        assert_eq!(sent, bench.seen.ords.len() + way.iter().flatten().count());
    }
    bench.seen
}

#[test]
fn lossless_drops_nothing_under_back_pressure() {
    for (preset, stride_log2) in designs() {
        let seen = lossless(preset, stride_log2, 0);
        assert_eq!((seen.counts.get(Counter::DroppedFull), seen.counts.get(Counter::DroppedOff)), (0, 0));
        assert!(seen.ords.is_sorted_by(|a, b| a < b));
        assert!(seen.ords.len() > 2000 && seen.stopped > 1000, "{} {}", seen.ords.len(), seen.stopped);
        // A longer way than the buffer is made for loses records, and counts them.
        assert!(lossless(preset, stride_log2, 16).counts.get(Counter::DroppedFull) > 0);
    }
}

const FAULTS: Faults = &[
    ("a record more than there are places", "wire full = «lanes[full_bit]»", "lanes > 9'd256"),
    ("a full buffer takes one more", "wire accept = cand_valid & ~off & «~full»", "1'b1"),
    ("a flush does not remove", "wire leave = offered & «(smp_ready | flush)»", "smp_ready"),
    ("an offer stays in a flush", "assign smp_valid = offered & «~flush»", "1'b1"),
    ("a flush counts as a record taken", "assign step_popped = offered & smp_ready & «~flush»", "1'b1"),
    ("off is full", "wire off = «~run & cfg_freeze & ~cfg_lossless»", "1'b0"),
    ("a record is fetched every other cycle", "wire fetch = stored & «(~offered | leave)»", "~offered"),
];

const DEEP_FAULTS: Faults = &[
    ("a record more than there are places", "wire full = «count[full_bit[2:0]]»", "count > 8'd128"),
    ("a flush does not remove", "wire leave = offered & «(smp_ready | flush)»", "smp_ready"),
    ("a record more is asked for than can wait", "stored & «~asked[2]»", "1'b1"),
    ("a record is asked for every other cycle", "stored & «~asked[2]»", "(asked < 3'd2)"),
    ("a record that waits is written over", "if («here») put <= put + 2'd1;", "1'b0"),
    ("the same record leaves again", "get <= «get + 2'd1»;", "get"),
    ("two places are one", "if (here) put <= «put + 2'd1»;", "(put + 2'd1) & 2'd2"),
    ("a word is taken too early", "here <= «coming»", "ask"),
    ("a record is on offer twice", "if («leave») offered <= 1'b0;", "1'b0"),
    ("a record on offer is written over", "(|waiting) & «(~offered | smp_ready | flush)»", "1'b1"),
];

#[test]
fn planted_faults_are_found() {
    for (preset, stride_log2, faults) in [("full", 2, FAULTS), ("pairs_deep", 1, DEEP_FAULTS)] {
        all_found(Unit::SampleBuffer, preset, faults, |design| {
            let mut bench = Bench::open(design, preset, stride_log2, Effort::Test);
            traffic(&mut bench, 42, 30).map_err(|found| format!("cycle {}, {found}", bench.now))
        });
    }
}

#[test]
fn formats_equal_the_model() {
    for preset in &FORMAT_PRESETS {
        let xlen = if preset.parameter("xlen") == 32 { Xlen::Rv32 } else { Xlen::Rv64 };
        let emitted = emit(Unit::SampleFormat, preset.name).unwrap();
        let mut pins = Pins::open(&emitted, Effort::Test, 3).unwrap();
        let fields = RecordPins::new(&pins, &record_ports(&emitted));
        let mut random = Random(70);
        let (width, recfmt) = (pins.input_words(), pins.input("cfg_recfmt"));
        let (mut rows, mut expected) = (vec![], vec![]);
        for ord in 0..30_000 {
            // Every bit of what is counted both ways.
            let made = record(&mut random, xlen, ordinal(ord as usize));
            let record = Record { cycles: random.next() as u16, ..made };
            let format = Format(pick(&mut random, &[0x0041, 0x5421, 0x0001, random_format(ord), random_format(ord)]));
            let mut row = vec![0; width];
            fields.put(&record, &mut row);
            row[recfmt] = format.0.into();
            rows.extend(row);
            expected.push((sample(format, &record), format.stride_log2()));
        }
        let out = pins.run(&rows);
        let [lanes, side, stride] = ["fmt_lanes", "fmt_side", "fmt_stride"].map(|name| pins.output(name));
        let rows: Vec<&[u64]> = out.chunks_exact(pins.output_words()).collect();
        let mut strides = [0; 3];
        for (i, (sample, stride_log2)) in expected.iter().enumerate().take(expected.len() - 1) {
            let word = |n: usize| u64::from(sample.lanes[n]) | u64::from(sample.lanes[n + 1]) << 32;
            assert_eq!(rows[i + 1][lanes..lanes + 2], [word(0), word(2)], "{i}");
            assert_eq!((rows[i + 1][side], rows[i][stride]), (sample.side.into(), (*stride_log2).into()), "{i}");
            strides[*stride_log2 as usize] += 1;
        }
        assert!(strides.iter().all(|n| *n > 1000), "{strides:?}");
    }
}

/// A format of one, two or four lanes.
fn random_format(seed: u32) -> u16 {
    let word = Random(u64::from(seed)).next();
    (word as u16) >> (4 * (word >> 16 & 3))
}
