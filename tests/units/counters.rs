//! The emitted counters equal the golden model whenever they are read (docs/reference/counters.md).
use treetap::catalog::{Unit, emit};
use treetap::cosim::build::Effort;
use treetap::cosim::pins::Pins;
use treetap::spec::counters::{Counter, Counts, PRESETS};
use treetap::trace::shapes::Random;

const STEPS: [&str; Counter::COUNT] = [
    "step_retired",
    "step_trap",
    "step_rej_class",
    "step_rej_pc1",
    "step_rej_pc2",
    "step_rej_dec",
    "step_rej_select",
    "step_rej_burst",
    "step_cand",
    "step_acc",
    "step_drop_full",
    "step_drop_off",
    "step_popped",
    "step_flushed",
    "step_rej_gate",
];

/// Cycles from the one whose steps a value no longer has to the one in which it is shown.
const AGE: usize = 3;

#[test]
fn every_value_that_is_read_is_that_of_three_cycles_before() {
    for preset in &PRESETS {
        compare(preset.name);
    }
}

fn compare(preset: &str) {
    let mut pins = Pins::open(&emit(Unit::Counters, preset).unwrap(), Effort::Test, 9).unwrap();
    let steps = STEPS.map(|name| pins.input(name));
    let [rst, clear, read, addr] = ["rst", "cnt_clear", "cnt_read", "cnt_addr"].map(|name| pins.input(name));
    let [valid, data, cleared] = ["cnt_valid", "cnt_data", "cnt_cleared"].map(|name| pins.output(name));
    let mut random = Random(11);
    let mut counts = Counts::default();
    let mut history = vec![];
    let (mut asked, mut waited, mut longest, mut reads, mut clears, mut resets) =
        (None, 0, 0, [0; Counter::COUNT], 0, 0);
    let (mut uncleared, mut total) = (0, 0);
    for cycle in 0..60_000_usize {
        let mut row = vec![0; pins.input_words()];
        // In turn every counter in every cycle, at random, rarely, and not at all. A reset and commands in the midst of
        // it.
        row[rst] = u64::from(cycle < 3 || cycle == 20_000);
        row[clear] = u64::from(cycle % 7000 == 6999);
        for (i, step) in steps.iter().enumerate() {
            let on = match cycle / 500 % 4 {
                0 => true,
                1 => random.next().is_multiple_of(2),
                2 => random.next().is_multiple_of(16 + i as u64),
                _ => false,
            };
            row[*step] = on.into();
        }
        if asked.is_none() && random.next().is_multiple_of(3) {
            asked = Some(random.next() as usize % Counter::COUNT);
            waited = 0;
        }
        row[read] = u64::from(asked.is_some());
        row[addr] = asked.unwrap_or_default() as u64;
        let out = pins.run(&row);
        history.push(counts);
        for counter in Counter::ALL {
            if row[steps[counter.index()]] == 1 {
                counts.step(counter);
                total += 1;
            }
        }
        if row[rst] == 1 || row[clear] == 1 {
            // The steps of the cycle with the command are gone too.
            counts = Counts::default();
            clears += row[clear];
            resets += row[rst];
        }
        uncleared += u64::from(out[cleared] == 0);
        let Some(at) = asked else { continue };
        waited += 1;
        let fresh = |cycle: usize| cycle % 7000 >= 40 && !(20_000..20_040).contains(&cycle) && cycle > 40;
        if out[valid] == 1 {
            if fresh(cycle) {
                assert_eq!(out[data], u64::from(history[cycle - AGE].0[at]), "cycle {cycle} {}", Counter::ALL[at]);
                reads[at] += 1;
                longest = longest.max(waited);
            }
            asked = None;
        }
    }
    assert!(reads.iter().all(|n| *n > 200) && longest <= 31, "{reads:?} {longest}");
    assert!(clears == 8 && resets == 4 && (8 * 15..8 * 17 + 60).contains(&uncleared), "{clears} {resets} {uncleared}");
    assert!(total > 100_000);
}

