//! The registers as a host sees them (docs/reference/hps.md, H8).
use super::{Counter, Engine, Statistics};
use crate::spec::hps::image::{PATTERN_WORDS, REPLACEMENT_WORDS};
use crate::spec::hps::regs;
use crate::spec::hps::words::{Condition, Pattern, Replacement};
use crate::spec::regs::Register;

/// Whether the tables are known to be what was meant.
#[derive(Clone, Debug, Default)]
pub(super) struct Image {
    crc: crc32fast::Hasher,
    good: bool,
}

impl Engine {
    /// A host writes. It wins over what happened in the same cycle.
    pub fn write(&mut self, address: u16, word: u32) {
        let Some((register, index)) = self.at(address) else { return self.raise("BADADDR") };
        match register.name {
            "CTRL" => self.control(word),
            "STATUS" => self.status &= !word,
            "CTR" => self.counters[index] = Counter { value: word & self.config.largest(), overflow: false },
            "HPS_R" => self.sources[index] = word,
            "RNDSEED" => self.lfsr = word.max(1),
            "RNDMASK" => self.mask = word,
            "RANGE" => self.ranges[index / 2][index % 2] = word,
            "IMG_CRC" => self.check(word),
            "CT" | "PT" | "RT" if self.enabled => self.raise("TBL_BUSY"),
            "CT" | "PT" | "RT" => {
                self.image.crc.update(&word.to_le_bytes());
                self.image.good = false;
                self.table(register, index, word);
            }
            // Read only.
            _ => (),
        }
    }

    /// A host reads.
    pub fn read(&mut self, address: u16) -> u32 {
        let Some((register, index)) = self.at(address) else {
            self.raise("BADADDR");
            return 0;
        };
        match register.name {
            "ID" => regs::ID_WORD,
            "PARAM" => self.config.param(),
            "CTRL" => {
                regs::CTRL.field("EN").at(self.enabled.into())
                    | regs::CTRL.field("FLAGSEL").at(self.overflow_samples.into())
                    | regs::CTRL.field("BE_TAKEN").at(self.taken_only.into())
            }
            "STATUS" => self.status | regs::STATUS.field("BUSY").at(self.busy().into()),
            "CTR" => self.counters[index].value,
            "FLAGS" => self
                .counters
                .iter()
                .rev()
                .fold(0, |word, counter| word << 2 | u32::from(counter.overflow) << 1 | u32::from(counter.zero())),
            "HPS_R" => self.sources[index],
            "RNDSEED" => self.lfsr,
            "RNDMASK" => self.mask,
            "RANGE" => self.ranges[index / 2][index % 2],
            "N_IN" => self.statistics.matched,
            "N_REPL" => self.statistics.replaced,
            "N_WORDS" => self.statistics.words,
            "VCYC" => self.statistics.cycles,
            "DROPPED" => self.statistics.dropped,
            "HIT" => self.statistics.hits[index],
            "IMG_CRC" => self.image.crc.clone().finalize(),
            // The tables are written only.
            _ => 0,
        }
    }

    /// A replacement or a handler is under way.
    pub const fn busy(&self) -> bool {
        !matches!(self.stage, super::Stage::Run)
    }

    /// The register at an address, and which word of it, if this build has it.
    fn at(&self, address: u16) -> Option<(&'static Register, usize)> {
        let (register, index) = regs::at(address)?;
        let built = match register.name {
            "CTR" | "HIT" => self.counters.len(),
            "CT" => self.conditions.len(),
            "PT" => PATTERN_WORDS * self.patterns.len(),
            "RT" => REPLACEMENT_WORDS * self.words.len(),
            _ => register.words.into(),
        };
        (index < built).then_some((register, index))
    }

    fn control(&mut self, word: u32) {
        let set = |name| regs::CTRL.field(name).of(word) == 1;
        if self.enabled && !set("EN") {
            self.image.crc.reset();
        }
        self.enabled = set("EN") && self.image.good;
        if set("EN") && !self.image.good {
            self.raise("IMG_BAD");
        }
        self.overflow_samples = set("FLAGSEL");
        self.taken_only = set("BE_TAKEN");
        if set("CLR_STATS") {
            self.statistics = Statistics::default();
        }
        if set("RESET_CTRS") {
            self.counters.fill(Counter::RESET);
        }
    }

    /// The host says what the tables should be; the next word written to them begins new ones.
    fn check(&mut self, crc: u32) {
        if self.enabled {
            return self.raise("TBL_BUSY");
        }
        self.image.good = self.image.crc.clone().finalize() == crc;
        self.image.crc.reset();
        if !self.image.good {
            self.raise("IMG_BAD");
        }
    }

    fn table(&mut self, register: &Register, index: usize, word: u32) {
        match register.name {
            "CT" => self.conditions[index] = Condition::from_word(word),
            "PT" => {
                let entry = &mut self.patterns[index / PATTERN_WORDS];
                let mut words = entry.words();
                words[index % PATTERN_WORDS] = word;
                *entry = Pattern::from_words(words);
            }
            _ if index.is_multiple_of(REPLACEMENT_WORDS) => self.low = word,
            _ => self.words[index / REPLACEMENT_WORDS] = Replacement::from_words([self.low, word]),
        }
    }
}
