//! Every emitted top in four-state simulation: from `rst`, with no initial value of anything, to what it reads out, no
//! output is unknown where it has a meaning. Payloads that have no meaning are unknown at the inputs too.
use crate::support::four_state::{FourState, Idle};
use crate::support::tools;
use crate::support::volume::on_two_threads;
use drivers::{Beside, retirements};
use std::cmp::Reverse;
use treetap::catalog::{self, Emitted, Unit, emit, emit_on};
use treetap::host::Host;
use treetap::host::monitor::{self, Program, Switches};
use treetap::lang::hps::{Target, compile};
use treetap::lang::source::Source;
use treetap::model::profiler::Profiler;
use treetap::model::rap::Top;
use treetap::spec::core::Core;
use treetap::spec::counters::Counter;
use treetap::spec::event::{Command, Event};
use treetap::spec::rap::{Engine, Preset};
use treetap::spec::regs::Op;
use treetap::spec::select::Kind;
use treetap::spec::tap::AddrSrc;
use treetap::spec::{self, profiler, variant};
use treetap::trace::shapes::Shape;

mod coprocs;
mod drivers;
mod samplers;

/// Cycles after which something that does not move is given up.
const PATIENCE: u64 = 100_000;
/// Unknown outputs after which no more are looked for.
const ENOUGH: u64 = 1000;

/// What a run of a tree came to.
struct Profiled {
    words: Vec<Option<u64>>,
    bench: FourState,
}

/// Events that ask for what the engine has: fewer of the largest pool, a round of which visits 4096 nodes.
fn events(preset: &Preset) -> Vec<Event> {
    let shape = Shape::parse("uniform?events=150&seed=3&weights=40").unwrap();
    let count = if preset.config.nodes > 2048 { 40 } else { 150 };
    shape.events(preset.config.key_bits).take(count).collect()
}

/// Memories that need contents in a four-state simulator, any contents, because unknown ones spoil arithmetic and
/// comparisons whose results are not used: the entries that the coalescer with an event per cycle clears, and the keys
/// that wait in the cam engine.
fn primed(preset: &Preset, top: &str) -> Vec<String> {
    let mut primed = vec![];
    if preset.config.coalescer.is_some() && preset.engine != Engine::Serial {
        primed.push(format!("{top}u_coalescer.u_entries"));
    }
    if preset.engine == Engine::Cam {
        primed.push(format!("{top}u_engine.u_buffer.u_keys"));
    }
    primed
}

/// Events and a snapshot through a tree; now and then nothing is offered, and the reader waits.
fn profile(preset: &Preset, emitted: &Emitted, idle: Idle, events: &[Event], patience: u64) -> Profiled {
    let mut bench = FourState::open(emitted, idle, &[], &primed(preset, ""));
    for (name, value) in [
        ("cfg_t0", preset.config.t0),
        ("cfg_weight_max", preset.config.coalescer.map_or(0, |c| c.weight_max.into())),
        ("cfg_eps_m", 0),
        ("cfg_eps_s", 0),
    ] {
        if bench.takes(name) {
            bench.set(name, value);
        }
    }
    // Counts are in memories that are being cleared until the first event is taken.
    bench.hush(&["stat_n", "stat_t", "stat_lost", "stat_live", "stat_creates", "stat_over"]);
    bench.reset();
    let (mut sent, mut words, mut last, mut waited) = (0, vec![], false, 0);
    while !last && waited < patience && bench.unknown < ENOUGH {
        let offers = sent < events.len() && !bench.cycles.is_multiple_of(7);
        let commands = sent == events.len();
        let ready = !bench.cycles.is_multiple_of(3);
        bench.set("ev_valid", offers.into());
        bench.set("cmd_valid", commands.into());
        bench.set("dump_ready", ready.into());
        match offers {
            true => {
                bench.set("ev_key", events[sent].key);
                bench.set("ev_weight", events[sent].weight.into());
            }
            false => ["ev_key", "ev_weight"].iter().for_each(|name| bench.unset(name)),
        }
        match commands {
            true => bench.set("cmd_op", Command::Snapshot as u64),
            false => bench.unset("cmd_op"),
        }
        bench.cycle();
        // An offer stays until it is taken.
        while offers && !bench.is("ev_ready") {
            if waited >= patience || bench.unknown >= ENOUGH {
                return Profiled { words, bench };
            }
            bench.cycle();
            waited += 1;
        }
        if bench.is("ev_ready") {
            bench.settle();
        }
        waited += 1;
        if offers {
            (sent, waited) = (sent + 1, 0);
        }
        if bench.is("dump_valid") && ready {
            words.push(bench.get("dump_data"));
            (last, waited) = (bench.is("dump_last"), 0);
        }
    }
    Profiled { words, bench }
}

/// The dump of the model.
fn expected(preset: &Preset, events: &[Event]) -> Vec<u64> {
    let mut model = Top::new(preset.config).unwrap();
    events.iter().for_each(|event| model.add(*event));
    model.command(Command::Snapshot).unwrap().to_words()
}

