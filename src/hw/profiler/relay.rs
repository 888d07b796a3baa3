//! The way from the registers to the counters, for a fast clock (docs/reference/profiler.md).
use crate::hw::lib::Reg;
use crate::spec::regs::SLOT_BITS;
use rust_hdl::prelude::*;

/// Bits of the number of a word and its page.
const ADDRESS: usize = SLOT_BITS as usize + 1;

#[treetap_hdl::unit]
mod relay {
    //! Reads of counters and statistics on their way: a word waits in a register before the registers show it.

    /// Passes reads of the registers on to the readout; a word comes three cycles later, from a register. It is taken
    /// where it is found, so that the halves of a wide one belong together.
    #[clocked(reset)]
    pub struct Relay {
        /// Which word.
        #[group("a read of the registers")]
        pub cnt_addr: Signal<In, Bits<ADDRESS>>,
        /// The word is wanted; the address was there two cycles before.
        pub cnt_read: Signal<In, Bit>,
        /// The word is here.
        pub cnt_valid: Signal<Out, Bit>,
        /// The word.
        pub cnt_data: Signal<Out, Bits<32>>,
        /// Which word.
        #[group("the read at the readout")]
        pub far_addr: Signal<Out, Bits<ADDRESS>>,
        /// The word is wanted.
        pub far_read: Signal<Out, Bit>,
        /// The word is here.
        pub far_valid: Signal<In, Bit>,
        /// The word.
        pub far_data: Signal<In, Bits<32>>,
        addr: Reg<Bits<ADDRESS>>,
        #[also(wanted, here)]
        read: Reg<Bit>,
        word: Reg<Bits<32>>,
    }

    impl Relay {
        fn update(&mut self) {
            drive!(self: addr = cnt_addr, far_addr = addr.q);
            self.read.d.next = self.cnt_read.val() & !self.reset.val();
            let take: Bit = self.wanted.q.val() & self.far_valid.val();
            self.wanted.d.next =
                self.cnt_read.val() & self.read.q.val() & !self.here.q.val() & !take & !self.reset.val();
            drive!(self: far_read = wanted.q);
            self.here.d.next = take & !self.reset.val();
            self.word.d.next = self.far_data.val();
            drive!(self: cnt_valid = here.q, cnt_data = word.q);
        }
    }
}
