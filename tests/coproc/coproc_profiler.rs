//! The emitted co-processor after a tap under Verilator, core to bus, equals the model in every candidate, register and
//! array (docs/reference/coproc_profiler.md).
use crate::support::configurations::{distinct, summary};
use crate::support::disturbed::disturbed;
use crate::support::late::late;
use crate::support::planted::Planted;
use crate::support::retired::retirements;
use crate::support::script::{Done, anything};
use crate::support::{agrees, options, run};
use crate::volume::volume;
use treetap::catalog::{Chosen, Unit};
use treetap::cosim::build::Effort;
use treetap::cosim::coproc_profiler::{self, Beside, Found, LAWS, Options};
use treetap::cosim::core::Core;
use treetap::cosim::profiler::{BusError, Pace};
use treetap::host::Transport;
use treetap::host::coproc::Policy;
use treetap::spec::classify::Xlen;
use treetap::spec::coproc::regs;
use treetap::spec::coproc_profiler as spec;
use treetap::spec::counters::Counter;
use treetap::spec::retire::Rvfi;
use treetap::spec::tap::{self, AddrSrc};
use treetap::trace::shapes::Random;

const CORES: [Core; 3] = [Core::Ibex, Core::Picorv32, Core::Serv];

/// Counters of a run.
fn of(found: &Found, counter: Counter) -> u32 {
    found.counts.get(counter)
}

#[test]
fn values_of_loads_on_real_cores() {
    for (core, preset) in CORES.into_iter().zip(["ecp5", "up5k", "nano"]) {
        let options = options(preset, core);
        let ran = agrees(&options, retirements(core), &format!("{} {preset}", core.name()));
        let (cost, found) = (ran.totals.cost, &ran.found);
        println!("{} {preset}: {:?}, {} masked, {:?}", core.name(), ran.totals, ran.masked, found.counts);
        assert!(cost.interrupts > 2 && cost.copied > 10 && cost.rearms > 1, "{cost:?}");
        assert!(of(found, Counter::Popped) > 2_000 && ran.profile.loads().count() > 5, "{:?}", found.counts);
        assert!(found.hardware.held > 0 || core != Core::Ibex, "{:?}", found.hardware);
    }
}

#[test]
fn what_finds_no_room_is_dropped_and_counted() {
    let records = retirements(Core::Ibex);
    for preset in ["ecp5", "nano"] {
        let mut options = options(preset, Core::Ibex);
        (options.lossless, options.pace) = (false, Pace::Dense);
        let ran = agrees(&options, records, preset);
        let [full, off] = [Counter::DroppedFull, Counter::DroppedOff].map(|counter| of(&ran.found, counter));
        println!("{preset}: {full} full, {off} off, of {}", of(&ran.found, Counter::Candidates));
        assert!(full > 1_000 && ran.found.hardware.held == 0, "{full} {:?}", ran.found.hardware);
    }
}

#[test]
fn a_host_that_does_anything_at_any_time() {
    let (mut random, mut done) = (Random(9), Done::default());
    let [mut dropped, mut off, mut held, mut samples, mut compared] = [0_u64; 5];
    for round in 0..12_u64 {
        let preset = ["nano", "ecp5", "up5k", "hx8k", "ecp5_wb"][round as usize % 5];
        let mut records = disturbed(&mut random);
        for record in &mut records {
            (record.evt, record.lat) = (random.next() as u8, random.next() as u16);
        }
        let mut options = options(preset, CORES[round as usize % 2]);
        (options.seed, options.idle, options.lossless) = (round, [(0, 0), (20_000, 9)][round as usize / 4 % 2], false);
        let found = anything(&options, &records, round, &mut done).unwrap_or_else(|e| panic!("round {round}: {e}"));
        assert_eq!((found.mismatches, &found.first, &found.broken[..]), (0, &None, &[][..]), "round {round}");
        dropped += u64::from(of(&found, Counter::DroppedFull));
        off += u64::from(of(&found, Counter::DroppedOff));
        samples += found.samples;
        held += found.hardware.held;
        compared += found.compared;
    }
    println!("{done:?}: {dropped} full, {off} off, {held} held, {samples} samples, {compared} compared");
    assert!(done.all(15) && dropped > 50 && off > 500 && held > 1_000 && samples > 200, "{done:?}");
}

