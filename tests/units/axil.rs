//! The AXI4-Lite slave in front of the registers, with random traffic, equals the model of the registers
//! (docs/reference/axil.md).
use crate::support::register_bench::{self, Master, Row, Seen, below, one_in, request};
use crate::support::stream::Monitor;
use crate::support::{bus_bench, joined};
use std::collections::VecDeque;
use treetap::catalog::{Emitted, Port, Role, Unit, emit};
use treetap::emit::{self, Options};
use treetap::hw::regs::Statistics;
use treetap::model::regs::{Answer, Request};
use treetap::spec::regs::Capabilities;
use treetap::trace::shapes::Random;
use treetap_hdl::design;

/// A channel on which the master offers something: not before a pause is over.
#[derive(Default)]
struct Offer {
    item: Option<Request>,
    pause: u64,
}

impl Offer {
    fn valid(&self) -> bool {
        self.item.is_some() && self.pause == 0
    }

    /// A cycle passes.
    fn pass(&mut self) {
        self.pause = self.pause.saturating_sub(1);
    }
}

/// A master with independent channels; reads and writes wait for each other nowhere.
#[derive(Default)]
struct Axil {
    address: Offer,
    data: Offer,
    read: Offer,
    write_answers: VecDeque<Answer>,
    read_answers: VecDeque<Answer>,
    /// Monitors of the response channels.
    responses: [Monitor; 2],
    ready: [bool; 2],
    address_first: u64,
    data_first: u64,
    both: u64,
    turns: u64,
    last_was_write: bool,
    waits: [u64; 2],
    in_a_row: u64,
    /// A write and a read were there in the cycle before, and an access was under way; what began last, if known.
    before: (bool, bool),
    began: Option<bool>,
    chosen: u64,
}

impl Master for Axil {
    fn drive(&mut self, random: &mut Random, row: &mut Row) {
        let want = |random: &mut Random, write: bool| loop {
            let request = request(random);
            if request.write == write {
                return request;
            }
        };
        if self.address.item.is_none() && self.data.item.is_none() && one_in(random, 3) {
            let item = Some(want(random, true));
            let pauses = match below(random, 4) {
                0 => (0, 0),
                1 => (0, below(random, 9)),
                2 => (below(random, 9), 0),
                _ => (below(random, 9), below(random, 9)),
            };
            self.address = Offer { item, pause: pauses.0 };
            self.data = Offer { item, pause: pauses.1 };
        }
        if self.read.item.is_none() && !one_in(random, 4) {
            self.read = Offer { item: Some(want(random, false)), pause: below(random, 2) * below(random, 9) };
        }
        row.set("s_axil_awvalid", self.address.valid());
        row.set("s_axil_wvalid", self.data.valid());
        row.set("s_axil_arvalid", self.read.valid());
        // What is not on offer has no meaning.
        row.set("s_axil_awaddr", self.address.item.filter(|_| self.address.valid()).map_or(0xfff, |r| r.address));
        row.set("s_axil_araddr", self.read.item.filter(|_| self.read.valid()).map_or(0xfff, |r| r.address));
        row.set("s_axil_wdata", self.data.item.filter(|_| self.data.valid()).map_or(0x5555, |r| r.data));
        row.set("s_axil_wstrb", self.data.item.filter(|_| self.data.valid()).map_or(0xf, |r| r.strobe));
        row.set("s_axil_awprot", below(random, 8));
        row.set("s_axil_arprot", below(random, 8));
        self.ready = [one_in(random, 2), one_in(random, 2)];
        row.set("s_axil_bready", self.ready[0]);
        row.set("s_axil_rready", self.ready[1]);
    }

