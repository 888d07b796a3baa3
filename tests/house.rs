//! The house rules of ARCHITECTURE.md as failing checks: import walls, mirrored names, file sizes, reasons for dependencies.
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Which rooms a room may import, besides itself. `hw::lib` stands for the leaf markers only.
const WALLS: &[(&str, &[&str])] = &[
    ("spec", &[]),
    ("model", &["spec"]),
    ("trace", &["spec"]),
    ("lang", &["spec"]),
    ("hw", &["spec"]),
    ("emit", &["hw::lib"]),
    ("catalog", &["spec", "hw", "emit"]),
    ("wheels", &["spec"]),
    ("cosim", &["catalog", "model", "trace", "spec", "wheels", "host"]),
    ("host", &["spec", "model", "trace", "lang"]),
    ("flow", &["spec", "wheels"]),
    ("analysis", &["spec", "model", "trace", "host"]),
    ("report", &["spec", "model", "trace", "flow", "analysis", "host", "cosim"]),
    (
        "cli",
        &[
            "spec", "model", "trace", "lang", "hw", "emit", "catalog", "cosim", "flow", "analysis", "report", "wheels",
            "host",
        ],
    ),
];

/// Rooms that must never see the description language.
const NO_RUST_HDL: &[&str] =
    &["spec", "model", "trace", "lang", "cosim", "flow", "analysis", "report", "wheels", "host", "cli"];

/// Folders of `tests/` with the units' files: the two large families, and all others.
const UNIT_TESTS: &[&str] = &["rap", "hps", "units"];

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

/// The text with comments blanked out; lines keep their numbers.
fn code_of(text: &str) -> String {
    let mut out = String::new();
    let mut depth = 0;
    for line in text.lines() {
        let mut rest = line;
        while !rest.is_empty() {
            if depth == 0 && rest.starts_with("//") {
                break;
            } else if rest.starts_with("/*") {
                depth += 1;
                rest = &rest[2..];
            } else if depth > 0 && rest.starts_with("*/") {
                depth -= 1;
                rest = &rest[2..];
            } else {
                let c = rest.chars().next().unwrap();
                if depth == 0 {
                    out.push(c);
                }
                rest = &rest[c.len_utf8()..];
            }
        }
        out.push('\n');
    }
    out
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

/// The rooms that a file of the module `module` (`["hw", "rap"]`) mentions outside comments, through `crate::` or through as
/// many `super::` as lead to the crate: `a` or, for `hw::lib`, `hw::lib`.
fn crate_paths(text: &str, module: &[&str]) -> Vec<(usize, String)> {
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
            let number = code[..at].matches('\n').count() + 1;
            for path in paths {
                let mut parts: Vec<&str> = path.split("::").filter(|part| !part.is_empty()).collect();
                let ups = parts.iter().take_while(|part| **part == "super").count();
                // In an inner `mod tests` this reads one `super` too many; such a path names no room.
                let absolute = match ups {
                    0 => parts.split_off(1),
                    _ if ups < module.len() => continue,
                    _ => parts.split_off(ups),
                };
                let Some(room) = absolute.first() else { continue };
                let lib = *room == "hw" && absolute.get(1) == Some(&"lib");
                found.push((number, if lib { "hw::lib".into() } else { room.to_string() }));
            }
        }
    }
    found
}