/// Loads of `places` instructions in turn, each of which gives one value nearly always.
fn loads(places: u64, count: usize) -> Vec<Rvfi> {
    const LOAD: u32 = 0x0000_a503; // lw x10, 0(x1)
    let mut random = Random(3);
    let record = |at: usize| {
        let pc = 0x8000_0000 + 4 * (at as u64 % places);
        let rd = if random.next().is_multiple_of(8) { random.next() & 0xffff } else { pc };
        Rvfi { order: at as u64, cycle: at as u64, pc, next_pc: pc + 4, rd, insn: LOAD, ..Rvfi::default() }
    };
    (0..count).map(record).collect()
}

/// More loads than there are entries: the program asks for the host, which cuts them into partitions.
#[test]
fn a_program_that_thrashes_asks_for_the_host() {
    for (preset, lossless) in [("nano", true), ("nano", false), ("up5k", true)] {
        let mut options = options(preset, Core::Ibex);
        (options.lossless, options.pace) = (lossless, if lossless { Pace::Dense } else { Pace::Core });
        options.policy = Policy { timer: 1 << 40, ..Policy::default() };
        // What is dropped does not thrash.
        let count = if lossless { 30_000 } else { 120_000 };
        let ran = agrees(&options, &loads(400, count), &format!("{preset} {lossless}"));
        let (totals, found) = (&ran.totals, &ran.found);
        println!("{preset} {lossless}: {totals:?}, {} masked, {:?}", ran.masked, found.counts);
        assert!(totals.thrashed >= 2 && totals.cost.interrupts >= 3 && totals.timer == 0, "{totals:?}");
        assert!(of(found, Counter::RejectedPc1) > 5_000, "{:?}", found.counts);
        let dropped = of(found, Counter::DroppedFull) + of(found, Counter::DroppedOff);
        assert_eq!((found.hardware.held > 1_000, dropped > 100), (lossless, !lossless), "{:?}", found.counts);
    }
}

#[test]
fn retirements_that_come_though_the_core_is_held_find_room() {
    let records = loads(40, 5_000);
    let mut options = Options { effort: Effort::Quick, pace: Pace::Dense, ..options("nano", Core::Ibex) };
    options.rtl = Some(late(Unit::CoprocProfiler, "nano", spec::LATE));
    let ran = agrees(&options, &records, "late");
    assert!(ran.found.hardware.held > 1_000, "{:?}", ran.found.hardware);
    // More than there is room for.
    options.rtl = Some(late(Unit::CoprocProfiler, "nano", 24));
    let ran = run(&options, &records).unwrap();
    assert!(ran.found.mismatches > 0 && ran.found.broken == LAWS[4..5], "{:?}", ran.found.broken);
}

fn refused(beside: &mut Beside) -> bool {
    let word = beside.read(spec::STATUS.offset).unwrap();
    beside.write(spec::STATUS.offset, u32::MAX).unwrap();
    spec::STATUS.field("REFUSED").of(word) == 1
}

