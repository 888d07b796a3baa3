//! Golden model of the filters by class and address (docs/reference/pcfilter.md).
use crate::spec::pcfilter::{IGNORE_WORDS, Settings, Verdict, f1_hash, f2_hash, pct};
use crate::spec::retire::Record;

/// Judges records.
///
/// ```
/// # use treetap::{model::pcfilter::Filter, spec::{classify::*, pcfilter::*, retire::Record}};
/// # let record = Record { trap: false, class: Opclass::Load, rvc: false, taken: false, start: true, insn: 3, pc: 0x80,
/// #     npc: 0x84, val: 0, addr: 0, evt: 0, lat: 0, cycles: 3, ord: 0 };
/// let mut filter = Filter::default();
/// assert_eq!(filter.judge(&record), Verdict::Class);
/// filter.settings = Settings { classes: 1 << Opclass::Load.code(), ..Settings::open() };
/// assert_eq!(filter.judge(&record), Verdict::Pass);
/// filter.ignore(pct(0x80));
/// assert_eq!(filter.judge(&record), Verdict::Pc2);
/// ```
#[derive(Clone, Debug)]
pub struct Filter {
    /// Switches, masks and selections; they count from the next record on.
    pub settings: Settings,
    ignored: [u32; IGNORE_WORDS],
    period: u16,
    left: u16,
}

impl Default for Filter {
    /// The state after reset: off, no address is ignored, no decimation.
    fn default() -> Self {
        Self { settings: Settings::default(), ignored: [0; IGNORE_WORDS], period: 0, left: 0 }
    }
}

impl Filter {
    /// One of `period` records passes from now on, the `period`-th first; 0 and 1 pass all (rule P5).
    pub const fn set_period(&mut self, period: u16) {
        self.period = period;
        self.left = period.saturating_sub(1);
    }

    /// Writes a word of the table: bit `b` of word `w` ignores the addresses of hash `32 w + b`.
    ///
    /// # Panics
    /// When the table has no such word.
    pub const fn write_word(&mut self, word: usize, bits: u32) {
        self.ignored[word] = bits;
    }

    /// A word of the table.
    ///
    /// # Panics
    /// When the table has no such word.
    pub const fn word(&self, word: usize) -> u32 {
        self.ignored[word]
    }

    /// Ignores an instruction, by bits 32 to 1 of its address, and those with the same hash.
    pub const fn ignore(&mut self, pct: u32) {
        let hash = f2_hash(pct, self.settings.f2_select);
        self.ignored[hash as usize / 32] |= 1 << (hash % 32);
    }

    /// What becomes of the next record.
    pub const fn judge(&mut self, record: &Record) -> Verdict {
        let (settings, pct) = (&self.settings, pct(record.pc));
        let region = f1_hash(pct, settings.f1_select) ^ settings.f1_match;
        let hash = f2_hash(pct, settings.f2_select);
        if record.trap {
            Verdict::Trap
        } else if !settings.enable || settings.classes >> record.class.code() & 1 == 0 {
            Verdict::Class
        } else if region & settings.f1_mask != 0 {
            Verdict::Pc1
        } else if self.ignored[hash as usize / 32] >> (hash % 32) & 1 == 1 {
            Verdict::Pc2
        } else if self.left > 0 {
            self.left -= 1;
            Verdict::Decim
        } else {
            self.left = self.period.saturating_sub(1);
            Verdict::Pass
        }
    }
}
