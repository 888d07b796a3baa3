//! The kernels of `src/hw` hold nothing that the kernel macro destroys before the emitter sees it.
use std::path::{Path, PathBuf};
use treetap::emit::lint_source;

fn sources(dir: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            out.push(path);
        }
    }
}

#[test]
fn no_kernel_uses_a_form_that_the_macro_destroys() {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/hw"), &mut files);
    let (mut kernels, mut faults) = (0, Vec::new());
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        kernels += treetap::emit::kernels(&text).len();
        faults.extend(lint_source(&text).into_iter().map(|fault| format!("{}: {fault}", file.display())));
    }
    assert!(kernels >= 90, "{kernels} kernels seen");
    assert!(faults.is_empty(), "{faults:#?}");
}
