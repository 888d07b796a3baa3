//! The Wishbone slave in front of the registers, with random traffic, equals the model of the registers
//! (docs/reference/wishbone.md).
use crate::support::register_bench::{self, Master, Row, Seen, below, one_in, request};
use crate::support::{bus_bench, joined};
use treetap::catalog::{Unit, emit};
use treetap::model::regs::{Answer, Request};
use treetap::spec::regs::Capabilities;
use treetap::trace::shapes::Random;

/// A master of classic cycles: single ones, and several in a block that `cyc` holds together.
#[derive(Default)]
struct Wishbone {
    request: Option<Request>,
    pause: u64,
    in_block: bool,
    blocks: u64,
    others: u64,
    acks: u64,
    errors: u64,
}

impl Master for Wishbone {
    fn drive(&mut self, random: &mut Random, row: &mut Row) {
        if self.request.is_none() && self.pause == 0 {
            self.request = Some(request(random));
            self.pause = if one_in(random, 2) { 0 } else { below(random, 6) };
        } else if self.request.is_none() {
            self.pause -= 1;
        }
        // A strobe without a cycle is for nobody.
        let stray = self.request.is_none() && !self.in_block && one_in(random, 3);
        self.others += u64::from(stray);
        row.set("wb_cyc_i", self.request.is_some() || self.in_block);
        row.set("wb_stb_i", self.request.is_some() || stray);
        let Request { write, address, data, strobe } = self.request.unwrap_or(Request::write(0x100, 3));
        row.set("wb_we_i", write);
        row.set("wb_adr_i", address);
        row.set("wb_dat_i", data);
        row.set("wb_sel_i", strobe);
        if self.request.is_none() {
            self.in_block &= !one_in(random, 4);
        } else {
            self.in_block = one_in(random, 2);
        }
    }

    fn look(&mut self, seen: &Seen) -> Option<Request> {
        let (ack, error) = (seen.is("wb_ack_o"), seen.is("wb_err_o"));
        assert!(!(ack && error), "two answers");
        if !ack && !error {
            return None;
        }
        self.blocks += u64::from(self.in_block);
        Some(self.request.take().expect("an answer without a request"))
    }

    fn expect(&mut self, answer: Answer, request: &Request, seen: &Seen) {
        assert_eq!(seen.is("wb_err_o"), answer.error, "{request:x?}");
        assert!(request.write || seen.get("wb_dat_o") == u64::from(answer.word), "{request:x?} {answer:x?}");
        self.acks += u64::from(!answer.error);
        self.errors += u64::from(answer.error);
    }

    fn done(&self) -> Vec<(&'static str, u64)> {
        let blocks = ("cycles in blocks", self.blocks);
        vec![blocks, ("strobes for others", self.others), ("acks", self.acks), ("errs", self.errors)]
    }

    fn reset(&mut self) {
        (self.request, self.in_block) = (None, false);
    }
}

#[test]
fn random_traffic_is_answered_as_the_model_says() {
    let (bus, registers) = (emit(Unit::Wishbone, "lite").unwrap(), emit(Unit::Regs, "nano").unwrap());
    let top = joined::joined("wishbone_registers", &[(&bus, &[]), (&registers, &[])]);
    register_bench::run(&top, Capabilities::NANO, &mut Wishbone::default(), 150_000, 13);
}

#[test]
fn accesses_pass_the_slave_as_they_are_and_so_do_their_answers() {
    bus_bench::run(&emit(Unit::Wishbone, "lite").unwrap(), &mut Wishbone::default(), 60_000, 22);
}
