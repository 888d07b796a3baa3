//! The programs that come with treetap: their words are those of the rules, and sampling by them is that of the paper's
//! Fig. 3 (docs/reference/hps.md, docs/reference/hps-language.md).
use crate::support::checks::{Walk, setting};
use crate::support::hps::{BACK, FORWARD, JUMP, at, decode, loaded, retire, shipped};
use treetap::lang::hps::{Compiled, Target, programs};
use treetap::model::hps::Engine;
use treetap::model::hps::fig3::Fig3;
use treetap::spec::checkmap::Code as Check;
use treetap::spec::hps::record::Insn;
use treetap::spec::hps::{class, handler, regs};
use treetap::trace::shapes::Random;

/// Word 2 of each pattern, and its condition.
fn rows(compiled: &Compiled) -> Vec<(u32, u32)> {
    let condition = |words: &[u32; 4]| compiled.image.conditions[(words[3] >> 12) as usize];
    compiled.image.patterns.iter().map(|words| (words[2], condition(words))).collect()
}

#[test]
fn every_word_is_that_of_the_rules() {
    let triggers = shipped(&["triggers"], &[], &retire());
    assert_eq!(triggers.image.conditions, [0x00c8_ffff, 0x08c8_ffff]);
    assert_eq!(triggers.image.patterns[0], [0xffff_ffff, 0x0010_2013, 0x9000_0000, 0x0800]);
    assert_eq!(triggers.image.patterns[1], [0xffff_ffff, 0x0020_2013, 0x9000_0000, 0x1800]);
    let custom = shipped(&["triggers"], &[], &Target { custom_triggers: true, ..retire() });
    assert_eq!((custom.image.patterns[0][1], custom.image.patterns[1][1]), (0x0000_200b, 0x0010_200b));

    for (name, asked, handler) in [
        ("region", 0x8000_0003, handler::REGION),
        ("method", 0x8000_8004, handler::METHOD),
        ("callpair", 0x8000_0004, handler::CALL_PAIR),
        ("data", 0x8000_00e0, handler::DATA),
    ] {
        let profile = shipped(&[name], &[], &retire());
        assert_eq!(rows(&profile), [(asked, 0x0008_aaaa)], "{name}");
        assert_eq!(profile.image.words, [[0, 0x0400_0004 | u32::from(handler) << 16], [0, 3]], "{name}");
        assert!(profile.warnings.is_empty(), "{name}: {:?}", profile.warnings);
        // A map of checks mutes profiles: all codes but the last are accepted.
        let filtered = shipped(&[name], &[], &Target { filter: true, ..retire() });
        assert_eq!(rows(&filtered), [(asked | 0x0700_0000, 0x0008_aaaa)], "{name}");
    }

    let bursty = [0x0088_5555, 0x0188_0a0a, 0x00c8_a0a0, 0x09c8_a0a0];
    for (target, check) in [
        (retire(), 0x8000_c000),
        (decode(), 0x8000_8004),
        (Target { filter: true, ..retire() }, 0x8600_0000),
        (Target { filter: true, ..decode() }, 0x8600_0000),
    ] {
        assert_eq!(rows(&shipped(&["bursty"], &[], &target)), bursty.map(|condition| (check, condition)));
        let arnold = shipped(&["arnold-ryder"], &[], &target);
        assert_eq!(rows(&arnold), [(check, 0x0088_5555), (check, 0x00c8_aaaa)]);
        let up = shipped(&["upcount"], &[], &target);
        let sampler = [0x0048_3333, 0x0148_00cc, 0x00c8_cc00, 0x09c8_cc00].map(|condition| (check, condition));
        assert_eq!(rows(&up)[..4], sampler);
        let muted = if target.filter { 0x0700_0000 } else { 0 };
        assert_eq!(rows(&up)[4], (0x8000_0003 | muted, 0x0008_cccc));
        let one = shipped(&["upcount"], &[("nInstr0", 1)], &target);
        assert_eq!(rows(&one)[..2], [(check, 0x0048_3333), (check, 0x00c8_cccc)]);
    }
    let values = shipped(&["bursty"], &[("nCheck0", 20), ("nInstr0", 3)], &retire()).image;
    assert_eq!((&values.counters[..], &values.sources[..2]), (&[20, 2][..], &[20, 2][..]));
    let values = shipped(&["upcount"], &[("nCheck0", 20), ("nInstr0", 3)], &retire()).image;
    assert_eq!(
        (&values.counters[..], &values.sources[..2]),
        (&[0xff_ffec, 0xff_fffe][..], &[0xff_ffec, 0xff_fffe][..])
    );

    let periodic = shipped(&["periodic"], &[], &retire());
    assert_eq!(rows(&periodic), [(0x8000_0003, 0x0088_5555), (0x8000_0003, 0x00c8_aaaa)]);
    assert_eq!((periodic.image.counters[0], periodic.image.sources[0]), (99, 99));
    let random = shipped(&["random"], &[], &retire());
    assert_eq!(rows(&random), [(0x8000_0003, 0x0088_5555), (0x8000_0003, 0x78c8_aaaa)]);
    assert_eq!((random.image.seed, random.image.mask), (1, 127));
    // What is not reported for being muted does not count either.
    let filtered = shipped(&["periodic"], &[], &Target { filter: true, ..retire() });
    assert_eq!(rows(&filtered), [(0x8700_0003, 0x0088_5555), (0x8700_0003, 0x00c8_aaaa)]);
}

