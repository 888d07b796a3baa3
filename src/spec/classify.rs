//! The 21 classes of RISC-V instructions that filters and the co-processor select by (docs/reference/classify.md).
use super::variant::Variant;
use std::fmt;

/// Width of the integer registers. It decides what a compressed instruction means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Xlen {
    /// RV32.
    Rv32,
    /// RV64.
    Rv64,
}

impl Xlen {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Rv32, Self::Rv64];

    /// Number of bits.
    pub const fn bits(self) -> u32 {
        match self {
            Self::Rv32 => 32,
            Self::Rv64 => 64,
        }
    }

    /// Name of the presets that are built for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rv32 => "rv32",
            Self::Rv64 => "rv64",
        }
    }
}

/// Class of an instruction. Calls and returns are those of the link registers x1 and x5 (the hints of the RISC-V
/// specification for return-address stacks).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Opclass {
    /// Integer load.
    Load = 0,
    /// Integer store.
    Store = 1,
    /// Load of a floating-point register.
    FpLoad = 2,
    /// Store of a floating-point register.
    FpStore = 3,
    /// Conditional branch.
    Branch = 4,
    /// JAL that does not link.
    Jump = 5,
    /// JAL that links.
    Call = 6,
    /// JALR without a link register: computed jump.
    IndirectJump = 7,
    /// JALR that links: call through a register.
    IndirectCall = 8,
    /// JALR through a link register: return.
    Return = 9,
    /// JALR through one link register that links with the other: return, then call.
    Coroutine = 10,
    /// Integer arithmetic and logic but multiply and divide.
    Alu = 11,
    /// LUI and AUIPC.
    Upper = 12,
    /// Multiply.
    Multiply = 13,
    /// Divide and remainder.
    Divide = 14,
    /// Atomics, LR and SC included.
    Atomic = 15,
    /// Floating-point arithmetic.
    Fp = 16,
    /// Access to a control and status register.
    Csr = 17,
    /// ECALL, EBREAK, MRET, WFI, hypervisor loads and the like.
    System = 18,
    /// FENCE and FENCE.I.
    Fence = 19,
    /// Everything else: vectors, custom, reserved.
    Other = 20,
}

/// Width of a class's code in hardware.
pub const OPCLASS_BITS: usize = 5;

impl Opclass {
    /// Number of classes.
    pub const COUNT: usize = 21;

    /// Every class, in the order of the codes.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Load,
        Self::Store,
        Self::FpLoad,
        Self::FpStore,
        Self::Branch,
        Self::Jump,
        Self::Call,
        Self::IndirectJump,
        Self::IndirectCall,
        Self::Return,
        Self::Coroutine,
        Self::Alu,
        Self::Upper,
        Self::Multiply,
        Self::Divide,
        Self::Atomic,
        Self::Fp,
        Self::Csr,
        Self::System,
        Self::Fence,
        Self::Other,
    ];

    /// Code in hardware, and bit of an enable mask.
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// Name in programs, on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Load => "LOAD",
            Self::Store => "STORE",
            Self::FpLoad => "FLOAD",
            Self::FpStore => "FSTORE",
            Self::Branch => "BRANCH",
            Self::Jump => "JUMP",
            Self::Call => "CALL",
            Self::IndirectJump => "JIND",
            Self::IndirectCall => "CALLI",
            Self::Return => "RET",
            Self::Coroutine => "CORO",
            Self::Alu => "ALU",
            Self::Upper => "UPPER",
            Self::Multiply => "MUL",
            Self::Divide => "DIV",
            Self::Atomic => "AMO",
            Self::Fp => "FP",
            Self::Csr => "CSR",
            Self::System => "SYS",
            Self::Fence => "FENCE",
            Self::Other => "OTHER",
        }
    }
}

impl fmt::Display for Opclass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What is emitted.
pub const PRESETS: [Variant; 2] = [
    Variant { name: Xlen::Rv32.name(), doc: "beside a core of 32 bits", parameters: &[("xlen", 32)] },
    Variant { name: Xlen::Rv64.name(), doc: "beside a core of 64 bits", parameters: &[("xlen", 64)] },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_positions_and_names_are_different() {
        for (i, class) in Opclass::ALL.into_iter().enumerate() {
            assert_eq!(class.code() as usize, i, "{class}");
            assert!(Opclass::ALL[..i].iter().all(|other| other.name() != class.name()), "{class}");
        }
    }
}
