//! The map of code of a profiler, as it is chosen, and the keys that follow from it.
use crate::spec::codemap::{Build, KEY_BITS};
use std::collections::BTreeMap;

/// Which keys a profiler may have.
pub const EXPECTED: &str = "16 with a map of code, else 32 or 64";

/// The map of a profiler with these numbers in the place of its own.
pub fn of(own: Option<Build>, numbers: &BTreeMap<String, u32>) -> Option<Build> {
    let number = |name: &str, own: u32| numbers.get(name).copied().unwrap_or(own);
    let entries = number("code_lines", own.map_or(0, |build| build.entries));
    let spram = number("spram", own.is_some_and(|build| build.spram).into()) == 1;
    (entries > 0).then_some(Build { entries, spram })
}

/// Bits of the keys of a profiler whose tree has `own`, where `asked` may be asked for.
///
/// # Errors
/// The number nearest to one that does not work.
pub fn key_bits(map: Option<Build>, own: u32, asked: Option<u32>) -> Result<u32, u32> {
    let works = match (map, asked.unwrap_or(own)) {
        (Some(_), _) => KEY_BITS,
        (None, bits) if bits > 32 => 64,
        (None, _) => 32,
    };
    asked.is_none_or(|bits| bits == works).then_some(works).ok_or(works)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_decides_the_bits_of_keys() {
        let map = of(None, &BTreeMap::from([("code_lines".to_owned(), 2048)]));
        assert_eq!(map, Some(Build { entries: 2048, spram: false }));
        assert_eq!(
            [key_bits(map, 32, None), key_bits(map, 32, Some(16)), key_bits(map, 32, Some(32))],
            [Ok(16), Ok(16), Err(16)]
        );
        assert_eq!(
            [key_bits(None, 16, None), key_bits(None, 32, Some(16)), key_bits(None, 32, Some(48))],
            [Ok(32), Err(32), Err(64)]
        );
        assert_eq!(
            (key_bits(None, 64, None), of(map, &BTreeMap::from([("code_lines".to_owned(), 0)]))),
            (Ok(64), None)
        );
    }
}
