//! The C interface: a C program against the static and the shared library, and the header against the Rust side.
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use treetap::model::rap::Rap;
use treetap::spec::{event::Event, rap::Config};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Where cargo put the libraries that belong to this test.
fn libraries() -> PathBuf {
    std::env::current_exe().unwrap().parent().unwrap().to_path_buf()
}

/// Compiles the C program with every warning an error, links it and runs it.
fn compile_and_run(source: &Path, dir: &Path, link: &[&str]) -> Output {
    let program = dir.join("program");
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".into());
    let compiled = Command::new(compiler)
        .args(["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I"])
        .arg(root().join("include"))
        .arg(source)
        .arg("-o")
        .arg(&program)
        .arg("-L")
        .arg(libraries())
        .args(link)
        .output()
        .expect("a C compiler");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    Command::new(program).env("LD_LIBRARY_PATH", libraries()).output().unwrap()
}

/// What the program must print: the dump of the same points in Rust.
fn expected_dump() -> String {
    let mut rap = Rap::new(Config::new(32, 64)).unwrap();
    let point = |i: u64| if i.is_multiple_of(3) { 0x8000_1000 + i * 7 % 4096 } else { 0x1234_5678 };
    (0..3000).for_each(|i| rap.add(Event::unit(point(i))));
    rap.add(Event { key: point(0), weight: 7 });
    let p = rap.snapshot();
    let mut text = format!(
        "treetap-rap 2\nkey_bits 32\ncount_bits 48\nnodes 64\nn {}\nt {}\nlost {}\nlive {}\n",
        p.n, p.t, p.lost, p.live
    );
    text += &format!("creates {}\ncollapses {}\nover {}\ntree\n", p.creates, p.collapses, p.over);
    p.tree.iter().for_each(|node| text += &format!("{} {:08x} {}\n", node.level, node.prefix, node.own));
    text + "end\n"
}

fn check(link: &[&str]) {
    let dir = tempfile::tempdir().unwrap();
    let output = compile_and_run(&root().join("tests/rap/support/c_api.c"), dir.path(), link);
    let talk = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{talk}");
    assert!(talk.contains(" checks, 0 failures"), "{talk}");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected_dump());
}

#[test]
fn a_c_program_runs_with_the_static_library() {
    check(&["-l:libtreetap.a", "-lm", "-lpthread", "-ldl"]);
}

#[test]
fn a_c_program_runs_with_the_shared_library() {
    check(&["-l:libtreetap.so"]);
}

#[test]
fn the_example_of_the_manual_compiles_and_prints_its_bounds() {
    let manual = std::fs::read_to_string(root().join("docs/reference/c-api.md")).unwrap();
    let example = manual.split_once("```c\n").unwrap().1.split_once("```").unwrap().0;
    let dir = tempfile::tempdir().unwrap();
    let source = dir.path().join("example.c");
    std::fs::write(&source, example).unwrap();
    let output = compile_and_run(&source, dir.path(), &["-l:libtreetap.so"]);
    assert!(output.status.success());
    assert!(String::from_utf8(output.stdout).unwrap().ends_with(" events\n"));
}

/// One declaration, reduced to names and types.
fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace("* ", "*").replace("( ", "(").replace(" )", ")")
}

fn without_comments(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(begin) = rest.find("/*") {
        out += &rest[..begin];
        rest = &rest[begin + rest[begin..].find("*/").unwrap() + 2..];
    }
    out + rest
}

/// A Rust type and a name as C writes them.
fn declare(name: &str, rust: &str) -> String {
    let mut stars = String::new();
    let (mut rest, mut constant) = (rust.trim(), "");
    loop {
        rest = match (rest.strip_prefix("*mut "), rest.strip_prefix("*const ")) {
            (Some(inner), _) => inner,
            (_, Some(inner)) => {
                constant = "const ";
                inner
            }
            _ => break,
        };
        stars.push('*');
    }
    let base = match rest {
        "u64" => "uint64_t",
        "u32" => "uint32_t",
        "u16" => "uint16_t",
        "u8" => "uint8_t",
        "usize" => "size_t",
        "f64" => "double",
        "c_int" => "int",
        "c_char" => "char",
        own if own.starts_with("treetap_rap") => own,
        other => panic!("no C type for {other}"),
    };
    format!("{constant}{base} {stars}{name}")
}

/// The declarations that `src/model/c_api.rs` makes, in C.
fn declarations_of_rust() -> Vec<String> {
    let source = std::fs::read_to_string(root().join("src/model/c_api.rs")).unwrap();
    let mut out = vec![];
    for constant in source.split("pub const TREETAP_RAP").skip(1) {
        let (name, rest) = constant.split_once(": ").unwrap();
        let (_, value) = rest.split_once(" = ").unwrap();
        let value = value.split(';').next().unwrap();
        let value = if value.starts_with('-') { format!("({value})") } else { value.into() };
        out.push(format!("#define TREETAP_RAP{name} {value}"));
    }
    for record in source.split("#[repr(C)]").skip(1) {
        let (name, body) = record.split_once("pub struct ").unwrap().1.split_once(" {").unwrap();
        let fields = body.split('}').next().unwrap().lines().filter_map(|line| line.trim().strip_prefix("pub "));
        let fields = fields.map(|field| field.trim_end_matches(',').split_once(": ").unwrap());
        let fields: String = fields.map(|(field, rust)| format!(" {};", declare(field, rust))).collect();
        out.push(format!("typedef struct {name} {{{fields} }} {name};"));
    }
    for function in source.split("#[unsafe(no_mangle)]").skip(1) {
        let function = function.split_once("extern \"C\" fn ").unwrap().1.split(" {\n").next().unwrap();
        let (name, rest) = function.split_once('(').unwrap();
        let (arguments, result) = rest.split_once(')').unwrap();
        let arguments = arguments.split(',').filter(|argument| !argument.trim().is_empty());
        let arguments: Vec<_> =
            arguments.map(|a| a.trim().split_once(": ").unwrap()).map(|(n, r)| declare(n, r)).collect();
        let result = match result.trim().strip_prefix("-> ") {
            Some(rust) => declare(name, rust),
            None => format!("void {name}"),
        };
        out.push(format!("{result}({});", arguments.join(", ")));
    }
    out.iter().map(|declaration| squeeze(declaration)).collect()
}

/// The declarations of the header.
fn declarations_of_header() -> Vec<String> {
    let header = without_comments(&std::fs::read_to_string(root().join("include/treetap_rap.h")).unwrap());
    let mut out = vec![];
    let mut pending = String::new();
    for line in header.lines() {
        if line.starts_with("#define TREETAP_RAP_") && !line.ends_with("_H") {
            out.push(squeeze(line));
        } else if !line.starts_with('#') && !line.contains("extern \"C\"") && line != "}" {
            pending += line;
            pending.push('\n');
            let is_whole = line.ends_with(';') && pending.matches('{').count() == pending.matches('}').count();
            if is_whole {
                out.push(squeeze(&std::mem::take(&mut pending)));
            }
        }
    }
    out
}

#[test]
fn the_header_declares_what_the_library_defines() {
    let (mut rust, mut header) = (declarations_of_rust(), declarations_of_header());
    rust.push("typedef struct treetap_rap treetap_rap;".into());
    rust.sort();
    header.sort();
    assert_eq!(rust, header);
    assert!(rust.iter().filter(|d| d.contains('(') && d.ends_with(");")).count() >= 9);
}
