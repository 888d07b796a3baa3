//! One run of one unit: streams a workload through the design, with the golden model beside it on a thread of its own.
pub use super::bench::{Bench, Options, Streamed};

use super::bench::Player;
use super::library::Outcome;
use super::report::{Findings, Report};
use super::source::Workload;
use super::traffic::Rate;
use super::{Error, locate};
use crate::spec::event::Event;
use std::sync::mpsc::sync_channel;
use std::time::Instant;

/// Batches that may wait for the model: enough to even out the two threads, few enough to bound memory.
const BATCHES_AHEAD: usize = 4;
impl Bench {
    /// Streams the whole workload and a last snapshot, with the model running beside on a thread of its own. `progress`
    /// hears of every batch: events so far, and bytes read of bytes in the file where they are known.
    ///
    /// # Errors
    /// A workload that cannot be read. Differences are in the report.
    pub fn run(&self, workload: &Workload, progress: &mut dyn FnMut(u64, Option<(u64, u64)>)) -> Result<Report, Error> {
        let options = self.options();
        let mut source = workload.open()?;
        let mut checker = options.checker(options.sample_every)?;
        let mut player = Player::new(self.library(), options, options.sample_every);
        let started = Instant::now();
        let (send, receive) = sync_channel::<(Vec<Event>, Outcome)>(BATCHES_AHEAD);
        let checker = std::thread::scope(|scope| {
            let model = scope.spawn(move || {
                for (events, outcome) in receive {
                    if !checker.batch(&events, &outcome) {
                        break;
                    }
                }
                checker
            });
            loop {
                let mut events = vec![];
                source.next_batch(&mut events)?;
                let at_end = events.is_empty();
                let outcome = if at_end { player.end() } else { player.play(&events) };
                let broken = outcome.broken.is_some();
                // The model stops listening after a difference.
                if send.send((events, outcome)).is_err() || broken || at_end {
                    break;
                }
                progress(player.position, source.bytes());
            }
            drop(send);
            Ok::<_, Error>(model.join().expect("the model does not panic"))
        })?;
        let wall_s = started.elapsed().as_secs_f64();
        let mut report = self.report(checker.finish(&player.simulation.totals()), &player, wall_s);
        report.cut_keys = source.cut_keys();
        if let Some(fault) = &mut report.fault
            && (options.locate || options.waveform.is_some())
        {
            let located =
                if workload.is_repeatable() { locate::refine(self, workload, fault) } else { Err(Error::Once) };
            report.not_located = located.err().map(|error| error.to_string());
        }
        Ok(report)
    }

    fn report(&self, found: Findings, player: &Player, wall_s: f64) -> Report {
        let mut report = Report {
            unit: self.options().unit().name(),
            preset: self.options().preset(),
            engine: self.options().microarchitecture(),
            verilator: self.tools.verilator_version.clone(),
            rtl_sha256: self.design().sha256(),
            seed: self.options().seed,
            backpressure: self.options().pressure.name(),
            rate: self.options().rate.map(Rate::per_cycle),
            creates: found.creates,
            rounds: found.rounds,
            absorbed: found.absorbed,
            over: found.over,
            pause_limit: found.service,
            snapshots: found.snapshots,
            resets: found.resets,
            zero_weight: found.zero_weight,
            compared_words: found.compared,
            laws_checked: found.laws,
            mismatches: found.mismatches,
            fault: found.fault,
            ..Report::default()
        };
        report.measure(&player.simulation.totals(), wall_s);
        report
    }
}

/// Builds, streams, compares.
///
/// # Errors
/// What [`Bench::new`] and [`Bench::run`] report.
pub fn run(options: &Options, workload: &Workload) -> Result<Report, Error> {
    Bench::new(options)?.run(workload, &mut |_, _| {})
}
