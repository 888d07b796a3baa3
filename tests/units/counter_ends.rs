//! Counters at their ends, in the emitted hardware: those of docs/reference/counters.md wrap and the laws go on to
//! hold; those that stay do stay.
//!
//! The way to the end is shortened: the file under test is the emitted one, with one expression changed, so that what
//! zeroes a counter gives it a start near its end. The ignored test walks the whole way in the files as they are.
use std::collections::BTreeMap;
use treetap::catalog::{Emitted, Unit, emit};
use treetap::cosim::build::Effort;
use treetap::cosim::pins::Pins;
use treetap::spec::counters::{Counter, Counts};
use treetap::spec::regs;
use treetap::trace::shapes::Random;

/// Counts of what happened, by name.
type Coverage = BTreeMap<String, u64>;

/// The emitted file with `pattern`, which is in it once, replaced.
fn changed(emitted: &Emitted, pattern: &str, replacement: &str) -> Emitted {
    assert_eq!(emitted.verilog.matches(pattern).count(), 1, "{}: {pattern}", emitted.top);
    Emitted { verilog: emitted.verilog.replace(pattern, replacement), ..emitted.clone() }
}

/// Where the counters begin that hold what went all the way: those stand on both sides of their laws.
const START: u32 = 0xffff_c000;
const WAY: [Counter; 4] = [Counter::Retired, Counter::Candidates, Counter::Accepted, Counter::Popped];

/// What a word and its steps become, in the emitted counters.
const SUM: &str = "sum <= words_rd + {28'd0, steps}";

/// The emitted counters, of which those of [`WAY`] begin at [`START`].
fn counters_near_the_end() -> Emitted {
    let way: Vec<String> = WAY.iter().map(|counter| format!("adding_at == 4'd{}", counter.index())).collect();
    let started = format!("{SUM} + ((clearing & ({})) ? 32'd{START} : 32'd0)", way.join(" | "));
    changed(&emit(Unit::Counters, "nano").unwrap(), SUM, &started)
}

/// A row of inputs by names.
fn row(pins: &Pins, values: &[(&str, u64)]) -> Vec<u64> {
    let mut row = vec![0; pins.input_words()];
    values.iter().for_each(|(name, value)| row[pins.input(name)] = *value);
    row
}

/// Every counter, while nothing steps.
fn read(counters: &mut Pins) -> Counts {
    let mut counts = Counts::default();
    for counter in Counter::ALL {
        let asked = row(counters, &[("cnt_read", 1), ("cnt_addr", counter.index() as u64)]);
        let (valid, data) = (counters.output("cnt_valid"), counters.output("cnt_data"));
        let answer = (0..33).map(|_| counters.run(&asked)).find(|out| out[valid] == 1);
        counts.0[counter.index()] = answer.expect("an answer within 32 cycles")[data] as u32;
    }
    counts
}

/// Retirements go to the emitted counters, those that become candidates through the emitted buffer; every so often all
/// stops, and values and laws are checked. Gives the first difference.
fn way(counters: &Emitted, buffer: &Emitted, coverage: &mut Coverage) -> Result<(), String> {
    const REJECTIONS: [(Counter, &str); 8] = [
        (Counter::Trap, "step_trap"),
        (Counter::RejectedClass, "step_rej_class"),
        (Counter::RejectedPc1, "step_rej_pc1"),
        (Counter::RejectedPc2, "step_rej_pc2"),
        (Counter::RejectedDecimated, "step_rej_dec"),
        (Counter::RejectedSelect, "step_rej_select"),
        (Counter::RejectedBurst, "step_rej_burst"),
        (Counter::RejectedGate, "step_rej_gate"),
    ];
    const OUTCOMES: [(Counter, &str); 5] = [
        (Counter::Accepted, "step_acc"),
        (Counter::DroppedFull, "step_drop_full"),
        (Counter::DroppedOff, "step_drop_off"),
        (Counter::Popped, "step_popped"),
        (Counter::Flushed, "step_flushed"),
    ];
    let mut counters = Pins::open(counters, Effort::Test, 4).unwrap();
    let mut buffer = Pins::open(buffer, Effort::Test, 5).unwrap();
    let mut random = Random(23);
    for pins in [&mut counters, &mut buffer] {
        let reset = row(pins, &[("rst", 1)]);
        pins.run(&reset);
    }
    let (idle, cleared) = (row(&counters, &[]), counters.output("cnt_cleared"));
    while counters.run(&idle)[cleared] == 0 {}
    let mut expected = Counts::default();
    WAY.iter().for_each(|counter| expected.0[counter.index()] = START);
    for cycle in 1..=80_000_u64 {
        let mut steps: BTreeMap<&str, u64> = BTreeMap::new();
        let place = random.next() as usize % (REJECTIONS.len() + 12);
        if cycle % 4000 < 3900 && !random.next().is_multiple_of(8) {
            let (counter, name) = *REJECTIONS.get(place).unwrap_or(&(Counter::Candidates, "step_cand"));
            for (counter, name) in [(Counter::Retired, "step_retired"), (counter, name)] {
                steps.insert(name, 1);
                expected.step(counter);
            }
        }
        let cand = steps.get("step_cand").copied().unwrap_or_default();
        let phase = cycle / 500 % 16;
        let offered = row(
            &buffer,
            &[
                ("cand_valid", cand),
                ("run", u64::from(phase != 3)),
                ("cfg_freeze", 1),
                ("cfg_stride", 2),
                ("flush", u64::from(phase == 9)),
                ("smp_ready", u64::from(!random.next().is_multiple_of(8) && phase != 5)),
            ],
        );
        let out = buffer.run(&offered);
        for (counter, name) in OUTCOMES {
            let step = out[buffer.output(name)];
            steps.insert(name, step);
            (0..step.count_ones()).for_each(|_| expected.step(counter));
        }
        counters.run(&row(&counters, &steps.into_iter().collect::<Vec<_>>()));
        if cycle.is_multiple_of(250) {
            // The first visit after the last step has to be over.
            (0..32).for_each(|_| drop(counters.run(&idle)));
            let found = read(&mut counters);
            let occupied = buffer.run(&row(&buffer, &[("run", 1), ("cfg_stride", 2)]))[buffer.output("occ")];
            found.check(occupied as u32, 0).map_err(|broken| format!("cycle {cycle}: {broken}"))?;
            if found != expected {
                return Err(format!("cycle {cycle}: {found:?}, expected {expected:?}"));
            }
            let wrapped: String =
                WAY.iter().map(|counter| if found.get(*counter) < START { '1' } else { '0' }).collect();
            *coverage.entry(wrapped).or_default() += 1;
        }
    }
    Ok(())
}

