//! Profiles of many parts: what shards come to beside exact counts, and what is not united.
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;
use treetap::analysis::grow::{Grower, Wanted, grow};
use treetap::analysis::merge::{Merge, Part, Refused};
use treetap::analysis::shards::{count, grow_together, parts, selection};
use treetap::model::exact::{Counter, Exact};
use treetap::model::profile::Profile;
use treetap::model::rap::Top;
use treetap::report::json::Dump;
use treetap::spec::event::Event;
use treetap::spec::rap::Config;
use treetap::trace::shapes::Random;
use treetap::trace::{Compression, Format, Options, Reader, Window, Writer};

const KEY_BITS: u32 = 32;

/// A trace in a file of this format, and its events: half of them in few places.
fn trace(dir: &Path, name: &str, events: u64, seed: u64) -> (std::path::PathBuf, Vec<Event>) {
    let path = dir.join(name);
    let mut random = Random(seed);
    let weighted = Format::of_path(&path).unwrap().is_weighted();
    let event = |random: &mut Random| {
        let word = random.next();
        let key = if word & 1 == 0 { random.below(40) * 0x1000 } else { random.next() & 0xffff_ffff };
        Event { key, weight: if weighted { 1 + (word >> 1 & 7) as u16 } else { 1 } }
    };
    let all: Vec<Event> = (0..events).map(|_| event(&mut random)).collect();
    let mut writer = Writer::create(&path, None).unwrap();
    writer.write(&all).unwrap();
    writer.finish().unwrap();
    (path, all)
}

fn read(path: &Path, window: Window) -> Vec<Event> {
    let mut reader: Reader = treetap::trace::open(path, &Options { window, ..Options::key_bits(KEY_BITS) }).unwrap();
    let (mut all, mut batch) = (vec![], vec![]);
    while reader.next_batch(&mut batch).unwrap() > 0 {
        all.extend(&batch);
    }
    assert_eq!(reader.events(), all.len() as u64);
    all
}

#[test]
fn shards_of_every_format_are_slices_of_its_events() {
    let dir = tempfile::tempdir().unwrap();
    for name in ["a.u64", "a.u64w", "a.csv", "b.u64.zst", "b.u64w.gz", "b.csv.gz"] {
        let (path, all) = trace(dir.path(), name, 30_011, 5);
        let options = Options::key_bits(KEY_BITS);
        assert_eq!(count(&path, &options).unwrap(), 30_011, "{name}");
        let plain = Compression::of_path(&path).is_none() && Format::of_path(&path) != Some(Format::Csv);
        assert_eq!(treetap::trace::length(&path, &options).unwrap(), plain.then_some(30_011), "{name}");
        for shards in [1, 3, 7] {
            let whole: Vec<Event> = (0..shards)
                .flat_map(|index| {
                    let window = Window::shard(30_011, index, shards);
                    let part = read(&path, window);
                    assert_eq!(part, all[window.first as usize..window.end as usize], "{name}: {window:?}");
                    part
                })
                .collect();
            assert!(whole == all, "{name} in {shards}");
        }
        assert_eq!(read(&path, Window { first: 40_000, end: u64::MAX }), [], "{name}");
        assert_eq!(read(&path, Window { first: 30_000, end: 50_000 }), all[30_000..], "{name}");
    }
}

#[test]
fn a_part_of_a_plain_file_is_read_without_what_lies_before_it() {
    let dir = tempfile::tempdir().unwrap();
    let (path, all) = trace(dir.path(), "wide.u64", 20_000, 8);
    let mut bytes = std::fs::read(&path).unwrap();
    // A key that is too wide, which a reader that came by would refuse.
    bytes[7] = 1;
    std::fs::write(&path, bytes).unwrap();
    assert_eq!(read(&path, Window { first: 10_000, end: 20_000 }), all[10_000..]);
    let error = treetap::trace::open(&path, &Options::key_bits(KEY_BITS)).unwrap().next_batch(&mut vec![]).unwrap_err();
    assert!(error.to_string().contains("wide.u64"), "{error}");
}

/// The profile of a shard, and what it is of.
fn shard(path: &Path, nodes: u32, index: u32, shards: u32) -> (Profile, Vec<Part>) {
    let options = Options::key_bits(KEY_BITS);
    let window = Window::shard(count(path, &options).unwrap(), index, shards);
    let options = Options { window, ..options };
    let grower = Grower::Rap(Box::new(Top::new(Config::new(KEY_BITS, nodes)).unwrap()));
    let reader = treetap::trace::open(path, &options).unwrap();
    let grown = grow(reader, grower, Wanted::default(), &mut |_| ()).unwrap();
    let of = parts(path, &options, &BTreeMap::new(), grown.events).unwrap();
    (grown.profile, of)
}

