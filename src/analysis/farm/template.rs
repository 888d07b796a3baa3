//! Words with `{parameters}` in them.
use std::collections::{BTreeMap, BTreeSet};

/// Stands in a command for the file that the task writes its result to.
pub const OUT: &str = "out";
/// The same with its braces, as it stays in the command of a task.
pub const OUT_WORD: &str = "{out}";

/// A piece of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Name(String),
}

/// A word, or a text of several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template(Vec<Piece>);

impl Template {
    /// Reads a text in which `{name}` stands for a value, and `{{` and `}}` for braces.
    ///
    /// # Errors
    /// What was expected, and where in the text.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut pieces = vec![];
        let mut plain = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            plain += &rest[..at];
            let after = &rest[at + 1..];
            let brace = &rest[at..=at];
            if let Some(second) = after.strip_prefix(brace) {
                plain += brace;
                rest = second;
                continue;
            }
            let end = after.find(['{', '}']).filter(|end| brace == "{" && after[*end..].starts_with('}'));
            let name = end.map_or("", |end| &after[..end]);
            let named = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
            if name.is_empty() || !name.chars().all(named) {
                let column = text.len() - rest.len() + at + 1;
                return Err(format!("`{text}`, character {column}: expected {{name}}, or {{{{ or }}}} for a brace"));
            }
            pieces.extend([Piece::Text(std::mem::take(&mut plain)), Piece::Name(name.into())]);
            rest = &after[name.len() + 1..];
        }
        pieces.push(Piece::Text(plain + rest));
        pieces.retain(|piece| !matches!(piece, Piece::Text(text) if text.is_empty()));
        Ok(Self(pieces))
    }

    /// The names in it.
    pub fn names(&self) -> BTreeSet<&str> {
        let names = self.0.iter().filter_map(|piece| match piece {
            Piece::Name(name) => Some(&name[..]),
            Piece::Text(_) => None,
        });
        names.collect()
    }

    /// The text with these values; `{out}` stays where it has none.
    ///
    /// # Errors
    /// A name that has no value, with those that have one; text that looks like `{out}` and is not.
    pub fn fill(&self, values: &BTreeMap<String, String>) -> Result<String, String> {
        let mut text = String::new();
        let mut outs = 0;
        for piece in &self.0 {
            match piece {
                Piece::Text(plain) => text += plain,
                Piece::Name(name) => match values.get(name) {
                    Some(value) => text += value,
                    None if name == OUT => {
                        outs += 1;
                        text += OUT_WORD;
                    }
                    None => {
                        let known = values.keys().map(|name| format!("{{{name}}}")).collect::<Vec<_>>().join(", ");
                        return Err(format!("{{{name}}} is no parameter: expected one of {known}"));
                    }
                },
            }
        }
        if text.matches(OUT_WORD).count() > outs {
            return Err(format!("`{text}`: expected no {OUT_WORD} but that of the result"));
        }
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_values_and_double_braces_braces() {
        let template = Template::parse("a{{{x}-{y-1}}}{out}").unwrap();
        assert_eq!(template.names(), ["out", "x", "y-1"].into());
        let values = BTreeMap::from([("x".into(), "1".to_string()), ("y-1".into(), "zwei".into())]);
        assert_eq!(template.fill(&values).unwrap(), "a{1-zwei}{out}");
        assert_eq!(Template::parse("").unwrap().fill(&values).unwrap(), "");
        let unknown = Template::parse("{z}").unwrap().fill(&values).unwrap_err();
        assert_eq!(unknown, "{z} is no parameter: expected one of {x}, {y-1}");
        assert!(Template::parse("{{out}}").unwrap().fill(&values).unwrap_err().contains("expected no {out}"));
        for (text, column) in [("ä{", 3), ("a}b", 2), ("{a b}", 1), ("x{}", 2), ("{a{b}", 1)] {
            let wrong = Template::parse(text).unwrap_err();
            assert!(wrong.contains(&format!("character {column}:")), "{text}: {wrong}");
        }
    }
}
