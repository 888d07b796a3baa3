//! CSV: `key` or `key,weight` a line; decimal or `0x` hexadecimal; `#` comments, empty lines and one header are
//! skipped.

/// What a line of CSV may be.
pub const EXPECTED: &str = "key or key,weight, each decimal or 0x hexadecimal";

/// One line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// Nothing to count.
    Skip,
    /// Names of the columns.
    Header,
    /// An event; the weight is not checked here.
    Event(u64, u64),
}

/// Parses a line, `None` if it is none.
pub fn parse(line: &[u8]) -> Option<Line> {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii();
    if line.is_empty() || line[0] == b'#' {
        return Some(Line::Skip);
    }
    let mut fields = line.splitn(3, |&b| b == b',').map(|field| field.trim_ascii());
    let (key, weight) = (fields.next()?, fields.next());
    if fields.next().is_some() {
        return None;
    }
    if is_one_of(key, &["key", "address", "addr", "pc", "value"])
        && weight.is_none_or(|w| is_one_of(w, &["weight", "count"]))
    {
        return Some(Line::Header);
    }
    Some(Line::Event(number(key)?, weight.map_or(Some(1), number)?))
}

fn is_one_of(field: &[u8], names: &[&str]) -> bool {
    names.iter().any(|name| field.eq_ignore_ascii_case(name.as_bytes()))
}

/// Parses decimal or `0x` hexadecimal digits (underscores are not digits).
fn number(field: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(field).ok()?;
    let (digits, radix) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(hex) => (hex, 16),
        None => (text, 10),
    };
    if digits.starts_with('+') { None } else { u64::from_str_radix(digits, radix).ok() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_keys_with_optional_weights() {
        for (line, want) in [
            ("7", Some(Line::Event(7, 1))),
            (" 0xFf , 12 ", Some(Line::Event(255, 12))),
            ("18446744073709551615", Some(Line::Event(u64::MAX, 1))),
            ("1,0", Some(Line::Event(1, 0))),
            ("", Some(Line::Skip)),
            ("# key,weight", Some(Line::Skip)),
            ("key,weight", Some(Line::Header)),
            ("\u{feff}PC", Some(Line::Header)),
            ("key,7", None),
            ("18446744073709551616", None),
            ("deadbeef", None),
            ("-1", None),
            ("+1", None),
            ("0x", None),
            ("1,", None),
            ("1,2,3", None),
            ("1;2", None),
        ] {
            assert_eq!(parse(line.as_bytes()), want, "{line:?}");
        }
        assert_eq!(parse(b"\xff\xfe"), None);
    }
}
