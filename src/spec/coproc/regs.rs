//! The registers of the co-processor (docs/reference/coproc.md, B.7). The rules count words; an offset is four times as
//! much.
use super::{Config, State};
use crate::spec::counters::Counter;
use crate::spec::regs::{Access, Built, Field, Home, Mark, Register, find, registers};

/// The word at offset 0: "TT8A".
pub const ID_WORD: u32 = ID.reset();
/// Bits of a byte offset.
pub const ADDRESS_BITS: u32 = 14;

registers! {
    ($) each_coprocessor_register;
    "Says that this is a profiling co-processor." ID 0x000 ReadOnly Fixed {
        ID 0 32 0x5454_3841 "\"TT8A\"";
    }
    "Size of this build." PARAMS 0x004 ReadOnly Fixed {
        RW2 0 1 0 "two instructions retire in a cycle";
        VW64 1 1 0 "values have 64 bits";
        LG 2 4 0 "logarithm of the number of entries";
    }
    "Switches of the filter and the sample buffer." CTRL 0x008 ReadWrite {
        FEN 0 1 0 "the filters let candidates through";
        LOSSLESS 1 1 0 "the core is held back instead of dropping a candidate";
        FREEZE 2 1 1 "while the co-processor does not run, candidates are dropped";
    }
    "What the machine does, and where it stopped." STATUS 0x00c ReadOnly {
        STATE 0 2 0 "0 IDLE, 1 RUN, 2 INT, 3 ERR";
        BUSY 2 1 0 "an array or the registers are being cleared";
        CAUSE 3 2 0 "tag of the last interrupt";
        ERR 5 3 0 "last error: 1 ILL, 2 PCEND, 3 TGT, 4 WDOG, 5 LANE";
        UPC 8 6 0 "word of the last interrupt or error";
        OFF_END 14 1 0 "it was word 64, after the last";
    }
    "A command." CMD 0x010 WriteOnly {
        OP 0 8 0 "1 RUN, 2 STOP, 3 INV_ALL, 4 CLR_ALL, 5 FLUSH, 6 CLRCNT, 7 SKIP, 8 RESET, 9 CINV";
        ARG 8 8 0 "entry of CINV";
    }
    "Accesses that were refused; stays at its largest value." HOSTVIOL 0x014 ReadOnly {
        COUNT 0 16 0 "how many";
    }
    "Watchdog." WDOG 0x018 ReadWrite {
        WDOG 0 8 255 "most words of a sample; 0 without end";
    }
    "Random generator of the microcode; 0 counts as 1." LFSR16 0x01c ReadWrite {
        LFSR16 0 16 0xace1 "its state";
    }
    "Microwords executed, low half." WORDS_LO 0x020 ReadOnly {
        COUNT 0 32 0 "bits 31 to 0";
    }
    "Microwords executed, high half." WORDS_HI 0x024 ReadOnly {
        COUNT 0 32 0 "bits 63 to 32";
    }
    "Classes of instructions that may become candidates (docs/reference/classify.md)." CLASS_EN 0x040 ReadWrite {
        CLASS_EN 0 21 0 "bit c: class c";
    }
    "First PC filter." F1CFG 0x044 ReadWrite {
        F1_MATCH 0 8 0 "value of the hash that passes";
        F1_MASK 8 8 0 "bits of the hash that are compared; 0 passes everything";
        F1_HSEL 16 2 0 "which hash";
    }
    "Second PC filter." F2CFG 0x048 ReadWrite {
        F2_HSEL 0 2 0 "which hash";
    }
    "What a sample holds." RECFMT 0x04c ReadWrite {
        RECFMT 0 16 0x0041 "four selectors of 4 bits, lane 0 lowest (docs/reference/sample_buffer.md); refused while \
            records wait";
    }
    "Decimation of what passed the filters; writing starts the count anew." DECIM 0x050 ReadWrite {
        DECIM 0 16 0 "one of so many passes; 0 and 1 pass everything";
    }
    "Sets the bit of the ignore table to which the second PC filter's hash leads." SETIGN 0x054 WriteOnly {
        SETIGN 0 32 0 "bits 32 to 1 of the address of an instruction";
    }
    "Counters of filter and sample buffer: RETIRED TRAP REJ_CLASS REJ_PC1 REJ_PC2 REJ_DEC CAND ACC DROP_FULL DROP_OFF \
     POPPED FLUSHED OCC." COUNTS 0x080 [13] ReadOnly {
        COUNT 0 32 0 "modulo 2^32";
    }
    "Index registers; a write is cut to the width." X 0x100 [8] ReadWrite {
        X 0 16 0 "value";
    }
    "Widths of the index registers; a write cuts the index." XW 0x120 [8] ReadWrite {
        XW 0 5 16 "bits, 1 to 16; anything else counts as 16";
    }
    "Base registers." B 0x140 [8] ReadWrite {
        BASE 0 8 0 "first entry";
        SIZE 8 4 0 "logarithm of the number of entries; above 8 counts as 8";
        LANE 12 4 0 "0 D, 1 and 2 W0 and W1, 3 to 6 H0 to H3, 7 to 14 B0 to B7";
    }
    "Constants: low halves at even words, high halves at odd ones." K 0x160 [8] ReadWrite {
        K 0 32 0 "half a constant; a high half is 0 where values have 32 bits";
    }
    "Value registers: low halves at even words, high halves at odd ones." V 0x180 [8] ReadWrite {
        V 0 32 0 "half a value; a high half is 0 where values have 32 bits";
    }
    "Far targets of branches." T 0x1a0 [4] ReadWrite {
        T 0 6 0 "word";
    }
    "The last word that was read, low half." MD_LO 0x1b0 ReadWrite {
        MD 0 32 0 "bits 31 to 0";
    }
    "The last word that was read, high half." MD_HI 0x1b4 ReadWrite {
        MD 0 32 0 "bits 63 to 32; 0 where values have 32 bits";
    }
    "Index of the last match that hit." MI 0x1b8 ReadWrite {
        MI 0 8 0 "entry; bits above their number are 0";
    }
    "Flags." FLAGS 0x1bc ReadWrite {
        FLAGS 0 8 0 "from bit 0 up: eq ltu zr asat isat msat hit neg";
    }
    "First word for the samples of each class." SPC 0x1c0 [21] ReadWrite {
        SPC 0 6 0 "word";
    }
    "Microcode: bits 31 to 0 of word k at 2k, bits 47 to 32 at 2k + 1, which takes both." UC 0x400 [128] ReadWrite {
        UC 0 32 0 "half a word; the low half is written first";
    }
    "Keys; a write makes the entry valid." KEY 0x800 [256] ReadWrite {
        KEY 0 32 0 "key";
    }
    "Which entries are valid." VLD 0xc00 [8] ReadOnly {
        VLD 0 32 0 "bit b of word w: entry 32 w + b";
    }
    "Data memory: bits 31 to 0 of entry k at 2k, bits 63 to 32 at 2k + 1." DM 0x1000 [512] ReadWrite {
        DM 0 32 0 "half an entry";
    }
    "Ignore table of the second PC filter." IGN 0x1800 [128] ReadWrite {
        IGN 0 32 0 "bit b of word w: hash 32 w + b is ignored";
    }
}

