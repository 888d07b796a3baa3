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
/// Bits of the number of instructions that N_IN does not have yet.
const FEW: usize = 6;
/// Place of the callee that was called last: that of a register which is not kept in the memory. It is 0, which is what
/// is read and written where nothing else is.
const CALLEE: u64 = 0;

/// The place of a register, which is the number of its word.
const fn place(offset: u16) -> u64 {
    offset as u64 / 4
}

/// What the kernel takes for granted.
const _: () = {
    assert!(place(regs::RANGE.offset).is_multiple_of(4) && place(regs::CTR.offset) == 4);
};

/// Where the engine is. There are three machines, because synthesis gives a machine of more than 32 states no flip-flop
/// for each.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum State {
    /// Waits. An instruction that begins: whether it is an entry.
    Idle,
    /// The row of the instruction is read.
    Next,
    /// Of a branch: whether it leads backward and is taken,
    Judge,
    /// then its row.
    Branch,
    /// Which patterns come into question.
    Look,
    /// None: the callee is written.
    Callee,
    /// The first of them.
    Scan,
    /// Its mask is read.
    Pick,
    /// Its mask is there.
    Mask,
    /// Its value is.
    Value,
    /// What else it asks for is.
    Asked,
    /// The first bound of a range is read,
    Bounds,
    /// they are there, one after the other.
    Range,
    /// Its action is.
    Action,
    /// Its condition is read,
    Rule,
    /// is there: the row of its table,
    Line,
    /// whether that holds,
    Condition,
    /// and what follows.
    Apply,
    /// The first counter with an operation that is left.
    Operations,
    /// What goes into it is read,
    Fetch,
    /// and is there.
    Load,
    /// The next random number.
    Draw,
    /// What is used of it.
    Drawn,
    /// How often the counter was written is there.
    Hits,
    /// The counter is written.
    Store,
    /// That it was is counted.
    Hit,
    /// The instruction is done with.
    End,
    /// A host or a trigger is served, N_IN brought up to date, or memories cleared.
    Serve,
    /// An event is made.
    Report,
}

/// What is done between instructions.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum Service {
    /// Nothing.
    Rest,
    /// A trigger from outside,
    Trigger,
    /// the counter is worked out,
    Triggers,
    /// and written.
    Outside,
    /// N_IN is read,
    Spill,
    /// is there,
    Spilled,
    /// is worked out,
    Spills,
    /// and written.
    Counted,
    /// Registers become 0 after a reset, statistics when they are cleared.
    Clear,
    /// Counters become 1.
    Ones,
    /// A word is read for a host.
    Host,
    /// It is there, or what the host writes is.
    Taken,
    /// It passes the adder.
    Passes,
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
}

