//! The profiler for cores of 64 bits, emitted and under Verilator, equals the model (docs/reference/profiler.md). No
//! core of 64 bits comes in a wheel: retirements are those of the tap's own generator, which makes anything.
use crate::hang::HANG_CYCLES;
use crate::support::retired::Recorded;
use crate::support::taps;
use treetap::catalog::{Unit, emit};
use treetap::cosim::build::Effort;
use treetap::cosim::core::Core;
use treetap::cosim::session::{self, Options, Report};
use treetap::spec::burst::{self, Mode};
use treetap::spec::classify::Xlen;
use treetap::spec::counters::Counter;
use treetap::spec::profiler::{Config, preset};
use treetap::spec::retire::Rvfi;
use treetap::spec::select::{Kind, Weight};
use treetap::spec::tap::AddrSrc;

/// Retirements of a run.
const LENGTH: usize = 20_000;

/// A core of 64 bits that retires anything, and goes back to some of it.
fn retirements(seed: u64) -> Vec<Rvfi> {
    let mut core = taps::Core::new(Xlen::Rv64, seed);
    let mut records: Vec<Rvfi> = (0..LENGTH / 4).map(|_| core.retire().0).collect();
    let round = records.last().unwrap().cycle;
    for lap in 1..4 {
        for at in 0..LENGTH / 4 {
            let mut again = records[at];
            again.cycle += lap * round;
            records.push(again);
        }
    }
    records
}

fn options(kind: Kind, seed: u64) -> Options {
    let preset = preset("rv64").unwrap();
    let mut config = Config::new(preset, Core::Ibex, kind);
    config.tap.addr_src = [AddrSrc::Mem, AddrSrc::Mask, AddrSrc::Rs1Imm][seed as usize % 3];
    config.tap.mdata_ok = seed.is_multiple_of(2);
    Options {
        effort: Effort::Test,
        hang_cycles: HANG_CYCLES,
        seed,
        idle: (seed * 3_000, 9),
        ..Options::new(preset, config)
    }
}

fn run(options: &Options) -> Report {
    let records = retirements(options.seed + 70);
    let profiler = session::profiler(options).unwrap();
    session::run(options, profiler, &mut Recorded(&records), &mut |_| {}).unwrap()
}

#[test]
fn every_kind_of_event_of_a_core_of_64_bits_gives_the_profile_of_the_model() {
    for (i, kind) in Kind::PLAIN.iter().copied().enumerate() {
        let mut options = options(kind, i as u64);
        options.config.select.weight = Weight::ALL[i % Weight::ALL.len()];
        options.config.filter.settings.f1_mask = (i % 2) as u8;
        options.config.lossless = i % 4 != 3;
        if i % 3 == 1 {
            options.config.burst =
                burst::Config { mode: Mode::Bursty, outside: 20, inside: 9, ..burst::Config::default() };
            options.gates = vec![(900, false), (1_900, true)];
        }
        let report = run(&options);
        assert_eq!((report.mismatches, report.first.as_ref(), report.law), (0, None, None), "{kind:?}");
        assert!(report.retired == LENGTH as u64 && report.compared > 20);
        assert_eq!(report.counts.get(Counter::RejectedGate) > 0, i % 3 == 1);
        // Keys have their upper halves.
        let above = report.profile.query(1 << 32, u64::MAX).0;
        println!("{kind:?}: {} events, {} of them above 2^32", report.events, above);
        let least = if kind == Kind::ZeroLoads { 4 } else { 100 };
        assert!(report.events >= least, "{kind:?}: {} events", report.events);
        let tells = !matches!(kind, Kind::NarrowOperands | Kind::ZeroLoads);
        assert!(!tells || 4 * above > report.profile.n, "{kind:?}: {above} of {}", report.profile.n);
    }
}

#[test]
fn upper_halves_that_are_lost_on_the_way_are_found() {
    let good = emit(Unit::Profiler, "rv64").unwrap().verilog;
    for (from, to, kind) in [
        (".rec_pc(late_pc)", ".rec_pc({32'd0, late_pc[31:0]})", Kind::Pc),
        (".rec_val(late_val)", ".rec_val({{32{late_val[31]}}, late_val[31:0]})", Kind::LoadValues),
        (".rec_addr(late_addr)", ".rec_addr({32'd0, late_addr[31:0]})", Kind::Addresses),
    ] {
        let top = good.rfind("u_select (").unwrap();
        let at = top + good[top..].find(from).unwrap_or_else(|| panic!("no {from}"));
        let mut options = options(kind, 2);
        options.effort = Effort::Quick;
        options.rtl = Some(format!("{}{to}{}", &good[..at], &good[at + from.len()..]));
        assert!(run(&options).mismatches > 0, "{to} is not found");
    }
}
