//! Systems of a core and a profiler: the program in the boot ROM profiles itself, and what it reads back over the bus
//! is what the models make of the retirements on the core's ports.
use crate::support::command::{MISSING_TOOL, TREETAP, USAGE, fails, stderr};
use crate::support::tools::{self, installed};
use std::collections::BTreeSet;
use std::fs;
use std::process::Command as Process;
use treetap::catalog::{self, Chosen, Emitted, Port, Role, Settings, Unit};
use treetap::cosim::build::Effort;
use treetap::cosim::pins::Pins;
use treetap::flow::harness::CLOCK;
use treetap::flow::harness::Port as Pin;
use treetap::flow::soc::{self, Beside, Soc};
use treetap::flow::{self, Design, Device, Ends, Family};
use treetap::lang::coproc::boot;
use treetap::model::phase::Phase;
use treetap::model::rap::Top;
use treetap::model::select::Selector;
use treetap::model::tap::Tap;
use treetap::spec::classify::{Opclass, Xlen};
use treetap::spec::core::Core;
use treetap::spec::event::Command;
use treetap::spec::phase::record::{IntervalRecord, Retired, WORDS};
use treetap::spec::phase::{self, Build, VARIANTS};
use treetap::spec::regs;
use treetap::spec::retire::{Record, Rvfi};
use treetap::spec::select::{Config, Kind, Weight};
use treetap::spec::tap;
use treetap::spec::{coalescer, rap};

/// Where the profiler's registers are in the core's address space.
pub const PROFILER: u64 = 0x8000_0000;
/// Counters that the program sends at the end.
const COUNTERS: usize = (regs::OCC.offset - regs::RETIRED.offset) as usize / 4 + 1;
/// More cycles than the program takes on the slowest core.
const LIMIT: usize = 6_000_000;
/// Cycles of a call of the bench.
const CALL: usize = 4096;

/// The emitted parts of a system: the counter of cycles, the tap of what has none, and what stands beside the core.
pub struct Parts([Emitted; 3]);

impl Parts {
    /// A preset with, or without, a phase tracker and Wishbone.
    pub fn of(unit: Unit, preset: &str, tracker: Option<&str>) -> Self {
        let mut settings = Settings { phase_tracker: tracker.map(str::to_string), ..Settings::default() };
        match unit {
            Unit::Profiler => settings.bus = Some("wishbone".into()),
            Unit::Monitor => drop(settings.numbers.insert("axil".into(), 0)),
            _ => {}
        }
        let beside = Chosen::of(unit, Some(preset), &settings).unwrap().emit().unwrap();
        Self([catalog::emit(Unit::Cycles, "core").unwrap(), catalog::emit(Unit::Tap, "rv32").unwrap(), beside])
    }

    /// Those of the profiler that the program in the boot ROM profiles itself with.
    fn nano() -> Self {
        Self::of(Unit::Profiler, soc::PRESET, None)
    }

    fn beside(&self) -> Beside<'_> {
        let Emitted { top, ports, .. } = &self.0[2];
        let pin = |port: &Port| Pin { name: port.name.clone(), input: port.dir == "input", width: port.width };
        Beside::of(top, &ports.iter().map(pin).collect::<Vec<_>>(), boot::words).unwrap()
    }

    fn whole(&self, system: &Soc) -> String {
        system.verilog(&self.beside(), &self.0.each_ref().map(|part| part.verilog.as_str()))
    }
}

/// What a simulation saw.
pub struct Seen {
    /// Retirements, in order.
    pub records: Vec<Rvfi>,
    /// What stood on `ret_cycles` with each.
    cycles: Vec<u16>,
    /// Bytes that the program sent, as words.
    pub words: Vec<u32>,
    /// Cycles in which the core was held back.
    stalled: u64,
    /// Cycles until the program was done.
    pub took: usize,
}

