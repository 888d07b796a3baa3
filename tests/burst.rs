//! The emitted burst sampler equals its model, record by record (docs/burst.md).
use treetap::catalog::{Unit, emit, presets};
use treetap::cosim::build::Effort;
use treetap::cosim::pins::Pins;
use treetap::model::burst::{Burst, Statistics};
use treetap::spec::burst::{Config, Mode, PRESETS};
use treetap::trace::shapes::Random;

/// What happened, so that a test can prove its stimulus.
#[derive(Debug, Default)]
struct Seen {
    taken: [u64; Mode::ALL.len()],
    passed: [u64; Mode::ALL.len()],
    traps: u64,
    both: u64,
    restarts: u64,
    begun: u64,
    changed: u64,
    counted: u64,
}

#[test]
fn hardware_equals_model_in_every_mode_with_writes_at_any_time() {
    let mut seen = Seen::default();
    for preset in presets(Unit::Burst) {
        compare(preset.name, &mut seen);
    }
    println!("{seen:?}");
    assert!(seen.taken[1..].iter().chain(&seen.passed[2..]).all(|n| *n > 1000), "{seen:?}");
    assert!(seen.taken[0] == 0 && seen.passed[0] > 1000 && seen.passed[1] == 0, "{seen:?}");
    assert!(seen.traps > 1000 && seen.both > 100 && seen.restarts > 300 && seen.begun > 300, "{seen:?}");
    assert!(seen.changed > 300 && seen.counted > 100, "{seen:?}");
}

fn compare(preset: &str, seen: &mut Seen) {
    let statistics = PRESETS.iter().find(|p| p.name == preset).unwrap().parameter("statistics") == 1;
    let mut pins = Pins::open(&emit(Unit::Burst, preset).unwrap(), Effort::Test, 3).unwrap();
    let [rst, valid, trap, chk, ev] =
        ["rst", "burst_valid", "burst_trap", "burst_chk", "burst_ev"].map(|name| pins.input(name));
    let [on, off, mode, period, pthr] =
        ["ext_on", "ext_off", "cfg_burst_mode", "cfg_period", "cfg_pthr"].map(|name| pins.input(name));
    let [set_burst, set_seed, set_data, which] =
        ["set_burst", "set_seed", "set_data", "stat_which"].map(|name| pins.input(name));
    let [take, samp, start, count] =
        ["burst_take", "burst_samp", "burst_start", "stat_count"].map(|name| pins.output(name));
    let (width, out) = (pins.input_words(), pins.output_words());
    let mut random = Random(19);
    let mut row = vec![0; width];
    row[rst] = 1;
    pins.run(&row.repeat(2));
    row[rst] = 0;
    let mut config = Config { mode: Mode::Off, ..Config::default() };
    let mut model = Burst::new(config);
    for at in 0..300_000_u32 {
        let chance = |random: &mut Random, of: u64| random.next().is_multiple_of(of);
        row[set_burst] = u64::from(at == 0 || chance(&mut random, 700));
        row[set_seed] = u64::from(chance(&mut random, 900));
        row[set_data] = if chance(&mut random, 4) { 0 } else { random.next() & 0xffff_ffff };
        if row[set_burst] == 1 {
            config.mode = Mode::ALL[random.next() as usize % Mode::ALL.len()];
            seen.restarts += 1;
        }
        if row[set_burst] == 1 || chance(&mut random, 300) {
            config.period = [0, 1, 2, 3, 10, 40][random.next() as usize % 6];
            config.chance = [0, 300, 0x8000, 0xffff, 0x1_0000][random.next() as usize % 5];
            seen.changed += u64::from(row[set_burst] == 0);
        }
        row[mode] = config.mode.code().into();
        (row[period], row[pthr]) = (config.period.into(), config.chance.into());
        // The host writes the mode while no record passes the filters (rule U5).
        row[valid] = u64::from(row[set_burst] == 0 && !chance(&mut random, 4));
        row[trap] = u64::from(chance(&mut random, 9));
        row[chk] = u64::from(chance(&mut random, 3));
        row[ev] = u64::from(!chance(&mut random, 3));
        row[on] = u64::from(chance(&mut random, 40));
        row[off] = u64::from(chance(&mut random, 40));
        row[which] = random.next() % 6;
        let got = pins.run(&row);
        assert_eq!(got.len(), out);

        let what = format!("{preset}, record {at}, {config:?}");
        model.configure(config.period, config.chance);
        let Statistics { checks, events, taken, outside, inside, bursts } = model.statistics();
        let expected = [checks, events, taken, outside, inside, bursts][row[which] as usize];
        assert_eq!(got[count], if statistics { expected.into() } else { 0 }, "{what}: counter {}", row[which]);
        seen.counted += u64::from(statistics && expected > 100);
        if row[set_burst] == 1 {
            model.restart(config.mode);
        } else {
            assert_eq!(got[samp], u64::from(model.state()), "{what}");
            let event = row[valid] & row[ev] == 1;
            let decided = row[valid] == 1 && model.check(row[trap] == 1, event, row[chk] == 1);
            assert_eq!(got[take], u64::from(decided), "{what}");
            if event && row[trap] == 0 {
                let place = usize::from(config.mode.code());
                *(if decided { &mut seen.taken[place] } else { &mut seen.passed[place] }) += 1;
            }
            seen.traps += row[valid] & row[trap] & row[ev];
            seen.both += row[on] & row[off];
            let before = model.state();
            model.external(row[on] == 1, row[off] == 1);
            let begins = config.mode == Mode::External && model.state() && !before;
            assert_eq!(got[start], u64::from(begins), "{what}");
            seen.begun += u64::from(begins);
        }
        if row[set_seed] == 1 {
            model.seed(row[set_data] as u32);
        }
    }
}
