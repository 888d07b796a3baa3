//! The registers: what is made from their table is fresh and right (docs/regs.md).
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;
use treetap::catalog::registers;
use treetap::spec::regs::{Op, REGISTERS};

#[test]
fn the_files_made_from_the_table_are_fresh() {
    for (path, text) in registers::files() {
        let kept = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
        assert!(kept == text, "{path} is stale: make rtl");
    }
}

#[test]
fn a_c_program_sees_what_rust_sees() {
    let dir = tempfile::tempdir().unwrap();
    let (mut program, mut expected) = (String::new(), String::new());
    program += "#include <stdio.h>\n#include \"treetap_regs.h\"\nint main(void) {\n";
    let mut ask = |name: String, value: u32| {
        let _ = writeln!(program, "    printf(\"{name} %u\\n\", TREETAP_{name});");
        let _ = writeln!(expected, "{name} {value}");
    };
    for register in REGISTERS {
        ask(register.name.into(), register.offset.into());
        for field in register.fields.iter().filter(|field| field.width < 32) {
            ask(format!("{}__{}_LSB", register.name, field.name), field.lsb);
            ask(format!("{}__{}_MASK", register.name, field.name), field.mask());
        }
    }
    ask("OP_SNAPSHOT_RESET".into(), Op::SnapshotReset as u32);
    ask("OP_CLEAR_COUNTERS".into(), Op::ClearCounters as u32);
    program += "    return 0;\n}\n";
    let (source, binary) = (dir.path().join("regs.c"), dir.path().join("regs"));
    fs::write(&source, program).unwrap();
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("include");
    let built = Command::new("gcc")
        .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-I"])
        .args([&include, &source])
        .arg("-o")
        .arg(&binary)
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let printed = Command::new(&binary).output().unwrap();
    assert_eq!(String::from_utf8(printed.stdout).unwrap(), expected);
    assert!(expected.lines().count() > 150);
}