/// Simulates a system until its program is done; `edit` changes its Verilog.
pub fn simulate(core: Core, parts: &Parts, edit: impl Fn(String) -> String) -> Seen {
    let system = Soc::of(core).unwrap();
    let role = |name: &str| if name == CLOCK { Role::Clock } else { Role::Status };
    let port = |port: flow::harness::Port| {
        let dir = if port.input { "input" } else { "output" };
        Port { role: role(&port.name), name: port.name, dir, width: port.width }
    };
    let ports = soc::pins().into_iter().chain(soc::watched()).map(port).collect();
    let verilog = edit(parts.whole(&system));
    let emitted = Emitted { top: soc::TOP.into(), verilog, ports, json: String::new() };
    let mut pins = Pins::open(&emitted, Effort::Test, 1).unwrap();
    let (width, columns) = (pins.input_words(), pins.output_words());
    let (rst, out_ready) = (pins.input("rst"), pins.input("out_ready"));
    let at = |name: &str| pins.output(name);
    let [valid, insn, trap, intr] = ["rvfi_valid", "rvfi_insn", "rvfi_trap", "rvfi_intr"].map(at);
    let [pc, next_pc, rs1, rd] = ["rvfi_pc_rdata", "rvfi_pc_wdata", "rvfi_rs1_rdata", "rvfi_rd_wdata"].map(at);
    let [mem_addr, mem_rdata, mem_wdata] = ["rvfi_mem_addr", "rvfi_mem_rdata", "rvfi_mem_wdata"].map(at);
    let [rmask, wmask, ret_cycles, stall] = ["rvfi_mem_rmask", "rvfi_mem_wmask", "ret_cycles", "ret_stall"].map(at);
    let [out_valid, out_data, done] = ["out_valid", "out_data", "done"].map(at);

    let mut seen = Seen { records: vec![], cycles: vec![], words: vec![], stalled: 0, took: 0 };
    let mut bytes = vec![];
    let resetting = 4;
    let mut cycle = 0;
    while cycle < LIMIT {
        let mut rows = vec![0; CALL * width];
        for (i, row) in rows.chunks_exact_mut(width).enumerate() {
            row[rst] = u64::from(cycle + i < resetting);
            // Whoever takes the bytes is not always there.
            row[out_ready] = u64::from((cycle + i) % 5 != 0);
        }
        for (row, inputs) in pins.run(&rows).chunks_exact(columns).zip(rows.chunks_exact(width)) {
            cycle += 1;
            if cycle <= resetting {
                continue;
            }
            if row[out_valid] == 1 && inputs[out_ready] == 1 {
                bytes.push(row[out_data] as u8);
            }
            seen.stalled += row[stall];
            if row[valid] == 1 {
                let flag = |pin: usize, bit: u8| if row[pin] == 1 { bit } else { 0 };
                seen.cycles.push(row[ret_cycles] as u16);
                seen.records.push(Rvfi {
                    order: seen.records.len() as u64,
                    cycle: (cycle - resetting) as u64,
                    pc: row[pc],
                    next_pc: row[next_pc],
                    rs1: row[rs1],
                    rd: row[rd],
                    mem_addr: row[mem_addr],
                    mem_rdata: row[mem_rdata],
                    mem_wdata: row[mem_wdata],
                    insn: row[insn] as u32,
                    flags: flag(trap, Rvfi::TRAP) | flag(intr, Rvfi::INTR),
                    rmask: row[rmask] as u8,
                    wmask: row[wmask] as u8,
                    ..Rvfi::default()
                });
            }
            if row[done] == 1 && row[out_valid] == 0 {
                seen.took = cycle;
                assert!(bytes.len().is_multiple_of(4), "{} bytes", bytes.len());
                let word = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().unwrap());
                seen.words = bytes.chunks_exact(4).map(word).collect();
                return seen;
            }
        }
    }
    panic!("{}: not done after {cycle} cycles: {} retired, {} bytes", core.name(), seen.records.len(), bytes.len());
}

