//! The tap: how raw retirements become records (docs/reference/tap.md).
use super::classify::Xlen;
use super::core::Core;
use super::variant::{DEEP, Variant};
use std::fmt;

/// MRET, after which the core's own next address never counts (rule T3).
pub const MRET: u32 = 0x3020_0073;

/// Cycles from a retirement or a flush until the record that it releases is on `rec_*` (rule T2).
pub const LATENCY: usize = 1;
/// [`LATENCY`] of a build for a fast clock.
pub const DEEP_LATENCY: usize = 3;

/// Where the byte address of an access comes from (rule T7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AddrSrc {
    /// `rvfi_mem_addr` is the byte address.
    Mem,
    /// `rvfi_mem_addr` is aligned to words, the masks tell the first byte.
    Mask,
    /// `rvfi_rs1_rdata` and the immediate: for cores whose memory ports do not tell the byte.
    Rs1Imm,
}

impl AddrSrc {
    /// Every one, in the order of the codes.
    pub const ALL: [Self; 3] = [Self::Mem, Self::Mask, Self::Rs1Imm];

    /// Code on `cfg_addr_src`.
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// What stands for this code.
    ///
    /// # Errors
    /// [`Error::AddrSrc`] beyond the codes there are.
    pub fn from_code(code: u8) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|source| source.code() == code).ok_or(Error::AddrSrc(code))
    }
}

/// What a tap has to know of its core.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Config {
    /// Width of its registers.
    pub xlen: Xlen,
    /// Where addresses come from.
    pub addr_src: AddrSrc,
    /// The data of `rvfi_mem_*` can be used, shifted by the masks (rule T6).
    pub mdata_ok: bool,
}

impl Config {
    /// The tap of the core of this name. Of one that nobody knows, the base and the offset of an access are the surest.
    pub fn of_core(name: &str, xlen: Xlen) -> Self {
        let unknown = Self { xlen, addr_src: AddrSrc::Rs1Imm, mdata_ok: false };
        Core::named(name).map_or(unknown, |core| preset(core).config)
    }

    /// The tap of a core, made of what its registers hold.
    ///
    /// # Errors
    /// [`Error::AddrSrc`] for a code that means nothing.
    pub fn from_codes(xlen: Xlen, addr_src: u8, mdata_ok: bool) -> Result<Self, Error> {
        Ok(Self { xlen, addr_src: AddrSrc::from_code(addr_src)?, mdata_ok })
    }
}

/// How a core shows that an interrupt or exception came in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Entry {
    /// `rvfi_intr` with the first instruction of the handler; an instruction that traps shows as a record with
    /// `rvfi_trap`.
    Intr,
    /// A record with `rvfi_trap` of the instruction that did not execute; `rvfi_intr` is never high. After an interrupt
    /// that instruction retires later.
    Trap,
    /// None come in: a trap ends the program, and its record is the last.
    Halt,
}

/// A core that the tap has a preset for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The core.
    pub core: Core,
    /// Its tap.
    pub config: Config,
    /// How handlers are entered.
    pub entry: Entry,
    /// Why it is so.
    pub doc: &'static str,
}

/// The preset of each core.
pub const PRESETS: [Preset; 3] = [
    Preset {
        core: Core::Picorv32,
        config: Config { xlen: Xlen::Rv32, addr_src: AddrSrc::Rs1Imm, mdata_ok: true },
        entry: Entry::Halt,
        doc: "addresses are those of words, and the mask of a load is always that of a word",
    },
    Preset {
        core: Core::Ibex,
        config: Config { xlen: Xlen::Rv32, addr_src: AddrSrc::Mem, mdata_ok: true },
        entry: Entry::Intr,
        doc: "addresses are those of bytes; masks tell the size only, and every instruction has one",
    },
    Preset {
        core: Core::Serv,
        config: Config { xlen: Xlen::Rv32, addr_src: AddrSrc::Rs1Imm, mdata_ok: true },
        entry: Entry::Trap,
        doc: "addresses are those of words",
    },
];

/// The preset of this core.
pub fn preset(core: Core) -> &'static Preset {
    PRESETS.iter().find(|preset| preset.core == core).expect("every core has a preset")
}

/// What is emitted.
pub const VARIANTS: [Variant; 4] = [
    Variant { name: Xlen::Rv32.name(), doc: "beside a core of 32 bits", parameters: &[("xlen", 32), (DEEP, 0)] },
    Variant { name: Xlen::Rv64.name(), doc: "beside a core of 64 bits", parameters: &[("xlen", 64), (DEEP, 0)] },
    Variant { name: "rv32_deep", doc: "`rv32` for a fast clock", parameters: &[("xlen", 32), (DEEP, 1)] },
    Variant { name: "rv64_deep", doc: "`rv64` for a fast clock", parameters: &[("xlen", 64), (DEEP, 1)] },
];

/// What is wrong with a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// No source of addresses has this code.
    AddrSrc(u8),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AddrSrc(code) => write!(f, "ADDR_SRC {code}: expected 0 (MEM), 1 (MASK) or 2 (RS1_IMM)"),
        }
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_lead_back_and_others_are_refused() {
        for source in AddrSrc::ALL {
            assert_eq!(AddrSrc::from_code(source.code()), Ok(source));
        }
        let refused = Config::from_codes(Xlen::Rv64, 3, true).unwrap_err();
        assert_eq!(refused.to_string(), "ADDR_SRC 3: expected 0 (MEM), 1 (MASK) or 2 (RS1_IMM)");
    }

    #[test]
    fn every_core_has_one_preset() {
        for core in Core::ALL {
            assert_eq!(preset(core).core, core);
        }
        assert_eq!(PRESETS.len(), Core::ALL.len());
    }
}
