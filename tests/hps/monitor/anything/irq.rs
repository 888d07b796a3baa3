//! The interrupt of a monitor, at its pins.
#[path = "../../../support/pin_bus.rs"]
mod pin_bus;

use crate::support::monitors::every_instruction;
use pin_bus::PinBus;
use treetap::catalog::{Unit, emit};
use treetap::host::Transport;
use treetap::host::monitor::{Host, Switches};
use treetap::spec::monitor::{self as spec, Build};
use treetap::spec::tap::AddrSrc;
use treetap::spec::variant;
use treetap::trace::shapes::Random;

/// An instruction retires.
fn retire(top: &mut PinBus) {
    let ready = top.pins.output("rvfi_ready");
    top.drive("rvfi_valid", 1);
    while top.cycle()[ready] == 0 {}
    top.drive("rvfi_valid", 0);
}

#[test]
fn the_interrupt_is_asked_for_from_its_level_on() {
    let build = Build::of(variant::find(&spec::VARIANTS, "up5k").unwrap());
    let mut host = Host::connect(PinBus::of(&emit(Unit::Monitor, "up5k").unwrap())).unwrap();
    // Events stay in the memory.
    host.start(&every_instruction(), None, AddrSrc::Mem, Switches { hold: false, stream: false }).unwrap();
    let top = host.transport();
    top.drive("rvfi_insn", 0x13);
    let (irq, mut random, mut seen, mut levels) = (top.pins.output("irq"), Random(5), [0; 2], vec![]);
    while levels.last() != Some(&build.events) {
        assert!(levels.len() < 200, "{levels:?}");
        (0..random.below(3)).for_each(|_| retire(top));
        top.cycles(100);
        let level = top.read(spec::WAITING.offset).unwrap();
        let limits = (0..=build.events.ilog2()).map(|bit| level ^ 1 << bit).chain([0, level, level + 1]);
        for limit in limits.filter(|limit| *limit < 2 * build.events) {
            top.write(spec::IRQ_AT.offset, limit).unwrap();
            top.cycle();
            let expected = limit != 0 && level >= limit;
            assert_eq!(top.cycle()[irq] == 1, expected, "{level} events, asked for at {limit}");
            seen[usize::from(expected)] += 1;
        }
        levels.push(level);
    }
    levels.dedup();
    assert!(levels.len() > 16 && seen.iter().all(|count| *count > 50), "{levels:?} {seen:?}");
}
