//! Puts a new child into the tables, or takes an absorbed one out, while events go on (rules R5c, R15 H2).
use crate::hw::lib::Reg;
use rust_hdl::prelude::*;

/// Where the installation stands.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum Task {
    /// Nothing to do.
    Idle,
    /// A bubble instead of an event.
    Bubble,
    /// The event that asked for the child is on its way through the patches.
    Wait,
    /// The digit of the child is known in the next cycle.
    Digit,
    /// Write what is known of the child, or a top level; the pointer sets out.
    Meta,
}

#[treetap_hdl::unit]
mod install {
    //! Puts a new child into the tables while events go on.

    /// Installs the youngest patch's child, in the background: META, and the table of its parent's level.
    ///
    /// `push` comes with the bubble that was issued for it: the pointer is put on the bus just so that it meets the
    /// bubble at the table, which no event reads then. Above level `T2 / 2` a top level is written instead (`top_we`).
    /// An absorbed leaf (`push_gone`) takes the same way: its parent goes where it was, and the bubble is asked for
    /// (`bubble`). `LATE` is 1 where the pointer takes a cycle more to the bus. Times are in
    /// docs/reference/rap-pipelined.md.
    #[clocked(reset)]
    pub struct Install<const LV: usize, const T2: usize, const LATE: usize> {
        /// A child has been made.
        pub push: Signal<In, Bit>,
        /// A leaf has been absorbed; its level is known by now.
        pub push_gone: Signal<In, Bit>,
        /// It is such a leaf.
        pub is_gone: Signal<Out, Bit>,
        /// Leave a bubble.
        pub bubble: Signal<Out, Bit>,
        /// Level of its parent.
        pub level: Signal<In, Bits<LV>>,
        /// Number of its parent's pointer table.
        pub table: Signal<Out, Bits<LV>>,
        /// Write META.
        pub meta_we: Signal<Out, Bit>,
        /// Put the pointer on the bus.
        pub bus_we: Signal<Out, Bit>,
        /// Write a top level.
        pub top_we: Signal<Out, Bit>,
        /// It will take longer than the next leaf needs to be absorbed.
        pub long: Signal<Out, Bit>,
        /// A child is being installed.
        pub busy: Signal<Out, Bit>,
        task: Reg<Task>,
        flying: Reg<Bit>,
        below_top: Reg<Bit>,
        place: Reg<Bits<LV>>,
        #[also(aim)]
        left: Reg<Bits<LV>>,
        gone: Reg<Bit>,
    }

    impl Install {
        fn update(&mut self) {
            const TOP_LEVELS: Bits<LV> = T2 / 2;
            const LATE: Bits<LV> = LATE;

            comment!("Known long before they are needed.");
            self.below_top.d.next = self.level.val() >= TOP_LEVELS;
            self.place.d.next = self.level.val() - TOP_LEVELS;
            self.table.next = self.aim.q.val();
            self.meta_we.next = false;
            self.bubble.next = false;
            self.bus_we.next = false;
            self.top_we.next = false;
            if self.flying.q.val() {
                self.left.d.next = self.left.q.val() - 1;
                if !self.left.q.val().any() {
                    self.bus_we.next = true;
                    self.flying.d.next = false;
                }
            }
            match self.task.q.val() {
                Task::Idle => {
                    self.gone.d.next = self.push_gone.val();
                    if self.push.val() {
                        self.task.d.next = Task::Wait;
                    }
                    if self.push_gone.val() {
                        self.task.d.next = Task::Bubble;
                    }
                }
                Task::Bubble => {
                    if !self.flying.q.val() {
                        self.bubble.next = true;
                        self.task.d.next = Task::Wait;
                    }
                }
                Task::Wait => {
                    self.task.d.next = Task::Digit;
                }
                Task::Digit => {
                    self.task.d.next = Task::Meta;
                }
                Task::Meta => {
                    self.meta_we.next = true;
                    self.top_we.next = !self.below_top.q.val();
                    self.left.d.next = self.place.q.val() + LATE;
                    self.aim.d.next = self.place.q.val();
                    self.flying.d.next = self.below_top.q.val();
                    self.task.d.next = Task::Idle;
                }
            }
            self.is_gone.next = self.gone.q.val();
            self.busy.next = (self.task.q.val() != Task::Idle) | self.flying.q.val();
            self.long.next = ((self.task.q.val() == Task::Bubble) | self.push_gone.val()) & self.flying.q.val();
            if self.reset.val() {
                self.task.d.next = Task::Idle;
                self.flying.d.next = false;
            }
        }
    }
}
