//! The registers of the engine (docs/reference/hps.md, H8).
use super::{Config, Mode};
use crate::spec::regs::{Access, Built, Field, Home, Mark, Register, find, registers};

/// The word at offset 0: "HPS1".
pub const ID_WORD: u32 = ID.reset();
/// Bits of a byte offset.
pub const ADDRESS_BITS: u32 = 15;

registers! {
    ($) each_engine_register;
    "Says that this is an engine for hybrid profiling support." ID 0x000 ReadOnly Fixed {
        ID 0 32 0x4850_5331 "\"HPS1\"";
    }
    "Size of this build." PARAM 0x004 ReadOnly Fixed {
        WORDS_LOG2 0 4 0 "logarithm of the number of words of the replacement table";
        PATTERNS 4 6 0 "entries of the pattern table";
        CONDITIONS 10 5 0 "entries of the table of conditions";
        COUNTERS 15 4 0 "counters";
        WIDTH 19 6 0 "bits of a counter";
        MODE 25 1 0 "0 decode, 1 retire";
    }
    "Switches. BE_TAKEN is 1 after a reset in mode retire." CTRL 0x008 ReadWrite {
        EN 0 1 0 Shown "instructions are matched; refused while the tables are not known to be good";
        CLR_STATS 1 1 0 Pulse "1 zeroes N_IN to DROPPED and HIT; reads 0";
        RESET_CTRS 2 1 0 Pulse "1 puts every counter to 1 and clears its overflow flag; reads 0";
        FLAGSEL 3 1 0 Kept "sampling goes on while 0: counter 0 is zero; 1: it has overflowed";
        BE_TAKEN 4 1 0 Kept "only branches that are taken are back edges, where that is known";
    }
    "What has happened: every bit but BUSY stays until 1 is written to it." STATUS 0x00c ReadWrite {
        BUSY 0 1 0 Shown "a replacement or handler is under way; read only";
        BADADDR 1 1 0 Flag "an access to no register";
        TBL_BUSY 2 1 0 Flag "a table was written while EN was 1: the write was ignored";
        IMM_TRUNC 3 1 0 Flag "T.IMM did not fit into 12 bits";
        NO_TGT 4 1 0 Flag "T.TARGET was asked for and is not known: 0 was used";
        RT_RUNAWAY 5 1 0 Flag "a replacement had no end";
        STRAY_DRET 6 1 0 Flag "a DRET outside a handler";
        EV_DROP 7 1 0 Flag "an event was dropped";
        IMG_BAD 8 1 0 Flag "IMG_CRC did not fit the tables, or EN was refused";
    }
    "Counters; a write clears the overflow flag. Bits above the width are ignored." CTR 0x010 [8] ReadWrite {
        CTR 0 32 1 Shown "value";
    }
    "Flags of the counters." FLAGS 0x030 ReadOnly {
        FLAGS 0 16 0 Shown "bit 2n: counter n is zero; bit 2n+1: it has overflowed";
    }
    "What a set can load." HPS_R 0x040 [8] ReadWrite {
        HPS_R 0 32 0 "value; bits above the width of a counter are ignored";
    }
    "State of the random generator; 0 is taken as 1." RNDSEED 0x060 ReadWrite {
        RNDSEED 0 32 1 Shown "state";
    }
    "What of a random number is used." RNDMASK 0x064 ReadWrite {
        RNDMASK 0 32 0 "mask";
    }
    "Ranges of addresses: even words the first address, odd words the one after the last." RANGE 0x070 [8] ReadWrite {
        RANGE 0 32 0 "address";
    }
    "Instructions that were held against the patterns, modulo 2^32." N_IN 0x0a0 ReadOnly {
        N_IN 0 32 0 "count";
    }
    "Instructions that were replaced, modulo 2^32." N_REPL 0x0a4 ReadOnly {
        N_REPL 0 32 0 "count";
    }
    "Mode decode: words of replacements; mode retire: events that entered the queue; modulo \
     2^32." N_WORDS 0x0a8 ReadOnly {
        N_WORDS 0 32 0 "count";
    }
    "Cycles that replacements add in line, handlers not included, modulo 2^32." VCYC 0x0ac ReadOnly {
        VCYC 0 32 0 "cycles";
    }
    "Events that found the queue full; stays at its largest value." DROPPED 0x0b0 ReadOnly {
        DROPPED 0 32 0 "count";
    }
    "Micro-operations that each counter has seen, modulo 2^32." HIT 0x0c0 [8] ReadOnly {
        HIT 0 32 0 "count";
    }
    "Written after the tables: CRC-32 of the words written to them, in that order. Reads as that of the words since \
     the last one." IMG_CRC 0x0fc ReadWrite {
        IMG_CRC 0 32 0 Shown "CRC-32 (IEEE)";
    }
    "Table of conditions." CT 0x100 [16] WriteOnly {
        CT 0 32 0 "an entry";
    }
    "Table of patterns, four words each." PT 0x400 [128] WriteOnly {
        PT 0 32 0 "a word of an entry";
    }
    "Table of replacements, low half first; an entry is written with its high half." RT 0x4000 [4096] WriteOnly {
        RT 0 32 0 "half an entry";
    }
}

/// The registers of an engine of this size.
pub fn built(config: &Config) -> Built {
    let few = u16::try_from(config.counters).expect("at most eight");
    Built::of(REGISTERS)
        .with(&PARAM, |made| made.word = config.param())
        .with(&CTRL, |made| made.word = CTRL.field("BE_TAKEN").at((config.mode == Mode::Retire).into()))
        .with(&CTR, |made| made.words = few)
        .with(&HIT, |made| made.words = few)
        .with(&CT, |made| made.words = config.conditions as u16)
        .with(&PT, |made| made.words = 4 * config.patterns as u16)
        .with(&RT, |made| made.words = 2 * config.words as u16)
}

/// The register at byte offset `address`, and which word of it.
pub fn at(address: u16) -> Option<(&'static Register, usize)> {
    find(REGISTERS, address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_are_those_of_the_rules_and_nothing_overlaps() {
        crate::spec::regs::assert_apart(REGISTERS, ADDRESS_BITS);
        assert_eq!(ID_WORD, u32::from_be_bytes(*b"HPS1"));
        assert_eq!(at(0x405).map(|(register, word)| (register.name, word)), Some(("PT", 1)));
        assert_eq!((at(0x034), at(0x7ffc).map(|(register, word)| (register.name, word))), (None, Some(("RT", 4095))));
    }
}
