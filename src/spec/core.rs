//! The RISC-V cores that programs run on in simulation, and the machine around them (docs/reference/cores.md).

/// A core that comes in a wheel and shows its retirements on RVFI ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Core {
    /// PicoRV32: small, about four cycles an instruction, the fastest in simulation.
    Picorv32,
    /// Ibex: two stages, up to one retirement a cycle, traps and interrupts as the privileged specification has them.
    Ibex,
    /// SERV: bit-serial, about fifty cycles an instruction.
    Serv,
}

impl Core {
    /// Every core.
    pub const ALL: [Core; 3] = [Core::Picorv32, Core::Ibex, Core::Serv];

    /// Its name on the command line, in file names and as preset of the tap.
    pub const fn name(self) -> &'static str {
        match self {
            Core::Picorv32 => "picorv32",
            Core::Ibex => "ibex",
            Core::Serv => "serv",
        }
    }

    /// The core of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|core| core.name() == name)
    }

    /// Whether it can be built with the multiplications and divisions of the M extension.
    pub const fn multiplies(self) -> bool {
        !matches!(self, Core::Serv)
    }

    /// Whether it can be built with the C extension.
    pub const fn compresses(self) -> bool {
        !matches!(self, Core::Serv)
    }
}

/// First byte of memory.
pub const RAM: u32 = 0x8000_0000;
/// Bytes of memory.
pub const RAM_BYTES: u32 = 32 << 20;
/// The first instruction after reset: what Ibex adds to its boot address leaves room for a vector table.
pub const RESET_PC: u32 = RAM + 0x80;
/// A byte written here goes to the console. The devices' addresses are also in `programs/common/machine.h`.
pub const CONSOLE: u32 = 0x1000_0000;
/// A word written here ends the program; it is the exit code.
pub const EXIT: u32 = CONSOLE + 4;
/// A word written here takes back the timer interrupt.
pub const TIMER: u32 = CONSOLE + 8;
