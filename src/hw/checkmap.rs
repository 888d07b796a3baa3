//! The map of checks (docs/reference/checkmap.md).
use crate::hw::lib::{FastRam, Reg};
use crate::spec::checkmap::{CODE_BITS, WORD_CODES};
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

const CODE: usize = CODE_BITS as usize;
/// Bits of the number of a code in its word.
const PLACE: usize = WORD_CODES.trailing_zeros() as usize;
/// Bits of the place of a code in its word.
const BIT: usize = PLACE + 1;
/// Bits of the distance of an address from the base, in steps of two bytes.
const SLOT: usize = 31;

/// A code of two bits for every two bytes of a stretch of code: that of the address of one cycle is there in the next one.
///
/// `A` is log2 of the number of words of 16 codes, `HIGH = 27 - A`. After a reset the memory is cleared, a word in a cycle, with `map_clearing`.
#[derive(LogicBlock, SmartDefault)]
pub struct Checkmap<const A: usize, const HIGH: usize> {
    #[default(const { assert!(A + HIGH + PLACE == SLOT && PLACE == 4, "HIGH is what is left of an address") })]
    _fits: (),
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// Low 32 bits of the address of an instruction.
    pub rec_pc: Signal<In, Bits<32>>,
    /// Code of the instruction of the cycle before.
    pub map_code: Signal<Out, Bits<CODE>>,
    /// The memory is being cleared; writes are lost.
    pub map_clearing: Signal<Out, Bit>,
    /// Half the address of the first code.
    pub cfg_map_base: Signal<In, Bits<SLOT>>,
    /// There are codes other than 0.
    pub cfg_map_en: Signal<In, Bit>,
    /// `set_data` is the number of the word that is written next.
    pub set_map_waddr: Signal<In, Bit>,
    /// `set_data` is that word.
    pub set_map_wdata: Signal<In, Bit>,
    /// The word written last.
    pub set_data: Signal<In, Bits<32>>,
    codes: FastRam<32, A>,
    clearing: Reg<Bit>,
    at: Reg<Bits<A>>,
    inside: Reg<Bit>,
    place: Reg<Bits<BIT>>,
    slot: Signal<Local, Bits<SLOT>>,
    above: Signal<Local, Bits<HIGH>>,
    writes: Signal<Local, Bit>,
    #[default(Constant::new(bits((A + PLACE) as u64)))]
    high_at: Constant<Bits<5>>,
}

impl<const A: usize, const HIGH: usize> Logic for Checkmap<A, HIGH> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module checkmap");
        comment!(
            "@doc What is known of each instruction: 0 nothing, 1 entry, 2 jump back, 3 no event. docs/reference/checkmap.md"
        );
        comment!("@ports rec: address of an instruction");
        comment!("@ports map: its code in the next cycle; the memory is being cleared");
        comment!("@ports cfg: half the address of the first code; on");
        comment!("@ports set: writes of the memory");
        dff_setup!(self, clock, clearing, at, inside, place);
        comment!("Two bytes have a code, 16 codes are a word.");
        self.slot.next = self.rec_pc.val().get_bits::<SLOT>(1) - self.cfg_map_base.val();
        self.codes.clock.next = self.clock.val();
        self.codes.ra.next = self.slot.val().get_bits::<A>(4);
        self.above.next = self.slot.val().get_bits::<HIGH>(self.high_at.val().index());
        self.inside.d.next = !self.above.val().any();
        self.place.d.next = bit_cast::<BIT, PLACE>(self.slot.val().get_bits::<PLACE>(0)) << 1;
        self.map_code.next = 0.into();
        if self.inside.q.val() & self.cfg_map_en.val() {
            self.map_code.next = self.codes.rd.val().get_bits::<CODE>(self.place.q.val().index());
        }

        comment!("Words are written in order from a place that is written before; after a reset all of them are 0.");
        self.writes.next = self.set_map_wdata.val() | self.clearing.q.val();
        self.codes.we.next = self.writes.val();
        self.codes.wa.next = self.at.q.val();
        self.codes.wd.next = self.set_data.val();
        if self.clearing.q.val() {
            self.codes.wd.next = 0.into();
        }
        if self.writes.val() {
            self.at.d.next = self.at.q.val() + 1;
            if self.at.q.val().all() {
                self.clearing.d.next = false;
            }
        }
        if self.set_map_waddr.val() & !self.clearing.q.val() {
            self.at.d.next = self.set_data.val().get_bits::<A>(0);
        }
        self.map_clearing.next = self.clearing.q.val();
        if self.reset.val() {
            self.clearing.d.next = true;
            self.at.d.next = 0.into();
        }
    }
}
