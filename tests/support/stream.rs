//! The checker of the rules of streams (docs/reference/stream_rules.md).

/// How a stream broke its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamFault {
    /// `valid` fell before the word was taken (S2).
    Withdrawn(u64),
    /// The payload changed while it waited (S3).
    Changed(u64),
}

/// Watches one stream, once per clock cycle, and counts what it saw.
///
/// The counters let a test prove that its stimulus happened: words moved, waits, idle cycles.
#[derive(Clone, Debug, Default)]
pub struct Monitor {
    waiting: Option<Vec<u64>>,
    /// Cycles seen.
    pub cycles: u64,
    /// Words transferred (`valid` and `ready`).
    pub transfers: u64,
    /// Cycles with `valid` and without `ready`.
    pub waits: u64,
    /// Cycles without `valid`.
    pub idle: u64,
}

impl Monitor {
    /// One cycle, sampled just before the rising edge. `payload` is the whole payload in words of any split.
    ///
    /// # Errors
    /// The rule broken in this cycle (S2, S3).
    pub fn cycle(&mut self, reset: bool, valid: bool, ready: bool, payload: &[u64]) -> Result<(), StreamFault> {
        let cycle = self.cycles;
        self.cycles += 1;
        if reset {
            self.waiting = None;
            return Ok(());
        }
        if let Some(was) = self.waiting.take() {
            if !valid {
                return Err(StreamFault::Withdrawn(cycle));
            }
            if was != payload {
                return Err(StreamFault::Changed(cycle));
            }
        }
        match (valid, ready) {
            (true, true) => self.transfers += 1,
            (true, false) => {
                self.waits += 1;
                self.waiting = Some(payload.to_vec());
            }
            (false, _) => self.idle += 1,
        }
        Ok(())
    }
}

#[test]
fn a_lawful_stream_is_counted() {
    let mut monitor = Monitor::default();
    for (valid, ready, word) in [(false, true, 0), (true, false, 7), (true, true, 7), (true, true, 8)] {
        monitor.cycle(false, valid, ready, &[word]).unwrap();
    }
    assert_eq!((monitor.cycles, monitor.transfers, monitor.waits, monitor.idle), (4, 2, 1, 1));
}

#[test]
fn a_withdrawn_offer_is_a_fault() {
    let mut monitor = Monitor::default();
    monitor.cycle(false, true, false, &[1]).unwrap();
    assert_eq!(monitor.cycle(false, false, true, &[1]), Err(StreamFault::Withdrawn(1)));
}

#[test]
fn a_payload_that_changes_while_it_waits_is_a_fault() {
    let mut monitor = Monitor::default();
    monitor.cycle(false, true, false, &[1, 2]).unwrap();
    assert_eq!(monitor.cycle(false, true, true, &[1, 3]), Err(StreamFault::Changed(1)));
}

#[test]
fn a_reset_may_withdraw_an_offer() {
    let mut monitor = Monitor::default();
    monitor.cycle(false, true, false, &[1]).unwrap();
    monitor.cycle(true, false, false, &[0]).unwrap();
    monitor.cycle(false, false, false, &[0]).unwrap();
    assert_eq!(monitor.idle, 1);
}
