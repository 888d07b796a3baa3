//! Bursts of references, hot data streams, interval logs and logs of profiles.
use std::io::Cursor;
use treetap::model::hotstream::Trace;
use treetap::report::hotstream::Saved;
use treetap::spec::hotstream::{Limits, Reference};
use treetap::trace::bursts::{BLOCK, Reader};
use treetap::trace::phaselog::{self, Encoder, Record};
use treetap::trace::{Error, intervals};

/// Most references that become a profile here.
const MOST: u64 = 1 << 12;

fn read(bytes: Vec<u8>) -> Option<Vec<Reference>> {
    let outcome = (|| {
        let mut reader = Reader::from_stream(Cursor::new(bytes), "fuzz")?;
        let (mut all, mut batch) = (vec![], vec![]);
        while reader.next_batch(&mut batch)? > 0 {
            assert!(batch.len() <= BLOCK);
            all.extend_from_slice(&batch);
        }
        assert_eq!(reader.records(), all.len() as u64);
        Ok::<_, Error>(all)
    })();
    outcome.map_err(|error| assert!(!error.to_string().is_empty())).ok()
}

/// A file, and a file whose only block has these bytes and a right checksum; what was read becomes a profile.
pub fn bursts(bytes: &[u8]) {
    let _ = read(bytes.to_vec());
    let ([count], payload) = super::head(bytes);
    let block = |count: u32, payload: &[u8]| {
        let mut block = [&count.to_le_bytes()[..], &(payload.len() as u32).to_le_bytes(), payload].concat();
        block.extend(crc32fast::hash(&block).to_le_bytes());
        block
    };
    let total = u64::from(count).to_le_bytes();
    let Some(references) = read([&b"\x89BRST\r\n\x01"[..], &block(count.into(), payload), &block(0, &total)].concat())
    else {
        return;
    };
    let mut trace = Trace::limited(MOST);
    references.iter().for_each(|reference| _ = trace.push(*reference));
    let profile = trace.profile(&Limits { min: 2, max: 20, cover: 90 });
    assert!(profile.heat() <= profile.references);
    let saved = serde_json::to_vec(&Saved::from(&profile)).unwrap();
    let again: Saved = serde_json::from_slice(&saved).unwrap();
    assert_eq!(again.profile(), Ok(profile));
}

/// A profile of hot data streams as JSON, laid over itself.
pub fn profile(bytes: &[u8]) {
    let Ok(saved) = serde_json::from_slice::<Saved>(bytes) else { return };
    if let Ok(profile) = saved.profile() {
        let (part, whole) = profile.overlap(&profile);
        assert!(part <= whole);
    }
}

/// An interval log: what was read is written and read again.
pub fn interval_log(bytes: &[u8]) {
    match intervals::parse(bytes, "fuzz") {
        Ok(found) => {
            let again = intervals::parse(&intervals::to_bytes(&found), "fuzz");
            assert_eq!(again.ok(), Some(found));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// A log of profiles, and one frame that holds these bytes: what was read is written and read again.
pub fn profile_log(bytes: &[u8]) {
    let length = (bytes.len() as u32).to_le_bytes();
    for bytes in [bytes.to_vec(), [&length[..], &length, bytes].concat()] {
        let found = phaselog::decode(&bytes);
        assert_eq!(found.whole(), found.intervals.is_some() && found.fault.is_none());
        let mut encoder = Encoder::default();
        for record in &found.records {
            match record {
                Record::Profile(profile) => encoder.profile(profile),
                Record::Trace(runs) => encoder.trace(runs),
            }
        }
        let again = phaselog::decode(&encoder.end(7));
        assert!(again.whole());
        // Phases without a run are no record.
        let told = |record: &Record| !matches!(record, Record::Trace(runs) if runs.is_empty());
        assert_eq!(again.records, found.records.into_iter().filter(told).collect::<Vec<_>>());
    }
}
