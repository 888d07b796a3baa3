//! The order of a sweep: which lists, and when (rule R6).
use super::far;
use crate::hw::lib::Reg;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod sweeper {
    //! Order of a sweep: lists of edges, deepest level first, digits 0 to 3, both parities in turns.

    /// Runs through the lists of edges, deepest level first and digits 0 to 3, so that every parent sees its children in the order of R6.
    ///
    /// A list of even and one of odd parents go in turns, one edge per cycle. Between two lists the results of the first have reached the
    /// memories: the two empty turns that show the end, and the two cycles of the next head, are long enough; between levels, where a child
    /// may have been a parent before, `Gap` adds two more. Where nodes have a dozen bits, own(parent) is read a cycle earlier and
    /// what concerns the child is written a cycle later (Count): one cycle more between lists, of a level and of two.
    #[clocked(reset)]
    #[derived(LV = DB + 1, LA = DB + 3)]
    pub struct Sweeper<const AW: usize, const DB: usize> {
        /// Begin; high until `done`.
        #[group("start done: one sweep")]
        pub start: Signal<In, Bit>,
        /// Level of unit nodes.
        pub unit_level: Signal<In, Bits<LV>>,
        /// There was a child on the chain in the cycle before.
        #[group("head_at take_head live new_edge: the lists")]
        pub live: Signal<In, Bit>,
        /// List to be read; a cycle earlier where nodes have a dozen bits.
        pub head_at: Signal<Out, Bits<LA>>,
        /// The head is wanted on the chain.
        pub take_head: Signal<Out, Bit>,
        /// The child that was on the chain in the cycle before is an edge of this sweep.
        pub new_edge: Signal<Out, Bit>,
        /// Level of the children whose lists are read.
        pub level: Signal<Out, Bits<LV>>,
        /// Finished.
        pub done: Signal<Out, Bit>,
        // where the sweep stands: one of these
        // no sweep.
        #[init(true)]
        in_idle: Reg<Bit>,
        // let the edges of the level below reach the memories.
        in_gap: Reg<Bit>,
        // let the edges of the list before reach the memories, where nodes have a dozen bits.
        #[when(far(AW) > 0)]
        in_hold: Reg<Bit>,
        // address the head of the list of even parents.
        in_even: Reg<Bit>,
        // and of odd parents.
        in_odd: Reg<Bit>,
        // the even head is here.
        in_first: Reg<Bit>,
        // the odd head is here.
        in_second: Reg<Bit>,
        // follow the links, in turns.
        in_chain: Reg<Bit>,
        // let the last edges reach the memories.
        in_drain: Reg<Bit>,
        depth: Reg<Bits<LV>>,
        digit: Reg<Bits<2>>,
        wait: Reg<Bits<4>>,
        #[also(last_level, finished, taking, looked, pair, was_empty)]
        last_digit: Reg<Bit>,
    }

    impl Sweeper {
        fn update(&mut self) {
            self.take_head.next = self.taking.q.val();
            self.taking.d.next = false;
            self.last_digit.d.next = self.digit.q.val().all();
            self.last_level.d.next = self.depth.q.val() == 1;
            comment!("An empty turn; two of them, not counting the first head, are the end.");
            self.new_edge.next = self.looked.q.val() & self.live.val();
            let empty: Bit = self.looked.q.val() & !self.live.val();
            let end: Bit = self.pair.q.val() & empty & self.was_empty.q.val();
            zero!(self: looked, pair);
            self.done.next = self.finished.q.val();
            self.finished.d.next = false;
            let parity: Bits<1> = 0.into();
            self.wait.d.next = self.wait.q.val() + 1;
            if self.in_idle.q.val() {
                self.depth.d.next = self.unit_level.val();
                zero!(self: digit, wait);
                if self.start.val() & !self.finished.q.val() {
                    self.in_idle.d.next = false;
                    self.in_gap.d.next = true;
                }
            }
            if self.in_gap.q.val() & self.wait.q.val().get_bit(0) {
                self.in_gap.d.next = false;
                self.in_even.d.next = true;
            }
            if self.in_even.q.val() {
                self.in_even.d.next = false;
                self.in_odd.d.next = true;
            }
            if self.in_odd.q.val() {
                parity = 1.into();
                self.taking.d.next = true;
                self.in_odd.d.next = false;
                self.in_first.d.next = true;
            }
            if self.in_first.q.val() {
                self.taking.d.next = true;
                self.looked.d.next = true;
                self.in_first.d.next = false;
                self.in_second.d.next = true;
            }
            if self.in_second.q.val() {
                self.looked.d.next = true;
                self.pair.d.next = true;
                self.in_second.d.next = false;
                self.in_chain.d.next = true;
            }
            if self.in_chain.q.val() {
                self.looked.d.next = !end;
                self.pair.d.next = !end;
            }
            if self.in_drain.q.val() & self.wait.q.val().all() {
                self.finished.d.next = true;
                self.in_drain.d.next = false;
                self.in_idle.d.next = true;
            }
            if end {
                self.digit.d.next = self.digit.q.val() + 1;
                zero!(self: wait, in_chain);
                self.in_even.d.next = !self.last_digit.q.val();
                self.in_gap.d.next = self.last_digit.q.val() & !self.last_level.q.val();
                self.in_drain.d.next = self.last_digit.q.val() & self.last_level.q.val();
                if self.last_digit.q.val() {
                    self.depth.d.next = self.depth.q.val() - 1;
                }
            }
            if far(AW) > 0 {
                self.in_hold.d.next = !self.reset.val()
                    & ((end & !self.last_digit.q.val()) | (self.in_gap.q.val() & self.wait.q.val().get_bit(0)));
                if end | self.in_gap.q.val() {
                    self.in_even.d.next = false;
                }
                if self.in_hold.q.val() {
                    self.in_even.d.next = true;
                }
            }
            self.was_empty.d.next = empty;
            if far(AW) > 0 {
                comment!("The list of the next cycle.");
                parity = bit_cast::<1, 1>(self.in_even.q.val().into());
            }
            self.head_at.next = (bit_cast::<LA, DB>(bit_cast::<DB, LV>(self.depth.q.val())) << 3)
                | (bit_cast::<LA, 2>(self.digit.q.val()) << 1)
                | bit_cast::<LA, 1>(parity);
            self.level.next = self.depth.q.val();
            if self.reset.val() {
                self.in_idle.d.next = true;
                zero!(self: in_gap, in_even, in_odd, in_first, in_second, in_chain, in_drain);
            }
        }
    }
}
