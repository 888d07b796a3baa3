//! Names for addresses: bounds against exact counts, names against binutils, bad files.
use crate::support::command::{self, BAD_INPUT, USAGE, fails, holds, json, stdout};
use crate::support::programs::{self, FUNCTIONS};
use crate::support::tools::{installed, skip};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use treetap::analysis::bounds::Partition;
use treetap::analysis::{Error, Keys, Kind, Options, Symbols};
use treetap::model::exact::Exact;
use treetap::model::profile::Profile;
use treetap::model::rap::Rap;
use treetap::report::folded::folded;
use treetap::report::names::{Limits, Table};
use treetap::spec::event::Event;
use treetap::spec::rap::Config;
use treetap::trace;

fn profile(key_bits: u32, nodes: u32, events: &[Event]) -> Profile {
    let mut rap = Rap::new(Config::new(key_bits, nodes)).unwrap();
    events.iter().for_each(|&event| rap.add(event));
    rap.snapshot()
}

/// Pieces of the 16-bit keys, of a few parts.
fn pieces() -> impl Strategy<Value = Vec<(u64, u32)>> {
    proptest::collection::btree_map(1..0x1_0000u64, 0..6u32, 0..40).prop_map(|cuts| {
        let mut pieces = vec![(0, 0)];
        pieces.extend(cuts);
        pieces
    })
}

