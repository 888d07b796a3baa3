//! The on-chip self-test of a profiler (docs/reference/selftest.md).
use crate::hw::lib::Reg;
use crate::spec::selftest::*;
use crate::{comment, dff_setup};
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

/// Feeds a profiler a round of events, one per cycle when it is ready, asks for a snapshot with reset, and compares
/// the last word of the dump with the checksum that the model answered: over and over.
///
/// `pass` comes after the first right answer and goes for good with the first wrong one or when a round takes `2^22`
/// cycles; then `fail` is high until `reset`. `K` is the key width.
#[derive(LogicBlock)]
pub struct Selftest<const K: usize> {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// An event is offered.
    pub ev_valid: Signal<Out, Bit>,
    /// The event is taken.
    pub ev_ready: Signal<In, Bit>,
    /// Key of the event.
    pub ev_key: Signal<Out, Bits<K>>,
    /// Weight of the event; 0 occurs.
    pub ev_weight: Signal<Out, Bits<16>>,
    /// A command is offered.
    pub cmd_valid: Signal<Out, Bit>,
    /// The command is finished.
    pub cmd_ready: Signal<In, Bit>,
    /// Always 3, snapshot and reset.
    pub cmd_op: Signal<Out, Bits<2>>,
    /// A word of the dump is offered.
    pub dump_valid: Signal<In, Bit>,
    /// The word is taken.
    pub dump_ready: Signal<Out, Bit>,
    /// The word.
    pub dump_data: Signal<In, Bits<64>>,
    /// It is the last one: the checksum.
    pub dump_last: Signal<In, Bit>,
    /// The first round is under way.
    pub running: Signal<Out, Bit>,
    /// Every answer so far was right, and there was one.
    pub pass: Signal<Out, Bit>,
    /// An answer was wrong or did not come.
    pub fail: Signal<Out, Bit>,
    /// A round ends in this cycle.
    pub round: Signal<Out, Bit>,
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
    a: Signal<Local, Bits<32>>,
    b: Signal<Local, Bits<32>>,
    near: Signal<Local, Bits<32>>,
    hot: Signal<Local, Bits<32>>,
    heavy: Signal<Local, Bits<32>>,
    next_key: Signal<Local, Bits<K>>,
    next_weight: Signal<Local, Bits<16>>,
    moved: Signal<Local, Bit>,
    last_word: Signal<Local, Bits<32>>,
    seed: Constant<Bits<32>>,
    expected: Constant<Bits<32>>,
    last: Constant<Bits<{ EVENTS_BITS as usize }>>,
    shift_a: Constant<Bits<5>>,
    shift_b: Constant<Bits<5>>,
    shift_c: Constant<Bits<5>>,
    hot_mask: Constant<Bits<32>>,
    hot_base: Constant<Bits<32>>,
    hot_move: Constant<Bits<32>>,
    hot_move_bit: Constant<Bits<4>>,
    region_mask: Constant<Bits<32>>,
    region_base: Constant<Bits<32>>,
    weight_at: Constant<Bits<5>>,
    weight_mask: Constant<Bits<32>>,
    beyond: Constant<Bits<6>>,
    low_mask: Constant<Bits<K>>,
}

impl<const K: usize> Selftest<K> {
    /// The self-test that plays `test` and wants `expected` for an answer.
    pub fn new(test: Config, expected: u32) -> Self {
        let beyond = K.saturating_sub(32);
        Self {
            clock: Default::default(),
            reset: Default::default(),
            ev_valid: Default::default(),
            ev_ready: Default::default(),
            ev_key: Default::default(),
            ev_weight: Default::default(),
            cmd_valid: Default::default(),
            cmd_ready: Default::default(),
            cmd_op: Default::default(),
            dump_valid: Default::default(),
            dump_ready: Default::default(),
            dump_data: Default::default(),
            dump_last: Default::default(),
            running: Default::default(),
            pass: Default::default(),
            fail: Default::default(),
            round: Default::default(),
            state: Reg::new(State::Load),
            x: Default::default(),
            position: Default::default(),
            offered: Default::default(),
            key: Default::default(),
            weight: Default::default(),
            answered: Default::default(),
            answer: Default::default(),
            age: Default::default(),
            passed: Default::default(),
            failed: Default::default(),
            a: Default::default(),
            b: Default::default(),
            near: Default::default(),
            hot: Default::default(),
            heavy: Default::default(),
            next_key: Default::default(),
            next_weight: Default::default(),
            moved: Default::default(),
            last_word: Default::default(),
            seed: Constant::new(bits(test.seed.into())),
            expected: Constant::new(bits(expected.into())),
            last: Constant::new(bits(u64::from(test.events) - 1)),
            shift_a: Constant::new(bits(SHIFTS[0].into())),
            shift_b: Constant::new(bits(SHIFTS[1].into())),
            shift_c: Constant::new(bits(SHIFTS[2].into())),
            hot_mask: Constant::new(bits(HOT_MASK.into())),
            hot_base: Constant::new(bits(HOT_BASE.into())),
            hot_move: Constant::new(bits(HOT_MOVE.into())),
            hot_move_bit: Constant::new(bits(HOT_MOVE_BITS.into())),
            region_mask: Constant::new(bits(REGION_MASK.into())),
            region_base: Constant::new(bits(REGION_BASE.into())),
            weight_at: Constant::new(bits(WEIGHT_AT.into())),
            weight_mask: Constant::new(bits((1 << WEIGHT_BITS) - 1)),
            beyond: Constant::new(bits(beyond as u64)),
            low_mask: Constant::new(bits((1 << beyond) - 1)),
        }
    }
}

