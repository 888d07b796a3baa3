//! Rates and costs of sampled profiles: what a program samples is what its tables say, and what it costs is what the
//! equations of bursty tracing say (docs/reference/hps.md, H11).
use crate::support::hps::{retire, shipped};
use treetap::cosim::core::{Core, Machine, Options, Program};
use treetap::host::hps::cost::{Cost, TEST, Times};
use treetap::host::hps::sampler::{self, Checked, Ratio, Sampler};
use treetap::host::hps::table::{Profiled, SETTINGS, Table, program};
use treetap::host::hps::{Key, Trial};
use treetap::lang::hps::{Target, programs};
use treetap::model::classify::classify;
use treetap::model::tap::Tap;
use treetap::spec::hps::regs;
use treetap::spec::retire::Record;
use treetap::spec::tap::preset;

#[test]
fn an_image_tells_how_it_samples() {
    let segments = |between, inside| Sampler::Segments { between, inside };
    let numbers = [("nCheck0", 200), ("nInstr0", 10)];
    for filter in [false, true] {
        let target = Target { filter, ..retire() };
        let checks = Some(if filter { Checked::Map } else { Checked::Entries });
        for (names, parameters, expected) in [
            (&["bursty", "method"][..], &numbers[..], segments(200, 10)),
            (&["bursty", "callpair"], &[("nCheck0", 20), ("nInstr0", 1)], segments(20, 1)),
            (&["arnold-ryder", "region"], &numbers[..1], segments(200, 1)),
            (&["upcount"], &numbers, segments(200, 10)),
            (&["upcount"], &[("nCheck0", 1), ("nInstr0", 1)], segments(1, 1)),
            (&["periodic"], &[], Sampler::Events { period: 100 }),
            (&["periodic-method"], &[("period", 7)], Sampler::Events { period: 7 }),
            (&["periodic-callpair"], &[("period", 1)], Sampler::Events { period: 1 }),
            (&["random"], &[], Sampler::Other),
            (&["triggers", "region"], &[], Sampler::Other),
            (&["region"], &[], Sampler::Other),
        ] {
            let compiled = shipped(names, parameters, &target);
            assert_eq!(Sampler::of(&compiled.image), expected, "{names:?}");
            let counts = matches!(expected, Sampler::Segments { .. });
            assert_eq!(Checked::of(&compiled.image), checks.filter(|_| counts), "{names:?}");
            assert_eq!(sampler::knows_map(&compiled.image), filter, "{names:?}");
            assert_eq!(sampler::needs_map(&compiled.image), filter && counts, "{names:?}");
        }
        for one in programs::PROGRAMS {
            let parameters: &[_] = if one.name == "upcount-one" { &[("nInstr0", 1)] } else { &[] };
            let compiled = shipped(&[one.name], parameters, &target);
            let selected = regs::CTRL.field("FLAGSEL").of(compiled.control) == 1;
            assert_eq!(sampler::by_overflow(&compiled.image), selected, "{}", one.name);
            assert_eq!(selected, one.name.starts_with("upcount"));
        }
    }
    // A sampler that is changed is not taken for what it was.
    let mut image = shipped(&["bursty", "method"], &numbers, &retire()).image;
    image.conditions[1] ^= 1;
    assert_eq!(Sampler::of(&image), Sampler::Other);
    assert_eq!(Sampler::Other.rate(), None);
}

#[test]
fn a_rate_agrees_but_for_a_period() {
    let sampler = Sampler::Segments { between: 20, inside: 3 };
    for (counted, agrees) in [((0, 0), true), ((3, 22), true), ((4, 22), false), ((30, 230), true), ((29, 230), false)]
    {
        assert_eq!(sampler.agrees(Ratio::new(counted.0, counted.1)), agrees, "{counted:?}");
    }
    assert!(Sampler::Other.agrees(Ratio::new(1, 2)));
    assert_eq!(sampler.rate().unwrap().to_string(), "3/23 = 0.130435");
}

/// `turns` turns of a loop with one call: a check on the entry of what is called and one at the branch back, so every
/// other segment has the call and each has one method event.
fn steady(turns: u32, mut take: impl FnMut(&Record)) {
    let mut go = |insn: u32, pc: u64, npc: u64| {
        let class = classify(insn);
        let taken = npc != pc + 4;
        let (trap, rvc, start, val, addr, evt, lat, cycles, ord) = (false, false, false, 0, 0, 0, 0, 1, 0);
        take(&Record { trap, class, rvc, taken, start, insn, pc, npc, val, addr, evt, lat, cycles, ord });
    };
    for _ in 0..turns {
        // jal ra, +0x100; jalr x0, 0(ra); bne x0, x0, -4
        go(0x1000_00ef, 0x100, 0x200);
        go(0x8067, 0x200, 0x104);
        go(0xfe00_1ee3, 0x104, 0x100);
    }
}

