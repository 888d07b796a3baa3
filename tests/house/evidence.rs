//! Measured tables: pages show them as their files have them, stale or not (docs/contributing/evidence.md).
use ::evidence::page::{Evidence, pages, write_pages};
use ::evidence::table::{DATA, Table};
use ::evidence::{Error, farm, measure};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use treetap::catalog::{self, Chosen};
use treetap::flow::Device;
use treetap::spec::{coalescer, monitor, profiler, rap};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The table of this name.
fn measured(name: &str) -> Table {
    Table::read(&root().join(DATA).join(format!("{name}.toml"))).unwrap_or_else(|why| panic!("{name}: {why}"))
}

/// Every page with its text, as it is and as it should be, and the tables in it.
fn included() -> Vec<(PathBuf, String, String, Vec<String>)> {
    let evidence = Evidence::of(root()).unwrap();
    let page = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let (new, used) = evidence.page(&path, &text).unwrap_or_else(|error| panic!("{error}"));
        (path, text, new, used)
    };
    pages(root()).unwrap().into_iter().map(page).collect()
}

#[test]
fn pages_show_the_tables_and_their_states_as_they_are() {
    for (path, text, new, _) in included() {
        assert!(text == new, "{} is not up to date: make tables", path.display());
    }
}

#[test]
fn every_measured_table_is_data_with_its_command_on_the_page() {
    let mut places = BTreeMap::<String, Vec<String>>::new();
    for (path, text, _, used) in included() {
        let page = path.strip_prefix(root()).unwrap().display().to_string();
        for name in used {
            let table = measured(&name);
            let command = table.command.lines().next().unwrap_or_default();
            assert!(!command.is_empty() && text.contains(command), "{page}: `{command}` of {name} is not there");
            places.entry(name).or_default().push(page.clone());
        }
        if !page.starts_with("docs/measured/") {
            continue;
        }
        let outside = text.split("<!-- measured: ").enumerate().map(|(at, part)| match at {
            0 => part,
            _ => part.split_once("<!-- end of measured -->").unwrap().1,
        });
        let typed = outside.flat_map(str::lines).find(|line| line.starts_with('|'));
        assert_eq!(typed, None, "{page}: a table that was typed in");
    }
    for table in Table::all(root()).unwrap() {
        let shown = places.get(&table.name).map_or(0, Vec::len);
        assert_eq!(shown, 1, "{} is shown in {shown} places", table.name);
    }
}

#[test]
fn no_two_tables_give_different_values_for_one_quantity() {
    let evidence = Evidence::of(root()).unwrap();
    assert_eq!(evidence.contradictions(), [""; 0]);
}

/// Tables that were measured before versions of tools were recorded. Whoever measures one again takes it off.
const WITHOUT_TOOLS: &[&str] = &["coalescer-effect"];

#[test]
fn what_was_measured_says_with_which_tools() {
    let (mut recorded, mut without) = (0, BTreeSet::new());
    for table in Table::all(root()).unwrap().into_iter().filter(|table| !table.stamp.hash.is_empty()) {
        if !table.stamp.tools.is_empty() {
            recorded += 1;
            continue;
        }
        assert!(WITHOUT_TOOLS.contains(&table.name.as_str()), "{}: no tools in its stamp: make figures", table.name);
        without.insert(table.name);
    }
    let gone: Vec<_> = WITHOUT_TOOLS.iter().filter(|name| !without.contains(**name)).collect();
    assert!(gone.is_empty(), "{gone:?}: measured with tools in the stamp: take them off the list");
    assert!(recorded >= 6, "only {recorded} tables have tools in their stamps");
}

