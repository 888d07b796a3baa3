//! Maps of code on the command line: made, loaded, named, checked (docs/reference/codemap.md).
use crate::support::command::{BAD_INPUT, USAGE, fails, json, stdout, treetap};
use serde_json::Value;

fn file(name: &str) -> String {
    format!("{}/programs/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Places of a table of names, each with its bounds.
fn places(names: &Value) -> Vec<(String, u64, u64)> {
    let rows = names["places"].as_array().unwrap().iter();
    rows.map(|row| {
        let number = |key: &str| row[key].as_u64().unwrap();
        (row["name"].as_str().unwrap().to_owned(), number("lo"), number("hi"))
    })
    .collect()
}

#[test]
fn a_run_makes_loads_and_checks_the_map_and_a_report_finds_its_program() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let (dump, page) = (path("run.json"), path("run.html"));
    let demo = file("demo/demo.elf");
    let base = ["--json", "run", "picorv32", &demo, "--preset", "nano_map", "--weight", "instructions"];
    let run = json(&[&base[..], &["--limit", "200000", "--dump", &dump, "--html", &page]].concat());
    assert_eq!((&run["mismatches"], &run["laws_ok"], &run["event"]), (&0.into(), &true.into(), &"lines".into()));
    let map = &run["code_map"];
    assert!(map["functions"].as_u64().unwrap() > 20 && map["left_out"] == 0 && map["line_bytes"] == 8, "{map}");
    assert!(std::fs::read_to_string(&page).unwrap().contains("map of code"));
    let shown = places(&run["names"]);
    assert!(shown.len() > 3 && shown.iter().any(|(_, lo, hi)| hi - lo <= lo / 100), "{shown:?}");
    let reported = json(&["--json", "report", &dump, "--elf", &demo]);
    assert_eq!(places(&reported), shown);
    assert!(
        fails(BAD_INPUT, &["report", &dump, "--elf", &file("trap/trap.elf")])
            .contains("not the program of the profile")
    );
    assert!(
        fails(USAGE, &["run", "picorv32", &demo, "--preset", "nano_map", "--event", "edges"])
            .contains("for lines of code")
    );
    assert!(fails(USAGE, &["run", "picorv32", &demo, "--event", "lines"]).contains("has no map of code"));
}

#[test]
fn a_trace_is_profiled_by_lines_beside_the_true_counts_of_functions() {
    let dir = tempfile::tempdir().unwrap();
    let trace = dir.path().join("demo.rvfi.zst");
    let trace = trace.to_str().unwrap();
    let demo = file("demo/demo.elf");
    json(&["--json", "trace", "capture", "--core", "picorv32", "--limit", "100000", &demo, "-o", trace]);
    let common = ["profile", trace, "--weight", "instructions", "--nodes", "512", "--exact", "--hot", "1%", "--json"];
    for source in ["--map", "--elf"] {
        let keys: &[&str] = if source == "--elf" { &["--key-bits", "32"] } else { &[] };
        let found = json(&[&common[..], &[source, &demo], keys].concat());
        let rows = found["names"]["places"].as_array().unwrap();
        for row in rows {
            let number = |key: &str| row[key].as_u64().unwrap();
            assert!(number("lo") <= number("exact") && number("exact") <= number("hi"), "{row}");
        }
        let places = found["names"]["errors"]["places"].as_u64().unwrap();
        assert!(rows.len() > 2 && places >= rows.len() as u64, "{rows:?}");
    }
    let text = stdout(&treetap(&[&common[..9], &["--map", &demo]].concat()));
    assert!(text.contains("function or object") && text.contains("error average"), "{text}");
    assert!(fails(BAD_INPUT, &["profile", trace, "--event", "lines", "--key-bits", "32"]).contains("need a map"));
    assert!(fails(USAGE, &["profile", trace, "--map", &demo, "--event", "addresses"]).contains("no addresses of code"));
}