#[test]
fn every_program_is_compiled_in_every_mode_without_a_warning() {
    for program in programs::PROGRAMS {
        for target in [retire(), decode()] {
            let parameters: &[(&str, i128)] = if program.name == "upcount-one" { &[("nInstr0", 1)] } else { &[] };
            let compiled = shipped(&[program.name], parameters, &target);
            assert!(compiled.warnings.is_empty(), "{}: {:?}", program.name, compiled.warnings);
        }
    }
    assert_eq!(programs::find("upcount", &[("nInstr0".into(), 1)]).unwrap().name, "upcount-one");
    assert!(programs::find("nothing", &[]).is_none());
}

/// The engine beside the logic of the paper: how many decisions and checks were compared, or the first that differs.
fn beside_fig3(
    mut engine: Engine,
    target: &Target,
    mut golden: Fig3,
    seed: u64,
    volume: u32,
) -> Result<(u32, u32, u32), u32> {
    let mut walk = Walk::new(seed);
    let (mut checks, mut events, mut bursts) = (0, 0, 0);
    let mut before = false;
    for number in 0..volume {
        let (insn, check) = walk.step(target);
        let expected = golden.on();
        bursts += u32::from(expected && !before);
        before = expected;
        if engine.sampling() != expected {
            return Err(number);
        }
        let muted = target.filter && insn.filter == Check::Mute;
        let event = expected && matches!(insn.insn, BACK | FORWARD | JUMP) && !muted;
        engine.step(&insn);
        let reported = engine.pop();
        if reported.is_some() != event
            || reported.is_some_and(|r| r.pc != insn.pc || u32::from(r.burst) != bursts & 0xffff)
        {
            return Err(number);
        }
        events += u32::from(event);
        if check {
            checks += 1;
            golden.check();
        }
    }
    Ok((checks, events, bursts))
}

