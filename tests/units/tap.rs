//! The emitted tap equals its model in every cycle (docs/reference/tap.md): random retirements with idle cycles,
//! back-pressure, traps, interrupts, returns, compressed instructions and flushes in every state.
use crate::support::faults::{Faults, all_found};
use crate::support::taps::{Core, Cycle, record, rows};
use std::collections::BTreeMap;
use treetap::catalog::{Emitted, Port, Role, Unit, emit};
use treetap::cosim::build::Effort;
use treetap::cosim::pins::Pins;
use treetap::emit::Options;
use treetap::hw::tap::SmallTap;
use treetap::model::tap::Tap;
use treetap::spec::classify::{Opclass, Xlen};
use treetap::spec::retire::{Record, Rvfi};
use treetap::spec::select::{ACCESSES, RESULTS};
use treetap::spec::tap::{AddrSrc, Config, DEEP_LATENCY, LATENCY, MRET, VARIANTS};
use treetap::spec::variant::{DEEP, Variant};
use treetap_hdl::design;

/// Cycles of one configuration.
const CYCLES: usize = 20_000;
/// Cycles of reset before them.
const RESET: usize = 2;

impl Core {
    /// Phases with many and with few idle cycles, with and without back-pressure; the last is one retirement per cycle.
    fn stream(&mut self) -> Vec<Cycle> {
        let mut held = None;
        let reset = std::iter::repeat_n(Cycle { rst: true, ..Cycle::default() }, RESET);
        let mut cycles: Vec<Cycle> = reset.collect();
        for at in 0..CYCLES {
            let phase = 4 * at / CYCLES;
            let offered = held.take().or_else(|| match phase {
                0 | 1 => self.one_in(2).then(|| self.retire()),
                2 => (!self.one_in(8)).then(|| self.retire()),
                _ => Some(self.retire()),
            });
            let ready = phase != 1 || !self.one_in(3);
            let flush = phase < 3 && self.one_in(6);
            cycles.push(Cycle { rst: false, offer: offered, ready, flush });
            // What is not taken stays on offer.
            held = if ready { None } else { offered };
        }
        cycles
    }
}

/// How often each situation occurred.
type Coverage = BTreeMap<&'static str, u64>;

/// Cycles until a record of this preset is there.
fn latency(preset: &Variant) -> usize {
    if preset.parameter(DEEP) == 1 { DEEP_LATENCY } else { LATENCY }
}

