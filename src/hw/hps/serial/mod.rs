//! The engine `serial`: one word of one memory in a cycle, one adder, one instruction after the other
//! (docs/reference/hps.md, H13).
mod finish;
mod host;
mod kind;
mod queue;
mod serve;
mod walk;

pub use host::SerialHost;
pub use kind::Kind;
pub use queue::SerialQueue;

use crate::hw::hps::ports::WorkRx;
use crate::hw::lib::{FastRam, Reg, StateReg};
use crate::spec::burst::LFSR_TAPS;
use crate::spec::checkmap::Code;
use crate::spec::hps::regs;
use crate::spec::hps::words::{RANDOM, replacement};
use rust_hdl::prelude::*;

/// Bits of the number of a row of the memory that says which patterns come into question.
const ROW: usize = 8;
/// Bits of the place of a word of a pattern among all patterns, and of all places below the patterns.
const PLACE: usize = 7;
/// Place of the callee that was called last: that of a register which is not kept in the memory.
const CALLEE: u64 = 2;

/// The place of a register, which is the number of its word.
const fn place(offset: u16) -> u64 {
    offset as u64 / 4
}

/// Where the engine is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum State {
    /// Registers become 0 after a reset, statistics when they are cleared.
    Clear,
    /// Counters become 1.
    Ones,
    /// Waits. An instruction that begins: where it leads.
    Idle,
    /// A trigger from outside is obeyed.
    Outside,
    /// What a host reads or writes is taken over.
    Host,
    /// A word is written.
    Write,
    /// It goes into the CRC-32, a bit in a cycle.
    Crc,
    /// A row is read as a pattern is written.
    Rows,
    /// And written.
    Row,
    /// The host is answered.
    Answer,
    /// Whether the instruction went on to the one after it.
    Next,
    /// A branch: whether it counts.
    Judge,
    /// Which patterns come into question.
    Look,
    /// The first of them.
    Scan,
    /// Its mask is there.
    Mask,
    /// Its value is.
    Value,
    /// What else it asks for is.
    Asked,
    /// Bounds of ranges are.
    Range,
    /// Its action is.
    Action,
    /// Its condition is.
    Condition,
    /// The first counter with an operation that is left.
    Operations,
    /// What goes into it is there.
    Load,
    /// The next random number.
    Draw,
    /// What is used of it.
    Drawn,
    /// The counter is written.
    Store,
    /// That it was is counted.
    Hit,
    /// A pattern has won: its event may have to wait.
    Win,
    /// The word that names the handler is there.
    Header,
    /// What it would have cost.
    Amount,
    /// VCYC.
    Cycles,
    /// N_REPL.
    Replaced,
    /// N_WORDS or DROPPED.
    Words,
    /// That is written; words of the event from here on.
    Counted,
    /// Address of the instruction.
    Pc,
    /// The instruction.
    Insn,
    /// Where it leads.
    Target,
    /// What it accessed.
    Address,
    /// The burst.
    Burst,
    /// The instruction is done with.
    End,
}

#[treetap_hdl::unit(phases(serve, walk, finish))]
mod serial {
    //! The engine, a step in a cycle.

