//! A monitor whose phase tracker is not lossless, cycle by cycle: records that come while none can be taken are lost
//! for the tracker and counted, and sampling is switched late (docs/reference/monitor.md N10).
//!
//! What is lost and when a pulse comes depends on the clock. So it is seen at the joints of the top, and the model is
//! given that; everything that follows from it has to be the model's: the log, the pulses and their order, the events,
//! and every register, LOST and LATE_INSNS with them.
use crate::support::disturbed::disturbed;
use crate::support::monitors::text;
use crate::support::planted::Planted;
use crate::support::retired::retirements;
use std::collections::VecDeque;
use std::convert::Infallible;
use treetap::catalog::{Emitted, Port, Role, Unit, emit};
use treetap::cosim::build::Effort;
use treetap::cosim::core::Core;
use treetap::cosim::pins::Pins;
use treetap::host::Transport;
use treetap::host::monitor::{Host, Program, Switches};
use treetap::model::monitor::Monitor;
use treetap::model::phase::Phase;
use treetap::model::tap::Tap;
use treetap::spec::hps::record::Event;
use treetap::spec::monitor::{Build, VARIANTS, WORDS as EVENT_WORDS, event};
use treetap::spec::phase::{self, Config, record::IntervalRecord, record::WORDS, regs};
use treetap::spec::regs::Register;
use treetap::spec::retire::{Record, Rvfi};
use treetap::spec::{monitor as spec, tap, variant};
use treetap::trace::shapes::Random;

/// Wires of the top that become ports.
const PROBES: [(&str, &str); 5] = [
    ("probe_record", "rec_valid"),
    ("probe_taken", "phase_ready_unused"),
    ("probe_on", "sample_on"),
    ("probe_off", "sample_off"),
    ("probe_judging", "u_phase.judging"),
];
/// Cycles after which a record that left the tap is counted by the engine.
const TO_ENGINE: u64 = 2;
/// Cycles in which everything has left.
const SETTLE: u64 = 4_000;
/// Cycles after which a bus, or a retirement that waits, is given up.
const STUCK: u64 = 20_000;

/// The emitted monitor with its probes, or another text of it.
fn probed() -> Emitted {
    let Emitted { top, verilog, mut ports, json } = emit(Unit::Monitor, "phases").unwrap();
    let at = verilog.rfind(&format!("module {top} (")).unwrap();
    let (modules, own) = verilog.split_at(at);
    let outputs: String = PROBES.iter().map(|(name, _)| format!("    output wire {name},\n")).collect();
    let wires: String = PROBES.iter().map(|(name, wire)| format!("    assign {name} = {wire};\n")).collect();
    let own =
        own.replacen("(\n", &format!("(\n{outputs}"), 1).replacen("\nendmodule", &format!("\n{wires}endmodule"), 1);
    ports.extend(PROBES.iter().map(|(name, _)| Port {
        name: (*name).into(),
        dir: "output",
        width: 1,
        role: Role::Status,
    }));
    Emitted { top, verilog: format!("{modules}{own}"), ports, json }
}

/// A pulse that the model expects: sampling goes on, or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pulse {
    On,
    Off,
}

/// What happened.
#[derive(Clone, Debug, Default)]
struct Seen {
    cycles: u64,
    lost: u64,
    events: u64,
    intervals: u64,
    /// Records that the engine counted between the end of an interval and the pulse that begins to sample the next.
    late: u64,
    armed: u64,
    held: u64,
}

/// Hardware and model, cycle by cycle.
struct Rig {
    pins: Pins,
    row: Vec<u64>,
    out: Vec<u64>,
    monitor: Monitor,
    tap: Tap,
    /// Privilege of the retirement that the tap holds, and records that have not left it in the hardware.
    mode: u8,
    waiting: VecDeque<(Record, u8)>,
    /// Records on their way to the engine: when they left the tap.
    under_way: VecDeque<(u64, Record, u8)>,
    pulses: VecDeque<Pulse>,
    since_end: u64,
    late_insns: u32,
    events: VecDeque<Event>,
    intervals: VecDeque<IntervalRecord>,
    event_words: Vec<u32>,
    log_words: Vec<u32>,
    /// What comes out is compared from here on.
    live: bool,
    random: Random,
    /// In so many cycles of 256 the reader of the events, and of the log, pauses.
    stall: u64,
    seen: Seen,
    wrong: Option<String>,
}

impl Rig {
    fn set(&mut self, name: &str, value: u64) {
        let at = self.pins.input(name);
        self.row[at] = value;
    }

    fn get(&self, name: &str) -> u64 {
        self.out[self.pins.output(name)]
    }

    fn fails(&mut self, what: String) {
        let cycle = self.seen.cycles;
        self.wrong.get_or_insert(format!("cycle {cycle}: {what}"));
    }

