//! Event files as a user meets them: every reader on any bytes, bounded memory, capture of a real program.
use crate::support::tools::installed;
use proptest::prelude::*;
use std::io::{Cursor, Write};
use std::path::Path;
use std::process::Command;
use treetap::spec::event::Event;
use treetap::trace::{self, Access, BATCH, Error, Format, Options, Reader, capture};

const TREETAP: &str = env!("CARGO_BIN_EXE_treetap");

fn read_all(mut reader: Reader) -> Result<Vec<Event>, Error> {
    let (mut all, mut batch) = (vec![], vec![]);
    while reader.next_batch(&mut batch)? > 0 {
        assert!(batch.len() <= BATCH);
        all.extend_from_slice(&batch);
    }
    assert_eq!(reader.next_batch(&mut batch)?, 0, "the end stays the end");
    Ok(all)
}

fn read_bytes(bytes: &[u8], options: &Options) -> Result<Vec<Event>, Error> {
    read_all(Reader::from_stream(Cursor::new(bytes.to_vec()), "bytes", options)?)
}

fn as_format(format: Format) -> Options {
    Options { format: Some(format), ..Options::default() }
}

fn any_options() -> impl Strategy<Value = Options> {
    let access = [Access::Code, Access::Instructions, Access::Loads, Access::Stores];
    (0..Format::ALL.len(), 1..=64u32, 0..64u32, any::<bool>(), 0..access.len()).prop_map(
        move |(format, key_bits, key_shift, key_low, i)| Options {
            format: Some(Format::ALL[format]),
            key_bits,
            key_shift,
            key_low,
            access: access[i],
            ..Options::default()
        },
    )
}

/// Bytes that get further into a reader than random ones.
fn any_bytes() -> impl Strategy<Value = Vec<u8>> {
    let pieces = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..40),
        "(key|KEY|0x[0-9a-f]{1,18}|[0-9]{1,21})?[, \t]{0,2}([0-9]{1,6}|weight)?(\r)?\n".prop_map(String::into_bytes),
        "(SB | L | S | M |I  |==|--)[0-9a-f]{0,18}(,[0-9]{0,3})?\n".prop_map(String::into_bytes),
        Just(vec![0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 3]),
        Just(vec![0x28, 0xb5, 0x2f, 0xfd]),
    ];
    prop::collection::vec(pieces, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_make_a_reader_panic_or_invent_events(bytes in any_bytes(), options in any_options()) {
        // Whatever is inflated out of so few bytes stays small, so the bound holds for packed content as well.
        if let Ok(events) = read_bytes(&bytes, &options) {
            let key_max = u64::MAX >> (64 - options.key_bits);
            prop_assert!(events.iter().all(|event| event.weight > 0 && event.key <= key_max));
            prop_assert!(events.len() <= 1 << 20);
        }
    }

    #[test]
    fn packed_bytes_read_as_plain_ones(bytes in any_bytes(), options in any_options()) {
        // A line end in front: plain bytes must not look packed themselves.
        let bytes = [b"\n", &bytes[..]].concat();
        let plain = read_bytes(&bytes, &options).map_err(|e| e.to_string());
        let mut gzip = flate2::write::GzEncoder::new(vec![], flate2::Compression::fast());
        gzip.write_all(&bytes).unwrap();
        for packed in [gzip.finish().unwrap(), zstd::stream::encode_all(&bytes[..], 1).unwrap()] {
            prop_assert_eq!(read_bytes(&packed, &options).map_err(|e| e.to_string()), plain.clone());
        }
    }

    #[test]
    fn packed_bytes_that_are_damaged_never_panic(
        events in prop::collection::vec(any::<u64>(), 1..200),
        flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        cut in any::<prop::sample::Index>(),
    ) {
        let plain: Vec<u8> = events.iter().flat_map(|key| key.to_le_bytes()).collect();
        let mut gzip = flate2::write::GzEncoder::new(vec![], flate2::Compression::fast());
        gzip.write_all(&plain).unwrap();
        for mut packed in [gzip.finish().unwrap(), zstd::stream::encode_all(&plain[..], 1).unwrap()] {
            for (at, value) in &flips {
                let at = at.index(packed.len());
                packed[at] ^= value;
            }
            packed.truncate(cut.index(packed.len()) + 1);
            let _ = read_bytes(&packed, &as_format(Format::U64));
        }
    }
}

