//! The bus: the registers of the hotlist sampler and those of docs/reference/value_sampler.md.
use crate::hw::bundles::{BusRx, BusTx};
use crate::hw::lib::Reg;
use crate::spec::hotlist;
use crate::spec::value_sampler::{ADDRESS_BITS, BASE, Build};
use rust_hdl::prelude::*;

const ADDRESS: usize = ADDRESS_BITS as usize;
/// Bits of the number of a word.
const WORD: usize = ADDRESS - 2;
const SAMPLER: usize = hotlist::regs::ADDRESS_BITS as usize;
/// Bits of an offset above those of the sampler's.
const ABOVE: usize = ADDRESS - SAMPLER;

/// What the kernel takes for granted.
const _: () = assert!(SAMPLER == 10 && BASE as usize >= 1 << SAMPLER);

/// Where a request is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum State {
    /// Waits for one, or for the sampler's answer.
    Idle,
    /// A register is read or written.
    Act,
    /// The answer is there.
    Answer,
}

crate::spec::value_sampler::each_value_sampler_register! {
    treetap_hdl::registers {
        //! Which register a word is, and the fields that are kept in flip-flops.
        pub mod sampler_bank, struct SamplerBank of Reg, crate::spec::value_sampler,
        at();
    }
}

#[treetap_hdl::unit]
mod window {
    //! One request after the other: the sampler's registers, and above them those of docs/reference/value_sampler.md.

    /// Puts a request to the registers of the hotlist sampler, or to those of this unit, one after the other.
    #[clocked(reset)]
    pub struct Window {
        #[group("requests, held until bus_ready")]
        pub bus: BusRx<ADDRESS>,
        #[group("requests to the sampler")]
        #[except(wstrb, err)]
        pub sampler: BusTx<SAMPLER>,
        #[group("what the tap has to know of its core")]
        #[except(bus_error)]
        pub cfg: SamplerBankCfgTx,
        /// The tap releases the record that it holds.
        #[group("tap_flush: the tap releases the record that it holds")]
        pub tap_flush: Signal<Out, Bit>,
        #[init(State::Idle)]
        state: Reg<State>,
        data: Reg<Bits<32>>,
        error: Reg<Bit>,
        #[given(Build::registers())]
        bank: SamplerBank<WORD, 1, 0>,
    }

    impl Window {
        fn update(&mut self) {
            let below: Bit = !self.bus.addr.val().get_bits::<ABOVE>(10).any();
            let whole: Bit = !self.bus.we.val() | self.bus.wstrb.val().all();
            self.sampler.valid.next = (self.state.q.val() == State::Idle) & self.bus.valid.val() & below & whole;
            drive!(sampler: we = bus.we, wdata = bus.wdata);
            self.sampler.addr.next = self.bus.addr.val().get_bits::<SAMPLER>(0);
            self.bus.ready.next = self.state.q.val() == State::Answer;
            drive!(bus: rdata = data.q, err = error.q);

            comment!("What is no register, or not to be read or written, is refused.");
            self.bank.word.next = self.bus.addr.val().get_bits::<WORD>(2);
            self.bank.data.next = self.bus.wdata.val();
            let acts: Bit = self.state.q.val() == State::Act;
            let obeyed: Bit = self.bank.reads.val();
            if self.bus.we.val() {
                obeyed = whole & self.bank.writes.val();
            }
            self.bank.write.next = acts & obeyed & self.bus.we.val();
            self.bank.raise.refused.next = acts & !obeyed;
            match self.state.q.val() {
                State::Idle => {
                    if self.sampler.valid.val() & self.sampler.ready.val() {
                        self.state.d.next = State::Answer;
                        self.data.d.next = self.sampler.rdata.val();
                        if self.bus.we.val() {
                            self.data.d.next = 0.into();
                        }
                        self.error.d.next = false;
                    }
                    if self.bus.valid.val() & !(below & whole) {
                        self.state.d.next = State::Act;
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