/// Runs a stream through hardware and model; the first cycle in which they differ.
fn lockstep(
    (pins, latency): (&mut Pins, usize),
    config: Config,
    seed: u64,
    coverage: &mut Coverage,
) -> Result<(), String> {
    let cycles = Core::new(config.xlen, seed).stream();
    let inputs = rows(pins, config, &cycles);
    let seen = pins.run(&inputs);
    let mut model = Tap::new(config);
    let mut count = |name, happened: bool| *coverage.entry(name).or_default() += u64::from(happened);
    let (mut holding, mut last, mut near): (Option<Rvfi>, bool, u32) = (None, false, 0);
    let rows: Vec<&[u64]> = seen.chunks_exact(pins.output_words()).collect();
    for (at, cycle) in cycles.iter().enumerate().take(rows.len() - latency).skip(RESET) {
        let taken = cycle.offer.filter(|_| cycle.ready);
        count("idle", cycle.offer.is_none());
        count("held back", cycle.offer.is_some() && !cycle.ready);
        count("back to back", last && taken.is_some());
        count("flush of nothing", cycle.flush && holding.is_none());
        count("flush alone", cycle.flush && holding.is_some() && taken.is_none());
        count("flush with a retirement", cycle.flush && holding.is_some() && taken.is_some());
        let before = holding;
        let mut expected = cycle.flush.then(|| model.flush()).flatten();
        if cycle.flush {
            holding = None;
        }
        if let Some((rvfi, _)) = taken {
            if let Some(before) = holding {
                count("interrupt", rvfi.intr());
                count("after a trap", before.trap());
                count("interrupt after a trap", before.trap() && rvfi.intr());
                count("MRET", before.insn == MRET);
                count("interrupt after MRET", before.insn == MRET && rvfi.intr());
                count("MRET that trapped", before.insn == MRET && before.trap());
                count("the core's own word is wrong", before.next_pc != rvfi.pc);
                // After it the core's own word decides, unless it is MRET: each of its bits.
                let apart = before.insn ^ MRET;
                if apart.is_power_of_two() && (before.trap() || rvfi.intr()) && before.next_pc != rvfi.pc {
                    near |= apart;
                }
            }
            let pushed = model.push(&rvfi);
            assert!(pushed.is_none() || expected.is_none(), "two records in a cycle");
            expected = expected.or(pushed);
            holding = Some(rvfi);
        }
        last = taken.is_some();
        let mode = rows[at + latency][pins.output("rec_mode")];
        if let (Some(_), Some(before)) = (expected, before)
            && mode != u64::from(before.mode())
        {
            return Err(format!("cycle {at}: mode {mode}, expected {}", before.mode()));
        }
        let found = record(pins, rows[at + latency]);
        if found != expected || rows[at][pins.output("rvfi_ready")] != u64::from(cycle.ready) {
            return Err(format!("cycle {at}: {found:x?}, expected {expected:x?}"));
        }
        if let Some(record) = expected {
            count(record.class.name(), true);
            count("compressed", record.rvc);
            count("compressed and taken", record.rvc && record.taken);
            count("illegal", record.rvc && record.insn == 0);
            count("taken", record.taken);
            count("not taken", !record.taken);
            count("start", record.start);
            count("no start", !record.start);
            count("address", record.addr != 0);
            count("memory's value", record.class == Opclass::Store && record.val != 0);
            count("cycles saturate", record.cycles == u16::MAX);
            count("trap", record.trap);
            count("below machine mode", mode < 3);
        }
    }
    assert_eq!(near, u32::MAX, "{:08x}: a bit apart from MRET, and nothing depends on it", !near);
    Ok(())
}

#[test]
fn hardware_equals_model_in_every_cycle() {
    for preset in &VARIANTS {
        let xlen = Xlen::ALL.into_iter().find(|xlen| xlen.bits() == preset.parameter("xlen")).unwrap();
        let mut pins = Pins::open(&emit(Unit::Tap, preset.name).unwrap(), Effort::Test, 3).unwrap();
        for addr_src in AddrSrc::ALL {
            for mdata_ok in [false, true] {
                let config = Config { xlen, addr_src, mdata_ok };
                let mut coverage = Coverage::new();
                if let Err(difference) = lockstep((&mut pins, latency(preset)), config, 11, &mut coverage) {
                    panic!("{config:?}: {difference}");
                }
                if !mdata_ok {
                    assert_eq!(coverage.remove("memory's value"), Some(0), "{config:?}");
                }
                assert!(coverage.values().all(|count| *count > 0), "{config:?}: {coverage:?}");
                assert!(
                    Opclass::ALL.iter().all(|class| coverage.contains_key(class.name())),
                    "{config:?}: {coverage:?}"
                );
                println!("{config:?}: {coverage:?}");
            }
        }
    }
}