    fn look(&mut self, seen: &Seen) -> Option<Request> {
        let channels = [("s_axil_bvalid", "s_axil_bresp"), ("s_axil_rvalid", "s_axil_rresp")];
        for (i, (valid, response)) in channels.into_iter().enumerate() {
            let valid = seen.is(valid);
            let payload = [seen.get(response), if i == 1 { seen.get("s_axil_rdata") } else { 0 }];
            self.responses[i].cycle(false, valid, self.ready[i], &payload).unwrap();
            let answers = if i == 0 { &mut self.write_answers } else { &mut self.read_answers };
            assert!(!valid || !answers.is_empty(), "a response without a request");
            if valid && self.ready[i] {
                let answer = answers.pop_front().unwrap();
                assert_eq!(payload[0], if answer.error { 2 } else { 0 });
                assert!(i == 0 || payload[1] == u64::from(answer.word), "{answer:x?}: {payload:x?}");
            }
        }
        // Of two that wait the one is next that was not the last (X3).
        let (waited, busy) = self.before;
        if seen.is("bus_valid") && !busy {
            let write = seen.is("bus_we");
            self.chosen += u64::from(waited && self.began.is_some());
            assert!(!waited || self.began != Some(write), "two of a kind while the other one waits");
            self.began = Some(write);
        }
        let all = self.address.valid() && self.data.valid() && self.read.valid();
        self.before = (all, seen.is("bus_valid"));
        let (both, either) = (self.address.valid() && self.data.valid(), self.address.valid() || self.data.valid());
        self.address_first += u64::from(self.address.valid() && !self.data.valid());
        self.data_first += u64::from(self.data.valid() && !self.address.valid());
        self.both += u64::from(both && self.read.valid());
        self.waits[0] += u64::from(either);
        self.waits[1] += u64::from(self.read.valid());
        assert_eq!(seen.is("s_axil_awready"), seen.is("s_axil_wready"));
        [&mut self.address, &mut self.data, &mut self.read].into_iter().for_each(Offer::pass);
        if seen.is("s_axil_awready") {
            assert!(both, "a write is taken that is not there");
            self.waits[0] = 0;
            self.turns += u64::from(!self.last_was_write);
            self.last_was_write = true;
            self.data.item = None;
            return self.address.item.take();
        }
        if seen.is("s_axil_arready") {
            assert!(self.read.valid() || self.read.pause == 0, "a read is taken that is not there");
            self.waits[1] = 0;
            self.in_a_row += u64::from(!self.last_was_write);
            self.last_was_write = false;
            return self.read.item.take();
        }
        None
    }

    fn expect(&mut self, answer: Answer, request: &Request, _: &Seen) {
        let answers = if request.write { &mut self.write_answers } else { &mut self.read_answers };
        answers.push_back(answer);
    }

    fn done(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("address before data", self.address_first),
            ("data before address", self.data_first),
            ("read and write at once", self.both),
            ("turns", self.turns),
            ("reads in a row", self.in_a_row),
            ("choices between two", self.chosen),
            ("waiting write responses", self.responses[0].waits),
            ("waiting read responses", self.responses[1].waits),
            ("write responses", self.responses[0].transfers),
            ("read responses", self.responses[1].transfers),
        ]
    }

    fn reset(&mut self) {
        self.responses.iter_mut().for_each(|monitor| monitor.cycle(true, false, false, &[]).unwrap());
        (self.address, self.data, self.read) = Default::default();
        self.write_answers.clear();
        self.read_answers.clear();
        self.waits = [0, 0];
        (self.before, self.began) = Default::default();
    }
}

/// The statistics of an engine with 48-bit counts and 1024 nodes.
fn statistics() -> Emitted {
    let top = "treetap_statistics".to_string();
    let emitted = design!(Statistics<48, 11>).emit(&Options::new(&top)).unwrap();
    let ports = emitted.ports.iter().map(|port| Port {
        name: port.name.clone(),
        dir: if port.dir == emit::Dir::In { "input" } else { "output" },
        width: port.width,
        role: if port.name == "clk" { Role::Clock } else { Role::Status },
    });
    Emitted { top, ports: ports.collect(), verilog: emitted.verilog, json: String::new() }
}

#[test]
fn random_traffic_is_answered_as_the_model_says() {
    let (bus, registers) = (emit(Unit::Axil, "lite").unwrap(), emit(Unit::Regs, "full").unwrap());
    let ends = [("slot", "cnt_addr[4:0]"), ("take", "cnt_take"), ("data", "cnt_data")];
    let top = joined::joined("axil_registers", &[(&bus, &[]), (&registers, &[]), (&statistics(), &ends)]);
    register_bench::run(&top, Capabilities::FAST, &mut Axil::default(), 200_000, 12);
}

#[test]
fn accesses_pass_the_slave_as_they_are_and_so_do_their_answers() {
    bus_bench::run(&emit(Unit::Axil, "lite").unwrap(), &mut Axil::default(), 60_000, 21);
}
