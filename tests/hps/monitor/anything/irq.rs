//! The interrupt of a monitor, at its pins.
use crate::support::monitors::every_instruction;
use std::convert::Infallible;
use treetap::catalog::{Emitted, Unit, emit};
use treetap::cosim::build::Effort;
use treetap::cosim::pins::Pins;
use treetap::host::Transport;
use treetap::host::monitor::{Host, Switches};
use treetap::spec::monitor::{self as spec, Build};
use treetap::spec::tap::AddrSrc;
use treetap::spec::variant;
use treetap::trace::shapes::Random;

/// A monitor, and what is driven into it.
struct Bench {
    pins: Pins,
    row: Vec<u64>,
}

impl Bench {
    fn of(emitted: &Emitted) -> Self {
        let pins = Pins::open(emitted, Effort::Test, 7).unwrap();
        let row = vec![0; pins.input_words()];
        let mut bench = Self { pins, row };
        bench.drive("wb_sel_i", 0xf);
        bench.drive("rst", 1);
        bench.cycle();
        bench.drive("rst", 0);
        bench
    }

    fn drive(&mut self, name: &str, value: u64) {
        self.row[self.pins.input(name)] = value;
    }

    fn cycle(&mut self) -> Vec<u64> {
        self.pins.run(&self.row)
    }

    /// A transfer on the bus: what is written, or nothing; what is read.
    fn transfer(&mut self, offset: u16, written: Option<u32>) -> u32 {
        let request = [("wb_cyc_i", 1), ("wb_stb_i", 1), ("wb_we_i", u64::from(written.is_some()))];
        request.iter().for_each(|(name, value)| self.drive(name, *value));
        self.drive("wb_adr_i", offset.into());
        self.drive("wb_dat_i", written.unwrap_or(0).into());
        let [ack, data] = ["wb_ack_o", "wb_dat_o"].map(|name| self.pins.output(name));
        let answer = (0..1_000).find_map(|_| {
            let out = self.cycle();
            (out[ack] == 1).then(|| out[data])
        });
        request.iter().for_each(|(name, _)| self.drive(name, 0));
        self.cycle();
        answer.unwrap_or_else(|| panic!("no answer at {offset:#x}")) as u32
    }

    /// An instruction retires.
    fn retire(&mut self) {
        let ready = self.pins.output("rvfi_ready");
        self.drive("rvfi_valid", 1);
        while self.cycle()[ready] == 0 {}
        self.drive("rvfi_valid", 0);
    }
}

impl Transport for Bench {
    type Error = Infallible;

    fn read(&mut self, offset: u16) -> Result<u32, Infallible> {
        Ok(self.transfer(offset, None))
    }

    fn write(&mut self, offset: u16, data: u32) -> Result<(), Infallible> {
        self.transfer(offset, Some(data));
        Ok(())
    }
}

#[test]
fn the_interrupt_is_asked_for_from_its_level_on() {
    let build = Build::of(variant::find(&spec::VARIANTS, "up5k").unwrap());
    let mut host = Host::connect(Bench::of(&emit(Unit::Monitor, "up5k").unwrap())).unwrap();
    // Events stay in the memory.
    host.start(&every_instruction(), None, AddrSrc::Mem, Switches { hold: false, stream: false }).unwrap();
    let bench = host.transport();
    bench.drive("rvfi_insn", 0x13);
    let (irq, mut random, mut seen, mut levels) = (bench.pins.output("irq"), Random(5), [0; 2], vec![]);
    while levels.last() != Some(&build.events) {
        assert!(levels.len() < 200, "{levels:?}");
        (0..random.below(3)).for_each(|_| bench.retire());
        (0..100).for_each(|_| _ = bench.cycle());
        let level = bench.transfer(spec::WAITING.offset, None);
        let limits = (0..=build.events.ilog2()).map(|bit| level ^ 1 << bit).chain([0, level, level + 1]);
        for limit in limits.filter(|limit| *limit < 2 * build.events) {
            bench.transfer(spec::IRQ_AT.offset, Some(limit));
            bench.cycle();
            let expected = limit != 0 && level >= limit;
            assert_eq!(bench.cycle()[irq] == 1, expected, "{level} events, asked for at {limit}");
            seen[usize::from(expected)] += 1;
        }
        levels.push(level);
    }
    levels.dedup();
    assert!(levels.len() > 16 && seen.iter().all(|count| *count > 50), "{levels:?} {seen:?}");
}
