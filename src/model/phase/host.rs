//! The registers as a host sees them (docs/reference/phase.md, P12).
use super::Phase;
use crate::spec::phase::{Config, regs};
use crate::spec::regs::Register;

impl Phase {
    /// A host writes.
    pub fn write(&mut self, address: u16, word: u32) {
        let Some((register, _)) = self.at(address).filter(|(register, _)| register.access.writes()) else {
            return self.raise("BADADDR");
        };
        let config = self.config;
        match register.name {
            "CTRL" => self.control(word),
            "LEN" => self.change(Config { len: word, ..config }),
            "THR" => self.change(Config { thr: u16::try_from(word).unwrap_or(u16::MAX), ..config }),
            "K" => self.change(Config { k: u8::try_from(word).unwrap_or(0), ..config }),
            "SEED" => self.seed(word),
            "STATUS" => self.status &= !word,
            "SAMPLE_NEXT" => self.arm(word & 1 == 1),
            other => unreachable!("{other} cannot be written"),
        }
    }

    /// A host reads. STATUS is without LATE, LOG_OVF and BUSY, and LATE_INSNS and LOST are 0: they depend on clock
    /// cycles.
    pub fn read(&mut self, address: u16) -> u32 {
        let Some((register, index)) = self.at(address).filter(|(register, _)| register.access.reads()) else {
            self.raise("BADADDR");
            return 0;
        };
        let statistics = self.statistics;
        match register.name {
            "ID" => regs::ID_WORD,
            "CTRL" => {
                let Config { auto, last_value, update, best, .. } = self.config;
                let kept =
                    [("TRK", self.tracking), ("AUTO", auto), ("PREDMODE", last_value), ("UPD", update), ("BEST", best)];
                kept.into_iter().fold(self.switches, |word, (name, on)| word | regs::CTRL.field(name).at(on.into()))
            }
            "LEN" => self.config.len,
            "THR" => self.config.thr.into(),
            "K" => self.config.k.into(),
            "SEED" => self.lfsr,
            "STATUS" => self.status,
            "IV" => statistics.intervals,
            "CUR_ID" => self.current.into(),
            "PRED" => self.prediction.into(),
            "NPHASES" => self.given.into(),
            "PRED_OK" => statistics.predicted,
            "SAMPLE_OK" => statistics.sampled,
            "SAMPLE_DISC" => statistics.discarded,
            "PHASE" => self.table[index].map_or(0, |entry| {
                let field = |name, value: u32| regs::PHASE.field(name).at(value);
                let seen = u32::from(entry.seen).min((1 << crate::spec::phase::SEEN_BITS) - 1);
                field("ID", entry.id.into()) | field("SEEN", seen) | field("SAMPLED", entry.sampled.into())
            }),
            "SIGNATURE" => self.signatures[index / 8].map_or(0, |signature| {
                let four = &signature.footprint[index % 8 * 4..][..4];
                four.iter().rev().fold(0, |word, element| word << 8 | u32::from(*element))
            }),
            // LATE_INSNS and LOST.
            _ => 0,
        }
    }

    /// The register at an address, and which word of it, if this build has it.
    fn at(&self, address: u16) -> Option<(&'static Register, usize)> {
        let (register, index) = regs::at(address)?;
        let built = match register.name {
            "PHASE" => self.table.len(),
            "SIGNATURE" => 8 * self.signatures.len(),
            _ => register.words.into(),
        };
        (index < built).then_some((register, index))
    }

    pub(super) fn raise(&mut self, flag: &str) {
        self.status |= regs::STATUS.field(flag).mask();
    }

    fn change(&mut self, config: Config) {
        match config.check() {
            Ok(()) => self.config = config,
            Err(_) => self.raise("BAD_CFG"),
        }
    }

    fn control(&mut self, word: u32) {
        let set = |name| regs::CTRL.field(name).of(word) == 1;
        if set("CLR") && self.tracking {
            self.raise("BAD_CFG");
        } else if set("CLR") {
            self.clear();
        }
        self.tracking = set("TRK");
        let kept = ["LOSSLESS", "IRQ", "HOLD"].iter().map(|name| regs::CTRL.field(name).mask());
        self.switches = word & kept.fold(0, |mask, bit| mask | bit);
        let (auto, last_value, update, best) = (set("AUTO"), set("PREDMODE"), set("UPD"), set("BEST"));
        self.config = Config { auto, last_value, update, best, ..self.config };
    }
}
