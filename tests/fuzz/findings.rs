//! What fuzzing found, by name: each made its target fail, and is refused in words now.
use std::convert::Infallible;
use std::io::{Cursor, Write};
use treetap::analysis::chkplan::{self, ACCESSES, Code, Comparison, Variant};
use treetap::analysis::{self, Symbols};
use treetap::catalog::{Chosen, Settings, Unit};
use treetap::host::{Host, Transport};
use treetap::report::json::Dump;
use treetap::spec::regs;
use treetap::trace::rvfi::waves::{Place, Waves};
use treetap::trace::{Format, Options, Reader};

fn kept(name: &str) -> Vec<u8> {
    std::fs::read(super::corpus().join(name)).unwrap()
}

#[test]
fn a_profile_with_two_ways_to_make_room_is_refused() {
    let text = String::from_utf8(kept("json/over-and-collapses")).unwrap();
    let dump: Dump = serde_json::from_str(&text).unwrap();
    // Their sum has no place in a word.
    assert!(dump.over.checked_add(dump.collapses.into()).is_none());
    assert!(dump.profile().unwrap_err().contains("expected 0 beside 1 collapses"));
}

/// Registers that say what a build is; everything else is 0.
struct Build {
    tree: u32,
    slots: u32,
}

impl Transport for Build {
    type Error = Infallible;
    fn read(&mut self, offset: u16) -> Result<u32, Infallible> {
        Ok(match offset {
            offset if offset == regs::ID.offset => regs::ID.reset(),
            offset if offset == regs::CAP_TREE.offset => self.tree,
            offset if offset == regs::CAP_CHECKMAP.offset => self.slots,
            _ => 0,
        })
    }
    fn write(&mut self, _: u16, _: u32) -> Result<(), Infallible> {
        Ok(())
    }
}

#[test]
fn hardware_of_sizes_without_meaning_is_refused() {
    let refused = |tree: u32, slots: u32| Host::connect(Build { tree, slots }).map(|_| ()).map_err(|e| e.to_string());
    let tree = |key_bits: u32, count_bits: u32| 8 | key_bits << 16 | count_bits << 24;
    assert_eq!(refused(tree(64, 48), 32768), Ok(()));
    for wrong in [tree(5, 32), tree(0, 32), tree(66, 32), tree(4, 0), tree(4, 15), tree(4, 49)] {
        assert!(refused(wrong, 0).unwrap_err().contains("a tree whose widths mean anything"), "{wrong:#x}");
    }
    assert!(refused(tree(4, 32), u32::MAX).unwrap_err().contains("a map of checks whose size means anything"));
}

#[test]
fn an_fst_file_whose_blocks_lead_backward_ends() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("endless.fst");
    for name in ["fst/endless-1", "fst/endless-2"] {
        std::fs::File::create(&file).unwrap().write_all(&kept(name)).unwrap();
        let error = Waves::open(&file, &Place::default()).err().unwrap().to_string();
        assert!(error.contains("leads out of the file"), "{error}");
    }
}

/// Keys may be the first bytes of packed content: here a hundred zeros packed with gzip, and then a block that there is
/// not.
#[test]
fn keys_that_only_begin_like_packed_content_are_keys() {
    let keys = [0x88b1f, 0x3da060620300, 0x7ffff0000];
    let bytes: Vec<u8> = keys.iter().flat_map(|key: &u64| key.to_le_bytes()).collect();
    assert_eq!(bytes[..3], [0x1f, 0x8b, 8]);
    let options = Options { format: Some(Format::U64), ..Options::default() };
    let mut reader = Reader::from_stream(Cursor::new(bytes), "keys.u64", &options).unwrap();
    let mut batch = vec![];
    assert_eq!(reader.next_batch(&mut batch).unwrap(), keys.len());
    assert!(batch.iter().map(|event| event.key).eq(keys));
}

/// Procedures where kernels of 64 bits have theirs, and procedures that no map of the whole program can hold.
#[test]
fn a_program_may_lie_at_any_addresses() {
    let code = |name: &str| Code::parse(&kept(name)).unwrap();
    let kernel = code("check-plan/kernel-addresses");
    assert!(kernel.functions.iter().all(|function| function.first >= 0xffff_ffff_8000_0000));
    let comparison = Comparison::new(kernel, &ACCESSES).unwrap();
    assert!(comparison.rows.iter().any(|row| row.plan.checks() > 0 && row.plan.clipped.is_empty()));
    let far = code("check-plan/far-apart");
    let clipped = chkplan::plan(&far, Variant::ALL[0].1, &ACCESSES, 1024, true).unwrap();
    assert_eq!(clipped.clipped.len(), 1);
    let error = Comparison::new(far, &ACCESSES).err().unwrap().to_string();
    assert!(error.contains("for 128 MiB of addresses"), "{error}");
}

#[test]
fn debug_information_that_leads_out_of_all_addresses_is_left_out() {
    let symbols = Symbols::parse(&kept("elf/length-beyond-addresses"), &analysis::Options::default()).unwrap();
    assert!(symbols.places().len() > 3, "{:?}", symbols.places());
    assert!(symbols.warnings().iter().any(|w| w.contains("lead out of all addresses")), "{:?}", symbols.warnings());
}

/// What is written of a preset, read again.
fn again(unit: Unit) -> Chosen {
    let name = treetap::catalog::presets(unit)[0].name;
    let chosen = Chosen::of(unit, Some(name), &Settings::default()).unwrap();
    let (preset, settings) = Settings::read(&chosen.toml()).unwrap();
    let again = Chosen::of(unit, preset.as_deref(), &settings).unwrap();
    assert_eq!(again.toml(), chosen.toml());
    again
}

#[test]
fn a_unit_without_parameters_is_written_by_the_name_of_its_preset() {
    let counters = again(Unit::Counters);
    assert!(counters.numbers().is_empty() && counters.words().is_empty() && counters.is_preset());
}

#[test]
fn a_configuration_of_zeros_has_a_name() {
    let burst = again(Unit::Burst);
    assert!(burst.numbers().iter().all(|(_, value)| *value == 0) && burst.words().is_empty());
    assert_eq!(burst.name(), "plain");
}
