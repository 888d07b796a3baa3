//! The emitted `sample_buffer` and `sample_format` tops equal their golden models, and the laws of the counters hold in every cycle
//! (docs/sample_buffer.md).
#[path = "support/records.rs"]
mod records;

use records::{RecordPins, pick, record, record_ports};
use std::collections::VecDeque;
use treetap::catalog::{Unit, emit};
use treetap::cosim::build::Effort;
use treetap::cosim::pins::Pins;
use treetap::model::sample_buffer::{Mode, SampleBuffer, sample};
use treetap::spec::classify::Xlen;
use treetap::spec::counters::{Counter, Counts};
use treetap::spec::sample_buffer::*;
use treetap::trace::shapes::Random;

/// What the consumer and the host do in a cycle.
#[derive(Clone, Copy, Default)]
struct Cycle {
    candidate: Option<(Sample, u32)>,
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
    stride_log2: u32,
    model: SampleBuffer,
    /// The cycle in which each record in the buffer came.
    came: VecDeque<u64>,
    now: u64,
    seen: Seen,
}

impl Bench {
    fn new(preset: &str, stride_log2: u32) -> Self {
        let lanes = find_lanes(preset);
        let mut pins = Pins::open(&emit(Unit::SampleBuffer, preset).unwrap(), Effort::Test, 3).unwrap();
        let mut row = vec![0; pins.input_words()];
        row[pins.input("rst")] = 1;
        pins.run(&row);
        Self {
            pins,
            lanes,
            stride_log2,
            model: SampleBuffer::new(stride_log2),
            came: VecDeque::new(),
            now: 0,
            seen: Seen::default(),
        }
    }

    /// One cycle; gives `ready`.
    fn cycle(&mut self, cycle: Cycle) -> bool {
        let pins = &mut self.pins;
        let mut row = vec![0; pins.input_words()];
        let Cycle { candidate, mode, flush, take } = cycle;
        if let Some((Sample { lanes, side }, ord)) = candidate {
            row[pins.input("cand_valid")] = 1;
            row[pins.input("cand_side")] = side.into();
            row[pins.input("cand_ord")] = ord.into();
            for (i, lane) in lanes[..self.lanes].iter().enumerate() {
                row[pins.input("cand_lanes") + i / 2] |= u64::from(*lane) << (32 * (i % 2));
            }
        }
        for (name, value) in [
            ("cfg_stride", self.stride_log2.into()),
            ("run", mode.run.into()),
            ("cfg_freeze", mode.freeze.into()),
            ("cfg_lossless", mode.lossless.into()),
            ("flush", flush.into()),
            ("smp_ready", take.into()),
        ] {
            row[pins.input(name)] = value;
        }
        let out = pins.run(&row);
        let get = |name| out[pins.output(name)];
        let place = self.now;
        assert_eq!(get("occ"), u64::from(self.model.occupied()), "cycle {place}");
        assert_eq!(get("ready") == 1, self.model.ready(mode), "cycle {place}");
        let offered = !flush && self.came.front().is_some_and(|came| came + 2 <= self.now);
        assert_eq!(get("smp_valid") == 1, offered, "cycle {place}");
        self.seen.full += u64::from(self.model.occupied() == capacity(self.stride_log2));
        self.seen.empty += u64::from(self.model.occupied() == 0);
        self.seen.blocked += u64::from(offered && !take);
        self.seen.stopped += u64::from(get("ready") == 0);
        if let Some((sample, ord)) = candidate {
            let outcome = self.model.offer(sample, mode);
            self.seen.counts.step(Counter::Candidates);
            if outcome == Counter::Accepted {
                self.came.push_back(self.now);
                self.seen.ords.push(ord);
                assert_eq!((get("acc_valid"), get("acc_ord")), (1, ord.into()), "cycle {place}");
            }
        }
        if get("smp_valid") == 1 && take {
            let mut popped = Sample { side: get("smp_side") as u16, ..Default::default() };
            for i in 0..self.lanes {
                popped.lanes[i] = (out[pins.output("smp_rec") + i / 2] >> (32 * (i % 2))) as u32;
            }
            self.came.pop_front();
            assert_eq!(Some(popped), self.model.pop(), "cycle {place}");
        }
        if get("step_flushed") == 1 {
            self.came.pop_front();
            assert!(self.model.flush_one(), "cycle {place}");
        }
        for (name, counter) in [
            ("step_acc", Counter::Accepted),
            ("step_drop_full", Counter::DroppedFull),
            ("step_drop_off", Counter::DroppedOff),
            ("step_popped", Counter::Popped),
            ("step_flushed", Counter::Flushed),
        ] {
            if get(name) == 1 {
                self.seen.counts.step(counter);
            }
        }
        let ready = get("ready") == 1;
        assert_eq!(self.seen.counts, self.model.counts(), "cycle {place}");
        // Everything in front of the buffer is empty here: what retired is what became a candidate.
        let mut counts = self.seen.counts;
        counts.0[Counter::Retired.index()] = counts.get(Counter::Candidates);
        counts.check(self.model.occupied(), 0).unwrap();
        self.now += 1;
        ready
    }
}

