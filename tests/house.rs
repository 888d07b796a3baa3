//! The house rules of ARCHITECTURE.md as failing checks: import walls, mirrored names, file sizes, reasons for dependencies.
use std::fs;
use std::path::{Path, PathBuf};

/// Which rooms a room may import, besides itself. `hw::lib` stands for the leaf markers only.
const WALLS: &[(&str, &[&str])] = &[
    ("spec", &[]),
    ("model", &["spec"]),
    ("trace", &["spec"]),
    ("hw", &["spec"]),
    ("emit", &["hw::lib"]),
    ("catalog", &["spec", "hw", "emit"]),
    ("cosim", &["catalog", "model", "trace", "spec"]),
    ("report", &["spec", "model", "trace"]),
    ("cli", &["spec", "model", "trace", "hw", "emit", "catalog", "cosim", "report"]),
];

/// Rooms that must never see the description language.
const NO_RUST_HDL: &[&str] = &["spec", "model", "trace", "cosim", "report", "cli"];

/// A file beyond this many lines wants to be two.
const MAX_LINES: usize = 650;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every file below `dir` whose name ends in one of `extensions`, sorted.
fn files(dir: &str, extensions: &[&str]) -> Vec<PathBuf> {
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

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap().display().to_string()
}

/// The paths `crate::a::b` that `text` mentions outside comments, as `a` or, for `hw::lib`, `hw::lib`.
fn crate_paths(text: &str) -> Vec<(usize, String)> {
    let mut found = vec![];
    for (number, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap();
        for (at, _) in code.match_indices("crate::") {
            if at > 0 && code.as_bytes()[at - 1] == b'$' {
                continue;
            }
            let rest = &code[at + "crate::".len()..];
            let mut rooms = vec![];
            if let Some(group) = rest.strip_prefix('{') {
                rooms.extend(group.split(['}', ';']).next().unwrap().split(',').map(|p| p.trim().to_string()));
            } else {
                rooms.push(rest.to_string());
            }
            for path in rooms {
                let mut parts = path.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|p| !p.is_empty());
                let Some(room) = parts.next() else { continue };
                let sub = parts.next();
                found.push((
                    number + 1,
                    if room == "hw" && sub == Some("lib") { "hw::lib".into() } else { room.into() },
                ));
            }
        }
    }
    found
}

#[test]
fn rooms_import_only_what_their_wall_allows() {
    let mut seen = 0;
    let mut wrong = vec![];
    for (room, allowed) in WALLS {
        let sources = files(&format!("src/{room}"), &["rs"]);
        assert!(!sources.is_empty(), "room src/{room} is empty");
        for path in sources {
            let text = read(&path);
            for (line, target) in crate_paths(&text) {
                seen += 1;
                let own = target == *room || (*room == "hw" && target == "hw::lib");
                let ok = own || allowed.contains(&target.as_str()) || (target == "hw::lib" && allowed.contains(&"hw"));
                // Exported macros live at the crate root and have no room.
                if !ok && WALLS.iter().any(|w| w.0 == target || target == "hw::lib") {
                    wrong.push(format!("{}:{line}: {room} imports {target}", shown(&path)));
                }
            }
            if NO_RUST_HDL.contains(room) && text.lines().any(|l| l.split("//").next().unwrap().contains("rust_hdl::"))
            {
                wrong.push(format!("{}: {room} imports rust_hdl", shown(&path)));
            }
            if *room == "spec" {
                for (i, l) in text.lines().enumerate().filter(|(_, l)| l.trim_start().starts_with("use ")) {
                    let path_root = l.trim_start().trim_start_matches("use ").split("::").next().unwrap().to_string();
                    if !["std", "super", "self", "crate", "core"].contains(&path_root.trim_end_matches(';')) {
                        wrong.push(format!(
                            "{}:{}: spec imports {path_root}, only std is allowed",
                            shown(&path),
                            i + 1
                        ));
                    }
                }
            }
        }
    }
    assert!(seen > 20, "only {seen} imports were seen: the scan is broken");
    assert!(wrong.is_empty(), "walls crossed:\n{}", wrong.join("\n"));
}

