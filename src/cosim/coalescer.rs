//! The `coalescer` unit: every coalesced event, in order, against [`crate::model::coalescer`].
use super::library::{Command, Outcome};
use super::report::{Check, Fault, Findings};
use crate::model::coalescer::Coalescer;
use crate::spec::coalescer::{Config, Error};
use crate::spec::event::{self, Event};
use std::collections::VecDeque;

/// Codes of the operation port.
const FLUSH: u64 = 1;
const CLEAR: u64 = 2;

/// A command of the event stream as operations: a snapshot flushes, a reset clears.
pub(super) fn operations(command: Command) -> Vec<Command> {
    let code = event::Command::ALL.into_iter().find(|c| *c as u64 == command.op);
    let mut operations = vec![];
    if code.is_some_and(event::Command::dumps) {
        operations.push(Command { op: FLUSH, ..command });
    }
    if code.is_some_and(event::Command::resets) {
        operations.push(Command { op: CLEAR, ..command });
    }
    operations
}

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

    fn operation(&mut self, op: u64) {
        let at = self.position;
        if op == FLUSH {
            let ahead = &mut self.ahead;
            self.coalescer.flush(|event| ahead.push_back((event, at)));
        } else {
            self.dropped += self.coalescer.held();
            self.coalescer.clear();
        }
    }

    /// After an operation everything has left: nothing may be owed, and weight must balance.
    fn settled(&mut self, op: u64, zero_weight: u64) {
        let at = self.position;
        self.findings.compare(at, "owed", 0, self.ahead.len() as u64);
        self.findings.compare(at, "law.weight", self.sent + self.dropped, self.offered);
        self.findings.laws += 1;
        if op == FLUSH {
            self.findings.snapshots += 1;
            self.findings.compare(at, "stat_zero_weight", zero_weight, self.zero_weight);
        } else {
            self.findings.resets += 1;
            self.findings.zero_weight += self.zero_weight;
            self.zero_weight = 0;
        }
    }
}

impl Check for Checker {
    fn batch(&mut self, events: &[Event], outcome: &Outcome) -> bool {
        let start = self.position;
        let mut seen = 0;
        for record in &outcome.records {
            let taken = (record.position.saturating_sub(start) as usize).min(events.len());
            let from = (self.position - start) as usize;
            self.take(&events[from.min(taken)..taken]);
            self.operation(record.op);
            let end = record.first_word as usize;
            self.words(&outcome.words[seen..end]);
            seen = end;
            self.settled(record.op, record.stats.zero_weight);
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

    fn finish(mut self: Box<Self>, emitted: u64) -> Findings {
        self.findings.zero_weight += self.zero_weight;
        if self.findings.fault.is_none() {
            self.findings.compare(self.position, "emitted", emitted, self.findings.emitted);
        }
        self.findings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resetting_snapshot_is_two_operations() {
        let ops = |op| operations(Command { position: 7, op }).iter().map(|c| (c.position, c.op)).collect::<Vec<_>>();
        assert_eq!(ops(1), [(7, FLUSH)]);
        assert_eq!(ops(2), [(7, CLEAR)]);
        assert_eq!(ops(3), [(7, FLUSH), (7, CLEAR)]);
    }
}
