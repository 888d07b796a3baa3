//! The ports of the sample buffer, for `N` candidates per cycle, lane 0 the older one.
use rust_hdl::prelude::*;

/// Candidates, whose lanes have `W` bits, sidebands `S` and ordinals `O` together; there is no ready.
#[treetap_hdl::bundle]
pub struct Candidate<const N: usize, const W: usize, const S: usize, const O: usize> {
    /// There is a candidate.
    pub valid: Bits<N>,
    /// The lanes, lane 0 of a candidate low.
    pub lanes: Bits<W>,
    /// The sideband.
    pub side: Bits<S>,
    /// The retire ordinal.
    pub ord: Bits<O>,
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
pub struct Step<const N: usize> {
    /// The candidate enters.
    pub acc: Bits<N>,
    /// The candidate finds the buffer full.
    pub drop_full: Bits<N>,
    /// The candidate finds the buffer off.
    pub drop_off: Bits<N>,
    /// A record is taken.
    pub popped: Bit,
    /// A record is removed by the flush.
    pub flushed: Bit,
}

/// What enters, for traces.
#[treetap_hdl::bundle]
pub struct Accepted<const N: usize, const O: usize> {
    /// The candidate enters.
    pub valid: Bits<N>,
    /// The retire ordinal.
    pub ord: Bits<O>,
}
