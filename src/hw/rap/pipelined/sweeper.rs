//! The order of a sweep: which lists, and when (rule R6).
use crate::hw::lib::Reg;
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;

/// Where the sweep stands.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum Stage {
    /// No sweep.
    Idle,
    /// Let the edges of the level below reach the memories.
    Gap,
    /// Address the head of the list of even parents.
    Even,
    /// And of odd parents.
    Odd,
    /// The even head is here.
    First,
    /// The odd head is here.
    Second,
    /// Follow the links, in turns.
    Chain,
    /// Let the last edges reach the memories.
    Drain,
}

/// Runs through the lists of edges, deepest level first and digits 0 to 3, so that every parent sees its children in the order of R6.
///
/// A list of even and one of odd parents go in turns, one edge per cycle. Between two lists the results of the first have reached the
/// memories: the two empty turns that show the end, and the two cycles of the next head, are long enough; between levels, where a child
/// may have been a parent before, `Gap` adds two more.
#[derive(LogicBlock)]
pub struct Sweeper<const DB: usize, const LV: usize, const LA: usize> {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Back to idle.
    pub reset: Signal<In, Bit>,
    /// Begin; high until `done`.
    pub start: Signal<In, Bit>,
    /// Level of unit nodes.
    pub unit_level: Signal<In, Bits<LV>>,
    /// There was a child on the chain in the cycle before.
    pub live: Signal<In, Bit>,
    /// List to be read.
    pub head_at: Signal<Out, Bits<LA>>,
    /// The head is wanted on the chain.
    pub take_head: Signal<Out, Bit>,
    /// The child that was on the chain in the cycle before is an edge of this sweep.
    pub new_edge: Signal<Out, Bit>,
    /// Level of the children whose lists are read.
    pub level: Signal<Out, Bits<LV>>,
    /// Finished.
    pub done: Signal<Out, Bit>,
    stage: Reg<Stage>,
    depth: Reg<Bits<LV>>,
    digit: Reg<Bits<2>>,
    wait: Reg<Bits<4>>,
    last_digit: Reg<Bit>,
    last_level: Reg<Bit>,
    finished: Reg<Bit>,
    taking: Reg<Bit>,
    looked: Reg<Bit>,
    pair: Reg<Bit>,
    was_empty: Reg<Bit>,
    empty: Signal<Local, Bit>,
    end: Signal<Local, Bit>,
    parity: Signal<Local, Bits<1>>,
}

impl<const DB: usize, const LV: usize, const LA: usize> Default for Sweeper<DB, LV, LA> {
    fn default() -> Self {
        const { assert!(LV == DB + 1 && LA == DB + 3, "widths of Sweeper") };
        Self {
            clock: Default::default(),
            reset: Default::default(),
            start: Default::default(),
            unit_level: Default::default(),
            live: Default::default(),
            head_at: Default::default(),
            take_head: Default::default(),
            new_edge: Default::default(),
            level: Default::default(),
            done: Default::default(),
            stage: Default::default(),
            depth: Default::default(),
            digit: Default::default(),
            wait: Default::default(),
            last_digit: Default::default(),
            last_level: Default::default(),
            finished: Default::default(),
            taking: Default::default(),
            looked: Default::default(),
            pair: Default::default(),
            was_empty: Default::default(),
            empty: Default::default(),
            end: Default::default(),
            parity: Default::default(),
        }
    }
}

impl<const DB: usize, const LV: usize, const LA: usize> Logic for Sweeper<DB, LV, LA> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module sweeper");
        comment!("@doc Order of a sweep: lists of edges, deepest level first, digits 0 to 3, both parities in turns.");
        comment!("@ports start done: one sweep");
        comment!("@ports head_at take_head live new_edge: the lists");
        dff_setup!(
            self, clock, stage, depth, digit, wait, last_digit, last_level, finished, taking, looked, pair, was_empty
        );
        self.take_head.next = self.taking.q.val();
        self.taking.d.next = false;
        self.last_digit.d.next = self.digit.q.val().all();
        self.last_level.d.next = self.depth.q.val() == 1;
        comment!("An empty turn; two of them, not counting the first head, are the end.");
        self.new_edge.next = self.looked.q.val() & self.live.val();
        self.empty.next = self.looked.q.val() & !self.live.val();
        self.end.next = self.pair.q.val() & self.empty.val() & self.was_empty.q.val();
        self.looked.d.next = false;
        self.pair.d.next = false;
        self.done.next = self.finished.q.val();
        self.finished.d.next = false;
        self.parity.next = 0.into();
        self.wait.d.next = self.wait.q.val() + 1;
        match self.stage.q.val() {
            Stage::Idle => {
                self.depth.d.next = self.unit_level.val();
                self.digit.d.next = 0.into();
                self.wait.d.next = 0.into();
                if self.start.val() & !self.finished.q.val() {
                    self.stage.d.next = Stage::Gap;
                }
            }
            Stage::Gap => {
                if self.wait.q.val().get_bit(0) {
                    self.stage.d.next = Stage::Even;
                }
            }
            Stage::Even => {
                self.stage.d.next = Stage::Odd;
            }
            Stage::Odd => {
                self.parity.next = 1.into();
                self.taking.d.next = true;
                self.stage.d.next = Stage::First;
            }
            Stage::First => {
                self.taking.d.next = true;
                self.looked.d.next = true;
                self.stage.d.next = Stage::Second;
            }
            Stage::Second => {
                self.looked.d.next = true;
                self.pair.d.next = true;
                self.stage.d.next = Stage::Chain;
            }
            Stage::Chain => {
                self.looked.d.next = !self.end.val();
                self.pair.d.next = !self.end.val();
            }
            Stage::Drain => {
                if self.wait.q.val().all() {
                    self.finished.d.next = true;
                    self.stage.d.next = Stage::Idle;
                }
            }
        }
        if self.end.val() {
            self.digit.d.next = self.digit.q.val() + 1;
            self.stage.d.next = Stage::Even;
            self.wait.d.next = 0.into();
            if self.last_digit.q.val() {
                self.depth.d.next = self.depth.q.val() - 1;
                self.stage.d.next = Stage::Gap;
                if self.last_level.q.val() {
                    self.stage.d.next = Stage::Drain;
                }
            }
        }
        self.was_empty.d.next = self.empty.val();
        self.head_at.next = (bit_cast::<LA, DB>(bit_cast::<DB, LV>(self.depth.q.val())) << 3)
            | (bit_cast::<LA, 2>(self.digit.q.val()) << 1)
            | bit_cast::<LA, 1>(self.parity.val());
        self.level.next = self.depth.q.val();
        if self.reset.val() {
            self.stage.d.next = Stage::Idle;
        }
    }
}
