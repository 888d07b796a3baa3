//! The golden model against the published vectors, and case by case (docs/reference/phase.md).
use crate::support::{SCRIPT, program};
use treetap::model::phase::Phase;
use treetap::spec::phase::Config;
use treetap::spec::phase::record::IntervalRecord;

/// The records of the published program, and the CRC-32 of its footprints.
fn vector(config: Config) -> (Vec<IntervalRecord>, u32, Phase) {
    let mut phase = Phase::new(config);
    let mut crc = crc32fast::Hasher::new();
    let mut out = vec![];
    for retired in program(&SCRIPT, config.len) {
        if let Some(record) = phase.step(&retired) {
            crc.update(phase.footprint());
            out.push(record);
        }
    }
    (out, crc.finalize(), phase)
}

/// Intervals that are the sample of their phase, and the phases.
fn samples(records: &[IntervalRecord]) -> Vec<(u32, u16)> {
    records.iter().filter(|record| record.sampled).map(|record| (record.interval, record.id)).collect()
}

#[test]
fn intervals_of_10000_instructions_have_three_phases() {
    let (records, crc, phase) = vector(Config::of(10_000, 20));
    assert_eq!((crc, phase.phases()), (0xbbc9_f967, 3));
    let ids: Vec<u16> = SCRIPT.iter().flat_map(|&(phase, n)| vec![phase as u16 + 1; n as usize]).collect();
    assert_eq!(records.iter().map(|record| record.id).collect::<Vec<_>>(), ids);
    assert_eq!(phase.statistics().predicted, 42);
    assert_eq!(samples(&records), [(2, 1), (8, 2), (18, 3)]);
    assert_eq!(phase.statistics().discarded, 0);
    // Footprints have nothing to do with the threshold.
    assert_eq!(vector(Config { thr: 7, ..Config::of(10_000, 20) }).1, crc);
}

#[test]
fn short_intervals_are_noisy() {
    let (records, crc, phase) = vector(Config::of(4096, 20));
    assert_eq!((crc, phase.phases(), phase.statistics().predicted), (0x3c75_4d49, 6, 33));
    assert_eq!((samples(&records), phase.statistics().discarded), (vec![(2, 1), (8, 2), (18, 3)], 3));
    let (_, crc, phase) = vector(Config::of(1000, 20));
    assert_eq!((crc, phase.phases()), (0xc8a1_7b42, 28));
}