#[test]
fn tables_use_tools_that_there_are() {
    let tools: toml::Table = toml::from_str(&fs::read_to_string(root().join("tools.toml")).unwrap()).unwrap();
    let known: Vec<&str> =
        tools["tool"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    let mut used = 0;
    for table in Table::all(root()).unwrap() {
        for name in &table.uses {
            assert!(known.contains(&name.as_str()), "{} uses `{name}`, which tools.toml does not name", table.name);
            used += 1;
        }
    }
    assert!(used > 50, "only {used} uses of tools were seen");
}

/// A repository with one page and two tables, of which one depends on a file and one on a top.
fn small() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join(DATA);
    fs::create_dir_all(&data).unwrap();
    fs::create_dir_all(dir.path().join("rtl")).unwrap();
    fs::write(dir.path().join("rtl/SHA256SUMS.code"), "00aa  treetap_rap_x.v\n").unwrap();
    fs::write(dir.path().join("model.rs"), "fn model() {}\n").unwrap();
    let table = |name: &str, depends: &str, value: &str| {
        let text = format!(
            "command = \"measure\"\nrun = \"printf '%s\\\\n' '| preset | LUT4 |' '|--|--:|' '| x | 8 |'\"\ndepends = \
             [{depends:?}]\n\
             columns = [\"preset\", \"LUT4\"]\nalign = \".-\"\nrows = [[\"x\", {value:?}]]\n[stamp]\ndate = \
             \"2026-01-02\"\n\
             commit = \"0123456\"\n[quantities]\nLUT4 = \"LUT4 of {{preset}}\"\n"
        );
        fs::write(data.join(format!("{name}.toml")), text).unwrap();
    };
    table("files", "*.rs", "7");
    table("tops", "rtl:treetap_rap_x", "7");
    let page = "# Page\n<!-- measured: files -->\nold\n<!-- end of measured -->\nx has <!-- figure: LUT4 of x -->0<!-- \
        end -->.\n";
    fs::write(dir.path().join("README.md"), page).unwrap();
    dir
}

fn states(root: &Path) -> Vec<bool> {
    Evidence::of(root).unwrap().tables().map(|(_, fresh)| fresh).collect()
}

fn versions() -> measure::Versions {
    let doctor = r#"{"ok": true, "treetap": "0.1.0", "tools": [
        {"name": "verilator", "found": true, "ok": true, "version": "5.006"},
        {"name": "icestorm", "found": true, "ok": true, "version": null},
        {"name": "yosys", "found": false, "ok": false, "version": null}]}"#;
    let mut versions = measure::found(doctor).unwrap();
    versions.insert("rustc".into(), "1.90.0".into());
    versions
}

fn measured_again(root: &Path) {
    for table in Table::all(root).unwrap() {
        measure::again(root, &[&table], &versions()).unwrap()[0].write(root).unwrap();
    }
}

#[test]
fn a_table_is_stale_once_what_it_depends_on_changes() {
    let dir = small();
    assert_eq!(states(dir.path()), [false, false]);
    measured_again(dir.path());
    assert_eq!(states(dir.path()), [true, true]);
    // Comments and blank lines of Rust are no part of it.
    fs::write(dir.path().join("model.rs"), "//! A model.\n\n  // why\nfn model() {}\n").unwrap();
    assert_eq!(states(dir.path()), [true, true]);
    fs::write(dir.path().join("model.rs"), "fn model() { }\n").unwrap();
    assert_eq!(states(dir.path()), [false, true]);
    measured_again(dir.path());
    fs::write(dir.path().join("another.rs"), "").unwrap();
    fs::write(dir.path().join("rtl/SHA256SUMS.code"), "00ab  treetap_rap_x.v\n").unwrap();
    assert_eq!(states(dir.path()), [false, false]);
    fs::write(dir.path().join("rtl/SHA256SUMS.code"), "").unwrap();
    let error = Evidence::of(dir.path()).unwrap_err().to_string();
    assert_eq!(error, "tops depends on `rtl:treetap_rap_x`, which names no file");
}