/// Nothing was unknown, and much was looked at.
fn knows(bench: &FourState, what: &str) {
    assert_eq!((bench.first.as_ref(), bench.unknown), (None, 0), "{what}");
    assert!(bench.looked > 10_000, "{what}: {} bits", bench.looked);
}

fn trees(designs: &[Preset], idles: fn(&Preset) -> &'static [Idle]) {
    if !tools::installed(&["iverilog", "vvp"]) {
        return;
    }
    on_two_threads(designs, |preset| {
        let emitted = emit_on(Unit::Rap, preset.name, Some(preset.engine)).unwrap();
        let events = events(preset);
        for idle in idles(preset).iter().copied() {
            let run = profile(preset, &emitted, idle, &events, PATIENCE);
            let what = format!("{} {idle:?}", emitted.top);
            knows(&run.bench, &what);
            let words: Vec<u64> = run.words.iter().map(|word| word.unwrap()).collect();
            assert_eq!(words, expected(preset, &events), "{what}");
            // Word 4 of a dump: creates.
            assert!(words[4] >= 12, "{what}: {} creates", words[4]);
            println!("{what}: {} cycles, {} creates, {} words", run.bench.cycles, words[4], words.len());
        }
    });
}

#[test]
fn a_tree_of_every_engine_knows_what_it_says() {
    // The largest pool has registers that the others do not have.
    let small = ["mini", "k8n8", "k32n64", "max"];
    let mut designs: Vec<_> = catalog::rap_designs().into_iter().filter(|p| small.contains(&p.name)).collect();
    // What takes longest comes first, so that no thread ends up waiting for it.
    designs.sort_by_key(|preset| Reverse(preset.config.nodes));
    for engine in Engine::ALL {
        assert!(designs.iter().filter(|p| p.engine == *engine).count() >= 1);
    }
    // A run of `max` takes as long as those of the others together.
    trees(&designs, |preset| if preset.name == "max" { &[Idle::Unknown] } else { &Idle::BOTH });
}

/// Retirements through a whole profiler, and its dump over the bus.
fn profilers(names: &[&str]) {
    if !tools::installed(&["iverilog", "vvp"]) {
        return;
    }
    on_two_threads(names, |name| {
        let preset = profiler::preset(name).unwrap();
        let config = profiler::Config::new(preset, Core::Ibex, Kind::Pc);
        let emitted = emit(Unit::Profiler, name).unwrap();
        let beside = Beside::new(&emitted, Idle::Unknown, &primed(&preset.tree(), "u_rap."));
        let mut host = Host::connect(beside).unwrap();
        host.start(&config).unwrap();
        let records = retirements(400);
        assert!(host.transport().feed(&records), "{name}");
        host.command(Op::Flush).unwrap();
        let words = host.dump(false).unwrap().words;
        let (counts, _) = host.counters().unwrap();
        let beside = host.into_transport();
        knows(&beside.bench, name);
        let mut model = Profiler::new(&config).unwrap();
        records.iter().for_each(|record| model.push(record));
        model.flush();
        model.accept(&beside.accepted.iter().map(|ordinal| ordinal.unwrap() as u32).collect::<Vec<_>>());
        assert_eq!(words, model.snapshot().to_words(), "{name}");
        assert_eq!((counts.get(Counter::Retired), words[0]), (400, 400), "{name}");
        assert!(words[4] >= 12 && beside.transfers > 200, "{name}: {} creates", words[4]);
        println!("{name}: {} cycles, {} creates, {} words", beside.bench.cycles, words[4], words.len());
    });
}

#[test]
fn a_profiler_on_each_bus_knows_what_it_says() {
    profilers(&["nano", "nano_axil"]);
}

#[test]
#[ignore = "minutes: `make four-state`"]
fn every_profiler_knows_what_it_says() {
    profilers(&catalog::presets(Unit::Profiler).iter().map(|preset| preset.name).collect::<Vec<_>>());
}

