//! Puts a new child into the tables while events go on (rule R5c).
use crate::hw::lib::Reg;
use rust_hdl::prelude::*;

/// Where the installation stands.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum Task {
    /// Nothing to do.
    Idle,
    /// The event that asked for the child is on its way through the patches.
    Wait,
    /// The digit of the child is known in the next cycle.
    Digit,
    /// Write what is known of the child.
    Meta,
    /// Address its list.
    Head,
    /// The head of the list is on its way.
    Link,
    /// Insert it in the list.
    List,
    /// Write the top table, or wait for the bus.
    Table,
}

#[treetap_hdl::unit]
mod install {
    //! Puts a new child into list and tables while events go on.

    /// Installs the youngest patch's child, in the background: META, its list, and the table of its parent's level.
    ///
    /// `push` comes with the bubble that was issued for it: the pointer is put on the bus just so that it meets the bubble at the table,
    /// which no event reads then. Above level `T2 / 2` the top table is written instead (`top_start`, `top_busy`), and
    /// `mark` tells when that is done. Times are in docs/reference/rap-pipelined.md.
    #[clocked(reset)]
    pub struct Install<const LV: usize, const T2: usize> {
        /// A child has been made.
        pub push: Signal<In, Bit>,
        /// Level of its parent.
        pub level: Signal<In, Bits<LV>>,
        /// Number of its parent's pointer table.
        pub table: Signal<Out, Bits<LV>>,
        /// Write META.
        pub meta_we: Signal<Out, Bit>,
        /// Insert it in the list of two cycles before.
        pub put: Signal<Out, Bit>,
        /// Put the pointer on the bus.
        pub bus_we: Signal<Out, Bit>,
        /// Write the top table.
        pub top_start: Signal<Out, Bit>,
        /// The top table is being written.
        pub top_busy: Signal<In, Bit>,
        /// Every event issued from now on finds the child.
        pub mark: Signal<Out, Bit>,
        /// A child is being installed.
        pub busy: Signal<Out, Bit>,
        task: Reg<Task>,
        flying: Reg<Bit>,
        below_top: Reg<Bit>,
        place: Reg<Bits<LV>>,
        left: Reg<Bits<LV>>,
        started: Reg<Bit>,
        marking: Reg<Bit>,
    }

    impl Install {
        fn update(&mut self) {
            const TOP_LEVELS: Bits<LV> = T2 / 2;

            comment!("Known long before they are needed.");
            self.below_top.d.next = self.level.val() >= TOP_LEVELS;
            self.place.d.next = self.level.val() - TOP_LEVELS;
            self.table.next = self.place.q.val();
            self.meta_we.next = false;
            self.put.next = false;
            self.bus_we.next = false;
            self.top_start.next = false;
            self.mark.next = self.marking.q.val();
            self.marking.d.next = false;
            if self.flying.q.val() {
                self.left.d.next = self.left.q.val() - 1;
                if !self.left.q.val().any() {
                    self.bus_we.next = true;
                    self.flying.d.next = false;
                }
            }
            match self.task.q.val() {
                Task::Idle => {
                    self.started.d.next = false;
                    if self.push.val() {
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
                    drive!(self: left = place.q, flying = below_top.q);
                    self.task.d.next = Task::Head;
                }
                Task::Head => {
                    self.task.d.next = Task::Link;
                }
                Task::Link => {
                    self.task.d.next = Task::List;
                }
                Task::List => {
                    self.put.next = true;
                    self.task.d.next = Task::Table;
                    if self.below_top.q.val() & !self.flying.q.val() {
                        self.task.d.next = Task::Idle;
                    }
                }
                Task::Table => {
                    if self.below_top.q.val() {
                        if !self.flying.q.val() {
                            self.task.d.next = Task::Idle;
                        }
                    } else {
                        self.started.d.next = true;
                        self.top_start.next = !self.started.q.val();
                        if self.started.q.val() & !self.top_busy.val() {
                            self.marking.d.next = true;
                            self.task.d.next = Task::Idle;
                        }
                    }
                }
            }
            self.busy.next = self.task.q.val() != Task::Idle;
            if self.reset.val() {
                self.task.d.next = Task::Idle;
                self.flying.d.next = false;
            }
        }
    }
}