/// Events in clusters, so that trees grow deep.
fn events() -> impl Strategy<Value = Vec<Event>> {
    let cluster = (0..0x1_0000u64, 0..10u32, 1..400u32);
    proptest::collection::vec(cluster, 1..12).prop_map(|clusters| {
        let mut x = 9u64;
        let mut events = vec![];
        for (centre, spread, count) in clusters {
            for _ in 0..count {
                x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let key = centre.wrapping_add((x >> 33) & ((1 << spread) - 1)) & 0xffff;
                events.push(Event { key, weight: 1 + (x >> 61) as u16 });
            }
        }
        events
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn the_truth_lies_between_the_bounds_on_random_trees(pieces in pieces(), events in events(), nodes in 12u32..200) {
        let profile = profile(16, nodes, &events);
        let exact = Exact::from_events(16, events);
        let bounds = Partition::new(pieces.clone()).bounds(&profile, |first, last| (first, last));
        let mut truth = vec![0; bounds.len()];
        for (i, &(first, part)) in pieces.iter().enumerate() {
            let last = pieces.get(i + 1).map_or(0xffff, |next| next.0 - 1);
            truth[part as usize] += exact.count(first, last);
        }
        for (part, (bounds, truth)) in bounds.iter().zip(&truth).enumerate() {
            prop_assert!(bounds.lo <= *truth && *truth <= bounds.hi, "part {}: {:?}, {}", part, bounds, truth);
        }
        prop_assert_eq!(truth.iter().sum::<u64>(), profile.n);
        prop_assert!(bounds.iter().map(|b| b.lo).sum::<u64>() <= profile.n);
    }
}

/// A program that ran under valgrind, with all addresses of its instructions' blocks.
struct Run {
    dir: tempfile::TempDir,
    elf: PathBuf,
    events: Vec<Event>,
}

fn run() -> Option<Run> {
    if !installed(&["gcc", "valgrind"]) {
        return None;
    }
    let dir = tempfile::tempdir().unwrap();
    let elf = programs::native(dir.path());
    let trace = dir.path().join("trace.u64");
    let arguments = ["trace", "capture", "--code", "-o", trace.to_str().unwrap(), "--", elf.to_str().unwrap()];
    let out = command::treetap(&arguments);
    assert!(out.status.success(), "{}", command::stderr(&out));
    Some(Run { events: read(&trace, 48), dir, elf })
}

fn read(trace: &Path, key_bits: u32) -> Vec<Event> {
    let mut reader = trace::open(trace, &trace::Options::key_bits(key_bits)).unwrap();
    let (mut events, mut batch) = (vec![], vec![]);
    while reader.next_batch(&mut batch).unwrap() > 0 {
        events.extend_from_slice(&batch);
    }
    events
}

fn symbols(elf: &Path) -> Symbols {
    Symbols::parse(&fs::read(elf).unwrap(), &Options::default()).unwrap()
}

/// Every place and line of a program against exact counts, in trees of these sizes; gives the table of the last, with
/// its errors.
fn the_truth_lies_between(elf: &Path, key_bits: u32, events: &[Event]) -> Table {
    let symbols = symbols(elf);
    let exact = Exact::from_events(key_bits, events.iter().copied());
    let mut last = None;
    for nodes in [64, 512] {
        let profile = profile(key_bits, nodes, events);
        let bounds = symbols.bounds(&profile, Keys::default());
        let mut sums = 0;
        for (place, bounds) in symbols.places().iter().zip(&bounds) {
            let truth: u64 = place.ranges.iter().map(|&(first, last)| exact.count(first, last)).sum();
            assert!(bounds.lo <= truth && truth <= bounds.hi, "{}: {bounds:?}, {truth}", place.name);
            sums += truth;
        }
        assert_eq!(sums, profile.n, "every event is of one place");
        // The same for lines: frames and line of every address, looked up one by one.
        let mut table = Table::of(&profile, &symbols, Keys::default(), &Limits { share: 1e-9, rows: 1000 });
        let mut lines: BTreeMap<(Vec<String>, String, u32), u64> = BTreeMap::new();
        for (key, count) in exact.iter() {
            let frames = symbols.frames(key);
            if let Some(last) = frames.last() {
                let mut names: Vec<String> = frames.iter().map(|frame| frame.function.clone()).collect();
                names[0] = symbols.places()[symbols.at(key) as usize].name.clone();
                if let (Some(file), Some(line)) = (&last.file, last.line) {
                    *lines.entry((names, file.clone(), line)).or_default() += count;
                }
            }
        }
        for line in &table.lines {
            let names = std::iter::once(&line.function).chain(&line.inlined).cloned().collect();
            let truth = lines.get(&(names, line.file.clone(), line.line)).copied().unwrap_or(0);
            assert!(line.share.lo <= truth && truth <= line.share.hi, "{line:?}: {truth}");
        }
        table.compare(&exact, &symbols, Keys::default(), 0.01);
        let row = &table.places[0];
        let truth: u64 = symbols.places()[row.place as usize].ranges.iter().map(|r| exact.count(r.0, r.1)).sum();
        let error = row.exact.unwrap();
        assert_eq!(error.exact, truth);
        assert!((error.error_percent - 100.0 * (truth - row.share.lo) as f64 / truth as f64).abs() < 1e-9);
        let errors = table.errors.unwrap();
        assert!(errors.places >= 3 && errors.error_average <= errors.error_maximum && errors.error_maximum <= 100.0);
        last = Some(table);
    }
    let table = last.unwrap();
    let sure = table.lines.iter().filter(|line| line.share.lo > 0).count();
    assert!(sure > 10, "{sure} lines");
    assert!(table.errors.unwrap().error_maximum < 15.0, "{:?}", table.errors);
    assert!(table.text().contains("with truly 1 % and more: error average"));
    table
}

#[test]
fn the_truth_lies_between_the_bounds_on_a_real_program() {
    let Some(run) = run() else { return };
    let table = the_truth_lies_between(&run.elf, 48, &run.events);
    assert_eq!(table.places[0].name, "sort", "{}", table.text());
    assert!(table.places[0].share.percent_lo > 20.0);
    assert_eq!(table.places[0].location(), "names.c:31");
    let inlined = table.lines.iter().find(|line| line.inlined == ["step"]).unwrap();
    assert_eq!((&inlined.function[..], inlined.location()), ("crc32", "names.c:11".into()));
    drop(run.dir);
}

/// The demonstration program on PicoRV32: block starts, from
/// `treetap trace capture --core picorv32 programs/demo/demo.elf -o demo.rvfi` and
/// `treetap trace convert demo.rvfi -o tests/data/demo_blocks.u64.zst`; to be made again with the ELF file.
#[test]
fn the_truth_lies_between_the_bounds_on_a_risc_v_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let events = read(&root.join("tests/data/demo_blocks.u64.zst"), 32);
    let table = the_truth_lies_between(&root.join("programs/demo/demo.elf"), 32, &events);
    assert_eq!(table.places[0].name, "interpret", "{}", table.text());
    assert!(table.errors.unwrap().error_maximum < 1.0, "{:?}", table.errors);
    let inlined = ["count_words", "find", "hash"].map(str::to_owned);
    assert!(
        table.lines.iter().any(|line| line.function == "hash_words" && line.inlined == inlined),
        "{}",
        table.text()
    );
    assert_eq!(table.warnings, [""; 0]);
}

/// What `addr2line` says of addresses: for each the frames, innermost first, with their lines.
fn addr2line(command: &str, elf: &Path, addresses: &[u64]) -> Vec<Vec<(String, String)>> {
    let mut command = Command::new(command);
    command.args(["-f", "-i", "-a", "-e"]).arg(elf).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let text: String = addresses.iter().map(|address| format!("{address:#x}\n")).collect();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()).unwrap());
    let said = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let mut found: Vec<Vec<(String, String)>> = vec![];
    let text = String::from_utf8(said.stdout).unwrap();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("0x") {
            found.push(vec![]);
        } else {
            let at = lines.next().unwrap().split(" (").next().unwrap();
            found.last_mut().unwrap().push((line.to_owned(), at.to_owned()));
        }
    }
    found
}

