//! Ports that travel together between the parts of the phase tracker.
use crate::spec::phase::{BUCKET_BITS, INDEX_BITS};
use rust_hdl::prelude::*;

/// Bits of a bucket.
pub const BUCKET: usize = BUCKET_BITS as usize;
/// Bits of a sum of a bucket: whether it is over the largest number, and, if not, the bucket.
pub const SUM: usize = BUCKET + 1;
/// Bits of the number of a bucket.
pub const INDEX: usize = INDEX_BITS as usize;
/// Bits of the number of a half word in the memory of signatures, the larger of the two memories.
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

/// A bucket of the interval that has ended.
#[treetap_hdl::bundle]
pub struct Closed {
    /// Which one.
    pub index: Bits<INDEX>,
    /// Which half of the buckets the interval has.
    pub bank: Bit,
    /// The bucket is emptied.
    pub wipe: Bit,
    /// The same bucket of both halves is emptied.
    pub both: Bit,
    /// The sum in it, two cycles later.
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
    /// The half word of the signatures.
    #[back]
    pub element: Bits<16>,
    /// The half word of the other memory.
    #[back]
    pub word: Bits<16>,
}
