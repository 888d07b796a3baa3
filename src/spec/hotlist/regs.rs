//! The registers of the hotlist sampler (docs/reference/hotlist.md, V12). The rules count words from 0x800 on; an
//! offset is four times the distance from there.
use super::tuple::kinds_word;
use super::{Build, Config, INDEX_BITS, QUEUE, T_MAX};
use crate::spec::regs::{Access, Built, Field, Home, Mark, Register, find, registers};

/// The word of ID: "HOT1".
pub const ID_WORD: u32 = ID.reset();
/// Bits of a byte offset.
pub const ADDRESS_BITS: u32 = 10;
/// Number of the first word among those of the co-processor.
pub const FIRST_WORD: u32 = 0x800;

registers! {
    ($) each_hotlist_register;
    "Switches. While EN is 1, or tuples are under way, a write can do no more than clear EN." SCTRL 0x000 ReadWrite {
        MODE 0 2 1 Kept "where tuples go: 0 raw stream, 1 table, 2 both; 3 is taken as 2";
        GMMODE 2 1 1 Kept "how the table samples: 0 CONCISE, 1 COUNTING";
        EN 3 1 0 Shown "retirements are sampled; a change from 0 to 1 begins a period";
        LOSSLESS 4 1 0 Kept "the core is held back instead of dropping a tuple";
    }
    "Length of a period at least: the last retirement of a period is the first of a burst." PERIOD 0x004 ReadWrite {
        PERIOD 0 31 63_488 Kept "retirements; 0 counts as 1";
    }
    "What is added to PERIOD at random." JMASK 0x008 ReadWrite {
        JMASK 0 31 4095 Kept "2^k - 1; other values are rounded down to that form";
    }
    "How many retirements later a burst begins at random." SKMASK 0x00c ReadWrite {
        SKMASK 0 31 0 Kept "2^k - 1; other values are rounded down to that form; 0: none, and no random number is used";
    }
    "Retirements of a burst." BURST 0x010 ReadWrite {
        BURST 0 8 4 Kept "1 to 255; 0 counts as 1";
    }
    "What tuples of classes 0 to 7 hold." KIND0 0x014 ReadWrite {
        KIND0 0 24 0 Kept "class c in bits 3c+2:3c: 0 no tuple, 1 value, 2 address, 3 latency, 4 x1, 5 caller, 6 next \
            instruction, 7 instruction";
    }
    "What tuples of classes 8 to 15 hold." KIND1 0x018 ReadWrite {
        KIND1 0 24 0 Kept "class 8 + c in bits 3c+2:3c";
    }
    "What tuples of classes 16 to 20 hold." KIND2 0x01c ReadWrite {
        KIND2 0 15 0 Kept "class 16 + c in bits 3c+2:3c";
    }
    "Lanes of a raw record (docs/reference/sample_buffer.md); refused while the raw stream holds a word. A build has a \
     selector for each lane that it has." RECFMT2 0x020 ReadWrite {
        RECFMT 0 16 0x0041 Kept "four selectors of 4 bits, lane 0 lowest";
    }
    "Random generator of the trigger." LT 0x024 ReadWrite Told {
        LT 0 32 0x1ace_5eed Shown "state; 0 is taken as 1";
    }
    "Random generator of the table." LC 0x028 ReadWrite Told {
        LC 0 32 0x1ace_5eed Shown "state; 0 is taken as 1";
    }
    "Counters: TRIG ABORT TUPLES SEEN REJ FREJ RAISES QDROP RAWDROP." COUNTS 0x040 [9] ReadOnly {
        COUNT 0 32 0 "modulo 2^32";
    }
    "State of the table." STAT 0x064 ReadOnly {
        OCCUPIED 0 9 0 Shown "entries in use";
        T 9 5 0 Shown "a new key enters with probability 2^-T";
        FROZEN 14 1 0 Shown "no new key enters any more";
    }
    "Retirements inside bursts." CAPTURED 0x068 ReadOnly {
        COUNT 0 32 0 "modulo 2^32";
    }
    "Takes a word of the raw stream." RAWPOP 0x080 ReadTakes {
        WORD 0 32 0 "the oldest word; 0 if there is none";
    }
    "What is under way." STAT2 0x084 ReadOnly {
        GRANULES 0 11 0 Shown "words of the raw stream";
        IDLE 31 1 0 Shown "no tuple is on its way into the table";
    }
    "The entry that is read." HIDX 0x0c0 ReadWrite {
        HIDX 0 9 0 Shown "its number; a read of HCNT adds 1, modulo 512";
    }
    "Instruction of the entry." HPCT 0x0c4 ReadOnly {
        PCT 0 32 0 "bits 32 to 1 of its address; 0 of a free entry";
    }
    "Value of the entry." HVAL 0x0c8 ReadOnly {
        VALUE 0 32 0 "the value; 0 of a free entry";
    }
    "Count of the entry, and on to the next one." HCNT 0x0cc ReadOnly {
        COUNT 0 24 0 "how often it was counted; 0 of a free entry";
        VALID 31 1 0 "the entry is in use";
    }
    "A command." SCMD 0x0fc WriteOnly {
        OP 0 8 0 "1: the table is emptied, T and FROZEN become 0; 2: counters become 0; others are refused";
    }
    "Says that this is a hotlist sampler." ID 0x3c0 ReadOnly Fixed {
        ID 0 32 0x484f_5431 "\"HOT1\"";
    }
    "Size of this build." PARAMS 0x3c4 ReadOnly Fixed {
        ENTRIES 0 9 0 "entries of the table";
        LANES 9 3 0 "lanes of the widest raw record";
        RECORDS 12 9 0 "raw records that it holds";
        QUEUE 21 5 0 "tuples that the queue before the table holds";
        XLEN64 26 1 0 "the core has registers of 64 bits";
    }
    "Accesses that were refused; stays at its largest value." HOSTVIOL 0x3c8 ReadOnly {
        VIOLATIONS 0 16 0 Shown "how many";
    }
    "Retirements while EN was 1, those that did not execute included." RETIRED 0x3cc ReadOnly {
        COUNT 0 32 0 "modulo 2^32";
    }
    "Records that the raw stream was offered: those that entered, and RAWDROP." RAWS 0x3d0 ReadOnly {
        COUNT 0 32 0 "modulo 2^32";
    }
}

