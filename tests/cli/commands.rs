//! The command as scripts and people meet it: contracts, exit codes and messages.
use crate::support::command::{
    BAD_INPUT, MISSING_TOOL, OK, TREETAP, Trace, USAGE, fails, holds, is_empty, json, keys, program, stderr, stdout,
    treetap,
};
use crate::support::tools::installed;
use crate::support::vectors::{HAND_VECTORS, VECTORS, Vector};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;
use treetap::spec::event::Event;

fn of_vector(vector: &Vector, name: &str) -> Trace {
    Trace::new(name, &vector.stream().collect::<Vec<_>>())
}

#[test]
fn profile_dumps_the_published_vectors() {
    let mut run = 0;
    for vector in
        VECTORS.iter().chain(&HAND_VECTORS).filter(|vector| vector.nodes as u64 >= vector.key_bits as u64 / 2 + 2)
    {
        let trace = of_vector(vector, "vector.u64w.gz");
        let (k, n) = (vector.key_bits.to_string(), vector.nodes.to_string());
        let mut arguments = vec!["profile", &trace.path, "--key-bits", &k, "--nodes", &n, "--dump", "-"];
        if vector.hand.is_none() {
            arguments.extend(["--collapse", "stop"]);
        }
        let eps = vector.eps.map(|eps| format!("{},{}", eps.m, eps.s));
        if let Some(eps) = &eps {
            arguments.extend(["--eps", eps]);
        }
        let dump = json(&arguments);
        let contract = ["collapses", "creates", "key_bits", "live", "lost", "n", "nodes", "t", "tree"];
        let over = (vector.over > 0).then_some("over");
        assert_eq!(keys(&dump), contract.into_iter().chain(over).collect(), "exactly the contract");
        assert_eq!(dump["over"].as_u64().unwrap_or(0), vector.over, "over, K = {k}, N = {n}");
        let want = [vector.n, vector.t, 0, vector.live.into(), vector.creates.into(), vector.collapses.into()];
        for (key, want) in ["n", "t", "lost", "live", "creates", "collapses"].iter().zip(want) {
            assert_eq!(dump[key], want, "{key}, K = {k}, N = {n}");
        }
        let tree = dump["tree"].as_array().unwrap();
        assert_eq!(tree.len() as u32, vector.live);
        let mut own = 0;
        for node in tree {
            let [level, prefix, count] = [0, 1, 2].map(|i| &node[i]);
            assert!(level.as_u64().unwrap() <= u64::from(vector.key_bits / 2));
            assert_eq!(prefix.as_str().unwrap().len() as u32, vector.key_bits.div_ceil(4));
            own += count.as_u64().unwrap();
        }
        assert_eq!(own, vector.n, "own counts add up");
        run += 1;
    }
    assert_eq!(run, VECTORS.len() + HAND_VECTORS.len());
}

#[test]
fn profile_reports_bounds_that_hold() {
    let trace = program();
    let base = ["profile", &trace.path, "--key-bits", "32", "--nodes", "128", "--json", "--hot", "0.1"];
    let report = json(&base);
    holds(&report, &["n", "t", "eps_bound", "cert", "hot"]);
    assert_eq!(report["n"], 40_000);
    let hot = report["hot"].as_array().unwrap();
    assert!(hot.len() > 1);
    let contract = ["depth", "first", "hi", "last", "level", "lo", "percent", "prefix"];
    hot.iter().for_each(|range| assert_eq!(keys(range), BTreeSet::from(contract)));

    let exact = json(&[&base[..], &["--exact", "--query", "0x401000:0x40101f", "--query", "0:4294967295"]].concat());
    let mut contract = contract.to_vec();
    contract.extend(["exact", "error_percent"]);
    let hot = exact["hot"].as_array().unwrap();
    assert!(hot.len() > 1);
    for range in hot {
        assert_eq!(keys(range), contract.iter().copied().collect());
        let [lo, hi, count] = ["lo", "hi", "exact"].map(|key| range[key].as_u64().unwrap());
        assert!(lo <= count && count <= hi, "{range}");
    }
    let queries = exact["queries"].as_array().unwrap();
    assert_eq!((queries.len(), &queries[1]["lo"], &queries[1]["hi"]), (2, &40_000.into(), &40_000.into()));
    let loop_count = queries[0]["exact"].as_u64().unwrap();
    assert!((20_000..20_100).contains(&loop_count), "{loop_count}");
    assert_eq!(json(&[&base[..8], &["10%"]].concat()), report, "10% is 0.1");
}

