//! Edges in the names of a program: both ends of each, and nothing surer than the profile (docs/user/names.md,
//! "Edges").
use crate::support::command::{BAD_INPUT, fails, holds, json, stdout, treetap};
use std::collections::BTreeSet;
use std::fs;
use treetap::analysis::{Keys, Options, Symbols};
use treetap::model::exact::Exact;
use treetap::model::profile::Profile;
use treetap::model::rap::Rap;
use treetap::report::html::{Names, Page, page};
use treetap::report::json::Dump;
use treetap::report::names::{Limits, Table};
use treetap::spec::event::Event;
use treetap::spec::rap::Config;

const PAIRS: Keys = Keys { left_out: 0, beside: 32 };
const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/programs/demo/demo.elf");

fn symbols() -> Symbols {
    Symbols::parse(&fs::read(PROGRAM).unwrap(), &Options::default()).unwrap()
}

/// Start of a function.
fn start(symbols: &Symbols, name: &str) -> u64 {
    symbols.places().iter().find(|place| place.name == name).unwrap_or_else(|| panic!("no {name}")).ranges[0].0
}

/// From `main` to `memcmp` and back, half of all; the rest from all over one function to all over another.
fn events(symbols: &Symbols) -> Vec<Event> {
    let [main, memcmp, sort, memset] = ["main", "memcmp", "quick_sort", "memset"].map(|name| start(symbols, name));
    let pair = |from: u64, to: u64| Event::unit(from << 32 | to);
    let one = |i: u64| match i % 4 {
        0 => pair(main + 8, memcmp),
        1 => pair(memcmp + 16, main + 12),
        _ => pair(sort + i * 7919 % 64 * 4, memset + i * 104_729 % 16 * 4),
    };
    (0..20_000).map(one).collect()
}

fn profile(nodes: u32, events: &[Event]) -> Profile {
    let mut rap = Rap::new(Config::new(64, nodes)).unwrap();
    events.iter().for_each(|event| rap.add(*event));
    rap.snapshot()
}

fn table(profile: &Profile, symbols: &Symbols) -> Table {
    Table::of(profile, symbols, PAIRS, &Limits { share: 0.002, rows: 50 })
}

#[test]
fn both_ends_have_names_and_the_truth_lies_between_the_bounds() {
    let symbols = symbols();
    let events = events(&symbols);
    let exact = Exact::from_events(64, events.iter().copied());
    let mut ranges = 0;
    for nodes in [80, 400, 4096] {
        let profile = profile(nodes, &events);
        let table = table(&profile, &symbols);
        let edges = table.edges.as_ref().unwrap();
        assert!(edges.hot.len() >= 2 && edges.certain <= profile.n, "{nodes} nodes: {edges:?}");
        let rows: u64 = edges.hot.iter().map(|edge| edge.share.lo).sum();
        assert_eq!(rows + edges.other_events, edges.certain);
        for edge in &edges.hot {
            let [from, to] = [&edge.from, &edge.to].map(|end| u64::from_str_radix(&end.address[2..], 16).unwrap());
            let truth = exact.count(from << 32 | to, from << 32 | to);
            assert!(edge.share.lo <= truth && truth <= edge.share.hi, "{edge:?}: {truth}");
            for (end, address) in [(&edge.from, from), (&edge.to, to)] {
                assert_eq!(end.function, symbols.places()[symbols.at(address) as usize].name);
                assert_eq!(start(&symbols, &end.function) + end.offset, address);
            }
        }
        let hottest: BTreeSet<String> =
            edges.hot[..2].iter().map(|e| format!("{} {}", e.from.function, e.to.function)).collect();
        assert_eq!(hottest, BTreeSet::from(["main memcmp".to_owned(), "memcmp main".to_owned()]));
        // Ranges that were not split to the end: where from, where to, and no bare keys.
        for spread in &table.spread {
            assert!(spread.range.contains(" -> ") && spread.label().contains(" -> "), "{spread:?}");
            ranges += 1;
        }
    }
    assert!(ranges > 10, "{ranges} ranges across several edges");
}

#[test]
fn text_and_page_show_an_edge_as_from_and_to() {
    let symbols = symbols();
    let profile = profile(400, &events(&symbols));
    let table = table(&profile, &symbols);
    let text = table.text();
    let row = text.lines().find(|line| line.contains("-> memcmp memcmp.c:")).unwrap_or_else(|| panic!("{text}"));
    assert!(row.trim_start().starts_with("main main.c:") && row.contains("0x8000"), "{row}");
    assert!(text.contains("% of one edge") && text.contains("across several edges"), "{text}");
    let names = Names { symbols: &symbols, keys: PAIRS, table: &table };
    let html = page(&Page {
        title: "edges",
        events: "events",
        command: "",
        profile: &profile,
        names: Some(names),
        hot: 0.01,
        settings: &[],
        counters: &[],
        laws: &[],
        notes: &[],
        phases: None,
    });
    for part in ["<h2>Hot edges</h2>", "memcmp memcmp.c:", "across several edges", "Where they begin", "anywhere"] {
        assert!(html.contains(part), "{part}");
    }
    for key in profile.tree.iter().filter(|node| node.level == 32).map(|node| format!("{:016x}", node.prefix)) {
        assert!(!text.contains(&key) && !html.contains(&key), "{key} is a bare key");
    }
}

#[test]
fn the_command_names_both_ends_and_refuses_other_keys() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let wide = profile(400, &events(&symbols()));
    fs::write(path("wide.json"), serde_json::to_string(&Dump::from(&wide)).unwrap()).unwrap();
    let report = ["report", &path("wide.json"), "--elf", PROGRAM, "--edges"];
    assert!(stdout(&treetap(&report)).contains("-> memcmp memcmp.c:"));
    let value = json(&[&report[..], &["--json"]].concat());
    holds(&value["edges"], &["certain", "hot", "other_edges", "other_events"]);
    holds(&value["edges"]["hot"][0], &["from", "to", "lo", "hi", "percent_lo", "percent_hi"]);
    holds(&value["edges"]["hot"][0]["to"], &["address", "function", "file", "line", "offset"]);
    let narrow = Profile { key_bits: 32, tree: wide.tree[..1].to_vec(), live: 1, n: wide.tree[0].own, ..wide };
    fs::write(path("narrow.json"), serde_json::to_string(&Dump::from(&narrow)).unwrap()).unwrap();
    let message = fails(BAD_INPUT, &["report", &path("narrow.json"), "--elf", PROGRAM, "--edges"]);
    assert!(message.contains("keys of 32 bits, expected 64"), "{message}");
}
