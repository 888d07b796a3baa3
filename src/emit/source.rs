//! Lint over kernel sources, for what the `hdl_gen` macro destroys before the AST exists.
//!
//! The emitter cannot see these: the AST of a wrong form equals that of a right one. So the source is checked.
use std::fmt;

/// A form that must not stand in a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFault {
    /// Line, from 1.
    pub line: usize,
    /// What stands there and what to write instead.
    pub reason: String,
}

impl fmt::Display for SourceFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

/// Checks one source file. Rules, inside functions marked `#[hdl_gen]` and those of a `#[unit]`, whose constants are
/// free:
///
/// * no `..=`: the macro drops the `=`;
/// * `.index()` only directly as an argument of `get_bit`, `get_bits` and `replace_bit` or as what a `match` tests: it
///   vanishes from the AST, and with it the fact that arithmetic around it is done in `usize`;
/// * `.to_bits()` only on a name or a number: on a sum it hides the same;
/// * `signed_bit_cast` only as the whole right side of an assignment: its width vanishes;
/// * no `as`: the macro has no casts;
///
/// and in the whole file: no function of one's own whose name begins with `bits`, `Bits`, `bit_cast`, `signed_cast`,
/// `signed_bit_cast` or `unsigned_cast`: the macro takes calls of it for casts.
pub fn lint_source(text: &str) -> Vec<SourceFault> {
    let clean = without_comments_and_strings(text);
    let mut faults = Vec::new();
    let mut fault = |at: usize, reason: &str| {
        faults.push(SourceFault { line: clean[..at].matches('\n').count() + 1, reason: reason.into() });
    };
    for (at, _) in clean.match_indices("fn ") {
        let name: String = clean[at + 3..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let fresh = !clean[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        if fresh && CASTS.iter().any(|cast| name.starts_with(cast)) {
            fault(at, &format!("a function named `{name}` is taken for a cast by the macro: give it another name"));
        }
    }
    for (start, end) in kernels(&clean) {
        let kernel = &without_constants(&clean[start..end]);
        for (at, _) in kernel.match_indices("..=") {
            fault(start + at, "`..=` loses its last step: write `a..(b + 1)`");
        }
        for (at, _) in kernel.match_indices(" as ") {
            fault(start + at, "`as` does not translate");
        }
        for (at, _) in kernel.match_indices(".index()") {
            if !index_is_direct(kernel, at) {
                let reason = "`index()` belongs directly into get_bit, get_bits, replace_bit or match: elsewhere the \
                    arithmetic is not what Rust does";
                fault(start + at, reason);
            }
        }
        for (at, _) in kernel.match_indices(".to_bits()") {
            if kernel[..at].ends_with(')') {
                fault(start + at, "`to_bits()` of an expression hides its width: only a name or a number");
            }
        }
        for (at, _) in kernel.match_indices("signed_bit_cast") {
            let whole = kernel[..at].trim_end().ends_with('=') && is_whole_call(&kernel[at..]);
            if !whole {
                fault(start + at, "`signed_bit_cast` loses its width: assign it to a Local of that width, alone");
            }
        }
    }
    faults.sort_by_key(|fault| fault.line);
    faults
}

/// The kernel of a unit with the values of its constants blanked: they are Rust, evaluated when the unit is described.
fn without_constants(kernel: &str) -> String {
    let mut out = kernel.to_string();
    for (at, _) in kernel.match_indices("const ") {
        // Not at the length of an array.
        let end = kernel[at..].find(";\n").map_or(kernel.len(), |end| at + end);
        let blank: String = kernel[at..end].chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect();
        out.replace_range(at..end, &blank);
    }
    out
}

/// Names the macro takes for casts.
const CASTS: [&str; 6] = ["bits", "Bits", "bit_cast", "signed_cast", "signed_bit_cast", "unsigned_cast"];

/// Spans of the functions marked `#[hdl_gen]`, and of those with `&mut self` in a file of units.
pub fn kernels(text: &str) -> Vec<(usize, usize)> {
    let units = text.contains("#[treetap_hdl::unit") || text.contains("#[unit");
    let mark = if units { "(&mut self) {" } else { "#[hdl_gen]" };
    let mut out = Vec::new();
    for (at, _) in text.match_indices(mark) {
        let Some(open) = text[at..].find('{').map(|open| at + open) else { continue };
        let mut depth = 0;
        let close = text[open..].char_indices().find_map(|(at, c)| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            (depth == 0).then_some(open + at)
        });
        out.push((open, close.unwrap_or(text.len())));
    }
    out
}

/// Is the receiver of `.index()` at `at` all that stands between an opening parenthesis or `match` and its end?
fn index_is_direct(kernel: &str, at: usize) -> bool {
    let mut depth = 0;
    let begin = kernel[..at].char_indices().rev().find_map(|(at, c)| {
        match c {
            ')' | ']' => depth += 1,
            // The ends of `::<A, B>`; comparisons have blanks around them.
            '>' if !kernel[..at].ends_with(' ') => depth += 1,
            '<' if depth > 0 && kernel[..at].ends_with("::") => depth -= 1,
            '(' | '[' if depth > 0 => depth -= 1,
            '(' | '[' | ',' | '{' | ';' | ' ' | '\n' if depth == 0 => return Some(at),
            _ => {}
        }
        None
    });
    let Some(begin) = begin else { return false };
    let before = kernel[..begin].trim_end();
    let after = kernel[at + ".index()".len()..].trim_start();
    let ends = after.starts_with([')', ',', '{']);
    match kernel.as_bytes()[begin] {
        b'(' => {
            let takes_bits = ["get_bit", "replace_bit"].iter().any(|name| before.ends_with(name));
            ends && (takes_bits || ends_with_get_bits(before))
        }
        _ => after.starts_with('{') && before.ends_with("match"),
    }
}

/// `.get_bits::<N>`.
fn ends_with_get_bits(before: &str) -> bool {
    let Some(open) = before.rfind("get_bits::<") else { return false };
    before.ends_with('>') && !before[open..].contains(['(', ')', ';'])
}

/// Does the statement end where the call that begins here ends?
fn is_whole_call(text: &str) -> bool {
    let Some(open) = text.find('(') else { return false };
    let mut depth = 0;
    let close = text[open..].char_indices().find_map(|(at, c)| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        (depth == 0).then_some(open + at + 1)
    });
    close.is_some_and(|close| text[close..].trim_start().starts_with(';'))
}

