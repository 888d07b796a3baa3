//! Configurations without a preset on the command line: options, files, names, refusals.
use crate::support::command::{BAD_INPUT, OK, USAGE, fails, stderr, stdout, treetap};
use std::fs;

#[test]
fn options_a_file_and_the_command_in_the_file_make_the_same_verilog() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let asked = ["--engine", "pipelined", "--key-bits", "40", "--nodes", "256", "--entries", "64", "--fifo", "32"];
    let gen_rap = |more: &[&str], to: &str| {
        let output = treetap(&[&["gen", "rap", "-o", &path(to)], more].concat());
        assert_eq!(output.status.code(), Some(OK), "{}", stderr(&output));
        let file = stdout(&output).lines().find(|line| line.ends_with(".v")).unwrap().to_string();
        (file.clone(), fs::read_to_string(file).unwrap())
    };
    let (file, verilog) = gen_rap(&asked, "options");
    assert!(file.ends_with("treetap_rap_pipelined_k40_n256_c32_e64_f32.v"), "{file}");
    assert!(verilog.contains("input  wire [39:0] ev_key"));
    // The file says how to make it again.
    let header: String = verilog.lines().take_while(|line| line.starts_with("//")).collect::<Vec<_>>().join(" ");
    let header = header.replace("//", " ").split_whitespace().collect::<Vec<_>>().join(" ");
    let command = header.split("with: treetap ").nth(1).unwrap().split(" This file").next().unwrap();
    let words: Vec<&str> = command.split(' ').skip(2).collect();
    assert_eq!(gen_rap(&words, "again").1, verilog);
    // So does the configuration as a file.
    let printed = treetap(&[&["gen", "rap", "--print-config"], &asked[..]].concat());
    fs::write(path("my.toml"), stdout(&printed)).unwrap();
    assert_eq!(gen_rap(&["--config", &path("my.toml")], "file").1, verilog);
    // An option wins over the file, and a name over the values.
    let (file, other) = gen_rap(&["--config", &path("my.toml"), "--nodes", "512", "--name", "mine"], "named");
    assert!(file.ends_with("treetap_rap_mine.v") && other.contains("512 nodes"), "{file}");
    let json = fs::read_to_string(file.replace(".v", ".json")).unwrap();
    assert!(json.contains("\"nodes\": 512") && json.contains("\"key_bits\": 40"), "{json}");
}

#[test]
fn a_configuration_is_simulated_beside_the_model() {
    let output = treetap(&[
        "sim",
        "rap",
        "shape:hotspot?events=20000&seed=5",
        "--engine",
        "cam",
        "--key-bits",
        "24",
        "--nodes",
        "64",
        "--count-bits",
        "48",
        "--entries",
        "0",
        "--json",
    ]);
    assert_eq!(output.status.code(), Some(OK), "{}", stderr(&output));
    let report: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!((report["mismatches"].as_u64(), report["engine"].as_str()), (Some(0), Some("cam")));
    assert!(report["creates"].as_u64().unwrap() > 20 && report["events"].as_u64() == Some(20_000), "{report}");
}

#[test]
fn what_cannot_be_is_refused_with_what_can() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("bad.toml").to_str().unwrap().to_string();
    let refused = |words: &[&str]| fails(USAGE, &[&["gen"], words].concat());
    assert!(refused(&["rap", "--preset", "fast", "--nodes", "500"]).contains("the nearest that works is 512"));
    assert!(
        refused(&["rap", "--key-bits", "65"]).contains("expected 4 to 64 in steps of 2; the nearest that works is 64")
    );
    assert!(refused(&["rap", "--patterns", "8"]).contains("`rap` has no parameter --patterns"));
    assert!(refused(&["rap"]).contains("--preset P, or parameters"));
    assert!(refused(&["profiler", "--bus", "apb"]).contains("expected axil or wishbone"));
    assert!(refused(&["rap", "--nodes", "64", "--name", "a b"]).contains("expected letters, digits and underscores"));
    fs::write(&file, "nodes = \"many\"\n").unwrap();
    assert!(fails(BAD_INPUT, &["gen", "rap", "--config", &file]).contains("bad.toml"));
    assert!(fails(BAD_INPUT, &["gen", "rap", "--config", "no/such.toml"]).contains("no/such.toml"));
    assert!(!std::path::Path::new("treetap_rap_a b.v").exists());
}

#[test]
fn a_run_says_what_its_profiler_is_built_as() {
    let dir = tempfile::tempdir().unwrap();
    let html = dir.path().join("run.html");
    let run = |more: &[&str]| {
        let asked = ["run", "ibex", "programs/demo/demo.elf", "--limit", "4000", "--nodes", "128", "--entries", "64"];
        let output = treetap(&[&asked, more].concat());
        assert_eq!(output.status.code(), Some(OK), "{}", stderr(&output));
        stdout(&output)
    };
    let text = run(&["--html", html.to_str().unwrap()]);
    let page = fs::read_to_string(html).unwrap();
    for said in ["128 nodes, 32-bit counts, serial engine", "coalescer of 64 entries", "bus wishbone"] {
        assert!(text.contains(said) && page.contains(said), "{said}: {text}");
    }
    assert!(!text.contains("one's own") && !page.contains("one's own"));
    let json: serde_json::Value = serde_json::from_str(&run(&["--json"])).unwrap();
    let configuration = &json["configuration"];
    assert_eq!((configuration["nodes"].as_u64(), configuration["entries"].as_u64()), (Some(128), Some(64)));
    assert_eq!((configuration["bus"].as_str(), json["mismatches"].as_u64()), (Some("wishbone"), Some(0)));
}
