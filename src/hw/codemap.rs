//! The map of code (docs/reference/codemap.md).
use crate::hw::bundles::BusRx;
use crate::hw::lib::{OutRegRam, Reg, SinglePortRam};
use crate::spec::codemap::{
    ADDRESS_BITS, Build, ELSEWHERE, KEY_BITS, LONGEST_LINE, MOST_BITS, NUMBER_BITS, SHORTEST_LINE,
};
use rust_hdl::prelude::*;

const ADDRESS: usize = ADDRESS_BITS as usize;
/// Bits of the number of a word.
const WORD: usize = ADDRESS - 2;
const KEY: usize = KEY_BITS as usize;
/// Bits of a number of lines, at most one more than the largest table has.
const SIZE: usize = MOST_BITS as usize + 1;
/// Low bits of the distance from the base, in shortest lines: enough for every number of a line below 2^SIZE.
const LOW: usize = SIZE + (LONGEST_LINE - SHORTEST_LINE) as usize;
/// Bits of a difference of low bits, with its borrow.
const GAP: usize = LOW + 1;
/// High bits of that distance, which are 0 for every line of the table.
const HIGH: usize = NUMBER_BITS as usize - LOW;

/// What the kernel takes for granted.
const _: () = assert!(SHORTEST_LINE == 3 && LONGEST_LINE - SHORTEST_LINE == 3 && LOW == 18);

/// Where a request is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum State {
    /// Waits for one.
    Idle,
    /// The entry of the place is read.
    Read,
    /// It is here in the next cycle, and whether the request is obeyed.
    Wait,
    /// The request is obeyed or refused.
    Act,
    /// The answer is there.
    Answer,
}

crate::spec::codemap::each_codemap_register! {
    treetap_hdl::registers {
        //! Which register a word is, and the fields that are kept in flip-flops.
        pub mod codemap_bank, struct CodemapBank of Reg, crate::spec::codemap,
        at(WRITE, READ);
    }
}

#[treetap_hdl::unit]
mod codemap {
    //! The key of the line of code of each address, some cycles later. docs/reference/codemap.md

    /// A table of `2^A` keys of lines of code, of which an address has the one of its line two cycles later, or six
    /// with `D` 1, for a fast clock.
    ///
    /// With `S` 1 the table is a single-port RAM of an UltraPlus, with 0 block RAM with an output register. With `D` 0
    /// the longest path is that of the subtraction, of 18 bits, with the choice of the line's length: into the register
    /// of the number, or into the block RAM. With `D` 1 each of these steps has a cycle of its own. The 11 bits above
    /// are subtracted in the cycle after, because they only tell whether the line has an entry.
    #[clocked(reset)]
    #[given(build: Build)]
    #[fits(build.entries == 1 << A, "the build has as many entries as the table")]
    pub struct Codemap<
        // log2 of the entries; in a single-port RAM; for a fast clock
        #[range(10..=14)] const A: usize,
        #[range(0..=1)] const S: usize,
        #[range(0..=1)] const D: usize,
    > {
        #[group("requests, held until bus_ready")]
        #[only(valid, we, addr, wdata, ready, rdata)]
        pub bus: BusRx<ADDRESS>,
        /// Low 32 bits of the address of an instruction.
        #[group("address of an instruction")]
        pub rec_pc: Signal<In, Bits<32>>,
        /// Key of the instruction of two cycles before, or of six.
        #[group("line_key: its key some cycles later")]
        pub line_key: Signal<Out, Bits<KEY>>,
        #[init(State::Idle)]
        state: Reg<State>,
        data: Reg<Bits<32>>,
        /// What the registers say of the request of the cycle before; whether it acts now and writes an entry.
        #[also(enters)]
        obeyed: Reg<Bit>,
        place: Reg<Bits<A>>,
        #[when(D > 0)]
        offset: Reg<Bits<LOW>>,
        number: Reg<Bits<LOW>>,
        above: Reg<Bits<HIGH>>,
        borrow: Reg<Bit>,
        #[also(inside)]
        asked: Reg<Bit>,
        #[when(D > 0)]
        #[also(near, ahead, there)]
        begun: Reg<Bit>,
        #[when(D > 0)]
        entry_at: Reg<Bits<A>>,
        #[when(S > 0)]
        single: SinglePortRam<KEY, A>,
        #[when(S > 0 && D > 0)]
        came: Reg<Bits<KEY>>,
        #[when(S == 0)]
        blocks: OutRegRam<KEY, A>,
        #[when(D > 0)]
        key: Reg<Bits<KEY>>,
        #[given(build.registers())]
        bank: CodemapBank<WORD, 1, 0>,
    }

    impl Codemap {
        fn update(&mut self) {
            const NOWHERE: Bits<KEY> = ELSEWHERE.into();

            self.lookup();
            self.requests();
            if self.reset.val() {
                self.state.d.next = State::Idle;
                zero!(self: asked, inside, enters);
                if D == 1 {
                    zero!(self: begun, near, ahead, there);
                    self.key.d.next = NOWHERE;
                }
            }
        }

