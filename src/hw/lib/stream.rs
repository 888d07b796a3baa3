//! Streams: a producer offers a word with `valid`, a consumer takes it with `ready`. `docs/reference/stream_rules.md`
//! numbers the rules S1..S6.
use rust_hdl::prelude::*;

/// A stream of `W`-bit words.
#[treetap_hdl::bundle]
pub struct Stream<const W: usize> {
    /// A word is on offer (S1).
    pub valid: Bit,
    /// The consumer takes the word in this cycle if `valid` is high (S1).
    #[back]
    pub ready: Bit,
    /// The word; has a meaning only while `valid` is high (S4).
    pub data: Bits<W>,
}
