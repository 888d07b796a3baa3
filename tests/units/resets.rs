//! A reset in the middle of many events: all that goes round with them begins anew.
// A module of `profiler`'s tests, too.
#[path = "../support/pin_bus.rs"]
#[allow(dead_code, clippy::duplicate_mod)]
mod pin_bus;

use crate::rounds::{NOP, alone};
use crate::support::planted::Planted;
use pin_bus::PinBus;
use treetap::catalog::{Emitted, Unit, emit};
use treetap::host::Host;
use treetap::spec::counters::Counter;
use treetap::spec::regs;
use treetap::trace::shapes::Random;

/// Cycles with a retirement before each reset: a place of an event has nine bits, each of which is 1 before some.
const CYCLES: std::ops::Range<usize> = 100..1_200;
const STEP: usize = 100;

/// What is left after each reset: events that a host still sees, and what the tree has counted of them.
fn left(emitted: &Emitted) -> Vec<(u32, u64)> {
    let mut config = alone();
    // Events fit, so that nothing holds them.
    config.tree.t0 = 1_000;
    let (mut random, mut left) = (Random(9), vec![]);
    let mut host = Host::connect(PinBus::of(emitted)).unwrap();
    for cycles in CYCLES.step_by(STEP) {
        host.start(&config).unwrap();
        let top = host.transport();
        top.drive("rvfi_insn", NOP.into());
        top.drive("rvfi_valid", 1);
        for _ in 0..cycles {
            top.drive("rvfi_pc_rdata", random.next() & 0x1e);
            top.cycle();
        }
        top.drive("rst", 1);
        top.cycle();
        top.drive("rst", 0);
        top.drive("rvfi_valid", 0);
        let cleared = |host: &mut Host<PinBus>| {
            let status = host.read(&regs::STATUS).unwrap();
            regs::STATUS.field("CLEARING").of(status) == 0
        };
        assert!((0..10_000).any(|_| cleared(&mut host)), "it is cleared");
        let (counts, _) = host.counters().unwrap();
        left.push((counts.get(Counter::Retired), host.dump(false).unwrap().words[0]));
    }
    left
}

mod a_reset_among_many_events_leaves_none {
    use super::*;

    #[test]
    fn fast25() {
        let left = left(&emit(Unit::Profiler, "fast25").unwrap());
        assert!(left.iter().all(|left| *left == (0, 0)), "{left:?}");
    }
}

#[test]
fn a_place_that_outlives_a_reset_is_found() {
    let reset = "one_left <= 1'b0;\n            send_at <= «9'd0»;\n            tail";
    let fault = ("", reset, "{1'b0, send_at[7], 7'd0}");
    let planted = Planted::of(Unit::Profiler, "fast25", &[fault]);
    for (number, all) in [(0, true), (1, false)] {
        let found = std::panic::catch_unwind(|| left(planted.with(number)).iter().all(|left| *left == (0, 0)));
        assert_eq!(found.unwrap_or(false), all, "fault {number}");
    }
}
