//! The house rules of ARCHITECTURE.md as failing checks: import walls, mirrored names, sizes, cycles, reasons for
//! dependencies.
mod cycles;
mod docs;
mod evidence;
mod sizes;
mod source;
mod units;
mod verdicts;

use source::{Mention, code_of, files, mentions, module_of, read, root, shown};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

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

/// The rooms that a file of the module `module` (`["hw", "rap"]`) mentions outside comments, through `crate::` or
/// through as many `super::` as lead to the crate: `a` or, for `hw::lib`, `hw::lib`.
fn crate_paths(text: &str, module: &[&str]) -> Vec<(usize, String)> {
    let room = |path: &[String]| {
        let room = path.first()?;
        let lib = room == "hw" && path.get(1).is_some_and(|part| part == "lib");
        Some(if lib { "hw::lib".to_string() } else { room.clone() })
    };
    let leaves = |mention: &Mention| mention.ups == 0 || mention.ups == module.len();
    let found = mentions(text, module).into_iter().filter(leaves);
    found.filter_map(|mention| Some((mention.line, room(&mention.path)?))).collect()
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
fn no_verb_of_the_command_line_is_used_by_another() {
    let map = read(&root().join("src/cli/mod.rs"));
    let list = map.split("enum Verb {").nth(1).and_then(|rest| rest.split("\n}").next()).unwrap();
    let verbs: Vec<&str> =
        list.lines().filter_map(|line| line.split_once('(')?.1.split_once("::")).map(|v| v.0).collect();
    assert!(verbs.len() >= 13 && verbs.contains(&"generate"), "{verbs:?}");
    let (mut seen, mut wrong) = (0, vec![]);
    for path in files("src/cli", &["rs"]).into_iter().filter(|path| !path.ends_with("src/cli/mod.rs")) {
        let module = module_of(&path);
        let module: Vec<&str> = module.iter().map(String::as_str).collect();
        for Mention { line, path: mentioned, .. } in mentions(&read(&path), &module) {
            let Some(verb) = mentioned.get(1).filter(|name| mentioned[0] == "cli" && verbs.contains(&name.as_str()))
            else {
                seen += usize::from(mentioned[0] == "cli");
                continue;
            };
            if module[1] != verb {
                wrong.push(format!("{}:{line}: uses the verb {verb}", shown(&path)));
            }
        }
    }
    assert!(seen > 50, "only {seen} mentions were seen: the scan is broken");
    assert!(wrong.is_empty(), "what verbs share is in cli::words, or in a room of its own:\n{}", wrong.join("\n"));
}

/// What Cargo.toml, or golden/Cargo.toml, compiles.
const ROOTS: [&str; 3] = ["lib", "main", "golden"];

#[test]
fn every_source_file_is_a_module() {
    let mut wrong = vec![];
    for path in files("src", &["rs"]) {
        let module = module_of(&path);
        let Some((name, parent)) = module.split_last().filter(|_| !ROOTS.iter().any(|root| module == [*root])) else {
            continue;
        };
        let folder = root().join("src").join(parent.join("/"));
        let owners = [folder.with_extension("rs"), folder.join("mod.rs"), folder.join("lib.rs")];
        let declared = |code: &str| code.lines().any(|line| line.trim_end().ends_with(&format!("mod {name};")));
        let found = owners.iter().filter(|owner| owner.is_file()).any(|owner| declared(&code_of(&read(owner))));
        if !found {
            wrong.push(format!("{}: no module declares it, nothing compiles it", shown(&path)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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
    let makefile = read(&root().join("Makefile")).replace("\\\n", " ");
    let list = |name: &str| makefile.lines().find_map(|line| line.strip_prefix(name)?.trim_start().strip_prefix(":= "));
    let tests: String = files("tests", &["rs"]).iter().map(|path| read(path)).collect();
    for name in list("LONGEST").unwrap().split_whitespace() {
        assert!(tests.contains(&format!("\nfn {name}()")), "the Makefile leaves out {name}, which is no test");
    }
    // Parts of names: modules that there are, and what a test has in its name, or what a macro makes a test of.
    let made = tests.lines().filter_map(|line| line.strip_prefix("quick!("));
    let functions = tests.lines().filter_map(|line| line.trim_start().strip_prefix("fn ")).chain(made);
    let functions: Vec<_> = functions.collect();
    for part in ["SLOW_0", "SLOW_1", "SLOW_2", "SLOW_3", "IN_GATES"].map(|name| list(name).unwrap()) {
        assert!(!part.trim().is_empty(), "a part of the slow tests is empty");
        for name in part.split_whitespace() {
            let (modules, test) = name.rsplit_once("::").unwrap_or(("", name));
            let mut modules = modules.split("::").filter(|module| !module.is_empty());
            let there =
                modules.all(|module| [';', ' '].iter().any(|end| tests.contains(&format!("mod {module}{end}"))));
            let met = there && functions.iter().any(|function| function.contains(test));
            assert!(met, "the Makefile leaves out {name}, which is in the name of no test");
        }
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
fn documents_hold_no_placeholder() {
    let mut pages = files("docs", &["md"]);
    let top = fs::read_dir(root()).unwrap().map(|e| e.unwrap().path());
    pages.extend(top.filter(|path| path.extension().is_some_and(|e| e == "md")));
    let mut wrong = vec![];
    for page in &pages {
        for (number, line) in read(page).lines().enumerate() {
            if line.len() >= 6 && line.chars().all(|c| c.is_ascii_uppercase() || c == '_') {
                wrong.push(format!("{}:{}: placeholder {line}", shown(page), number + 1));
            }
        }
    }
    assert!(pages.len() >= 12, "{} pages", pages.len());
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
        .filter(|path| !path.ends_with("tests/house.rs") && !shown(path).starts_with("tests/house/"))
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
