//! Lines of the assembler and their words.
use super::diagnostic::{Code, Diagnostics};
use crate::lang::source::{Span, number};

/// A word of a line with slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A name.
    Name(&'a str),
    /// A number.
    Number(u64),
    /// Punctuation.
    Symbol(&'static str),
}

/// A line that says something.
pub(super) enum Line<'a> {
    /// `.base` and the like: what stands between spaces.
    Directive(Vec<(&'a str, Span)>),
    /// A label, slots, or both.
    Slots(Vec<(Token<'a>, Span)>),
}

/// Longest first: the first one that fits is taken.
const SYMBOLS: [&str; 11] = ["->", "|", ":", "=", ",", "[", "]", "!", ".", "+", "-"];

/// The lines of a text that say something. `;` begins a comment.
pub(super) fn lines<'a>(text: &'a str, found: &mut Diagnostics) -> Vec<Line<'a>> {
    let mut out = vec![];
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let code = &line[..line.find(';').unwrap_or(line.len())];
        if code.trim_start().starts_with('.') {
            out.push(Line::Directive(between_spaces(code, start)));
        } else if let Some(tokens) = tokens(code, start, found).filter(|tokens| !tokens.is_empty()) {
            out.push(Line::Slots(tokens));
        }
        start += line.len();
    }
    out
}

fn between_spaces(code: &str, start: usize) -> Vec<(&str, Span)> {
    let mut out = vec![];
    let mut at = 0;
    for word in code.split_whitespace() {
        at += code[at..].find(word).unwrap_or(0);
        out.push((word, Span { start: start + at, end: start + at + word.len() }));
        at += word.len();
    }
    out
}

/// The words of a line, unless one means nothing.
fn tokens<'a>(code: &'a str, start: usize, found: &mut Diagnostics) -> Option<Vec<(Token<'a>, Span)>> {
    let mut out = vec![];
    let mut at = 0;
    while let Some(c) = code[at..].chars().next() {
        let rest = &code[at..];
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        let word = || rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let span = |length: usize| Span { start: start + at, end: start + at + length };
        let (token, length) = if c.is_ascii_digit() {
            let digits = &rest[..word()];
            let Some(value) = number(digits) else {
                let why = format!("`{digits}` is no number: expected 12, 0x1f or 0b101, below 2^64");
                found.push(Code::Syntax, span(digits.len()), why);
                return None;
            };
            (Token::Number(value), digits.len())
        } else if c.is_ascii_alphabetic() || c == '_' {
            (Token::Name(&rest[..word()]), word())
        } else if let Some(symbol) = SYMBOLS.into_iter().find(|symbol| rest.starts_with(symbol)) {
            (Token::Symbol(symbol), symbol.len())
        } else {
            found.push(Code::Syntax, span(c.len_utf8()), format!("`{}` means nothing here", c.escape_debug()));
            return None;
        };
        out.push((token, span(length)));
        at += length;
    }
    Some(out)
}