fn find_lanes(preset: &str) -> usize {
    treetap::spec::variant::find(&PRESETS, preset).unwrap().parameter("lanes") as usize
}

fn some_sample(random: &mut Random) -> Sample {
    Sample { lanes: [0; 4].map(|_| random.next() as u32), side: random.next() as u16 }
}

/// Every preset with every stride that it can do.
fn designs() -> impl Iterator<Item = (&'static str, u32)> {
    PRESETS.iter().flat_map(|preset| {
        (0..=preset.parameter("lanes").trailing_zeros()).map(move |stride_log2| (preset.name, stride_log2))
    })
}

const ON: Mode = Mode { run: true, freeze: true, lossless: false };
const FILLING: Mode = Mode { run: false, freeze: false, lossless: false };
const OFF: Mode = Mode { run: false, freeze: true, lossless: false };

#[test]
fn hardware_equals_model_and_the_laws_hold_in_every_cycle() {
    for (preset, stride_log2) in designs() {
        let mut random = Random(40 + u64::from(stride_log2));
        let mut bench = Bench::new(preset, stride_log2);
        // Phases of 300 cycles: how often, in 16ths, a candidate comes and a record is taken; every mode; flushes of a few cycles and whole ones.
        for phase in 0..60_u64 {
            let (come, take) = pick(&mut random, &[(16, 16), (16, 8), (8, 15), (16, 0), (2, 16), (12, 12), (16, 1)]);
            let mode = pick(&mut random, &[ON, ON, ON, FILLING, OFF]);
            for cycle in 0..300 {
                let candidate = (random.next() % 16 < come).then(|| (some_sample(&mut random), bench.now as u32));
                let flush = (phase % 8 == 7 && cycle > 100) || (phase % 5 == 2 && random.next().is_multiple_of(20));
                bench.cycle(Cycle { candidate, mode, flush, take: random.next() % 16 < take });
            }
        }
        let seen = bench.seen;
        println!("{preset} stride {}: {:?} full {} empty {}", 1 << stride_log2, seen.counts, seen.full, seen.empty);
        assert!(seen.full > 500 && seen.empty > 500 && seen.blocked > 500, "{seen:?}");
        for counter in &Counter::ALL[Counter::Candidates.index()..] {
            assert!(seen.counts.get(*counter) > 100, "{preset}: {counter} {:?}", seen.counts);
        }
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

/// A source that stops when `ready` falls, `flight` cycles before the buffer.
fn lossless(preset: &'static str, stride_log2: u32, flight: usize) -> Seen {
    let mut random = Random(60);
    let mut bench = Bench::new(preset, stride_log2);
    let mut way: VecDeque<Option<(Sample, u32)>> = (0..flight).map(|_| None).collect();
    let (mut ready, mut ord) = (true, 0);
    for cycle in 0..6000 {
        let retired = (ready && !random.next().is_multiple_of(8)).then(|| {
            ord += 1;
            (some_sample(&mut random), ord)
        });
        way.push_back(retired);
        let candidate = way.pop_front().unwrap();
        // Slow, fast, and not at all while the consumer is halted.
        let mode = Mode { run: cycle % 2000 < 1500, freeze: cycle < 4000, lossless: true };
        let take = mode.run && if cycle % 1000 < 500 { random.next().is_multiple_of(3) } else { true };
        ready = bench.cycle(Cycle { candidate, mode, take, flush: false });
    }
    // No record is lost on the way either.
    let (sent, arrived) = (ord as usize, bench.seen.ords.len() + way.iter().flatten().count());
    if bench.seen.counts.get(Counter::DroppedFull) == 0 {
        assert_eq!(sent, arrived);
    }
    bench.seen
}

#[test]
fn lossless_drops_nothing_under_back_pressure() {
    for (preset, stride_log2) in designs() {
        let seen = lossless(preset, stride_log2, FLIGHT as usize);
        assert_eq!((seen.counts.get(Counter::DroppedFull), seen.counts.get(Counter::DroppedOff)), (0, 0));
        assert!(seen.ords.is_sorted_by(|a, b| a < b));
        assert!(seen.ords.len() > 2000 && seen.stopped > 1000, "{} {}", seen.ords.len(), seen.stopped);
        // A longer way than the buffer is made for loses records, and counts them.
        assert!(lossless(preset, stride_log2, FLIGHT as usize + 8).counts.get(Counter::DroppedFull) > 0);
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
            let record = record(&mut random, xlen, ord);
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