#[test]
fn the_scan_sees_forbidden_imports() {
    assert_eq!(crate_paths("use crate::model::rap::Rap;"), [(1, "model".into())]);
    assert_eq!(crate_paths("use crate::{hw::lib::Reg, spec};"), [(1, "hw::lib".into()), (1, "spec".into())]);
    assert_eq!(crate_paths("// use crate::model::x;"), []);
}

#[test]
fn every_room_is_on_the_map() {
    let map = read(&root().join("ARCHITECTURE.md"));
    for entry in fs::read_dir(root().join("src")).unwrap().map(|e| e.unwrap().path()).filter(|p| p.is_dir()) {
        let room = entry.file_name().unwrap().to_str().unwrap().to_string();
        assert!(WALLS.iter().any(|w| w.0 == room), "src/{room} has no wall in tests/house.rs");
        assert!(map.contains(&format!("`{room}`")), "ARCHITECTURE.md does not mention the room `{room}`");
    }
}

#[test]
fn a_unit_has_the_same_name_in_every_room() {
    for unit in ["rap", "coalescer"] {
        for place in [
            format!("src/spec/{unit}.rs"),
            format!("src/model/{unit}.rs"),
            format!("tests/{unit}.rs"),
            format!("testbench/{unit}.cpp"),
            format!("docs/{unit}.md"),
            format!("rtl/treetap_{unit}_nano.v"),
        ] {
            assert!(root().join(&place).is_file(), "{unit}: {place} is missing");
        }
        let hw = root().join("src/hw").join(unit);
        assert!(hw.is_dir() || hw.with_extension("rs").is_file(), "{unit}: src/hw/{unit} is missing");
    }
}

#[test]
fn no_file_is_too_long() {
    let mut checked = 0;
    for dir in ["src", "tests", "benches", "testbench", "examples"] {
        for path in files(dir, &["rs", "cpp", "h", "sh"]) {
            let lines = read(&path).lines().count();
            assert!(lines <= MAX_LINES, "{}: {lines} lines, more than {MAX_LINES}: split it", shown(&path));
            checked += 1;
        }
    }
    assert!(checked > 40, "only {checked} files were seen");
}

#[test]
fn every_dependency_has_its_reason() {
    let manifest = read(&root().join("Cargo.toml"));
    let mut section = "";
    let mut previous = "";
    let mut checked = 0;
    for line in manifest.lines() {
        if line.starts_with('[') {
            section = line;
        } else if section.contains("dependencies") && line.contains('=') && !line.starts_with('#') {
            let reason = line.contains(" # ") || line.contains(")#") || previous.starts_with('#');
            assert!(reason, "Cargo.toml: no reason for `{line}`");
            checked += 1;
        }
        previous = line;
    }
    assert!(checked >= 15, "only {checked} dependencies were seen");
}

#[test]
fn nothing_is_left_unfinished() {
    // Written in two halves so that this file does not find itself.
    let words =
        [["TO", "DO"], ["FIX", "ME"], ["todo", "!("], ["unimple", "mented!("], ["dbg", "!("]].map(|w| w.concat());
    let mut found = vec![];
    for dir in ["src", "tests", "benches", "testbench", "examples", "docs", "rtl", "include"] {
        for path in files(dir, &["rs", "cpp", "h", "sh", "md", "v"]) {
            let text = read(&path);
            found.extend(words.iter().filter(|w| text.contains(w.as_str())).map(|w| format!("{}: {w}", shown(&path))));
        }
    }
    assert!(found.is_empty(), "unfinished:\n{}", found.join("\n"));
}

#[test]
fn generated_files_say_which_command_made_them() {
    let rtl = files("rtl", &["v"]);
    assert!(rtl.len() >= 3, "rtl/ holds {} files", rtl.len());
    for path in rtl {
        let text = read(&path);
        let head: String = text.lines().take(20).collect::<Vec<_>>().join("\n");
        assert!(head.contains("treetap gen "), "{}: the header does not name its command", shown(&path));
        assert!(
            !text.contains('$') || text.split('$').skip(1).all(|t| !t.starts_with(|c: char| c.is_ascii_digit())),
            "{}: a name with `$`",
            shown(&path)
        );
    }
}
