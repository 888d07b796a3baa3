//! The emitted burst sampler equals its model, record by record, and both equal the reference of bursty tracing
//! (docs/reference/burst.md).
mod numbers;

use crate::support::planted::{Fault, Planted};
use treetap::catalog::{Emitted, Unit, emit, presets};
use treetap::cosim::build::Effort;
use treetap::cosim::pins::Pins;
use treetap::model::burst::{Burst, Input, Statistics};
use treetap::model::hps::fig3::Fig3;
use treetap::spec::burst::{Config, EVENT_MODES, Mode, PRESETS};
use treetap::spec::variant::DEEP;
use treetap::trace::shapes::Random;

/// Records of the comparison with writes at any time, for each preset.
const RECORDS: u32 = 400_000;
/// Builds with everything, the second one for a fast clock.
const BUILDS: [&str; 2] = ["full", "full_deep"];
/// Records from one reset to the next.
const ANEW: u32 = 10_007;
/// Configurations of the comparison with the reference, and checks of each.
const CONFIGS: usize = 420;
const CHECKS: u64 = 2_500;

/// What happened, so that a test can prove its stimulus.
#[derive(Debug, Default)]
struct Seen {
    taken: [u64; Mode::ALL.len()],
    passed: [u64; Mode::ALL.len()],
    begun: [u64; Mode::ALL.len()],
    traps: u64,
    both: u64,
    restarts: u64,
    changed: u64,
    counted: u64,
    unbuilt: u64,
    /// Events of entries whose own check decides.
    moved: u64,
}

impl Seen {
    /// An event of the mode `place`: taken or not, where the mode is built; `moved` by its own check.
    fn decided(&mut self, place: usize, taken: Option<bool>, moved: bool) {
        match taken {
            None => self.unbuilt += 1,
            Some(true) => self.taken[place] += 1,
            Some(false) => self.passed[place] += 1,
        }
        self.moved += u64::from(taken.is_some() && moved);
    }
}

/// A sampler and the row that is driven into it next.
struct Bench {
    pins: Pins,
    row: Vec<u64>,
}

impl Bench {
    /// After a reset.
    fn open(emitted: &Emitted, effort: Effort) -> Self {
        let pins = Pins::open(emitted, effort, 3).unwrap();
        let row = vec![0; pins.input_words()];
        let mut bench = Self { pins, row };
        bench.reset();
        bench
    }

    fn reset(&mut self) {
        self.row.fill(0);
        // What is written meanwhile is not taken.
        for (name, value) in [("rst", 1), ("set_burst", 1), ("set_seed", 1), ("set_data", 0x0bad_5eed)] {
            self.set(name, value);
        }
        self.pins.run(&self.row.repeat(2));
        self.row.fill(0);
    }

    fn set(&mut self, name: &str, value: u64) {
        let at = self.pins.input(name);
        self.row[at] = value;
    }

    fn configure(&mut self, config: &Config) {
        for (name, value) in [
            ("cfg_burst_mode", config.mode.code().into()),
            ("cfg_period", config.period.into()),
            ("cfg_pthr", config.chance.into()),
            ("cfg_by_chance", config.by_chance.into()),
            ("cfg_ncheck0", config.outside.into()),
            ("cfg_ninstr0", config.inside.into()),
            ("cfg_entry_post", config.entry_post.into()),
        ] {
            self.set(name, value);
        }
    }

    /// Pulses from outside and writes of the host, the word that is written, and which counter is looked at.
    fn host(&mut self, pulses: [bool; 5], data: u64, which: usize) {
        for (name, value) in ["ext_on", "ext_off", "ext_tick", "set_burst", "set_seed"].into_iter().zip(pulses) {
            self.set(name, value.into());
        }
        self.set("set_data", data);
        self.set("stat_which", which as u64);
    }

    /// The row of a cycle.
    fn drive(&mut self, config: Config, input: Option<Input>, pulses: [bool; 5], data: u64, which: usize) -> &[u64] {
        self.configure(&cut(config));
        self.record(input);
        self.host(pulses, data, which);
        &self.row
    }

    /// Outputs of a cycle.
    fn cycle(&mut self, config: Config, input: Option<Input>, pulses: [bool; 5], data: u64, which: usize) -> Vec<u64> {
        self.drive(config, input, pulses, data, which);
        self.pins.run(&self.row)
    }

