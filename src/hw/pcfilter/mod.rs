//! Filters by class and address, and the decimator (docs/reference/pcfilter.md).
mod deep;
mod deep_lane;
mod hash;
mod lane;
mod ports;

pub use deep::DeepFilter;

use crate::hw::bundles::RecordRx;
use crate::hw::lib::{FastRam, Reg};
use crate::spec::pcfilter::{DECIM_BITS, F2_BITS, Verdict};
use hash::F2Hash;
use lane::Lane;
use ports::{SettingsRx, WritesRx};
use rust_hdl::prelude::*;

/// Bits of a verdict's code.
const VERDICT: usize = Verdict::BITS;
/// Bits of the number of a word of the table, as a host writes it.
const WORD_ADDRESS: usize = F2_BITS as usize - 5;
/// Bits of a half word of the table, a word of its memory: one block of an iCE40. Of its number, of the place of a bit.
const HALF: usize = 16;
const TABLE_ADDRESS: usize = WORD_ADDRESS + 1;
const PLACE: usize = F2_BITS as usize - TABLE_ADDRESS;
/// Parts of a table that is built for a fast clock, each small enough for logic cells; bits of a half word's place in
/// its part.
const PARTS: usize = 4;
const PART: usize = TABLE_ADDRESS - PARTS.ilog2() as usize;
/// Bits of the decimator's count.
const DECIM: usize = DECIM_BITS as usize;
/// All of them but the lowest.
const HIGH: usize = DECIM - 1;

#[treetap_hdl::unit]
mod pcfilter {
    //! Filters by class and address, and the decimator: the verdict on a record is there two cycles later.
    //! docs/reference/pcfilter.md has the rules and the codes of verdicts.