/// Retirements through a monitor, whose events leave on the stream and over the bus.
fn monitors(names: &[&'static str]) {
    if !tools::installed(&["iverilog", "vvp"]) {
        return;
    }
    on_two_threads(names, |name| {
        let emitted = emit(Unit::Monitor, name).unwrap();
        let variant = variant::find(&spec::monitor::VARIANTS, name).unwrap();
        let target = Target::new(spec::monitor::Build::of(variant).engine);
        let source = Source::new("all", "handler H = 9; P0: any => null, R1; R1: call(H, T.INSN); T.INSN;");
        let code = compile(&source, &target, &[]).unwrap_or_else(|found| panic!("{found:?}"));
        let program = Program { image: code.image, control: code.control };
        let records = retirements(120);
        let mut host = monitor::Host::connect(Beside::new(&emitted, Idle::Unknown, &[])).unwrap();
        for stream in [true, false] {
            let switches = Switches { hold: stream, stream };
            host.start(&program, None, AddrSrc::Mem, switches).unwrap();
            assert!(host.transport().feed(&records[..if stream { 120 } else { 8 }]), "{name}");
            host.flush().unwrap();
            (0..1000).for_each(|_| host.transport().cycle());
        }
        let mut events = vec![];
        host.events(&mut events).unwrap();
        let beside = host.transport();
        knows(&beside.bench, name);
        assert!(beside.accepted.iter().all(Option::is_some), "{name}");
        // Five words or more an event.
        assert!(beside.accepted.len() >= 500 && !events.is_empty(), "{name}: {} words", beside.accepted.len());
        println!("{name}: {} cycles, {} words, {} events", beside.bench.cycles, beside.accepted.len(), events.len());
    });
}

#[test]
fn every_monitor_knows_what_it_says() {
    monitors(&catalog::presets(Unit::Monitor).iter().map(|preset| preset.name).collect::<Vec<_>>());
}

#[test]
fn n_is_near_its_end_when_it_is_and_at_no_time_before() {
    if !tools::installed(&["iverilog", "vvp"]) {
        return;
    }
    // Serial engines show n in parts while an event counts.
    for (name, engine) in [("k32n64", Engine::Serial), ("k32n64", Engine::Pipelined), ("k32n64", Engine::Cam)] {
        let preset = catalog::rap_preset(name, Some(engine)).unwrap();
        let emitted = emit_on(Unit::Rap, name, Some(engine)).unwrap();
        let mut bench = FourState::open(&emitted, Idle::Zero, &[], &primed(&preset, ""));
        bench.set("cfg_t0", 1 << 30);
        ["cfg_weight_max", "cfg_eps_m", "cfg_eps_s", "cmd_valid", "cmd_op", "dump_ready"].iter().for_each(|name| {
            if bench.takes(name) {
                bench.set(name, 0);
            }
        });
        bench.reset();
        let (mut counted, mut largest) = (0, 0);
        bench.set("ev_valid", 1);
        bench.set("ev_key", 0);
        bench.set("ev_weight", 40_000);
        while counted < 100 {
            bench.cycle();
            counted += u64::from(bench.is("stat_event"));
            largest = largest.max(bench.get("stat_n").unwrap_or(0));
            assert!(!bench.is("stat_near_full"), "{}: n is {:x?}", emitted.top, bench.get("stat_n"));
        }
        assert!(largest >= 40_000 * 99, "{}: {largest}", emitted.top);
    }
}

/// The text once for each register that `rst` sets, without that and without its initial value.
fn without_reset(text: &str) -> Vec<(String, String)> {
    let mut found = vec![];
    for (at, _) in text.match_indices("if (rst) begin\n") {
        let module = text[..at].rfind("\nmodule ").unwrap();
        let end = at + text[at..].find(" end\n").unwrap();
        for line in text[at..end].lines().skip(1) {
            let name = line.trim().split(' ').next().unwrap();
            let declared =
                text[module..at].lines().find(|l| l.trim().starts_with("reg ") && l.contains(&format!(" {name} = ")));
            let Some(declared) = declared else { continue };
            let bare = format!("{};", declared.split_once(" = ").unwrap().0);
            let module_text = &text[module..end];
            let faulty = module_text.replacen(declared, &bare, 1);
            let cut = faulty.rfind(line).unwrap();
            let faulty =
                format!("{}{}{}{}", &text[..module], &faulty[..cut], &faulty[cut + line.len()..], &text[end..]);
            found.push((name.to_string(), faulty));
        }
    }
    found
}

#[test]
fn a_register_that_is_not_reset_is_found() {
    if !tools::installed(&["iverilog", "vvp"]) {
        return;
    }
    on_two_threads(Engine::ALL, |engine| {
        let preset = catalog::rap_preset("k8n8", Some(*engine)).unwrap();
        let emitted = emit_on(Unit::Rap, "k8n8", Some(*engine)).unwrap();
        let (events, mut unknown, mut other) = (&events(&preset)[..12], 0, 0);
        let faults = without_reset(&emitted.verilog);
        let planted = faults.len().min(12);
        for at in 0..planted {
            let (name, verilog) = &faults[at * faults.len() / planted];
            let faulty = Emitted { verilog: verilog.clone(), ..emitted.clone() };
            let run = profile(&preset, &faulty, Idle::Zero, events, 6_000);
            let right: Vec<_> = expected(&preset, events).into_iter().map(Some).collect();
            unknown += u64::from(run.bench.unknown > 0);
            // What is unknown in an `if` takes its other branch, and nothing is unknown at the ports.
            other += u64::from(run.bench.unknown == 0 && run.words != right);
            println!("{}: {name}: {:?}, {}", emitted.top, run.bench.first, run.words == right);
        }
        println!("{}: of {planted} registers {unknown} are unknown at a port, {other} give other words", emitted.top);
        assert!(unknown >= 1 && unknown + other >= 3, "{}: {unknown} {other}", emitted.top);
    });
}

#[test]
#[ignore = "minutes: `make four-state`"]
fn every_tree_knows_what_it_says() {
    trees(&catalog::rap_designs(), |_| &Idle::BOTH);
}
