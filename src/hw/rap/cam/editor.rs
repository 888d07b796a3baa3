//! Stage 1 of the CAM engine: which rows of the ternary memory change when an entry comes or goes.
use crate::hw::lib::Reg;
use rust_hdl::prelude::*;

/// What the editor does.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum Step {
    /// Nothing.
    Idle,
    /// Clear row by row.
    Wipe,
    /// Read the rows of the bytes before the child's digit.
    Before,
    /// The rows are on their way.
    Wait,
    /// Invert the child's bit in them, and say which bytes are wild for it.
    Prefix,
    /// Invert the bits of child and parent in the rows that begin with the child's prefix.
    Digit,
}

#[treetap_hdl::unit]
mod editor {
    //! Names the rows of the ternary memory that change when an entry comes or goes, and clears them all.

    /// Clears the ternary memory, or makes one entry come or go: the same operation.
    ///
    /// Let `c` be the child of `p` on some digit, and let that digit lie in byte `j`. `c` matches exactly one row of
    /// each byte before `j` (as `p` does), in byte `j` the rows that begin with its prefix, and anything after. `p`
    /// hits in the same rows of byte `j` as long as `c` does not exist. So `c` comes or goes by inverting its bit in
    /// one row of each byte before `j` and the bits of both in `4^(digits of byte j after it)` rows of byte `j`: 1, 4,
    /// 16 or 64.
    ///
    /// `toggle` starts with a key that has the prefix of the child, held while `busy`, and takes `child`, `parent`
    /// and `slot`, the number of the child's digit counted from the least significant one. It takes three cycles more
    /// than there are rows in byte `j`. `start_wipe` takes 258; the key must be 0.
    #[clocked(reset)]
    pub struct Editor<const AW: usize, const LV: usize, const M: usize> {
        /// Clear all rows.
        #[group("start_wipe toggle: requests, while not busy")]
        pub start_wipe: Signal<In, Bit>,
        /// Make an entry come or go.
        pub toggle: Signal<In, Bit>,
        /// The entry.
        #[group("child parent slot: the entry, its parent, the number of its last digit")]
        pub child: Signal<In, Bits<AW>>,
        /// Parent of the entry.
        pub parent: Signal<In, Bits<AW>>,
        /// Number of its last digit.
        pub slot: Signal<In, Bits<LV>>,
        /// At work.
        pub busy: Signal<Out, Bit>,
        /// To be exchanged in every byte of the key.
        #[group("change these bits in every byte of the key")]
        pub exchange: Signal<Out, Bits<8>>,
        /// Invert bits in these memories.
        #[group("invert wipe wild set_wild: to the banks")]
        pub invert: Signal<Out, Bits<M>>,
        /// Clear the row.
        pub wipe: Signal<Out, Bit>,
        /// The entry.
        pub child_now: Signal<Out, Bits<AW>>,
        /// The bit of the entry is inverted from the next cycle on.
        pub child_on: Signal<Out, Bit>,
        /// Parent of the entry at hand.
        pub parent_now: Signal<Out, Bits<AW>>,
        /// The bit of the parent is inverted from the next cycle on.
        pub parent_on: Signal<Out, Bit>,
        /// Bytes after the digit.
        pub wild: Signal<Out, Bits<M>>,
        /// Take them.
        pub set_wild: Signal<Out, Bit>,
        step: Reg<Step>,
        entry: Reg<Bits<AW>>,
        above: Reg<Bits<AW>>,
        place: Reg<Bits<LV>>,
        count: Reg<Bits<8>>,
        last: Reg<Bit>,
        finish: Reg<Bit>,
    }

    impl Editor {
        fn update(&mut self) {
            const ONES: Bits<M> = u64::MAX >> (64 - M);
            const ONE: Bits<M> = 1;

            let byte: Bits<LV> = self.place.q.val() >> 2;
            self.invert.next = 0.into();
            self.wipe.next = false;
            self.child_on.next = true;
            self.parent_on.next = false;
            self.set_wild.next = false;
            self.busy.next = true;

            comment!("The last of 64, 16, 4 or 1 rows, or of all.");
            let limit: Bits<8> = 255.into();
            if self.step.q.val() != Step::Wipe {
                match bit_cast::<2, LV>(self.place.q.val()).index() {
                    0 => limit = 0.into(),
                    1 => limit = 3.into(),
                    2 => limit = 15.into(),
                    _ => limit = 63.into(),
                }
            }
            self.last.d.next = self.count.q.val() == limit;
            self.finish.d.next = self.last.q.val();
            match self.step.q.val() {
                Step::Idle => {
                    self.busy.next = false;
                    zero!(self: last, count);
                    drive!(self: entry = child, above = parent, place = slot);
                    if self.start_wipe.val() {
                        self.step.d.next = Step::Wipe;
                    } else if self.toggle.val() {
                        self.step.d.next = Step::Before;
                    }
                }
                Step::Wipe => {
                    self.wipe.next = true;
                    self.count.d.next = self.count.q.val() + 1;
                    if self.finish.q.val() {
                        self.step.d.next = Step::Idle;
                    }
                }
                Step::Before => {
                    self.last.d.next = false;
                    self.step.d.next = Step::Wait;
                }
                Step::Wait => {
                    self.count.d.next = self.count.q.val() + 1;
                    self.step.d.next = Step::Prefix;
                }
                Step::Prefix => {
                    self.set_wild.next = true;
                    self.parent_on.next = true;
                    self.invert.next = (ONES << byte) << 1;
                    self.count.d.next = self.count.q.val() + 1;
                    self.step.d.next = Step::Digit;
                }
                Step::Digit => {
                    self.parent_on.next = true;
                    self.invert.next = ONE << byte;
                    self.count.d.next = self.count.q.val() + 1;
                    if self.finish.q.val() {
                        self.step.d.next = Step::Idle;
                    }
                }
            }
            self.wild.next = !(ONES << byte);
            drive!(self: exchange = count.q, child_now = entry.q, parent_now = above.q);
            comment!("A reset of one cycle leaves nothing behind that would end the clearing after it.");
            if self.reset.val() {
                self.step.d.next = Step::Idle;
                self.last.d.next = false;
            }
        }
    }
}
