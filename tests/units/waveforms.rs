//! The waveforms in the pages of the units are those of the emitted Verilog (docs/contributing/waveforms.md).
use crate::support::tools::installed;
use crate::support::waves::{Waveforms, replaced};
use std::path::{Path, PathBuf};
use treetap::catalog::{Unit, selftest};

/// With this variable set the pages are written.
const WRITE: &str = "TREETAP_WRITE_WAVEFORMS";

fn path(of: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(of)
}

/// Runs the sheet `name` and compares its page, or writes it.
fn check(name: &str) {
    if !installed(&["iverilog", "vvp"]) {
        return;
    }
    let sheet = std::fs::read_to_string(path(&format!("tests/units/waveforms/{name}.wave"))).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let made = Waveforms::of(&sheet, dir.path());
    let page = std::fs::read_to_string(path(&made.page)).unwrap();
    let fresh = replaced(&page, name, &made.text).unwrap_or_else(|| panic!("{} has no marks for {name}", made.page));
    if std::env::var_os(WRITE).is_some() {
        std::fs::write(path(&made.page), fresh).unwrap();
    } else {
        assert!(
            page == fresh,
            "the waveforms of {name} in {} are stale; with {WRITE}=1 this test writes them:\n{}",
            made.page,
            made.text
        );
    }
}

/// A test for each sheet, and one that no sheet is without it and no unit without a sheet.
macro_rules! sheets {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            check(stringify!($name));
        })*

        #[test]
        fn every_sheet_has_its_test_and_every_unit_its_sheet() {
            let mut there: Vec<String> = std::fs::read_dir(path("tests/units/waveforms"))
                .unwrap()
                .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
                .collect();
            there.sort();
            assert_eq!(there, [$(stringify!($name)),*]);
            for unit in Unit::ALL.iter().map(|unit| unit.name()).chain([selftest::NAME]) {
                assert!(there.iter().any(|name| name == unit), "{unit} has no waveform");
            }
        }
    };
}

sheets! { annotate axil burst checkmap checks classify coalescer codemap coproc coproc_profiler counters cycles hotlist
hps hps_retire monitor monitor_phases pcfilter phase profiler rap regs sample_buffer sample_format select selftest tap
value_sampler wishbone }