impl Seen {
    /// A counter of the profiler as the program read it: they are the last that it sent, in the order of their
    /// registers.
    fn counter(&self, register: &regs::Register) -> u32 {
        let counters = &self.words[self.words.len() - COUNTERS..];
        counters[usize::from(register.offset - regs::RETIRED.offset) / 4]
    }
}

/// The register that a record writes in the profiler.
fn written(record: &Record) -> Option<u64> {
    let offset = record.addr.wrapping_sub(PROFILER);
    (record.class == Opclass::Store && offset < 0x1000).then_some(offset)
}

/// What the profiler has to make of the records, with the filters open from the record before `from` up to the one
/// before `to`: the writes that open and close them are obeyed before they retire, and the tap holds the record before.
fn golden(records: &[Record], config: Config, weight_max: u16, (from, to): (usize, usize)) -> (Vec<u64>, u32) {
    let tree = catalog::rap_preset(soc::PRESET, None).unwrap().config;
    let coalescer = tree.coalescer.map(|coalescer| coalescer::Config { weight_max, ..coalescer });
    let mut top = Top::new(rap::Config { coalescer, ..tree }).unwrap();
    let mut selector = Selector::new(config);
    let mut events = 0;
    for (i, record) in records.iter().enumerate() {
        let open = (from - 1..to - 1).contains(&i);
        if let Some(weighed) = selector.push_judged(record, |_| open) {
            top.add(weighed.event);
            events += 1;
        }
    }
    assert!(!selector.holds(), "the last block was closed");
    (top.command(Command::SnapshotReset).unwrap().to_words(), events)
}

/// The words of the dump that begins at `at`; moves on after it.
fn dump(words: &[u32], at: &mut usize) -> Vec<u64> {
    const LIVE: usize = 3;
    const HEADER: usize = 6;
    let word = |i: usize| u64::from(words[*at + 2 * i + 1]) << 32 | u64::from(words[*at + 2 * i]);
    let all = (0..HEADER + 2 * word(LIVE) as usize + 1).map(word).collect::<Vec<_>>();
    *at += 2 * all.len();
    all
}

/// Simulates a system, holds what its program read against the models, and returns that with what was seen.
fn profiles_itself(core: Core, parts: &Parts) -> (Seen, Vec<Vec<u64>>) {
    let seen = simulate(core, parts, |verilog| verilog);
    println!("{}: {} retired in {} cycles, {} held back", core.name(), seen.records.len(), seen.took, seen.stalled);
    // `nano` uses no memory data.
    let mut tap = Tap::new(tap::Config { mdata_ok: false, ..tap::preset(core).config });
    let records: Vec<Record> = seen.records.iter().filter_map(|rvfi| tap.push(rvfi)).collect();
    // The wires told the profiler the same cycles as the clock of the bench.
    assert!(records.iter().zip(&seen.cycles).skip(1).all(|(record, cycles)| record.cycles == *cycles));

    // The writes that open and close the filters, by turns.
    let ctrl: Vec<usize> =
        (0..records.len()).filter(|i| written(&records[*i]) == Some(regs::CTRL.offset.into())).collect();
    let code = Config { weight: Weight::Cycles, ..Config::new(Kind::Code, Xlen::Rv32, 32) };
    let addresses = Config::new(Kind::Addresses, Xlen::Rv32, 32);
    let pc = Config::new(Kind::Pc, Xlen::Rv32, 32);
    assert_eq!(ctrl.len(), 6);
    let (mut at, mut accepted, mut open) = (0, 0, 0);
    let (mut sums, mut dumps) = (vec![], vec![]);
    let settings = [(code, coalescer::WEIGHT_MAX), (addresses, coalescer::WEIGHT_MAX), (pc, 1)];
    for ((config, weight_max), switch) in settings.into_iter().zip(ctrl.chunks_exact(2)) {
        sums.push(seen.words[at]);
        at += 1;
        let (expected, events) = golden(&records, config, weight_max, (switch[0], switch[1]));
        let read = dump(&seen.words, &mut at);
        println!(
            "  {}: {events} events, {} weighed, {} nodes, {} collapses",
            config.kind.name(),
            read[0],
            read[3],
            read[5]
        );
        assert_eq!(read, expected, "{}", config.kind.name());
        assert!(events > 500 && read[3] > 20, "{}: {events} events", config.kind.name());
        dumps.push(read);
        accepted += events;
        open += (switch[1] - switch[0]) as u32;
    }
    assert!(sums.iter().all(|sum| *sum == sums[0]), "the program did not do the same three times");

    assert_eq!(seen.words.len() - at, COUNTERS);
    let value = |register| seen.counter(register);
    let [taken, acc, popped] = [&regs::CAND, &regs::ACC, &regs::POPPED].map(value);
    assert_eq!((taken, acc, popped), (accepted, accepted, accepted));
    assert_eq!([&regs::TRAP, &regs::DROP_FULL, &regs::DROP_OFF, &regs::OCC].map(value), [0; 4]);
    assert_eq!(value(&regs::REJ_SELECT) + accepted, open);
    (seen, dumps)
}

