//! The on-chip self-test of a profiler (docs/reference/selftest.md).
use crate::hw::bundles::{CommandTx, DumpRx, EventTx};
use crate::hw::lib::Reg;
use crate::spec::selftest::*;
use rust_hdl::prelude::*;

/// What the self-test is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, LogicState)]
enum State {
    /// Seeds the generator.
    Load,
    /// Sends the events of a round.
    Feed,
    /// Asks for a snapshot with reset and takes the dump.
    Ask,
    /// Compares the checksum.
    Judge,
}

/// Bits of the counter of a round's cycles.
const PATIENCE: usize = PATIENCE_BITS as usize;

/// What the tester plays, and the CRC-32 that a right profiler answers with.
#[derive(Clone, Copy, Debug)]
pub struct Round {
    /// The events of a round.
    pub test: Config,
    /// The last word of the dump.
    pub expected: u32,
}

#[treetap_hdl::unit]
mod tester {
    //! Feeds a profiler a round of events, asks for a snapshot with reset, and compares the checksum.
    //! The model computed the checksum when this file was made. docs/reference/selftest.md has the stream.

    /// Feeds a profiler a round of events, one per cycle when it is ready, asks for a snapshot with reset, and compares
    /// the last word of the dump with the checksum that the model answered: over and over.
    ///
    /// `pass` comes after the first right answer and goes for good with the first wrong one or when a round takes
    /// `2^22` cycles; then `fail` is high until `reset`. `K` is the key width.
    #[clocked(reset)]
    #[given(round: Round)]
    pub struct Selftest<#[range(8..=64)] const K: usize> {
        #[group("events to the profiler")]
        pub ev: EventTx<K>,
        #[group("snapshot with reset, after every round")]
        pub cmd: CommandTx<2>,
        #[group("its answer; the last word is the checksum")]
        pub dump: DumpRx,
        /// The first round is under way.
        #[group("the first round is under way")]
        pub running: Signal<Out, Bit>,
        /// Every answer so far was right, and there was one.
        #[group("every answer so far was right, and there was one")]
        pub pass: Signal<Out, Bit>,
        /// An answer was wrong or did not come.
        #[group("an answer was wrong or did not come; stays until reset")]
        pub fail: Signal<Out, Bit>,
        /// A round ends in this cycle.
        #[group("a round ends in this cycle")]
        pub round: Signal<Out, Bit>,
        #[init(State::Load)]
        state: Reg<State>,
        x: Reg<Bits<32>>,
        position: Reg<Bits<{ EVENTS_BITS as usize }>>,
        offered: Reg<Bit>,
        key: Reg<Bits<K>>,
        weight: Reg<Bits<16>>,
        answered: Reg<Bit>,
        answer: Reg<Bits<32>>,
        age: Reg<Bits<PATIENCE>>,
        passed: Reg<Bit>,
        failed: Reg<Bit>,
        next_key: Signal<Local, Bits<K>>,
    }

    impl Selftest {
        fn update(&mut self) {
            const SEED: Bits<32> = round.test.seed.into();
            const EXPECTED: Bits<32> = round.expected.into();
            const LAST: Bits<{ EVENTS_BITS as usize }> = u64::from(round.test.events) - 1;
            const SHIFT_A: Bits<5> = SHIFTS[0].into();
            const SHIFT_B: Bits<5> = SHIFTS[1].into();
            const SHIFT_C: Bits<5> = SHIFTS[2].into();
            const HOT_MASK: Bits<32> = HOT_MASK.into();
            const HOT_BASE: Bits<32> = HOT_BASE.into();
            const HOT_MOVE: Bits<32> = HOT_MOVE.into();
            const HOT_MOVE_BIT: Bits<4> = HOT_MOVE_BITS.into();
            const REGION_MASK: Bits<32> = REGION_MASK.into();
            const REGION_BASE: Bits<32> = REGION_BASE.into();
            const WEIGHT_AT: Bits<5> = WEIGHT_AT.into();
            const WEIGHT_MASK: Bits<32> = (1 << WEIGHT_BITS) - 1;
            const BEYOND: Bits<6> = K.saturating_sub(32);
            const LOW_MASK: Bits<K> = (1 << K.saturating_sub(32)) - 1;

            comment!("The generator: xorshift32, and a key and a weight from its state.");
            let a: Bits<32> = self.x.q.val() ^ (self.x.q.val() << SHIFT_A);
            let b: Bits<32> = a ^ (a >> SHIFT_B);
            let near: Bits<32> = (self.x.q.val() & REGION_MASK) ^ REGION_BASE;
            let hot: Bits<32> = (self.x.q.val() & HOT_MASK) ^ HOT_BASE;
            let moved: Bit = self.position.q.val().get_bit(HOT_MOVE_BIT.index());
            if moved {
                hot = (self.x.q.val() & HOT_MASK) ^ HOT_BASE ^ HOT_MOVE;
            }
            let heavy: Bits<32> = (self.x.q.val() >> WEIGHT_AT) & WEIGHT_MASK;
            let next_weight: Bits<16> = 1.into();
            if self.x.q.val().get_bit(31) {
                self.next_key.next = bit_cast::<K, 32>(hot);
            } else if self.x.q.val().get_bit(30) {
                self.next_key.next = bit_cast::<K, 32>(near);
            } else {
                self.next_key.next = (bit_cast::<K, 32>(a) << BEYOND) ^ (bit_cast::<K, 32>(b) & LOW_MASK);
                next_weight = bit_cast::<16, 32>(heavy);
            }

            comment!("Streams. The command waits for the last event of the round.");
            drive!(ev: valid = offered.q, key = key.q, weight = weight.q);
            self.cmd.valid.next = (self.state.q.val() == State::Ask) & !self.offered.q.val();
            self.cmd.op.next = 3.into();
            self.dump.ready.next = self.state.q.val() == State::Ask;
            let last_word: Bits<32> = bit_cast::<32, 64>(self.dump.data.val());

            comment!("One round after the other.");
            self.round.next = false;
            match self.state.q.val() {
                State::Load => {
                    self.x.d.next = SEED;
                    zero!(self: position, answered, offered);
                    self.state.d.next = State::Feed;
                }
                State::Feed => {
                    if !self.offered.q.val() | self.ev.ready.val() {
                        self.offered.d.next = true;
                        self.key.d.next = self.next_key.val();
                        self.weight.d.next = next_weight;
                        self.x.d.next = b ^ (b << SHIFT_C);
                        self.position.d.next = self.position.q.val() + 1;
                        if self.position.q.val() == LAST {
                            self.state.d.next = State::Ask;
                        }
                    }
                }
                State::Ask => {
                    if self.ev.ready.val() {
                        self.offered.d.next = false;
                    }
                    if self.dump.valid.val() & self.dump.last.val() {
                        self.answered.d.next = true;
                        self.answer.d.next = last_word;
                    }
                    if self.cmd.valid.val() & self.cmd.ready.val() {
                        self.state.d.next = State::Judge;
                    }
                }
                State::Judge => {
                    self.round.next = true;
                    if self.answered.q.val() & (self.answer.q.val() == EXPECTED) {
                        self.passed.d.next = true;
                    } else {
                        self.failed.d.next = true;
                    }
                    self.state.d.next = State::Load;
                }
            }
            comment!("A round that does not end is given up.");
            self.age.d.next = self.age.q.val() + 1;
            if self.round.val() {
                self.age.d.next = 0.into();
            }
            if self.age.q.val().all() {
                self.failed.d.next = true;
            }
            self.running.next = !self.passed.q.val() & !self.failed.q.val();
            self.pass.next = self.passed.q.val() & !self.failed.q.val();
            self.fail.next = self.failed.q.val();
            if self.reset.val() {
                self.state.d.next = State::Load;
                zero!(self: offered, age, passed, failed);
            }
        }
    }
}