#[test]
fn the_registers_say_what_there_is_and_refuse_the_rest() {
    for preset in &spec::VARIANTS {
        let source = tap::Config { addr_src: AddrSrc::Mask, mdata_ok: false, ..tap::preset(Core::Ibex).config };
        let options = Options { tap: source, ..options(preset.name, Core::Ibex) };
        let mut ignore = |_: &_| {};
        let mut beside = Beside::new(&options, coproc_profiler::hardware(&options).unwrap(), &mut ignore).unwrap();
        assert_eq!(beside.read(spec::ID.offset), Ok(spec::ID_WORD));
        assert_eq!(beside.read(spec::LANES.offset), Ok(preset.parameter("lanes")));
        assert_eq!((beside.read(spec::TAP.offset), beside.read(spec::CTRL.offset)), (Ok(1), Ok(0)));
        assert!(!refused(&mut beside));
        // No register, read only, written only; those of the co-processor count by themselves, and are compared.
        for offset in [0x3018, 0x3ffc, spec::COMMAND.offset] {
            assert_eq!(beside.read(offset), Ok(0), "{offset:#x}");
            assert!(refused(&mut beside), "{offset:#x}");
        }
        for offset in [spec::ID.offset, spec::LANES.offset, 0x3018] {
            beside.write(offset, 1).unwrap();
            assert!(refused(&mut beside), "{offset:#x}");
        }
        for offset in [0x0b4, 0x0bc, 0x2000, 0x2ffc] {
            assert_eq!(beside.read(offset), Ok(0), "{offset:#x}");
        }
        beside.write(regs::COUNTS.offset, 5).unwrap();
        assert_eq!(beside.read(regs::HOSTVIOL.offset), Ok(5));
        assert!(!refused(&mut beside));
        beside.write(spec::CTRL.offset, spec::CTRL.field("BUS_ERROR").mask()).unwrap();
        assert_eq!(beside.read(0x3ffc), Err(BusError::Refused(0x3ffc)));
        assert!(refused(&mut beside));
        let mut random = Random(4);
        for at in 0..regs::IGN.words {
            beside.write(regs::IGN.offset + 4 * at, random.next() as u32).unwrap();
            beside.write(regs::SETIGN.offset, random.next() as u32).unwrap();
        }
        beside.read_all().unwrap();
        let found = beside.found().unwrap();
        assert_eq!((found.mismatches, &found.first, &found.broken[..]), (0, &None, &[][..]), "{}", preset.name);
        assert!(found.compared > 350 + 3 * u64::from(preset.parameter("entries")), "{}", found.compared);
    }
}

#[test]
fn faults_planted_between_the_units_are_found() {
    let mut random = Random(5);
    let mut records = disturbed(&mut random);
    for record in &mut records {
        (record.evt, record.lat) = (random.next() as u8, random.next() as u16);
    }
    let good = Options { effort: Effort::Test, lossless: false, ..options("ecp5", Core::Ibex) };
    // With pauses more of what retires becomes a sample, without them the buffer is full.
    let tried = |options: &Options, seed: u64| {
        let options = Options { idle: [(40_000, 60), (0, 0)][seed as usize % 2], ..options.clone() };
        let found = anything(&options, &records, seed, &mut Done::default());
        found.is_ok_and(|found| found.mismatches == 0 && found.broken.is_empty())
    };
    let faults = [
        ("u_tap", ".ret_flush(tap_flush)", ".ret_flush(1'b0)"),
        ("u_tap", ".buffer_ready(buffer_ready)", ".buffer_ready(1'b1)"),
        ("u_pcfilter", ".rec_trap(rec_trap)", ".rec_trap(1'b0)"),
        ("u_pcfilter", ".rec_pc(rec_pc)", ".rec_pc(rec_npc)"),
        ("u_pcfilter", ".set_decim(now_decim)", ".set_decim(set_decim)"),
        ("u_pcfilter", ".set_setign(set_setign)", ".set_setign(1'b0)"),
        ("u_coproc", ".ign_data(ign_data)", ".ign_data(32'd0)"),
        ("u_pcfilter", ".cfg_f2_hsel(cfg_f2)", ".cfg_f2_hsel(2'd0)"),
        ("u_format", ".rec_val(rec_val)", ".rec_val(rec_addr)"),
        ("u_format", ".rec_insn(rec_insn)", ".rec_insn(32'd0)"),
        ("u_format", ".rec_taken(rec_taken)", ".rec_taken(rec_rvc)"),
        ("u_format", ".rec_evt(rec_evt)", ".rec_evt(8'd0)"),
        ("u_intake", ".fmt_side(fmt_side)", ".fmt_side(16'd0)"),
        ("u_intake", ".set_flush(set_flush)", ".set_flush(1'b0)"),
        ("u_intake", ".set_clear(set_clear)", ".set_clear(1'b0)"),
        ("u_intake", ".set_restart(set_restart)", ".set_restart(1'b0)"),
        ("u_buffer", ".run(run)", ".run(1'b1)"),
        ("u_buffer", ".cfg_freeze(cfg_freeze)", ".cfg_freeze(1'b1)"),
        ("u_buffer", ".smp_ready(smp_ready)", ".smp_ready(smp_ready & smp_side[0])"),
        ("u_counters", ".step_drop_off(step_drop_off)", ".step_drop_off(1'b0)"),
        ("u_counters", ".step_flushed(step_flushed)", ".step_flushed(step_popped)"),
        ("u_coproc", ".smp_lanes(smp_lanes)", ".smp_lanes({96'd0, smp_lanes[31:0]})"),
        ("u_coproc", ".queued(queued)", ".queued(1'b0)"),
        ("u_window", ".busy(busy)", ".busy(pcf_clearing)"),
    ];
    let planted = Planted::of(Unit::CoprocProfiler, "ecp5", &faults);
    let right = Options { rtl: Some(planted.with(0).verilog.clone()), ..good.clone() };
    assert!((0..4).all(|seed| tried(&right, seed)), "no fault");
    for ((instance, _, to), number) in faults.into_iter().zip(1..) {
        let faulty = Options { rtl: Some(planted.with(number).verilog.clone()), ..good.clone() };
        let found = (0..4).any(|seed| !tried(&faulty, seed));
        assert!(found, "{instance} {to} is not found");
    }
}

