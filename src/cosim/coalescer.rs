//! The `coalescer` unit: every coalesced event, in order, against [`crate::model::coalescer`].
use super::library::{Broken, Outcome, Totals};
use super::report::{Check, Fault, Findings};
use crate::model::coalescer::Coalescer;
use crate::spec::coalescer::{Config, Error};
use crate::spec::event::{Command, Event};
use std::collections::VecDeque;

/// The model, at a position of the event stream.
#[derive(Debug)]
pub struct Checker {
    coalescer: Coalescer,
    position: u64,
    /// Weights: in, out, and thrown away by clearing operations.
    offered: u64,
    sent: u64,
    dropped: u64,
    zero_weight: u64,
    /// Sent by the model, not yet seen of the hardware.
    ahead: VecDeque<(Event, u64)>,
    findings: Findings,
}

impl Checker {
    /// An empty coalescer.
    ///
    /// # Errors
    /// An illegal configuration.
    pub fn new(config: Config) -> Result<Self, Error> {
        Ok(Self {
            coalescer: Coalescer::new(config)?,
            position: 0,
            offered: 0,
            sent: 0,
            dropped: 0,
            zero_weight: 0,
            ahead: VecDeque::new(),
            findings: Findings::default(),
        })
    }

    fn take(&mut self, events: &[Event]) {
        for event in events {
            self.position += 1;
            self.offered += u64::from(event.weight);
            self.zero_weight += u64::from(event.weight == 0);
            if let Some(out) = self.coalescer.push(*event) {
                self.ahead.push_back((out, self.position));
            }
        }
    }

    /// Compares what the hardware has sent.
    fn words(&mut self, words: &[u64]) {
        for pair in words.chunks_exact(2) {
            let (key, weight) = (pair[0], pair[1]);
            self.sent += weight;
            self.findings.emitted += 1;
            match self.ahead.pop_front() {
                Some((model, at)) => {
                    self.findings.compare(at, "out_key", key, model.key);
                    self.findings.compare(at, "out_weight", weight, model.weight.into());
                }
                None => {
                    let note = Some("the hardware sent an event that the model holds back".into());
                    self.findings.differ(Fault { note, ..Fault::new(self.position, "out_key", key, 0) });
                }
            }
        }
    }

    /// An operation has the code of the command it stands for: a snapshot sends every entry, a reset empties without
    /// sending.
    fn operation(&mut self, command: Command) {
        let at = self.position;
        if command.dumps() {
            let ahead = &mut self.ahead;
            self.coalescer.flush(|event| ahead.push_back((event, at)));
        }
        if command.resets() {
            self.dropped += self.coalescer.held();
            self.coalescer.clear();
        }
    }

    /// After an operation everything has left: nothing may be owed, and weight must balance.
    fn settled(&mut self, command: Command, zero_weight: u64) {
        let at = self.position;
        self.findings.compare(at, "owed", 0, self.ahead.len() as u64);
        self.findings.compare(at, "law.weight", self.sent + self.dropped, self.offered);
        self.findings.laws += 1;
        self.findings.snapshots += u64::from(command.dumps());
        if command.resets() {
            self.findings.resets += 1;
            self.findings.zero_weight += self.zero_weight;
            self.zero_weight = 0;
        }
        self.findings.compare(at, "stat_zero_weight", zero_weight, self.zero_weight);
    }
}

impl Check for Checker {
    fn batch(&mut self, events: &[Event], outcome: &Outcome) -> bool {
        let start = self.position;
        // What a design said until it ended the simulation is cut off anywhere.
        if let Some(broken @ Broken::Ended(_)) = &outcome.broken {
            self.findings.differ(Fault::broken(start + outcome.accepted, broken));
            return false;
        }
        let mut seen = 0;
        for record in &outcome.records {
            let taken = (record.position.saturating_sub(start) as usize).min(events.len());
            let from = (self.position - start) as usize;
            self.take(&events[from.min(taken)..taken]);
            let command = record.command();
            self.operation(command);
            // The answer of a command that hangs lies nowhere.
            let end = (record.first_word as usize).clamp(seen, outcome.words.len());
            self.words(&outcome.words[seen..end]);
            seen = end;
            self.settled(command, record.stats.zero_weight);
            if self.findings.fault.is_some() {
                return false;
            }
        }
        if outcome.broken.is_none() {
            let from = (self.position - start) as usize;
            self.take(&events[from..]);
            self.words(&outcome.words[seen..]);
        }
        if let Some(broken) = &outcome.broken {
            self.findings.differ(Fault::broken(start + outcome.accepted, broken));
        }
        self.findings.fault.is_none()
    }

    fn finish(mut self: Box<Self>, totals: &Totals) -> Findings {
        self.findings.zero_weight += self.zero_weight;
        if self.findings.fault.is_none() {
            self.findings.compare(self.position, "emitted", totals.emitted, self.findings.emitted);
        }
        self.findings
    }
}
