//! Commands among retirements that keep coming: `enable`, `disable` and snapshots have a place in their order, and the
//! emitted profiler equals the model for it (docs/reference/profiler.md P6, P9).
use crate::hang::HANG_CYCLES;
use crate::support::profiled::run;
use crate::support::retired::{LENGTH, retirements};
use treetap::catalog::{Unit, emit};
use treetap::cosim::build::Effort;
use treetap::cosim::core::Core;
use treetap::cosim::profiler::{Pace, Profiler};
use treetap::cosim::session::{self, Options};
use treetap::host::Host;
use treetap::model::profiler::Profiler as Model;
use treetap::spec::burst::{self, Mode};
use treetap::spec::counters::{Broken, Counter, Counts};
use treetap::spec::profiler::{Config, preset};
use treetap::spec::regs::{self, Op};
use treetap::spec::select::{Kind, Weight};
use treetap::trace::shapes::Random;

fn options(name: &str, core: Core, kind: Kind) -> Options {
    let preset = preset(name).unwrap();
    Options { effort: Effort::Test, hang_cycles: HANG_CYCLES, ..Options::new(preset, Config::new(preset, core, kind)) }
}

/// Windows of the run, some of one retirement, some that touch nothing.
fn gates() -> Vec<(u64, bool)> {
    let mut gates = vec![(1, true), (2, false), (2, true), (3, false)];
    for at in (1_000..LENGTH as u64 - 1_000).step_by(7_919) {
        gates.extend([(at, true), (at + 1 + at % 3_001, false)]);
    }
    gates
}

#[test]
fn what_lies_between_enable_and_disable_is_counted_and_nothing_else() {
    let inside = |at: u64| gates().iter().rfind(|(after, _)| *after <= at).is_some_and(|(_, open)| *open);
    for (name, core, kind) in [
        ("nano", Core::Picorv32, Kind::Pc),
        ("fast", Core::Ibex, Kind::Pc),
        ("pairs", Core::Serv, Kind::Edges),
        ("annotate", Core::Ibex, Kind::Pc),
        ("nano_axil", Core::Ibex, Kind::Code),
    ] {
        let mut options = options(name, core, kind);
        (options.gates, options.config.enabled) = (gates(), false);
        options.config.annotate = options.preset.annotation();
        (options.idle, options.seed) = ((9_000, 12), 5);
        if kind == Kind::Code {
            options.config.select.weight = Weight::Cycles;
            options.config.burst = burst::Config { mode: Mode::Periodic, period: 3, ..burst::Config::default() };
            options.config.filter.period = 2;
        }
        let report = run(&options, core);
        assert_eq!((report.mismatches, report.first.as_ref(), report.law), (0, None, None), "{name}");
        let records = retirements(core);
        let outside = (0..LENGTH as u64).filter(|at| !inside(*at)).count();
        assert!(outside > LENGTH / 3 && outside < LENGTH, "{outside}");
        assert_eq!(report.counts.get(Counter::RejectedGate) as usize, outside, "{name}");
        if kind == Kind::Pc {
            let counted =
                records.iter().enumerate().filter(|(at, record)| inside(*at as u64) && !record.trap()).count();
            assert_eq!(report.profile.n, counted as u64, "{name}");
        }
    }
}

/// What a running profiler was told, and what it gave.
#[derive(Default)]
struct Session {
    /// Retirements that came before each switch.
    gates: Vec<(u64, bool)>,
    dumps: Vec<Vec<u64>>,
    counts: Counts,
    law: Option<Broken>,
    accepted: Vec<u32>,
    held: u64,
    retired: u64,
    /// Switches that came while the core was held back.
    under_pressure: u64,
}

/// Retirements that were judged, and those that were not. Counters that move are not read.
fn judged(host: &mut Host<Profiler>, open: bool) -> u64 {
    if open {
        return host.read(&regs::REJ_GATE).unwrap().into();
    }
    let counts = host.counters().unwrap().0;
    let places = [Counter::Trap, Counter::RejectedClass, Counter::RejectedSelect, Counter::RejectedBurst];
    places.iter().chain(&[Counter::Candidates]).map(|counter| u64::from(counts.get(*counter))).sum()
}

/// Retirements that come at most while a command is given.
const ROOM: u64 = 30_000;

/// Gives up to `room` commands at random while the core retires all the time.
fn session(options: &Options, core: Core, room: usize) -> Session {
    let mut random = Random(options.seed);
    let mut host = Host::connect(session::profiler(options).unwrap()).unwrap();
    host.start(&options.config).unwrap();
    let records = retirements(core);
    let (mut found, mut open, mut closed, mut opened) = (Session::default(), options.config.enabled, 0, 0);
    let mut after_dump = false;
    host.transport().feed(records, Pace::Later);
    for _ in 0..room {
        // After a dump the sample buffer is full.
        host.transport().idle(random.next() % if after_dump { 30 } else { 700 });
        let before = host.transport().state();
        let mut pressed = 0;
        // There is always more to come.
        if before.retired + ROOM > records.len() as u64 {
            break;
        }
        after_dump = !after_dump && random.next().is_multiple_of(4);
        if after_dump {
            found.dumps.push(host.dump(false).unwrap().words);
        } else {
            open = !open;
            host.enable(open).unwrap();
            let state = host.transport().state();
            pressed = state.held;
            let after = state.retired;
            assert_eq!(regs::STATUS.field("OPEN").of(host.read(&regs::STATUS).unwrap()), u32::from(open));
            // Until what came before has its place.
            let retired = host.transport().state().retired;
            for _ in 0..10_000 {
                if host.transport().state().retired >= retired + 3 {
                    break;
                }
                host.transport().idle(20);
            }
            host.transport().idle(40);
            if open {
                closed = judged(&mut host, true);
            } else {
                opened = judged(&mut host, false);
            }
            let place = closed + opened;
            assert!((before.retired..=after).contains(&place), "{place} is not in {}..{after}", before.retired);
            found.gates.push((place, open));
        }
        found.under_pressure += u64::from(pressed > before.held);
    }
    for _ in 0..records.len() {
        if host.transport().state().retired == records.len() as u64 {
            break;
        }
        host.transport().idle(1_000);
    }
    host.command(Op::Flush).unwrap();
    found.dumps.push(host.dump(false).unwrap().words);
    let (counts, occupied) = host.counters().unwrap();
    found.law = counts.check(occupied, 0).err();
    host.refusals("reading it out").unwrap();
    let state = host.transport().state();
    (found.counts, found.accepted) = (counts, host.transport().accepted());
    (found.held, found.retired) = (state.held, state.retired);
    found
}

