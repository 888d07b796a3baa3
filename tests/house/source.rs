//! The project's files as the house rules see them: which there are, code without comments, paths that modules name.
use std::fs;
use std::path::{Path, PathBuf};

pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every file below `dir` whose name ends in one of `extensions`, sorted.
pub fn files(dir: &str, extensions: &[&str]) -> Vec<PathBuf> {
    fn walk(dir: &Path, extensions: &[&str], out: &mut Vec<PathBuf>) {
        let Ok(entries) = fs::read_dir(dir) else { return };
        for entry in entries.map(|e| e.unwrap().path()) {
            if entry.is_dir() {
                walk(&entry, extensions, out);
            } else if entry.extension().is_some_and(|e| extensions.contains(&e.to_str().unwrap())) {
                out.push(entry);
            }
        }
    }
    let mut out = vec![];
    walk(&root().join(dir), extensions, &mut out);
    out.sort();
    out
}

pub fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

pub fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap().display().to_string()
}

/// The text with comments and the contents of strings blanked out; lines keep their numbers.
pub fn code_of(text: &str) -> String {
    let text: Vec<char> = text.chars().collect();
    let starts = |at: usize, what: &str| what.chars().enumerate().all(|(i, c)| text.get(at + i) == Some(&c));
    let mut out = String::new();
    let mut at = 0;
    while let Some(&c) = text.get(at) {
        let end = if starts(at, "//") {
            (at..text.len()).find(|i| text[*i] == '\n').unwrap_or(text.len())
        } else if starts(at, "/*") {
            comment_end(&text, at)
        } else if c == '"' {
            out.push('"');
            let raw = text[..at].iter().rev().take_while(|c| **c == '#').count();
            let is_raw = at > raw && text[at - raw - 1] == 'r';
            string_end(&text, at + 1, is_raw.then_some(raw))
        } else if c == '\'' && starts(at + 1, "\\") {
            (at + 3..text.len()).find(|i| text[*i] == '\'').map_or(text.len(), |i| i + 1)
        } else if c == '\'' && text.get(at + 2) == Some(&'\'') {
            at + 3
        } else {
            out.push(c);
            at += 1;
            continue;
        };
        out.extend(text[at..end].iter().filter(|c| **c == '\n'));
        if c == '"' {
            out.push('"');
        }
        at = end;
    }
    out
}

