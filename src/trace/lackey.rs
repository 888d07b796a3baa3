//! The text of valgrind's lackey tool: `SB 0401ab70`, `I  0401ab70,3`, ` L 1fff000680,8`, ` S ...`, ` M ...`.

/// What a line of lackey text may be.
pub const EXPECTED: &str = "a line of valgrind's lackey tool (\"SB addr\", \"I  addr,size\", \" L addr,size\", \" S \
    ...\", \" M ...\" or \"==pid== ...\")";

/// Which lines of lackey text become events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Access {
    /// Starts of code blocks: `SB` lines (`--trace-superblocks=yes`).
    #[default]
    Code,
    /// Addresses of instructions: `I` lines (`--trace-mem=yes`).
    Instructions,
    /// Addresses read: `L` and `M` (modify) lines (`--trace-mem=yes`).
    Loads,
    /// Addresses written: `S` and `M` (modify) lines (`--trace-mem=yes`).
    Stores,
}

/// The address of an event line, `Some(None)` for a line of another kind, `None` for a line that is not lackey's.
pub fn parse(line: &[u8], access: Access) -> Option<Option<u64>> {
    let (wanted, rest) = match line {
        [b'S', b'B', b' ', rest @ ..] => return Some((access == Access::Code).then_some(address(rest)?)),
        [b'I', b' ', b' ', rest @ ..] => (access == Access::Instructions, rest),
        [b' ', b'L', b' ', rest @ ..] => (access == Access::Loads, rest),
        [b' ', b'S', b' ', rest @ ..] => (access == Access::Stores, rest),
        [b' ', b'M', b' ', rest @ ..] => (matches!(access, Access::Loads | Access::Stores), rest),
        [] | [b'=', b'=', ..] | [b'-', b'-', ..] | [b'*', b'*', ..] => return Some(None),
        _ => return None,
    };
    let comma = rest.iter().position(|&b| b == b',')?;
    let size = &rest[comma + 1..];
    if size.is_empty() || !size.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some(wanted.then_some(address(&rest[..comma])?))
}

/// Parses 1 to 16 hexadecimal digits.
fn address(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() || digits.len() > 16 {
        return None;
    }
    digits.iter().try_fold(0, |value, &b| Some(value << 4 | u64::from((b as char).to_digit(16)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_line_is_an_event_of_its_access() {
        use Access::{Code, Instructions, Loads, Stores};
        for (line, events) in [
            ("SB 0401ab70", &[Code][..]),
            ("I  0401ab70,3", &[Instructions]),
            (" L 1fff000680,8", &[Loads]),
            (" S 1fff000680,8", &[Stores]),
            (" M 1fff000680,8", &[Loads, Stores]),
            ("==123== Counted 0 calls", &[]),
            ("--123-- warning", &[]),
            ("", &[]),
        ] {
            for access in [Code, Instructions, Loads, Stores] {
                let got = parse(line.as_bytes(), access).expect(line);
                assert_eq!(got.is_some(), events.contains(&access), "{line:?} as {access:?}");
            }
        }
        assert_eq!(parse(b" L ffffffffffffffff,16", Loads), Some(Some(u64::MAX)));
    }

    #[test]
    fn other_lines_are_refused() {
        for line in
            ["SB", "SB ", "SB 12345678901234567", "SB xyz", " L 12", " L 12,", " L 12,x", "hello", "S 12,4", "\u{0}"]
        {
            assert_eq!(parse(line.as_bytes(), Access::Loads), None, "{line:?}");
        }
    }
}