/// Bursty programs beside Fig. 3, over so many random settings.
fn against_fig3(program: &str, settings: u64, volume: u32, filter: bool) -> (u64, u64, u64) {
    let target = Target { filter, ..retire() };
    let mut random = Random(77);
    let mut sums = (0, 0, 0);
    for number in 0..settings {
        let (checks, instrumented) = setting(number, &mut random);
        let instrumented = if program == "arnold-ryder" { 1 } else { instrumented };
        let parameters = [("nCheck0", i128::from(checks)), ("nInstr0", i128::from(instrumented))];
        let names: &[&str] = match program {
            "upcount" => &["upcount"],
            sampler => &[sampler, "region"],
        };
        let compiled = shipped(names, &parameters, &target);
        let engine = loaded(&compiled.image, compiled.control);
        let run = beside_fig3(engine, &target, Fig3::new(checks, instrumented), number, volume);
        let (checks, events, bursts) = run.unwrap_or_else(|at| panic!("{program} {parameters:?}: instruction {at}"));
        sums = (sums.0 + u64::from(checks), sums.1 + u64::from(events), sums.2 + u64::from(bursts));
    }
    println!("{program}: {settings} settings x {volume} instructions, {sums:?} checks, events, bursts");
    sums
}

#[test]
fn bursty_programs_are_the_logic_of_the_paper() {
    let (checks, events, bursts) = against_fig3("bursty", 400, 20_000, false);
    assert!(checks > 1_000_000 && events > 100_000 && bursts > 10_000);
}

#[test]
fn the_other_samplers_are_the_logic_of_the_paper() {
    for (program, filter) in [("bursty", true), ("arnold-ryder", false), ("upcount", false), ("upcount", true)] {
        let (checks, events, bursts) = against_fig3(program, 100, 10_000, filter);
        assert!(checks > 50_000 && events > 2_000 && bursts > 1_000, "{program}: {checks} {events} {bursts}");
    }
}

#[test]
fn planted_faults_are_seen() {
    let target = retire();
    let parameters = [("nCheck0", 3), ("nInstr0", 2)];
    let good = shipped(&["bursty", "region"], &parameters, &target);
    let run = |image: &treetap::lang::hps::Image| {
        beside_fig3(loaded(image, good.control), &target, Fig3::new(3, 2), 1, 20_000)
    };
    assert!(run(&good.image).is_ok());
    // The literal value of the paper for counters that count up is one check late.
    let mut late = shipped(&["upcount"], &parameters, &target);
    for value in late.image.counters.iter_mut().chain(&mut late.image.sources[..2]) {
        *value -= 1;
    }
    let engine = loaded(&late.image, late.control);
    assert!(beside_fig3(engine, &target, Fig3::new(3, 2), 1, 20_000).is_err());
    // One bit of a truth table, of a class mask, of a counter's first value.
    for flip in 0..4 {
        let mut image = good.image.clone();
        match flip {
            0 => image.conditions[2] ^= 1 << 5,
            1 => image.patterns[1][2] ^= 1 << class::ENTRY,
            2 => image.counters[1] ^= 1,
            _ => image.conditions[0] ^= 1 << 24,
        }
        assert!(run(&image).is_err(), "fault {flip} was not seen");
    }
}

#[test]
fn flags_looked_at_anew_between_productions_are_another_program() {
    // The same program held against tables one production at a time: each one sees what those before it did.
    let parameters = [("nCheck0", 3), ("nInstr0", 2)];
    let target = retire();
    let whole = shipped(&["bursty"], &parameters, &target);
    let mut snapshot = loaded(&whole.image, whole.control);
    let mut parts: Vec<Engine> = (0..whole.image.patterns.len())
        .map(|only| {
            let mut image = whole.image.clone();
            let mut number = 0;
            image.patterns.retain(|_| {
                number += 1;
                number - 1 == only
            });
            loaded(&image, whole.control)
        })
        .collect();
    let mut golden = Fig3::new(3, 2);
    let (mut differ, mut checks) = (0, 0);
    for number in 0..5000_u32 {
        let insn = Insn { next: Some(0xff8), ..at(0x1000, BACK) };
        let mut state = [0, 1].map(|counter| parts[0].counters()[counter].value);
        for part in &mut parts {
            for (counter, value) in state.iter().enumerate() {
                part.write(regs::CTR.offset + 4 * counter as u16, *value);
            }
            part.step(&insn);
            state = [0, 1].map(|counter| part.counters()[counter].value);
        }
        for (counter, value) in state.iter().enumerate() {
            parts[0].write(regs::CTR.offset + 4 * counter as u16, *value);
        }
        snapshot.step(&insn);
        let expected = golden.check();
        assert_eq!(snapshot.sampling(), expected, "check {number}");
        checks += 1;
        differ += u32::from((state[0] == 0) != expected);
    }
    println!("{differ} of {checks} checks differ when flags are looked at anew");
    assert!(differ * 5 > checks, "{differ} of {checks}");
}