/// Numbers of steps that need most bits, of every counter.
#[test]
fn counters_carry_on_in_a_long_run() {
    // No power of two, so that a counter is looked at with every one of its bits.
    const CYCLES: usize = 75_011;
    let mut pins = Pins::open(&emit(Unit::Counters, "nano").unwrap(), Effort::Test, 9).unwrap();
    let [rst, read, addr] = ["rst", "cnt_read", "cnt_addr"].map(|name| pins.input(name));
    let [valid, data] = ["cnt_valid", "cnt_data"].map(|name| pins.output(name));
    let mut row = vec![0; pins.input_words()];
    row[rst] = 1;
    pins.run(&row.repeat(3));
    row[rst] = 0;
    pins.run(&row.repeat(40));
    STEPS.iter().for_each(|step| row[pins.input(step)] = 1);
    row[read] = 1;
    let (mut cycle, mut reads) = (0, [0_usize; Counter::COUNT]);
    for (at, reads) in reads.iter_mut().enumerate() {
        row[addr] = at as u64;
        let width = pins.output_words();
        for out in pins.run(&row.repeat(CYCLES)).chunks_exact(width) {
            if out[valid] == 1 {
                assert_eq!(out[data], u64::saturating_sub(cycle, AGE as u64), "cycle {cycle} {}", Counter::ALL[at]);
                *reads += 1;
            }
            cycle += 1;
        }
    }
    assert!(cycle > 1 << 20 && reads.iter().all(|reads| *reads > CYCLES / 31), "{cycle} {reads:?}");
}

/// A counter is cleared while its bits are set, and shows nothing of them.
#[test]
fn a_clear_leaves_no_bit_of_a_large_number() {
    const LARGE: usize = (1 << 18) - 8;
    for preset in &PRESETS {
        let mut pins = Pins::open(&emit(Unit::Counters, preset.name).unwrap(), Effort::Test, 9).unwrap();
        let [rst, clear, read, addr] = ["rst", "cnt_clear", "cnt_read", "cnt_addr"].map(|name| pins.input(name));
        let [valid, data] = ["cnt_valid", "cnt_data"].map(|name| pins.output(name));
        let mut row = vec![0; pins.input_words()];
        row[rst] = 1;
        pins.run(&row.repeat(3));
        row[rst] = 0;
        pins.run(&row.repeat(40));
        STEPS.iter().for_each(|step| row[pins.input(step)] = 1);
        pins.run(&row.repeat(LARGE));
        STEPS.iter().for_each(|step| row[pins.input(step)] = 0);
        row[read] = 1;
        for expected in [LARGE as u64, 0] {
            for counter in Counter::ALL {
                row[addr] = counter.index() as u64;
                let out = pins.run(&row.repeat(40));
                let last = out.chunks_exact(pins.output_words()).rfind(|out| out[valid] == 1).map(|out| out[data]);
                assert_eq!(last, Some(expected), "{} {counter}", preset.name);
            }
            row[clear] = 1;
            pins.run(&row);
            row[clear] = 0;
            pins.run(&row.repeat(40));
        }
    }
}

#[test]
fn an_address_beyond_the_last_counter_is_answered() {
    for preset in &PRESETS {
        let mut pins = Pins::open(&emit(Unit::Counters, preset.name).unwrap(), Effort::Test, 9).unwrap();
        let mut row = vec![0; pins.input_words()];
        row[pins.input("cnt_read")] = 1;
        row[pins.input("cnt_addr")] = Counter::COUNT as u64;
        assert_eq!(pins.run(&row)[pins.output("cnt_valid")], 1);
    }
}

#[test]
fn broken_laws_are_named() {
    let mut counts = Counts::default();
    for counter in [Counter::Retired, Counter::Retired, Counter::Trap, Counter::Candidates, Counter::Accepted] {
        counts.step(counter);
    }
    assert!(counts.check(1, 0).is_ok());
    assert!(counts.check(0, 0).unwrap_err().to_string().starts_with("L3"));
    counts.step(Counter::DroppedOff);
    assert!(counts.check(1, 0).unwrap_err().to_string().starts_with("L2"));
    counts.step(Counter::Candidates);
    assert!(counts.check(1, 0).unwrap_err().to_string().starts_with("L1"));
    counts.step(Counter::Retired);
    assert!(counts.check(1, 0).is_ok());
    counts.step(Counter::Retired);
    assert!(counts.check(1, 1).is_ok(), "an event that is held");
}
