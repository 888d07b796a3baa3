//! The committed programs are what their sources give: a machine that has the compiler they were made with builds them
//! again.
use crate::support::tools::skip;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use treetap::cosim::core::Program;
use treetap::flow::program;

/// The compiler of the committed files; another version may well give other instructions.
const COMPILER: (&str, &str) = ("riscv64-unknown-elf-gcc", "12.2.0");
/// The C library of the demo program.
const LIBRARY: &str = "/usr/lib/picolibc/riscv64-unknown-elf/include/picolibc.h";

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(|entry| entry.unwrap().path()) {
        let target = to.join(entry.file_name().unwrap());
        if entry.is_dir() {
            copy(&entry, &target);
        } else {
            fs::copy(&entry, &target).unwrap();
        }
    }
}

/// Builds the programs of a folder of `programs/` in a copy, which has none of the committed ones; `None` without the
/// compiler.
fn built(folder: &str, committed: &[&str]) -> Option<tempfile::TempDir> {
    // The compiler for the cores is an optional tool.
    let (name, wanted) = COMPILER;
    let version = program::find(name).map(|path| Command::new(path).arg("-dumpfullversion").output().unwrap().stdout);
    let version = version.map(|text| String::from_utf8(text).unwrap());
    if version.as_deref().map(str::trim) != Some(wanted) {
        skip(&format!("{name} {wanted} not installed (./setup.sh programs), found {version:?}"));
        return None;
    }
    let dir = tempfile::tempdir().unwrap();
    for part in ["programs", "include"] {
        copy(&root().join(part), &dir.path().join(part));
    }
    let place = dir.path().join("programs").join(folder);
    committed.iter().for_each(|file| fs::remove_file(place.join(file)).unwrap());
    let out = Command::new("sh").arg(place.join("build.sh")).output().unwrap();
    assert!(out.status.success(), "{folder}: {}", String::from_utf8_lossy(&out.stderr));
    Some(dir)
}

#[test]
fn the_boot_rom_is_what_its_source_gives() {
    let file = Path::new("programs/soc/selfprofile.hex");
    let read = |root: &Path| fs::read_to_string(root.join(file)).unwrap();
    let committed = read(&root());
    // One kilobyte holds it, and the registers' addresses are in it.
    assert!((50..=256).contains(&committed.lines().count()) && committed.lines().all(|line| line.len() == 8));
    let Some(dir) = built("soc", &["selfprofile.hex"]) else { return };
    assert!(read(dir.path()) == committed, "{} is stale: run programs/soc/build.sh", file.display());
    // Other addresses of the registers make another program.
    let header = dir.path().join("include/treetap_regs.h");
    let moved = fs::read_to_string(&header).unwrap() + "#undef TREETAP_COMMAND\n#define TREETAP_COMMAND 0xf28u\n";
    fs::write(&header, moved).unwrap();
    assert!(Command::new("sh").arg(dir.path().join("programs/soc/build.sh")).status().unwrap().success());
    assert_ne!(read(dir.path()), committed);
}

#[test]
fn the_handlers_are_what_their_source_gives() {
    let Some(dir) = built("hps", &["handlers.hex"]) else { return };
    let read = |root: &Path| fs::read_to_string(root.join("programs/hps/handlers.hex")).unwrap();
    assert!(read(dir.path()) == read(&root()), "programs/hps/handlers.hex is stale: run programs/hps/build.sh");
}

#[test]
fn the_program_that_services_the_coprocessor_is_what_its_source_gives() {
    let read = |root: &Path| fs::read_to_string(root.join("programs/coproc/service.hex")).unwrap();
    let committed = read(&root());
    assert!((500..=1 << 14).contains(&committed.lines().count()) && committed.lines().all(|line| line.len() == 8));
    let Some(dir) = built("coproc", &["service.hex"]) else { return };
    assert!(read(dir.path()) == committed, "programs/coproc/service.hex is stale: run programs/coproc/build.sh");
}

/// What is loaded is the same; names of folders among what debuggers read may differ.
fn same_programs(folder: &str, files: &[&str]) {
    let Some(dir) = built(folder, files) else { return };
    for file in files {
        let read = |root: &Path| Program::read(&root.join("programs").join(folder).join(file)).unwrap();
        assert!(read(dir.path()) == read(&root()), "programs/{folder}/{file} is stale: run programs/{folder}/build.sh");
    }
}

#[test]
fn programs_that_trap_are_what_their_sources_give() {
    same_programs("trap", &["trap.elf", "trap_compressed.elf", "compressed.elf"]);
}

#[test]
fn the_demo_program_is_what_its_source_gives() {
    if Path::new(LIBRARY).is_file() {
        same_programs("demo", &["demo.elf"]);
    } else {
        skip(&format!("{LIBRARY} not installed (./setup.sh programs)"));
    }
}
