//! Control and status registers: machine mode only (docs/reference/iss.md, I3).
use super::Hart;
use crate::spec::hps::inline::{D0, DPC, DVEC, PRIVATE};

/// Bits of MSTATUS: interrupts are on, and were before the exception.
const MIE: u32 = 1 << 3;
const MPIE: u32 = 1 << 7;
/// The mode before the exception: always machine mode.
const MPP: u32 = 3 << 11;
/// Bit of MIE, and cause: the timer.
const TIMER: u32 = 7;
/// RV32IMC.
const MISA: u32 = 1 << 30 | 1 << (b'i' - b'a') | 1 << (b'm' - b'a') | 1 << (b'c' - b'a');

/// The registers that hold something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Csrs {
    status: u32,
    enables: u32,
    vector: u32,
    scratch: u32,
    epc: u32,
    cause: u32,
    value: u32,
    pub(super) dvec: u32,
    /// T.PC.
    pub(super) dpc: u32,
    /// Everything that was executed, at one cycle each.
    pub(super) cycles: u64,
    /// Instructions of the program.
    pub(super) retired: u64,
}

impl Csrs {
    /// The state after reset.
    pub(super) fn new(dvec: u32) -> Self {
        Self { dvec, ..Self::default() }
    }

    /// An exception: where its handler is; `None` if the program has set none.
    pub(super) fn enter(&mut self, pc: u32, cause: u32, value: u32) -> Option<u32> {
        (self.epc, self.cause, self.value) = (pc, cause, value);
        let before = if self.status & MIE == 0 { 0 } else { MPIE };
        self.status = before;
        let handler = self.vector & !3;
        (handler != 0).then_some(handler)
    }

    /// The timer interrupts before the instruction at `pc`: where its handler is; `None` if the program does not let
    /// it.
    pub(super) fn interrupt(&mut self, pc: u32) -> Option<u32> {
        if self.status & MIE == 0 || self.enables >> TIMER & 1 == 0 {
            return None;
        }
        self.enter(pc, 1 << 31 | TIMER, 0).map(|vectors| vectors + 4 * TIMER)
    }

    /// MRET: where it goes on.
    pub(super) fn leave(&mut self) -> u32 {
        self.status = MPIE | if self.status & MPIE == 0 { 0 } else { MIE };
        self.epc
    }
}

impl Hart {
    /// What a register holds; `None` if there is no such register.
    pub(super) fn csr(&self, number: u32) -> Option<u32> {
        let csrs = &self.csrs;
        let high = |count: u64| (count >> 32) as u32;
        Some(match number {
            0x300 => csrs.status | MPP,
            0x301 => MISA,
            0x304 => csrs.enables,
            0x305 => csrs.vector,
            0x340 => csrs.scratch,
            0x341 => csrs.epc,
            0x342 => csrs.cause,
            0x343 => csrs.value,
            // MSTATUSH, MIP, who made it and its number.
            0x310 | 0x344 | 0xf11..=0xf15 => 0,
            0xb00 | 0xc00 => csrs.cycles as u32,
            0xb80 | 0xc80 => high(csrs.cycles),
            0xb02 | 0xc02 => csrs.retired as u32,
            0xb82 | 0xc82 => high(csrs.retired),
            DVEC => csrs.dvec,
            DPC => csrs.dpc,
            _ => *self.private.get(number.wrapping_sub(D0) as usize)?,
        })
    }

    /// Writes one that exists. `None` for those that are read only by their number.
    pub(super) fn set_csr(&mut self, number: u32, word: u32) -> Option<()> {
        let csrs = &mut self.csrs;
        let low = |count: u64| count & !0xffff_ffff | u64::from(word);
        let high = |count: u64| count & 0xffff_ffff | u64::from(word) << 32;
        match number {
            0x300 => csrs.status = word & (MIE | MPIE),
            0x304 => csrs.enables = word,
            0x305 => csrs.vector = word & !3 | 1,
            0x340 => csrs.scratch = word,
            0x341 => csrs.epc = word & !1,
            0x342 => csrs.cause = word,
            0x343 => csrs.value = word,
            0xb00 => csrs.cycles = low(csrs.cycles),
            0xb80 => csrs.cycles = high(csrs.cycles),
            0xb02 => csrs.retired = low(csrs.retired),
            0xb82 => csrs.retired = high(csrs.retired),
            DVEC => csrs.dvec = word & !3,
            _ if number >> 10 == 3 => return None,
            _ => {
                let index = number.wrapping_sub(D0) as usize;
                if index < PRIVATE {
                    self.private[index] = word;
                }
            }
        }
        Some(())
    }
}
