//! Configurations for traces: predictions against what was placed, cycles against the co-simulation, the recommended
//! configuration against all others of a small space.
use crate::support::tools::installed;
use treetap::analysis::fit::{
    Answer, Candidate, Costs, Limits, Measured, Trace, Tried, Window, measure, trees, window,
};
use treetap::catalog::Chosen;
use treetap::catalog::space::Space;
use treetap::cosim::build::Effort;
use treetap::cosim::run::{Bench, Options};
use treetap::cosim::source::Workload;
use treetap::flow::Device;
use treetap::flow::predict::{Memory, Points, Predictor, memories};
use treetap::model::accuracy::accuracy;
use treetap::model::exact::Exact;
use treetap::model::rap::Top;
use treetap::spec::event::{Command, Event};
use treetap::spec::rap::{Engine, Eps, Preset, preset};
use treetap::trace::shapes::Shape;

const KEYS: Window = Window { shift: 0, bits: 32 };

fn shape(text: &str) -> Trace {
    Trace { name: text.into(), events: Shape::parse(text).unwrap().events(KEYS.bits).collect() }
}

/// The memories of a configuration, from its Verilog.
fn memories_of(preset: &Preset) -> Vec<Memory> {
    let name = if preset.name.is_empty() { "point" } else { preset.name };
    let emitted = Chosen::Rap(Preset { name, ..*preset }).emit().unwrap();
    memories(&emitted.verilog, &emitted.top).unwrap()
}

#[test]
fn configurations_that_were_not_used_are_predicted_within_ten_percent() {
    let points = Points::checked().unwrap().points;
    for point in &points {
        let predictor = Predictor::new(point.device).unwrap();
        let predicted = predictor.predict(&point.preset, &memories_of(&point.preset)).unwrap();
        let off = 100.0 * (f64::from(predicted.area.lut4) / f64::from(point.area.lut4) - 1.0);
        assert!(off.abs() <= 10.0, "{off:+.1} %: {point:?}");
        assert!(predictor.errors().iter().all(|of| of.lut4[0] <= of.lut4[1] && of.lut4[1] <= 10.0));
    }
    let count = |engine| points.iter().filter(|point| point.preset.engine == engine).count();
    assert!(count(Engine::Serial) >= 8, "{} of engine serial", count(Engine::Serial));
    let measured = Points::measured().unwrap().points;
    let same = |a: &Preset, b: &Preset| {
        (a.config, a.fifo_depth, a.eps_built, a.engine) == (b.config, b.fifo_depth, b.eps_built, b.engine)
    };
    let seen = |preset: &Preset| measured.iter().any(|point| same(&point.preset, preset));
    assert!(points.iter().all(|point| !seen(&point.preset)), "none of them was used");
}

#[test]
fn block_rams_are_exact_on_all_that_was_synthesised() {
    let (measured, checked) = (Points::measured().unwrap().points, Points::checked().unwrap().points);
    let mut families = [0, 0];
    for point in measured.iter().chain(&checked) {
        let family = point.device.family;
        let blocks: u32 = memories_of(&point.preset).iter().map(|memory| memory.blocks(family)).sum();
        assert_eq!(blocks, point.area.bram, "{:?} on {}", point.preset, point.device.name);
        families[usize::from(point.device.name.starts_with("ecp5"))] += 1;
    }
    assert!(families.iter().all(|count| *count >= 10), "{families:?}");
}

#[test]
fn what_was_never_measured_is_not_predicted() {
    let up5k = Predictor::new(Device::named("up5k").unwrap()).unwrap();
    let nano = *preset("nano").unwrap();
    assert_eq!(up5k.unknown(&nano), None);
    let config = treetap::spec::rap::Config { nodes: 4096, ..nano.config };
    let why = up5k.unknown(&Preset { config, ..nano }).unwrap();
    assert!(why.contains("nodes 4096 is outside of the measured"), "{why}");
    let why = up5k.unknown(preset("cam64").unwrap()).unwrap();
    assert!(why.contains("engine cam was not placed on up5k"), "{why}");
}

/// A small space, with made-up areas that need no synthesis.
fn small() -> Vec<(Candidate, Costs)> {
    let space = Space {
        engines: vec![Engine::Serial, Engine::Pipelined],
        key_bits: vec![KEYS.bits],
        nodes: vec![64, 128, 256],
        count_bits: vec![32, 48],
        entries: vec![0, 64],
        fifo: vec![0, 64],
        eps: vec![false, true],
    };
    let up5k = Predictor::new(Device::named("up5k").unwrap()).unwrap();
    let ecp5 = Predictor::new(Device::named("ecp5-25k").unwrap()).unwrap();
    let of = |preset: Preset| {
        let predictor = if preset.engine == Engine::Serial { &up5k } else { &ecp5 };
        let predicted = predictor.predict(&preset, &memories_of(&preset)).unwrap();
        let (area, mhz) = (predicted.area, predicted.mhz);
        let costs = Costs { luts: area.lut4, sites: area.lut4, flip_flops: area.ff, blocks: area.bram, mhz };
        (Candidate { preset, eps: preset.eps_built.then_some(Eps { m: 5, s: 13 }), window: KEYS }, costs)
    };
    space.presets().into_iter().map(of).collect()
}

