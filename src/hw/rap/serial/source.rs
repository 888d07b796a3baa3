//! Where each bit that the pump moves comes from (docs/reference/rap-serial.md, "Dump").
use crate::hw::lib::Reg;
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;

/// Chooses the bit `index` of what is being shifted, for the next cycle; digits of a prefix come from the stack, `address` one cycle ahead.
///
/// At most one of the flags is high: `first_threshold` (bits of `cfg_t0`), `header` (word `word` of the dump's header),
/// `prefix` (the path down to `depth`), `own` (count and level of a node). Without any it is a bit of `memory`.
#[derive(LogicBlock)]
pub struct Source<const C: usize, const PD: usize, const LV: usize> {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// The first threshold.
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
    pub fetching: Signal<In, Bit>,
    /// Its number.
    pub place: Signal<In, Bits<6>>,
    /// Number of the bit at hand.
    pub index: Signal<In, Bits<6>>,
    /// 16 bits read from a memory; a digit of the path is on top.
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
    in_memory: Vec<Reg<Bit>>,
    group: Reg<Bits<2>>,
    hidden: Reg<Bit>,
    in_narrow: Vec<Reg<Bit>>,
    part: Reg<Bits<2>>,
    is_narrow: Reg<Bit>,
    serial: Reg<Bit>,
    is_serial: Reg<Bit>,
    chosen: Signal<Local, Bits<4>>,
    quarter: Vec<Signal<Local, Bits<4>>>,
    low_index: Signal<Local, Bits<4>>,
    narrow: Signal<Local, Bits<64>>,
    narrow_part: Vec<Signal<Local, Bits<16>>>,
    memory_bit: Signal<Local, Bit>,
    narrow_bit: Signal<Local, Bit>,
    levels: Constant<Bits<LV>>,
    last_part: Constant<Bits<2>>,
}

impl<const C: usize, const PD: usize, const LV: usize> Source<C, PD, LV> {
    /// The source for keys of `levels` digits.
    pub fn new(levels: u64) -> Self {
        Self {
            clock: Default::default(),
            first_threshold: Default::default(),
            header: Default::default(),
            prefix: Default::default(),
            own: Default::default(),
            word: Default::default(),
            fetching: Default::default(),
            place: Default::default(),
            index: Default::default(),
            memory: Default::default(),
            threshold: Default::default(),
            cfg_t0: Default::default(),
            live: Default::default(),
            depth: Default::default(),
            address: Default::default(),
            bit_out: Default::default(),
            level: Default::default(),
            on_path: Default::default(),
            in_memory: (0..4).map(|_| Reg::default()).collect(),
            group: Default::default(),
            hidden: Default::default(),
            in_narrow: (0..4).map(|_| Reg::default()).collect(),
            part: Default::default(),
            is_narrow: Default::default(),
            serial: Default::default(),
            is_serial: Default::default(),
            chosen: Default::default(),
            quarter: (0..4).map(|_| Signal::default()).collect(),
            low_index: Default::default(),
            narrow: Default::default(),
            narrow_part: (0..4).map(|_| Signal::default()).collect(),
            memory_bit: Default::default(),
            narrow_bit: Default::default(),
            levels: Constant::new(bits(levels)),
            last_part: Constant::new(bits(C as u64 / 16 - 1)),
        }
    }
}

impl<const C: usize, const PD: usize, const LV: usize> Logic for Source<C, PD, LV> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module source");
        comment!("@doc Chooses the next bit of the dump, of the first threshold, or of a word in the scratch memory.");
        comment!("@ports first_threshold header prefix own word: what is being shifted");
        comment!("@ports fetching place index: its bits, addressed and one cycle later at hand");
        comment!("@ports memory threshold cfg_t0 live depth: where they come from");
        dff_setup!(self, clock, level, on_path, group, hidden, part, is_narrow, serial, is_serial);
        for i in 0..4 {
            self.in_memory[i].clock.next = self.clock.val();
            self.in_narrow[i].clock.next = self.clock.val();
        }
        comment!("The path: two bits a level, the deepest level of the key first, zeros below the node.");
        if self.fetching.val() & self.place.val().get_bit(0) & self.level.q.val().any() {
            self.level.d.next = self.level.q.val() - 1;
        }
        if !self.prefix.val() {
            self.level.d.next = self.levels.val();
        }
        self.address.next = self.level.q.val();
        self.on_path.d.next = self.level.q.val().any() & (self.level.q.val() <= self.depth.val());

        self.chosen.next = bit_cast::<4, 6>(self.index.val());
        if self.prefix.val() {
            self.chosen.next = bit_cast::<4, 6>(self.index.val()) | 14;
        }
        self.narrow.next = bit_cast::<64, LV>(self.depth.val()) << 56;
        if self.header.val() {
            self.narrow.next = bit_cast::<64, PD>(self.live.val());
        }
        if self.first_threshold.val() {
            self.narrow.next = bit_cast::<64, C>(self.cfg_t0.val());
        }
        comment!("Four candidates from the memory and four from elsewhere; one of them in the next cycle.");
        self.low_index.next = bit_cast::<4, 6>(self.index.val());
        for i in 0..4 {
            self.quarter[i].next = self.memory.val().get_bits::<4>(i * 4);
            self.in_memory[i].d.next = self.quarter[i].val().get_bit(bit_cast::<2, 4>(self.chosen.val()).index());
            self.narrow_part[i].next = self.narrow.val().get_bits::<16>(i * 16);
            self.in_narrow[i].d.next = self.narrow_part[i].val().get_bit(self.low_index.val().index());
        }
        self.group.d.next = self.chosen.val().get_bits::<2>(2);
        self.part.d.next = self.index.val().get_bits::<2>(4);
        self.hidden.d.next = self.prefix.val() & !self.on_path.q.val();
        self.is_narrow.d.next = self.first_threshold.val()
            | (self.header.val() & (self.word.val() == 3))
            | (self.own.val() & (self.index.val().get_bits::<2>(4) > self.last_part.val()));
        self.serial.d.next = self.threshold.val();
        self.is_serial.d.next = self.header.val() & (self.word.val() == 1);
        self.memory_bit.next = false;
        self.narrow_bit.next = false;
        for i in 0..4 {
            if self.group.q.val() == i.to_bits() {
                self.memory_bit.next = self.in_memory[i].q.val();
            }
            if self.part.q.val() == i.to_bits() {
                self.narrow_bit.next = self.in_narrow[i].q.val();
            }
        }
        self.bit_out.next = self.memory_bit.val() & !self.hidden.q.val();
        if self.is_narrow.q.val() {
            self.bit_out.next = self.narrow_bit.val();
        }
        if self.is_serial.q.val() {
            self.bit_out.next = self.serial.q.val();
        }
    }
}
