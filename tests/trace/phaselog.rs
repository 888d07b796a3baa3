//! Logs of profiles: records, frames, what is damaged (docs/reference/phaselog.md).
use proptest::prelude::*;
use treetap::spec::interval::{Entry, Key, Kind};
use treetap::trace::phaselog::{BUFFER, Encoder, Profile, Record, decode};

fn entry(site: u64, callee: u64, count: u64, weight: u64) -> Entry {
    Entry { key: Key { site, callee }, count, weight }
}

/// A log of one profile of each kind in a frame of its own, and phases.
fn log() -> (Vec<Record>, Vec<u8>) {
    let profile = |interval, kind, entries| Profile { phase: interval + 1, interval, kind, entries };
    let profiles = [
        profile(2, Kind::Region, (0..300).map(|at| entry(0x8000_0080 + 4 * at, 0, at % 9 + 1, 7 * at)).collect()),
        profile(8, Kind::Method, vec![entry(0, 0, 1, 0), entry(u64::MAX, 0, u64::MAX, 0)]),
        profile(18, Kind::CallPair, vec![entry(0x100, 0x80, 4, 0), entry(0x100, 0x200, 2, 0), entry(0x104, 0, 1, 0)]),
    ];
    let mut encoder = Encoder::default();
    let mut records = vec![];
    for profile in profiles {
        encoder.profile(&profile);
        encoder.transmit();
        records.push(Record::Profile(profile));
    }
    let runs = vec![(1, 6), (2, 4), (1, 1), (65_535, 1 << 40)];
    encoder.trace(&runs);
    records.push(Record::Trace(runs));
    (records, encoder.end(52))
}

#[test]
fn e4_a_log_comes_back() {
    let (records, bytes) = log();
    let found = decode(&bytes);
    assert!(found.whole(), "{:?}", found.fault);
    assert_eq!((found.records, found.frames, found.intervals), (records, 4, Some(52)));
    let empty = decode(&Encoder::default().end(0));
    assert!(empty.whole() && empty.records.is_empty() && empty.intervals == Some(0));
    // No end: nothing is wrong with what is there, but something is missing.
    assert!(!decode(&[]).whole() && decode(&[]).fault.is_none());
}

#[test]
fn e4_a_record_larger_than_the_buffer_is_split_by_its_names() {
    let entries: Vec<Entry> = (0..40_000).map(|at| entry(0x8000_0000 + 1000 * at, 0, at * at, at)).collect();
    let profile = Profile { phase: 3, interval: 5, kind: Kind::Region, entries: entries.clone() };
    let mut encoder = Encoder::default();
    encoder.profile(&profile);
    let runs: Vec<(u64, u64)> = (0..10_000).map(|at| (at % 5, 1 + at % 3)).collect();
    encoder.trace(&runs);
    let found = decode(&encoder.end(9));
    assert!(found.whole() && found.frames > 3, "{found:?}");
    let (mut parts, mut all, mut traced) = (0, vec![], vec![]);
    for record in found.records {
        match record {
            Record::Profile(part) => {
                assert_eq!((part.phase, part.interval, part.kind), (3, 5, Kind::Region));
                parts += 1;
                all.extend(part.entries);
            }
            Record::Trace(part) => traced.extend(part),
        }
    }
    assert!(parts > 2 && all == entries && traced == runs, "{parts} parts");
}

#[test]
fn e4_a_damaged_frame_is_told_and_what_came_before_it_is_kept() {
    let (records, bytes) = log();
    let whole = decode(&bytes);
    // Every byte of the log: the frames before it are kept, or the checksum of the end tells.
    let (mut by_frame, mut lengths, mut late) = ([0; 4], 0, 0);
    for at in 0..bytes.len() {
        let mut wrong = bytes.clone();
        wrong[at] ^= 0x21;
        let found = decode(&wrong);
        let fault = found.fault.clone().unwrap_or_else(|| panic!("byte {at} is not missed"));
        // What a frame cannot tell, the checksum of all records does.
        let told_late = fault.reason == "the checksum of all records is another";
        assert!(fault.frame < 4 && (fault.offset <= at || told_late), "byte {at}: {fault}");
        late += u64::from(fault.offset > at);
        assert_eq!(found.records.len() as u64, fault.frame, "{fault}");
        lengths += u64::from(fault.offset <= at && at < fault.offset + 8);
        by_frame[fault.frame as usize] += 1;
        let cut = decode(&bytes[..at]);
        assert!(!cut.whole() && cut.records[..] == records[..cut.records.len()] && cut.frames < whole.frames);
    }
    let all = by_frame[0] > 0 && by_frame[3] > 0 && lengths >= 16 && late > 10;
    assert!(all, "{by_frame:?} {lengths} {late}");
    let more = [&bytes[..], &[0]].concat();
    assert_eq!(decode(&more).fault.unwrap().reason, "bytes after the end");
}

#[test]
fn lengths_that_nobody_checked_are_not_believed() {
    let frame = |content: &[u8]| {
        let length = (content.len() as u32).to_le_bytes();
        [&length[..], &length, content].concat()
    };
    // A frame of four gigabytes, one that packs to more than it is, a profile and phases of 2^60 entries.
    let huge = [&u32::MAX.to_le_bytes()[..], &u32::MAX.to_le_bytes()].concat();
    let many = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f];
    let profile = [&[1, 0, 0, 0][..], &many].concat();
    let trace = [&[2][..], &many].concat();
    let inflated = [&(BUFFER as u32).to_le_bytes()[..], &(BUFFER as u32 + 1).to_le_bytes(), &[0; 40]].concat();
    let cases = [
        huge,
        inflated,
        frame(&profile),
        frame(&trace),
        frame(&[9]),
        frame(&[3, 1, 1, 0, 0, 0]),
        frame(&[1, 0, 0, 7, 0]),
    ];
    for bytes in cases {
        let found = decode(&bytes);
        assert!(found.fault.is_some() && found.records.is_empty(), "{bytes:x?}: {found:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_profile_comes_back(
        keys in prop::collection::btree_set((any::<u64>(), any::<u64>()), 0..50), code in 0_u64..3, seed: u64,
    ) {
        let kind = Kind::from_code(code).unwrap();
        let mut entries: Vec<Entry> = keys
            .into_iter()
            .map(|(site, callee)| {
                let callee = if kind == Kind::CallPair { callee } else { 0 };
                let weight = if kind == Kind::Region { site ^ seed } else { 0 };
                entry(site, callee, site.wrapping_mul(seed), weight)
            })
            .collect();
        entries.dedup_by_key(|entry| entry.key);
        let profile = Profile { phase: seed, interval: seed >> 7, kind, entries };
        let mut encoder = Encoder::default();
        encoder.profile(&profile);
        let found = decode(&encoder.end(seed));
        prop_assert!(found.whole());
        prop_assert_eq!(found.records, vec![Record::Profile(profile)]);
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let found = decode(&bytes);
        prop_assert!(found.frames <= bytes.len() as u64);
    }
}
