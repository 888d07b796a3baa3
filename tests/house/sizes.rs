//! Sizes: a file or function that is too long wants to be two.
use super::source::{files, functions, read, shown};
use std::collections::BTreeSet;

/// Most lines of a file.
const MAX_FILE: usize = 600;
/// Most lines of a function.
const MAX_FUNCTION: usize = 80;
/// Most lines of a function in `src/hw`: kernels of hardware, whose cases and comments are ports of the Verilog.
const MAX_KERNEL: usize = 200;

/// Most characters of a line: what rustfmt leaves alone, such as texts and the insides of macros, is wrapped by hand.
const MAX_LINE: usize = 120;

/// Files with lines that are longer, and how many. A number only gets smaller: one that is too large fails the test.
const LONG_LINES: &[(&str, usize)] = &[
    ("hdl/src/lib.rs", 1),
    ("src/hw/rap/pipelined/walk.rs", 1),
    ("src/report/synth/page.rs", 1),
    ("src/spec/hps/mod.rs", 4),
    ("src/spec/regs/table.rs", 1),
    ("tests/analysis/html.rs", 1),
    ("tests/emit/layer/instances.rs", 1),
    ("tests/emit/layer/mistakes/names.rs", 3),
    ("tests/support/vectors.rs", 12),
];

/// Functions that are still longer. Each wants to go: one that is short enough fails the test as long as it stands
/// here.
const LONG_FUNCTIONS: &[(&str, &str)] = &[];

#[test]
fn no_file_is_too_long() {
    let (mut checked, mut wrong) = (0, vec![]);
    for dir in ["src", "hdl", "tests", "benches", "testbench", "examples", "evidence/src", "fuzz/src"] {
        for path in files(dir, &["rs", "cpp", "h", "sh"]) {
            checked += 1;
            let (name, lines) = (shown(&path), read(&path).lines().count());
            if lines > MAX_FILE {
                wrong.push(format!("{name}: {lines} lines, more than {MAX_FILE}: split it"));
            }
        }
    }
    assert!(checked > 400, "only {checked} files were seen");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_line_is_too_long() {
    let (mut checked, mut wrong, mut allowed) = (0, vec![], LONG_LINES.to_vec());
    for dir in ["src", "hdl", "tests", "benches", "examples", "evidence/src", "fuzz/src"] {
        for path in files(dir, &["rs"]) {
            let (file, text) = (shown(&path), read(&path));
            checked += text.lines().count();
            let long: Vec<_> = text.lines().enumerate().filter(|(_, line)| line.chars().count() > MAX_LINE).collect();
            let listed = allowed.iter().position(|(name, _)| *name == file).map_or(0, |at| allowed.swap_remove(at).1);
            if long.len() > listed {
                let lines = long.iter().map(|(at, _)| (at + 1).to_string()).collect::<Vec<_>>().join(", ");
                wrong.push(format!("{file}: lines of more than {MAX_LINE} characters: {lines}"));
            } else if long.len() < listed {
                wrong.push(format!("{file}: {} long lines are left of {listed}: say so in the list", long.len()));
            }
        }
    }
    wrong.extend(allowed.iter().map(|(file, _)| format!("{file} is not there: take it off the list")));
    assert!(checked > 70_000, "only {checked} lines were seen");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_function_is_too_long() {
    let (mut checked, mut wrong, mut long) = (0, vec![], BTreeSet::new());
    for dir in ["src", "hdl", "tests", "benches", "examples", "evidence/src", "fuzz/src"] {
        for path in files(dir, &["rs"]) {
            let file = shown(&path);
            let most = if file.starts_with("src/hw/") { MAX_KERNEL } else { MAX_FUNCTION };
            for function in functions(&read(&path)) {
                checked += 1;
                if function.lines <= most {
                    continue;
                }
                let (name, lines, first) = (function.name, function.lines, function.first);
                if !LONG_FUNCTIONS.contains(&(file.as_str(), name.as_str())) {
                    wrong.push(format!("{file}:{first}: `{name}` has {lines} lines, more than {most}: split it"));
                }
                long.insert((file.clone(), name));
            }
        }
    }
    let gone = LONG_FUNCTIONS.iter().filter(|(file, name)| !long.contains(&(file.to_string(), name.to_string())));
    wrong.extend(gone.map(|(file, name)| format!("{file}: `{name}` is short enough: take it off the list")));
    assert!(checked > 3000, "only {checked} functions were seen: the scan is broken");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