    fn cycle(&mut self) {
        for ready in ["out_ready", "log_ready"] {
            let takes = self.random.next() & 0xff >= self.stall;
            self.set(ready, takes.into());
        }
        self.out = self.pins.run(&self.row);
        self.seen.cycles += 1;
        if !self.live {
            return;
        }
        if self.get("probe_record") == 1 {
            self.leaves_the_tap();
        }
        while self.under_way.front().is_some_and(|(left, ..)| left + TO_ENGINE == self.seen.cycles) {
            let (_, record, mode) = self.under_way.pop_front().unwrap();
            self.monitor.count(&record, mode);
            self.events.extend(self.monitor.engine.pop());
            self.since_end += 1;
        }
        self.switches();
        self.leave();
    }

    fn leaves_the_tap(&mut self) {
        let held = self.mode;
        // Without one that waits the tap was flushed.
        let next = self.waiting.pop_front().or_else(|| self.tap.flush().map(|record| (record, held)));
        let Some((record, mode)) = next else { return self.fails("a record out of nowhere".into()) };
        let (takes, judging) = (self.get("probe_taken") == 1, self.get("probe_judging") == 1);
        self.under_way.push_back((self.seen.cycles, record, mode));
        self.late_insns += u32::from(takes && judging && !record.trap);
        if self.monitor.track(&record, takes) {
            self.late_insns = 0;
            self.intervals.extend(self.monitor.intervals.last());
            self.seen.intervals += 1;
            self.pulses.push_back(Pulse::Off);
            if self.monitor.phase.as_ref().unwrap().sampling() {
                self.pulses.push_back(Pulse::On);
            }
        }
    }

    fn switches(&mut self) {
        let (on, off) = (self.get("probe_on") == 1, self.get("probe_off") == 1);
        for (pulse, _) in [(Pulse::Off, off), (Pulse::On, on)].into_iter().filter(|(_, there)| *there) {
            let expected = self.pulses.pop_front();
            if expected != Some(pulse) {
                self.fails(format!("pulse {pulse:?}, expected {expected:?}"));
            }
        }
        if off {
            self.since_end = 0;
        }
        if on {
            self.seen.armed += 1;
            self.seen.late += self.since_end;
        }
        self.monitor.engine.external(on, off);
    }

    fn leave(&mut self) {
        if self.get("out_valid") == 1 && self.row[self.pins.input("out_ready")] == 1 {
            self.event_words.push(self.get("out_data") as u32);
        }
        if let Ok(words) = <[u32; EVENT_WORDS]>::try_from(&self.event_words[..]) {
            self.event_words.clear();
            self.seen.events += 1;
            let (found, expected) = (event(&words), self.events.pop_front());
            if expected != Some(found) {
                self.fails(format!("event {found:?}, expected {expected:?}"));
            }
        }
        if self.get("log_valid") == 1 && self.row[self.pins.input("log_ready")] == 1 {
            self.log_words.push(self.get("log_data") as u32);
        }
        if let Ok(words) = <[u32; WORDS]>::try_from(&self.log_words[..]) {
            self.log_words.clear();
            let (found, expected) = (IntervalRecord::from_words(words), self.intervals.pop_front());
            if expected != Some(found) {
                self.fails(format!("interval {found:?}, expected {expected:?}"));
            }
        }
    }

    /// Offers a retirement until it is taken.
    fn push(&mut self, rvfi: &Rvfi) {
        self.set("rvfi_valid", 1);
        for (name, value) in [
            ("rvfi_insn", rvfi.insn.into()),
            ("rvfi_trap", rvfi.trap().into()),
            ("rvfi_intr", rvfi.intr().into()),
            ("rvfi_mode", rvfi.mode().into()),
            ("rvfi_pc_rdata", rvfi.pc),
            ("rvfi_pc_wdata", rvfi.next_pc),
            ("rvfi_rs1_rdata", rvfi.rs1),
            ("rvfi_mem_addr", rvfi.mem_addr),
            ("rvfi_mem_rmask", rvfi.rmask.into()),
            ("rvfi_mem_wmask", rvfi.wmask.into()),
        ] {
            self.set(name, value);
        }
        for _ in 0..STUCK {
            // The model's tap has what the hardware's will take in this cycle, whose record comes out in it or later.
            self.cycle();
            if self.get("rvfi_ready") == 1 {
                let before = self.tap.push(rvfi).map(|record| (record, self.mode));
                self.waiting.extend(before);
                self.mode = rvfi.mode();
                return self.set("rvfi_valid", 0);
            }
            self.seen.held += 1;
        }
        self.fails("a retirement is not taken".into());
    }

    fn idle(&mut self, cycles: u64) {
        (0..cycles).for_each(|_| self.cycle());
    }

