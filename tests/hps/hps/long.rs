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
/// Bursts, more than their number has values; and instructions between two events.
const BURSTS: u32 = (1 << 16) + 600;
const BETWEEN: u32 = 509;

#[test]
fn hardware_equals_model_where_instructions_stay_at_their_end_and_bursts_go_around() {
    let target = Target::new(preset("up5k").unwrap().config(Mode::Retire));
    let program = compiled(TEXT, &target);
    let mut bench = Bench::new("up5k");
    for (address, word) in program.image.writes(&bench.config) {
        host(&mut bench, Host::Write(address, word));
    }
    host(&mut bench, Host::Write(regs::CTRL.offset, program.control));
    let (mut largest, mut around, mut instructions) = (0, 0, 0);
    for number in 0..2 * BURSTS {
        take(&mut bench, at(4 * number, if number % BETWEEN == 0 { LW } else { ADD }));
        if let Some(burst) = bench.last.get("ev_burst") {
            around += u32::from(*burst < largest);
            largest = *burst;
            instructions = bench.last["ev_instructions"];
        }
    }
    assert_eq!((around, instructions), (1, 0xffff), "the last burst is {largest}");
}