    fn record(&mut self, input: Option<Input>) {
        let what = input.unwrap_or_default();
        for (name, value) in [
            ("burst_valid", input.is_some()),
            ("burst_trap", what.trap),
            ("burst_ev", what.event),
            ("burst_chk", what.check),
            ("burst_entry", what.entry),
        ] {
            self.set(name, value.into());
        }
    }
}

#[test]
fn hardware_equals_model_in_every_mode_with_writes_at_any_time() {
    let mut seen = Seen::default();
    for preset in presets(Unit::Burst) {
        let emitted = emit(Unit::Burst, preset.name).unwrap();
        if let Err(difference) = compare(&emitted, preset.name, Effort::Test, &mut seen) {
            panic!("{difference}");
        }
    }
    println!("{seen:?}");
    assert!(seen.taken[1..].iter().chain(&seen.passed[2..]).all(|n| *n > 1000), "{seen:?}");
    assert!(seen.taken[0] == 0 && seen.passed[0] > 1000 && seen.passed[1] == 0, "{seen:?}");
    for mode in [Mode::External, Mode::ArnoldRyder, Mode::Bursty, Mode::Interval] {
        assert!(seen.begun[usize::from(mode.code())] > 100, "{seen:?}");
    }
    assert!(seen.traps > 1000 && seen.both > 100 && seen.restarts > 300, "{seen:?}");
    assert!(seen.changed > 300 && seen.counted > 100 && seen.moved > 100 && seen.unbuilt > 100, "{seen:?}");
}

fn differs(what: &str, found: u64, expected: u64, name: &str) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what}: {name} is {found}, expected {expected}")) }
}

/// What a host and a core do in a cycle.
struct Step {
    config: Config,
    /// The mode is not built: nothing is taken.
    unbuilt: bool,
    /// The mode was written in the cycle before, and its first interval begins.
    fresh: bool,
    /// The mode is written.
    written: bool,
    /// A seed is written.
    seeded: bool,
    input: Option<Input>,
    on: bool,
    off: bool,
    tick: bool,
    which: usize,
    data: u64,
}

/// Anything that a host and a core can do.
struct World {
    random: Random,
    modes: u32,
    config: Config,
    unbuilt: bool,
    written: bool,
}

impl World {
    fn step(&mut self, anew: bool, seen: &mut Seen) -> Step {
        let random = &mut self.random;
        let mut one_in = |of: u64| random.next().is_multiple_of(of);
        // The first interval begins in the cycle after the mode was written: nothing else happens in it.
        let fresh = std::mem::replace(&mut self.written, anew || one_in(700));
        let written = self.written;
        let quiet = written || fresh;
        let seeded = !quiet && one_in(900);
        let change = written || !fresh && one_in(300);
        // The host writes the mode while no record passes the filters (rule U5).
        let record = !quiet && !one_in(4);
        let input = Input { trap: one_in(9), event: !one_in(3), check: one_in(3), entry: one_in(3) };
        let (on, off, tick) = (one_in(40), one_in(40), !quiet && one_in(30));
        let mut number = |below: usize| random.next() as usize % below;
        if written {
            self.config.mode = Mode::ALL[number(Mode::ALL.len())];
            // A mode that is not built takes nothing, as mode off.
            self.unbuilt = !self.config.mode.built(self.modes);
            seen.restarts += 1;
        }
        if change {
            redraw(&mut self.config, &mut number);
            seen.changed += u64::from(!written);
        }
        let (which, data) = (number(6), [0, 1 << number(32), number(1 << 32) as u64][number(3)]);
        let (config, unbuilt, input) = (self.config, self.unbuilt, record.then_some(input));
        Step { config, unbuilt, fresh, written, seeded, input, on, off, tick, which, data }
    }
}

