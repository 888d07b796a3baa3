//! Where every retirement went: counters and the laws that hold between them (docs/reference/counters.md).
use super::pcfilter::Verdict;
use super::regs;
use super::variant::Variant;
use std::fmt;

/// Width of a counter; it wraps.
pub const BITS: u32 = 32;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Counter {
    /// Records of the tap, traps included.
    Retired = 0,
    /// Records of instructions that did not execute.
    Trap = 1,
    /// Of a class that is not enabled, or the filters are off.
    RejectedClass = 2,
    /// Rejected by filter 1 of the address.
    RejectedPc1 = 3,
    /// Rejected by filter 2 of the address.
    RejectedPc2 = 4,
    /// Rejected by the decimator.
    RejectedDecimated = 5,
    /// Not marked by the selection.
    RejectedSelect = 6,
    /// Not taken by the trigger.
    RejectedBurst = 7,
    /// Candidates of the sample buffer.
    Candidates = 8,
    /// Candidates that entered it.
    Accepted = 9,
    /// Candidates that found it full.
    DroppedFull = 10,
    /// Candidates that found it switched off.
    DroppedOff = 11,
    /// Records that left it for whom they are for.
    Popped = 12,
    /// Records that a flush removed.
    Flushed = 13,
    /// Came while the gate was shut.
    RejectedGate = 14,
}

impl Counter {
    /// Number of counters.
    pub const COUNT: usize = 15;

    /// Every counter, in the order of the addresses.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Retired,
        Self::Trap,
        Self::RejectedClass,
        Self::RejectedPc1,
        Self::RejectedPc2,
        Self::RejectedDecimated,
        Self::RejectedSelect,
        Self::RejectedBurst,
        Self::Candidates,
        Self::Accepted,
        Self::DroppedFull,
        Self::DroppedOff,
        Self::Popped,
        Self::Flushed,
        Self::RejectedGate,
    ];

    /// Where a record goes that the filters by class and address judged so; nowhere yet if it passed.
    pub const fn of_verdict(verdict: Verdict) -> Option<Self> {
        Some(match verdict {
            Verdict::Pass => return None,
            Verdict::Trap => Self::Trap,
            Verdict::Class => Self::RejectedClass,
            Verdict::Pc1 => Self::RejectedPc1,
            Verdict::Pc2 => Self::RejectedPc2,
            Verdict::Decim => Self::RejectedDecimated,
        })
    }

    /// Address, and bit of a set of steps.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Byte offset of its register in a profiler; none has one for what a flush removes.
    pub const fn register(self) -> Option<u16> {
        match self {
            Self::Flushed => None,
            Self::RejectedGate => Some(regs::REJ_GATE.offset),
            _ => Some(regs::RETIRED.offset + 4 * self as u16),
        }
    }

    /// Name in reports and registers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Retired => "RETIRED",
            Self::Trap => "TRAP",
            Self::RejectedClass => "REJ_CLASS",
            Self::RejectedPc1 => "REJ_PC1",
            Self::RejectedPc2 => "REJ_PC2",
            Self::RejectedDecimated => "REJ_DEC",
            Self::RejectedSelect => "REJ_SELECT",
            Self::RejectedBurst => "REJ_BURST",
            Self::Candidates => "CAND",
            Self::Accepted => "ACC",
            Self::DroppedFull => "DROP_FULL",
            Self::DroppedOff => "DROP_OFF",
            Self::Popped => "POPPED",
            Self::Flushed => "FLUSHED",
            Self::RejectedGate => "REJ_GATE",
        }
    }
}

impl fmt::Display for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The values of all counters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counts(pub [u32; Counter::COUNT]);

impl Counts {
    /// The value of one.
    pub const fn get(&self, counter: Counter) -> u32 {
        self.0[counter.index()]
    }

    /// Counts one.
    pub const fn step(&mut self, counter: Counter) {
        self.0[counter.index()] = self.0[counter.index()].wrapping_add(1);
    }

    /// Checks the laws, modulo `2^32`: `occupied` is the number of records in the sample buffer, `held` that of events
    /// which wait for their weight.
    ///
    /// # Errors
    /// The law that is broken.
    pub fn check(&self, occupied: u32, held: u32) -> Result<(), Broken> {
        let sum = |of: &[Counter]| of.iter().fold(0_u32, |sum, counter| sum.wrapping_add(self.get(*counter)));
        use self::Counter::*;
        let laws = [
            (
                "L1: RETIRED = TRAP + REJ_* + CAND + held",
                self.get(Retired),
                sum(&[
                    Trap,
                    RejectedGate,
                    RejectedClass,
                    RejectedPc1,
                    RejectedPc2,
                    RejectedDecimated,
                    RejectedSelect,
                    RejectedBurst,
                    Candidates,
                ])
                .wrapping_add(held),
            ),
            ("L2: CAND = ACC + DROP_FULL + DROP_OFF", self.get(Candidates), sum(&[Accepted, DroppedFull, DroppedOff])),
            ("L3: ACC = POPPED + FLUSHED + OCC", self.get(Accepted), sum(&[Popped, Flushed]).wrapping_add(occupied)),
        ];
        match laws.into_iter().find(|(_, left, right)| left != right) {
            Some((law, left, right)) => Err(Broken { law, left, right }),
            None => Ok(()),
        }
    }
}

/// A law that does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The law.
    pub law: &'static str,
    /// Its left side.
    pub left: u32,
    /// Its right side.
    pub right: u32,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} is not {}", self.law, self.left, self.right)
    }
}

impl std::error::Error for Broken {}

/// What is emitted.
pub const PRESETS: [Variant; 1] = [Variant {
    name: "nano",
    doc: "beside a sample buffer, in block RAM",
    parameters: &[("counters", Counter::COUNT as u32), ("bits", BITS)],
}];
