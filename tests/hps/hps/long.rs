//! Numbers of an event that take long to reach their ends: instructions since a change of control stay there, bursts go
//! around (docs/reference/hps.md).
use crate::support::bench::{Bench, Host};
use crate::support::hps::{ADD, LW, at, compiled};
use crate::support::random::{host, take};
use treetap::lang::hps::Target;
use treetap::spec::hps::{Mode, preset, regs};

/// Sampling goes on or off at each instruction, and every load is reported.
const TEXT: &str = "handler H = 1; R1: call(H, T.INSN); T.INSN; reg HPS_R0 = 2;
    P0: zero_0 => inc_0, null; P1: !zero_0 => dec_0, null; P2: T.OP == lw => null, R1;";
/// Bursts, more than their number has values, or than half of it has; and instructions between two events.
const BURSTS: u32 = (1 << 16) + 600;
const HALF: u32 = (1 << 15) + 600;
const BETWEEN: u32 = 509;

/// How often the number of bursts went around, as far as events say so word by word; each has two instructions.
fn ends(bench: &mut Bench, bursts: u32) -> u32 {
    let target = Target::new(preset("up5k").unwrap().config(Mode::Retire));
    let program = compiled(TEXT, &target);
    for (address, word) in program.image.writes(&bench.config) {
        host(bench, Host::Write(address, word));
    }
    host(bench, Host::Write(regs::CTRL.offset, program.control));
    let (mut largest, mut around) = (0, 0);
    for number in 0..2 * bursts {
        take(bench, at(4 * number, if number % BETWEEN == 0 { LW } else { ADD }));
        if let Some(burst) = bench.last.get("ev_burst") {
            around += u32::from(*burst < largest);
            largest = *burst;
        }
    }
    assert_eq!((bench.straight, bench.left > u64::from(bursts / BETWEEN)), (u16::MAX, true), "{} events", bench.left);
    around
}

#[test]
fn hardware_equals_model_where_instructions_stay_at_their_end_and_bursts_go_around() {
    assert_eq!(ends(&mut Bench::new("up5k"), BURSTS), 1);
}

#[test]
fn the_engine_serial_equals_the_model_where_instructions_stay_at_their_end() {
    ends(&mut Bench::new("up5k_serial"), HALF);
}
