//! The ports of the sample buffer.
use rust_hdl::prelude::*;

/// A candidate, whose lanes have `W` bits together; there is no ready.
#[treetap_hdl::bundle]
pub struct Candidate<const W: usize> {
    /// There is a candidate.
    pub valid: Bit,
    /// The lanes, lane 0 low.
    pub lanes: Bits<W>,
    /// The sideband.
    pub side: Bits<16>,
    /// The retire ordinal.
    pub ord: Bits<32>,
}

/// What the buffer holds, and when it drops.
#[treetap_hdl::bundle]
pub struct Policy {
    /// Lanes of a record, log2; steady while there are records.
    pub stride: Bits<2>,
    /// The tap is stopped in time, and nothing is dropped for being off.
    pub lossless: Bit,
    /// Nothing is taken while `run` is low.
    pub freeze: Bit,
}

/// Records of `W` bits, the oldest first.
#[treetap_hdl::bundle]
pub struct Sample<const W: usize> {
    /// A record is offered.
    pub valid: Bit,
    /// The record is taken.
    #[back]
    pub ready: Bit,
    /// The lanes; those that the stride leaves out are 0.
    pub rec: Bits<W>,
    /// The sideband.
    pub side: Bits<16>,
}

/// What happens in a cycle, for the counters.
#[treetap_hdl::bundle]
pub struct Step {
    /// The candidate enters.
    pub acc: Bit,
    /// The candidate finds the buffer full.
    pub drop_full: Bit,
    /// The candidate finds the buffer off.
    pub drop_off: Bit,
    /// A record is taken.
    pub popped: Bit,
    /// A record is removed by the flush.
    pub flushed: Bit,
}

/// What enters, for traces.
#[treetap_hdl::bundle]
pub struct Accepted {
    /// The candidate enters.
    pub valid: Bit,
    /// The retire ordinal.
    pub ord: Bits<32>,
}
