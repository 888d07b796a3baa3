//! What libFuzzer drives: the target that `TREETAP_FUZZ` names (docs/contributing/fuzzing.md).
#![no_main]
use std::sync::OnceLock;
use treetap_fuzz::{Target, memory, named};

#[global_allocator]
static ALLOCATOR: memory::Bounded = memory::Bounded;

static TARGET: OnceLock<&Target> = OnceLock::new();

libfuzzer_sys::fuzz_target!(
    init: {
        let name = std::env::var("TREETAP_FUZZ").unwrap_or_default();
        TARGET.get_or_init(|| named(&name).unwrap_or_else(|| panic!("TREETAP_FUZZ={name:?}: no such target")));
        // libFuzzer's own hook ends the process at every panic. Those of the library that reads waveforms are caught
        // and become errors; whatever nobody catches still ends it.
        std::panic::set_hook(Box::new(|panic| {
            let place = panic.location().map_or("", |place| place.file());
            if !["wellen", "fst-reader", "miniz_oxide", "lz4_flex"].iter().any(|library| place.contains(library)) {
                eprintln!("{panic}\n{}", std::backtrace::Backtrace::capture());
            }
        }));
    },
    |data: &[u8]| {
        if let Some(target) = TARGET.get() {
            (target.run)(data);
        }
    }
);