#[test]
fn a_table_may_depend_on_the_tops_of_a_pattern_and_on_the_rows_of_another_table() {
    let dir = small();
    let sums = dir.path().join("rtl/SHA256SUMS.code");
    let [files, tops] = ["files", "tops"].map(|name| dir.path().join(DATA).join(format!("{name}.toml")));
    let replace = |path: &Path, from: &str, to: &str| {
        let text = fs::read_to_string(path).unwrap();
        assert!(text.contains(from), "{from} in {text}");
        fs::write(path, text.replace(from, to)).unwrap();
    };
    replace(&files, "\"*.rs\"", "\"docs/measured/data/tops.toml\"");
    replace(&tops, "rtl:treetap_rap_x", "rtl:treetap_rap_*");
    // The first measures on rows that the second changes.
    measured_again(dir.path());
    assert_eq!(states(dir.path()), [false, true]);
    measured_again(dir.path());
    replace(&tops, "commit = \"", "commit = \"1");
    assert_eq!(states(dir.path()), [true, true]);
    fs::write(&sums, "00aa  treetap_rap_x.v\n00bb  treetap_tap_x.v\n").unwrap();
    assert_eq!(states(dir.path()), [true, true]);
    fs::write(&sums, "00aa  treetap_rap_x.v\n00bb  treetap_rap_y.v\n").unwrap();
    assert_eq!(states(dir.path()), [true, false]);
    replace(&tops, "[\"x\", \"8\"]", "[\"x\", \"9\"]");
    assert_eq!(states(dir.path()), [false, false]);
    replace(&tops, "rtl:treetap_rap_*", "rtl:treetap_tap_*");
    let error = Evidence::of(dir.path()).unwrap_err().to_string();
    assert_eq!(error, "tops depends on `rtl:treetap_tap_*`, which names no file");
}

#[test]
fn pages_get_rows_stamps_and_single_figures() {
    let dir = small();
    let page = |of: &Path| {
        write_pages(of, &Evidence::of(of).unwrap()).unwrap();
        fs::read_to_string(of.join("README.md")).unwrap()
    };
    fs::create_dir_all(dir.path().join("docs")).unwrap();
    let before = page(dir.path());
    assert!(
        before
            .contains("\n| preset | LUT4 |\n|--|--:|\n| x | 7 |\n\n**Stale**: entered at commit 0123456 (2026-01-02)"),
        "{before}"
    );
    assert!(before.contains("x has <!-- figure: LUT4 of x -->7<!-- end -->."), "{before}");
    measured_again(dir.path());
    let after = page(dir.path());
    assert!(after.contains("| x | 8 |\n\n*Measured on "), "{after}");
    assert!(after.contains("-->8<!-- end -->"), "{after}");
    // Written again, nothing changes.
    assert_eq!(page(dir.path()), after);
    fs::write(dir.path().join("model.rs"), "").unwrap();
    assert!(page(dir.path()).contains("**Stale**: measured at commit "));
}

/// Why mutants survive is data of its own: whoever writes a target's first explanation makes its tables depend on it.
#[test]
fn tables_of_mutants_depend_on_the_explanations_of_their_target() {
    let (tables, mut seen) = (Table::all(root()).unwrap(), 0);
    for entry in fs::read_dir(root().join("examples/mutate/explained")).unwrap() {
        let path = entry.unwrap().path();
        let target = path.file_stem().unwrap().to_str().unwrap();
        let file = format!("examples/mutate/explained/{target}.toml");
        let run = format!("cargo run --quiet --release --example mutate {target} || test $? -eq 1");
        let of_target: Vec<_> = tables.iter().filter(|table| table.run.as_ref() == Some(&run)).collect();
        assert_eq!(of_target.len(), 2, "{target}: tables of its mutants and survivors");
        let without = of_target.iter().find(|table| !table.depends.contains(&file));
        assert!(without.is_none(), "{} does not depend on {file}", without.unwrap().name);
        seen += 1;
    }
    assert!(seen > 5, "{seen}");
}