    /// The engine, a step in a cycle: `P` patterns, `C` conditions, `N` counters of `W` bits, `2^A` words of
    /// replacements. `K` is `2 N`, `S` is `4 N`, and `M` are the bits of a place in the memory.
    ///
    /// The memory has the registers under the numbers of their words, the conditions after them, the patterns from 128
    /// on, and in its upper half the high halves of the replacements. A second one says which patterns have the class
    /// of an instruction and its code in the map of checks. Only those are looked at, one after the other.
    #[clocked(reset)]
    #[derived(K = 2 * N, S = 4 * N, M = A.max(8) + 1)]
    pub struct Serial<
        #[range(1..=32)] const P: usize,
        #[range(1..=16)] const C: usize,
        #[range(1..=8)] const N: usize,
        #[range(4..=32)] const W: usize,
        #[range(4..=11)] const A: usize,
    > {
        /// An instruction, which stays until it is taken.
        #[group("an instruction; it stays until in_ready is high, which is when it is done with")]
        pub in_valid: Signal<In, Bit>,
        /// It is taken.
        pub in_ready: Signal<Out, Bit>,
        /// It counts: what comes from outside in this cycle or later, or from a host, is for the next one.
        pub in_counts: Signal<Out, Bit>,
        /// Address.
        pub in_pc: Signal<In, Bits<32>>,
        /// The instruction, expanded.
        pub in_insn: Signal<In, Bits<32>>,
        /// Address of the next instruction.
        pub in_next: Signal<In, Bits<32>>,
        /// What it accessed.
        pub in_address: Signal<In, Bits<32>>,
        /// The instruction was a compressed one.
        pub in_short: Signal<In, Bit>,
        /// Privilege.
        pub in_privilege: Signal<In, Bits<2>>,
        /// The instruction did not execute.
        pub in_trap: Signal<In, Bit>,
        /// Its code in the map of checks.
        pub in_filter: Signal<In, Bits<2>>,
        /// Number of the class bit that it has by itself, 15 for none.
        #[group("kind: what the instruction is")]
        pub kind_class: Signal<In, Bits<4>>,
        /// It is a branch or a jump to where it says.
        pub kind_branch: Signal<In, Bit>,
        /// It changes the flow of control.
        pub kind_control: Signal<In, Bit>,
        /// It is a call.
        pub kind_call: Signal<In, Bit>,
        /// It says where it leads.
        pub kind_known: Signal<In, Bit>,
        /// It has an immediate.
        pub kind_there: Signal<In, Bit>,
        /// The immediate.
        pub kind_immediate: Signal<In, Bits<32>>,
        /// Counter 0 becomes 0.
        #[group("sampling is switched on or off from outside; off wins")]
        pub ext_on: Signal<In, Bit>,
        /// Counter 0 becomes 1.
        pub ext_off: Signal<In, Bit>,
        /// Sampling goes on while counter 0 has overflowed, not while it is 0.
        #[group("cfg: switches")]
        pub cfg_flagsel: Signal<In, Bit>,
        /// Only branches that are taken are back edges.
        pub cfg_be_taken: Signal<In, Bit>,
        /// Patterns count.
        pub cfg_en: Signal<In, Bit>,
        #[group("what a host wants")]
        pub work: WorkRx<M, N>,
        /// What the next instruction is held against.
        #[group("sampling working: events count now; an instruction, a trigger or a host is under way")]
        pub sampling: Signal<Out, Bit>,
        /// Which counters are zero.
        #[group("flag: of the counters")]
        pub flag_zero: Signal<Out, Bits<N>>,
        /// Which have overflowed.
        pub flag_over: Signal<Out, Bits<N>>,
        /// Something is under way: what comes from outside counts after it.
        pub working: Signal<Out, Bit>,
        /// An event that finds no room waits.
        #[group("hold: an event that finds no room waits, and with it its instruction")]
        pub hold: Signal<In, Bit>,
        /// There is room for an event.
        #[group("put: a word of an event")]
        pub put_room: Signal<In, Bit>,
        /// A word in this cycle.
        pub put_valid: Signal<Out, Bit>,
        /// The word.
        pub put_data: Signal<Out, Bits<32>>,
        /// Bits 3 to 6 of STATUS that are set.
        #[group("raise step_dropped: bits of STATUS: 3 to 6, and that an event was dropped")]
        pub raise: Signal<Out, Bits<4>>,
        /// An event was dropped.
        pub step_dropped: Signal<Out, Bit>,
        memory: FastRam<32, M>,
        rows: FastRam<P, ROW>,
        state: StateReg<State>,
        // what was worked out last: whatever goes into a memory or out
        value: Reg<Bits<32>>,
        count: Reg<Bits<ROW>>,
        // after a reset; statistics, counters are put back; the host was the last to be served; a trigger waits, and which
        #[also(wipes, starts, served, waits, off)]
        fresh: Reg<Bit>,
        // flags; operations that are left
        #[init(0)]
        zero: Reg<Bits<N>>,
        over: Reg<Bits<N>>,
        code: Reg<Bits<K>>,
        source: Reg<Bits<S>>,
        // the operation that is under way: its counter; it counts up, down; what it loads is random, blank_value
        which: Reg<Bits<3>>,
        #[also(down, draws, blank, crossed)]
        up: Reg<Bit>,
        // of the instruction: it is an entry, leads backward, was not followed by the next one; N_IN is to be written
        #[also(backward, taken, owes)]
        entry: Reg<Bit>,
        // patterns that come into question, and the one that is looked at
        left: Reg<Bits<P>>,
        number: Reg<Bits<5>>,
        // which ranges the instruction is in, once they were looked at; it is not below the lower bound of one
        ranges: Reg<Bits<4>>,
        #[also(reaches)]
        ranged: Reg<Bit>,
        // first word of the replacement; there is one; it wins; there is room for its event
        sequence: Reg<Bits<11>>,
        #[also(won, room)]
        replaces: Reg<Bit>,
        // a call was made; instructions since a change of control; sampling at the one before; bursts
        #[also(sampled)]
        pending: Reg<Bit>,
        #[also(bursts)]
        since: Reg<Bits<16>>,
    }

