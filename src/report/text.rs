//! Numbers as people read them.
use indicatif::HumanCount;

/// `1234567` as `1,234,567`.
pub fn grouped(number: u64) -> String {
    HumanCount(number).to_string()
}

/// `part` of `whole` as `12.34 %`; fewer than two digits after the point would hide the bounds, more would not be read.
pub fn percent(part: u64, whole: u64) -> String {
    format!("{:.2} %", share(part, whole))
}

/// A fraction as `12.34 %`.
pub fn as_percent(fraction: f64) -> String {
    format!("{:.2} %", 100.0 * fraction)
}

/// `part` of `whole` in percent, 0 of nothing.
pub fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 }
}

/// A key of `key_bits` bits in all its hexadecimal digits, as the dump prints it.
pub fn prefix(key: u64, key_bits: u32) -> String {
    format!("{key:0width$x}", width = key_bits.div_ceil(4) as usize)
}

/// A key with its `0x`.
pub fn hex(key: u64, key_bits: u32) -> String {
    format!("0x{}", prefix(key, key_bits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_three() {
        for (number, want) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (100_000, "100,000")]
        {
            assert_eq!(grouped(number), want);
        }
    }

    #[test]
    fn keys_have_all_their_digits() {
        assert_eq!(prefix(0xab, 48), "0000000000ab");
        assert_eq!(prefix(0x3, 2), "3");
        assert_eq!(prefix(0x1ff, 10), "1ff");
        assert_eq!(hex(u64::MAX, 64), "0xffffffffffffffff");
    }

    #[test]
    fn shares_of_nothing_are_zero() {
        assert_eq!(percent(0, 0), "0.00 %");
        assert_eq!(percent(1, 3), "33.33 %");
    }
}