#[test]
fn a_program_profiles_itself_on_every_core_with_the_same_result() {
    let (seen, fast) = profiles_itself(Core::Picorv32, &Parts::nano());
    assert!(seen.stalled > 0, "the core was never held back");
    let (_, slow) = profiles_itself(Core::Serv, &Parts::nano());
    assert_ne!(fast[0], slow[0], "weighted by cycles");
    assert_eq!(fast[1..], slow[1..]);
    // Ibex has fetched a few instructions when it is held back: there is room for them.
    let (seen, prefetched) = profiles_itself(Core::Ibex, &Parts::nano());
    assert!(seen.stalled > 0 && prefetched[1..] == fast[1..], "held back for {} cycles", seen.stalled);
    // A phase tracker that nobody has switched on changes nothing.
    let (_, tracked) = profiles_itself(Core::Picorv32, &Parts::of(Unit::Profiler, soc::PRESET, Some("small")));
    assert_eq!(tracked, fast);
}

#[test]
fn a_core_that_is_not_held_back_loses_retirements() {
    let hold = "~(fetch & ret_stall)";
    let seen = simulate(Core::Picorv32, &Parts::nano(), |verilog| {
        assert_eq!(verilog.matches(hold).count(), 1);
        verilog.replace(hold, "1'b1")
    });
    let dropped = seen.counter(&regs::DROP_FULL);
    assert!(
        seen.stalled > 0 && dropped > 0,
        "{dropped} dropped in {} cycles in which it should have been",
        seen.stalled
    );
}

/// Simulates a system whose tracker follows its own program, and holds the log that the program read, and the registers
/// that it sent, against the model.
fn follows_itself(core: Core) -> Vec<IntervalRecord> {
    let seen = simulate(core, &Parts::of(Unit::Phase, "small", None), |verilog| verilog);
    let mut tap = Tap::new(tap::preset(core).config);
    let records: Vec<Record> = seen.records.iter().filter_map(|rvfi| tap.push(rvfi)).collect();
    // The writes that switch it on and off: they are obeyed before they retire, and the tap holds the record before.
    let ctrl: Vec<usize> =
        (0..records.len()).filter(|i| written(&records[*i]) == Some(phase::regs::CTRL.offset.into())).collect();
    let [on, off] = ctrl[..] else { panic!("{} writes of CTRL", ctrl.len()) };
    let config = phase::Config { thr: 300, k: 1, ..phase::Config::of(1024, 20) };
    let mut model = Phase::sized(Build::of(&VARIANTS[0]), config);
    let log: Vec<IntervalRecord> =
        records[on - 1..off - 1].iter().filter_map(|record| model.step(&Retired::from(record))).collect();
    let (words, rest) = seen.words.split_at(WORDS * log.len());
    let found = words.chunks_exact(WORDS).map(|three| IntervalRecord::from_words(three.try_into().unwrap()));
    assert_eq!(found.collect::<Vec<_>>(), log, "{}", core.name());
    // The registers from STATUS to LATE_INSNS, LOST, and the checksum of the program's work.
    let first = phase::regs::STATUS.offset;
    let register = |register: &regs::Register| rest[usize::from(register.offset - first) / 4];
    for known in [&phase::regs::IV, &phase::regs::CUR_ID, &phase::regs::PRED, &phase::regs::NPHASES]
        .into_iter()
        .chain([&phase::regs::PRED_OK, &phase::regs::SAMPLE_OK, &phase::regs::SAMPLE_DISC])
    {
        assert_eq!(register(known), model.read(known.offset), "{} {}", core.name(), known.name);
    }
    // Nothing was late or lost, but an interval has ended; the flag comes late, which is told.
    assert_eq!(register(&phase::regs::STATUS), phase::regs::STATUS.field("INTERVAL").mask(), "{}", core.name());
    assert_eq!((rest.len(), rest[rest.len() - 2]), (11, 0), "{}", core.name());
    assert!((1..200).contains(&register(&phase::regs::LATE_INSNS)), "{}", core.name());
    let ids: BTreeSet<_> = log.iter().map(|record| record.id).collect();
    let sampled = log.iter().filter(|record| record.sampled).count();
    println!("{}: {} intervals, {} phases, {sampled} sampled", core.name(), log.len(), ids.len());
    assert!(log.len() > 40 && ids.len() >= 3 && sampled >= 2, "{} intervals of {ids:?}", log.len());
    log
}