/// Anything that a host and a core can do, and what differs from the model first.
fn compare(emitted: &Emitted, preset: &str, effort: Effort, seen: &mut Seen) -> Result<(), String> {
    let built = PRESETS.iter().find(|p| p.name == preset).unwrap();
    let (bursty, statistics) = (built.parameter("checks") == 1, built.parameter("statistics") == 1);
    let modes = if bursty { 0xff } else { EVENT_MODES };
    let mut bench = Bench::open(emitted, effort);
    let [take, samp, start, id, count] =
        ["burst_take", "burst_samp", "burst_start", "burst_id", "stat_count"].map(|name| bench.pins.output(name));
    let off = Config { mode: Mode::Off, ..Config::default() };
    let mut world = World { random: Random(19), modes, config: off, unbuilt: false, written: false };
    let mut model = Burst::new(off);
    // A build for a fast clock takes what is written over a cycle later, one without checks chance and seed.
    let deep = built.parameter(DEEP) == 1;
    let (mut counted, mut first, mut ahead) = (([0; 6], 0), false, None::<Step>);
    for at in 0..RECORDS {
        // A reset forgets everything, whatever is under way.
        let anew = at.is_multiple_of(ANEW);
        if anew {
            bench.reset();
            model = Burst::new(off);
            counted = ([0; 6], 0);
        }
        // What it shows in this cycle was written in the one before.
        let step = ahead.take().unwrap_or_else(|| world.step(anew, seen));
        let mut host = (step.config, step.written, step.seeded, step.data);
        if deep || !bursty {
            if anew {
                bench.cycle(host.0, None, [false, false, false, deep && host.1, host.2], host.3, 0);
            }
            let next = ahead.insert(world.step((at + 1).is_multiple_of(ANEW), seen));
            let config = if deep { next.config } else { Config { chance: next.config.chance, ..host.0 } };
            host = (config, if deep { next.written } else { host.1 }, next.seeded, next.data);
        }
        let Step { config, unbuilt, fresh, written, seeded, input, on, off, tick, which, data } = step;
        let got = bench.cycle(host.0, input, [on, off, tick, host.1, host.2], host.3, which);

        let what = format!("{preset}, record {at}, {config:?}, {input:?}");
        let differs = |found, expected, name| differs(&what, found, expected, name);
        let effective = if unbuilt { Mode::Off } else { config.mode };
        model.configure(Config { mode: effective, ..cut(config) });
        let sown = seeded.then_some(data as u32);
        let now = ([0, 1, 2, 3, 4, 5].map(|which| statistic(&model, which)), model.number());
        let (counts, numbered) = if deep { std::mem::replace(&mut counted, now) } else { now };
        if written {
            sown.into_iter().for_each(|seed| model.seed(seed));
            model.restart(effective);
            continue;
        }
        // The model begins the first interval when the mode is written.
        let begun = !std::mem::replace(&mut first, fresh) || !deep;
        if !fresh {
            differs(got[samp], model.state().into(), "the state")?;
        }
        if !fresh && begun {
            let expected = counts[which];
            differs(got[count], if statistics { expected.into() } else { 0 }, "a counter")?;
            seen.counted += u64::from(statistics && expected > 100);
            differs(got[id], if bursty { numbered.into() } else { 0 }, "the burst's number")?;
        }
        let before = !fresh && model.state();
        let decided = input.is_some_and(|input| model.push(input));
        differs(got[take], decided.into(), "whether it is taken")?;
        let place = usize::from(config.mode.code());
        if input.is_some_and(|input| input.event && !input.trap) {
            let built = (!unbuilt).then_some(decided);
            seen.decided(place, built, config.mode.checks() && decided != before);
        }
        seen.traps += u64::from(input.is_some_and(|input| input.trap && input.event));
        seen.both += u64::from(on && off);
        model.external(on, off);
        if tick {
            model.tick();
        }
        let begins = model.state() && !before && effective != Mode::Always;
        differs(got[start], begins.into(), "the start of a burst")?;
        seen.begun[place] += u64::from(begins);
        sown.into_iter().for_each(|seed| model.seed(seed));
    }
    Ok(())
}

/// A counter of the model by its number.
fn statistic(model: &Burst, which: usize) -> u32 {
    let Statistics { checks, events, taken, outside, inside, bursts } = model.statistics();
    [checks, events, taken, outside, inside, bursts][which]
}

/// Other numbers for everything but the mode.
fn redraw(config: &mut Config, number: &mut impl FnMut(usize) -> usize) {
    let [period, outside, inside] = [(); 3].map(|()| 1 << number(25) | (number(2) * number(4)) as u32);
    config.period = [0, 1, 2, 3, 40, period, period][number(7)];
    config.chance = [0, 300, 0x8000, 0xffff, 0x1_0000, number(1 << 16) as u32, 1 << number(17)][number(7)];
    config.outside = [0, 1, 2, 3, 60, outside, outside][number(7)];
    config.inside = [0, 1, 1, 2, 10, inside, inside][number(7)];
    (config.by_chance, config.entry_post) = (number(2) == 0, number(2) == 0);
}

