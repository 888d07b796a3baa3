//! The ports that the builds of the filters have in common.
use super::{DECIM, WORD_ADDRESS};
use crate::spec::classify::Opclass;
use rust_hdl::prelude::*;

/// What the filters let through: levels.
#[treetap_hdl::bundle]
pub struct Settings {
    /// The filters let anything through.
    pub fen: Bit,
    /// Classes that are wanted.
    pub class_en: Bits<{ Opclass::COUNT }>,
    /// Hash of the first filter.
    pub f1_hsel: Bits<2>,
    /// Bits of the first filter's hash that are compared.
    pub f1_mask: Bits<8>,
    /// With what.
    pub f1_match: Bits<8>,
    /// Hash of the second filter.
    pub f2_hsel: Bits<2>,
    /// One of so many passes.
    pub decim: Bits<DECIM>,
}

/// Writes of the period and of the table: pulses, and what is written.
#[treetap_hdl::bundle]
pub struct Writes {
    /// The period was written.
    pub decim: Bit,
    /// The word `addr` of the table becomes `data`.
    pub ign: Bit,
    /// The instruction `data` is ignored.
    pub setign: Bit,
    /// Number of a word of the table.
    pub addr: Bits<WORD_ADDRESS>,
    /// A word of the table, or bits 32 to 1 of an address.
    pub data: Bits<32>,
}
