//! The README tells the truth: its Verilog lints against the committed file, its table lists the presets that exist.
mod support;

use std::fs;
use std::path::Path;
use std::process::Command;
use treetap::spec::rap::PRESETS;

fn readme() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap()
}

/// The text of the first fenced block of `language`.
fn block(language: &str) -> String {
    let text = readme();
    let start = text.find(&format!("```{language}\n")).expect("no such block") + language.len() + 4;
    let end = text[start..].find("```").unwrap() + start;
    text[start..end].to_string()
}

#[test]
fn the_instantiation_lints_against_the_committed_verilog() {
    if !support::tool("verilator") {
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

#[test]
fn the_table_lists_every_preset_for_users_and_no_other() {
    let text = readme();
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
        "the README's table of presets is not the one of src/spec/rap.rs:\n{}",
        expected.join("\n")
    );
}