/// What fits the registers.
fn cut(config: Config) -> Config {
    let low = |n: u32| n % (1 << 24);
    Config { period: low(config.period), outside: low(config.outside), inside: low(config.inside), ..config }
}

/// The numbers of checks of configuration `i`: corners first, those of the literature, then anything.
fn numbers(i: usize, random: &mut Random) -> (u32, u32) {
    const CORNERS: [(u32, u32); 20] = [
        (1, 1),
        (1, 2),
        (1, 9),
        (2, 1),
        (9, 1),
        (2, 2),
        (0, 1),
        (0, 0),
        (1, 0),
        (5, 0),
        (20, 1),
        (200, 10),
        (1000, 50),
        (100, 1),
        (1000, 10),
        (5000, 50),
        (200, 1),
        (2000, 10),
        (3, 100),
        (1, 1000),
    ];
    let mut up_to = |n: u64| 1 + (random.next() % n) as u32;
    CORNERS.get(i).copied().unwrap_or_else(|| (up_to(if i.is_multiple_of(3) { 999 } else { 30 }), up_to(50)))
}

#[test]
fn model_and_hardware_equal_the_reference_of_bursty_tracing() {
    let mut bench = Bench::open(&emit(Unit::Burst, "full").unwrap(), Effort::Test);
    let (mut checks, mut inside, mut bursts, mut rewritten, mut together) = (0, 0, 0, 0_u64, 0);
    for i in 0..CONFIGS {
        let found = against_reference(&mut bench, i).unwrap_or_else(|difference| panic!("{difference}"));
        checks += u64::from(found.0.checks);
        inside += u64::from(found.0.inside);
        bursts += u64::from(found.0.bursts);
        together += found.1;
        rewritten += u64::from(i % 4 == 3);
    }
    println!("{CONFIGS} configurations, {checks} checks, {inside} inside of {bursts} bursts, {together} back to back");
    assert!(checks >= 1_000_000 && inside > 100_000 && bursts > 10_000 && rewritten > 100 && together > 100_000);
}

/// One configuration through reference, model and hardware: what was counted, and how many checks followed one another
/// without a record between.
fn against_reference(bench: &mut Bench, i: usize) -> Result<(Statistics, u64), String> {
    let mut random = Random(1000 + i as u64);
    let (outside, inside) = numbers(i, &mut random);
    let mode = if i % 7 == 6 { Mode::ArnoldRyder } else { Mode::Bursty };
    let mut config = Config { mode, outside, inside, entry_post: i % 5 == 4, ..Config::default() };
    let mut reference = Fig3::new(outside.into(), if mode == Mode::ArnoldRyder { 1 } else { inside.into() });
    let mut model = Burst::new(config);
    let [take, samp] = ["burst_take", "burst_samp"].map(|name| bench.pins.output(name));
    bench.configure(&config);
    bench.record(None);
    bench.set("set_burst", 1);
    let mut rows = bench.row.clone();
    bench.set("set_burst", 0);
    rows.extend(&bench.row);
    let (mut expected, mut done, mut together, mut last) = (vec![], 0, 0, false);
    while done < CHECKS {
        // Parameters change in some of the runs, in any state.
        if i % 4 == 3 && random.next().is_multiple_of(200) {
            (config.outside, config.inside) = numbers(i + random.next() as usize % 40, &mut random);
            reference.rewrite(config.outside.into(), if mode == Mode::ArnoldRyder { 1 } else { config.inside.into() });
            model.configure(config);
            bench.configure(&config);
        }
        let dense = expected.len() % 1000 < 500;
        let check = dense || random.next().is_multiple_of(2);
        let (trap, entry) = (random.next().is_multiple_of(16), check && random.next().is_multiple_of(2));
        let input = Input { trap, event: !random.next().is_multiple_of(3), check, entry };
        let before = reference.on();
        if check && !trap {
            reference.check();
            done += 1;
            together += u64::from(last);
        }
        last = check && !trap;
        let judged = if entry && config.entry_post { reference.on() } else { before };
        let wanted = input.event && !trap && judged;
        if model.push(input) != wanted || (!trap && model.state() != reference.on()) {
            return Err(format!("configuration {i} {config:?}: the model differs after {done} checks"));
        }
        bench.record(Some(input));
        rows.extend(&bench.row);
        expected.push((wanted, before));
    }
    let seen = bench.pins.run(&rows);
    for (at, (row, (wanted, before))) in seen.chunks_exact(bench.pins.output_words()).skip(2).zip(&expected).enumerate()
    {
        if (row[take] == 1, row[samp] == 1) != (*wanted, *before) {
            return Err(format!("configuration {i} {config:?}: the hardware differs at record {at}"));
        }
    }
    let counted = model.statistics();
    for (which, value) in
        [counted.checks, counted.events, counted.taken, counted.outside, counted.inside, counted.bursts]
            .iter()
            .enumerate()
    {
        bench.record(None);
        bench.set("stat_which", which as u64);
        let row = bench.pins.run(&bench.row);
        if row[bench.pins.output("stat_count")] != u64::from(*value) {
            return Err(format!("configuration {i} {config:?}: counter {which} differs"));
        }
    }
    Ok((counted, together))
}

