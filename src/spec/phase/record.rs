//! What goes into the phase tracker and what it says of an interval (docs/reference/phase.md, P1 and P11).
use super::{DISTANCE_BITS, NO_DISTANCE};
use crate::spec::hps::class;
use crate::spec::hps::record::Insn;
use crate::spec::retire::Record;

/// Half words of an interval in the log.
pub const HALVES: usize = 6;
/// Words of an interval, as they leave on the stream.
pub const WORDS: usize = HALVES / 2;

/// What the tracker sees of a retirement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Retired {
    /// Address.
    pub pc: u32,
    /// The instruction changes the flow of control: a branch, taken or not, or a jump, a call, a return.
    pub control: bool,
    /// The instruction did not execute.
    pub trap: bool,
}

impl From<&Record> for Retired {
    fn from(record: &Record) -> Self {
        let control = class::bits(record.class, record.insn) & class::CONTROL != 0;
        Self { pc: record.pc as u32, control, trap: record.trap }
    }
}

impl From<&Insn> for Retired {
    fn from(insn: &Insn) -> Self {
        let control = class::bits(insn.class, insn.insn) & class::CONTROL != 0;
        Self { pc: insn.pc, control, trap: insn.trap }
    }
}

/// What is known of an interval when it has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IntervalRecord {
    /// Its number, from 0.
    pub interval: u32,
    /// Number of its phase, from 1.
    pub id: u16,
    /// It is the first of a phase that no signature matched.
    pub new: bool,
    /// Distance of its footprint from the signature that matched; `None` when none did.
    pub distance: Option<u16>,
    /// The phase that is predicted for the next interval.
    pub predicted: u16,
    /// It was sampled, and its phase had no sample before.
    pub sampled: bool,
    /// It was sampled, but its phase had a sample already: the prediction was wrong.
    pub discarded: bool,
}

impl IntervalRecord {
    /// The words, as they leave on the stream and as a host reads them.
    pub fn words(&self) -> [u32; WORDS] {
        let flags = u32::from(self.new) << DISTANCE_BITS
            | u32::from(self.sampled) << (DISTANCE_BITS + 1)
            | u32::from(self.discarded) << (DISTANCE_BITS + 2);
        let distance = u32::from(self.distance.unwrap_or(NO_DISTANCE));
        [self.interval, u32::from(self.id) | u32::from(self.predicted) << 16, distance | flags]
    }

    /// The record of these words.
    pub fn from_words(words: [u32; WORDS]) -> Self {
        let flag = |bit: u32| words[2] >> (DISTANCE_BITS + bit) & 1 == 1;
        let distance = words[2] as u16 & NO_DISTANCE;
        Self {
            interval: words[0],
            id: words[1] as u16,
            predicted: (words[1] >> 16) as u16,
            distance: (distance != NO_DISTANCE).then_some(distance),
            new: flag(0),
            sampled: flag(1),
            discarded: flag(2),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_its_words() {
        let some = IntervalRecord {
            interval: 0x1234_5678,
            id: 0xfedc,
            new: false,
            distance: Some(8160),
            predicted: 0x4321,
            sampled: true,
            discarded: false,
        };
        for record in [some, IntervalRecord { new: true, distance: None, sampled: false, discarded: true, ..some }] {
            assert_eq!(IntervalRecord::from_words(record.words()), record);
        }
        assert_eq!(some.words(), [0x1234_5678, 0x4321_fedc, 0x4000 | 8160]);
    }
}
