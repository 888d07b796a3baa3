//! The bus: the registers of the co-processor, its counters, and those of docs/reference/coproc_profiler.md.
use crate::hw::bundles::{BusRx, BusTx};
use crate::hw::lib::Reg;
use crate::spec::coproc::Command;
use crate::spec::coproc::regs::{self, COUNTED};
use crate::spec::coproc_profiler::{ADDRESS_BITS, BASE, Build};
use crate::spec::counters::Counter;
use crate::spec::sample_buffer::LANES;
use rust_hdl::prelude::*;

const ADDRESS: usize = ADDRESS_BITS as usize;
/// Bits of the number of a word.
const WORD: usize = ADDRESS - 2;
/// Bits of the number of a word above those of COUNTS.
const ABOVE: usize = WORD - 4;
/// Bits of the number of records in a sample buffer for the shortest of them.
const OCC: usize = LANES.ilog2() as usize + 1;
/// Counters of the filters, and by how much the numbers of the others are lower here.
const FIRST: usize = 6;
const APART: usize = Counter::Candidates as usize - FIRST;

/// What the kernel takes for granted.
const _: () = {
    assert!(BASE as usize == 3 << (ADDRESS - 2));
    assert!(regs::COUNTS.offset.is_multiple_of(64) && regs::COUNTS.words as usize == COUNTED.len() + 1);
    assert!(matches!(COUNTED[FIRST - 1], Counter::RejectedDecimated) && matches!(COUNTED[FIRST], Counter::Candidates));
    assert!(matches!(COUNTED[COUNTED.len() - 1], Counter::Flushed) && Counter::Flushed as usize == COUNTED.len() + 1);
};

/// Where a request is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum State {
    /// Waits for one, or for the co-processor's answer.
    Idle,
    /// A counter is read.
    Count,
    /// A register is read or written.
    Act,
    /// The answer is there.
    Answer,
}

crate::spec::coproc_profiler::each_coproc_profiler_register! {
    treetap_hdl::registers {
        //! Which register a word is, and the fields that are kept in flip-flops.
        pub mod coproc_profiler_bank, struct CoprocProfilerBank of Reg, crate::spec::coproc_profiler,
        at();
    }
}

#[treetap_hdl::unit]
mod window {
    //! One request after the other: the co-processor's registers, its counters, and those of this unit.
    //! docs/reference/coproc_profiler.md K1, K5

    /// Puts a request to the registers of the co-processor, to the counters, or to those of this unit, one after the
    /// other. While `busy` nothing is put to the first two.
    #[clocked(reset)]
    #[given(build: Build)]
    pub struct Window {
        #[group("requests, held until bus_ready")]
        pub bus: BusRx<ADDRESS>,
        #[group("requests to the co-processor")]
        #[except(wstrb, err)]
        pub machine: BusTx<ADDRESS>,
        /// Its registers and counters are not to be touched.
        #[group("busy: requests to it and its counters wait")]
        pub busy: Signal<In, Bit>,
        /// It was reset.
        #[group("set_restart: it was reset")]
        pub set_restart: Signal<Out, Bit>,
        /// A counter is wanted.
        #[group("the counters")]
        pub cnt_read: Signal<Out, Bit>,
        /// Its number.
        pub cnt_addr: Signal<Out, Bits<4>>,
        /// Here it is.
        pub cnt_valid: Signal<In, Bit>,
        /// Its value.
        pub cnt_data: Signal<In, Bits<32>>,
        /// Records in the sample buffer.
        #[group("records in the sample buffer")]
        pub occ: Signal<In, Bits<OCC>>,
        #[group("what the tap has to know of its core")]
        #[except(bus_error)]
        pub cfg: CoprocProfilerBankCfgTx,
        /// The tap releases the record that it holds.
        #[group("tap_flush: the tap releases the record that it holds")]
        pub tap_flush: Signal<Out, Bit>,
        #[init(State::Idle)]
        state: Reg<State>,
        data: Reg<Bits<32>>,
        error: Reg<Bit>,
        #[given(build.registers())]
        bank: CoprocProfilerBank<WORD, 1, 0>,
    }