/// Ordinals beyond those of short streams; higher bits of their carry chain are alike. Around each carry into bit 16
/// there are idle cycles and traps, which have no ordinal. A reset clears bits 0 to 20.
#[test]
fn ordinals_go_on_in_a_long_run() {
    const LAST: u64 = 0x1f_0000;
    const BATCH: usize = 1 << 16;
    const NEAR: usize = 4;
    let config = Config { xlen: Xlen::Rv32, addr_src: AddrSrc::ALL[0], mdata_ok: false };
    let nop = Rvfi { insn: 0x13, pc: 0x100, next_pc: 0x104, ..Rvfi::default() };
    let idle = Cycle { ready: true, ..Cycle::default() };
    let offered = |rvfi| Cycle { offer: Some((rvfi, 1)), ..idle };
    let near = [offered(nop), idle, offered(Rvfi { flags: Rvfi::TRAP, ..nop }), idle].repeat(NEAR);
    let batch = [&near[..], &vec![offered(nop); BATCH - 2 * NEAR], &near].concat();
    for preset in ["rv32", "rv32_deep"] {
        let mut pins = Pins::open(&emit(Unit::Tap, preset).unwrap(), Effort::Test, 3).unwrap();
        let reset = rows(&pins, config, &[Cycle { rst: true, ..Cycle::default() }; RESET]);
        let batch = rows(&pins, config, &batch);
        let [valid, trap, ord] = ["rec_valid", "rec_trap", "rec_ord"].map(|name| pins.output(name));
        let width = pins.output_words();
        let mut traps = 0;
        for last in [LAST, 1] {
            pins.run(&reset);
            let mut next = 0;
            while next < last {
                for row in pins.run(&batch).chunks_exact(width).filter(|row| row[valid] == 1) {
                    if row[trap] == 1 {
                        traps += 1;
                    } else {
                        assert_eq!(row[ord], next, "{preset}");
                        next += 1;
                    }
                }
            }
        }
        assert!(traps > 100, "{preset}: {traps} traps");
    }
}

const FAULTS: Faults = &[
    ("a flush does not come first", "wire own = «flushed» | (", "1'b0"),
    ("MRET is like any other", "(taken_intr | trap) & «~mret»", "1'b1"),
    ("traps have ordinals", "if («release_ & ~trap»)", "release_"),
    ("a handler begins no block", "«begins | start»", "begins"),
    ("a trap ends no block", "(«leaves | trap»)", "leaves"),
    ("what is not ready is taken", "taking = rvfi_valid & «buffer_ready»", "1'b1"),
    ("a store has the immediate of a load", "if («store») immediate", "1'b0"),
    ("the mode is that of the next one", "assign rec_mode = «mode»", "taken_mode"),
    ("AMO has an immediate", "if («~atomic») begin", "1'b1"),
];

/// Faults of what `rv32_deep` has and `rv32` has not.
const DEEP_FAULTS: Faults = &[
    ("the core's own word is never compared", "«left_own0» ? own_leaves0 : next_leaves0", "1'b0"),
    ("the next retirement is never compared", "«left_own0» ? own_leaves0 : next_leaves0", "1'b1"),
    ("a trap ends no block", "leaves | «left_trap0»", "1'b0"),
    ("a handler begins no block", "begins | «left_intr0»", "1'b0"),
    ("what is no instruction is expanded", "if («came_legal0») taken_insn", "1'b1"),
    ("an address is there without an access", "if («~reaches0»)", "1'b0"),
];

#[test]
fn planted_faults_are_found() {
    let config = Config { xlen: Xlen::Rv32, addr_src: AddrSrc::Rs1Imm, mdata_ok: true };
    for (preset, faults) in [("rv32", FAULTS), ("rv32_deep", DEEP_FAULTS)] {
        let late = latency(VARIANTS.iter().find(|variant| variant.name == preset).unwrap());
        all_found(Unit::Tap, preset, faults, |design| {
            let mut pins = Pins::open(design, Effort::Test, 3).unwrap();
            lockstep((&mut pins, late), config, 12, &mut Coverage::new())
        });
    }
}

/// The tap of the least area, with ports of [`Tap`] that it has not: those tell nothing.
fn small_tap(edit: (&str, &str)) -> Emitted {
    const MORE: [(&str, &str, usize); 5] = [
        ("cfg_addr_src", "input", 2),
        ("cfg_mdata_ok", "input", 1),
        ("rec_mode", "output", 2),
        ("rec_rvc", "output", 1),
        ("rec_lat", "output", 16),
    ];
    let top = "small_tap";
    let out = design!(SmallTap).emit(&Options::new(top)).unwrap();
    let more: String =
        MORE.iter().map(|(name, dir, width)| format!("{dir} wire [{}:0] {name},\n", width - 1)).collect();
    let role = |name: &str| if name == "clk" { Role::Clock } else { Role::Status };
    let port = |name: &str, dir, width| Port { name: name.into(), dir, width, role: role(name) };
    let dir = |dir| if dir == treetap::emit::Dir::In { "input" } else { "output" };
    let own = out.ports.iter().map(|own| port(&own.name, dir(own.dir), own.width));
    let ports = own.chain(MORE.iter().map(|(name, dir, width)| port(name, dir, *width))).collect();
    assert_eq!(out.verilog.matches(edit.0).count(), 1, "{}", edit.0);
    let (head, body) = out.verilog.split_once("module small_tap ").expect("the top");
    let body = body.replacen("output wire        rec_valid,", &format!("{more}output wire rec_valid,"), 1);
    assert!(body.contains(&more));
    let verilog = format!("{head}module small_tap {body}").replace(edit.0, edit.1);
    Emitted { top: top.into(), verilog, ports, json: String::new() }
}