    /// A transfer on the bus: these inputs until `done` is high.
    fn transfer(&mut self, inputs: &[(&str, u64)], done: &str) {
        inputs.iter().for_each(|(name, value)| self.set(name, *value));
        for _ in 0..STUCK {
            self.cycle();
            if self.get(done) == 1 {
                inputs.iter().for_each(|(name, _)| self.set(name, 0));
                return;
            }
        }
        self.fails(format!("no {done}"));
    }
}

impl Transport for Rig {
    type Error = Infallible;

    fn read(&mut self, offset: u16) -> Result<u32, Infallible> {
        let inputs = [("s_axil_arvalid", 1), ("s_axil_araddr", offset.into()), ("s_axil_rready", 1)];
        self.transfer(&inputs, "s_axil_rvalid");
        let word = self.get("s_axil_rdata") as u32;
        self.idle(1);
        Ok(word)
    }

    fn write(&mut self, offset: u16, data: u32) -> Result<(), Infallible> {
        let address = [("s_axil_awvalid", 1), ("s_axil_awaddr", offset.into()), ("s_axil_wvalid", 1)];
        let word = [("s_axil_wdata", data.into()), ("s_axil_wstrb", 15), ("s_axil_bready", 1)];
        self.transfer(&[address, word].concat(), "s_axil_bvalid");
        self.idle(1);
        Ok(())
    }
}

/// How a run goes.
#[derive(Clone, Copy)]
struct Run {
    seed: u64,
    config: Config,
    /// In so many cycles of 256 nothing retires, and readers pause.
    idle: u64,
    stall: u64,
}

/// While sampling goes on, every instruction is an event.
fn while_sampling() -> Program {
    text("handler H = 9; P0: zero_0 => null, R1; R1: call(H, T.INSN); T.INSN;")
}

/// Retirements through hardware and model; what happened, or the first difference.
fn run(emitted: &Emitted, effort: Effort, run: Run, records: &[Rvfi]) -> Result<Seen, String> {
    let build = Build::of(variant::find(&VARIANTS, "phases").unwrap());
    let (tap, program) = (tap::preset(Core::Ibex).config, while_sampling());
    let mut monitor = Monitor::new(&build, tap);
    for (offset, word) in program.writes(&build.engine) {
        monitor.engine.write(offset, word);
    }
    monitor.phase = Some(Phase::sized(build.phase.unwrap(), run.config));
    let pins = Pins::open(emitted, effort, run.seed).unwrap();
    let row = vec![0; pins.input_words()];
    let mut rig = Rig {
        row,
        pins,
        out: vec![],
        monitor,
        tap: Tap::new(tap),
        mode: 0,
        waiting: VecDeque::new(),
        under_way: VecDeque::new(),
        pulses: VecDeque::new(),
        since_end: 0,
        late_insns: 0,
        events: VecDeque::new(),
        intervals: VecDeque::new(),
        event_words: vec![],
        log_words: vec![],
        live: false,
        random: Random(run.seed),
        stall: run.stall,
        seen: Seen::default(),
        wrong: None,
    };
    rig.set("rst", 1);
    rig.idle(3);
    rig.set("rst", 0);
    let mut host = Host::connect(rig).map_err(|e| e.to_string())?;
    host.track(&run.config).map_err(|e| e.to_string())?;
    let ctrl = spec::PHASE_OFFSET + regs::CTRL.offset;
    let Ok(word) = host.transport().read(ctrl);
    let Ok(()) = host.transport().write(ctrl, word & !regs::CTRL.field("LOSSLESS").mask());
    let switches = Switches { hold: true, stream: true };
    host.start(&program, None, tap.addr_src, switches).map_err(|e| e.to_string())?;
    host.transport().live = true;
    let mut random = Random(run.seed);
    for rvfi in records {
        let rig = host.transport();
        while random.next() & 0xff < run.idle {
            rig.cycle();
        }
        rig.push(rvfi);
        if let Some(wrong) = rig.wrong.take() {
            return Err(wrong);
        }
    }
    host.flush().map_err(|e| e.to_string())?;
    host.transport().idle(SETTLE);
    compare(host, &build)
}