#[test]
fn a_file_that_promises_much_takes_little_memory() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("zeros.u64.gz");
    let mut gzip = flate2::write::GzEncoder::new(std::fs::File::create(&path).unwrap(), flate2::Compression::fast());
    let megabyte = vec![0; 1 << 20];
    const MEGABYTES: u64 = 300;
    (0..MEGABYTES).for_each(|_| gzip.write_all(&megabyte).unwrap());
    gzip.finish().unwrap();
    let limited = format!("ulimit -v {}; exec {TREETAP} trace info --json {}", 200 << 10, path.display());
    let output = Command::new("sh").args(["-c", &limited]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains(&format!("\"events\":{}", MEGABYTES << 17)), "{text}");
}

#[test]
fn a_declared_length_allocates_nothing() {
    // A Zstandard frame: magic, descriptor (8-byte content size, no single segment), a window of 2^41 bytes, a size of
    // 2^62 bytes.
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0b1100_0000, 0b1111_1000];
    frame.extend((1u64 << 62).to_le_bytes());
    frame.extend([1, 0, 0]);
    let error = read_bytes(&frame, &Options { format: Some(Format::U64), ..Options::default() });
    // Without the promise of a name the bytes may also be taken for plain ones: then they are no whole records.
    assert!(error.is_err());
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("huge.u64.zst");
    std::fs::write(&path, &frame).unwrap();
    let error = read_all(trace::open(&path, &Options::default()).unwrap()).unwrap_err().to_string();
    assert!(error.contains("memory"), "{error}");
}

#[test]
fn keys_are_shifted_then_checked_then_cut() {
    let bytes: Vec<u8> = [0x1234u64, 0xff, 0xffff_0000].iter().flat_map(|k| k.to_le_bytes()).collect();
    let read = |key_bits, key_shift, key_low| {
        let options = Options { key_shift, key_low, ..Options::key_bits(key_bits) };
        let mut reader = Reader::from_stream(Cursor::new(bytes.clone()), "keys.u64", &options).unwrap();
        let mut batch = vec![];
        reader.next_batch(&mut batch).map_err(|e| e.to_string())?;
        Ok::<_, String>((batch.iter().map(|e| e.key).collect::<Vec<_>>(), reader.cut_keys()))
    };
    assert_eq!(read(32, 0, false).unwrap(), (vec![0x1234, 0xff, 0xffff_0000], 0));
    assert_eq!(read(8, 0, true).unwrap(), (vec![0x34, 0xff, 0], 2));
    assert_eq!(read(16, 16, false).unwrap(), (vec![0, 0, 0xffff], 0));
    assert_eq!(read(12, 4, true).unwrap(), (vec![0x123, 0xf, 0], 1));
    let error = read(16, 0, false).unwrap_err();
    assert!(
        error.starts_with("keys.u64: event 2 (byte 16): key 0xffff0000 needs 32 bits: expected at most 16"),
        "{error}"
    );
}