#[test]
fn profile_shows_people_a_tree() {
    let trace = program();
    let base = ["profile", &trace.path, "--key-bits", "32", "--nodes", "128", "--coalesce", "64"];
    insta::assert_snapshot!(stdout(&treetap(&base)));
    let more = ["--exact", "--hot", "5%", "--query", "0x400000:0x40ffff"];
    insta::assert_snapshot!(stdout(&treetap(&[&base[..], &more].concat())));
    let none = ["profile", &trace.path, "--key-bits", "32", "--nodes", "20", "--hot", "1"];
    let output = treetap(&none);
    assert!(stderr(&output).contains("20 nodes are few"), "{}", stderr(&output));
}

#[test]
fn the_papers_tree_can_be_grown_instead() {
    let trace = program();
    let base = ["profile", &trace.path, "--key-bits", "32", "--semantics", "classic", "--classic-eps", "5%", "--exact"];
    insta::assert_snapshot!(stdout(&treetap(&base)));
    let report = json(&[&base[..], &["--json"]].concat());
    assert!((report["eps_bound"].as_f64().unwrap() - 0.05).abs() < 0.001, "{report}");
    assert!(report["collapses"].as_u64().unwrap() >= 5, "merges at 1024, 2048, ...");
    let message = fails(USAGE, &[&base[..], &["--eps", "3,3"]].concat());
    assert!(message.contains("--classic-eps"), "{message}");
    fails(USAGE, &[&base[..], &["--merge-ratio", "1"]].concat());
}

#[test]
fn profile_draws_a_picture() {
    let trace = program();
    let svg = trace.beside("program.svg");
    let args = ["profile", &trace.path, "--key-bits", "32", "--nodes", "128", "--svg", &svg];
    assert_eq!(treetap(&args).status.code(), Some(OK));
    let text = fs::read_to_string(&svg).unwrap();
    assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n") && !text.contains("NaN"));
    for piece in ["program.u64", "401000", "Nodes in the tree over time", "pool: 128 nodes", "own events per key"] {
        assert!(text.contains(piece), "{piece}");
    }
    let report = json(&[&args[..], &["--json"]].concat());
    assert!(report["creates"].as_u64().unwrap() > 200);
    assert!(text.contains("fewer than before"), "nodes are made and absorbed");
    assert_eq!(fs::read_to_string(&svg).unwrap(), text, "the same picture every run");
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let trace = program();
    let script = format!("{TREETAP} profile {} --nodes 4096 --dump - | head -c 1", trace.path);
    let output = Command::new("sh").args(["-c", &script]).output().unwrap();
    assert_eq!(stdout(&output), "{");
    assert!(!stderr(&output).contains("error"), "{}", stderr(&output));
}

#[test]
fn gen_writes_a_pair_of_files_that_agree() {
    let out = tempfile::tempdir().unwrap();
    let dir = out.path().join("new/rtl");
    let files = json(&["gen", "rap", "--preset", "mini", "-o", dir.to_str().unwrap(), "--json"]);
    assert_eq!(files["files"].as_array().unwrap().len(), 2);
    let verilog = fs::read_to_string(dir.join("treetap_rap_mini.v")).unwrap();
    assert!(verilog.contains("module treetap_rap_mini") && verilog.contains("`default_nettype none"));
    let about: Value = serde_json::from_slice(&fs::read(dir.join("treetap_rap_mini.json")).unwrap()).unwrap();
    let ports = about["ports"].as_array().unwrap();
    for name in
        ["clk", "rst", "ev_valid", "ev_ready", "ev_key", "ev_weight", "cmd_op", "dump_data", "dump_last", "stat_n"]
    {
        let port = ports.iter().find(|port| port["name"] == name).unwrap_or_else(|| panic!("no port {name}"));
        holds(port, &["width", "role"]);
    }
    let key = ports.iter().find(|port| port["name"] == "ev_key").unwrap();
    assert_eq!(key["width"], 32);
    assert!(stdout(&treetap(&["gen", "--list"])).contains("nano"));
}

