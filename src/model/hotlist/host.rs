//! The registers as a host sees them (docs/reference/hotlist.md, V12).
use super::{Hotlist, Table};
use crate::spec::hotlist::regs::{self, Command, Counter};
use crate::spec::hotlist::tuple::{kinds_word, set_kinds};
use crate::spec::hotlist::{Mode, PERIOD_BITS, Scheme, mask};
use crate::spec::regs::Register;
use crate::spec::sample_buffer::Format;

impl Hotlist {
    /// Counts an access that is refused.
    fn refuse(&mut self) {
        self.violations = self.violations.saturating_add(1);
    }

    /// Sets the state of the random generators, as a host does through LT and LC.
    pub fn seed(&mut self, lt: u32, lc: u32) {
        self.trigger.seed(lt);
        self.table.seed(lc);
    }

    /// A host reads; between two tuples nothing is under way.
    pub fn read(&mut self, address: u16) -> u32 {
        let found = regs::at(address).filter(|(register, _)| {
            let resting = ["HPCT", "HVAL", "HCNT"].contains(&register.name);
            register.access.reads() && !(self.enabled && resting)
        });
        let Some((register, index)) = found else {
            self.refuse();
            return 0;
        };
        match register.name {
            "RAWPOP" => self.pop().unwrap_or(0),
            "HCNT" => {
                let word = self.answer(register, index);
                self.index = (self.index + 1) & regs::HIDX.field("HIDX").mask() as u16;
                word
            }
            _ => self.answer(register, index),
        }
    }

    fn answer(&self, register: &Register, index: usize) -> u32 {
        if let Some(counter) = Counter::of(register, index) {
            return self.counter(Counter::ALL[counter]);
        }
        let config = &self.config;
        let entry = self.table.entry(self.index.into());
        match register.name {
            "ID" | "PARAMS" => regs::built(&self.build).get(register).word,
            "SCTRL" => {
                let of = |name, value| regs::SCTRL.field(name).at(value);
                of("MODE", config.mode as u32)
                    | of("GMMODE", config.scheme as u32)
                    | of("EN", self.enabled.into())
                    | of("LOSSLESS", config.lossless.into())
            }
            "PERIOD" => config.period,
            "JMASK" => config.jitter,
            "SKMASK" => config.skip,
            "BURST" => config.burst.into(),
            "KIND0" => kinds_word(&config.kinds, 0),
            "KIND1" => kinds_word(&config.kinds, 1),
            "KIND2" => kinds_word(&config.kinds, 2),
            "RECFMT2" => config.format.0.into(),
            "LT" => self.trigger.lt(),
            "LC" => self.table.lc(),
            "STAT" => status(&self.table),
            "STAT2" => regs::STAT2.field("IDLE").mask() | regs::STAT2.field("GRANULES").at(self.granules() as u32),
            "HIDX" => self.index.into(),
            "HPCT" => entry.map_or(0, |entry| entry.key.pct),
            "HVAL" => entry.map_or(0, |entry| entry.key.value),
            "HCNT" => entry.map_or(0, |entry| entry.count | regs::HCNT.field("VALID").mask()),
            "HOSTVIOL" => self.violations.into(),
            other => unreachable!("{other} cannot be read"),
        }
    }

    /// A host writes; between two tuples nothing is under way.
    pub fn write(&mut self, address: u16, word: u32) {
        let found = regs::at(address).filter(|(register, _)| register.access.writes());
        let Some((register, _)) = found else { return self.refuse() };
        let enables = regs::SCTRL.field("EN").of(word) == 1;
        if self.enabled {
            // All that it can do is to stop.
            return if register.name == "SCTRL" && !enables { self.enable(false) } else { self.refuse() };
        }
        let mut config = self.config;
        let period = u32::MAX >> (32 - PERIOD_BITS);
        match register.name {
            "SCTRL" => {
                let of = |name| regs::SCTRL.field(name).of(word);
                config.mode = Mode::from_code(of("MODE"));
                config.scheme = if of("GMMODE") == 1 { Scheme::Counting } else { Scheme::Concise };
                config.lossless = of("LOSSLESS") == 1;
            }
            "PERIOD" => config.period = word & period,
            "JMASK" => config.jitter = mask(word) & period,
            "SKMASK" => config.skip = mask(word) & period,
            "BURST" => config.burst = word as u8,
            "KIND0" => set_kinds(&mut config.kinds, 0, word),
            "KIND1" => set_kinds(&mut config.kinds, 1, word),
            "KIND2" => set_kinds(&mut config.kinds, 2, word),
            "RECFMT2" if self.granules() > 0 => self.refuse(),
            "RECFMT2" => config.format = Format(word as u16),
            "LT" => self.trigger.seed(word),
            "LC" => self.table.seed(word),
            "HIDX" => self.index = regs::HIDX.field("HIDX").of(word) as u16,
            "SCMD" => self.command(regs::SCMD.field("OP").of(word)),
            other => unreachable!("{other} cannot be written"),
        }
        self.configure(config);
        if register.name == "SCTRL" {
            self.enable(enables);
        }
    }

    fn command(&mut self, code: u32) {
        if code == Command::ClearTable as u32 {
            self.table.clear();
        } else if code == Command::ClearCounters as u32 {
            self.table.clear_counters();
            (self.counts, self.violations) = ([0; Counter::COUNT], 0);
        } else {
            self.refuse();
        }
    }
}

/// The word of STAT.
fn status(table: &Table) -> u32 {
    let of = |name, value| regs::STAT.field(name).at(value);
    of("OCCUPIED", table.entries().count() as u32) | of("T", table.t()) | of("FROZEN", table.frozen().into())
}