        fn lookup(&mut self) {
            let looks: Bit = self.bank.cfg.lines_en.val();
            comment!("Which line it is, from the first one of the table on: the low bits of their distance.");
            let gap: Bits<GAP> = bit_cast::<GAP, LOW>(self.rec_pc.val().get_bits::<LOW>(3))
                - bit_cast::<GAP, LOW>(self.bank.cfg.lines_base.val().get_bits::<LOW>(0));
            let eights: Bits<LOW> = gap.get_bits::<LOW>(0);
            if D == 1 {
                self.offset.d.next = gap.get_bits::<LOW>(0);
                eights = self.offset.q.val();
            }
            let line: Bits<LOW> = eights;
            if self.bank.cfg.lines_long.val() == 1 {
                line = eights >> 1;
            }
            if self.bank.cfg.lines_long.val() == 2 {
                line = eights >> 2;
            }
            if self.bank.cfg.lines_long.val() == 3 {
                line = eights >> 3;
            }
            self.number.d.next = line;
            comment!("Whether it has an entry, in the cycle after that: the high bits of the distance are 0 then.");
            self.above.d.next = self.rec_pc.val().get_bits::<HIGH>(21);
            self.borrow.d.next = gap.get_bit(18);
            let rest: Bits<HIGH> = self.above.q.val() - self.bank.cfg.lines_base.val().get_bits::<HIGH>(18);
            let none_left: Bit = rest == bit_cast::<HIGH, 1>(self.borrow.q.val().into());
            self.asked.d.next = looks;
            let wanted: Bit = self.asked.q.val() & none_left;
            if D == 1 {
                drive!(self: begun = asked.q);
                self.near.d.next = none_left;
                wanted = self.begun.q.val() & self.near.q.val();
            }
            self.inside.d.next = wanted & (self.number.q.val() < bit_cast::<LOW, SIZE>(self.bank.cfg.lines_size.val()));
            comment!("Its entry: a single-port RAM has it in the next cycle, block RAM in the one after that.");
            let low: Bits<A> = line.get_bits::<A>(0);
            if S == 1 {
                low = self.number.q.val().get_bits::<A>(0);
            }
            if D == 1 {
                self.entry_at.d.next = self.number.q.val().get_bits::<A>(0);
                low = self.entry_at.q.val();
            }
            let at: Bits<A> = self.place.q.val();
            if looks {
                at = low;
            }
            let entry: Bits<KEY> = 0.into();
            if S == 1 {
                self.single.ra.next = at;
                self.single.we.next = self.enters.q.val();
                self.single.wd.next = self.bus.wdata.val().get_bits::<KEY>(0);
                entry = self.single.rd.val();
                if D == 1 {
                    self.came.d.next = entry;
                    entry = self.came.q.val();
                }
            } else {
                self.blocks.ra.next = at;
                self.blocks.we.next = self.enters.q.val();
                self.blocks.wa.next = self.place.q.val();
                self.blocks.wd.next = self.bus.wdata.val().get_bits::<KEY>(0);
                entry = self.blocks.rd.val();
            }
            let has: Bit = self.inside.q.val();
            if D == 1 {
                drive!(self: ahead = inside.q, there = ahead.q);
                has = self.there.q.val();
            }
            let found: Bits<KEY> = NOWHERE;
            if has & looks {
                found = entry;
            }
            if D == 1 {
                self.key.d.next = found;
                self.line_key.next = self.key.q.val();
            } else {
                self.line_key.next = found;
            }
        }

        fn requests(&mut self) {
            comment!("One request after the other; what the registers do not allow, or not now, is refused.");
            self.bank.word.next = self.bus.addr.val().get_bits::<WORD>(2);
            self.bank.data.next = self.bus.wdata.val();
            let acts: Bit = self.state.q.val() == State::Act;
            let allowed: Bit = self.bank.reads.val() & !(self.bank.at.read.val() & looks);
            if self.bus.we.val() {
                allowed = self.bank.writes.val() & !(self.bank.at.write.val() & looks);
            }
            self.obeyed.d.next = allowed;
            comment!("The memory is large: its enable comes from a register.");
            let waits: Bit = self.state.q.val() == State::Wait;
            self.enters.d.next = waits & allowed & self.bus.we.val() & self.bank.at.write.val();
            self.bank.write.next = acts & self.obeyed.q.val() & self.bus.we.val();
            self.bank.raise.refused.next = acts & !self.obeyed.q.val();
            self.bank.stat.read.next = entry;
            self.data.d.next = 0.into();
            match self.state.q.val() {
                State::Idle => {
                    if self.bus.valid.val() {
                        self.state.d.next = State::Read;
                    }
                }
                State::Read => {
                    self.state.d.next = State::Wait;
                }
                State::Wait => {
                    self.state.d.next = State::Act;
                }
                State::Act => {
                    self.state.d.next = State::Answer;
                    if self.obeyed.q.val() & !self.bus.we.val() {
                        self.data.d.next = self.bank.value.val();
                    }
                }
                State::Answer => {
                    self.state.d.next = State::Idle;
                }
            }
            self.bus.ready.next = self.state.q.val() == State::Answer;
            self.bus.rdata.next = self.data.q.val();

            comment!("The place moves on with each entry.");
            let taken: Bit = acts & self.obeyed.q.val() & !self.bus.we.val() & self.bank.at.read.val();
            if self.enters.q.val() | taken {
                self.place.d.next = self.place.q.val() + 1;
            }
            if self.bank.set.place.val() {
                self.place.d.next = self.bus.wdata.val().get_bits::<A>(0);
            }
        }
    }
}
