//! The shift register that makes random numbers in hardware: 32 bits, Galois, of maximal period
//! (docs/reference/burst.md U4).

/// Feedback, `x^32 + x^22 + x^2 + x + 1`: what is added when a 1 leaves at the right.
pub const TAPS: u32 = 0x8020_0003;

/// One step.
pub const fn step(lfsr: u32) -> u32 {
    (lfsr >> 1) ^ (if lfsr & 1 == 1 { TAPS } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_the_one_of_the_rules() {
        let mut lfsr = 1;
        for expected in [0x8020_0003, 0xc030_0002, 0x6018_0001, 0xb02c_0003, 0xd836_0002, 0x6c1b_0001_u32] {
            lfsr = step(lfsr);
            assert_eq!(lfsr, expected);
        }
    }
}
