//! Filters by class and address, and the decimator (docs/reference/pcfilter.md).
mod hash;
mod lane;

use crate::hw::lib::{FastRam, Reg, several};
use crate::spec::classify::Opclass;
use crate::spec::pcfilter::{DECIM_BITS, F2_BITS, Verdict};
use crate::{comment, dff_setup};
use hash::F2Hash;
use lane::Lane;
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// Bits of a verdict's code.
const VERDICT: usize = Verdict::BITS;
/// Bits of the number of a word of the table.
const TABLE_ADDRESS: usize = F2_BITS as usize - 5;
/// Bits of the decimator's count.
const DECIM: usize = DECIM_BITS as usize;
/// All of them but the lowest.
const HIGH: usize = DECIM - 1;

/// Judges `RW` records per cycle, lane 0 the older one: the verdict is there two cycles later.
///
/// Each lane has a table of addresses to ignore, all with the same words; one more is read when a bit is set (`set_setign`). After a reset
/// they are cleared, which takes 128 cycles with `pcf_clearing`; nothing is ignored then, and writes of the table are lost. `set_ign` and
/// `set_setign` are pulses, not in cycles that follow each other; `set_addr` and `set_data` hold in the cycle after.
///
/// `X` is the width of the core's registers; `CW = 5 RW`, `PW = X RW`, `VW = 3 RW`, `OLDER = RW - 1`. `T` is 1, or
/// 0 to leave the second filter out.
#[derive(LogicBlock, SmartDefault)]
pub struct Pcfilter<
    const X: usize,
    const RW: usize,
    const CW: usize,
    const PW: usize,
    const VW: usize,
    const OLDER: usize,
    const T: usize,
> {
    #[default(const {
        assert!(CW == 5 * RW && PW == X * RW && VW == 3 * RW && OLDER + 1 == RW && T <= 1, "derived widths of Pcfilter");
    })]
    _fits: (),
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// Records in this cycle.
    pub rec_valid: Signal<In, Bits<RW>>,
    /// They did not execute.
    pub rec_trap: Signal<In, Bits<RW>>,
    /// Their classes.
    pub rec_class: Signal<In, Bits<CW>>,
    /// Their addresses.
    pub rec_pc: Signal<In, Bits<PW>>,
    /// The filters let anything through.
    pub cfg_fen: Signal<In, Bit>,
    /// Classes that are wanted.
    pub cfg_class_en: Signal<In, Bits<{ Opclass::COUNT }>>,
    /// Hash of the first filter.
    pub cfg_f1_hsel: Signal<In, Bits<2>>,
    /// Its bits that are compared.
    pub cfg_f1_mask: Signal<In, Bits<8>>,
    /// With what.
    pub cfg_f1_match: Signal<In, Bits<8>>,
    /// Hash of the second filter.
    pub cfg_f2_hsel: Signal<In, Bits<2>>,
    /// One of so many passes.
    pub cfg_decim: Signal<In, Bits<DECIM>>,
    /// `cfg_decim` was written.
    pub set_decim: Signal<In, Bit>,
    /// The word `set_addr` of the table becomes `set_data`.
    pub set_ign: Signal<In, Bit>,
    /// The instruction `set_data` is ignored.
    pub set_setign: Signal<In, Bit>,
    /// Number of a word of the table.
    pub set_addr: Signal<In, Bits<TABLE_ADDRESS>>,
    /// A word of the table, or bits 32 to 1 of an address.
    pub set_data: Signal<In, Bits<32>>,
    /// The tables are being cleared.
    pub pcf_clearing: Signal<Out, Bit>,
    /// Verdicts in this cycle, on the records of two cycles before.
    pub pcf_valid: Signal<Out, Bits<RW>>,
    /// Their codes.
    pub pcf_verdict: Signal<Out, Bits<VW>>,
    #[default(several(RW))]
    lanes: Vec<Lane<X, T>>,
    // the copy that is read when a bit is set
    #[default(several(T))]
    table: Vec<FastRam<32, TABLE_ADDRESS>>,
    #[default(several(T))]
    f2: Vec<F2Hash>,
    #[default(several(T))]
    hash: Vec<Reg<Bits<{ F2_BITS as usize }>>>,
    writing: Reg<Bit>,
    setting: Reg<Bit>,
    cleared: Reg<Bits<{ TABLE_ADDRESS + 1 }>>,
    // how many the decimator still rejects, plus 2, complemented
    #[default(Reg::new(!Bits::<DECIM>::from(0)))]
    count: Reg<Bits<DECIM>>,
    #[default(several(OLDER))]
    period: Vec<Reg<Bits<DECIM>>>,
    valid: Reg<Bits<RW>>,
    verdict: Reg<Bits<VW>>,
    clearing: Signal<Local, Bit>,
    we: Signal<Local, Bit>,
    wa: Signal<Local, Bits<TABLE_ADDRESS>>,
    wd: Signal<Local, Bits<32>>,
    lowest: Signal<Local, Bits<32>>,
    restart: Signal<Local, Bits<DECIM>>,
    anew: Signal<Local, Bit>,
    left: Signal<Local, Bits<DECIM>>,
    counts: Signal<Local, Bit>,
    full: Signal<Local, Bit>,
    valids: Signal<Local, Bits<RW>>,
    verdicts: Signal<Local, Bits<VW>>,
    code: Signal<Local, Bits<VERDICT>>,
    #[default(Constant::new(bits(TABLE_ADDRESS as u64)))]
    all_cleared: Constant<Bits<3>>,
    #[default((0..RW).map(|i| Constant::new(bits(5 * i as u64))).collect())]
    class_at: Vec<Constant<Bits<5>>>,
    #[default((0..RW).map(|i| Constant::new(bits((X * i) as u64))).collect())]
    pc_at: Vec<Constant<Bits<8>>>,
    #[default((0..RW).map(|i| Constant::new(bits(3 * i as u64))).collect())]
    verdict_at: Vec<Constant<Bits<4>>>,
}