    impl Serial {
        fn update(&mut self) {
            const CALLEE_AT: Bits<M> = CALLEE;
            const N_IN_AT: Bits<M> = place(regs::N_IN.offset);
            const N_REPL_AT: Bits<M> = place(regs::N_REPL.offset);
            const N_WORDS_AT: Bits<M> = place(regs::N_WORDS.offset);
            const VCYC_AT: Bits<M> = place(regs::VCYC.offset);
            const DROPPED_AT: Bits<M> = place(regs::DROPPED.offset);
            const CTR_AT: Bits<M> = place(regs::CTR.offset);
            const HIT_AT: Bits<M> = place(regs::HIT.offset);
            const SOURCE_AT: Bits<M> = place(regs::HPS_R.offset);
            const SEED_AT: Bits<M> = place(regs::RNDSEED.offset);
            const SEED_PLACE: Bits<6> = place(regs::RNDSEED.offset);
            const MASK_AT: Bits<M> = place(regs::RNDMASK.offset);
            const RANGE_AT: Bits<M> = place(regs::RANGE.offset);
            const CT_AT: Bits<M> = place(regs::CT.offset);
            const PT_AT: Bits<M> = 1 << PLACE;
            const RT_AT: Bits<M> = 1 << (M - 1);
            const TAPS: Bits<32> = LFSR_TAPS.into();
            const RANDOM_CODE: Bits<4> = RANDOM.into();
            const BACK_CODE: Bits<2> = Code::Back as u64;
            const COUNTER_BITS: Bits<32> = u64::MAX >> (64 - W);
            const LAST_BIT: Bits<5> = replacement::LAST.lsb.into();
            const LAST_CONDITION: Bits<4> = C - 1;
            const WIDTH_AT: Bits<6> = W as u64;
            const LESS_ONE_WORD: Bits<32> = u32::MAX.into();
            const RANGE_BIT: [Bits<4>; 4] = (0..4).map(|k| 1 << k);
            const BIT: [Bits<N>; N] = (0..N).map(|n| 1 << n);
            const OPERATION: [Bits<K>; N] = (0..N).map(|n| 3 << (2 * n));
            const LOADED: [Bits<S>; N] = (0..N).map(|n| 15 << (4 * n));
            const OF_PATTERN: [Bits<P>; P] = (0..P).map(|i| 1 << i);
            comment!("What the value becomes: the sum, or else.");
            const MAKES_SUM: Bits<3> = 0;
            const MAKES_AND: Bits<3> = 1;
            const MAKES_STEP: Bits<3> = 2;
            const MAKES_SHIFT: Bits<3> = 3;
            const MAKES_SAME: Bits<3> = 4;
            const MAKES_HEADER: Bits<3> = 5;
            const MAKES_BURST: Bits<3> = 6;
            const MAKES_WORK: Bits<3> = 7;
            const NO_OPERAND: Bits<3> = 0;
            const OF_IMMEDIATE: Bits<3> = 1;
            const OF_NEXT: Bits<3> = 2;
            const OF_SEEN: Bits<3> = 3;
            const OF_INSN: Bits<3> = 4;
            const OF_ADDRESS: Bits<3> = 5;
            const OF_LENGTH: Bits<3> = 6;
            const PLUS_PC: Bits<3> = 1;
            const LESS_PC: Bits<3> = 2;
            const LESS_ONE: Bits<3> = 3;
            const PLUS_ONE: Bits<3> = 4;
            const PLUS_VALUE: Bits<3> = 5;

            self.defaults();
            self.begin();
            self.serve();
            self.tables();
            self.look();
            self.scan();
            self.found();
            self.operate();
            self.report();
            self.event();
            self.remember();
            self.operands();
            self.make();
            if self.reset.val() {
                self.state.d.next = State::Clear;
                self.fresh.d.next = true;
                zero!(self: value, count, waits, served, zero, over, code, pending, since, sampled, bursts, owes);
            }
        }