fn check_bounds(profile: &Profile, exact: &Exact) {
    let certificate = profile.cert();
    for node in &profile.tree {
        let (first, last) = (node.prefix, profile.last_key(node));
        let ((lo, hi), truth) = (profile.query(first, last), exact.count(first, last));
        assert!(lo <= truth && truth <= hi && truth - lo <= certificate, "{lo} {truth} {hi}, {certificate}: {node:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn shards_in_any_order_come_to_the_same_bytes_and_bound_the_exact_counts(
        seed: u64, shards in 1_u32..150, nodes in 20_u32..200, fit in 17_u32..100,
    ) {
        let dir = tempfile::tempdir().unwrap();
        let (path, all) = trace(dir.path(), "t.u64w", 20_000, seed);
        let mut profiles: Vec<_> = (0..shards).map(|index| shard(&path, nodes, index, shards)).collect();
        let whole = |profiles: &[(Profile, Vec<Part>)]| {
            let mut merge = Merge::new(false);
            for (at, (profile, of)) in profiles.iter().enumerate() {
                merge.add(&at.to_string(), profile.clone(), of.clone()).unwrap();
            }
            merge.finish(Some(fit)).unwrap()
        };
        let merged = whole(&profiles);
        let mut random = Random(seed ^ 1);
        profiles.sort_by_cached_key(|_| random.next());
        let again = whole(&profiles);
        let bytes = |merged: &treetap::analysis::merge::Merged| {
            serde_json::to_vec(&Dump::of(&merged.profile, merged.of.clone())).unwrap()
        };
        prop_assert_eq!(bytes(&merged), bytes(&again));
        prop_assert_eq!(merged.profiles, u64::from(shards));
        let weight: u64 = all.iter().map(|event| u64::from(event.weight)).sum();
        prop_assert_eq!(merged.profile.n, weight);
        prop_assert!(merged.profile.live <= fit && merged.united >= merged.profile.live);
        // Ranges that follow each other are one.
        prop_assert_eq!(merged.of.len(), 1);
        prop_assert_eq!((merged.of[0].first, merged.of[0].end), (0, 20_000));
        let mut counter = Counter::new();
        all.iter().for_each(|event| counter.add(*event));
        check_bounds(&merged.profile, &counter.finish(KEY_BITS));
    }
}

#[test]
fn trees_that_grow_together_are_the_shards_united() {
    let dir = tempfile::tempdir().unwrap();
    for name in ["t.u64", "t.csv.gz"] {
        let (path, all) = trace(dir.path(), name, 50_000, 3);
        let read = std::sync::atomic::AtomicU64::new(0);
        let progress = |events| _ = read.fetch_max(events, std::sync::atomic::Ordering::Relaxed);
        let options = Options::key_bits(KEY_BITS);
        let grown = grow_together(&path, &options, Config::new(KEY_BITS, 64), 5, &progress).unwrap();
        let mut merge = Merge::new(false);
        for index in 0..5 {
            let (profile, of) = shard(&path, 64, index, 5);
            merge.add(&index.to_string(), profile, of).unwrap();
        }
        assert_eq!(grown.profile, merge.finish(Some(64)).unwrap().profile, "{name}");
        assert_eq!((grown.events, read.into_inner()), (50_000, 50_000), "{name}");
        let mut counter = Counter::new();
        all.iter().for_each(|event| counter.add(*event));
        check_bounds(&grown.profile, &counter.finish(KEY_BITS));
    }
}

#[test]
fn what_has_events_in_common_or_other_keys_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let (path, _) = trace(dir.path(), "t.u64", 1_000, 3);
    let (profile, of) = shard(&path, 64, 0, 2);
    let mut merge = Merge::new(false);
    merge.add("one.json", profile.clone(), of.clone()).unwrap();
    let mut refused = |profile: Profile, of: Vec<Part>| merge.add("two.json", profile, of).unwrap_err();
    let said = refused(profile.clone(), of.clone()).to_string();
    assert!(said.contains("events 0..500 of sha256:") && said.contains("nothing that one.json has"), "{said}");
    for (first, end) in [(499, 1_000), (100, 101), (0, 1)] {
        let part = Part { first, end, ..of[0].clone() };
        assert!(matches!(refused(profile.clone(), vec![part]), Refused::Overlap(_, name, _) if name == "one.json"));
    }
    let part = |first, end| Part { first, end, ..of[0].clone() };
    assert_eq!(refused(profile.clone(), vec![]), Refused::Unknown);
    assert!(matches!(refused(profile.clone(), vec![part(700, 700)]), Refused::Empty(_)));
    let narrow = Profile { key_bits: 30, ..profile.clone() };
    assert_eq!(refused(narrow, vec![part(500, 900)]), Refused::KeyBits(30, "one.json".into(), 32));
    let shifted = selection(&Options { key_shift: 4, ..Options::key_bits(KEY_BITS) });
    let said = refused(profile.clone(), vec![Part { selection: shifted, ..part(500, 900) }]).to_string();
    assert!(said.contains("above 4: expected code, code, weight one, all bits above 0, as in one.json"), "{said}");
    // Another boot of the same device has the same numbers, and no event in common.
    let boot = BTreeMap::from([("boot".to_string(), "2".to_string())]);
    merge.add("two.json", profile.clone(), vec![Part { labels: boot, ..of[0].clone() }]).unwrap();
    merge.add("three.json", profile.clone(), vec![part(500, 900)]).unwrap();
    let merged = merge.finish(None).unwrap();
    assert_eq!((merged.profile.n, merged.of.len(), merged.profiles), (1_500, 2, 3));
    assert_eq!(merged.profile.nodes, 64);
    let mut careless = Merge::new(true);
    careless.add("one.json", profile.clone(), vec![]).unwrap();
    careless.add("one.json", profile, vec![]).unwrap();
    assert_eq!(careless.finish(None).unwrap().profile.n, 1_000);
    assert!(Merge::new(false).finish(None).is_err(), "a union of nothing");
}