/// What is done for an event.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum Step {
    /// Nothing.
    Rest,
    /// A pattern has won: its event may have to wait.
    Win,
    /// The word that names the handler is there. The first word of the event goes.
    Header,
    /// What it would have cost.
    Amount,
    /// That is worked out, and VCYC read.
    Costs,
    /// VCYC is there.
    Cycles,
    /// N_REPL is.
    Replaced,
    /// N_WORDS or DROPPED is.
    Words,
    /// N_REPL is written.
    Counts,
    /// N_WORDS or DROPPED is written. The address goes.
    Pc,
    /// The instruction goes.
    Insn,
    /// Where it leads goes.
    Target,
    /// What it accessed goes.
    Address,
    /// The burst goes.
    Burst,
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
        pub kind_value: Signal<In, Bits<32>>,
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
        service: StateReg<Service>,
        step: StateReg<Step>,
        // operands of the adder, and their sum, which is whatever goes into a memory or out
        #[also(right, value)]
        left: Reg<Bits<32>>,
        // the sum has a carry; its first operand is 0; that sum is where the instruction leads; a word is written
        #[also(empty, leads, writes)]
        carried: Reg<Bit>,
        // what the first operand becomes: what a host wants, half of what it was, the next random number, a length,
        // what was read, what the instruction or the number before leaves of it
        #[also(of_half, of_step, of_length, of_seen, of_masked, of_used)]
        of_host: Reg<Bit>,
        // where; and where one is read
        #[also(spot)]
        target: Reg<Bits<M>>,
        count: Reg<Bits<ROW>>,
        // after a reset; statistics, counters are put back; the host was the last to be served; a trigger waits, and
        // which
        #[also(wipes, starts, served, waits, off)]
        fresh: Reg<Bit>,
        // flags; operations that are left
        #[init(0)]
        zero: Reg<Bits<N>>,
        over: Reg<Bits<N>>,
        code: Reg<Bits<K>>,
        source: Reg<Bits<S>>,
        // the operation that is under way: its counter; it counts up, down; what it loads is random, nothing
        which: Reg<Bits<3>>,
        #[also(down, draws, blank)]
        up: Reg<Bit>,
        // instructions that N_IN does not have yet
        few: Reg<Bits<FEW>>,
        // of the instruction: it is an entry, leads backward, was not followed by the next one; it is done with now if
        // no pattern comes into question; it has the bits of the pattern
        #[also(backward, taken, quick, same)]
        entry: Reg<Bit>,
        // patterns that come into question, and the one that is looked at
        open: Reg<Bits<P>>,
        number: Reg<Bits<5>>,
        // its condition, and the row of flags that this looks at
        #[also(line)]
        rule: Reg<Bits<4>>,
        // which ranges the instruction is in, once they were looked at; it is not below the lower bound of one
        ranges: Reg<Bits<4>>,
        #[also(reaches)]
        ranged: Reg<Bit>,
        // first word of the replacement; there is one; its condition holds; it wins; there is room for its event;
        // DROPPED is at its largest
        sequence: Reg<Bits<11>>,
        #[also(holds, won, room, topped)]
        replaces: Reg<Bit>,
        // a call was made; the one before changed control; sampling at it; instructions since a change; bursts
        #[also(turned, sampled)]
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
            const FEW_FULL: Bits<3> = FEW as u64 - 1;
            const WIDTH_AT: Bits<6> = W as u64;
            const LESS_ONE_WORD: Bits<32> = u32::MAX.into();
            const LAST_RANGE: Bits<4> = 8;
            const BIT: [Bits<N>; N] = (0..N).map(|n| 1 << n);
            const OPERATION: [Bits<K>; N] = (0..N).map(|n| 3 << (2 * n));
            const LOADED: [Bits<S>; N] = (0..N).map(|n| 15 << (4 * n));
            const LOW_PATTERNS: Bits<P> = (1 << (P / 2)) - 1;
            const OF_PATTERN: [Bits<P>; P] = (0..P).map(|i| 1 << i);
            self.defaults();
            self.begin();
            self.serve();
            self.between();
            self.tables();
            self.look();
            self.scan();
            self.found();
            self.operate();
            self.store();
            self.report();
            self.event();
            self.remember();
            self.operands();
            self.make();
            if self.reset.val() {
                self.state.d.next = State::Serve;
                self.service.d.next = Service::Clear;
                self.step.d.next = Step::Rest;
                self.fresh.d.next = true;
                zero!(self: left, right, value, count, few, waits, served, zero, over, code);
                zero!(self: pending, turned, since, sampled, bursts);
                self.writes.d.next = false;
            }
        }

        fn defaults(&mut self) {
            comment!("What a state does not say otherwise. The memory shows the callee: an instruction may come.");
            let seen: Bits<32> = self.memory.rd.val();
            comment!(
                "A state says what is written, and what is read, as the next one comes: the callee, if nothing else."
            );
            self.writes.d.next = false;
            comment!("What is added: each is there or not, and of the first operand it is known a state ahead.");
            let of_next: Bit = false;
            let of_target: Bit = false;
            zero!(self: of_host, of_half, of_step, of_length, of_seen, of_masked, of_used);
            let less_pc: Bit = false;
            let less_one: Bit = false;
            let plus_one: Bit = false;
            let plus_value: Bit = false;
            let plus_few: Bit = false;
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
            let operates: Bits<N> = 0.into();
            let narrow: Bit = false;
            comment!("Whether it goes on after itself: the distance less 1 is the value, two states after state Idle.");
            let length: Bits<2> = 3.into();
            if self.in_short.val() {
                length = 1.into();
            }
            let moved: Bit =
                self.value.q.val().get_bits::<30>(2).any() | (self.value.q.val().get_bits::<2>(0) != length);
            let has_target: Bit = self.kind_known.val() | self.kind_control.val();
            let blank_value: Bit = !self.value.q.val().get_bits::<W>(0).any();
            drive!(self: flag_zero = zero.q, flag_over = over.q);
            self.sampling.next = self.zero.q.val().get_bit(0);
            if self.cfg_flagsel.val() {
                self.sampling.next = self.over.q.val().get_bit(0);
            }
            // Yosys takes no register for the state of a machine that is asked whether it is not 0.
            self.working.next = !(self.state.q.val() == State::Idle) | self.waits.q.val();
        }

        fn begin(&mut self) {
            comment!("Triggers come first, then the host and instructions in turn, and N_IN before either.");
            let before: Bit = self.waits.q.val() | self.few.q.val().get_bit(FEW_FULL.index());
            let begins: Bit = self.in_valid.val() & !before & (self.served.q.val() | !self.work.valid.val());
            let serves: Bit = before | (self.work.valid.val() & !(self.in_valid.val() & self.served.q.val()));
            self.in_counts.next = begins & (self.state.q.val() == State::Idle);
            match self.state.q.val() {
                State::Idle => {
                    of_next = true;
                    less_pc = true;
                    self.entry.d.next = self.pending.q.val() & (seen == self.in_pc.val());
                    self.room.d.next = self.put_room.val();
                    zero!(self: won, ranged);
                    if begins {
                        self.served.d.next = false;
                        self.state.d.next = State::Next;
                        if self.in_trap.val() {
                            self.state.d.next = State::End;
                        }
                    }
                    if serves {
                        self.state.d.next = State::Serve;
                    }
                }
                _ => {}
            }
            comment!("Where another machine is done, and where it begins.");
            let leaves: Bit = false;
            let wins: Bit = false;
            let reported: Bit = false;
            if (self.service.q.val() == Service::Rest) & (self.state.q.val() == State::Idle) & serves {
                self.service.d.next = Service::Host;
                if self.few.q.val().any() {
                    self.service.d.next = Service::Spill;
                }
                if self.waits.q.val() {
                    self.service.d.next = Service::Trigger;
                }
            }
        }
    }
}
