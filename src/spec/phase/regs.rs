//! The registers of the phase tracker (docs/reference/phase.md, P12).
use super::{Build, MAX_PHASES, MAX_SIGNATURES};
use crate::spec::regs::{Access, Built, Field, Home, Mark, Register, find, registers};

/// The word at offset 0: "PHS1".
pub const ID_WORD: u32 = ID.reset();
/// Bits of a byte offset.
pub const ADDRESS_BITS: u32 = 11;

registers! {
    ($) each_phase_register;
    "Says that this is a phase tracker." ID 0x000 ReadOnly Fixed {
        ID 0 32 0x5048_5331 "\"PHS1\"";
    }
    "Switches." CTRL 0x004 ReadWrite {
        TRK 0 1 0 Kept "instructions are counted; while it is 0 nothing changes and no interval ends";
        AUTO 1 1 0 Kept "the tracker arms the next interval by itself";
        PREDMODE 2 1 0 Kept "predictions are the last phase, whatever the table of changes says";
        UPD 3 1 0 Kept "a signature that matches becomes the footprint that it matched";
        BEST 4 1 1 Kept "the nearest signature matches; else the first one that is near enough";
        CLR 5 1 0 Pulse "1 forgets everything but the configuration; reads 0";
        LOSSLESS 6 1 0 Kept "no instruction is taken between the end of an interval and the flag of the next one";
        IRQ 7 1 0 Kept "STATUS.INTERVAL raises the interrupt";
        HOLD 8 1 0 Kept "no instruction is taken while STATUS.INTERVAL is 1";
    }
    "Instructions of an interval; a number outside 512 to 16777215 is refused. An interval takes it with its first \
     instruction." LEN 0x008 ReadWrite {
        LEN 0 24 10_000_000 Kept "instructions";
    }
    "Least distance between footprints of different phases; more bits are refused." THR 0x00c ReadWrite {
        THR 0 13 61 Kept "distance; 0: every interval is a new phase";
    }
    "Which interval of a phase is sampled, as far as predictions are right; 0 and more bits are \
     refused." K 0x010 ReadWrite {
        K 0 8 3 Kept "1: the first that can be, 3: the third";
    }
    "State of the random generator; 0 is taken as 1." SEED 0x014 ReadWrite Told {
        SEED 0 32 1 Shown "state";
    }
    "What has happened: every bit but BUSY stays until 1 is written to it." STATUS 0x018 ReadWrite {
        LATE 0 1 0 Flag "instructions had to wait, because an interval was to end before the one before it was judged";
        ID_SAT 1 1 0 Flag "number 65535 was given to a second phase";
        BAD_CFG 2 1 0 Flag "a value was refused, or CLR while TRK was 1";
        LOG_OVF 3 1 0 Flag "the log had no room for an interval";
        BADADDR 4 1 0 Flag "an access to no register, or to one that does not allow it";
        INTERVAL 5 1 0 Shown "an interval has ended, and what is known of it is there";
        BUSY 6 1 0 Shown "an interval is being judged, or the memories are being cleared; read only";
    }
    "Intervals that have ended, modulo 2^32: the number of the one that goes on." IV 0x01c ReadOnly {
        IV 0 32 0 "count";
    }
    "Phase of the last interval, 0 before the first." CUR_ID 0x020 ReadOnly {
        CUR_ID 0 16 0 "number";
    }
    "Phase that is predicted for the interval that goes on, 0 before the first prediction." PRED 0x024 ReadOnly {
        PRED 0 16 0 "number";
    }
    "Phases that were given a number, at most 65535." NPHASES 0x028 ReadOnly {
        NPHASES 0 16 0 "count";
    }
    "Intervals whose phase was predicted, modulo 2^32." PRED_OK 0x02c ReadOnly {
        PRED_OK 0 32 0 "count";
    }
    "Intervals that were sampled and are the sample of their phase, modulo 2^32." SAMPLE_OK 0x030 ReadOnly {
        SAMPLE_OK 0 32 0 "count";
    }
    "Intervals that were sampled in vain, modulo 2^32." SAMPLE_DISC 0x034 ReadOnly {
        SAMPLE_DISC 0 32 0 "count";
    }
    "Instructions of the interval that goes on, or the last one judged, that were taken before its flag was \
     there." LATE_INSNS 0x038 ReadOnly {
        LATE_INSNS 0 12 0 Shown "instructions";
    }
    "Arms the interval that goes on, or takes that back." SAMPLE_NEXT 0x03c WriteOnly Told {
        SAMPLE_NEXT 0 1 0 "1: this interval is sampled from here on; 0: it is not";
    }
    "Instructions that came while none could be taken, with rec_must; saturates." LOST 0x040 ReadOnly {
        LOST 0 16 0 Shown "instructions";
    }
    "The phase table." PHASE 0x100 [32] ReadOnly {
        ID 0 16 0 "number of the phase, 0 for none";
        SEEN 16 15 0 "intervals of the phase since it entered the table, at most 32767";
        SAMPLED 31 1 0 "the phase has a sample";
    }
    "Signatures, eight words each: element 0 of the footprint in the lowest byte." SIGNATURE 0x400 [256] ReadOnly {
        SIGNATURE 0 32 0 "four elements";
    }
}

/// The registers of a build.
pub fn built(build: &Build) -> Built {
    assert!(build.phases <= MAX_PHASES && build.signatures <= MAX_SIGNATURES, "the build has more than the table");
    Built::of(REGISTERS)
        .with(&PHASE, |made| made.words = build.phases as u16)
        .with(&SIGNATURE, |made| made.words = 8 * build.signatures as u16)
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
        assert_eq!(ID_WORD, u32::from_be_bytes(*b"PHS1"));
        assert_eq!(at(0x108).map(|(register, word)| (register.name, word)), Some(("PHASE", 2)));
        assert_eq!(
            (at(0x044), at(0x7fc).map(|(register, word)| (register.name, word))),
            (None, Some(("SIGNATURE", 255)))
        );
    }
}