    /// Judges one record per cycle: the verdict is there two cycles later.
    ///
    /// There are two tables of addresses to ignore with the same words; the second one is read when a bit is set
    /// (`set_setign`). After a reset they are cleared, which takes 256 cycles with `pcf_clearing`; nothing is ignored
    /// then, and writes of the table are lost. A word is written in two cycles, the low half first. `set_ign` and
    /// `set_setign` are pulses with two cycles at least between them, in which `set_addr` and `set_data` hold.
    ///
    /// `X` is the width of the core's registers in bits. `T` is 1, or 0 to leave the second filter out.
    ///
    /// With `R` 1 the words of the table can be read: `ign_data` is the word `set_addr` once that has held for four
    /// cycles in which no bit was set.
    #[clocked(reset)]
    #[fits(R <= T, "a table that is read is there")]
    pub struct Pcfilter<
        #[range(32..=64, step = 32)] const X: usize,
        #[range(0..=1)] const T: usize,
        #[range(0..=1)] const R: usize,
    > {
        #[group("records")]
        #[only(valid, trap, class, pc)]
        pub rec: RecordRx<X>,
        #[group("settings; they count for the records of the same cycle on")]
        pub cfg: SettingsRx,
        #[group(
            "set: pulses: DECIM was written; a word of the table, or a bit of it, is written, for the records of two \
             cycles later on, its low half for those of the next one"
        )]
        pub set: WritesRx,
        /// The tables are being cleared.
        #[group("pcf_clearing: the tables are cleared after a reset; writes are lost")]
        pub pcf_clearing: Signal<Out, Bit>,
        /// A verdict in this cycle, on the record of two cycles before.
        #[group("pcf_valid pcf_verdict: the verdict on the record of two cycles before")]
        pub pcf_valid: Signal<Out, Bit>,
        /// Code of the verdict.
        pub pcf_verdict: Signal<Out, Bits<VERDICT>>,
        /// The word of the table, four cycles after its number.
        #[group("ign_data: the word set_addr of the table, four cycles later")]
        #[when(R > 0)]
        pub ign_data: Signal<Out, Bits<32>>,
        lane: Lane<X, T>,
        // the copy that is read when a bit is set
        table: [FastRam<HALF, TABLE_ADDRESS>; T],
        f2: [F2Hash; T],
        #[also(hash)]
        hash1: [Reg<Bits<{ F2_BITS as usize }>>; T],
        // a write: of the low half of a word, then of the high one, or of a bit when its half word has been read
        #[also(setting1, writing, setting)]
        writing1: Reg<Bit>,
        // for the host: which half is read, which one is here, both
        #[when(R > 0)]
        turn: Reg<Bit>,
        #[when(R > 0)]
        turned: Reg<Bit>,
        #[when(R > 0)]
        low: Reg<Bits<HALF>>,
        #[when(R > 0)]
        high: Reg<Bits<HALF>>,
        cleared: Reg<Bits<{ TABLE_ADDRESS + 1 }>>,
        // how many the decimator still rejects, plus 2, complemented
        #[init(u64::MAX >> (64 - DECIM))]
        count: Reg<Bits<DECIM>>,
        #[init(true)]
        at_end: Reg<Bit>,
        valid: Reg<Bit>,
        verdict: Reg<Bits<VERDICT>>,
        lowest: Signal<Local, Bits<HALF>>,
    }

    impl Pcfilter {
        fn update(&mut self) {
            const ALL_CLEARED: Bits<4> = TABLE_ADDRESS as u64;
            const PLACE_BITS: Bits<4> = PLACE as u64;
            const HALF_BITS: Bits<5> = HALF as u64;
            const DECIM_CODE: Bits<VERDICT> = Verdict::Decim as u64;
            const MINUS_ONE: Bits<DECIM> = u64::MAX >> (64 - DECIM);
            const LAST: Bits<DECIM> = (u64::MAX >> (64 - DECIM)) - 2;

            let clearing: Bit = false;
            let we: Bit = false;
            let wa: Bits<TABLE_ADDRESS> = bit_cast::<TABLE_ADDRESS, WORD_ADDRESS>(self.set.addr.val()) << 1;
            let wd: Bits<HALF> = self.set.data.val().get_bits::<HALF>(0);
            for i in 0..T {
                comment!(
                    "The tables: cleared, or written: the low half of a word a cycle after the request, the high one \
                     two cycles after it, and so is a bit, when its half word has been read."
                );
                clearing = !self.cleared.q.val().get_bit(ALL_CLEARED.index());
                self.f2[i].pct.next = self.set.data.val();
                self.f2[i].select.next = self.cfg.f2_hsel.val();
                self.hash1[i].d.next = self.f2[i].hash.val();
                self.hash[i].d.next = self.hash1[i].q.val();
                self.writing1.d.next = self.set.ign.val() | self.set.setign.val();
                self.setting1.d.next = self.set.setign.val();
                drive!(self: writing = writing1.q, setting = setting1.q);
                self.table[i].ra.next = self.hash1[i].q.val().get_bits::<TABLE_ADDRESS>(PLACE_BITS.index());
                if R > 0 {
                    comment!("The copy is read for the host as long as no bit is set, half after half.");
                    self.turn.d.next = !self.turn.q.val();
                    if !self.setting1.q.val() {
                        self.table[i].ra.next = (bit_cast::<TABLE_ADDRESS, WORD_ADDRESS>(self.set.addr.val()) << 1)
                            | bit_cast::<TABLE_ADDRESS, 1>(self.turn.q.val().into());
                    }
                    drive!(self: turned = turn.q);
                    if self.turned.q.val() {
                        self.high.d.next = self.table[i].rd.val();
                    } else {
                        self.low.d.next = self.table[i].rd.val();
                    }
                    self.ign_data.next =
                        bit_cast::<32, HALF>(self.low.q.val()) | (bit_cast::<32, HALF>(self.high.q.val()) << HALF_BITS);
                }
                we = (self.writing1.q.val() & !self.setting1.q.val()) | self.writing.q.val() | clearing;
                if self.writing.q.val() {
                    wa = (bit_cast::<TABLE_ADDRESS, WORD_ADDRESS>(self.set.addr.val()) << 1) | 1;
                    wd = self.set.data.val().get_bits::<HALF>(HALF_BITS.index());
                }
                self.lowest.next = 1.into();
                if self.setting.q.val() {
                    wa = self.hash[i].q.val().get_bits::<TABLE_ADDRESS>(PLACE_BITS.index());
                    wd = self.table[i].rd.val() | (self.lowest.val() << self.hash[i].q.val().get_bits::<PLACE>(0));
                }
                if clearing {
                    wa = self.cleared.q.val().get_bits::<TABLE_ADDRESS>(0);
                    wd = 0.into();
                    self.cleared.d.next = self.cleared.q.val() + 1;
                }
                self.table[i].we.next = we;
                self.table[i].wa.next = wa;
                self.table[i].wd.next = wd;
            }
            self.pcf_clearing.next = clearing;

            drive!(lane: valid = rec.valid, trap = rec.trap, class = rec.class, pc = rec.pc, fen = cfg.fen,
                class_en = cfg.class_en, f1_hsel = cfg.f1_hsel, f1_mask = cfg.f1_mask, f1_match = cfg.f1_match,
                f2_hsel = cfg.f2_hsel);
            self.lane.we.next = we;
            self.lane.wa.next = wa;
            self.lane.wd.next = wd;
            self.lane.clearing.next = clearing;

            comment!(
                "The decimator counts up, from the complement of the period, to all ones but the lowest bit: then one \
                 passes."
            );
            comment!("Period 0 begins there, too.");
            let judged: Bit = self.lane.judged.val();
            let counts: Bit = judged & !self.lane.verdict.val().any();
            let full: Bit = self.at_end.q.val();
            // Where the sum is not wanted, nothing is added: then one gate of a bit adds, and chooses.
            let renews: Bit = self.set.decim.val() | full;
            let less: Bits<DECIM> = MINUS_ONE;
            if renews {
                less = 0.into();
            }
            let more: Bits<DECIM> = self.count.q.val() - less;
            if self.set.decim.val() | counts {
                self.count.d.next = more;
                // Whether it is there is known with the count.
                self.at_end.d.next = self.count.q.val() == LAST;
                if renews {
                    self.count.d.next = !self.cfg.decim.val();
                    self.at_end.d.next = !self.cfg.decim.val().get_bits::<HIGH>(1).any();
                }
            }
            self.valid.d.next = judged;
            self.verdict.d.next = self.lane.verdict.val();
            if counts & !full {
                self.verdict.d.next = DECIM_CODE;
            }
            drive!(self: pcf_valid = valid.q, pcf_verdict = verdict.q);
            if self.reset.val() {
                zero!(self: writing1, writing, cleared);
                self.count.d.next = 0xffff.into();
                self.at_end.d.next = true;
                self.valid.d.next = false;
            }
        }
    }
}