/// Where a comment ends that may hold others.
fn comment_end(text: &[char], from: usize) -> usize {
    let (mut at, mut depth) = (from, 0);
    while at < text.len() {
        match text[at..] {
            ['/', '*', ..] => (at, depth) = (at + 2, depth + 1),
            ['*', '/', ..] => (at, depth) = (at + 2, depth - 1),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// Where a string ends whose contents begin at `from`; a raw one has that many `#` after its end.
fn string_end(text: &[char], from: usize, raw: Option<usize>) -> usize {
    let mut at = from;
    while at < text.len() {
        match (text[at], raw) {
            ('\\', None) => at += 1,
            ('"', Some(hashes)) if text[at + 1..].iter().take(hashes).all(|c| *c == '#') => return at + 1,
            ('"', None) => return at + 1,
            _ => {}
        }
        at += 1;
    }
    at.min(text.len())
}

/// The paths of a use tree, `a::{b, c::{d}}` as `a::b`, `a::c::d`; ends where the tree ends.
fn tree_paths(tree: &str, prefix: &str, out: &mut Vec<String>) -> usize {
    let mut path = prefix.to_string();
    let mut at = 0;
    while let Some(c) = tree[at..].chars().next() {
        if c.is_alphanumeric() || c == '_' || c == ':' || c == '*' {
            path.push(c);
            at += c.len_utf8();
        } else if c == '{' {
            at += 1;
            loop {
                at += tree[at..].len() - tree[at..].trim_start().len();
                if tree[at..].is_empty() {
                    return at;
                }
                if tree[at..].starts_with('}') {
                    return at + 1;
                }
                at += tree_paths(&tree[at..], &path, out);
                // ` as name` and the comma.
                at += tree[at..].find([',', '}']).unwrap_or(tree.len() - at);
                at += usize::from(tree[at..].starts_with(','));
            }
        } else if c.is_whitespace() && (path.ends_with("::") || tree[at..].trim_start().starts_with("::")) {
            at += c.len_utf8();
        } else {
            break;
        }
    }
    out.push(path);
    at
}

/// A path of the crate that a file mentions.
pub struct Mention {
    /// Its line.
    pub line: usize,
    /// How many `super::` it begins with; none after `crate::`.
    pub ups: usize,
    /// Its parts, from the crate on.
    pub path: Vec<String>,
}

/// What a file of the module `module` (`["hw", "rap"]`) mentions outside comments through `crate::` or `super::`.
pub fn mentions(text: &str, module: &[&str]) -> Vec<Mention> {
    let code = code_of(text);
    let mut found = vec![];
    let named = |c: char| c.is_alphanumeric() || c == '_' || c == '$' || c == ':';
    for start in ["crate", "super"] {
        for (at, _) in code.match_indices(start) {
            let after = code[at + start.len()..].trim_start();
            if code[..at].ends_with(named) || !(after.starts_with("::")) {
                continue;
            }
            let mut paths = vec![];
            tree_paths(&code[at..], "", &mut paths);
            let line = code[..at].matches('\n').count() + 1;
            for path in paths {
                let parts: Vec<&str> = path.split("::").filter(|part| !part.is_empty()).collect();
                let ups = parts.iter().take_while(|part| **part == "super").count();
                // In an inner `mod tests` this reads one `super` too many; such a path names nothing.
                let absolute = match ups {
                    0 => parts[1..].to_vec(),
                    _ if ups > module.len() => continue,
                    _ => [&module[..module.len() - ups], &parts[ups..]].concat(),
                };
                found.push(Mention { line, ups, path: absolute.into_iter().map(String::from).collect() });
            }
        }
    }
    found
}

/// The module of a source file: `src/hw/rap/top.rs` is `hw::rap::top`.
pub fn module_of(path: &Path) -> Vec<String> {
    let below = path.strip_prefix(root().join("src")).unwrap().with_extension("");
    let mut parts: Vec<String> = below.iter().map(|part| part.to_str().unwrap().to_string()).collect();
    if parts.last().is_some_and(|last| last == "mod") {
        parts.pop();
    }
    parts
}

/// A function: its name, its first line and how many lines it has, from `fn` to the closing brace.
#[derive(Debug, PartialEq, Eq)]
pub struct Function {
    pub name: String,
    pub first: usize,
    pub lines: usize,
}

/// The functions with a body, nested ones too.
pub fn functions(text: &str) -> Vec<Function> {
    let code = code_of(text);
    let named = |c: char| c.is_alphanumeric() || c == '_';
    let line = |at: usize| code[..at].matches('\n').count();
    let mut found = vec![];
    for (at, _) in code.match_indices("fn ").filter(|(at, _)| !code[..*at].ends_with(named)) {
        let name: String = code[at + 3..].chars().take_while(|c| named(*c)).collect();
        let Some(body) = body_of(&code[at..]).filter(|_| !name.is_empty()) else { continue };
        let first = line(at);
        found.push(Function { name, first: first + 1, lines: line(at + body.end - 1) - first + 1 });
    }
    found
}

/// The braces around the body of a function that begins here; none if there is but a signature.
fn body_of(code: &str) -> Option<std::ops::Range<usize>> {
    let mut depth = 0;
    let mut begin = None;
    for (at, c) in code.char_indices() {
        match (c, begin) {
            ('(' | '[', None) => depth += 1,
            (')' | ']', None) => depth -= 1,
            (';', None) if depth == 0 => return None,
            ('{', None) if depth == 0 => (begin, depth) = (Some(at), 1),
            ('{', Some(_)) => depth += 1,
            ('}', Some(begin)) => {
                depth -= 1;
                if depth == 0 {
                    return Some(begin..at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

#[test]
fn the_scan_sees_functions() {
    let text = "fn a(x: [u8; 3]) {\n    let c = '{';\n    let s = \"}\n\"; // }\n}\ntrait T {\n    fn b();\n    fn c() \
        { r#\"\"}\"# }\n}\n";
    let seen: Vec<_> = functions(text).into_iter().map(|f| (f.name, f.first, f.lines)).collect();
    assert_eq!(seen, [("a".to_string(), 1, 5), ("c".to_string(), 8, 1)]);
    assert_eq!(code_of("a /* b /* c */ d */ '\\'' \"\\\" // \" e::<'f>"), "a   \"\" e::<'f>");
}