/// What the words of COUNTS hold; the last one, the number of records in the sample buffer, is no counter.
pub const COUNTED: [Counter; 12] = [
    Counter::Retired,
    Counter::Trap,
    Counter::RejectedClass,
    Counter::RejectedPc1,
    Counter::RejectedPc2,
    Counter::RejectedDecimated,
    Counter::Candidates,
    Counter::Accepted,
    Counter::DroppedFull,
    Counter::DroppedOff,
    Counter::Popped,
    Counter::Flushed,
];

/// The registers of a build.
pub fn built(config: &Config) -> Built {
    let entries = config.entries as u16;
    let wide = PARAMS.field("VW64").at((config.value_bits > 32).into());
    Built::of(REGISTERS)
        .with(&PARAMS, |made| made.word = wide | PARAMS.field("LG").at(config.index_bits()))
        .with(&KEY, |made| made.words = entries)
        .with(&VLD, |made| made.words = entries / 32)
        .with(&DM, |made| made.words = 2 * entries)
}

/// The register at word `word`, and which word of it.
pub fn at(word: u32) -> Option<(&'static Register, usize)> {
    find(REGISTERS, u16::try_from(4 * word).ok()?)
}

/// Whether a register answers while the machine runs or an array is being cleared (B.7); of CMD only STOP and RESET
/// do.
pub fn answers_always(register: &Register) -> bool {
    let always =
        [&ID, &PARAMS, &CTRL, &STATUS, &CMD, &HOSTVIOL, &WORDS_LO, &WORDS_HI, &COUNTS, &CLASS_EN, &F1CFG, &DECIM];
    always.iter().any(|one| one.name == register.name)
}