/// The module of a source file: `src/hw/rap/top.rs` is `hw::rap::top`.
fn module_of(path: &Path) -> Vec<String> {
    let below = path.strip_prefix(root().join("src")).unwrap().with_extension("");
    let mut parts: Vec<String> = below.iter().map(|part| part.to_str().unwrap().to_string()).collect();
    if parts.last().is_some_and(|last| last == "mod") {
        parts.pop();
    }
    parts
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
            let module = module_of(&path);
            let module: Vec<&str> = module.iter().map(String::as_str).collect();
            for (line, target) in crate_paths(&text, &module) {
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
    let seen = |text: &str| crate_paths(text, &["hw", "rap"]).into_iter().map(|found| found.1).collect::<Vec<_>>();
    assert_eq!(seen("use crate::model::rap::Rap;"), ["model"]);
    assert_eq!(seen("use crate::{hw::lib::Reg, spec};"), ["hw::lib", "spec"]);
    assert_eq!(
        seen("use crate::{\n    spec::{event::Event, rap::{self, Config as C}},\n    model,\n};"),
        ["spec"; 3].iter().chain(&["model"]).copied().collect::<Vec<_>>()
    );
    assert_eq!(seen("use crate::hw::{\n    lib::Reg,\n    tally,\n};"), ["hw::lib", "hw"]);
    assert_eq!(seen("use super::super::model::rap::Rap;"), ["model"]);
    assert_eq!(seen("use super::super::{spec, cosim as c};"), ["spec", "cosim"]);
    assert_eq!(seen("let x = crate :: model::f(crate::spec::g());"), ["model", "spec"]);
    assert_eq!(seen("use super::lib::Reg;"), [""; 0]);
    assert_eq!(seen("// use crate::model::x;\n/* use crate::\nmodel::y; */ $crate::z!()"), [""; 0]);
    assert_eq!(crate_paths("\n// a\nuse crate::{\n};\nuse crate::spec;", &["hw"]), [(5, "spec".into())]);
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
    for unit in ["rap", "coalescer", "selftest"] {
        for place in [
            format!("src/spec/{unit}.rs"),
            format!("src/model/{unit}.rs"),
            format!("testbench/{unit}.cpp"),
            format!("docs/reference/{unit}.md"),
            format!("rtl/treetap_{unit}_nano.v"),
        ] {
            assert!(root().join(&place).is_file(), "{unit}: {place} is missing");
        }
        let tests = UNIT_TESTS.iter().filter(|group| root().join(format!("tests/{group}/{unit}.rs")).is_file());
        assert_eq!(tests.count(), 1, "{unit}: one file tests/GROUP/{unit}.rs, GROUP one of {UNIT_TESTS:?}");
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

#[test]
fn tests_that_the_makefile_leaves_out_exist() {
    let makefile = read(&root().join("Makefile"));
    let list = makefile.lines().find_map(|line| line.strip_prefix("LONGEST := ")).unwrap();
    let tests: String = files("tests", &["rs"]).iter().map(|path| read(path)).collect();
    for name in list.split_whitespace() {
        assert!(tests.contains(&format!("\nfn {name}()")), "the Makefile leaves out {name}, which is no test");
    }
}

#[test]
fn both_places_agree_on_the_oldest_verilator() {
    let (major, minor) = treetap::cosim::build::VERILATOR_MIN;
    let tools = read(&root().join("tools.toml"));
    let entry = tools.split("[[tool]]").find(|entry| entry.contains("name = \"verilator\"")).unwrap();
    assert!(entry.contains(&format!("min = \"{major}.{minor:03}\"")), "tools.toml: {entry}");
}

#[test]
fn documents_link_to_files_that_exist_and_hold_no_placeholder() {
    let mut pages = files("docs", &["md"]);
    let top = fs::read_dir(root()).unwrap().map(|e| e.unwrap().path());
    pages.extend(top.filter(|path| path.extension().is_some_and(|e| e == "md")));
    let (mut links, mut wrong) = (0, vec![]);
    for page in &pages {
        for (number, line) in read(page).lines().enumerate() {
            let place = format!("{}:{}", shown(page), number + 1);
            if line.len() >= 6 && line.chars().all(|c| c.is_ascii_uppercase() || c == '_') {
                wrong.push(format!("{place}: placeholder {line}"));
            }
            for rest in line.split("](").skip(1) {
                let target = rest.split([')', '#', ' ']).next().unwrap();
                if target.is_empty() || target.contains("://") || target.starts_with("mailto:") {
                    continue;
                }
                links += 1;
                if !page.parent().unwrap().join(target).exists() {
                    wrong.push(format!("{place}: no file {target}"));
                }
            }
        }
    }
    assert!(pages.len() >= 12 && links > 0, "{} pages, {links} links", pages.len());
    assert!(wrong.is_empty(), "documents:\n{}", wrong.join("\n"));
}

/// The tests of each binary under the names that filters see: `hps` has `hw::patterns_in_block_ram`.
fn test_binaries() -> BTreeMap<String, Vec<String>> {
    let mut binaries = BTreeMap::<String, Vec<String>>::new();
    for path in files("tests", &["rs"]) {
        let below = path.strip_prefix(root().join("tests")).unwrap().with_extension("");
        let parts: Vec<&str> = below.iter().map(|part| part.to_str().unwrap()).collect();
        let (binary, module) = match parts[..] {
            [binary] | [binary, "main"] => (binary, String::new()),
            [binary, module] if root().join(format!("tests/{binary}/main.rs")).is_file() => {
                (binary, format!("{module}::"))
            }
            _ => continue,
        };
        let code = code_of(&read(&path));
        let tests = code.split("#[test]").skip(1).filter_map(|rest| rest.split_once("fn ")?.1.split('(').next());
        binaries.entry(binary.into()).or_default().extend(tests.map(|name| format!("{module}{name}")));
    }
    binaries
}

/// Binaries and filters of each command that a text quotes: `--test hps hw:: -- --nocapture` is `hps` with `hw::`.
fn quoted_commands(text: &str) -> Vec<(Vec<&str>, Vec<&str>)> {
    let mut commands = vec![];
    for quote in text.split(['`', '"', '\n']) {
        let Some(at) = quote.find("--test ") else { continue };
        let (mut binaries, mut filters) = (vec![], vec![]);
        let mut words = quote[at..].split_whitespace().take_while(|word| !word.contains(['>', '|', '&', ';', '#']));
        while let Some(word) = words.next() {
            match word {
                "--test" => binaries.extend(words.next()),
                "--skip" => drop(words.next()),
                flag if flag.starts_with('-') => {}
                filter => filters.push(filter),
            }
        }
        commands.push((binaries, filters));
    }
    commands
}

#[test]
fn quoted_commands_select_tests_that_exist() {
    assert_eq!(
        quoted_commands("`cargo test --test a x:: -- --nocapture y` (`--test b`)\n\tcargo test --test a --test b 2>c"),
        [(vec!["a"], vec!["x::", "y"]), (vec!["b"], vec![]), (vec!["a", "b"], vec![])]
    );
    let binaries = test_binaries();
    assert!(binaries["house"].iter().any(|test| test == "quoted_commands_select_tests_that_exist"));
    let mut places: Vec<PathBuf> = ["docs", "src", "tests", "benches", "testbench", "examples", "programs", "fpga"]
        .iter()
        .flat_map(|dir| files(dir, &["md", "rs", "v", "sv", "cpp", "h", "c", "sh", "py"]))
        .filter(|path| !path.ends_with("tests/house.rs"))
        // Its example is written by who follows it.
        .filter(|path| !path.ends_with("docs/contributing/adding-a-unit.md"))
        .collect();
    places
        .extend(["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "Makefile", ".ci/run"].map(|file| root().join(file)));
    let (mut commands, mut paths, mut wrong) = (0, 0, vec![]);
    for place in &places {
        let text = read(place);
        for (names, filters) in quoted_commands(&text) {
            commands += 1;
            let known = names.iter().all(|name| binaries.contains_key(*name));
            let tests: Vec<&String> = names.iter().filter_map(|name| binaries.get(*name)).flatten().collect();
            if !known || !filters.iter().all(|filter| tests.iter().any(|test| test.contains(filter))) {
                wrong.push(format!("{}: no test for --test {names:?} {filters:?}", shown(place)));
            }
        }
        let named = |c: char| c.is_alphanumeric() || "_/.".contains(c);
        for (at, _) in text.match_indices("tests/").filter(|(at, _)| !text[..*at].ends_with(named)) {
            let path = text[at..].split(|c| !named(c)).next().unwrap().trim_end_matches('.');
            paths += 1;
            if (path.ends_with(".rs") || path.ends_with(".c")) && !root().join(path).is_file() {
                wrong.push(format!("{}: no file {path}", shown(place)));
            }
        }
    }
    assert!(commands >= 40 && paths >= 30, "{commands} commands and {paths} paths were seen: the scan is broken");
    assert!(wrong.is_empty(), "stale:\n{}", wrong.join("\n"));
}