        fn defaults(&mut self) {
            comment!("What a state does not say otherwise. The memory shows the callee: an instruction may come.");
            let read: Bits<M> = CALLEE_AT;
            let write: Bit = self.owes.q.val();
            let at: Bits<M> = N_IN_AT;
            let seen: Bits<32> = self.memory.rd.val();
            comment!("What the next value is made of.");
            let makes: Bits<3> = MAKES_SUM;
            let left_is: Bits<3> = NO_OPERAND;
            let right_is: Bits<3> = NO_OPERAND;
            let row: Bits<ROW> = self.count.q.val();
            let onward: Bits<ROW> = self.count.q.val() + 1;
            self.rows.we.next = false;
            self.rows.wd.next = 0.into();
            self.in_ready.next = false;
            self.put_valid.next = false;
            self.raise.next = 0.into();
            self.step_dropped.next = false;
            self.work.ready.next = false;
            self.work.shift.next = false;
            self.owes.d.next = false;
            let operates: Bits<N> = 0.into();
            let done: Bit = false;
            let narrow: Bit = false;
            comment!("The next instruction is not so far away: the value after state Next is that less 1.");
            let length: Bits<2> = 3.into();
            if self.in_short.val() {
                length = 1.into();
            }
            let moved: Bit =
                self.value.q.val().get_bits::<30>(2).any() | (self.value.q.val().get_bits::<2>(0) != length);
            let has_target: Bit = self.kind_known.val() | self.kind_control.val();
            let blank_value: Bit = !self.value.q.val().get_bits::<W>(0).any();
            let empty: Bit = !self.value.q.val().any();
            drive!(self: flag_zero = zero.q, flag_over = over.q);
            self.sampling.next = self.zero.q.val().get_bit(0);
            if self.cfg_flagsel.val() {
                self.sampling.next = self.over.q.val().get_bit(0);
            }
            self.working.next = (self.state.q.val() != State::Idle) | self.waits.q.val();
        }

        fn begin(&mut self) {
            comment!("Triggers come first, then the host and instructions in turn.");
            let asked: Bit = self.work.valid.val() & !self.owes.q.val() & !(self.in_valid.val() & self.served.q.val());
            let hosts: Bit = !self.waits.q.val() & asked;
            let begins: Bit = !self.waits.q.val() & !asked & self.in_valid.val();
            self.in_counts.next = begins & (self.state.q.val() == State::Idle);
            match self.state.q.val() {
                State::Idle => {
                    comment!("Where it leads.");
                    left_is = OF_IMMEDIATE;
                    right_is = PLUS_PC;
                    if !self.kind_known.val() {
                        left_is = OF_NEXT;
                        right_is = NO_OPERAND;
                    }
                    if hosts {
                        read = self.work.place.val();
                        self.state.d.next = State::Host;
                    }
                    if begins {
                        self.served.d.next = false;
                        self.entry.d.next = self.pending.q.val() & (seen == self.in_pc.val());
                        self.room.d.next = self.put_room.val();
                        self.won.d.next = false;
                        self.ranged.d.next = false;
                        self.state.d.next = State::Next;
                        if self.in_trap.val() {
                            self.in_ready.next = true;
                            self.state.d.next = State::Idle;
                        }
                    }
                    if self.waits.q.val() {
                        left_is = NO_OPERAND;
                        right_is = NO_OPERAND;
                        if self.off.q.val() {
                            right_is = PLUS_ONE;
                        }
                        self.waits.d.next = false;
                        self.state.d.next = State::Outside;
                    }
                }
                State::Outside => {
                    write = true;
                    at = CTR_AT;
                    self.zero.d.next = self.zero.q.val() & !BIT[0];
                    if blank_value {
                        self.zero.d.next = self.zero.q.val() | BIT[0];
                    }
                    self.over.d.next = self.over.q.val() & !BIT[0];
                    self.state.d.next = State::Idle;
                }
                _ => {}
            }
            if self.ext_on.val() | self.ext_off.val() {
                self.waits.d.next = true;
                self.off.d.next = self.ext_off.val();
            }
        }
    }
}
