//! RVFI traces: what is written is read, and no file makes the reader panic, allocate without bound, or give records
//! that were not written.
use proptest::prelude::*;
use std::io::Cursor;
use std::path::Path;
use treetap::cosim::core::{Core, Machine, Options, Program};
use treetap::host;
use treetap::spec::event::Event;
use treetap::spec::retire::Rvfi;
use treetap::spec::select::{Kind, Weight};
use treetap::trace::rvfi::{BLOCK, Origin, Reader, Writer, info, is_named, open};
use treetap::trace::{self, Error};

fn origin() -> Origin {
    Origin { core: "ibex".into(), xlen: 32 }
}

/// The bytes of a trace, and that they read back.
fn written(records: &[Rvfi], name: &str) -> Vec<u8> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(name);
    let mut writer = Writer::create(&path, &origin()).unwrap();
    // In pieces that do not fit the blocks.
    records.chunks(1000).for_each(|part| writer.write(part).unwrap());
    assert_eq!(writer.records(), records.len() as u64);
    writer.finish().unwrap();
    std::fs::read(&path).unwrap()
}

fn read(bytes: Vec<u8>) -> Result<Vec<Rvfi>, Error> {
    let mut reader = Reader::from_stream(Cursor::new(bytes), "test.rvfi")?;
    let (mut all, mut batch) = (vec![], vec![]);
    while reader.next_batch(&mut batch)? > 0 {
        all.extend_from_slice(&batch);
    }
    assert_eq!(reader.records(), all.len() as u64);
    assert_eq!(*reader.origin(), origin());
    Ok(all)
}

fn any_record() -> impl Strategy<Value = Rvfi> {
    let wide = || prop_oneof![any::<u64>(), 0..16u64, any::<u32>().prop_map(u64::from)];
    let words = proptest::array::uniform9(wide());
    (words, any::<u32>(), any::<u16>(), any::<[u8; 5]>()).prop_map(|(words, insn, lat, bytes)| {
        let [order, cycle, pc, next_pc, rs1, rd, mem_addr, mem_rdata, mem_wdata] = words;
        let [evt, flags, rmask, wmask, rd_addr] = bytes;
        let fields = Rvfi { order, cycle, pc, next_pc, rs1, rd, mem_addr, mem_rdata, mem_wdata, ..Rvfi::default() };
        Rvfi { insn, lat, evt, flags, rmask, wmask, rd_addr, ..fields }
    })
}

/// What a core gives, from a real one.
fn real(core: Core, count: usize) -> Vec<Rvfi> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/demo/demo.elf");
    let mut records = vec![];
    Machine::build(core, &Program::read(&file).unwrap(), &Options::default()).unwrap().run(count, &mut records);
    records
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_records_read_back(records in proptest::collection::vec(any_record(), 0..300)) {
        prop_assert_eq!(read(written(&records, "t.rvfi")).unwrap(), records);
    }

    #[test]
    fn a_changed_byte_is_found(
        at in any::<prop::sample::Index>(), change in 1..=u8::MAX,
        records in proptest::collection::vec(any_record(), 1..50),
    ) {
        let mut bytes = written(&records, "t.rvfi");
        let at = at.index(bytes.len());
        bytes[at] ^= change;
        // The core's name is not covered.
        prop_assume!(!(9..32).contains(&at));
        match read(bytes) {
            Ok(all) => prop_assert!(at == 8, "byte {at}: {} records", all.len()),
            Err(error) => prop_assert!(error.to_string().starts_with("test.rvfi: byte "), "{error}"),
        }
    }

    #[test]
    fn no_bytes_make_it_panic(head in any::<bool>(), bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let mut all = if head { written(&[], "t.rvfi")[..32].to_vec() } else { vec![] };
        all.extend(bytes);
        prop_assert!(read(all).is_err());
    }
}