/// The counters, in the order in which the hardware numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Counter {
    /// Bursts that began.
    Trig = 0,
    /// Bursts that a trap ended.
    Abort = 1,
    /// Tuples that the queue before the table was offered.
    Tuples = 2,
    /// Tuples that the table has seen.
    Seen = 3,
    /// Tuples that lost the toss of coins.
    Rej = 4,
    /// Tuples that came too late: the table was frozen.
    Frej = 5,
    /// How often `t` was raised.
    Raises = 6,
    /// Tuples that found the queue full.
    Qdrop = 7,
    /// Raw records that found no room.
    Rawdrop = 8,
    /// Retirements inside bursts.
    Captured = 9,
    /// Retirements.
    Retired = 10,
    /// Raw records that were offered.
    Raws = 11,
}

impl Counter {
    /// Number of counters.
    pub const COUNT: usize = 12;
    /// Every counter, in the order of their numbers.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Trig,
        Self::Abort,
        Self::Tuples,
        Self::Seen,
        Self::Rej,
        Self::Frej,
        Self::Raises,
        Self::Qdrop,
        Self::Rawdrop,
        Self::Captured,
        Self::Retired,
        Self::Raws,
    ];

    /// The counter that this word of this register shows.
    pub fn of(register: &Register, index: usize) -> Option<usize> {
        Some(match register.name {
            "COUNTS" => index,
            "CAPTURED" => Self::Captured as usize,
            "RETIRED" => Self::Retired as usize,
            "RAWS" => Self::Raws as usize,
            _ => return None,
        })
    }
}