/// Every address of the functions whose source has `source` in its path.
fn agree_with_binutils(elf: &Path, source: &str, oracle: &str) {
    let symbols = symbols(elf);
    let (mut addresses, mut functions) = (vec![], 0);
    for place in 0..symbols.places().len() as u32 {
        if !symbols.start(place).is_some_and(|(file, _)| file.contains(source)) {
            continue;
        }
        functions += 1;
        let name = &symbols.places()[place as usize].name;
        assert_eq!(symbols.places()[place as usize].kind, Kind::Function);
        for piece in symbols.pieces(place) {
            // Padding has no frames.
            assert!(!piece.frames.is_empty() || piece.last - piece.first < 15, "{name}: {piece:x?}");
            for address in piece.first..=piece.last {
                assert_eq!(symbols.frames(address), piece.frames, "{address:#x} and {:#x}", piece.first);
                addresses.push(address);
            }
        }
    }
    assert!(functions >= 5, "{functions} functions");
    let found = addr2line(oracle, elf, &addresses);
    assert_eq!(found.len(), addresses.len());
    let mut inlined = 0;
    for (address, theirs) in addresses.iter().zip(found) {
        let mut ours: Vec<(String, String)> = symbols
            .frames(*address)
            .iter()
            .map(|frame| {
                let line = frame.line.map_or("?".to_owned(), |line| line.to_string());
                (frame.function.clone(), format!("{}:{line}", frame.file.as_deref().unwrap_or("??")))
            })
            .collect();
        ours.reverse();
        inlined += u32::from(ours.len() > 1);
        // Padding after the last line of a function has no line for either, in their own words.
        if theirs[0].1 != "??:0" && theirs[0].1 != "??:?" {
            assert_eq!(ours, theirs, "{address:#x}");
        }
    }
    assert!(addresses.len() > 300 && inlined > 5, "{} addresses, {inlined} inlined", addresses.len());
}

#[test]
fn frames_are_those_of_binutils() {
    if installed(&["gcc", "addr2line"]) {
        let dir = tempfile::tempdir().unwrap();
        agree_with_binutils(&programs::native(dir.path()), "names.c", "addr2line");
    }
}

#[test]
fn frames_of_a_risc_v_program_are_those_of_binutils() {
    let elf = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/demo/demo.elf");
    let names = symbols(&elf);
    assert_eq!(names.machine(), "riscv32");
    let of = |name: &str| names.places().iter().position(|place| place.name == name).unwrap() as u32;
    assert!(names.start(of("sort_numbers")).unwrap().0.ends_with("demo/sort.c"));
    assert_eq!(names.places()[of("stack") as usize].kind, Kind::Stack);
    // The compiler for the cores is an optional tool.
    const ORACLE: &str = "riscv64-unknown-elf-addr2line";
    match treetap::flow::program::find(ORACLE) {
        Some(_) => agree_with_binutils(&elf, "demo/", ORACLE),
        None => skip(&format!("{ORACLE} not installed (./setup.sh programs)")),
    }
}