#[test]
fn a_real_core_is_compact_and_every_cut_is_found() {
    let records = real(Core::Picorv32, 3 * BLOCK + 77);
    for name in ["t.rvfi", "t.rvfi.gz", "t.rvfi.zst"] {
        assert!(is_named(Path::new(name)));
        let bytes = written(&records, name);
        assert_eq!(read(bytes.clone()).unwrap(), records, "{name}");
        if name == "t.rvfi.zst" {
            assert!(bytes.len() < 4 * records.len(), "{} bytes for {} records", bytes.len(), records.len());
        }
    }
    let bytes = written(&records[..100], "t.rvfi");
    for length in 0..bytes.len() {
        let error = read(bytes[..length].to_vec()).unwrap_err();
        assert!(matches!(error, Error::NotRvfi { .. } | Error::Damaged { .. }), "{length}: {error}");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(read(longer).unwrap_err().to_string().contains("bytes after the end"));
}

#[test]
fn a_block_that_declares_much_is_refused_before_anything_is_allocated() {
    for (count, length) in [(u32::MAX, 8), (1, u32::MAX), (BLOCK as u32 + 1, 100), (0, 1000)] {
        let mut bytes = written(&[], "t.rvfi")[..32].to_vec();
        bytes.extend(count.to_le_bytes());
        bytes.extend(length.to_le_bytes());
        assert!(read(bytes).unwrap_err().to_string().contains("more than a block may hold"));
    }
}

#[test]
fn info_tells_what_is_in_a_trace() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("t.rvfi.zst");
    let mut records = real(Core::Ibex, 500);
    records[300].flags = Rvfi::TRAP;
    records[301].flags = Rvfi::INTR;
    records.remove(400);
    let mut writer = Writer::create(&path, &origin()).unwrap();
    writer.write(&records).unwrap();
    writer.finish().unwrap();
    let info = info(&path).unwrap();
    assert_eq!((info.records, info.traps, info.interrupts, info.gaps), (499, 1, 1, 1));
    assert_eq!((info.cycles, info.pc_min, info.origin), (records[498].cycle, 0x8000_0080, origin()));
    assert_eq!(info.bytes, std::fs::metadata(&path).unwrap().len());
    let missing = open(dir.path().join("none.rvfi")).err().unwrap().to_string();
    assert!(missing.contains("cannot open"), "{missing}");
}

/// The events that a trace is read as.
fn events(path: &Path, options: &trace::Options) -> Result<Vec<Event>, Error> {
    let mut reader = host::events::open(path, options)?;
    let (mut all, mut batch) = (vec![], vec![]);
    while reader.next_batch(&mut batch)? > 0 {
        all.extend_from_slice(&batch);
    }
    Ok(all)
}

#[test]
fn a_trace_is_read_as_the_events_that_are_selected_from_it() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("t.rvfi.zst");
    let records = real(Core::Picorv32, 40_000);
    std::fs::write(&path, written(&records, "t.rvfi.zst")).unwrap();
    let read =
        |event, weight| events(&path, &trace::Options { event, weight, ..trace::Options::key_bits(32) }).unwrap();
    // Counted here without tap and selection: a block begins where the record before did not go on.
    let starts = records.windows(2).filter(|pair| pair[1].pc != pair[0].pc + 4).map(|pair| pair[1].pc);
    let starts: Vec<u64> = std::iter::once(records[0].pc).chain(starts).collect();
    let blocks = read(Kind::Code, Weight::One);
    assert!(blocks.iter().map(|event| event.key).eq(starts) && blocks.len() > 5000);
    let weighed = read(Kind::Code, Weight::Instructions);
    assert_eq!(
        (weighed.len(), weighed.iter().map(|event| usize::from(event.weight)).sum()),
        (blocks.len(), records.len())
    );
    let loads = records.iter().filter(|record| record.insn & 0x7f == 3 && record.rd_addr != 0).map(|record| record.rd);
    assert!(read(Kind::LoadValues, Weight::One).iter().map(|event| event.key).eq(loads));
    assert_eq!(read(Kind::Pc, Weight::One).len(), records.len());
    let cycles: u64 = read(Kind::Pc, Weight::Cycles).iter().map(|event| u64::from(event.weight)).sum();
    assert_eq!(cycles, records[records.len() - 1].cycle, "since the end of reset");
    let wide = events(&path, &trace::Options { event: Kind::Edges, ..trace::Options::key_bits(64) }).unwrap();
    assert!(wide.iter().any(|event| event.key >> 32 > 0x8000_0000 && event.key as u32 > 0x8000_0000));
    // The reader's own rules hold for what is selected, and what is wrong with the file is said once.
    let narrow = events(&path, &trace::Options::key_bits(16)).unwrap_err().to_string();
    assert!(narrow.contains("event 0") && narrow.contains("needs 32 bits"), "{narrow}");
    let mut bytes = written(&records, "t.rvfi");
    let length = bytes.len();
    bytes[length / 2] ^= 1;
    let broken = dir.path().join("broken.rvfi");
    std::fs::write(&broken, bytes).unwrap();
    let error = events(&broken, &trace::Options::key_bits(32)).unwrap_err().to_string();
    assert!(error.contains("the checksum is another") && error.matches("broken.rvfi").count() == 1, "{error}");
}
