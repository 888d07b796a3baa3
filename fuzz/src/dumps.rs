//! What comes out of the hardware, and what is kept of it: dumps, profiles as JSON, maps of checks, answers of a bus.
use treetap::analysis::chkplan;
use treetap::host::{self, Transport};
use treetap::lang::hps::Image;
use treetap::model::profile::Profile;
use treetap::report::hot;
use treetap::report::json::{Dump, HotRanges};
use treetap::spec::checkmap;
use treetap::spec::core::Core;
use treetap::spec::profiler::{Config, PRESETS};
use treetap::spec::rap::Collapse;
use treetap::spec::select::Kind;
use treetap::spec::tap::AddrSrc;

/// A map of checks, with the checksum that is there and with a right one.
pub fn check_map(bytes: &[u8]) {
    let mut sealed = bytes.to_vec();
    if let Some((body, crc)) = sealed.split_last_chunk_mut::<4>() {
        *crc = crc32fast::hash(body).to_le_bytes();
    }
    for bytes in [bytes, &sealed[..]] {
        match chkplan::from_bytes(bytes) {
            Ok(image) => assert_eq!(chkplan::from_bytes(&chkplan::to_bytes(&image)), Ok(image)),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// What can be worked with is worked with.
fn show(profile: &Profile) {
    let below: u64 = profile.tree.iter().map(|node| node.own).sum();
    assert_eq!(below, profile.n);
    assert!(!hot::ranges(profile, 0.01).is_empty());
    let rows = HotRanges::of(profile, 0.1);
    assert!(rows.hot.iter().all(|row| row.lo <= row.hi && row.hi <= profile.n.saturating_add(u64::MAX)));
}

/// The words with the checksum that belongs to them.
fn sealed(words: &[u64]) -> Vec<u64> {
    let mut words = words.to_vec();
    if let Some((crc, body)) = words.split_last_mut() {
        let bytes: Vec<u8> = body.iter().flat_map(|word| word.to_le_bytes()).collect();
        *crc = crc32fast::hash(&bytes).into();
    }
    words
}

/// The words of a dump: what is read is written as the same words, and its JSON is read as the same profile.
fn words(words: &[u64], key_bits: u32, count_bits: u32, nodes: u32, collapse: Collapse) {
    match Profile::from_words(words, key_bits, count_bits, nodes, collapse) {
        Ok(profile) => {
            assert_eq!(profile.to_words(), words);
            show(&profile);
            let again = Dump::from(&profile).profile();
            assert_eq!(again.map(|again| Profile { count_bits, ..again }), Ok(profile));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

pub fn dump(bytes: &[u8]) {
    let ([keys, counts, nodes, rule], rest) = super::head(bytes);
    let (key_bits, count_bits) = (2 + 2 * u32::from(keys % 32), 1 + u32::from(counts % 48));
    let collapse = if rule & 1 == 0 { Collapse::Stop } else { Collapse::HAND };
    let given: Vec<u64> =
        rest.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes"))).collect();
    let nodes = 1 + u32::from(nodes) * 8;
    words(&given, key_bits, count_bits, nodes, collapse);
    words(&sealed(&given), key_bits, count_bits, nodes, collapse);
}

/// A profile as JSON is read as it was written.
pub fn json(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let Ok(dump) = serde_json::from_str::<Dump>(text) else { return };
    match dump.profile() {
        Ok(profile) => {
            show(&profile);
            let written = serde_json::to_string(&Dump::from(&profile)).expect("plain data has a JSON form");
            let again: Dump = serde_json::from_str(&written).expect("what was written is read");
            assert_eq!(again.profile(), Ok(profile));
        }
        Err(reason) => assert!(!reason.is_empty()),
    }
}

/// A bus that answers with the words of the input, and fails after them.
struct Script<'a>(&'a [u8]);

/// There are no more words.
#[derive(Debug)]
struct Ended;

impl std::fmt::Display for Ended {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("no more words")
    }
}

impl std::error::Error for Ended {}

impl Transport for Script<'_> {
    type Error = Ended;
    fn read(&mut self, _: u16) -> Result<u32, Ended> {
        let (word, rest) = self.0.split_first_chunk().ok_or(Ended)?;
        self.0 = rest;
        Ok(u32::from_le_bytes(*word))
    }
    fn write(&mut self, _: u16, _: u32) -> Result<(), Ended> {
        Ok(())
    }
}

/// A map of checks for every second length of input.
fn map(bytes: &[u8]) -> Option<checkmap::Image> {
    (bytes.len() % 2 == 1).then(|| checkmap::Image::new(0x8000_0000, 32))
}

/// A profiler: set-up, dump, counters, whatever it answers.
pub fn readout(bytes: &[u8]) {
    let session = || {
        let mut host = host::Host::connect(Script(bytes))?;
        host.start(&Config { map: map(bytes), ..Config::new(&PRESETS[0], Core::Picorv32, Kind::Code) })?;
        let dump = host.dump(false)?;
        for given in [dump.words.clone(), sealed(&dump.words)] {
            words(&given, dump.key_bits, dump.count_bits, dump.nodes, Collapse::Stop);
        }
        let _ = host.counters()?.0.check(0, 0);
        host.sampled()?;
        host.refusals("reading it out")
    };
    if let Err(error) = session() {
        assert!(!error.to_string().is_empty());
    }
}

/// A monitor: set-up, events, registers, whatever it answers.
pub fn monitor(bytes: &[u8]) {
    let session = || {
        let mut host = host::monitor::Host::connect(Script(bytes))?;
        let program = host::monitor::Program { image: Image::empty(*host.config()), control: 1 };
        let switches = host::monitor::Switches { hold: false, stream: false };
        host.start(&program, map(bytes).as_ref(), AddrSrc::Mem, switches)?;
        let mut events = vec![];
        let waiting = host.events(&mut events)?;
        assert_eq!(events.len(), waiting as usize);
        host.registers()?;
        host.obeyed("nothing")
    };
    if let Err(error) = session() {
        assert!(!error.to_string().is_empty());
    }
}