#[test]
fn packed_debug_sections_say_the_same() {
    if !installed(&["gcc"]) {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let plain = symbols(&programs::native(dir.path()));
    let packed = symbols(&programs::compile("gcc", dir.path(), &["-static", "-gz"]));
    let main = plain.places().iter().find(|place| place.name == "main").unwrap().ranges[0].0;
    assert_eq!(plain.frames(main), packed.frames(main));
    assert_eq!(plain.frames(main)[0].function, "main");
}

#[test]
fn data_has_names_too() {
    if !installed(&["gcc"]) {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let elf = programs::native(dir.path());
    let options =
        Options { heap: Some((1 << 40, (1 << 40) + 99)), stack: Some((1 << 46, (1 << 46) + 9)), ..Options::default() };
    let symbols = Symbols::parse(&fs::read(&elf).unwrap(), &options).unwrap();
    let name = |address| {
        let place = &symbols.places()[symbols.at(address) as usize];
        (&place.name[..], place.kind)
    };
    let table = symbols.places().iter().find(|place| place.name == "table").unwrap();
    let (first, last) = table.ranges[0];
    assert_eq!((last - first + 1, name(first), name(last)), (1024, ("table", Kind::Object), ("table", Kind::Object)));
    assert_eq!(name((1 << 40) + 5), ("heap", Kind::Heap));
    assert_eq!(name(1 << 46), ("stack", Kind::Stack));
    assert_eq!(name(0), ("outside the program", Kind::Outside));
    assert_eq!(name(u64::MAX).1, Kind::Outside);
    let moved = Options { bias: 1 << 30, ..options };
    let moved = Symbols::parse(&fs::read(&elf).unwrap(), &moved).unwrap();
    assert_eq!(moved.places()[moved.at(first + (1 << 30)) as usize].name, "table");
    let main = symbols.places().iter().position(|place| place.name == "main").unwrap() as u32;
    assert_eq!(symbols.start(main), moved.start(main));
    assert!(symbols.start(main).unwrap().0.ends_with("names.c"));
}

#[test]
fn folded_stacks_add_up_and_name_no_single_function_without_being_sure() {
    let Some(run) = run() else { return };
    let symbols = symbols(&run.elf);
    let profile = profile(48, 512, &run.events);
    let text = folded(&profile, &symbols, Keys::default());
    let mut sums: BTreeMap<&str, u64> = BTreeMap::new();
    for line in text.lines() {
        let (stack, count) = line.rsplit_once(' ').unwrap();
        *sums.entry(stack.split(';').next().unwrap()).or_default() += count.parse::<u64>().unwrap();
    }
    assert_eq!(sums.values().sum::<u64>(), profile.n);
    assert!(text.lines().any(|line| line.starts_with("crc32;step ")), "{text}");
    let bounds = symbols.bounds(&profile, Keys::default());
    for (place, bounds) in
        symbols.places().iter().zip(&bounds).filter(|(place, _)| FUNCTIONS.contains(&&place.name[..]))
    {
        assert_eq!(sums.get(&place.name[..]).copied().unwrap_or(0), bounds.lo, "{}", place.name);
    }
    let several: u64 = profile.n - bounds.iter().map(|b| b.lo).sum::<u64>();
    assert_eq!(sums["[one of several]"], several);
}

/// A small program with everything that the symboliser reads.
fn small_elf(options: &[&str]) -> Vec<u8> {
    let dir = tempfile::tempdir().unwrap();
    let all = [&["-nostdlib", "-static", "-Wl,-e,main", "-Wl,--build-id=none"], options].concat();
    fs::read(programs::compile("gcc", dir.path(), &all)).unwrap()
}

/// Everything that reads from a file.
fn use_all(bytes: &[u8], profile: &Profile) -> bool {
    let Ok(symbols) = Symbols::parse(bytes, &Options::default()) else { return false };
    let table = Table::of(profile, &symbols, Keys::default(), &Limits { share: 1e-9, rows: 50 });
    assert!(table.certain <= profile.n);
    let lines = folded(profile, &symbols, Keys::default());
    let sum: u64 = lines.lines().map(|line| line.rsplit_once(' ').unwrap().1.parse::<u64>().unwrap()).sum();
    assert_eq!(sum, profile.n);
    true
}

#[test]
fn no_mutated_file_makes_it_panic() {
    if !installed(&["gcc"]) {
        return;
    }
    let (mut read, mut refused, mut x) = (0, 0, 77u64);
    for options in [&["-gdwarf-5"][..], &["-gdwarf-4", "-gz"]] {
        let good = small_elf(options);
        let code: Vec<Event> = (0..600).map(|i| Event::unit(0x40_1000 + 3 * i)).collect();
        let profile = profile(48, 100, &code);
        assert!(use_all(&good, &profile));
        let mut next = |below: usize| {
            x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (x >> 33) as usize % below
        };
        for round in 0..220 {
            let mut bad = good.clone();
            match round % 4 {
                // Headers lie at both ends of the file, debug information between them.
                0 => bad.truncate(next(good.len())),
                1 => (0..1 + next(4)).for_each(|_| bad[next(64)] = next(256) as u8),
                2 => (0..1 + next(30)).for_each(|_| bad[good.len() - 1 - next(2000)] ^= 1 << next(8)),
                _ => (0..1 + next(40)).for_each(|_| bad[next(good.len())] = [0, 1, 0x7f, 0x80, 0xff][next(5)]),
            }
            match use_all(&bad, &profile) {
                true => read += 1,
                false => refused += 1,
            }
        }
    }
    assert!(read > 100 && refused > 40, "{read} read, {refused} refused");
}

#[test]
fn files_that_are_no_programs_are_refused_with_a_reason() {
    let error = |bytes: &[u8]| Symbols::parse(bytes, &Options::default()).err().unwrap();
    assert!(matches!(error(b""), Error::Unreadable(_)));
    assert!(error(b"#!/bin/sh\n").to_string().contains("expected a linked ELF executable"));
    if installed(&["gcc"]) {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(error(&fs::read(programs::compile("gcc", dir.path(), &["-c"])).unwrap()), Error::NotLinked);
        let stripped = programs::compile("gcc", dir.path(), &["-s"]);
        assert!(
            symbols(&stripped).warnings()[0].contains("no debug information") || symbols(&stripped).places().len() > 5
        );
    }
}

#[test]
fn the_command_reports_and_names_what_is_wrong() {
    let Some(run) = run() else { return };
    let beside = |name: &str| run.dir.path().join(name).to_str().unwrap().to_owned();
    let (trace, elf, dump) = (beside("trace.u64"), run.elf.to_str().unwrap(), beside("run.json"));
    let grown = command::treetap(&["profile", &trace, "--key-bits", "48", "--nodes", "512", "--dump", &dump]);
    assert!(grown.status.success());

    let text = stdout(&command::treetap(&["report", &dump, "--elf", elf, "--html", &beside("r.html")]));
    assert!(text.contains("surely of one function") && text.contains("sort") && text.contains("names.c:31"), "{text}");
    assert!(fs::read_to_string(beside("r.html")).unwrap().contains("<b>sort</b>"));
    let value = json(&["report", &dump, "--elf", elf, "--json"]);
    holds(&value, &["n", "lost", "certain", "places", "other_places", "other_events", "lines", "spread", "warnings"]);
    holds(&value["places"][0], &["name", "kind", "file", "line", "lo", "hi", "percent_lo", "percent_hi", "ranges"]);
    assert_eq!(value["places"][0]["name"], "sort");
    assert_eq!(value["warnings"].as_array().unwrap().len(), 0, "{value}");
    let moved = json(&["report", &dump, "--elf", elf, "--bias", "0x10000000", "--json"]);
    assert!(
        moved["warnings"][0].as_str().unwrap().contains("100.0 % of the events lie outside the program"),
        "{moved}"
    );
    let ranges = json(&["report", &dump, "--json"]);
    assert!(ranges["hot"].as_array().unwrap().len() > 2);

    let bad = |content: &str| {
        fs::write(beside("bad.json"), content).unwrap();
        fails(BAD_INPUT, &["report", &beside("bad.json"), "--elf", elf])
    };
    assert!(bad("{").contains("expected what `treetap profile --dump` writes"));
    let good = fs::read_to_string(&dump).unwrap();
    assert!(
        bad(&good.replacen("\"key_bits\":48", "\"key_bits\":47", 1)).contains("key_bits 47: expected an even number")
    );
    assert!(
        bad(&good.replacen("[0,\"000000000000\"", "[0,\"0000\"", 1)).contains("tree[0]: prefix \"0000\": expected 12")
    );
    assert!(bad(&good.replacen("[0,\"0", "[1,\"0", 1)).contains("tree[0]: "));
    assert!(bad(&good.replacen("\"live\":", "\"live\":1", 1)).contains("live: "));
    assert!(fails(BAD_INPUT, &["report", &dump, "--elf", &trace]).contains("trace.u64: not a readable ELF file"));
    assert!(fails(BAD_INPUT, &["report", &dump, "--elf", "/none"]).contains("/none: cannot read"));
    fails(USAGE, &["report", &dump, "--folded", "-"]);
    assert!(
        fails(USAGE, &["report", &dump, "--elf", elf, "--html", elf]).contains("--elf and --html are the same file")
    );
}
