//! What only the pins of a profiler can be told: that no cycles passed between two retirements.
use super::bits::plain;
use super::{Built, SETTLED};
use std::convert::Infallible;
use treetap::cosim::build::Effort;
use treetap::cosim::pins::Pins;
use treetap::host::{Host, Transport};
use treetap::spec::counters::Counter;
use treetap::spec::regs;
use treetap::spec::select::Weight;

/// A profiler at an AXI4-Lite bus, and what is driven into it.
struct Bench {
    pins: Pins,
    row: Vec<u64>,
}

impl Bench {
    fn of(built: &Built) -> Self {
        let pins = Pins::open(&built.emitted, Effort::Test, 7).unwrap();
        let row = vec![0; pins.input_words()];
        let mut bench = Self { pins, row };
        bench.drive("s_axil_wstrb", 0xf);
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

    /// A transfer: each of these requests until it is taken; the outputs of the cycle with the answer.
    fn transfer(&mut self, requests: &[(&str, &str)], (valid, ready): (&str, &str)) -> Vec<u64> {
        requests.iter().for_each(|(request, _)| self.drive(request, 1));
        self.drive(ready, 1);
        let valid = self.pins.output(valid);
        for _ in 0..1_000 {
            let out = self.cycle();
            for (request, taken) in requests {
                if out[self.pins.output(taken)] == 1 {
                    self.drive(request, 0);
                }
            }
            if out[valid] == 1 {
                self.drive(ready, 0);
                return out;
            }
        }
        panic!("no answer to {requests:?}");
    }

    /// An instruction retires in every cycle in which it can, until so many have.
    fn retire(&mut self, mut count: usize) {
        const ROWS: usize = 4_096;
        let (ready, words) = (self.pins.output("rvfi_ready"), self.pins.output_words());
        self.drive("rvfi_valid", 1);
        while count > 0 {
            let out = self.pins.run(&self.row.repeat(ROWS.min(count)));
            count -= out.chunks_exact(words).filter(|row| row[ready] == 1).count();
        }
        self.drive("rvfi_valid", 0);
    }
}

impl Transport for Bench {
    type Error = Infallible;

    fn read(&mut self, offset: u16) -> Result<u32, Infallible> {
        self.drive("s_axil_araddr", offset.into());
        let out = self.transfer(&[("s_axil_arvalid", "s_axil_arready")], ("s_axil_rvalid", "s_axil_rready"));
        Ok(out[self.pins.output("s_axil_rdata")] as u32)
    }

    fn write(&mut self, offset: u16, data: u32) -> Result<(), Infallible> {
        self.drive("s_axil_awaddr", offset.into());
        self.drive("s_axil_wdata", data.into());
        let requests = [("s_axil_awvalid", "s_axil_awready"), ("s_axil_wvalid", "s_axil_wready")];
        self.transfer(&requests, ("s_axil_bvalid", "s_axil_bready"));
        Ok(())
    }
}

/// More than 19 bits hold, in every counter that such events come by.
fn events_that_weigh_nothing_are_counted(name: &str) {
    const RETIRED: u32 = 0xd_8000;
    const ADDI: u64 = 0x13;
    let built = Built::of(name);
    let mut config = plain(&built);
    config.select.weight = Weight::Cycles;
    let mut host = Host::connect(Bench::of(&built)).unwrap();
    host.start(&config).unwrap();
    let bench = host.transport();
    bench.drive("rvfi_insn", ADDI);
    bench.retire(RETIRED as usize);
    (0..SETTLED).for_each(|_| _ = bench.cycle());
    let (counts, queued) = host.counters().unwrap();
    // The tap holds the last one, and the selector the one before it.
    assert_eq!((counts.get(Counter::Retired), queued), (RETIRED - 1, 0), "{name}");
    assert_eq!(counts.get(Counter::Accepted), RETIRED - 2, "{name}");
    assert_eq!(host.read(&regs::ZERO_WEIGHT).unwrap(), RETIRED - 2, "{name}");
    assert_eq!(host.dump(false).unwrap().words[0], 0, "{name}: they have no weight");
}

for_each_build! { events_that_weigh_nothing_are_counted: fast pairs, }
