//! The emitted `burst` tops equal the golden model in every cycle (docs/burst.md).
use std::collections::BTreeMap;
use treetap::catalog::{Unit, emit};
use treetap::cosim::build::Effort;
use treetap::cosim::pins::Pins;
use treetap::model::burst::Burst;
use treetap::spec::burst::*;
use treetap::trace::shapes::Random;

const CYCLES: usize = 4000;

/// One run of a top beside its model; a planted fault raises an event on the pins that the model does not see.
fn compare(pins: &mut Pins, statistics: bool, mut config: Config, seed: u64, planted: bool) -> (u64, u64, u64) {
    let mut random = Random(seed);
    let mut model = Burst::new(config);
    let mut held = 0;
    for cycle in 0..CYCLES {
        let mut one_in = |n: u64| u64::from(random.next().is_multiple_of(n));
        let (valid, ev, trap) = (1 - one_in(4), 1 - one_in(3), one_in(8));
        let (on, off, enable) = (one_in(40), one_in(40), u64::from(cycle % 1000 < 950));
        // The period changes in the midst of one; everything after a restart.
        let restart = cycle == 0 || cycle == 3000;
        match cycle {
            1000 => config.period = 3,
            2000 => config.threshold = THRESHOLD_MAX / 3,
            3000 => config = Config { period: 7, seed: 0, ..config },
            _ => {}
        }
        model.configure(config);
        let mut row = vec![0; pins.input_words()];
        for (name, value) in [
            ("burst_valid", valid),
            ("burst_ev", ev | u64::from(planted && (1500..1520).contains(&cycle))),
            ("burst_trap", trap),
            ("ext_on", on),
            ("ext_off", off),
            ("cfg_burst_enable", enable),
            ("cfg_burst_mode", config.mode.code().into()),
            ("cfg_burst_period", config.period.into()),
            ("cfg_burst_threshold", config.threshold.into()),
            ("cfg_burst_seed", config.seed.into()),
            ("rst", u64::from(cycle == 0)),
            ("burst_restart", u64::from(restart)),
        ] {
            row[pins.input(name)] = value;
        }
        let out = pins.run(&row);
        if cycle == 0 {
            continue;
        }
        let get = |name: &str| out[pins.output(name)];
        let place = format!("{config:?} cycle {cycle}");
        assert_eq!(get("burst_samp"), u64::from(model.samples() && enable == 1), "{place}");
        let before = model.statistics();
        let expected = [before.events, before.taken, before.bursts].map(|n| if statistics { n } else { 0 });
        assert_eq!([get("stat_burst_ev"), get("stat_burst_taken"), get("burst_id")], expected, "{place}");
        let event = valid == 1 && ev == 1 && trap == 0;
        let taken = event && enable == 1 && model.event();
        held += u64::from(event && enable == 0);
        assert_eq!(get("burst_take"), u64::from(taken), "{place}");
        if enable == 1 {
            model.signal(on == 1, off == 1);
        }
        assert_eq!(get("burst_start"), model.statistics().bursts - before.bursts, "{place}");
        if restart {
            model.restart();
        }
    }
    let seen = model.statistics();
    assert!(held > 20);
    (seen.events, seen.taken, seen.bursts)
}

#[test]
fn hardware_equals_model_in_every_mode() {
    for preset in &PRESETS {
        let mut pins = Pins::open(&emit(Unit::Burst, preset.name).unwrap(), Effort::Test, 2).unwrap();
        let mut seen: BTreeMap<Mode, Vec<(u64, u64, u64)>> = BTreeMap::new();
        for mode in Mode::ALL {
            for (i, (period, threshold)) in [(0, 0), (1, THRESHOLD_MAX), (5, 20_000), (400, 1)].into_iter().enumerate()
            {
                let config = Config { mode, period, threshold, seed: 77 * i as u32 };
                let counted = compare(&mut pins, preset.parameter("statistics") == 1, config, i as u64, false);
                seen.entry(mode).or_default().push(counted);
            }
        }
        println!("{}: {seen:?}", preset.name);
        let total = |mode| seen[&mode].iter().fold((0, 0, 0), |a, b| (a.0 + b.0, a.1 + b.1, a.2 + b.2));
        let (events, taken, _) = total(Mode::Always);
        assert!(events == taken && events > 4000 && total(Mode::Off).1 == 0, "{seen:?}");
        let (events, taken, bursts) = total(Mode::External);
        assert!(taken > events / 4 && taken < 3 * events / 4 && bursts > 100, "{seen:?}");
        for mode in [Mode::Periodic, Mode::Random] {
            assert!(total(mode).1 > 1000 && total(mode).1 < events, "{seen:?}");
        }
    }
}

#[test]
#[should_panic(expected = "assertion")]
fn one_event_too_many_is_seen() {
    let mut pins = Pins::open(&emit(Unit::Burst, "nano").unwrap(), Effort::Test, 2).unwrap();
    let config = Config { mode: Mode::Periodic, period: 5, ..Config::default() };
    compare(&mut pins, false, config, 3, true);
}

#[test]
fn a_period_of_24_bits_is_counted_whole() {
    let mut pins = Pins::open(&emit(Unit::Burst, "nano").unwrap(), Effort::Test, 2).unwrap();
    let period = 0x9_0001_u64;
    let mut row = vec![0; pins.input_words()];
    for (name, value) in [("cfg_burst_mode", Mode::Periodic.code().into()), ("cfg_burst_period", period), ("rst", 1)] {
        row[pins.input(name)] = value;
    }
    pins.run(&row);
    for name in ["burst_valid", "burst_ev", "cfg_burst_enable"] {
        row[pins.input(name)] = 1;
    }
    row[pins.input("rst")] = 0;
    let out = pins.run(&row.repeat(2 * period as usize));
    let (width, take) = (pins.output_words(), pins.output("burst_take"));
    let taken: Vec<usize> = (0..2 * period as usize).filter(|cycle| out[cycle * width + take] == 1).collect();
    assert_eq!(taken, [period as usize - 1, 2 * period as usize - 1]);
}