#[test]
fn counters_wrap_and_the_laws_go_on_to_hold() {
    let buffer = emit(Unit::SampleBuffer, "full").unwrap();
    let mut coverage = Coverage::new();
    way(&counters_near_the_end(), &buffer, &mut coverage).unwrap();
    println!("which have wrapped of {WAY:?}: {coverage:?}");
    // None, each of them alone after those before it, and all.
    let seen: Vec<&str> = coverage.keys().map(String::as_str).collect();
    assert_eq!(seen, ["0000", "1000", "1100", "1110", "1111"], "{coverage:?}");
    assert!(coverage["0000"] > 5 && coverage["1111"] > 5, "{coverage:?}");
}

#[test]
fn counters_that_would_not_wrap_are_found() {
    let buffer = emit(Unit::SampleBuffer, "full").unwrap();
    let right = counters_near_the_end();
    for (name, replacement) in [
        (
            "stays at the end",
            "sum <= ((&words_rd[31:4]) & (words_rd[3:0] > ~steps)) ? ~32'd0 : words_rd + {28'd0, steps}",
        ),
        ("31 bits", "sum <= {words_rd[31], words_rd[30:0] + {27'd0, steps}}"),
        ("no carry", "sum <= {words_rd[31:16], words_rd[15:0] + {12'd0, steps}}"),
    ] {
        let wrong = changed(&right, SUM, replacement);
        let difference = way(&wrong, &buffer, &mut Coverage::new()).expect_err(name);
        println!("{name}: {}", difference.split(':').take(2).collect::<String>());
    }
}

const STATISTICS: u64 = 6;
/// Where each statistic stays.
const LARGEST: u64 = u32::MAX as u64;

/// Inputs of the burst sampler that make every one of its counters step: bursts from outside, a check and an event in
/// every cycle.
fn burst_row(burst: &Pins, on: bool, which: u64) -> Vec<u64> {
    let external = treetap::spec::burst::Mode::External.code();
    row(
        burst,
        &[
            ("cfg_burst_mode", external.into()),
            ("burst_valid", 1),
            ("burst_chk", 1),
            ("burst_ev", 1),
            ("ext_on", on.into()),
            ("ext_off", (!on).into()),
            ("stat_which", which),
        ],
    )
}