#[test]
fn sim_keeps_its_contract() {
    if !installed(&["verilator"]) {
        return;
    }
    let report = json(&["sim", "rap", "shape:zipf?events=20000", "--preset", "k16n256", "--json"]);
    let contract = "unit preset engine verilator rtl_sha256 seed events emitted cycles stall_cycles creates collapses \
                    longest_pause events_per_cycle compared_words mismatches fault wall_s mevents_per_s";
    holds(&report, &contract.split_whitespace().collect::<Vec<_>>());
    assert_eq!([&report["events"], &report["mismatches"], &report["fault"]], [&20_000.into(), &0.into(), &Value::Null]);
    assert!(report["creates"].as_u64().unwrap() > 0 && report["compared_words"].as_u64().unwrap() > 0);
    assert_eq!(report["engine"], "serial");
    let report = json(&["sim", "coalescer", "shape:zipf?events=1000", "--preset", "mini", "--json"]);
    assert_eq!((&report["engine"], &report["mismatches"]), (&"compact".into(), &0.into()));
}

/// Another library is made with less effort; the word for it is refused before anything is made.
#[test]
fn the_effort_of_a_build_is_that_of_the_environment() {
    if !installed(&["verilator", "g++"]) {
        return;
    }
    let cache = tempfile::tempdir().unwrap();
    let sim = |effort: &str| {
        let mut command = Command::new(TREETAP);
        command.env("TREETAP_CACHE", cache.path()).env("TREETAP_EFFORT", effort);
        command.args(["sim", "rap", "shape:zipf?events=1000", "--preset", "k8n8"]).output().unwrap()
    };
    let libraries = || {
        let entries = fs::read_dir(cache.path()).unwrap().map(|entry| entry.unwrap().path());
        entries.filter(|entry| entry.join("treetap_rap_k8n8.so").is_file()).count()
    };
    let refused = sim("some");
    assert_eq!(refused.status.code(), Some(USAGE));
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(said.ends_with("error: TREETAP_EFFORT is some: expected fast, test or quick\n"), "{said}");
    assert_eq!(libraries(), 0);
    for (effort, made) in [("quick", 1), ("test", 2), ("quick", 2)] {
        assert_eq!((sim(effort).status.code(), libraries()), (Some(OK), made), "{effort}");
    }
    // What is done once is compiled without optimisation, and nothing else is.
    let entries = fs::read_dir(cache.path()).unwrap().map(|entry| entry.unwrap().path().join("unity.cpp"));
    let texts: Vec<String> = entries.filter_map(|file| fs::read_to_string(file).ok()).collect();
    assert_eq!(texts.len(), 2);
    for text in texts {
        let count = |part: &str| text.matches(part).count();
        let once = count("__Slow.cpp\"\n");
        let parts =
            ["optimize (\"O0\")\n#include \"cc/", "__Slow.cpp\"\n#pragma GCC pop_options\n", "#pragma GCC optimize"];
        assert!(once > 0 && parts.map(count) == [once; 3], "{text}");
    }
}

#[test]
fn sim_refuses_what_does_not_exist_before_it_builds() {
    let trace = Trace::of_bytes("t.u64", &[1; 13]);
    let message = fails(USAGE, &["sim", "rap", &trace.path, "--preset", "namo"]);
    assert!(message.contains("no preset `namo`"), "{message}");
    fails(USAGE, &["sim", "rap", &trace.path, "--preset", "nano", "--engine", "steam"]);
    fails(USAGE, &["sim", "rap", "shape:cube", "--preset", "nano"]);
    let message = fails(BAD_INPUT, &["sim", "rap", &trace.beside("missing.u64"), "--preset", "nano"]);
    assert!(message.contains("missing.u64: cannot open"), "{message}");
    let message = fails(BAD_INPUT, &["sim", "rap", "shape:zipf", "--preset", "nano", "--rtl", &trace.beside("no.v")]);
    assert!(message.contains("no.v: cannot read"), "{message}");
}

