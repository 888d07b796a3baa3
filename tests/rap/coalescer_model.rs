//! The coalescer model: rule R10 of docs/reference/coalescer.md against a literal transcription, conservation of
//! weight, and its place before the tree.
use crate::support::shapes::{SHAPES, cc1_blocks, events};
use proptest::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use treetap::model::coalescer::Coalescer;
use treetap::model::rap::{Rap, Top};
use treetap::spec::coalescer::Config;
use treetap::spec::event::{Command, Event};
use treetap::spec::rap;

/// R10 with the index taken bit by bit and a sparse table.
struct Reference {
    config: Config,
    table: BTreeMap<u64, Event>,
}

impl Reference {
    fn index(&self, key: u64) -> u64 {
        let bits = self.config.entries.trailing_zeros();
        (0..64).filter(|bit| key >> bit & 1 == 1).fold(0, |index, bit| index ^ 1 << (bit % bits))
    }

    fn push(&mut self, event: Event) -> Option<Event> {
        let index = self.index(event.key);
        match self.table.get_mut(&index) {
            Some(entry)
                if entry.key == event.key
                    && entry.weight as u32 + event.weight as u32 <= self.config.weight_max as u32 =>
            {
                entry.weight += event.weight;
                None
            }
            _ => self.table.insert(index, event),
        }
    }
}

static GROWN: AtomicU64 = AtomicU64::new(0);
static FULL: AtomicU64 = AtomicU64::new(0);
static DISPLACED: AtomicU64 = AtomicU64::new(0);

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    // Run by the test of what its streams meet.
    fn coalescer_equals_the_rule_and_conserves_the_weight_of_every_key(
        bits in 4u32..=12, weight_max in prop_oneof![1u16..20, Just(u16::MAX)],
        heaviest in prop_oneof![Just(1u16), Just(50), Just(u16::MAX)],
        shape in proptest::sample::select(&SHAPES[..]), key_bits in (1u32..=32).prop_map(|l| 2 * l), seed: u64,
    ) {
        let config = Config { entries: 1 << bits, weight_max };
        let mut coalescer = Coalescer::new(config).unwrap();
        let mut reference = Reference { config, table: BTreeMap::new() };
        let mut balance: HashMap<u64, i64> = HashMap::new();
        for event in events(shape, key_bits, heaviest.min(weight_max), 2000, seed) {
            *balance.entry(event.key).or_default() += i64::from(event.weight);
            let out = coalescer.push(event);
            prop_assert_eq!(out, reference.push(event));
            if let Some(out) = out {
                prop_assert!((1..=weight_max).contains(&out.weight));
                *balance.entry(out.key).or_default() -= i64::from(out.weight);
                DISPLACED.fetch_add(1, Ordering::Relaxed);
                FULL.fetch_add(u64::from(out.key == event.key), Ordering::Relaxed);
            } else {
                GROWN.fetch_add(1, Ordering::Relaxed);
            }
        }
        let held = coalescer.held();
        let mut flushed = vec![];
        coalescer.flush(|out| flushed.push(out));
        prop_assert_eq!(flushed.iter().map(|e| u64::from(e.weight)).sum::<u64>(), held);
        prop_assert_eq!(&flushed, &reference.table.values().copied().collect::<Vec<_>>());
        flushed.iter().for_each(|out| *balance.get_mut(&out.key).unwrap() -= i64::from(out.weight));
        prop_assert!(balance.values().all(|&weight| weight == 0));
    }
}

#[test]
fn streams_that_grow_fill_and_displace_entries_conserve_the_weight_of_every_key() {
    coalescer_equals_the_rule_and_conserves_the_weight_of_every_key();
    let counts = [&GROWN, &FULL, &DISPLACED].map(|c| c.load(Ordering::Relaxed));
    assert!(counts.iter().all(|&count| count > 10_000), "{counts:?}");
}

#[test]
fn a_profiler_is_a_coalescer_in_front_of_a_tree() {
    let coalescer_config = Config::new(256);
    let config = rap::Config { coalescer: Some(coalescer_config), ..rap::Config::new(48, 512) };
    let keys = cc1_blocks();
    let mut top = Top::new(config).unwrap();
    let mut coalescer = Coalescer::new(coalescer_config).unwrap();
    let mut tree = Rap::new(config).unwrap();
    let mut emitted = 0;
    for &key in &keys {
        top.add(Event::unit(key));
        if let Some(event) = coalescer.push(Event::unit(key)) {
            emitted += 1;
            tree.add(event);
        }
    }
    assert_eq!(top.emitted(), emitted);
    coalescer.flush(|event| {
        emitted += 1;
        tree.add(event);
    });
    let profile = top.command(Command::Snapshot).unwrap();
    assert_eq!(profile, tree.snapshot());
    assert_eq!((profile.n, top.emitted()), (keys.len() as u64, emitted));
    assert!(emitted * 2 < keys.len() as u64 && tree.rounds() > 0, "{emitted} of {} events", keys.len());
}

#[test]
fn an_event_heavier_than_the_limit_passes_through_alone() {
    let mut coalescer = Coalescer::new(Config { entries: 16, weight_max: 10 }).unwrap();
    let heavy = Event { key: 3, weight: 11 };
    assert_eq!([coalescer.push(heavy), coalescer.push(heavy)], [None, Some(heavy)]);
    assert_eq!(coalescer.push(Event::unit(3)), Some(heavy));
}