/// The word of STATUS. `cause` and `error` are those of the last interrupt and error; `upc` is their word, 64 after the
/// end.
pub fn status(state: State, busy: bool, cause: u8, error: u8, upc: u8) -> u32 {
    STATUS.field("STATE").at(state as u32)
        | STATUS.field("BUSY").at(busy.into())
        | STATUS.field("CAUSE").at(cause.into())
        | STATUS.field("ERR").at(error.into())
        | STATUS.field("UPC").at(upc.into())
        | STATUS.field("OFF_END").at((upc >> 6).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::coproc::Error;

    #[test]
    fn words_are_those_of_the_rules_and_nothing_overlaps() {
        crate::spec::regs::assert_apart(REGISTERS, ADDRESS_BITS);
        let words = [
            (&ID, 0x000),
            (&PARAMS, 0x001),
            (&CTRL, 0x002),
            (&STATUS, 0x003),
            (&CMD, 0x004),
            (&HOSTVIOL, 0x005),
            (&WDOG, 0x006),
            (&LFSR16, 0x007),
            (&WORDS_LO, 0x008),
            (&CLASS_EN, 0x010),
            (&F1CFG, 0x011),
            (&F2CFG, 0x012),
            (&RECFMT, 0x013),
            (&DECIM, 0x014),
            (&SETIGN, 0x015),
            (&COUNTS, 0x020),
            (&X, 0x040),
            (&XW, 0x048),
            (&B, 0x050),
            (&K, 0x058),
            (&V, 0x060),
            (&T, 0x068),
            (&MD_LO, 0x06c),
            (&MD_HI, 0x06d),
            (&MI, 0x06e),
            (&FLAGS, 0x06f),
            (&SPC, 0x070),
            (&UC, 0x100),
            (&KEY, 0x200),
            (&VLD, 0x300),
            (&DM, 0x400),
            (&IGN, 0x600),
        ];
        for (register, word) in words {
            assert_eq!(at(word).map(|(found, first)| (found.name, first)), Some((register.name, 0)));
        }
        assert_eq!(words.len() + 1, REGISTERS.len());
        assert_eq!((at(0x02d), at(0x085), at(0x800)), (None, None, None));
        assert_eq!(COUNTS.words as usize, COUNTED.len() + 1);
        assert_eq!(ID_WORD, 0x5454_3841);
        assert_eq!(built(&Config::rv32(256)).get(&PARAMS).word, 0x20);
    }

    #[test]
    fn the_word_after_the_last_shows_as_0() {
        assert_eq!(status(State::Error, false, 0, Error::End as u8, 64), 3 | 2 << 5 | 1 << 14);
        assert_eq!(status(State::Interrupt, true, 2, 0, 63), 2 | 4 | 2 << 3 | 63 << 8);
    }
}