/// What SCMD asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Command {
    /// The table is emptied.
    ClearTable = 1,
    /// Counters become 0, HOSTVIOL too.
    ClearCounters = 2,
}

const _: () = assert!(T_MAX < 1 << STAT.field("T").width && INDEX_BITS == STAT.field("OCCUPIED").width);

/// The registers of a build.
pub fn built(build: &Build) -> Built {
    let of = |name, value| PARAMS.field(name).at(value);
    let sizes = of("ENTRIES", build.entries) | of("LANES", build.lanes) | of("RECORDS", build.records);
    let params = sizes | of("QUEUE", QUEUE) | of("XLEN64", (build.xlen == 64).into());
    Built::of(REGISTERS)
        .with(&PARAMS, |made| made.word = params)
        .with(&RECFMT2, |made| made.bits = build.format_mask().into())
}

/// The writes that set a sampler up, which samples from the last one on, if `enabled`.
pub fn writes(config: &Config, enabled: bool) -> [(&'static Register, u32); 9] {
    let of = |name, value| SCTRL.field(name).at(value);
    let switches = of("MODE", config.mode as u32)
        | of("GMMODE", config.scheme as u32)
        | of("LOSSLESS", config.lossless.into())
        | of("EN", enabled.into());
    [
        (&PERIOD, config.period),
        (&JMASK, config.jitter),
        (&SKMASK, config.skip),
        (&BURST, config.burst.into()),
        (&KIND0, kinds_word(&config.kinds, 0)),
        (&KIND1, kinds_word(&config.kinds, 1)),
        (&KIND2, kinds_word(&config.kinds, 2)),
        (&RECFMT2, config.format.0.into()),
        (&SCTRL, switches),
    ]
}

/// The register at byte offset `address`, and which word of it.
pub fn at(address: u16) -> Option<(&'static Register, usize)> {
    find(REGISTERS, address)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::hotlist::VARIANTS;

    #[test]
    fn words_are_those_of_the_rules_and_nothing_overlaps() {
        crate::spec::regs::assert_apart(REGISTERS, ADDRESS_BITS);
        let words = [
            (&SCTRL, 0x800),
            (&PERIOD, 0x801),
            (&JMASK, 0x802),
            (&SKMASK, 0x803),
            (&BURST, 0x804),
            (&KIND0, 0x805),
            (&KIND2, 0x807),
            (&RECFMT2, 0x808),
            (&LT, 0x809),
            (&LC, 0x80a),
            (&COUNTS, 0x810),
            (&STAT, 0x819),
            (&CAPTURED, 0x81a),
            (&RAWPOP, 0x820),
            (&STAT2, 0x821),
            (&HIDX, 0x830),
            (&HPCT, 0x831),
            (&HVAL, 0x832),
            (&HCNT, 0x833),
            (&SCMD, 0x83f),
        ];
        for (register, word) in words {
            let found = at(4 * (word - FIRST_WORD) as u16).map(|(found, first)| (found.name, first));
            assert_eq!(found, Some((register.name, 0)), "{word:x}");
        }
        assert_eq!(at(0x060).map(|(found, index)| (found.name, index)), Some(("COUNTS", Counter::Rawdrop as usize)));
        assert_eq!(ID_WORD, u32::from_be_bytes(*b"HOT1"));
    }

    #[test]
    fn a_build_says_its_size() {
        let build = Build::of(&VARIANTS[3]);
        let word = built(&build).get(&PARAMS).word;
        let of = |name| PARAMS.field(name).of(word);
        assert_eq!((of("ENTRIES"), of("LANES"), of("RECORDS")), (256, 4, 64));
        assert_eq!((of("QUEUE"), of("XLEN64")), (16, 1));
        assert_eq!((Build::from_params(word), Build::from_params(0)), (Some(build), None));
        assert!(4 * 256 + 256 < 1 << STAT2.field("GRANULES").width);
    }
}