#[test]
fn the_share_inside_is_what_the_numbers_say() {
    for (outside, inside) in [(20, 1), (200, 10), (1000, 50), (100, 1), (1000, 10), (5000, 50), (200, 1), (2000, 10)] {
        let mut burst = Burst::new(Config { mode: Mode::Bursty, outside, inside, ..Config::default() });
        let periods = 20;
        let checks = periods * (outside + inside) + outside / 2;
        (0..checks).for_each(|_| {
            burst.push(Input { check: true, ..Input::default() });
        });
        let found = burst.statistics();
        assert_eq!((found.outside + found.inside, found.bursts), (checks, periods), "{outside}:{inside}");
        // As r = inside / (outside + inside), but for one period at most.
        let exact = u64::from(checks) * u64::from(inside);
        let counted = u64::from(found.inside) * u64::from(outside + inside);
        assert!(
            exact.abs_diff(counted) <= u64::from(outside + inside) * u64::from(outside + inside),
            "{outside}:{inside}"
        );
    }
    // Arnold and Ryder's sampling has a period of one more than the checks between.
    let mut burst = Burst::new(Config { mode: Mode::ArnoldRyder, outside: 9, inside: 77, ..Config::default() });
    (0..1000).for_each(|_| {
        burst.push(Input { check: true, ..Input::default() });
    });
    assert_eq!((burst.statistics().inside, burst.statistics().bursts), (100, 100));
}

#[test]
fn zero_is_infinite_and_new_numbers_wait_for_the_next_reload() {
    let check = |burst: &mut Burst, times: u32| {
        (0..times).fold(0, |on, _| {
            burst.push(Input { check: true, ..Input::default() });
            on + u32::from(burst.state())
        })
    };
    let bursty = |outside, inside| Burst::new(Config { mode: Mode::Bursty, outside, inside, ..Config::default() });
    assert_eq!(check(&mut bursty(0, 3), 100_000), 0);
    assert_eq!(check(&mut bursty(4, 0), 100_000), 100_000 - 3);
    let mut burst = bursty(4, 2);
    assert_eq!(check(&mut burst, 2), 0);
    burst.configure(Config { outside: 7, inside: 3, ..Config::default() });
    // Two more of the four that were loaded, then three inside, then seven outside.
    assert_eq!((check(&mut burst, 1), check(&mut burst, 3), check(&mut burst, 7), check(&mut burst, 1)), (0, 3, 0, 1));
}

#[test]
fn the_check_of_an_instruction_comes_after_its_event_unless_entries_are_asked_to_come_first() {
    let entry = Input { event: true, check: true, entry: true, trap: false };
    for (entry_post, expected) in [(false, [false, true, true, false, true]), (true, [true, true, false, true, true])] {
        let mut burst =
            Burst::new(Config { mode: Mode::Bursty, outside: 1, inside: 2, entry_post, ..Config::default() });
        assert_eq!([entry; 5].map(|input| burst.push(input)), expected, "entry_post {entry_post}");
    }
}