impl<const K: usize> Logic for Selftest<K> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module tester");
        comment!("@doc Feeds a profiler a round of events, asks for a snapshot with reset, and compares the checksum.");
        comment!(
            "@doc The model computed the checksum when this file was made. docs/reference/selftest.md has the stream."
        );
        comment!("@ports ev: events to the profiler");
        comment!("@ports cmd: snapshot with reset, after every round");
        comment!("@ports dump: its answer; the last word is the checksum");
        comment!("@ports running: the first round is under way");
        comment!("@ports pass: every answer so far was right, and there was one");
        comment!("@ports fail: an answer was wrong or did not come; stays until reset");
        comment!("@ports round: a round ends in this cycle");
        dff_setup!(self, clock, state, x, position, offered, key, weight, answered, answer, age, passed, failed);

        comment!("The generator: xorshift32, and a key and a weight from its state.");
        self.a.next = self.x.q.val() ^ (self.x.q.val() << self.shift_a.val());
        self.b.next = self.a.val() ^ (self.a.val() >> self.shift_b.val());
        self.near.next = (self.x.q.val() & self.region_mask.val()) ^ self.region_base.val();
        self.hot.next = (self.x.q.val() & self.hot_mask.val()) ^ self.hot_base.val();
        self.moved.next = self.position.q.val().get_bit(self.hot_move_bit.val().index());
        if self.moved.val() {
            self.hot.next = (self.x.q.val() & self.hot_mask.val()) ^ self.hot_base.val() ^ self.hot_move.val();
        }
        self.heavy.next = (self.x.q.val() >> self.weight_at.val()) & self.weight_mask.val();
        self.next_weight.next = 1.into();
        if self.x.q.val().get_bit(31) {
            self.next_key.next = bit_cast::<K, 32>(self.hot.val());
        } else if self.x.q.val().get_bit(30) {
            self.next_key.next = bit_cast::<K, 32>(self.near.val());
        } else {
            self.next_key.next = (bit_cast::<K, 32>(self.a.val()) << self.beyond.val())
                ^ (bit_cast::<K, 32>(self.b.val()) & self.low_mask.val());
            self.next_weight.next = bit_cast::<16, 32>(self.heavy.val());
        }

        comment!("Streams. The command waits for the last event of the round.");
        self.ev_valid.next = self.offered.q.val();
        self.ev_key.next = self.key.q.val();
        self.ev_weight.next = self.weight.q.val();
        self.cmd_valid.next = (self.state.q.val() == State::Ask) & !self.offered.q.val();
        self.cmd_op.next = 3.into();
        self.dump_ready.next = self.state.q.val() == State::Ask;
        self.last_word.next = bit_cast::<32, 64>(self.dump_data.val());

        comment!("One round after the other.");
        self.round.next = false;
        match self.state.q.val() {
            State::Load => {
                self.x.d.next = self.seed.val();
                self.position.d.next = 0.into();
                self.answered.d.next = false;
                self.offered.d.next = false;
                self.state.d.next = State::Feed;
            }
            State::Feed => {
                if !self.offered.q.val() | self.ev_ready.val() {
                    self.offered.d.next = true;
                    self.key.d.next = self.next_key.val();
                    self.weight.d.next = self.next_weight.val();
                    self.x.d.next = self.b.val() ^ (self.b.val() << self.shift_c.val());
                    self.position.d.next = self.position.q.val() + 1;
                    if self.position.q.val() == self.last.val() {
                        self.state.d.next = State::Ask;
                    }
                }
            }
            State::Ask => {
                if self.ev_ready.val() {
                    self.offered.d.next = false;
                }
                if self.dump_valid.val() & self.dump_last.val() {
                    self.answered.d.next = true;
                    self.answer.d.next = self.last_word.val();
                }
                if self.cmd_valid.val() & self.cmd_ready.val() {
                    self.state.d.next = State::Judge;
                }
            }
            State::Judge => {
                self.round.next = true;
                if self.answered.q.val() & (self.answer.q.val() == self.expected.val()) {
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
            self.offered.d.next = false;
            self.age.d.next = 0.into();
            self.passed.d.next = false;
            self.failed.d.next = false;
        }
    }
}
