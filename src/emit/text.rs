//! Shapes of Verilog text: ranges, literals, parentheses, line wrapping.
use num_bigint::BigUint;

/// Widest line of an emitted file.
pub(super) const MAX_COLUMN: usize = 110;

/// `[7:0] `, or nothing for one bit.
pub(super) fn range(width: usize) -> String {
    if width == 1 { String::new() } else { format!("[{}:0] ", width - 1) }
}

/// `signed [7:0] `.
pub(super) fn signed_range(signed: bool, width: usize) -> String {
    format!("{}{}", if signed { "signed " } else { "" }, range(width))
}

/// A sized literal: decimal when small, hexadecimal otherwise.
pub(super) fn literal(value: &BigUint, width: usize) -> String {
    if width == 1 {
        format!("1'b{value}")
    } else if value.bits() > 8 {
        format!("{width}'h{value:x}")
    } else {
        format!("{width}'d{value}")
    }
}

/// The text with parentheses, unless it is one name, literal, selection or already enclosed.
pub(super) fn enclosed(text: &str) -> String {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '\'' || c == '$';
    let bare = text.strip_prefix('~').unwrap_or(text);
    let simple = bare.chars().all(word) || is_one_group(bare) || is_selection(bare);
    if simple { text.into() } else { format!("({text})") }
}

/// Is the text one `(...)` or `{...}`?
fn is_one_group(text: &str) -> bool {
    text.starts_with(['(', '{']) && closing(text) == Some(text.len() - 1)
}

/// Is the text `name[...]`?
fn is_selection(text: &str) -> bool {
    let Some(open) = text.find('[') else { return false };
    let name = text[..open].chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    name && closing(&text[open..]) == Some(text.len() - open - 1)
}

/// Where the bracket that the text begins with closes.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    text.char_indices().find_map(|(at, c)| {
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(at)
    })
}

/// The line, or several when it is too long: code continues eight columns further in, comments keep their slashes and
/// share their words evenly, so that none is left alone on the last line.
pub(super) fn wrapped(line: &str) -> Vec<String> {
    let comment = line.trim_start().starts_with("//");
    let mut out = wrapped_at(line, MAX_COLUMN);
    if comment && out.len() > 1 {
        let shared = (MAX_COLUMN / 2..MAX_COLUMN).find_map(|column| {
            let narrow = wrapped_at(line, column);
            (narrow.len() == out.len() && narrow.iter().all(|line| line.len() <= column)).then_some(narrow)
        });
        out = shared.unwrap_or(out);
    }
    out
}

/// The line in pieces of at most `column` characters, as far as its blanks allow.
fn wrapped_at(line: &str, column: usize) -> Vec<String> {
    let indent = line.len() - line.trim_start().len();
    let comment = line.trim_start().starts_with("//");
    let lead = if comment { format!("{}// ", " ".repeat(indent)) } else { " ".repeat(indent + 8) };
    let mut rest = line.to_string();
    let mut out = Vec::new();
    while rest.len() > column {
        let from = rest.len() - rest.trim_start().len() + if comment { 3 } else { 0 };
        // Break in front of an operator where there is one, else at any blank.
        let blanks: Vec<usize> =
            rest.char_indices().filter(|(at, c)| *c == ' ' && *at > from).map(|(at, _)| at).collect();
        let operator = |at: &usize| {
            let next = rest[at + 1..].split(' ').next().unwrap_or_default();
            !comment && !next.is_empty() && next.chars().all(|c| "+-*&|^<>=!?:".contains(c)) && *at > column / 2
        };
        let fitting = |at: &&usize| **at <= column;
        let at = blanks.iter().filter(fitting).rfind(|at| operator(at));
        let Some(at) = at.or_else(|| blanks.iter().rfind(|at| **at <= column)).or(blanks.first()).copied() else {
            break;
        };
        let tail = format!("{lead}{}", &rest[at + 1..]);
        rest.truncate(at);
        out.push(rest);
        rest = tail;
    }
    out.push(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parentheses_go_around_operators_only() {
        assert_eq!(enclosed("a"), "a");
        assert_eq!(enclosed("8'd3"), "8'd3");
        assert_eq!(enclosed("a[3:0]"), "a[3:0]");
        assert_eq!(enclosed("a[b[1]]"), "a[b[1]]");
        assert_eq!(enclosed("{4'd0, a}"), "{4'd0, a}");
        assert_eq!(enclosed("~a"), "~a");
        assert_eq!(enclosed("|a"), "(|a)");
        assert_eq!(enclosed("a + b"), "(a + b)");
        assert_eq!(enclosed("(a) + (b)"), "((a) + (b))");
        assert_eq!(enclosed("a[0] + b[1]"), "(a[0] + b[1])");
    }

    #[test]
    fn long_lines_wrap_and_keep_their_words() {
        let line = format!("    assign x = {};", vec!["operand"; 40].join(" & "));
        let out = wrapped(&line);
        assert!(out.len() > 2 && out.iter().all(|line| line.len() <= MAX_COLUMN), "{out:#?}");
        let words = |text: &str| text.split_whitespace().map(String::from).collect::<Vec<_>>();
        assert_eq!(words(&out.join(" ")), words(&line));
    }

    #[test]
    fn long_comments_stay_comments() {
        let out = wrapped(&format!("  // {}", "word ".repeat(60)));
        assert!(out.len() > 2 && out.iter().all(|line| line.trim_start().starts_with("// ")));
    }

    #[test]
    fn no_word_of_a_long_comment_is_left_alone() {
        let out = wrapped(&format!("    // {}", "word ".repeat(21).trim_end()));
        assert_eq!(out.len(), 2, "{out:#?}");
        assert!(out[1].len() > MAX_COLUMN / 3 && out[0].len() >= out[1].len(), "{out:#?}");
        assert_eq!(out.join(" ").matches("word").count(), 21);
    }
}