#[test]
fn no_configuration_of_a_small_space_beats_the_recommended_one() {
    let traces = [shape("zipf?events=40000&seed=3"), shape("phases?events=40000&seed=4")];
    let all = small();
    let candidates: Vec<Candidate> = all.iter().map(|(candidate, _)| *candidate).collect();
    let measured = measure(&traces, &candidates, 0.01, &|_| {}).unwrap();
    assert!(trees(&traces, &candidates) < 2 * candidates.len() as u64, "trees that are alike are grown once");
    let tried: Vec<Tried> = all
        .iter()
        .zip(measured)
        .map(|((candidate, costs), measured)| Tried { candidate: *candidate, costs: *costs, measured })
        .collect();
    let limits = Limits { luts: 5280, blocks: 15, mhz: 0.0, cycles: f64::INFINITY, pause: u64::MAX };
    let allowed: Vec<Tried> = tried.into_iter().filter(|tried| limits.allow(&tried.costs)).collect();
    assert!(allowed.len() > 20, "{}", allowed.len());
    // Errors once more, with the golden model of the whole top, each configuration by itself.
    for tried in &allowed {
        for (trace, measured) in traces.iter().zip(&tried.measured) {
            let Candidate { preset, eps, .. } = tried.candidate;
            let mut top = Top::new(treetap::spec::rap::Config { eps, ..preset.config }).unwrap();
            top.add_all(&trace.events);
            let profile = top.command(Command::Snapshot).unwrap();
            let exact = Exact::from_events(KEYS.bits, trace.events.iter().copied());
            let found = accuracy(&profile, &exact, 0.01);
            assert_eq!((found.average, found.maximum), (measured.mean, measured.largest), "{}", preset.name);
        }
    }
    let answer = Answer::of(&allowed, &limits);
    let best = &allowed[answer.recommended.unwrap()];
    let figures = |t: &Tried| [t.error(), 1000.0 / t.rate(), t.costs.luts.into(), t.costs.blocks.into()];
    let beats = |a: [f64; 4], b: [f64; 4]| a.iter().zip(b).all(|(a, b)| *a <= b) && a != b;
    for other in &allowed {
        assert!(!beats(figures(other), figures(best)), "{:?} beats {:?}", other.candidate, best.candidate);
    }
    for (at, tried) in allowed.iter().enumerate() {
        let beaten = allowed.iter().any(|other| beats(figures(other), figures(tried)));
        assert!(!beaten || !answer.front.contains(&at), "the front has {:?}, which is beaten", tried.candidate);
    }
    let tight = Limits { cycles: 0.5, ..limits };
    assert_eq!(Answer::of(&allowed, &tight).recommended, None);
}

#[test]
fn cycles_are_those_of_the_hardware() {
    if !installed(&["verilator"]) {
        return;
    }
    let traces = [shape("zipf?events=60000&seed=5"), shape("hotspot?events=60000&seed=6")];
    let with = |name: &str, engine| preset(name).unwrap().with_engine(engine);
    let designs = [
        with("mini", Engine::Serial),
        with("k32n64", Engine::Serial),
        with("k32n512", Engine::Pipelined),
        with("k32n64", Engine::Cam),
    ];
    for preset in designs {
        let bench = Bench::new(&Options { effort: Effort::Test, ..Options::rap(&preset) }).unwrap();
        let candidate = Candidate { preset, eps: None, window: KEYS };
        let predicted = measure(&traces, &[candidate], 0.01, &|_| {}).unwrap();
        for (trace, predicted) in traces.iter().zip(&predicted[0]) {
            let report = bench.run(&Workload::Events(trace.events.clone().into()), &mut |_, _| {}).unwrap();
            assert_eq!(report.mismatches, 0);
            assert_eq!((report.events, report.emitted), (predicted.events, predicted.emitted));
            assert!(report.creates > 100 && report.absorbed > 50, "{report:?}");
            let cycles = (report.cycles - report.dump_cycles) as f64 / report.events as f64;
            let off = 100.0 * (predicted.cycles_per_event() / cycles - 1.0);
            let said = format!("{} on {}: {cycles:.3} cycles, {off:+.1} %", preset.engine.name(), trace.name);
            let most = if preset.engine == Engine::Cam { 25.0 } else { 10.0 };
            assert!(off.abs() <= most, "{said}");
            let pause = predicted.pause as f64 / report.longest_pause as f64;
            assert!((0.5..2.0).contains(&pause), "{said}; pause {} of {}", predicted.pause, report.longest_pause);
        }
    }
}

#[test]
fn a_window_has_the_bits_in_which_keys_differ() {
    let trace =
        |keys: &[u64]| Trace { name: String::new(), events: keys.iter().map(|key| Event::unit(*key)).collect() };
    let found = window(&[trace(&[0x8000_0010, 0x8000_0048]), trace(&[0x8000_1010])]).unwrap();
    assert_eq!((found.shift, found.bits), (2, 12), "bits 3 to 12, on borders of digits");
    assert_eq!(found.of(0x8000_1048), 0x412);
    assert_eq!(window(&[trace(&[7, 7])]), None);
    // What is cut off makes no difference to errors.
    let events: Vec<u64> = (0..20_000u64).map(|at| 0x8000_0000 + 4 * (at * at % 977)).collect();
    let traces = [trace(&events)];
    let tight = window(&traces).unwrap();
    let of = |window: Window| {
        let space = Space {
            engines: vec![Engine::Serial],
            key_bits: vec![window.bits],
            nodes: vec![4096],
            count_bits: vec![32],
            entries: vec![0],
            fifo: vec![0],
            eps: vec![false],
        };
        let candidate = Candidate { preset: space.presets()[0], eps: None, window };
        let measured: Measured = measure(&traces, &[candidate], 0.01, &|_| {}).unwrap()[0][0];
        measured.ranges
    };
    assert_eq!(of(tight), of(KEYS), "the same ranges are hot");
}