#[test]
fn errors_name_the_place_beyond_the_first_batch() {
    let mut csv = String::from("key,weight\n# a comment\n");
    (0..2 * BATCH).for_each(|i| csv.push_str(&format!("{i},1\n")));
    csv.push_str("7,0\n");
    let error = read_bytes(csv.as_bytes(), &as_format(Format::Csv)).unwrap_err().to_string();
    let (line, event) = (2 * BATCH + 3, 2 * BATCH);
    assert_eq!(error, format!("bytes: line {line} (event {event}): weight 0: expected 1 to 65535"));

    let mut pairs: Vec<u8> = (0..BATCH as u64 + 3).flat_map(|i| [i, 1]).flat_map(u64::to_le_bytes).collect();
    let at = BATCH + 1;
    pairs[at * 16 + 8..at * 16 + 16].copy_from_slice(&65_536u64.to_le_bytes());
    let error = read_bytes(&pairs, &as_format(Format::U64w)).unwrap_err().to_string();
    assert_eq!(error, format!("bytes: event {at} (byte {}): weight 65536: expected 1 to 65535", at * 16));
    let error = read_bytes(&pairs[..BATCH * 16 + 7], &as_format(Format::U64w)).unwrap_err().to_string();
    assert!(error.starts_with(&format!("bytes: byte {}: truncated: the last 7 bytes", BATCH * 16)), "{error}");
}

#[test]
fn a_real_program_is_captured_and_its_accesses_tell_themselves_apart() {
    if !installed(&["valgrind"]) {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let capture = |access, name: &str, max_events| {
        let request = capture::Request {
            access,
            output: dir.path().join(name),
            format: None,
            program: vec!["/bin/true".into()],
            max_events,
            children: false,
        };
        let mut heard = 0;
        let captured = capture::capture(&request, |events| heard = events).unwrap();
        assert_eq!(heard, captured.events, "progress ends at the total");
        let events = read_all(trace::open(&request.output, &Options::default()).unwrap()).unwrap();
        assert_eq!(events.len() as u64, captured.events);
        (captured, events)
    };
    let (code, blocks) = capture(Access::Code, "code.u64.zst", None);
    assert!(code.status.is_some_and(|status| status.success()));
    assert!(blocks.len() > 10_000, "{} blocks", blocks.len());
    let (_, loads) = capture(Access::Loads, "loads.u64w.gz", None);
    let (_, stores) = capture(Access::Stores, "stores.csv", None);
    assert!(loads.len() > stores.len() && stores.len() > 1000, "{} loads, {} stores", loads.len(), stores.len());
    let (stopped, first) = capture(Access::Code, "first.lackey", Some(777));
    assert!(stopped.status.is_none());
    assert_eq!(first, blocks[..777], "a program without input runs the same way twice");
}

#[test]
fn a_program_that_does_not_exist_leaves_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let request = capture::Request {
        access: Access::Code,
        output: dir.path().join("x.u64"),
        format: None,
        program: vec!["treetap-no-such-program".into()],
        max_events: None,
        children: false,
    };
    let error = capture::capture(&request, |_| {}).unwrap_err();
    assert!(matches!(error, capture::CaptureError::NoProgram { .. }), "{error}");
    assert!(is_empty(dir.path()));
}

fn is_empty(dir: &Path) -> bool {
    std::fs::read_dir(dir).unwrap().next().is_none()
}

#[test]
fn a_synthetic_trace_is_read_where_a_file_would_be() {
    let name = "shape:zipf?events=30000&seed=4&weights=9";
    let options = Options::key_bits(40);
    let read = |path: &Path| read_all(trace::open(path, &options).unwrap()).unwrap();
    let events = read(name.as_ref());
    let shape = trace::shapes::Shape::parse(&name["shape:".len()..]).unwrap();
    assert!(events.len() == 30_000 && events.iter().copied().eq(shape.events(40)));
    assert!(events.iter().any(|event| event.weight > 1));
    // As a file of its own it has the same content.
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("zipf.u64w");
    let bytes: Vec<u8> =
        events.iter().flat_map(|event| [event.key, event.weight.into()]).flat_map(u64::to_le_bytes).collect();
    std::fs::write(&path, bytes).unwrap();
    assert_eq!(read(&path), events);
    let (made, file) = (trace::info(name.as_ref(), &options).unwrap(), trace::info(&path, &options).unwrap());
    assert_eq!((made.sha256, made.bytes, made.weight), (file.sha256, file.bytes, file.weight));
    let error = trace::open("shape:zipp", &options).err().unwrap().to_string();
    assert!(error.starts_with("no shape `zipp`: expected one of zipf"), "{error}");
}
