//! Texts from files that nobody has checked: bounded, printable.
use std::fmt::{self, Write};

/// Longest name that is kept, in bytes. A file of a few kB can hold thousands of names of its own length each.
const LONGEST: usize = 1024;

/// A symbol as people write it: Rust names without their hash, everything else as it stands.
pub fn name(raw: &[u8]) -> String {
    let text = String::from_utf8_lossy(&raw[..raw.len().min(LONGEST)]);
    let mut out = Bounded(String::new());
    // Only a full `out` stops the writing, and then what it holds is the result.
    let _ = match rustc_demangle::try_demangle(&text) {
        Ok(name) if raw.len() <= LONGEST => write!(out, "{name:#}"),
        _ => out.write_str(&text),
    };
    out.0
}

/// A text that takes what fits, without control characters.
struct Bounded(String);

impl Write for Bounded {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            if self.0.len() >= LONGEST {
                self.0.push('…');
                return Err(fmt::Error);
            }
            self.0.push(if c.is_control() { '\u{fffd}' } else { c });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_demangled_printable_and_bounded() {
        assert_eq!(name(b"_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE"), "core::fmt::Write::write_fmt");
        assert_eq!(name(b"_RNvCs1234_7mycrate3foo"), "mycrate::foo");
        assert_eq!(name(b"memcpy"), "memcpy");
        assert_eq!(name(b"a\nb\xff"), "a\u{fffd}b\u{fffd}");
        assert_eq!(name(&[b'x'; 1024]).len(), 1024);
        let long = name(&vec![b'x'; 1 << 20]);
        assert!(long.len() < 1100 && long.ends_with('…') || long.len() == 1024, "{}", long.len());
    }
}
