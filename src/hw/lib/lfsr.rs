//! Pseudo-random numbers.
use super::Reg;
use rust_hdl::prelude::*;

/// Feedback mask of the Galois shift register of this width (right shift; bit `w - 1` is the x^w tap), or `None` for
/// a width without an entry. Each polynomial is primitive, so the period is `2^w - 1` (Xilinx XAPP 052, table 3).
pub const fn lfsr_taps(width: usize) -> Option<u64> {
    Some(match width {
        4 => 0xc,
        7 => 0x60,
        8 => 0xb8,
        9 => 0x110,
        10 => 0x240,
        12 => 0xe08,
        16 => 0xb400,
        20 => 0x9_0000,
        24 => 0xe1_0000,
        32 => 0xa300_0000,
        48 => 0xc000_0018_0000,
        64 => 0xd800_0000_0000_0000,
        _ => return None,
    })
}

#[treetap_hdl::unit(instance)]
mod lfsr {
    //! Galois linear-feedback shift register: shifts right, never zero, period 2^W - 1.

    /// Galois linear-feedback shift register of `W` bits, period `2^W - 1`.
    ///
    /// `value` starts at 1. At an edge: with `load` high it becomes `seed` (1 when `seed` is zero, the one state a
    /// shift register never leaves); otherwise, with `step` high, it shifts right and the bit that falls out is fed
    /// back through [`lfsr_taps`]; otherwise it holds. One step yields one fresh bit; neighbouring values are
    /// correlated. The random numbers of the units are those of [`crate::spec::lfsr`], whose polynomial is another.
    #[clocked]
    #[fits(lfsr_taps(W).is_some(), "there is a feedback polynomial for this width (lfsr_taps)")]
    pub struct Lfsr<#[range(1..=64)] const W: usize> {
        /// Take `seed`; wins over `step`.
        #[group("load seed: start value (0 counts as 1), wins over step")]
        pub load: Signal<In, Bit>,
        /// Value to take with `load`.
        pub seed: Signal<In, Bits<W>>,
        /// Advance by one state.
        pub step: Signal<In, Bit>,
        /// Current state, never zero.
        pub value: Signal<Out, Bits<W>>,
        #[init(1)]
        state: Reg<Bits<W>>,
    }

    impl Lfsr {
        fn update(&mut self) {
            const TAPS: Bits<W> = lfsr_taps(W).unwrap_or_default();

            let shifted: Bits<W> = self.state.q.val() >> 1;
            if self.load.val() {
                if self.seed.val().any() {
                    self.state.d.next = self.seed.val();
                } else {
                    self.state.d.next = 1.into();
                }
            } else if self.step.val() {
                if self.state.q.val().get_bit(0) {
                    self.state.d.next = shifted ^ TAPS;
                } else {
                    self.state.d.next = shifted;
                }
            }
            self.value.next = self.state.q.val();
        }
    }
}
