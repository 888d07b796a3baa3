//! Mistakes that are found while a unit is compiled, each told at the line where it stands.
use crate::support::tools::run;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Compiles a file of `mistakes/` as far as its types with the libraries that this test was built with; what the
/// compiler said.
fn compiled(file: &str, libraries: &[(&str, &Path)]) -> (bool, String) {
    let dir = tempfile::tempdir().unwrap();
    let deps = deps();
    let mut rustc = Command::new("rustc");
    rustc.args(["--edition=2024", "--emit=metadata", "--error-format=short", "--cap-lints=allow", "-o"]);
    rustc.arg(dir.path().join("out.rmeta")).arg(format!("-Ldependency={}", deps.display()));
    for (name, path) in libraries {
        rustc.arg("--extern").arg(format!("{name}={}", path.display()));
    }
    rustc.arg(Path::new("tests/emit/layer/mistakes").join(file)).current_dir(env!("CARGO_MANIFEST_DIR"));
    let out = run(&mut rustc, Duration::from_secs(120)).unwrap();
    (out.ok, out.stderr)
}

/// Where Cargo puts libraries: beside this test.
fn deps() -> PathBuf {
    std::env::current_exe().unwrap().parent().unwrap().into()
}

/// Every build of a library, the newest first.
fn builds(start: &str, end: &str) -> Vec<PathBuf> {
    let files = std::fs::read_dir(deps()).unwrap().map(|entry| entry.unwrap().path());
    let is_one = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap();
        let rest = name.strip_prefix(start).and_then(|rest| rest.strip_suffix(end));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    };
    let mut found: Vec<PathBuf> = files.filter(is_one).collect();
    found.sort_by_key(|path| std::cmp::Reverse(path.metadata().unwrap().modified().unwrap()));
    found
}

/// The libraries with which a file without a mistake compiles: of several builds, those that belong together.
fn libraries() -> Vec<(&'static str, PathBuf)> {
    let (treetap, hdl) = (builds("libtreetap", ".rlib"), builds("libtreetap_hdl", std::env::consts::DLL_SUFFIX));
    let cores = builds("librust_hdl_core", ".rlib");
    let mut said = String::new();
    for treetap in &treetap {
        for (core, hdl) in cores.iter().flat_map(|core| hdl.iter().map(move |hdl| (core, hdl))) {
            let libraries =
                vec![("treetap", treetap.clone()), ("treetap_hdl", hdl.clone()), ("rust_hdl", core.clone())];
            let (ok, errors) = compiled("none.rs", &borrowed(&libraries));
            if ok {
                return libraries;
            }
            said = errors;
        }
    }
    panic!("nothing of {treetap:?}, {hdl:?}, {cores:?} belongs together: {said}");
}

fn borrowed<'a>(libraries: &'a [(&'a str, PathBuf)]) -> Vec<(&'a str, &'a Path)> {
    libraries.iter().map(|(name, path)| (*name, path.as_path())).collect()
}

#[test]
fn every_mistake_is_told_at_its_line() {
    let libraries = libraries();
    for (file, least) in [("names.rs", 20), ("types.rs", 8)] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/emit/layer/mistakes").join(file);
        let text = std::fs::read_to_string(path).unwrap();
        let wanted: Vec<(usize, &str)> = text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.starts_with("//!"))
            .filter_map(|(at, line)| Some((at + 1, line.split_once("//~ ")?.1)))
            .collect();
        assert!(wanted.len() >= least, "{file}: {} mistakes", wanted.len());
        let (ok, errors) = compiled(file, &borrowed(&libraries));
        assert!(!ok, "{file} compiles");
        // tests/emit/layer/mistakes/names.rs:14:34: error: this unit has no `b`; ..
        let told: Vec<(usize, &str)> = errors
            .lines()
            .filter_map(|line| {
                let (line, text) = line.split_once(&format!("{file}:"))?.1.split_once(':')?;
                Some((line.parse().ok()?, text.split_once("error")?.1))
            })
            .collect();
        for (line, text) in &wanted {
            let at_line = told.iter().filter(|told| told.0 == *line);
            assert!(at_line.clone().any(|told| told.1.contains(text)), "{file}:{line}: no `{text}` in\n{errors}");
        }
        for (line, text) in &told {
            assert!(wanted.iter().any(|wanted| wanted.0 == *line), "{file}:{line}: nobody expects{text}\n{errors}");
        }
    }
}