#[test]
fn a_tracker_alone_follows_the_phases_of_its_own_program_on_every_core() {
    follows_itself(Core::Picorv32);
    follows_itself(Core::Ibex);
    follows_itself(Core::Serv);
}

#[test]
fn our_part_of_every_system_is_clean() {
    if !installed(&["verilator"]) {
        return;
    }
    let all = [
        Parts::nano(),
        Parts::of(Unit::Profiler, "phases", Some("small")),
        Parts::of(Unit::Monitor, "phases", Some("small")),
        Parts::of(Unit::Monitor, "up5k", None),
        Parts::of(Unit::Phase, "small", None),
        Parts::of(Unit::CoprocProfiler, "up5k", None),
    ];
    let cycles = catalog::emit(Unit::Cycles, "core").unwrap();
    // And nothing beside it. What stands beside a core knows it by its ports alone, which are those of every core: one
    // core has every part beside it, and each has one.
    let all: Vec<Option<&Parts>> = all.iter().map(Some).chain([None]).collect();
    let parts_of = |core| if core == Core::Picorv32 { &all[..] } else { &all[all.len() - 2..] };
    for (core, parts) in
        soc::cores().into_iter().flat_map(|core| parts_of(core).iter().map(move |parts| (core, *parts)))
    {
        let dir = tempfile::tempdir().unwrap();
        let system = Soc::of(core).unwrap();
        let file = |name: &str, text: &str| {
            let path = dir.path().join(name);
            fs::write(&path, text).unwrap();
            path
        };
        // The core's own code is not ours to judge.
        let config = file("core.vlt", "`verilator_config\nlint_off -file \"*/core.v\"\n");
        let core_file = file("core.v", &system.core_verilog);
        let (emitted, beside) = match parts {
            Some(parts) => (parts.0.each_ref().map(|part| part.verilog.as_str()).concat(), parts.beside()),
            None => (format!("{}{}", cycles.verilog, soc::NOTHING), Beside::nothing()),
        };
        let own = file("own.v", &format!("{emitted}{}", system.own_verilog(&beside)));
        let mut lint = tools::verilator();
        lint.args(["--lint-only", "-Wall", "--top-module", soc::TOP]).arg(tools::waivers());
        if core == Core::Ibex {
            // In one module its own loops of enables look like loops of gates; the other cores show that ours are none.
            lint.arg("-Wno-UNOPTFLAT");
        }
        let output = lint.args([config, core_file, own]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.is_empty(), "{}: {said}", core.name());
    }
}

