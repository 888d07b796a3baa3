//! The kept corpus of every fuzz target (docs/contributing/fuzzing.md): no parser panics at it, allocates by a length
//! that nobody checked, or breaks a law that its target asserts.
mod findings;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use treetap_fuzz::{TARGETS, memory};

#[global_allocator]
static ALLOCATOR: memory::Bounded = memory::Bounded;

/// Most bytes of the whole corpus.
const MOST: usize = 1_000_000;

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus")
}

/// Names of what lies in a folder.
fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// Names the input at which its target fails.
struct Running<'a>(&'a Path);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the target fails at {}", self.0.display());
        }
    }
}

#[test]
fn no_target_fails_at_its_kept_inputs() {
    for target in TARGETS {
        let folder = corpus().join(target.name);
        let (mut ran, mut longest) = (0, 0);
        for name in names(&folder) {
            let file = folder.join(name);
            let bytes = fs::read(&file).unwrap();
            let _running = Running(&file);
            (target.run)(&bytes);
            // A file that was cut must be no trouble either.
            (target.run)(&bytes[..bytes.len() / 2]);
            (ran, longest) = (ran + 1, longest.max(bytes.len()));
        }
        assert!(ran >= 2 && longest > 4, "{}: {ran} inputs of at most {longest} bytes", target.name);
    }
}

#[test]
fn every_target_has_a_corpus_and_all_of_it_is_small() {
    let targets: BTreeSet<String> = TARGETS.iter().map(|target| target.name.to_string()).collect();
    assert_eq!(names(&corpus()), targets);
    let mut bytes = 0;
    for target in TARGETS {
        let folder = corpus().join(target.name);
        for name in names(&folder) {
            let length = fs::metadata(folder.join(&name)).unwrap().len() as usize;
            assert!(length <= target.longest, "{}/{name}: {length} bytes, the campaign cuts it", target.name);
            bytes += length;
        }
    }
    assert!((100_000..MOST).contains(&bytes), "{bytes} bytes");
}