/// What a small tap says of a record.
fn little(record: Record) -> Record {
    let class = record.class;
    let memory = matches!(class, Opclass::Store | Opclass::FpStore | Opclass::FpLoad);
    Record {
        rvc: false,
        lat: 0,
        insn: u32::from(RESULTS.contains(&class) && record.insn >> 7 & 31 != 0),
        val: if memory { 0 } else { record.val },
        addr: if ACCESSES.contains(&class) { record.addr } else { 0 },
        ..record
    }
}

/// Whatever a core may retire, then every compressed instruction there is, one a cycle.
fn every_short_one() -> Vec<Cycle> {
    let mut core = Core::new(Xlen::Rv32, 14);
    let mut cycles = core.stream();
    for insn in (0..1 << 16).filter(|insn| insn & 3 != 3) {
        let (rvfi, distance) = core.retire();
        cycles.push(Cycle { offer: Some((Rvfi { insn, ..rvfi }, distance)), ready: true, ..Cycle::default() });
    }
    cycles
}

/// Runs that through the small tap and the model; the first cycle in which they differ.
fn small_lockstep(emitted: &Emitted) -> Result<BTreeMap<(Opclass, bool), u64>, String> {
    let config = Config { xlen: Xlen::Rv32, addr_src: AddrSrc::Rs1Imm, mdata_ok: false };
    let mut pins = Pins::open(emitted, Effort::Quick, 3).unwrap();
    let cycles = every_short_one();
    let seen = pins.run(&rows(&pins, config, &cycles));
    let seen: Vec<&[u64]> = seen.chunks_exact(pins.output_words()).collect();
    let (mut model, mut classes) = (Tap::new(config), BTreeMap::new());
    for (at, cycle) in cycles.iter().enumerate().take(seen.len() - LATENCY).skip(RESET) {
        let flushed = cycle.flush.then(|| model.flush()).flatten();
        let pushed = cycle.offer.filter(|_| cycle.ready).and_then(|(rvfi, _)| model.push(&rvfi));
        let expected = flushed.or(pushed);
        let found = record(&pins, seen[at + LATENCY]).map(little);
        if found != expected.map(little) {
            return Err(format!("cycle {at}: {found:x?}, expected {expected:x?}"));
        }
        if let Some(record) = expected {
            *classes.entry((record.class, record.rvc)).or_default() += 1;
        }
    }
    Ok(classes)
}

#[test]
fn the_small_tap_says_what_the_model_says_of_every_class() {
    let classes = small_lockstep(&small_tap(("begins | first", "begins | first"))).unwrap();
    // All but MUL, DIV, AMO, FP, CSR and FENCE can be short.
    let (short, long): (Vec<_>, Vec<_>) = classes.keys().copied().partition(|(_, rvc): &(Opclass, bool)| *rvc);
    assert_eq!((short.len(), long.len()), (Opclass::COUNT - 6, Opclass::COUNT), "{short:?} {long:?}");
}

#[test]
fn faults_planted_in_the_small_tap_are_found() {
    for edit in [
        ("if (insn[3]) taken_offset <= 12'd0;", ""),
        ("if (insn[5]) taken_offset", "if (1'b0) taken_offset"),
        ("begins | first", "begins"),
        ("taken_rvc ? 32'd2 : 32'd4", "32'd4"),
    ] {
        let difference = small_lockstep(&small_tap(edit)).expect_err(edit.0);
        println!("{}: {}", edit.0, difference.split(':').next().unwrap());
    }
}