/// What has to be so at the end.
fn compare(mut host: Host<Rig>, build: &Build) -> Result<Seen, String> {
    let tracked = host.tracked(&build.phase.unwrap()).map_err(|e| e.to_string())?;
    let engine = host.registers().map_err(|e| e.to_string())?;
    let mut rig = host.into_transport();
    for (offset, word) in engine {
        let model = rig.monitor.engine.read(offset);
        if word != model {
            rig.fails(format!("register {offset:#x} of the engine is {word:#x}, expected {model:#x}"));
        }
    }
    let (lost, late) = (rig.monitor.lost.min(0xffff), rig.late_insns);
    let is = |register: &Register, offset| register.offset == offset;
    for (offset, word) in tracked {
        let mut model = rig.monitor.phase.as_mut().unwrap().read(offset);
        if is(&regs::LOST, offset) {
            model = lost;
        } else if is(&regs::LATE_INSNS, offset) {
            model = late;
        } else if is(&regs::STATUS, offset) {
            model |= regs::STATUS.field("LATE").at((lost > 0).into());
        }
        if word != model {
            let name = phase::regs::at(offset).map_or("nothing", |found| found.0.name);
            rig.fails(format!("{name} of the tracker is {word:#x}, expected {model:#x}"));
        }
    }
    let left = (rig.events.len(), rig.intervals.len(), rig.pulses.len(), rig.waiting.len());
    if left != (0, 0, 0, 0) {
        rig.fails(format!("events, intervals, pulses and records that never came: {left:?}"));
    }
    rig.seen.lost = rig.monitor.lost.into();
    match rig.wrong {
        Some(wrong) => Err(wrong),
        None => Ok(rig.seen),
    }
}

/// Near enough to be the same phase is nothing: signatures are many, and it takes long to compare them.
fn strict(len: u32) -> Config {
    Config { k: 1, thr: 30, ..Config::of(len, 20) }
}

#[test]
fn what_a_late_tracker_loses_is_counted_and_all_else_follows() {
    let emitted = probed();
    let mut random = Random(77);
    // A judgement takes long, so that few intervals are armed: five streams one after the other.
    let mut disturbed = || (0..5).flat_map(|_| disturbed(&mut random)).collect::<Vec<_>>();
    let (one, other) = (disturbed(), disturbed());
    let plain = &retirements(Core::Ibex)[..30_000];
    for (what, run_, records, loses) in [
        ("at full speed", Run { seed: 1, config: strict(512), idle: 0, stall: 0 }, &one[..], true),
        ("pauses", Run { seed: 2, config: strict(512), idle: 20, stall: 30 }, &one, true),
        ("a reader that stops", Run { seed: 4, config: strict(520), idle: 0, stall: 160 }, &other, true),
        ("long intervals", Run { seed: 3, config: strict(1200), idle: 0, stall: 60 }, plain, false),
    ] {
        let seen = run(&emitted, Effort::Test, run_, records).unwrap_or_else(|e| panic!("{what}: {e}"));
        println!("{what}: {seen:?}");
        assert_eq!(seen.lost > 50, loses, "{what}: {seen:?}");
        assert!(loses || seen.lost == 0, "{what}: {seen:?}");
        assert!(seen.intervals > 15 && seen.armed > 3 && seen.late > 100 && seen.events > 500, "{what}: {seen:?}");
    }
}

#[test]
fn faults_where_records_are_lost_and_pulses_come_late_are_found() {
    let mut random = Random(78);
    let disturbed = disturbed(&mut random);
    let slow = Run { seed: 5, config: strict(512), idle: 0, stall: 0 };
    let emitted = probed();
    let faults = [
        // An interval ends while the one before is judged.
        ("", "(busy & «(cfg_lossless | last)»)", "cfg_lossless"),
        // What is lost is not counted, is counted though it is a trap, or is lost without the right to that.
        ("", "if («loses & ~(&lost)») lost <= lost + 16'd1;", "1'b0"),
        ("", ".rec_must(«1'b1»)", "1'b0"),
        ("", "wire executed = «rec_valid & ~rec_trap & cfg_trk»;", "rec_valid & cfg_trk"),
        // Nobody tells that the tracker is late, or by how much.
        ("", "assign raise_late = «executed» ", "1'b0"),
        ("", "if («delays») late <= late + 12'd1;", "1'b0"),
        ("", "if («begins») late <= 12'd0;", "1'b0"),
        // What comes while an interval is judged goes into its buckets; the buckets of the other one are emptied.
        ("", "side <= «half»;", "1'b0"),
        ("", "wipes1 <= «closed_take & (closed_both | closed_bank)»;", "closed_take"),
        // A pulse is not told, or twice.
        ("", "on <= «phase_on»;", "1'b0"),
        ("", "off <= «phase_off»;", "phase_off | phase_on"),
    ];
    let planted = Planted::within(&emitted, &faults);
    let seen = run(planted.with(0), Effort::Test, slow, &disturbed).unwrap();
    assert!(seen.lost > 50 && seen.late > 100, "{seen:?}");
    for ((_, from, to), number) in faults.into_iter().zip(1..) {
        let found = run(planted.with(number), Effort::Test, slow, &disturbed);
        println!("{to}: {:?}", found.as_ref().err());
        assert!(found.is_err(), "`{to}` in `{from}` is not found");
    }
}
