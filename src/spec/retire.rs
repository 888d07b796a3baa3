//! What a processor says of each instruction that it retires: raw, as RVFI ports have it, and normalised, as every unit
//! after the tap sees it (docs/reference/tap.md).
use super::classify::Opclass;

/// One RVFI record, raw: what the ports `rvfi_*` of one core showed in one cycle with `rvfi_valid` high, and what was
/// measured beside them.
///
/// The layout is that of the C++ side of the harnesses. Values of 32-bit cores are zero-extended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct Rvfi {
    /// `rvfi_order`.
    pub order: u64,
    /// Clock cycle of the core, from the end of its reset.
    pub cycle: u64,
    /// `rvfi_pc_rdata`: address of the instruction.
    pub pc: u64,
    /// `rvfi_pc_wdata`: the core's own idea of the next address; cores differ around traps.
    pub next_pc: u64,
    /// `rvfi_rs1_rdata`.
    pub rs1: u64,
    /// `rvfi_rd_wdata`: 0 for `x0`.
    pub rd: u64,
    /// `rvfi_mem_addr`.
    pub mem_addr: u64,
    /// `rvfi_mem_rdata`.
    pub mem_rdata: u64,
    /// `rvfi_mem_wdata`.
    pub mem_wdata: u64,
    /// `rvfi_insn`: a compressed instruction is in the low half.
    pub insn: u32,
    /// `ret_lat`: cycles of the access, 0 if unknown, saturating.
    pub lat: u16,
    /// `ret_evt`: [`event`] bits.
    pub evt: u8,
    /// [`Rvfi::TRAP`], [`Rvfi::INTR`], and above them what `rvfi_mode` lacks of machine mode.
    pub flags: u8,
    /// `rvfi_mem_rmask`.
    pub rmask: u8,
    /// `rvfi_mem_wmask`.
    pub wmask: u8,
    /// `rvfi_rd_addr`.
    pub rd_addr: u8,
    /// Always 0.
    pub reserved: [u8; 5],
}

impl Rvfi {
    /// Bit of [`Rvfi::flags`]: `rvfi_trap`.
    pub const TRAP: u8 = 1;
    /// Bit of [`Rvfi::flags`]: `rvfi_intr`.
    pub const INTR: u8 = 2;

    /// Lowest bit of [`Rvfi::flags`] of 3 less `rvfi_mode`: 0 is machine mode, the only one of most cores.
    pub const BELOW_MACHINE: u32 = 2;

    /// `rvfi_mode`, the privilege: 0 user, 1 supervisor, 3 machine.
    pub const fn mode(&self) -> u8 {
        3 - (self.flags >> Self::BELOW_MACHINE & 3)
    }

    /// `rvfi_trap`: the instruction did not execute.
    pub const fn trap(&self) -> bool {
        self.flags & Self::TRAP != 0
    }

    /// `rvfi_intr`: the first instruction of a handler.
    pub const fn intr(&self) -> bool {
        self.flags & Self::INTR != 0
    }
}

/// Bits of `ret_evt` and `rec_evt`; those above are the user's.
pub mod event {
    /// Miss in the data cache.
    pub const DATA_MISS: u8 = 1;
    /// Mispredicted branch.
    pub const MISPREDICT: u8 = 2;
    /// Miss in the TLB.
    pub const TLB_MISS: u8 = 4;
}

/// One retirement, normalised: the fields `rec_*` after the tap (docs/reference/tap.md).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Record {
    /// The instruction did not execute.
    pub trap: bool,
    /// Class of the instruction.
    pub class: Opclass,
    /// It was a compressed one.
    pub rvc: bool,
    /// The next instruction is not the one that follows in memory.
    pub taken: bool,
    /// It begins a block: the first of all, or the record before was taken or a trap, or it is the first of a handler.
    pub start: bool,
    /// The instruction in its 32-bit form; 0 for an illegal compressed one.
    pub insn: u32,
    /// Its address.
    pub pc: u64,
    /// Address of the next instruction.
    pub npc: u64,
    /// What was loaded or stored, or the result.
    pub val: u64,
    /// Byte address of an access.
    pub addr: u64,
    /// [`event`] bits.
    pub evt: u8,
    /// Cycles of the access, 0 if unknown.
    pub lat: u16,
    /// Cycles since the retirement before, saturating, 0 if unknown.
    pub cycles: u16,
    /// Retire ordinal: how many executed before it, modulo `2^32`.
    pub ord: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layout_is_that_of_the_harnesses() {
        assert_eq!(
            (size_of::<Rvfi>(), std::mem::offset_of!(Rvfi, insn), std::mem::offset_of!(Rvfi, rd_addr)),
            (88, 72, 82)
        );
    }
}
