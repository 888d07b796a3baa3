//! Numbers of variable length: seven bits a byte, low ones first, the highest bit of a byte says that another one
//! follows (ULEB128 of DWARF 5, section 7.6).

/// Longest number, in bytes.
pub const LONGEST: usize = 10;

/// A signed difference as a number that is small for both signs (zigzag).
pub fn difference(value: u64, expected: u64) -> u64 {
    let signed = value.wrapping_sub(expected) as i64;
    (signed << 1 ^ signed >> 63) as u64
}

/// The value that has this [`difference`].
pub fn differing(number: u64, expected: u64) -> u64 {
    expected.wrapping_add((number >> 1) ^ (number & 1).wrapping_neg())
}

/// Appends a number.
pub fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Takes a number off the front; `None` if it is cut off or wider than 64 bits.
pub fn take(from: &mut &[u8]) -> Option<u64> {
    let mut number = 0u64;
    for i in 0..LONGEST {
        let (&byte, rest) = from.split_first()?;
        *from = rest;
        let part = u64::from(byte & 0x7f);
        if part << (7 * i) >> (7 * i) != part {
            return None;
        }
        number |= part << (7 * i);
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_and_what_is_none_does_not() {
        let numbers = [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX - 1, u64::MAX];
        let mut bytes = vec![];
        numbers.iter().for_each(|number| put(&mut bytes, *number));
        let mut rest = &bytes[..];
        assert!(numbers.iter().all(|number| take(&mut rest) == Some(*number)) && rest.is_empty());
        assert_eq!([take(&mut &[0x80][..]), take(&mut &[0xff; 10][..]), take(&mut &[][..])], [None; 3]);
        for (value, expected) in [(5, 7), (7, 5), (0, u64::MAX), (1 << 63, 0)] {
            assert_eq!(differing(difference(value, expected), expected), value);
        }
        assert_eq!([difference(4, 5), difference(6, 5)], [1, 2]);
    }
}
