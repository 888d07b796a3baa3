//! Texts that are compiled together, places in them, and messages that show the place.
use std::fmt::Write;
use std::ops::Range;

/// Some characters of a [`Source`], by their byte offsets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// From the beginning of one to the end of the other.
    pub const fn to(self, end: Span) -> Span {
        Span { start: self.start, end: end.end }
    }
}

/// A number as texts have it, below 2^64: 12, 0x1f, 0b101, with `_` anywhere.
pub fn number(text: &str) -> Option<u64> {
    let digits = text.replace('_', "");
    let (digits, radix) = match digits.get(..2) {
        Some("0x" | "0X") => (&digits[2..], 16),
        Some("0b" | "0B") => (&digits[2..], 2),
        _ => (digits.as_str(), 10),
    };
    // A sign is part of the text around it.
    u64::from_str_radix(digits, radix).ok().filter(|_| !digits.starts_with('+'))
}

/// Texts with their names; offsets run through all of them.
#[derive(Clone, Debug, Default)]
pub struct Source {
    text: String,
    files: Vec<(String, Range<usize>)>,
}

/// Where in which text something stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place<'a> {
    /// Name of the text.
    pub file: &'a str,
    /// Line, from 1.
    pub line: usize,
    /// Character of the line, from 1.
    pub column: usize,
    /// The whole line.
    pub text: &'a str,
}

impl Source {
    /// One text.
    pub fn new(name: &str, text: &str) -> Self {
        let mut source = Self::default();
        source.push(name, text);
        source
    }

    /// Another text after those that are there.
    pub fn push(&mut self, name: &str, text: &str) {
        let start = self.text.len();
        self.text.push_str(text);
        self.text.push('\n');
        self.files.push((name.to_string(), start..self.text.len()));
    }

    /// All texts.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The characters of a span.
    pub fn get(&self, span: Span) -> &str {
        &self.text[span.start..span.end]
    }

    /// Where a byte offset lies; an offset after the end lies at the end.
    pub fn place(&self, offset: usize) -> Place<'_> {
        let mut offset = offset.min(self.text.len().saturating_sub(1));
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let file = self.files.iter().find(|(_, range)| range.contains(&offset));
        let Some((file, range)) = file else { return Place { file: "", line: 1, column: 1, text: "" } };
        let before = &self.text[range.start..offset];
        let start = before.rfind('\n').map_or(range.start, |at| range.start + at + 1);
        let end = self.text[offset..].find('\n').map_or(self.text.len(), |at| offset + at);
        Place {
            file,
            line: before.matches('\n').count() + 1,
            column: self.text[start..offset].chars().count() + 1,
            text: &self.text[start..end],
        }
    }

    /// `file:line:column: title: message`, the line, and what of it is meant.
    pub fn show(&self, span: Span, title: &str, message: &str) -> String {
        let place = self.place(span.start);
        let number = place.line.to_string();
        let margin = " ".repeat(number.len());
        let lead: String =
            place.text.chars().take(place.column - 1).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        let rest = place.text.chars().count() + 1 - place.column;
        let meant = self.text[..span.end.min(self.text.len())].get(span.start..).map_or(1, |text| text.chars().count());
        let mut out = format!("{}:{}:{}: {title}: {message}\n", place.file, place.line, place.column);
        let _ = writeln!(out, " {number} | {}", place.text);
        let _ = write!(out, " {margin} | {lead}{}", "^".repeat(meant.clamp(1, rest.max(1))));
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_text_they_lie_in() {
        let mut source = Source::new("a", "one\ntwo ü three");
        source.push("b", "\tfour");
        let at = |word: &str| source.text().find(word).unwrap();
        let place = source.place(at("three"));
        assert_eq!((place.file, place.line, place.column, place.text), ("a", 2, 7, "two ü three"));
        let four = Span { start: at("four"), end: at("four") + 4 };
        assert_eq!(source.show(four, "E-X", "why"), "b:1:2: E-X: why\n 1 | \tfour\n   | \t^^^^");
        assert_eq!(source.place(1000).file, "b");
        assert_eq!(Source::default().place(3).line, 1);
        assert!(source.show(Span { start: 0, end: 500 }, "E-X", "why").ends_with(" 1 | one\n   | ^^^"));
    }
}
