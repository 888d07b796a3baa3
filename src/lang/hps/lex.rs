//! Words of the language.
use super::diagnostic::{Code, Diagnostic};
use crate::lang::source::{Span, number};

/// A word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A name, with dots inside: `zero_0`, `T.OP`, `fadd.s`.
    Name(String),
    /// A number.
    Number(i128),
    /// Punctuation and operators.
    Symbol(&'static str),
    /// Nothing is left.
    End,
}

/// Longest first: the first one that fits is taken.
const SYMBOLS: [&str; 30] = [
    "&&", "||", "==", "!=", "<=", ">=", "=>", "<<", ">>", "!", "=", "<", ">", "(", ")", "[", "]", "{", "}", ",", ";",
    ":", "&", "|", "^", "~", "+", "-", "*", "/",
];

/// The words of a text, the last one [`Token::End`]. `#` and `//` begin a comment.
pub(super) fn lex(text: &str) -> Result<Vec<(Token, Span)>, Diagnostic> {
    let bytes = text.as_bytes();
    let mut tokens = vec![];
    let mut at = 0;
    let run =
        |from: usize, wanted: fn(u8) -> bool| from + bytes[from..].iter().take_while(|byte| wanted(**byte)).count();
    while let Some(byte) = bytes.get(at).copied() {
        let start = at;
        let rest = &text[start..];
        if byte.is_ascii_whitespace() {
            at += 1;
            continue;
        }
        if byte == b'#' || rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        let token = if byte.is_ascii_alphabetic() || byte == b'_' {
            at = run(at, |c| c.is_ascii_alphanumeric() || c == b'_' || c == b'.');
            Token::Name(text[start..at].to_string())
        } else if byte.is_ascii_digit() {
            at = run(at, |c| c.is_ascii_alphanumeric() || c == b'_');
            match number(&text[start..at]) {
                Some(value) => Token::Number(value.into()),
                None => {
                    let message =
                        format!("`{}` is no number: expected 12, 0x1f or 0b101, below 2^64", &text[start..at]);
                    return Err(Diagnostic { code: Code::Syntax, span: Span { start, end: at }, message });
                }
            }
        } else if byte == b'%' {
            at += 1;
            Token::Symbol("%")
        } else if let Some(symbol) = SYMBOLS.into_iter().find(|symbol| rest.starts_with(symbol)) {
            at += symbol.len();
            Token::Symbol(symbol)
        } else {
            let c = rest.chars().next().unwrap_or(' ');
            let span = Span { start, end: start + c.len_utf8() };
            let message = format!("`{}` means nothing here", c.escape_debug());
            return Err(Diagnostic { code: Code::Syntax, span, message });
        };
        tokens.push((token, Span { start, end: at }));
    }
    // The place after the last word, so that a message shows the line that is not finished.
    let end = tokens.last().map_or(0, |(_, span)| span.end);
    tokens.push((Token::End, Span { start: end, end }));
    Ok(tokens)
}