/// Cycles that were counted, those of equation (2), and those of one period.
fn beside_equation(setting: Sampler, asked: Sampler, turns: u32) -> (f64, f64, f64) {
    let compiled = program(Profiled::Methods, setting).unwrap();
    let mut trial = Trial::new(&[(&compiled.image, compiled.control)], None).unwrap();
    steady(turns, |record| trial.push(record));
    let added = trial.added(0, Cost { handler: 26, test: TEST });
    let times = Times::new(3 * u64::from(turns), trial.checked, 0, added.exhaustively);
    let rate = asked.rate().unwrap();
    let counted = times.original + added.by_counters;
    assert!(added.by_counters > 0 && trial.checked == 2 * u64::from(turns));
    // A period has at most so many events, of 4 cycles in line and the handler's.
    (counted as f64, times.mixed(rate).value(), rate.part as f64 * 30.0)
}

#[test]
fn the_cycles_of_a_steady_program_are_those_of_equation_2_but_for_a_period() {
    for turns in [10_000, 12_345] {
        for setting in SETTINGS {
            let (counted, equation, period) = beside_equation(setting, setting, turns);
            assert!((counted - equation).abs() <= period, "{setting:?}: {counted} {equation}, a period is {period}");
        }
    }
    // One segment more or less is seen.
    let asked = Sampler::Segments { between: 200, inside: 10 };
    for wrong in [Sampler::Segments { between: 200, inside: 11 }, Sampler::Segments { between: 190, inside: 10 }] {
        let (counted, equation, period) = beside_equation(wrong, asked, 12_345);
        assert!((counted - equation).abs() > period, "{wrong:?}: {counted} {equation}, a period is {period}");
    }
}

#[test]
fn profiles_count_what_their_names_say() {
    for (profiled, keys) in [
        (Profiled::Regions, &[(Key::Region(0x104), 500)][..]),
        (Profiled::Methods, &[(Key::Entry(0x200), 500), (Key::Loop(0x104), 500)]),
        (Profiled::CallPairs, &[(Key::Pair(0x100, 0x200), 500)]),
    ] {
        let compiled = program(profiled, Sampler::Events { period: 10 }).unwrap();
        let mut trial = Trial::new(&[(&compiled.image, compiled.control)], None).unwrap();
        steady(500, |record| trial.push(record));
        let found: Vec<_> = trial.exact.profile.counts.iter().map(|(key, count)| (*key, count.events)).collect();
        assert_eq!(found, keys);
        let all: u64 = keys.iter().map(|(_, events)| events).sum();
        assert_eq!((trial.runs[0].profile.events, trial.runs[0].in_line()), (all / 10, 4 * (all / 10)));
        assert_eq!(trial.exact.in_line(), 4 * all);
    }
}

/// Whole tables on the first instructions of the demonstration program.
#[test]
fn rates_on_a_core_are_those_that_were_asked_for() {
    let demo = Program::read("programs/demo/demo.elf".as_ref()).unwrap();
    let mut machine = Machine::build(Core::Picorv32, &demo, &Options::default()).unwrap();
    let mut tap = Tap::new(preset(Core::Picorv32).config);
    let (mut batch, mut cycles) = (vec![], 0);
    machine.run(300_000, &mut batch);
    let mut table = Table::new(&Profiled::ALL, &SETTINGS).unwrap();
    for rvfi in &batch {
        cycles = rvfi.cycle;
        tap.push(rvfi).iter().for_each(|record| table.push(record));
    }
    let [instructions, checks] = table.seen();
    assert!(instructions > 299_000 && checks > 2 * 5050, "{instructions} instructions, {checks} checks");
    let rows = table.rows(cycles, [30, 26, 34], TEST);
    assert_eq!(rows.len(), Profiled::ALL.len() * SETTINGS.len());
    for row in &rows {
        let rate = row.setting.rate().unwrap();
        assert!(row.setting.agrees(row.counted), "{row:?}");
        let slack = rate.part as f64 / row.counted.whole as f64;
        assert!((row.counted.value() - rate.value()).abs() <= slack, "{row:?}");
        match row.setting {
            // Exactly: the hundredth, two hundredth, ... event.
            Sampler::Events { period } => assert_eq!(row.events, row.all / period, "{row:?}"),
            _ => assert_eq!(row.counted.whole, checks.into()),
        }
        assert!(row.events > 0 && row.overlap > 0.3 && row.in_line == 4 * row.events, "{row:?}");
        let added = row.added;
        assert_eq!(added.by_counters, row.events * (4 + row.handler));
        assert_eq!(added.by_tests, row.all * 5 + row.events * (3 + row.handler));
        assert_eq!(added.exhaustively, row.all * (4 + row.handler));
        assert!(added.by_counters < added.by_tests && added.by_tests < added.exhaustively);
    }
}
