//! A daemon that arms intervals without delay does what the tracker does by itself (docs/reference/phaseeval.md, V9).
use crate::support::{SCRIPT, program};
use std::convert::Infallible;
use treetap::host::phase::Daemon;
use treetap::host::{Error, Transport};
use treetap::model::phase::Phase;
use treetap::spec::phase::record::IntervalRecord;
use treetap::spec::phase::{Build, Config};

/// The model of a tracker behind a bus.
struct Bus(Phase);

impl Transport for Bus {
    type Error = Infallible;

    fn read(&mut self, offset: u16) -> Result<u32, Infallible> {
        Ok(self.0.read(offset))
    }

    fn write(&mut self, offset: u16, data: u32) -> Result<(), Infallible> {
        self.0.write(offset, data);
        Ok(())
    }
}

#[test]
fn a_daemon_without_delay_equals_the_tracker_alone() {
    let (mut intervals, mut sampled, mut discarded) = (0, 0, 0);
    for (len, k) in [(10_000, 3), (10_000, 1), (4096, 3), (4096, 1), (1000, 2)] {
        let config = Config { k, ..Config::of(len, 20) };
        let mut alone = Phase::new(config);
        let mut daemon = Daemon::start(Bus(Phase::reset(Build::PAPER)), &config, Build::PAPER.phases as u16).unwrap();
        for retired in program(&SCRIPT, len) {
            let (ours, theirs) = (daemon.transport().0.step(&retired), alone.step(&retired));
            let ended = daemon.poll().unwrap();
            assert_eq!((ours, ended.is_some()), (theirs, theirs.is_some()));
            let Some(IntervalRecord { id, predicted, sampled: taken, discarded: vain, .. }) = theirs else { continue };
            let ended = ended.unwrap();
            assert_eq!((ended.id, ended.predicted, ended.armed), (id, predicted, alone.sampling()));
            assert_eq!(daemon.transport().0.sampling(), alone.sampling());
            (intervals, sampled, discarded) = (intervals + 1, sampled + u32::from(taken), discarded + u32::from(vain));
        }
        assert_eq!(daemon.transport().0.statistics(), alone.statistics());
    }
    assert!(intervals == 5 * 52 && sampled > 10 && discarded > 3, "{intervals} {sampled} {discarded}");
}

#[test]
fn what_is_no_tracker_is_refused() {
    #[derive(Debug)]
    struct Nothing;
    impl Transport for Nothing {
        type Error = Infallible;
        fn read(&mut self, _: u16) -> Result<u32, Infallible> {
            Ok(7)
        }
        fn write(&mut self, _: u16, _: u32) -> Result<(), Infallible> {
            Ok(())
        }
    }
    let refused = Daemon::start(Nothing, &Config::default(), 20).unwrap_err();
    assert!(matches!(refused, Error::NotAPhaseTracker(7)) && refused.to_string().contains("0x00000007"), "{refused}");
}
