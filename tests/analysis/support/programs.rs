//! A program whose names are known: tests/data/names.c, for this machine.
use std::path::{Path, PathBuf};
use std::process::Command;

/// Functions of the program.
pub const FUNCTIONS: [&str; 5] = ["main", "crc32", "make_table", "sort", "fib"];

/// Compiles the program into `dir` with further options.
pub fn compile(compiler: &str, dir: &Path, options: &[&str]) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/names.c");
    let program = dir.join(format!("names_{}.elf", options.concat().replace(['/', '=', ',', '-'], "")));
    let mut command = Command::new(compiler);
    command
        .args(["-O2", "-g", "-fno-tree-loop-distribute-patterns"])
        .args(options)
        .arg(&source)
        .arg("-o")
        .arg(&program);
    let out = command.output().unwrap();
    assert!(out.status.success(), "{command:?}: {}", String::from_utf8_lossy(&out.stderr));
    program
}

/// For this machine, at the addresses that the file says, with all that runs in one file.
pub fn native(dir: &Path) -> PathBuf {
    compile("gcc", dir, &["-static"])
}
