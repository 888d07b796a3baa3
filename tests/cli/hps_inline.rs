//! `treetap hps inline` (docs/reference/iss.md).
use crate::support::command::{BAD_INPUT, MISMATCH, OK, USAGE, fails, json, stderr, stdout, treetap};
use std::fs;
use std::path::{Path, PathBuf};

const DEMO: &str = "programs/demo/demo.elf";

/// An image for mode decode.
fn image(dir: &Path, programs: &[&str]) -> PathBuf {
    let path = dir.join("x.img");
    let options = ["--mode", "decode", "--preset", "up5k", "-o", path.to_str().unwrap()];
    let made = treetap(&[&["hps", "compile"][..], programs, &options].concat());
    assert_eq!(made.status.code(), Some(OK), "{}", stderr(&made));
    path
}

#[test]
fn a_program_is_run_with_the_model_and_with_the_emitted_engine() {
    let dir = tempfile::tempdir().unwrap();
    let image = image(dir.path(), &["always", "callpair"]);
    let image = image.to_str().unwrap();
    let whole = stdout(&treetap(&["hps", "inline", image, DEMO, "--model"]));
    for part in [
        "checksum 012edd99",
        "exit code 0; registers, memory and console as without",
        "handler 3: 14903 calls",
        "14903 events of 36 keys, as a model",
    ] {
        assert!(whole.contains(part), "{whole}");
    }
    let limited = json(&["hps", "inline", image, DEMO, "--limit", "60000", "--pauses", "5", "--json"]);
    assert_eq!((limited["engine"].as_str(), limited["instructions"].as_u64()), (Some("up5k_decode"), Some(60_000)));
    assert!(limited["exit"].is_null() && limited["words_compared"].as_u64() > Some(60_000), "{limited}");
}

#[test]
fn the_engine_can_be_one_without_a_preset() {
    let dir = tempfile::tempdir().unwrap();
    let image = image(dir.path(), &["always", "region"]);
    let image = image.to_str().unwrap();
    let of = |more: &[&'static str]| [&["hps", "inline", image, DEMO, "--limit", "5000"], more].concat();
    let own = json(&of(&["--patterns", "12", "--words", "512", "--name", "mine", "--json"]));
    assert_eq!((own["engine"].as_str(), own["instructions"].as_u64()), (Some("mine"), Some(5000)));
    assert!(own["words_compared"].as_u64() > Some(5000), "{own}");
    let preset = json(&of(&["--preset", "hx8k_decode", "--model", "--json"]));
    assert_eq!(preset["instructions"].as_u64(), Some(5000));
    let small = fails(BAD_INPUT, &of(&["--patterns", "4"]));
    assert!(small.contains("mode decode, 8 patterns") && small.contains("has mode decode, 4 patterns"), "{small}");
    let retire = fails(BAD_INPUT, &of(&["--preset", "up5k"]));
    assert!(retire.contains("the engine up5k has mode retire"), "{retire}");
    assert!(fails(USAGE, &of(&["--nodes", "64"])).contains("`hps` has no parameter --nodes"));
}

#[test]
fn what_cannot_be_run_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let name = |file: &str| dir.path().join(file).to_str().unwrap().to_string();
    let retire = name("retire.img");
    assert_eq!(treetap(&["hps", "compile", "region", "-o", &retire]).status.code(), Some(OK));
    assert!(
        fails(BAD_INPUT, &["hps", "inline", &retire, DEMO]).contains("compiled for mode retire: expected mode decode")
    );
    let good = image(dir.path(), &["always", "region"]);
    let good = good.to_str().unwrap();
    assert!(
        fails(BAD_INPUT, &["hps", "inline", good, "programs/hps/handlers.hex"]).contains("expected an ELF executable")
    );
    fails(USAGE, &["hps", "inline", good, DEMO, "--model", "--pauses", "1"]);
    // A program that stops at an exception of its own: its first instruction is illegal.
    let demo = fs::read(DEMO).unwrap();
    let mut broken = demo.clone();
    let header = u32::from_le_bytes(demo[28..32].try_into().unwrap()) as usize;
    let first = (0..usize::from(demo[44])).map(|i| header + 32 * i).find(|at| demo[*at] == 1).unwrap();
    let offset = u32::from_le_bytes(demo[first + 4..first + 8].try_into().unwrap()) as usize;
    broken[offset..offset + 4].fill(0);
    fs::write(name("broken.elf"), &broken).unwrap();
    let said = fails(BAD_INPUT, &["hps", "inline", good, &name("broken.elf"), "--model"]);
    assert!(said.contains("at 0x80000080: illegal instruction"), "{said}");
    // Where the handlers lie nothing else may: the segment's address is another one.
    let mut moved = demo;
    let last = (0..usize::from(moved[44])).map(|i| header + 32 * i).rfind(|at| moved[*at] == 1).unwrap();
    moved[last + 12..last + 16].copy_from_slice(&0x8070_0000_u32.to_le_bytes());
    fs::write(name("moved.elf"), &moved).unwrap();
    assert!(
        fails(BAD_INPUT, &["hps", "inline", good, &name("moved.elf")]).contains("where handlers and their tables lie")
    );
    // A replacement that changes the program's registers gives another result.
    fs::write(name("wrong.hps"), "P: T.OPCLASS == branch => null, R1; R1: addi x10, x10, 1; T.INSN;").unwrap();
    let wrong = image(dir.path(), &[&name("wrong.hps")]);
    let said = fails(MISMATCH, &["hps", "inline", wrong.to_str().unwrap(), DEMO, "--model", "--limit", "5000"]);
    assert!(said.contains("without the engine"), "{said}");
}
