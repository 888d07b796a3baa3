//! Sizes: a file or function that is too long wants to be two.
use super::source::{files, functions, read, shown};
use std::collections::BTreeSet;

/// Most lines of a file.
const MAX_FILE: usize = 600;
/// Most lines of a function.
const MAX_FUNCTION: usize = 80;
/// Most lines of a function in `src/hw`: kernels of hardware, whose cases and comments are ports of the Verilog.
const MAX_KERNEL: usize = 200;

/// Functions that are still longer. Each wants to go: one that is short enough fails the test as long as it stands here.
const LONG_FUNCTIONS: &[(&str, &str)] = &[];

#[test]
fn no_file_is_too_long() {
    let (mut checked, mut wrong) = (0, vec![]);
    for dir in ["src", "hdl", "tests", "benches", "testbench", "examples"] {
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
fn no_function_is_too_long() {
    let (mut checked, mut wrong, mut long) = (0, vec![], BTreeSet::new());
    for dir in ["src", "hdl", "tests", "benches", "examples"] {
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