/// Where hardware and model differ for the same places of the commands.
fn differences(options: &Options, core: Core, session: &Session) -> Vec<String> {
    let mut model = Model::new(&options.config).unwrap();
    let mut gates = session.gates.iter().peekable();
    for (at, rvfi) in retirements(core).iter().enumerate() {
        while let Some((_, open)) = gates.next_if(|(after, _)| *after <= at as u64) {
            model.gate(*open);
        }
        model.push(rvfi);
    }
    model.flush();
    let mut found: Vec<String> = session.law.iter().map(|law| law.to_string()).collect();
    let mut done = 0;
    for (number, words) in session.dumps.iter().enumerate() {
        // Every event has weight 1, so its first word says after which one a snapshot came.
        let n = words[0] as usize;
        if n < done || n > session.accepted.len() {
            found.push(format!("dump {number} has {n} events after {done} of {}", session.accepted.len()));
            break;
        }
        model.accept(&session.accepted[done..n]);
        done = n;
        if *words != model.snapshot().to_words() {
            found.push(format!("dump {number}"));
        }
    }
    if done != session.accepted.len() || model.strange() != 0 {
        found.push(format!("{done} of {} accepted, {} strange", session.accepted.len(), model.strange()));
    }
    let counts = model.counts();
    for counter in Counter::ALL.into_iter().filter(|counter| counts.get(*counter) != session.counts.get(*counter)) {
        found.push(format!("{counter}: {} in hardware, {}", session.counts.get(counter), counts.get(counter)));
    }
    found
}

fn running(name: &str, core: Core, kind: Kind, lossless: bool, seed: u64) -> Options {
    let mut options = options(name, core, kind);
    options.config.lossless = lossless;
    options.config.annotate = options.preset.annotation();
    options.config.enabled = seed.is_multiple_of(2);
    (options.seed, options.idle) = (seed, [(0, 0), (4_000, 9), (30_000, 60)][seed as usize % 3]);
    options
}

#[test]
fn commands_among_retirements_take_effect_between_two_of_them() {
    let (mut switches, mut snapshots, mut pressed, mut dropped) = (0, 0, 0, 0);
    for seed in 0..13 {
        let name = ["nano", "fast", "annotate", "fast25"][seed as usize % 4];
        let kind = [Kind::Pc, Kind::LoadValues, Kind::Code][seed as usize % 3];
        let core = Core::ALL[seed as usize % Core::ALL.len()];
        let options = running(name, core, kind, seed % 8 < 6, seed);
        let session = session(&options, core, 40);
        assert_eq!(session.retired as usize, LENGTH);
        assert_eq!(differences(&options, core, &session), [""; 0], "{name} {seed}");
        // The places lie between retirements and in order.
        assert!(session.gates.is_sorted_by_key(|(after, _)| *after) && session.gates.last().unwrap().0 < LENGTH as u64);
        switches += session.gates.len();
        snapshots += session.dumps.len() - 1;
        pressed += session.under_pressure;
        dropped += session.counts.get(Counter::DroppedFull);
        assert!(session.counts.get(Counter::RejectedGate) > 100, "{:?}", session.counts);
    }
    println!("{switches} switches, {snapshots} snapshots, {pressed} of them under back-pressure, {dropped} drops");
    assert!(switches > 150 && snapshots > 20 && pressed > 10 && dropped > 100);
}

#[test]
fn a_gate_at_the_wrong_retirement_is_found() {
    let good = emit(Unit::Profiler, "nano").unwrap().verilog;
    for (from, to) in [
        // The record that the tap holds is judged by what the gate is now, or by the retirement after it.
        (".cfg_fen(gate_fen)", ".cfg_fen(cfg_fen & gate_open)"),
        ("if (taken) held_open <= taken_open;", "held_open <= taken_open;"),
        ("taken_open <= gate_open;", "taken_open <= taken_open;"),
        // Nothing but the counters says so.
        (".gate_shut(gate_shut)", ".gate_shut(1'b0)"),
    ] {
        assert!(good.contains(from), "{from}");
        let mut options = options("nano", Core::Ibex, Kind::Pc);
        (options.effort, options.gates, options.config.enabled) = (Effort::Quick, gates(), false);
        let at = if from.starts_with('.') { good.rfind(from) } else { good.find(from) }.unwrap();
        options.rtl = Some(format!("{}{to}{}", &good[..at], &good[at + from.len()..]));
        let report = run(&options, Core::Ibex);
        assert!(report.mismatches > 0 || report.law.is_some(), "{from} -> {to} is not found");
    }
}