    impl Window {
        fn update(&mut self) {
            const COUNTS_AT: Bits<ABOVE> = regs::COUNTS.offset as u64 >> 6;
            const OCC_AT: Bits<4> = COUNTED.len() as u64;
            const HIGH: Bits<4> = FIRST as u64;
            const GAP: Bits<4> = APART as u64;
            const CMD_AT: Bits<WORD> = regs::CMD.offset as u64 >> 2;
            const RESET_CODE: Bits<8> = Command::Reset as u64;

            comment!("Whose the request is.");
            let word: Bits<WORD> = self.bus.addr.val().get_bits::<WORD>(2);
            let place: Bits<4> = word.get_bits::<4>(0);
            let whole: Bit = !self.bus.we.val() | self.bus.wstrb.val().all();
            let below: Bit = !self.bus.addr.val().get_bits::<2>(12).all() & whole;
            let counts: Bit = (word.get_bits::<ABOVE>(4) == COUNTS_AT) & !(place > OCC_AT) & !self.bus.we.val();
            let asks: Bit = (self.state.q.val() == State::Idle) & self.bus.valid.val();
            let open: Bit = asks & below & !self.busy.val();
            self.machine.valid.next = open & !counts;
            drive!(machine: we = bus.we, addr = bus.addr, wdata = bus.wdata);
            let answered: Bit = self.machine.valid.val() & self.machine.ready.val();
            let code: Bits<8> = self.bus.wdata.val().get_bits::<8>(0);
            self.set_restart.next = answered & self.bus.we.val() & (word == CMD_AT) & (code == RESET_CODE);

            comment!("Counters have other numbers there.");
            self.cnt_read.next = self.state.q.val() == State::Count;
            self.cnt_addr.next = place;
            if !(place < HIGH) {
                self.cnt_addr.next = place + GAP;
            }

            comment!("What is no register, or not to be read or written, is refused.");
            self.bank.word.next = word;
            self.bank.data.next = self.bus.wdata.val();
            let acts: Bit = self.state.q.val() == State::Act;
            let obeyed: Bit = self.bank.reads.val();
            if self.bus.we.val() {
                obeyed = whole & self.bank.writes.val();
            }
            self.bank.write.next = acts & obeyed & self.bus.we.val();
            self.bank.raise.refused.next = acts & !obeyed;
            self.bus.ready.next = self.state.q.val() == State::Answer;
            drive!(bus: rdata = data.q, err = error.q);
            match self.state.q.val() {
                State::Idle => {
                    self.error.d.next = false;
                    self.data.d.next = self.machine.rdata.val();
                    if self.bus.we.val() {
                        self.data.d.next = 0.into();
                    }
                    if answered {
                        self.state.d.next = State::Answer;
                    }
                    if open & counts {
                        self.state.d.next = State::Count;
                    }
                    if asks & !below {
                        self.state.d.next = State::Act;
                    }
                }
                State::Count => {
                    self.data.d.next = self.cnt_data.val();
                    if place == OCC_AT {
                        self.data.d.next = bit_cast::<32, OCC>(self.occ.val());
                    }
                    if self.cnt_valid.val() | (place == OCC_AT) {
                        self.state.d.next = State::Answer;
                    }
                }
                State::Act => {
                    self.state.d.next = State::Answer;
                    self.data.d.next = 0.into();
                    if obeyed & !self.bus.we.val() {
                        self.data.d.next = self.bank.value.val();
                    }
                    self.error.d.next = !obeyed & self.bank.cfg.bus_error.val();
                }
                State::Answer => {
                    self.state.d.next = State::Idle;
                }
            }
            pass!(bank: cfg);
            self.tap_flush.next = self.bank.set.flush.val();
            if self.reset.val() {
                self.state.d.next = State::Idle;
            }
        }
    }
}
