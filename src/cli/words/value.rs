//! Values of options: shares, ranges, numbers.
use crate::spec::classify::Opclass;
use crate::spec::rap::Eps;
use std::str::FromStr;

/// `0.1` or `10%`, as a fraction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share(pub f64);

impl FromStr for Share {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str = "expected a share above 0, up to 1 or 100%";
        let text = text.trim();
        let value = match text.strip_suffix('%') {
            Some(percent) => percent.trim_end().parse::<f64>().map_err(|_| EXPECTED)? / 100.0,
            None => text.parse::<f64>().map_err(|_| EXPECTED)?,
        };
        if value > 0.0 && value <= 1.0 { Ok(Share(value)) } else { Err(EXPECTED) }
    }
}

/// `A:B`, decimal or `0x` hexadecimal, both ends included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    pub first: u64,
    pub last: u64,
}

impl FromStr for Range {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str = "expected A:B, each decimal or 0x hexadecimal, A not above B";
        let (first, last) = text.split_once(':').ok_or(EXPECTED)?;
        let end = |text: &str| number(text.trim()).ok_or(EXPECTED);
        let range = Range { first: end(first)?, last: end(last)? };
        if range.first <= range.last { Ok(range) } else { Err(EXPECTED) }
    }
}

/// A decimal or `0x` hexadecimal number.
pub fn number(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// An address.
pub fn address(text: &str) -> Result<u64, &'static str> {
    number(text).ok_or("expected a decimal or 0x hexadecimal number")
}

/// A word of a register.
pub fn word(text: &str) -> Result<u32, &'static str> {
    number(text).and_then(|word| word.try_into().ok()).ok_or("expected a word such as 0x11")
}

/// `M,S`: the error bound `L * M / 2^S`.
pub fn eps(text: &str) -> Result<Eps, &'static str> {
    const EXPECTED: &str = "expected M,S with M 1 to 7 and S 0 to 63";
    let (m, s) = text.split_once(',').ok_or(EXPECTED)?;
    Ok(Eps { m: m.trim().parse().map_err(|_| EXPECTED)?, s: s.trim().parse().map_err(|_| EXPECTED)? })
}

/// A class of instructions by its name.
pub fn class(name: &str) -> Result<Opclass, String> {
    let found = Opclass::ALL.into_iter().find(|class| class.name().eq_ignore_ascii_case(name));
    found.ok_or_else(|| format!("expected one of {}", Opclass::ALL.map(Opclass::name).join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_fractions_or_percentages() {
        assert_eq!(
            ["0.1", "10%", "10 %", "1", "100%"].map(|s| s.parse::<Share>().unwrap()),
            [0.1, 0.1, 0.1, 1.0, 1.0].map(Share)
        );
        for text in ["", "0", "-1", "1.1", "101%", "nan", "inf", "%", "ten"] {
            assert!(text.parse::<Share>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn ranges_have_two_ends_in_order() {
        assert_eq!("0x10:255".parse(), Ok(Range { first: 16, last: 255 }));
        assert_eq!("7:7".parse(), Ok(Range { first: 7, last: 7 }));
        for text in ["", ":", "1", "2:1", "1:x", "-1:3", "0xg:1"] {
            assert!(text.parse::<Range>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn words_have_32_bits() {
        assert_eq!((word("0xffffffff"), word("17")), (Ok(u32::MAX), Ok(17)));
        assert!(word("0x100000000").is_err() && word("-1").is_err());
    }
}