/// The text with comments and the insides of strings blanked, byte for byte.
fn without_comments_and_strings(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if c == '"' {
            let mut escaped = false;
            let end = rest[1..].char_indices().find(|(_, c)| {
                let end = *c == '"' && !escaped;
                escaped = *c == '\\' && !escaped;
                end
            });
            end.map_or(rest.len(), |(at, _)| at + 2)
        } else {
            out.push(c);
            rest = &rest[c.len_utf8()..];
            continue;
        };
        out.extend(
            rest[..length].chars().flat_map(|c| std::iter::repeat_n(if c == '\n' { '\n' } else { ' ' }, c.len_utf8())),
        );
        rest = &rest[length..];
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Faults of one statement in a kernel.
    fn kernel(body: &str) -> Vec<SourceFault> {
        lint_source(&format!(
            "impl Logic for X {{\n    #[hdl_gen]\n    fn update(&mut self) {{\n        {body}\n    }}\n}}\n"
        ))
    }

    #[test]
    fn what_the_macro_destroys_is_found() {
        for wrong in [
            "for i in 0..=7 { self.o.next = self.a.val(); }",
            "self.o.next = (self.s.val().index() + 5).to_bits();",
            "if self.s.val().index() + 1 == self.t.val().index() { self.o.next = true; }",
            "self.o.next = self.a.val().get_bits::<4>(self.s.val().index() + 1);",
            "self.lt.next = signed_bit_cast::<8, 16>(self.a.val()) < self.b.val();",
            "self.o.next = self.b.val() + signed_bit_cast::<8, 16>(self.a.val());",
            "self.o.next = (i + 1).to_bits();",
            "self.o.next = self.a.val() + N as u64;",
        ] {
            assert!(!kernel(wrong).is_empty(), "{wrong}");
            assert_eq!(kernel(wrong)[0].line, 4, "{wrong}");
        }
    }

    #[test]
    fn the_safe_forms_pass() {
        for right in [
            "for i in 0..8 { self.o.next = i.to_bits(); }",
            "self.o.next = self.a.val().get_bit(self.s.val().index());",
            "self.o.next = self.a.val().get_bits::<4>(self.s.val().index());",
            "self.o.next = self.a.val().replace_bit(self.s.val().index(), true);",
            "self.o.next = self.a.val().get_bit(self.x[i].q.val().get_bits::<3>(1).index());",
            "match self.s.val().index() { 0 => { self.o.next = true; } _ => {} }",
            "match bit_cast::<3, LV>(self.s.q.val()).index() { 0 => { self.o.next = true; } _ => {} }",
            "self.w.next = signed_bit_cast::<16, 8>(self.a.val());",
            "comment!(\"from 0..=7, as index() said\");",
            "// self.s.val().index() + 1, 0..=7",
        ] {
            assert_eq!(kernel(right), [], "{right}");
        }
    }

    #[test]
    fn functions_that_look_like_casts_are_found_anywhere() {
        let faults = lint_source("/// A bits helper.\nfn bits_of(x: u64) -> u64 { x }\nfn orbits() {}\n");
        assert_eq!(faults.len(), 1);
        assert_eq!(faults[0].line, 2);
    }

    #[test]
    fn outside_kernels_rust_is_free() {
        assert_eq!(lint_source("fn go() { for i in 0..=7 { x.index() + 1; } }"), []);
    }
}
