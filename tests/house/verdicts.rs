//! `examples/mutate/verdicts.sh`: verdicts go between cache and repository without loss.
use crate::source::root;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs the script in a repository of its own.
fn run(home: &Path, word: &str) {
    let mut script = Command::new("sh");
    script.arg(home.join("examples/mutate/verdicts.sh")).arg(word).env("TREETAP_CACHE", home.join("cache"));
    assert!(script.status().unwrap().success(), "{word}");
}

#[test]
fn the_last_verdict_on_each_mutant_is_kept_and_brought_once() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let (kept, cache) = (home.join("docs/measured/verdicts"), home.join("cache/mutants"));
    for dir in [&home.join("examples/mutate"), &kept, &cache] {
        fs::create_dir_all(dir).unwrap();
    }
    fs::copy(root().join("examples/mutate/verdicts.sh"), home.join("examples/mutate/verdicts.sh")).unwrap();
    let [new, old, deep] =
        ["burst-00000000000000aa.results", "burst-00000000000000bb.results", "burst-deep-00000000000000cc.results"];
    fs::write(kept.join(new), "1\tx\tkilled\tearly\n2\tx\tsurvived\n").unwrap();
    fs::write(kept.join(deep), "1\tx\tsurvived\n").unwrap();
    fs::write(cache.join(new), "10\ty\tkilled\tb\n2\ty\tpassed\t\n2\ty\tkilled\ta\n").unwrap();
    let merged = "1\tx\tkilled\tearly\n2\ty\tkilled\ta\n10\ty\tkilled\tb\n";
    for _ in 0..2 {
        run(home, "bring");
        assert_eq!(fs::read_to_string(cache.join(new)).unwrap(), merged);
    }
    fs::write(kept.join(old), "1\tx\tkilled\tother Verilog\n").unwrap();
    fs::remove_file(cache.join(deep)).unwrap();
    fs::write(cache.join(new), "3\ty\tkilled\tc\n").unwrap();
    run(home, "keep");
    assert!(!kept.join(old).exists());
    assert_eq!(fs::read_to_string(kept.join(deep)).unwrap(), "1\tx\tsurvived\n");
    let both = "1\tx\tkilled\tearly\n2\tx\tsurvived\n3\ty\tkilled\tc\n";
    assert_eq!(fs::read_to_string(kept.join(new)).unwrap(), both);
}