#[test]
fn tables_with_a_common_beginning_are_shown_as_one() {
    let dir = small();
    let one = Table::all(dir.path()).unwrap().remove(0);
    for (name, value) in [("part-b", "9"), ("part-a", "8"), ("part-c", "10")] {
        let rows = vec![vec![name.to_string(), value.to_string()]];
        Table { name: name.into(), rows, quantities: BTreeMap::new(), ..one.clone() }.write(dir.path()).unwrap();
    }
    measure::again(dir.path(), &[&Table { name: "part-b".into(), ..one.clone() }], &versions()).unwrap()[0]
        .write(dir.path())
        .unwrap();
    let text = "<!-- measured: part-* -->\n<!-- end of measured -->\n";
    let page = |text: &str| Evidence::of(dir.path()).unwrap().page(Path::new("p.md"), text);
    let (shown, used) = page(text).unwrap();
    assert_eq!(used, ["part-a", "part-b", "part-c"]);
    assert!(shown.contains("| part-a | 8 |\n| x | 8 |\n| part-c | 10 |\n\na, c: **Stale**: entered at"), "{shown}");
    assert!(shown.contains("of what it depends on.\n\nb: *Measured on "), "{shown}");
    assert_eq!(page(&shown).unwrap().0, shown, "written again, something changes");
    let error = page(&text.replace("part-", "gone-")).unwrap_err().to_string();
    assert!(error.contains("p.md:1: no table's name begins with `gone-`"), "{error}");
    let columns = vec!["preset".into(), "EBR".into()];
    Table { name: "part-d".into(), columns, quantities: BTreeMap::new(), ..one }.write(dir.path()).unwrap();
    let error = page(text).unwrap_err().to_string();
    assert!(error.contains("part-a and part-d have other columns, and are no one table"), "{error}");
}

#[test]
fn a_name_means_its_table_and_the_beginning_of_one_means_all_that_begin_so() {
    let dir = small();
    let table = Table::read(&dir.path().join(DATA).join("tops.toml")).unwrap();
    Table { name: "tops-of-others".into(), ..table }.write(dir.path()).unwrap();
    measured_again(dir.path());
    fs::write(dir.path().join("model.rs"), "fn other() {}\n").unwrap();
    let evidence = Evidence::of(dir.path()).unwrap();
    let wanted = |name| evidence.wanted(name).iter().map(|table| table.name.as_str()).collect::<Vec<_>>();
    assert_eq!(wanted(Some("tops")), ["tops"]);
    assert_eq!(wanted(Some("to")), ["tops", "tops-of-others"]);
    assert_eq!(wanted(Some("tops-of-others")), ["tops-of-others"]);
    assert!(wanted(Some("other")).is_empty());
    assert_eq!(wanted(None), ["files"]);
}