#[test]
fn the_larger_system_fits_its_device() {
    if !installed(&["yosys"]) {
        return;
    }
    let device = Device::named(soc::DEVICE).unwrap();
    assert_eq!((device.family, device.luts, device.brams), (Family::Ice40, 5280, 30));
    let dir = tempfile::tempdir().unwrap();
    let (verilog, pins) = (Parts::nano().whole(&Soc::of(Core::Picorv32).unwrap()), soc::pins());
    let design = Design { top: soc::TOP, verilog: &verilog, ends: Ends::Harness(&pins) };
    let area = flow::area(&design, device, dir.path()).unwrap();
    println!("{area:?}");
    assert!(area.lut4 <= device.luts && area.bram <= device.brams && area.ff <= device.luts, "{area:?}");
    // Nothing of it went away: the core alone has more than 1300 LUT4, the profiler as many.
    assert!(area.lut4 > 2600 && area.bram > 20 && area.spram == 2, "{area:?}");
}

#[test]
fn the_baseline_is_the_core_and_its_memories_and_nothing_else() {
    if !installed(&["yosys"]) {
        return;
    }
    let device = Device::named(soc::DEVICE).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let (system, pins) = (Soc::of(Core::Serv).unwrap(), soc::pins());
    let cycles = catalog::emit(Unit::Cycles, "core").unwrap();
    let verilog = system.verilog(&Beside::nothing(), &[&cycles.verilog, soc::NOTHING]);
    let whole = Design { top: soc::TOP, verilog: &verilog, ends: Ends::Harness(&pins) };
    let without = flow::area(&whole, device, dir.path()).unwrap();
    let bare = system.core_alone(false).unwrap();
    let core = flow::area(&soc::core_design(&bare), device, dir.path()).unwrap();
    println!("{without:?}, the core {core:?}");
    // What tells a profiler of retirements falls away, and so does the counter of cycles.
    assert!(without.lut4 < core.lut4 + 150 && without.ff < core.ff + 50, "{without:?}, the core {core:?}");
    assert!(without.lut4 > core.lut4 && (without.bram, without.spram) == (core.bram + 2, 2), "{without:?}");
    let said = fails(USAGE, &["synth", "profiler", "--preset", "nano", "--device", "up5k", "--baseline"]);
    assert!(said.contains("--core <CORE>"), "{said}");
}

#[test]
fn what_cannot_be_built_is_refused_with_what_to_do() {
    let synth = |core, rest: [&'static str; 5]| [&["synth"], &rest[..], &["--core", core]].concat();
    let nano = ["profiler", "--preset", "nano", "--device", "up5k"];
    for (arguments, words) in [
        (synth("rocket", nano), vec!["'rocket'", "expected picorv32 or ibex or serv"]),
        (
            synth("serv", ["rap", "--preset", "nano", "--device", "up5k"]),
            vec!["made of a phase tracker, or a profiler, a monitor or a co-processor with Wishbone", "rap nano"],
        ),
        (synth("serv", ["profiler", "--preset", "nano", "--device", "hx8k"]), vec!["not of profiler nano on hx8k"]),
        (synth("serv", ["monitor", "--preset", "phases", "--device", "ecp5-25k"]), vec!["not of monitor phases on"]),
        (
            synth("serv", ["coproc_profiler", "--preset", "nano", "--device", "up5k"]),
            vec!["uses 64 entries", "coproc_profiler nano has 32"],
        ),
    ] {
        let said = fails(USAGE, &arguments);
        assert!(words.iter().all(|word| said.contains(word)), "{words:?} in {said}");
    }
    let dir = tempfile::tempdir().unwrap();
    let mut missing = Process::new(TREETAP);
    missing.args(synth("serv", nano)).env("TREETAP_VENV", dir.path()).env_remove("PYTHONPATH");
    let output = missing.env("TREETAP_CACHE", dir.path().join("cache")).output().unwrap();
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(MISSING_TOOL), "{said}");
    assert!(said.contains("pythondata-cpu-serv is not installed") && said.contains("make setup"), "{said}");
}
