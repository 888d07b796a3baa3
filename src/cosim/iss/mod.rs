//! The instruction-set simulator `model::iss` beside real hardware (docs/reference/iss.md): retirement by retirement
//! with a core, and as the core of the emitted engine `hps` in mode decode.
mod hardware;
mod lockstep;

pub use hardware::{Hardware, Wrong, holds, smallest};
pub use lockstep::{Compared, Difference, lockstep};

use super::core::Program;
use crate::model::iss::Hart;

/// A core of the simulator with a program in its memory.
///
/// # Panics
/// Never: [`Program`] has only segments that lie in memory.
pub fn hart(program: &Program) -> Hart {
    let mut hart = Hart::default();
    for segment in &program.segments {
        assert!(hart.memory.load(segment.address, &segment.bytes), "a segment outside memory");
    }
    hart
}
