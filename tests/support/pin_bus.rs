//! A top at its bus, pin by pin: a host's transfers, and anything else in between.
use std::convert::Infallible;
use treetap::catalog::Emitted;
use treetap::cosim::build::Effort;
use treetap::cosim::pins::Pins;
use treetap::host::Transport;

/// Cycles after which a bus that does not answer is given up.
const PATIENCE: usize = 1_000;

/// A top, and what is driven into it.
pub struct PinBus {
    pub pins: Pins,
    row: Vec<u64>,
    /// The bus is AXI4-Lite, else Wishbone.
    axil: bool,
}

impl PinBus {
    /// After a reset.
    pub fn of(emitted: &Emitted) -> Self {
        let pins = Pins::open(emitted, Effort::Test, 7).unwrap();
        let row = vec![0; pins.input_words()];
        let axil = emitted.ports.iter().any(|port| port.name == "s_axil_awvalid");
        let mut top = Self { pins, row, axil };
        top.drive(if axil { "s_axil_wstrb" } else { "wb_sel_i" }, 0xf);
        top.drive("rst", 1);
        top.cycle();
        top.drive("rst", 0);
        top
    }

    pub fn drive(&mut self, name: &str, value: u64) {
        self.row[self.pins.input(name)] = value;
    }

    pub fn cycle(&mut self) -> Vec<u64> {
        self.pins.run(&self.row)
    }

    /// So many cycles with the same inputs.
    pub fn cycles(&mut self, count: usize) -> Vec<u64> {
        self.pins.run(&self.row.repeat(count))
    }

    /// A transfer on AXI4-Lite: each of these requests until it is taken; the outputs of the cycle with the answer.
    fn axil(&mut self, requests: &[(&str, &str)], (valid, ready): (&str, &str)) -> Vec<u64> {
        requests.iter().for_each(|(request, _)| self.drive(request, 1));
        self.drive(ready, 1);
        let valid = self.pins.output(valid);
        for _ in 0..PATIENCE {
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

    /// A transfer on Wishbone: what is written, or nothing; what is read.
    fn wishbone(&mut self, offset: u16, written: Option<u32>) -> u32 {
        let request = [("wb_cyc_i", 1), ("wb_stb_i", 1), ("wb_we_i", u64::from(written.is_some()))];
        request.iter().for_each(|(name, value)| self.drive(name, *value));
        self.drive("wb_adr_i", offset.into());
        self.drive("wb_dat_i", written.unwrap_or(0).into());
        let [ack, data] = ["wb_ack_o", "wb_dat_o"].map(|name| self.pins.output(name));
        let answer = (0..PATIENCE).find_map(|_| {
            let out = self.cycle();
            (out[ack] == 1).then(|| out[data])
        });
        // The next transfer may follow in the next cycle.
        request.iter().for_each(|(name, _)| self.drive(name, 0));
        answer.unwrap_or_else(|| panic!("no answer at {offset:#x}")) as u32
    }
}

impl Transport for PinBus {
    type Error = Infallible;

    fn read(&mut self, offset: u16) -> Result<u32, Infallible> {
        if !self.axil {
            return Ok(self.wishbone(offset, None));
        }
        self.drive("s_axil_araddr", offset.into());
        let out = self.axil(&[("s_axil_arvalid", "s_axil_arready")], ("s_axil_rvalid", "s_axil_rready"));
        Ok(out[self.pins.output("s_axil_rdata")] as u32)
    }

    fn write(&mut self, offset: u16, data: u32) -> Result<(), Infallible> {
        if !self.axil {
            self.wishbone(offset, Some(data));
            return Ok(());
        }
        self.drive("s_axil_awaddr", offset.into());
        self.drive("s_axil_wdata", data.into());
        let requests = [("s_axil_awvalid", "s_axil_awready"), ("s_axil_wvalid", "s_axil_wready")];
        self.axil(&requests, ("s_axil_bvalid", "s_axil_bready"));
        Ok(())
    }
}