/// Co-processors of one run of random sizes; `TREETAP_VOLUME` makes it more.
const SIZES: usize = 5;

mod configurations {
    //! A module of its own, for `make campaign-tops`.
    use super::*;

    #[test]
    fn coprocessors_of_random_sizes_equal_the_model() {
        let drawn = distinct(Unit::CoprocProfiler, 0x636f_7031, SIZES * volume() as usize, |_, _| true);
        let (mut random, mut done, mut sum) = (Random(6), Done::default(), [0_u64; 4]);
        for (at, chosen) in drawn.iter().enumerate() {
            let Chosen::Part(_, variant) = chosen else { panic!("{chosen:?} is no part") };
            let xlen = if variant.parameter("xlen") == 64 { Xlen::Rv64 } else { Xlen::Rv32 };
            let core = tap::Config { xlen, ..tap::preset(CORES[at % 3]).config };
            let options = Options {
                effort: Effort::Test,
                seed: at as u64,
                idle: [(0, 0), (20_000, 9)][at / 2 % 2],
                lossless: false,
                ..Options::new(*variant, core)
            };
            let records = disturbed(&mut random);
            let found = anything(&options, &records, at as u64, &mut done)
                .unwrap_or_else(|e| panic!("{}: {e}", chosen.command()));
            assert_eq!(
                (found.mismatches, &found.first, &found.broken[..]),
                (0, &None, &[][..]),
                "{}",
                chosen.command()
            );
            let parts = [found.hardware.retired, found.samples, found.compared, found.hardware.held];
            sum.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
        }
        let [retired, samples, compared, held] = sum;
        summary(
            "coproc_profiler",
            drawn.len(),
            &format!(
                "emitted and simulated, {retired} retirements, {samples} samples, {compared} words compared, 0 \
                 mismatches"
            ),
        );
        assert!(
            done.runs > 50 && done.settings > 200 && samples > 100 && held > 500,
            "{done:?}, {samples} samples, {held} held"
        );
        let with = |name: &str, value: u32| {
            drawn.iter().any(|chosen| matches!(chosen, Chosen::Part(_, variant) if variant.parameter(name) == value))
        };
        assert!(with("axil", 0) && with("axil", 1) && with("xlen", 64) && with("entries", 32) && with("lanes", 1));
    }
}