#[test]
fn without_verilator_or_a_compiler_sim_says_what_to_install() {
    let dir = tempfile::tempdir().unwrap();
    let cache = dir.path().join("cache");
    let sim = |path: &Path| {
        let arguments = ["sim", "rap", "shape:zipf?events=10", "--preset", "k16n256"];
        let output =
            Command::new(TREETAP).args(arguments).env("PATH", path).env("TREETAP_CACHE", &cache).output().unwrap();
        assert_eq!(output.status.code(), Some(MISSING_TOOL), "{}", stderr(&output));
        assert!(!cache.exists(), "nothing was begun");
        stderr(&output)
    };
    let message = sim(dir.path());
    assert!(message.contains("Verilator") && message.contains("make setup"), "{message}");
    if !installed(&["verilator"]) {
        return;
    }
    for program in ["sh", "perl", "verilator", "verilator_bin"] {
        let find = Command::new("sh").args(["-c", &format!("command -v {program}")]).output().unwrap();
        std::os::unix::fs::symlink(stdout(&find).trim(), dir.path().join(program)).unwrap();
    }
    let message = sim(dir.path());
    assert!(message.contains("C++ compiler") && message.contains("make setup"), "{message}");
}

#[test]
fn trace_info_keeps_its_contract() {
    let trace = Trace::new("t.csv.zst", &[Event::unit(3), Event { key: 0x1_0000, weight: 9 }]);
    let info = json(&["trace", "info", "--json", &trace.path]);
    holds(&info, &["format", "events", "key_bits_needed", "weighted", "sha256"]);
    assert_eq!(
        [&info["format"], &info["events"], &info["key_bits_needed"]],
        [&"csv".into(), &2.into(), &Value::from(18)]
    );
    assert_eq!((&info["weighted"], &info["weight"]), (&true.into(), &10.into()));
    assert_eq!(info["sha256"].as_str().unwrap().len(), 64);
}

#[test]
fn convert_keeps_every_event() {
    let trace = Trace::new("t.u64w", &[Event::unit(3), Event { key: 5, weight: 3 }, Event::unit(u64::MAX)]);
    let csv = trace.beside("t.csv.gz");
    assert_eq!(treetap(&["trace", "convert", &trace.path, "-o", &csv]).status.code(), Some(OK));
    let back = trace.beside("back.u64w");
    assert_eq!(treetap(&["trace", "convert", &csv, "-o", &back]).status.code(), Some(OK));
    assert_eq!(fs::read(&back).unwrap(), fs::read(&trace.path).unwrap());

    // The file to write is named as for every other verb.
    let flat = trace.beside("flat.u64");
    fails(USAGE, &["trace", "convert", &trace.path, &flat]);
    assert!(!Path::new(&flat).exists());
    let message = fails(BAD_INPUT, &["trace", "convert", &trace.path, "-o", &flat]);
    assert!(message.contains("event 1 has weight 3"), "{message}");
    assert!(!Path::new(&flat).exists());
    assert_eq!(treetap(&["trace", "convert", "--expand", &trace.path, "-o", &flat]).status.code(), Some(OK));
    assert_eq!(fs::read(&flat).unwrap().len(), 5 * 8);
}

