//! Pages tell the truth: the Verilog of own-design.md lints against the committed file and runs, presets.md lists the
//! presets that exist.
use crate::support::tools::{icarus, installed, numbers};
use std::fs;
use std::path::Path;
use std::process::Command;
use treetap::catalog::{Chosen, Settings, Unit, options};
use treetap::spec::rap::{Engine, PRESETS};

fn page(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(path)).unwrap()
}

/// The text of the first fenced block of `language` in the page about one's own design.
fn block(language: &str) -> String {
    let text = page("user/own-design.md");
    let start = text.find(&format!("```{language}\n")).expect("no such block") + language.len() + 4;
    let end = text[start..].find("```").unwrap() + start;
    text[start..end].to_string()
}

#[test]
fn the_instantiation_lints_against_the_committed_verilog() {
    if !installed(&["verilator"]) {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("block_profiler.v");
    let text = block("verilog");
    assert!(text.contains("treetap_rap_nano"), "the example instantiates the engine");
    fs::write(&file, &text).unwrap();
    let lint = |extra: &[&str], file: &Path| {
        Command::new("verilator")
            .args(["--lint-only", "-Wall", "-Wno-PINMISSING", "-Wno-UNUSEDSIGNAL", "--top-module", "block_profiler"])
            .args(extra)
            .arg(root.join("testbench/waivers.vlt"))
            .arg(file)
            .arg(root.join("rtl/treetap_rap_nano.v"))
            .output()
            .unwrap()
    };
    let out = lint(&[], &file);
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    // The check can fail: a port that does not exist is refused.
    fs::write(&file, text.replace(".ev_key(", ".ev_kee(")).unwrap();
    assert!(!lint(&[], &file).status.success());
}

/// Sends blocks at random, a third of the time, and then reads out: every block has been counted or dropped.
const BENCH: &str = "
module bench;
    reg clk = 0, rst = 1, block_valid = 0, read_out = 0;
    reg [31:0] block_pc = 0;
    wire [63:0] dump_data;
    wire dump_valid, dump_last;
    wire [31:0] dropped;
    reg [63:0] counted = 0;
    integer i, sent = 0, words = 0, seed = 1;
    block_profiler dut (.clk(clk), .rst(rst), .block_valid(block_valid), .block_pc(block_pc), .read_out(read_out),
        .dump_data(dump_data), .dump_valid(dump_valid), .dump_last(dump_last), .dump_ready(1'b1), .dropped(dropped));
    always @(negedge clk) if (dump_valid) begin
        if (words == 0) counted = dump_data;
        words = words + 1;
        if (dump_last) begin
            $display(\"%0d blocks: %0d counted, %0d dropped; %0d words\", sent, counted, dropped, words);
            $finish;
        end
    end
    initial begin
        for (i = 0; i < 200000; i = i + 1) begin
            block_valid = i > 2000 && i < 12000 && $random(seed) % 3 == 0;
            block_pc = 32'h1000 + 4 * ($random(seed) & 127);
            read_out = i == 13000;
            if (block_valid) sent = sent + 1;
            #1 clk = 1; #1 clk = 0;
            rst = i < 2;
        end
        $display(\"no end\");
    end
endmodule
";

#[test]
fn the_example_counts_or_drops_every_block() {
    if !installed(&["iverilog"]) {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("bench.v");
    fs::write(&file, format!("{}{BENCH}", block("verilog"))).unwrap();
    let rtl = Path::new(env!("CARGO_MANIFEST_DIR")).join("rtl/treetap_rap_nano.v");
    let said = icarus(dir.path(), &[file, rtl]);
    let [sent, counted, dropped, words] = numbers(&said)[..] else { panic!("{said}") };
    assert_eq!(counted + dropped, sent, "{said}");
    assert!(counted > 500 && dropped > 500 && words > 50, "{said}");
}

#[test]
fn the_page_of_parameters_is_fresh() {
    let (text, kept) = (options::page().unwrap(), page("reference/parameters.md"));
    assert!(text.contains("| `--key-bits` | 4 to 64 in steps of 2 | bits of a key |"), "{text}");
    assert!(text == kept, "docs/reference/parameters.md is stale: make rtl");
}

/// The page's rules between parameters are text: each is held against what is built and what is refused beside it.
#[test]
fn the_rules_between_parameters_are_those_that_are_kept() {
    let text = page("reference/parameters.md");
    let chosen = |engine: Engine, numbers: &[(&'static str, u32)]| {
        let settings = Settings {
            engine: Some(engine.name().into()),
            numbers: numbers.iter().map(|(name, value)| (name.to_string(), *value)).collect(),
            ..Settings::default()
        };
        Chosen::of(Unit::Rap, None, &settings)
    };
    use Engine::{Cam, Pipelined, Serial};
    for (rule, engine, works, refused) in [
        ("`nodes` is at least `key-bits` / 2 + 2.", Serial, ("nodes", 64), ("nodes", 32)),
        ("Engine `pipelined`: `key-bits` is at least 6.", Pipelined, ("key_bits", 6), ("key_bits", 4)),
        ("Engine `cam`: `nodes` is at most 256,", Cam, ("nodes", 256), ("nodes", 512)),
        ("and `key-bits` a multiple of 8 from 8 up.", Cam, ("key_bits", 8), ("key_bits", 12)),
        ("`eps` needs engine `serial`.", Serial, ("eps", 1), ("eps", 2)),
        ("`eps` needs engine `serial`.", Pipelined, ("eps", 0), ("eps", 1)),
        ("`eps` needs engine `serial`.", Cam, ("eps", 0), ("eps", 1)),
    ] {
        assert!(text.contains(rule), "no rule `{rule}`");
        // The rule at hand is the only one that decides.
        let with = |own: (&'static str, u32)| {
            let mut numbers = vec![("key_bits", 64), ("nodes", 64), ("eps", 0)];
            numbers.retain(|(name, _)| *name != own.0);
            numbers.push(own);
            chosen(engine, &numbers)
        };
        assert!(with(works).is_ok(), "{rule}: {works:?} {:?}", with(works).err());
        assert!(with(refused).is_err(), "{rule}: {refused:?}");
    }
    let (_, models) = text.split_once("| `--cache-model` | ").unwrap();
    let models: Vec<&str> =
        models.split(" | ").next().unwrap().split(", ").map(|word| word.trim_matches('`')).collect();
    assert!(models.len() > 2 && models.contains(&"none"), "{models:?}");
    for model in models {
        let settings = Settings { cache_model: Some(model.into()), ..Settings::default() };
        assert!(Chosen::of(Unit::Profiler, Some("fast"), &settings).is_ok(), "{model}");
    }
}

#[test]
fn the_table_lists_every_preset_for_users_and_no_other() {
    let text = page("reference/presets.md");
    let expected: Vec<String> = PRESETS
        .iter()
        .filter(|p| !p.doc.starts_with("test:"))
        .map(|p| {
            let (c, eps) = (p.config, if p.eps_built { "yes" } else { "no" });
            let entries = c.coalescer.map_or(0, |e| e.entries);
            let values = [c.key_bits, c.nodes, c.count_bits, entries, p.fifo_depth].map(|v| v.to_string()).join(" | ");
            format!("| `{}` | {} | {values} | {eps} | {} |", p.name, p.engine.name(), p.doc)
        })
        .collect();
    let listed: Vec<&str> = text.lines().filter(|l| l.starts_with("| `")).collect();
    assert!(!expected.is_empty());
    assert_eq!(
        listed,
        expected,
        "the table of docs/reference/presets.md is not the one of src/spec/rap/:\n{}",
        expected.join("\n")
    );
}