#[test]
fn statistics_of_the_burst_sampler_stay_at_their_largest_value() {
    const BEFORE: u64 = 1000;
    let real = emit(Unit::Burst, "full").unwrap();
    let near = changed(&real, "if (clear) total <= 32'd0", &format!("if (clear) total <= 32'd{}", (1 << 32) - BEFORE));
    // A burst of three retirements, two without.
    let on = |cycle: u64| cycle % 5 < 3;
    let count = |burst: &mut Pins, cycles: u64| {
        let reset = row(burst, &[("rst", 1)]);
        burst.run(&reset);
        (0..cycles).for_each(|cycle| drop(burst.run(&burst_row(burst, on(cycle), 0))));
        let at = burst.output("stat_count");
        (0..STATISTICS)
            .map(|which| {
                let mut still = burst_row(burst, on(cycles), which);
                still[burst.input("burst_valid")] = 0;
                burst.run(&still)[at]
            })
            .collect::<Vec<_>>()
    };
    let mut ends = [0; STATISTICS as usize];
    let (mut real, mut near) =
        (Pins::open(&real, Effort::Test, 6).unwrap(), Pins::open(&near, Effort::Test, 6).unwrap());
    for cycles in (400..10_000).step_by(397) {
        let (counted, stays) = (count(&mut real, cycles), count(&mut near, cycles));
        for (which, (counted, found)) in counted.into_iter().zip(stays).enumerate() {
            let expected = ((1 << 32) - BEFORE + counted).min(LARGEST);
            assert_eq!(found, expected, "counter {which} after {cycles} records");
            ends[which] += u64::from(found == LARGEST);
        }
    }
    println!("{ends:?} of 25 readings at the end");
    assert!(ends.iter().all(|times| (3..25).contains(times)), "{ends:?}");
}

#[test]
fn refused_accesses_are_counted_up_to_255() {
    let mut pins = Pins::open(&emit(Unit::Regs, "nano").unwrap(), Effort::Test, 7).unwrap();
    let reset = row(&pins, &[("rst", 1)]);
    pins.run(&reset);
    let (ready, word) = (pins.output("bus_ready"), pins.output("bus_rdata"));
    let mut access = |register: regs::Register, write: Option<u32>| {
        let asked = [
            ("bus_valid", 1),
            ("bus_we", u64::from(write.is_some())),
            ("bus_addr", register.offset.into()),
            ("bus_wdata", write.unwrap_or_default().into()),
            ("bus_wstrb", 15),
            ("cnt_valid", 1),
            ("cmd_ready", 1),
        ];
        let asked = row(&pins, &asked);
        let answer = (0..100).map(|_| pins.run(&asked)).find(|out| out[ready] == 1);
        answer.expect("an answer")[word] as u32
    };
    let refused = regs::STATUS.field("HOSTVIOL");
    for n in 1..=600_u32 {
        access(regs::STATUS, Some(0));
        assert_eq!(refused.of(access(regs::STATUS, None)), n.min(255));
    }
    access(regs::COMMAND, Some(regs::Op::ClearCounters as u32));
    assert_eq!(refused.of(access(regs::STATUS, None)), 0);
}

/// Cycles that are one call.
const CHUNK: u64 = 1 << 12;

#[test]
#[ignore = "2^32 cycles: five minutes"]
fn the_whole_way_of_the_counters() {
    // One retires in every cycle and enters the buffer, where one leaves.
    let mut counters = Pins::open(&emit(Unit::Counters, "nano").unwrap(), Effort::Fast, 8).unwrap();
    let (reset, idle) = (row(&counters, &[("rst", 1)]), row(&counters, &[]));
    counters.run(&reset);
    while counters.run(&idle)[counters.output("cnt_cleared")] == 0 {}
    let step = [("step_retired", 1), ("step_cand", 1), ("step_acc", 1), ("step_popped", 1)];
    let rows = row(&counters, &step).repeat(CHUNK as usize);
    for _ in 0..(1 << 32) / CHUNK {
        counters.run(&rows);
    }
    counters.run(&rows);
    (0..32).for_each(|_| drop(counters.run(&idle)));
    let found = read(&mut counters);
    found.check(0, 0).unwrap();
    let mut expected = Counts::default();
    for counter in [Counter::Retired, Counter::Candidates, Counter::Accepted, Counter::Popped] {
        expected.0[counter.index()] = CHUNK as u32;
    }
    assert_eq!(found, expected);
}

#[test]
#[ignore = "2^32 cycles: five minutes"]
fn the_whole_way_of_the_burst_sampler() {
    let mut burst = Pins::open(&emit(Unit::Burst, "full").unwrap(), Effort::Fast, 8).unwrap();
    burst.run(&row(&burst, &[("rst", 1)]));
    let rows = burst_row(&burst, true, 1).repeat(CHUNK as usize);
    for _ in 0..(1 << 32) / CHUNK - 1 {
        burst.run(&rows);
    }
    let at = burst.output("stat_count");
    let last = burst.run(&rows);
    let counts: Vec<u64> = last.chunks_exact(burst.output_words()).map(|out| out[at]).collect();
    assert_eq!((counts[0], counts.last()), ((1 << 32) - CHUNK, Some(&LARGEST)));
    let last = burst.run(&rows);
    assert!(last.chunks_exact(burst.output_words()).all(|out| out[at] == LARGEST));
}