#[test]
fn doctor_lists_every_tool() {
    let output = treetap(&["doctor", "--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(if report["ok"] == true { OK } else { MISSING_TOOL }));
    let tools = report["tools"].as_array().unwrap();
    for name in ["verilator", "yosys", "valgrind", "g++"] {
        let tool = tools.iter().find(|tool| tool["name"] == name).unwrap();
        holds(tool, &["found", "ok", "version", "min", "package", "needed_for", "optional", "reason"]);
    }
}

#[test]
fn without_tools_doctor_and_capture_say_what_to_install() {
    let dir = tempfile::tempdir().unwrap();
    let bare = |arguments: &[&str]| Command::new(TREETAP).args(arguments).env("PATH", dir.path()).output().unwrap();
    let output = bare(&["doctor"]);
    assert_eq!(output.status.code(), Some(MISSING_TOOL));
    assert!(stderr(&output).contains("apt-get install verilator g++"), "{}", stderr(&output));
    assert!(stdout(&output).contains("MISSING"));
    let file = dir.path().join("x.u64");
    let output = bare(&["trace", "capture", "-o", file.to_str().unwrap(), "--", "/bin/true"]);
    assert_eq!(output.status.code(), Some(MISSING_TOOL));
    assert!(stderr(&output).contains("valgrind is not installed (Debian package valgrind)"), "{}", stderr(&output));
    assert!(is_empty(dir.path()));
}

#[test]
fn help_manual_and_completions_name_every_verb() {
    let help = stdout(&treetap(&["--help"]));
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(treetap(&["man", "-o", dir.path().to_str().unwrap()]).status.code(), Some(OK));
    let verbs = ["gen", "profile", "sim", "trace", "bounds", "doctor", "completions", "man"];
    let scripts =
        ["bash", "zsh", "fish", "elvish", "powershell"].map(|shell| stdout(&treetap(&["completions", shell])));
    for verb in verbs {
        assert!(help.contains(&format!("  {verb}")), "{verb} in the help");
        assert!(dir.path().join(format!("treetap-{verb}.1")).exists(), "{verb} has a page");
        assert!(scripts.iter().all(|script| script.contains(verb)), "{verb} is completed");
    }
    assert!(fs::read_to_string(dir.path().join("treetap-trace-capture.1")).unwrap().contains("max\\-events"));
    for verb in ["profile", "trace capture", "trace convert", "trace info", "doctor", "man", "completions"] {
        let words: Vec<&str> = verb.split(' ').chain(["--help"]).collect();
        assert!(stdout(&treetap(&words)).contains("Example"), "{verb} shows an example");
    }
    for code in ["0 ", "1 ", "2 ", "3 ", "4 ", "130 "] {
        assert!(help.lines().any(|line| line.trim_start().starts_with(code)), "exit code {code}");
    }
}

#[test]
fn wrong_words_are_usage_errors() {
    let trace = program();
    let profile = |more: &[&str]| fails(USAGE, &[&["profile", &trace.path], more].concat());
    for (more, piece) in [
        (&["--key-bits", "7"][..], "key width 7: expected an even number from 2 to 64"),
        (&["--key-bits", "66"], "key width 66"),
        (&["--nodes", "33"], "33 nodes: expected 34 (levels + 2)"),
        (&["--count-bits", "15"], "count width 15: expected 16 to 48"),
        (&["--t0", "0"], "first threshold 0"),
        (&["--eps", "8,3"], "eps 8,3: expected a mantissa of 1 to 7"),
        (&["--eps", "3"], "expected M,S"),
        (&["--coalesce", "100"], "coalescer entries 100: expected a power of two"),
        (&["--coalesce", "64,0"], "coalescer weight limit 0"),
        (&["--coalesce", "64,65536"], "expected E or E,WMAX"),
        (&["--hot", "0"], "expected a share above 0"),
        (&["--query", "9:1"], "A not above B"),
        (&["--key-bits", "8", "--query", "0:256"], "expected keys of at most 8 bits"),
        (&["--dump", "-", "--json"], "--json and --dump - want standard output"),
        (&["--dump", "-", "--svg", "-"], "--dump - and --svg - want standard output"),
        (&["--no-such-option"], "unexpected argument"),
    ] {
        let message = profile(more);
        assert!(message.contains(piece), "{more:?}: {message}");
    }
    fails(USAGE, &["no-such-verb"]);
    fails(USAGE, &["trace", "capture", "-o", "x.u64"]);
    fails(USAGE, &["trace", "capture", "-o", "-", "--", "true"]);
    fails(USAGE, &["trace", "info", "-"]);
    fails(USAGE, &["completions", "no-such-shell"]);
}

#[test]
fn bad_traces_are_refused_with_their_place() {
    let words = |words: &[u64]| words.iter().flat_map(|w| w.to_le_bytes()).collect::<Vec<u8>>();
    let mut gzip = flate2::write::GzEncoder::new(vec![], flate2::Compression::default());
    gzip.write_all(&(0..4000u64).flat_map(|i| i.wrapping_mul(i << 17 | 1).to_le_bytes()).collect::<Vec<_>>()).unwrap();
    let gzip = gzip.finish().unwrap();
    let long = [b"1\n".to_vec(), vec![b'1'; 10_000]].concat();
    for (name, bytes, piece) in [
        ("t.u64", words(&[1, 2])[..13].to_vec(), "byte 8: truncated: the last 5 bytes are no whole record"),
        ("t.u64w", words(&[1, 1, 2]), "byte 16: truncated: the last 8 bytes are no whole record"),
        ("t.u64w", words(&[1, 0]), "event 0 (byte 0): weight 0: expected 1 to 65535"),
        ("t.u64w", words(&[1, 1, 2, 65_536]), "event 1 (byte 16): weight 65536: expected 1 to 65535"),
        ("t.u64w", words(&[1, u64::MAX]), "weight 18446744073709551615"),
        ("t.u64", words(&[1, 1 << 40]), "event 1 (byte 8): key 0x10000000000 needs 41 bits: expected at most 32"),
        ("t.csv", b"key,weight\n5,1\n6,0\n".to_vec(), "line 3 (event 1): weight 0"),
        ("t.csv", b"5\n6;7\n".to_vec(), "line 2: found \"6;7\": expected key or key,weight"),
        ("t.csv", b"\xff\xfe\x00".to_vec(), "line 1: found"),
        ("t.csv", long, "line 2: longer than 4096 bytes"),
        (
            "t.lackey",
            b"SB 1000\nhello\n".to_vec(),
            "line 2: found \"hello\": expected a line of valgrind's lackey tool",
        ),
        ("t.u64.gz", gzip[..gzip.len() / 2].to_vec(), "byte "),
        ("t.txt", words(&[1]), "unknown trace format: expected the extension .u64"),
        ("t.fst", words(&[1]), "or an explicit --format; `treetap trace convert` reads .vcd and .fst"),
        ("t", words(&[1]), "unknown trace format"),
    ] {
        let trace = Trace::of_bytes(name, &bytes);
        let out = trace.beside("out.svg");
        let message = fails(BAD_INPUT, &["profile", &trace.path, "--key-bits", "32", "--svg", &out]);
        assert!(message.contains(&trace.path) && message.contains(piece), "{name}: {message}");
        assert!(!Path::new(&out).exists());
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("x.u64");
    assert!(fails(BAD_INPUT, &["profile", folder.to_str().unwrap()]).contains("cannot open"));
    fs::create_dir(&folder).unwrap();
    assert!(fails(BAD_INPUT, &["profile", folder.to_str().unwrap()]).contains("is a directory"));
}

#[test]
fn wide_keys_can_be_cut_or_shifted_and_that_is_said() {
    let trace = Trace::new("t.u64", &[0x1_0000_0005, 0x7, 0x2_0000_0007].map(Event::unit));
    let base = ["profile", &trace.path, "--key-bits", "32", "--nodes", "128", "--json"];
    let cut = treetap(&[&base[..], &["--key-low"]].concat());
    assert!(stderr(&cut).contains("2 keys lost high bits"), "{}", stderr(&cut));
    let report: Value = serde_json::from_slice(&cut.stdout).unwrap();
    assert_eq!((&report["cut_keys"], &report["n"]), (&2.into(), &3.into()));
    let shifted = json(&[&base[..], &["--key-shift", "2"]].concat());
    assert_eq!((&shifted["cut_keys"], &shifted["n"]), (&0.into(), &3.into()));
}

#[test]
fn an_empty_trace_is_an_empty_profile() {
    let trace = Trace::of_bytes("t.u64", b"");
    let output = treetap(&["profile", &trace.path, "--key-bits", "32", "--json"]);
    assert_eq!(output.status.code(), Some(OK));
    assert!(stderr(&output).contains("the trace has no events"));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["n"], &report["eps_bound"]), (&0.into(), &0.0.into()));
    let svg = trace.beside("t.svg");
    let output = treetap(&["profile", &trace.path, "--exact", "--svg", &svg]);
    let (text, drawing) = (stdout(&output), fs::read_to_string(svg).unwrap());
    for odd in ["/ 0", "-0", "NaN"] {
        assert!(!text.contains(odd), "{odd}: {text}");
    }
    for odd in ["eps", "too narrow", "peak 0"] {
        assert!(!drawing.contains(odd), "{odd}");
    }
}

#[test]
fn counts_that_overflow_are_lost_and_said() {
    // 65,538 events of weight 65,535 are one weight more than 32 bits hold.
    let trace = Trace::new("t.u64w.zst", &vec![Event { key: 1, weight: u16::MAX }; 65_538]);
    let output = treetap(&["profile", &trace.path, "--key-bits", "16", "--count-bits", "32", "--json"]);
    assert!(stderr(&output).contains("65,535 events lost"), "{}", stderr(&output));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["n"], &report["lost"]), (&4_294_967_295u64.into(), &65_535.into()));
}