impl<
    const X: usize,
    const RW: usize,
    const CW: usize,
    const PW: usize,
    const VW: usize,
    const OLDER: usize,
    const T: usize,
> Logic for Pcfilter<X, RW, CW, PW, VW, OLDER, T>
{
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module pcfilter");
        comment!(
            "@doc Filters by class and address, and the decimator: the verdict on a record is there two cycles later."
        );
        comment!("@doc docs/reference/pcfilter.md has the rules and the codes of verdicts.");
        comment!("@ports rec: records, lane 0 the oldest");
        comment!("@ports cfg: settings; they count for the records of the same cycle on");
        comment!(
            "@ports set: pulses: DECIM was written; a word of the table, or a bit of it, is written, for the records of the next cycle on"
        );
        comment!("@ports pcf_clearing: the tables are cleared after a reset; writes are lost");
        comment!("@ports pcf_valid pcf_verdict: verdicts on the records of two cycles before");
        dff_setup!(self, clock, writing, setting, cleared, count, valid, verdict);

        self.clearing.next = false;
        self.we.next = false;
        self.wa.next = self.set_addr.val();
        self.wd.next = self.set_data.val();
        for i in 0..T {
            comment!(
                "The tables: cleared, or written a cycle after the request, when the word in which a bit is set has been read."
            );
            self.clearing.next = !self.cleared.q.val().get_bit(self.all_cleared.val().index());
            self.f2[i].pct.next = self.set_data.val();
            self.f2[i].select.next = self.cfg_f2_hsel.val();
            self.table[i].clock.next = self.clock.val();
            self.table[i].ra.next = self.f2[i].hash.val().get_bits::<TABLE_ADDRESS>(5);
            self.hash[i].clock.next = self.clock.val();
            self.hash[i].d.next = self.f2[i].hash.val();
            self.lowest.next = 1.into();
            self.writing.d.next = self.set_ign.val() | self.set_setign.val();
            self.setting.d.next = self.set_setign.val();
            self.we.next = self.writing.q.val() | self.clearing.val();
            if self.setting.q.val() {
                self.wa.next = self.hash[i].q.val().get_bits::<TABLE_ADDRESS>(5);
                self.wd.next = self.table[i].rd.val() | (self.lowest.val() << self.hash[i].q.val().get_bits::<5>(0));
            }
            if self.clearing.val() {
                self.wa.next = self.cleared.q.val().get_bits::<TABLE_ADDRESS>(0);
                self.wd.next = 0.into();
                self.cleared.d.next = self.cleared.q.val() + 1;
            }
            self.table[i].we.next = self.we.val();
            self.table[i].wa.next = self.wa.val();
            self.table[i].wd.next = self.wd.val();
        }
        self.pcf_clearing.next = self.clearing.val();

        for i in 0..RW {
            self.lanes[i].clock.next = self.clock.val();
            self.lanes[i].reset.next = self.reset.val();
            self.lanes[i].valid.next = self.rec_valid.val().get_bit(i);
            self.lanes[i].trap.next = self.rec_trap.val().get_bit(i);
            self.lanes[i].class.next = self.rec_class.val().get_bits::<5>(self.class_at[i].val().index());
            self.lanes[i].pc.next = self.rec_pc.val().get_bits::<X>(self.pc_at[i].val().index());
            self.lanes[i].fen.next = self.cfg_fen.val();
            self.lanes[i].class_en.next = self.cfg_class_en.val();
            self.lanes[i].f1_hsel.next = self.cfg_f1_hsel.val();
            self.lanes[i].f1_mask.next = self.cfg_f1_mask.val();
            self.lanes[i].f1_match.next = self.cfg_f1_match.val();
            self.lanes[i].f2_hsel.next = self.cfg_f2_hsel.val();
            self.lanes[i].we.next = self.we.val();
            self.lanes[i].wa.next = self.wa.val();
            self.lanes[i].wd.next = self.wd.val();
            self.lanes[i].clearing.next = self.clearing.val();
        }

        comment!(
            "The decimator counts up, from the complement of the period, to all ones but the lowest bit: then one passes."
        );
        comment!("Period 0 begins there, too.");
        self.restart.next = !self.cfg_decim.val();
        self.anew.next = self.set_decim.val();
        for i in 0..OLDER {
            comment!("A write comes after the lanes of this stage: they belong to the period before it.");
            self.period[i].clock.next = self.clock.val();
            self.period[i].d.next = !self.cfg_decim.val();
            self.restart.next = self.period[i].q.val();
            self.anew.next = false;
        }
        self.left.next = self.count.q.val();
        self.valids.next = 0.into();
        self.verdicts.next = 0.into();
        for i in 0..RW {
            self.code.next = self.lanes[i].verdict.val();
            self.counts.next = self.lanes[i].judged.val() & !self.lanes[i].verdict.val().any();
            self.full.next = self.left.val().get_bits::<HIGH>(1).all();
            if self.counts.val() & !self.full.val() {
                self.code.next = 5.into();
            }
            if self.counts.val() | self.anew.val() {
                if self.full.val() | self.anew.val() {
                    self.left.next = self.restart.val();
                } else {
                    self.left.next = self.left.val() + 1;
                }
            }
            self.valids.next = self.valids.val().replace_bit(i, self.lanes[i].judged.val());
            self.verdicts.next =
                self.verdicts.val() | (bit_cast::<VW, VERDICT>(self.code.val()) << self.verdict_at[i].val());
        }
        self.count.d.next = self.left.val();
        for _i in 0..OLDER {
            if self.set_decim.val() {
                self.count.d.next = !self.cfg_decim.val();
            }
        }
        self.valid.d.next = self.valids.val();
        self.verdict.d.next = self.verdicts.val();
        self.pcf_valid.next = self.valid.q.val();
        self.pcf_verdict.next = self.verdict.q.val();
        if self.reset.val() {
            self.writing.d.next = false;
            self.cleared.d.next = 0.into();
            self.count.d.next = 0xffff.into();
            self.valid.d.next = 0.into();
        }
    }
}
