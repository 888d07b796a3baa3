//! Where each bit that the pump moves comes from (docs/reference/rap-serial.md, "Dump").
use crate::hw::lib::Reg;
use crate::hw::rap::widths::parts;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod source {
    //! Chooses the next bit of the dump, of the first threshold, or of a word in the scratch memory.

    /// Chooses the bit `index` of what is being shifted, for the next cycle; digits of a prefix come from the stack,
    /// `address` one cycle ahead.
    ///
    /// At most one of the flags is high: `first_threshold` (bits of `cfg_t0`), `header` (word `word` of the dump's
    /// header), `prefix` (the path down to `depth`), `own` (count and level of a node). Without any it is a bit of
    /// `memory`.
    #[clocked]
    #[derived(P = parts(C))]
    pub struct Source<const C: usize, const PD: usize, const LV: usize, const LEVELS: usize> {
        /// The first threshold.
        #[group("first_threshold header prefix own word: what is being shifted")]
        pub first_threshold: Signal<In, Bit>,
        /// A word of the dump's header.
        pub header: Signal<In, Bit>,
        /// The prefix of a node.
        pub prefix: Signal<In, Bit>,
        /// Count and level of a node.
        pub own: Signal<In, Bit>,
        /// Which word of the header.
        pub word: Signal<In, Bits<3>>,
        /// A bit is addressed.
        #[group("fetching place index: its bits, addressed and one cycle later at hand")]
        pub fetching: Signal<In, Bit>,
        /// Number of the bit.
        pub place: Signal<In, Bits<6>>,
        /// Number of the bit at hand.
        pub index: Signal<In, Bits<6>>,
        /// 16 bits read from a memory; a digit of the path is on top.
        #[group("memory threshold cfg_t0 live depth: where they come from")]
        pub memory: Signal<In, Bits<16>>,
        /// Bit of the threshold, or zero.
        pub threshold: Signal<In, Bit>,
        /// First threshold.
        pub cfg_t0: Signal<In, Bits<C>>,
        /// Nodes in use.
        pub live: Signal<In, Bits<PD>>,
        /// Level of the node.
        pub depth: Signal<In, Bits<LV>>,
        /// Stack address of the digit at `place`.
        pub address: Signal<Out, Bits<LV>>,
        /// The bit with the number of the cycle before.
        pub bit_out: Signal<Out, Bit>,
        level: Reg<Bits<LV>>,
        on_path: Reg<Bit>,
        in_memory: [Reg<Bit>; 4],
        group: Reg<Bits<2>>,
        hidden: Reg<Bit>,
        in_narrow: [Reg<Bit>; 4],
        part: Reg<Bits<2>>,
        #[also(serial, in_live, is_serial)]
        is_narrow: Reg<Bit>,
        quarter: [Signal<Local, Bits<4>>; 4],
        narrow_part: [Signal<Local, Bits<16>>; 4],
    }

    impl Source {
        fn update(&mut self) {
            const DEEPEST: Bits<LV> = LEVELS - 1;
            const LAST_PART: Bits<2> = P - 1;
            const WIDTH: Bits<6> = C;

            comment!("The path: two bits a level, the deepest level of the key first, zeros below the node.");
            if self.fetching.val() & self.place.val().get_bit(0) & !self.level.q.val().all() {
                self.level.d.next = self.level.q.val() - 1;
            }
            if !self.prefix.val() {
                self.level.d.next = DEEPEST;
            }
            self.address.next = self.level.q.val();
            self.on_path.d.next = self.level.q.val() < self.depth.val();

            let chosen: Bits<4> = bit_cast::<4, 6>(self.index.val());
            if self.prefix.val() {
                chosen = bit_cast::<4, 6>(self.index.val()) | 14;
            }
            comment!("The first threshold and the level are never wanted at the same place.");
            let narrow: Bits<64> = (bit_cast::<64, LV>(self.depth.val()) << 56) | bit_cast::<64, C>(self.cfg_t0.val());
            comment!("Four candidates from the memory and four from elsewhere; one of them in the next cycle.");
            let low_index: Bits<4> = bit_cast::<4, 6>(self.index.val());
            for i in 0..4 {
                self.quarter[i].next = self.memory.val().get_bits::<4>(i * 4);
                self.in_memory[i].d.next = self.quarter[i].val().get_bit(bit_cast::<2, 4>(chosen).index());
                self.narrow_part[i].next = narrow.get_bits::<16>(i * 16);
                self.in_narrow[i].d.next = self.narrow_part[i].val().get_bit(low_index.index());
            }
            self.group.d.next = chosen.get_bits::<2>(2);
            self.part.d.next = self.index.val().get_bits::<2>(4);
            self.hidden.d.next = self.prefix.val() & !self.on_path.q.val();
            if C < 16 * P {
                comment!("n and lost have ones above their width.");
                if self.header.val() & !self.word.val().get_bit(2) & (self.index.val() >= WIDTH) {
                    self.hidden.d.next = true;
                }
            }
            self.is_narrow.d.next =
                self.first_threshold.val() | (self.own.val() & (self.index.val().get_bits::<2>(4) > LAST_PART));
            comment!("The words 1 and 3 of the header.");
            let nodes: Bits<16> = bit_cast::<16, PD>(self.live.val());
            let of_live: Bit = self.word.val().get_bit(1) & !self.index.val().get_bits::<2>(4).any();
            self.in_live.d.next = nodes.get_bit(low_index.index()) & of_live;
            self.serial.d.next = self.threshold.val() & !self.word.val().get_bit(1);
            self.is_serial.d.next = self.header.val() & self.word.val().get_bit(0) & !self.word.val().get_bit(2);
            let memory_bit: Bit = false;
            let narrow_bit: Bit = false;
            for i in 0..4 {
                if self.group.q.val() == i.to_bits() {
                    memory_bit = self.in_memory[i].q.val();
                }
                if self.part.q.val() == i.to_bits() {
                    narrow_bit = self.in_narrow[i].q.val();
                }
            }
            self.bit_out.next = memory_bit & !self.hidden.q.val();
            if self.is_narrow.q.val() {
                self.bit_out.next = narrow_bit;
            }
            if self.is_serial.q.val() {
                self.bit_out.next = self.serial.q.val() | self.in_live.q.val();
            }
        }
    }
}
