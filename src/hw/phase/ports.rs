//! Ports that travel together between the parts of the phase tracker.
use crate::spec::phase::{BUCKET_BITS, FOOTPRINT_BITS, INDEX_BITS};
use rust_hdl::prelude::*;

/// Bits of the length of an interval.
pub const LENGTH: usize = BUCKET_BITS as usize;
/// Bits that buckets are shifted right by at most to become elements of a footprint.
const SHIFTS: usize = LENGTH - 10;
/// Bits of a sum that is no larger than what becomes the largest element, whatever it is shifted by.
pub const EXACT: usize = SHIFTS + FOOTPRINT_BITS as usize;
/// Bits of a sum of a bucket: whether it is larger than that, and, if not, the sum. What lies between and the largest
/// number of a bucket nobody sees.
pub const SUM: usize = EXACT + 1;
/// Bits of the number of a bucket.
pub const INDEX: usize = INDEX_BITS as usize;
/// A bucket is kept as four sums: changes of control take turns.
pub const TURN: usize = 2;
/// Bits of the number of a sum.
pub const PLACE: usize = INDEX + TURN;
/// Bits of the number of a half word in one of the two memories.
pub const HALF: usize = 9;

/// An instruction that counts.
#[treetap_hdl::bundle]
pub struct Count {
    /// An instruction in this cycle.
    pub valid: Bit,
    /// The instruction changes the flow of control.
    pub control: Bit,
    /// Which half of the buckets its interval has.
    pub bank: Bit,
    /// Bucket of the instruction.
    pub index: Bits<INDEX>,
}

/// A sum of a bucket of the interval that has ended.
#[treetap_hdl::bundle]
pub struct Closed {
    /// Which one: the bucket and, below, the turn.
    pub place: Bits<PLACE>,
    /// Which half of the buckets the interval has.
    pub bank: Bit,
    /// It is read, and emptied in the next cycle.
    pub take: Bit,
    /// It is emptied in both halves.
    pub both: Bit,
    /// The sum that was in it, three cycles later.
    #[back]
    pub word: Bits<SUM>,
}

/// What a host reads of the memories. No judgement begins while `valid` is high.
#[treetap_hdl::bundle]
pub struct Peek {
    /// A request of a host is under way.
    pub valid: Bit,
    /// The half word is one of the signatures.
    pub signature: Bit,
    /// Number of the half word.
    pub place: Bits<HALF>,
    /// Nothing is being judged, and the half word of three cycles before is there.
    #[back]
    pub open: Bit,
    /// The half word of the signatures, each bit inverted.
    #[back]
    pub element: Bits<16>,
    /// The half word of the other memory.
    #[back]
    pub word: Bits<16>,
}
