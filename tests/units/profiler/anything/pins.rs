//! What only the pins of a profiler can be told: that no cycles passed between two retirements, or between two accesses
//! of a host.
#[path = "../../../support/pin_bus.rs"]
mod pin_bus;

use super::bits::{coalescing, plain};
use super::{Built, SETTLED, until};
use crate::support::planted::Planted;
use pin_bus::PinBus;
use treetap::catalog::Unit;
use treetap::host::Host;
use treetap::spec::counters::Counter;
use treetap::spec::pcfilter::{f2_hash, pct};
use treetap::spec::regs::{self, Op};
use treetap::spec::select::Weight;
use treetap::trace::shapes::Random;

/// `addi x0, x0, 0`
const ADDI: u64 = 0x13;

/// An instruction retires in every cycle in which it can, until so many have.
fn retire(top: &mut PinBus, mut count: usize) {
    const CYCLES: usize = 4_096;
    let (ready, words) = (top.pins.output("rvfi_ready"), top.pins.output_words());
    top.drive("rvfi_valid", 1);
    while count > 0 {
        let out = top.cycles(CYCLES.min(count));
        count -= out.chunks_exact(words).filter(|row| row[ready] == 1).count();
    }
    top.drive("rvfi_valid", 0);
}

/// More than 19 bits hold, in every counter that such events come by.
fn events_that_weigh_nothing_are_counted(name: &str) {
    const RETIRED: u32 = 0xd_8000;
    let built = Built::of(name);
    let mut config = plain(&built);
    config.select.weight = Weight::Cycles;
    let mut host = Host::connect(PinBus::of(&built.emitted)).unwrap();
    host.start(&config).unwrap();
    let top = host.transport();
    top.drive("rvfi_insn", ADDI);
    retire(top, RETIRED as usize);
    top.cycles(SETTLED as usize);
    let (counts, queued) = host.counters().unwrap();
    // The tap holds the last one, and the selector the one before it.
    assert_eq!((counts.get(Counter::Retired), queued), (RETIRED - 1, 0), "{name}");
    assert_eq!(counts.get(Counter::Accepted), RETIRED - 2, "{name}");
    assert_eq!(host.read(&regs::ZERO_WEIGHT).unwrap(), RETIRED - 2, "{name}");
    assert_eq!(host.dump(false).unwrap().words[0], 0, "{name}: they have no weight");
}

/// A host that writes all words of the table of ignored addresses without a cycle between two transfers.
fn words_written_without_a_pause_count(name: &str) {
    table_of(&Built::of(name));
}

fn table_of(built: &Built) {
    let name = built.preset.name;
    let (mut config, mut random) = (plain(built), Random(8));
    config.filter.settings.f2_select = 2;
    config.filter.ignore.iter_mut().for_each(|word| *word = random.next() as u32);
    let mut host = Host::connect(PinBus::of(&built.emitted)).unwrap();
    host.start(&config).unwrap();
    let top = host.transport();
    top.drive("rvfi_insn", ADDI);
    let mut ignored = 0;
    for _ in 0..4_000 {
        let pc = random.next() & 0xffff_fffe;
        let hash = f2_hash(pct(pc), config.filter.settings.f2_select);
        ignored += config.filter.ignore[usize::from(hash) / 32] >> (hash % 32) & 1;
        top.drive("rvfi_pc_rdata", pc);
        retire(top, 1);
    }
    host.command(Op::Flush).unwrap();
    let (counts, _) = host.counters().unwrap();
    assert_eq!((counts.get(Counter::Retired), counts.get(Counter::RejectedPc2)), (4_000, ignored), "{name}");
    assert!((1_500..2_500).contains(&ignored), "{name}: {ignored}");
}

/// Nothing of what was on its way when `rst` came is counted after it.
fn a_reset_leaves_no_event(name: &str) {
    let built = Built::of(name);
    // Each event drives the one before it to the tree.
    let (config, mut random) = (coalescing(&built, 1), Random(9));
    let mut host = Host::connect(PinBus::of(&built.emitted)).unwrap();
    for number in 0..24 {
        host.start(&config).unwrap();
        let top = host.transport();
        top.drive("rvfi_insn", ADDI);
        top.drive("rvfi_valid", 1);
        for _ in 0..60 + number {
            top.drive("rvfi_pc_rdata", random.next() & 0x1e);
            top.cycle();
        }
        top.drive("rst", 1);
        top.cycle();
        top.drive("rst", 0);
        top.drive("rvfi_valid", 0);
        until(&mut host, "CLEARING");
        let (counts, queued) = host.counters().unwrap();
        assert_eq!((counts.get(Counter::Retired), queued), (0, 0), "{name}");
        assert_eq!(host.dump(false).unwrap().words[0], 0, "{name}: after {number} cycles more");
    }
}

for_each_build! {
    a_reset_leaves_no_event: nano fast25 pairs,
    events_that_weigh_nothing_are_counted: fast25 pairs,
    words_written_without_a_pause_count: fast_wishbone fast25 pairs,
}

#[test]
fn a_bus_that_does_not_wait_for_the_filters_is_found() {
    // It never rests, or a cycle less.
    let faults = [
        ("u_turnaround", ".bus_ready(bus_ready)", ".bus_ready(1'b0)"),
        ("", "resting <= «bus_ready | answered»;", "bus_ready"),
    ];
    let planted = Planted::of(Unit::Profiler, "fast25", &faults);
    let found = [0, 1, 2].map(|number| {
        let mut built = Built::of("fast25");
        built.emitted.verilog.clone_from(&planted.with(number).verilog);
        std::panic::catch_unwind(|| table_of(&built)).is_err()
    });
    assert_eq!(found, [false, true, true]);
}
