//! Integer expressions of directives, in N and LG.
use super::Target;
use crate::lang::source::number;

/// Deepest nesting of parentheses and signs.
const DEPTH: u32 = 64;

/// The value of an expression.
///
/// # Errors
/// What is wrong with it.
pub(super) fn value(text: &str, target: &Target) -> Result<i128, String> {
    let mut reader = Reader { rest: text, target, depth: 0 };
    let value = reader.sum()?;
    if reader.rest.is_empty() { Ok(value) } else { Err(format!("`{}` means nothing here", reader.rest)) }
}

struct Reader<'a> {
    rest: &'a str,
    target: &'a Target,
    depth: u32,
}

impl Reader<'_> {
    fn takes(&mut self, symbol: &str) -> bool {
        let rest = self.rest.strip_prefix(symbol);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn sum(&mut self) -> Result<i128, String> {
        let mut value = self.product()?;
        loop {
            let next = if self.takes("+") {
                value.checked_add(self.product()?)
            } else if self.takes("-") {
                value.checked_sub(self.product()?)
            } else {
                return Ok(value);
            };
            value = next.ok_or("the value is too large")?;
        }
    }

    fn product(&mut self) -> Result<i128, String> {
        let mut value = self.factor()?;
        loop {
            let next = if self.takes("*") {
                value.checked_mul(self.factor()?)
            } else if self.takes("/") {
                match self.factor()? {
                    0 => return Err("division by 0".into()),
                    by => value.checked_div_euclid(by),
                }
            } else if self.takes("<<") {
                let by = u32::try_from(self.factor()?).ok().filter(|by| *by < 64);
                by.and_then(|by| value.checked_mul(1 << by))
            } else {
                return Ok(value);
            };
            value = next.ok_or("the value is too large")?;
        }
    }

    fn factor(&mut self) -> Result<i128, String> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(format!("more than {DEPTH} parentheses or signs inside each other"));
        }
        let value = if self.takes("-") {
            self.factor()?.checked_neg().ok_or("the value is too large")?
        } else if self.takes("(") {
            let value = self.sum()?;
            if !self.takes(")") {
                return Err("expected `)`".into());
            }
            value
        } else {
            let rest = self.rest;
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            self.rest = after;
            match word {
                "" => return Err("expected a number, N, LG or `(`".into()),
                "N" => self.target.entries.into(),
                "LG" => self.target.index_bits().into(),
                _ => number(word).map(i128::from).ok_or(format!("`{word}` is no number, nor N or LG"))?,
            }
        };
        self.depth -= 1;
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values() {
        let of = |text: &str| value(text, &Target::new(32));
        assert_eq!(of("8*N-1-(4*N+1)"), Ok(126));
        assert_eq!(
            (of("LG+3"), of("-(2)*-3"), of("7/2"), of("1<<LG"), of("0x_1f")),
            (Ok(8), Ok(6), Ok(3), Ok(32), Ok(31))
        );
        for wrong in ["", "N N", "(1", "1/0", "M", "1<<64", "--", "1)"] {
            assert!(of(wrong).is_err(), "{wrong}");
        }
        assert!(of(&"(".repeat(100_000)).is_err());
        assert!(of(&["18446744073709551615"; 4].join("*")).is_err());
    }
}