#[test]
fn bursts_tell_orders_apart_that_single_samples_do_not() {
    // A loop whose body calls f and g in turn, or f four times and then g four times.
    let bursts = |pattern: &[u8], inside| {
        let mut burst = Burst::new(Config { mode: Mode::Bursty, outside: 4, inside, ..Config::default() });
        let (mut found, mut last) = (vec![vec![]], 0);
        for symbol in pattern.iter().cycle().take(100_000) {
            let taken = burst.push(Input { event: true, check: true, ..Input::default() });
            if burst.number() != last {
                found.push(vec![]);
                last = burst.number();
            }
            if taken {
                found.last_mut().unwrap().push(*symbol);
            }
        }
        let mut found: Vec<_> = found.into_iter().filter(|burst| burst.len() == inside as usize).collect();
        found.sort();
        found.dedup();
        found
    };
    assert_eq!(bursts(b"fgfgfgfg", 1), bursts(b"ffffgggg", 1));
    let (turns, runs) = (bursts(b"fgfgfgfg", 8), bursts(b"ffffgggg", 8));
    assert!(turns.iter().all(|burst| !runs.contains(burst)), "{turns:?} {runs:?}");
}

#[test]
fn every_hundredth_event_is_exactly_that() {
    let mut burst = Burst::new(Config { mode: Mode::Periodic, period: 100, ..Config::default() });
    for n in 1..=100_000_u32 {
        burst.event();
        assert_eq!(burst.statistics().taken, n / 100);
    }
}

/// What stands in the Verilog of `full`, and what a slip would have made of it.
const FAULTS: &[Fault<'_>] = &[
    ("", "due = «(left & ~24'd1) == 24'd0»", "left == 24'd0"),
    ("", "after_rest = «cfg_ninstr0»", "cfg_ncheck0"),
    ("", "(check & of_checks & «(|left)»)", "1'b1"),
    ("", "if («arnold») after_rest = 24'd1;", "1'b0"),
    ("", "goes_on = «checked»", "checked & ~judged"),
    ("", "(«entry_post & burst_entry») ? checked", "entry_post"),
    ("", "check = burst_valid & burst_chk & «~burst_trap»", "1'b1"),
    ("", "rests = ~on & «~set»", "1'b1"),
    ("", "begin_ = («fresh0 | ext_tick») & interval", "ext_tick"),
    ("", "if («by_chance») goes_on = hit;", "1'b0"),
    ("", "begins = goes_on & ~set & «~on»", "1'b1"),
    ("", "if («moves») lfsr", "event_ & chance"),
    // The last one is what is found against the reference as well.
    ("", "after_rest = «cfg_ninstr0»", "cfg_ninstr0 + 24'd1"),
];

/// What stands in the Verilog of `full_deep` alone.
const DEEP_FAULTS: &[Fault<'_>] = &[
    ("", "stepped_on0 <= «draws & ~seeding0»", "1'b0"),
    ("", "stepped_on0 <= «draws & ~seeding0»", "draws"),
    ("", "stays = «seeding0» ? seed0 : lfsr", "1'b0"),
    ("", "if («seeding0») lfsr <= seed0;", "1'b0"),
    ("", "{1'd0, twice[15:0]} < cfg_pthr", "{1'd0, once[15:0]} < cfg_pthr"),
    ("", "if («begun0»)", "begins"),
    ("", "stepped0 <= «steps»", "steps & 6'd31"),
    ("", "cleared0 <= «rst | set»", "rst"),
    ("", "at_end0 <= «left == 24'd2»", "left == 24'd1"),
    ("", "rest_counts0 <= «arnold | (|cfg_ninstr0)»", "1'b1"),
    ("", "burst_counts0 <= «|cfg_ncheck0»", "1'b1"),
    ("", "rest_ends0 <= «arnold | ((cfg_ninstr0 & ~24'd1) == 24'd0)»", "1'b1"),
    ("", "burst_ends0 <= «(cfg_ncheck0 & ~24'd1) == 24'd0»", "(cfg_ncheck0 & ~24'd3) == 24'd0"),
    ("", "next_burst0 <= «after_burst»", "after_rest"),
];

#[test]
fn planted_faults_are_found() {
    for (preset, faults) in [("full", FAULTS), ("full_deep", DEEP_FAULTS)] {
        let planted = Planted::of(Unit::Burst, preset, faults);
        let compared = |number| compare(planted.with(number), preset, Effort::Test, &mut Seen::default());
        assert_eq!(compared(0), Ok(()), "{preset} as it is");
        for ((_, from, to), number) in faults.iter().zip(1..) {
            println!("{preset}, {from} -> {to}: {}", compared(number).expect_err(from));
        }
        if preset == "full" {
            let mut bench = Bench::open(planted.with(faults.len()), Effort::Test);
            assert!((0..10).any(|i| against_reference(&mut bench, i).is_err()));
        }
    }
}