#[test]
fn arnold_ryder_has_a_period_of_one_more_and_periodic_takes_every_nth() {
    let compiled = shipped(&["arnold-ryder"], &[("nCheck0", 9)], &retire());
    let mut engine = loaded(&compiled.image, compiled.control);
    let check = Insn { next: Some(0xff8), ..at(0x1000, BACK) };
    let on: Vec<u32> = (0..100)
        .filter(|_| {
            let on = engine.sampling();
            engine.step(&check);
            on
        })
        .collect();
    assert_eq!(on, (0..10).map(|period| 9 + 10 * period).collect::<Vec<_>>());
    let compiled = shipped(&["periodic"], &[], &retire());
    let mut engine = loaded(&compiled.image, compiled.control);
    for n in 1..=12_345_u32 {
        engine.step(&check);
        assert_eq!(engine.pop().is_some(), n.is_multiple_of(100), "{n}");
    }
    assert_eq!(engine.read(regs::N_REPL.offset), 123);
}

#[test]
fn random_gaps_are_spread_evenly() {
    let compiled = shipped(&["random"], &[], &retire());
    let mut engine = loaded(&compiled.image, compiled.control);
    let check = Insn { next: Some(0xff8), ..at(0x1000, BACK) };
    let (mut gap, mut gaps) = (0_u64, vec![]);
    while gaps.len() < 100_000 / 64 * 8 {
        engine.step(&check);
        if engine.pop().is_some() {
            gaps.push(gap);
            gap = 0;
        } else {
            gap += 1;
        }
    }
    let mean = gaps[1..].iter().sum::<u64>() as f64 / (gaps.len() - 1) as f64;
    assert!((mean - 63.5).abs() < 63.5 * 0.05, "mean gap {mean}");
    assert!(gaps.contains(&0) && gaps.contains(&127) && gaps.iter().all(|gap| *gap <= 127));
}

#[test]
fn the_sampler_of_its_own_is_the_same_logic() {
    use treetap::model::burst::{Burst, Input};
    use treetap::spec::burst::{Config, Mode};
    let mut random = Random(5);
    let (mut checks, mut bursts) = (0_u64, 0_u64);
    for number in 0..400_u64 {
        let (outside, inside) =
            (1 + random.next() as u32 % if number % 2 == 0 { 30 } else { 999 }, 1 + random.next() as u32 % 50);
        let (mode, inside) = if number % 4 == 3 { (Mode::ArnoldRyder, 1) } else { (Mode::Bursty, inside) };
        let mut sampler = Burst::new(Config { mode, outside, inside, ..Config::default() });
        let mut golden = Fig3::new(outside.into(), inside.into());
        for at in 0..5000 {
            let (check, event) = (random.next().is_multiple_of(3) || number % 3 == 0, random.next().is_multiple_of(2));
            let before = golden.on();
            let taken = sampler.push(Input { event, check, ..Input::default() });
            assert_eq!(taken, event && before, "{outside}:{inside}, record {at}");
            if check {
                bursts += u64::from(golden.check() && !before);
                checks += 1;
            }
            assert_eq!(sampler.state(), golden.on(), "{outside}:{inside}, record {at}");
        }
    }
    println!("{checks} checks, {bursts} bursts");
    assert!(checks > 1_000_000 && bursts > 10_000, "{checks} {bursts}");
}