#[test]
fn contradictions_and_what_is_no_table_are_found() {
    let dir = small();
    let file = dir.path().join(DATA).join("tops.toml");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("\"7\"", "\"9\"")).unwrap();
    assert_eq!(Evidence::of(dir.path()).unwrap().contradictions(), ["LUT4 of x is 7 in files and 9 in tops"]);
    for (from, to, said) in [
        ("rows = [[\"x\", \"7\"]]", "rows = [[\"x\"]]", "row 1 has 1 cells, and there are 2 columns"),
        ("rows = [[\"x\", \"7\"]]", "rows = []", "no rows"),
        ("{preset}", "{device}", "there is no column `device`, which `quantities` names"),
        ("align = \".-\"", "align = \".\"", "`align` has 1 columns"),
        ("command", "comand", "unknown field `comand`"),
    ] {
        assert!(text.contains(from), "{from}");
        fs::write(&file, text.replace(from, to)).unwrap();
        let error = Evidence::of(dir.path()).unwrap_err().to_string();
        assert!(error.contains("tops.toml") && error.contains(said), "{error}");
    }
    fs::write(&file, text).unwrap();
    let evidence = Evidence::of(dir.path()).unwrap();
    for (page, said) in [
        ("<!-- measured: gone -->\n<!-- end of measured -->\n", "p.md:1: there is no table `gone`"),
        ("\n<!-- measured: tops -->\n", "p.md:2: the table `tops` has no `<!-- end of measured -->` after it"),
        ("<!-- figure: MHz -->1<!-- end -->", "p.md:1: no table gives the figure `MHz`"),
        ("<!-- figure: LUT4 of x -->1", "p.md:1: a figure without"),
    ] {
        let error = evidence.page(Path::new("p.md"), page).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn tables_of_one_command_are_measured_by_one_run() {
    let dir = small();
    let runs = dir.path().join("runs");
    let table = Table::all(dir.path()).unwrap().remove(0);
    let print =
        "printf '%s\\n' one '| preset | LUT4 |' '|--|--:|' '| x | 8 |' two '| preset | LUT4 |' '|--|--:|' '| y | 9 |'";
    let run = Some(format!("{print}; echo once >> {}", runs.display()));
    let [one, two, none] = ["one", "two", "three"].map(|after| Table {
        run: run.clone(),
        after: Some(after.into()),
        name: after.into(),
        ..table.clone()
    });
    let measured = measure::again(dir.path(), &[&one, &two], &versions()).unwrap();
    assert_eq!([&measured[0].rows[0][..], &measured[1].rows[0][..]], [["x", "8"], ["y", "9"]]);
    assert_eq!(fs::read_to_string(&runs).unwrap(), "once\n");
    // What it writes down, it reads again.
    measured[1].write(dir.path()).unwrap();
    assert_eq!(Table::read(&dir.path().join(DATA).join("two.toml")).unwrap(), measured[1]);
    let error = measure::again(dir.path(), &[&none], &versions()).unwrap_err().to_string();
    assert!(error.contains("did not print `three`"), "{error}");
}

/// What a task of a farm measures is what is measured here: files and pages are the same, byte for byte.
#[test]
fn tables_that_a_farm_measures_are_those_of_this_machine() {
    let (here, there) = (small(), small());
    measured_again(here.path());
    write_pages(here.path(), &Evidence::of(here.path()).unwrap()).unwrap();
    let root = there.path();
    let tables = Table::all(root).unwrap();
    // Both tables are printed by one command, and are of one task.
    let groups = [tables.iter().collect::<Vec<_>>()];
    let text = farm::sweep(root, &groups, Path::new("/bin/{evidence}")).unwrap();
    let sweep: toml::Table = toml::from_str(&text).unwrap();
    let state = sweep["case"][0]["state"].as_str().unwrap();
    assert_eq!(sweep["case"].as_array().unwrap().len(), 1);
    assert_eq!(
        (sweep["case"][0]["tables"].as_str(), sweep["command"][0].as_str()),
        (Some("files,tops"), Some("/bin/{{evidence}}"))
    );
    let lines = farm::task(root, "files,tops", state, &versions()).unwrap();
    assert_eq!(states(root), [false, false], "a task writes nothing");
    assert_eq!(farm::take(root, &lines).unwrap(), ["files", "tops"]);
    let read = |of: &Path, name: &str| fs::read_to_string(of.join(name)).unwrap();
    for name in ["README.md", "docs/measured/data/files.toml", "docs/measured/data/tops.toml"] {
        assert_eq!(read(root, name), read(here.path(), name), "{name}");
    }
    let stamp = &Table::all(root).unwrap()[0].stamp;
    assert!(stamp.machine.contains(" cores, ") && stamp.tools == "rustc 1.90.0", "{stamp:?}");
    // Taken, it is another task; so it is after a change of what it depends on.
    let now = |of: &Path| farm::state(of, &Table::all(of).unwrap().iter().collect::<Vec<_>>()).unwrap();
    let taken = now(root);
    assert_ne!(taken, state);
    fs::write(root.join("model.rs"), "fn other() {}\n").unwrap();
    assert_ne!(now(root), taken);
    for (names, state, said) in [
        ("files,tops", &taken[..], "expected"),
        ("gone", state, "there is no table `gone`"),
        ("../../../README", state, "there is no table"),
    ] {
        let error = farm::task(root, names, state, &versions()).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
    // A line that is none spoils nothing.
    let before = read(root, "docs/measured/data/files.toml");
    for (from, to, said) in
        [("{", "[", "line 1: "), ("command", "comand", "unknown field `comand`"), ("\"tops", "\"gone", "no table")]
    {
        let error = farm::take(root, &lines.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
    assert_eq!(read(root, "docs/measured/data/files.toml"), before);
}

#[test]
fn stamps_have_the_tools_that_the_table_uses_and_the_machine() {
    let dir = small();
    let table = Table::all(dir.path()).unwrap().remove(0);
    let with = |uses: &[&str]| Table { uses: uses.iter().map(|name| name.to_string()).collect(), ..table.clone() };
    let stamp =
        |uses: &[&str]| measure::again(dir.path(), &[&with(uses)], &versions()).map(|mut all| all.remove(0).stamp);
    assert_eq!(stamp(&[]).unwrap().tools, "rustc 1.90.0");
    let stamped = stamp(&["verilator", "icestorm"]).unwrap();
    assert_eq!(stamped.tools, "rustc 1.90.0, verilator 5.006, icestorm");
    assert!(stamped.machine.contains(" cores, ") && stamped.machine.contains(std::env::consts::ARCH), "{stamped:?}");
    for missing in ["yosys", "yosis"] {
        let error = stamp(&[missing]).unwrap_err().to_string();
        assert!(error.starts_with(&format!("files uses `{missing}`, which this machine lacks")), "{error}");
    }
    assert!(measure::found("[]").unwrap_err().contains("treetap doctor --json"));
    // What it uses is written down and read again.
    with(&["verilator"]).write(dir.path()).unwrap();
    assert_eq!(Table::read(&dir.path().join(DATA).join("files.toml")).unwrap().uses, ["verilator"]);
}

#[test]
fn a_command_that_fails_or_prints_no_such_table_is_an_error() {
    let dir = small();
    let table = Table::all(dir.path()).unwrap().remove(0);
    for (run, said) in [
        ("exit 3", "`exit 3` ended with exit status: 3"),
        ("(echo '| preset | LUT4 |'; exit 3) | cat", "| cat` ended with exit status: 3"),
        ("echo nothing", "printed no table with the columns preset | LUT4"),
        ("printf '%s\\n' '| preset | LUT4 |' '|--|--:|'", "printed a table without rows"),
    ] {
        let table = Table { run: Some(run.into()), ..table.clone() };
        match measure::again(dir.path(), &[&table], &versions()) {
            Err(error @ Error::Command { .. }) => assert!(error.to_string().contains(said), "{error}"),
            other => panic!("{other:?}"),
        }
    }
}

/// Every design of `make netlist` has a table of its own.
#[test]
fn every_netlist_has_a_table() {
    let raps = catalog::rap_designs().into_iter().map(|preset| Chosen::Rap(preset).top());
    let coalescers = coalescer::PRESETS.iter().map(|preset| Chosen::Coalescer(*preset).top());
    let tops: BTreeSet<String> = raps.chain(coalescers).collect();
    assert!(tops.len() > 40, "{tops:?}");
    for top in &tops {
        let name = top.replacen("treetap_", "", 1).replacen('_', "-", 1);
        let table = measured(&format!("proof-gates-{name}"));
        assert_eq!(table.run, Some(format!("sh examples/netlist.sh {top}")));
        assert!(table.depends.contains(&format!("rtl:{top}")), "{:?}", table.depends);
    }
}

/// How many devices there are on which a table of clocks places a preset with eight seeds, and nothing else.
fn placed_on(table: &str, unit: &str, preset: &str) -> usize {
    let table = measured(table);
    let run = table.run.unwrap();
    let subjects: Vec<_> = run.split_once(" --seeds 8 ").expect("eight seeds").1.split(' ').collect();
    for subject in &subjects {
        let (hardware, device) = subject.split_once('@').expect("a device");
        assert_eq!(hardware, format!("{unit}:{preset}"));
        assert!(Device::named(device).is_some(), "{device}");
    }
    assert!(table.depends.contains(&format!("rtl:treetap_{unit}_{preset}")), "{:?}", table.depends);
    subjects.len()
}

/// `make usage` places every preset of the engines that is no test's on some devices, and every profiler and monitor on
/// one.
#[test]
fn every_preset_for_users_has_a_table_of_its_clock() {
    let users: Vec<_> = rap::PRESETS.iter().filter(|preset| !preset.doc.starts_with("test:")).collect();
    assert!(users.len() > 10);
    for preset in users {
        assert!(placed_on(&format!("usage-rap-{}", preset.name), "rap", preset.name) > 0);
    }
    let profilers = profiler::PRESETS.iter().map(|preset| ("profiler", preset.name));
    let monitors = monitor::VARIANTS.iter().map(|preset| ("monitor", preset.name));
    for (unit, preset) in profilers.chain(monitors) {
        assert_eq!(placed_on(&format!("usage-tops-{unit}-{preset}"), unit, preset), 1, "{unit} {preset}");
    }
}
