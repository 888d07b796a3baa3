//! The filters for a fast clock (docs/reference/pcfilter.md).
use super::deep_lane::DeepLane;
use super::hash::F2Hash;
use super::ports::{SettingsRx, WritesRx};
use super::{DECIM, HALF, HIGH, PART, PARTS, PLACE, TABLE_ADDRESS, VERDICT};
use crate::hw::bundles::RecordRx;
use crate::hw::lib::{FastRam, Reg};
use crate::spec::pcfilter::{DEEP_LATENCY, F2_BITS, LATENCY, Verdict};
use rust_hdl::prelude::*;

/// Cycles by which a verdict comes later than that of [`super::Pcfilter`].
const LATE: usize = DEEP_LATENCY - LATENCY;

/// What the kernel takes for granted.
const _: () = {
    assert!(LATE == 4 && PARTS == 4);
};

#[treetap_hdl::unit]
mod deep_filter {
    //! Filters by class and address, and the decimator: the verdict on a record is there six cycles later.
    //! docs/reference/pcfilter.md has the rules and the codes of verdicts.

    /// Judges one record per cycle for a fast clock: the verdict is there six cycles later.
    ///
    /// Tables, settings and writes are those of [`super::Pcfilter`] with both filters, but a write of the table counts
    /// two cycles later, the low half of a word one. Between two writes of it there are three cycles at least, in which
    /// `set_addr` and `set_data` hold.
    ///
    /// `X` is the width of the core's registers in bits.
    #[clocked(reset)]
    pub struct DeepFilter<#[range(32..=64, step = 32)] const X: usize> {
        #[group("records")]
        #[only(valid, trap, class, pc)]
        pub rec: RecordRx<X>,
        #[group("settings; they count for the records of the same cycle on")]
        pub cfg: SettingsRx,
        #[group(
            "set: pulses: DECIM was written; a word of the table, or a bit of it, is written, for the records of three \
             cycles later on, its low half for those of two"
        )]
        pub set: WritesRx,
        /// The tables are being cleared.
        #[group("pcf_clearing: the tables are cleared after a reset; writes are lost")]
        pub pcf_clearing: Signal<Out, Bit>,
        /// A verdict in this cycle, on the record of six cycles before.
        #[group("pcf_valid pcf_verdict: the verdict on the record of six cycles before")]
        pub pcf_valid: Signal<Out, Bit>,
        /// Code of the verdict.
        pub pcf_verdict: Signal<Out, Bits<VERDICT>>,
        lane: DeepLane<X>,
        // the copy that is read when a bit is set
        table: [FastRam<HALF, PART>; PARTS],
        // its half word with one more bit
        more: Reg<Bits<HALF>>,
        f2: F2Hash,
        // a write waits until the copy has been read
        #[also(hash2, hash)]
        hash1: Reg<Bits<{ F2_BITS as usize }>>,
        #[also(setting1, writing2, setting2, writing, setting)]
        writing1: Reg<Bit>,
        cleared: Reg<Bits<{ TABLE_ADDRESS + 1 }>>,
        write: Reg<Bit>,
        write_at: Reg<Bits<TABLE_ADDRESS>>,
        write_half: Reg<Bits<HALF>>,
        // the period, beside the records on their way
        late_set: [Reg<Bit>; LATE],
        late_decim: [Reg<Bits<DECIM>>; LATE],
        // how many the decimator still rejects, plus 2, complemented
        #[init(u64::MAX >> (64 - DECIM))]
        count: Reg<Bits<DECIM>>,
        valid: Reg<Bit>,
        verdict: Reg<Bits<VERDICT>>,
        lowest: Signal<Local, Bits<HALF>>,
    }

    impl DeepFilter {
        fn update(&mut self) {
            const ALL_CLEARED: Bits<4> = TABLE_ADDRESS as u64;
            const PLACE_BITS: Bits<4> = PLACE as u64;
            const HALF_BITS: Bits<5> = HALF as u64;
            const PART_BITS: Bits<4> = PART as u64;
            const CHOICE_BITS: Bits<4> = (PLACE + PART) as u64;
            const DECIM_CODE: Bits<VERDICT> = Verdict::Decim as u64;

            comment!(
                "The tables: cleared, or written four cycles after the request, when the word in which a bit is set \
                 has been read."
            );
            let clearing: Bit = !self.cleared.q.val().get_bit(ALL_CLEARED.index());
            drive!(f2: pct = set.data, select = cfg.f2_hsel);
            self.hash1.d.next = self.f2.hash.val();
            self.writing1.d.next = self.set.ign.val() | self.set.setign.val();
            self.setting1.d.next = self.set.setign.val();
            drive!(self: hash2 = hash1.q, writing2 = writing1.q, setting2 = setting1.q, hash = hash2.q,
                writing = writing2.q, setting = setting2.q);
            let half: Bits<HALF> = 0.into();
            for i in 0..PARTS {
                self.table[i].ra.next = self.hash1.q.val().get_bits::<PART>(PLACE_BITS.index());
                if self.hash2.q.val().get_bits::<2>(CHOICE_BITS.index()) == i.to_bits() {
                    half = self.table[i].rd.val();
                }
            }
            self.lowest.next = 1.into();
            self.more.d.next = half | (self.lowest.val() << self.hash2.q.val().get_bits::<PLACE>(0));
            comment!("The low half of a word goes a cycle ahead of the high one.");
            let we: Bit = (self.writing2.q.val() & !self.setting2.q.val()) | self.writing.q.val() | clearing;
            let wa: Bits<TABLE_ADDRESS> = bit_cast::<TABLE_ADDRESS, WORD_ADDRESS>(self.set.addr.val()) << 1;
            let wd: Bits<HALF> = self.set.data.val().get_bits::<HALF>(0);
            if self.writing.q.val() {
                wa = (bit_cast::<TABLE_ADDRESS, WORD_ADDRESS>(self.set.addr.val()) << 1) | 1;
                wd = self.set.data.val().get_bits::<HALF>(HALF_BITS.index());
            }
            if self.setting.q.val() {
                wa = self.hash.q.val().get_bits::<TABLE_ADDRESS>(PLACE_BITS.index());
                wd = self.more.q.val();
            }
            if clearing {
                wa = self.cleared.q.val().get_bits::<TABLE_ADDRESS>(0);
                wd = 0.into();
                self.cleared.d.next = self.cleared.q.val() + 1;
            }
            self.write.d.next = we;
            self.write_at.d.next = wa;
            self.write_half.d.next = wd;
            for i in 0..PARTS {
                self.table[i].we.next =
                    self.write.q.val() & (self.write_at.q.val().get_bits::<2>(PART_BITS.index()) == i.to_bits());
                self.table[i].wa.next = self.write_at.q.val().get_bits::<PART>(0);
                self.table[i].wd.next = self.write_half.q.val();
            }
            self.pcf_clearing.next = clearing;

            drive!(lane: valid = rec.valid, trap = rec.trap, class = rec.class, pc = rec.pc, fen = cfg.fen,
                class_en = cfg.class_en, f1_hsel = cfg.f1_hsel, f1_mask = cfg.f1_mask, f1_match = cfg.f1_match,
                f2_hsel = cfg.f2_hsel, we = write.q, wa = write_at.q, wd = write_half.q);
            self.lane.clearing.next = clearing;

            comment!(
                "The decimator counts up, from the complement of the period, to all ones but the lowest bit: then one \
                 passes."
            );
            comment!("Period 0 begins there, too. A new period waits for the records before it.");
            self.late_set[0].d.next = self.set.decim.val();
            self.late_decim[0].d.next = self.cfg.decim.val();
            for i in 1..LATE {
                self.late_set[i].d.next = self.late_set[i - 1].q.val();
                self.late_decim[i].d.next = self.late_decim[i - 1].q.val();
            }
            let judged: Bit = self.lane.judged.val();
            let counts: Bit = judged & !self.lane.verdict.val().any();
            let full: Bit = self.count.q.val().get_bits::<HIGH>(1).all();
            if self.late_set[3].q.val() | (counts & full) {
                self.count.d.next = !self.late_decim[3].q.val();
            } else if counts {
                self.count.d.next = self.count.q.val() + 1;
            }
            self.valid.d.next = judged;
            self.verdict.d.next = self.lane.verdict.val();
            if counts & !full {
                self.verdict.d.next = DECIM_CODE;
            }
            drive!(self: pcf_valid = valid.q, pcf_verdict = verdict.q);
            if self.reset.val() {
                zero!(self: writing1, writing2, writing, cleared, write);
                self.count.d.next = 0xffff.into();
                self.valid.d.next = false;
            }
        }
    }
}
