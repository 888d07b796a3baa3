//! What is known of return addresses (docs/reference/hotlist.md, V6).
use crate::spec::classify::Opclass;
use crate::spec::hotlist::STACK;
use crate::spec::hotlist::tuple::links;
use crate::spec::retire::Record;
use std::collections::VecDeque;

/// A copy of register x1, and a stack of return addresses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shadows {
    ra: u32,
    stack: VecDeque<u32>,
}

impl Shadows {
    /// `pc[32:1]` of what x1 holds; 0 before it was written.
    pub const fn ra(&self) -> u32 {
        self.ra
    }

    /// The top of the stack; 0 when it is empty.
    pub fn caller(&self) -> u32 {
        self.stack.back().copied().unwrap_or(0)
    }

    /// A retirement of a core with registers of `xlen` bits.
    pub fn retire(&mut self, record: &Record, xlen: u32) {
        if record.trap {
            return;
        }
        if links(record.class, record.insn) {
            self.ra = (record.val >> 1) as u32;
        }
        let length = if record.rvc { 2 } else { 4 };
        let fall = record.pc.wrapping_add(length) & (u64::MAX >> (64 - xlen));
        if matches!(record.class, Opclass::Return | Opclass::Coroutine) {
            self.stack.pop_back();
        }
        if matches!(record.class, Opclass::Call | Opclass::IndirectCall | Opclass::Coroutine) {
            if self.stack.len() == STACK {
                self.stack.pop_front();
            }
            self.stack.push_back((fall >> 1) as u32);
        }
    }
}
