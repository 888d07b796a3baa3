//! The ports that the builds of the map of checks have in common.
use super::{CODE, SLOT};
use rust_hdl::prelude::*;

/// What the map says.
#[treetap_hdl::bundle]
pub struct Answer {
    /// Code of the instruction of some cycles before.
    pub code: Bits<CODE>,
    /// The memory is being cleared; writes are lost.
    pub clearing: Bit,
}

/// Where the map lies: levels.
#[treetap_hdl::bundle]
pub struct Place {
    /// Half the address of the first code.
    pub map_base: Bits<SLOT>,
    /// There are codes other than 0.
    pub map_en: Bit,
}

/// Writes of the memory.
#[treetap_hdl::bundle]
pub struct Writes {
    /// `data` is the number of the word that is written next.
    pub map_waddr: Bit,
    /// `data` is that word.
    pub map_wdata: Bit,
    /// The word written last.
    pub data: Bits<32>,
}
