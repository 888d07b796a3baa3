//! What a run found: the machine contract of `treetap sim --json`.
use super::library::{Broken, Outcome, Totals};
use crate::spec::event::Event;
use crate::spec::rap::Stall;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A value of the hardware that differs from the model's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The difference arose after this many events of the trace (exact when `exact`), or was seen there.
    pub event: u64,
    /// What differs: a header word of the dump (`n`, `T`, `lost`, `live`, `creates`, `over`), `node[i].prefix`,
    /// `node[i].level` or `node[i].own` in pre-order, `words`, `crc`, a port (`stat_n`, ...), `emitted`, a law
    /// (`law.sum_own`, ...), or a broken stream.
    pub field: String,
    /// What the hardware has.
    pub rtl: u64,
    /// What the model has.
    pub model: u64,
    /// Anything more there is to say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Whether `event` is the first event after which the difference exists, and not merely where it was noticed.
    pub exact: bool,
    /// A waveform of the events around it.
    pub waveform: Option<PathBuf>,
}

impl Fault {
    pub(super) fn new(event: u64, field: impl Into<String>, rtl: u64, model: u64) -> Self {
        Self { event, field: field.into(), rtl, model, note: None, exact: false, waveform: None }
    }

    pub(super) fn broken(event: u64, broken: &Broken) -> Self {
        let (field, note) = match broken {
            Broken::Hang => ("hang", "no stream moved any more".to_string()),
            Broken::Protocol(note) => ("protocol", note.clone()),
            Broken::Overrun(note) => ("overrun", note.clone()),
            Broken::Ended(note) => ("ended", note.clone()),
        };
        Self { note: Some(note), ..Self::new(event, field, 0, 0) }
    }
}

/// What a checker has counted and found.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// Events that entered the tree, or left the coalescer.
    pub emitted: u64,
    /// Nodes created.
    pub creates: u64,
    /// Rounds of the hand (docs/reference/rap.md R15).
    pub rounds: u64,
    /// Weight counted above the threshold (R15 H3).
    pub over: u64,
    /// Events of weight 0.
    pub zero_weight: u64,
    /// Snapshots, or flushes, answered.
    pub snapshots: u64,
    /// Commands that reset.
    pub resets: u64,
    /// Words and port values compared.
    pub compared: u64,
    /// Conservation laws checked.
    pub laws: u64,
    /// The longest time that these events may hold the engine, in cycles; 0 where there is none.
    pub service: u64,
    /// Differences.
    pub mismatches: u64,
    /// The first difference.
    pub fault: Option<Fault>,
}

impl Findings {
    pub(super) fn compare(&mut self, at: u64, field: &str, rtl: u64, model: u64) {
        self.compared += 1;
        if rtl != model {
            self.differ(Fault::new(at, field, rtl, model));
        }
    }

    pub(super) fn differ(&mut self, fault: Fault) {
        self.mismatches += 1;
        self.fault.get_or_insert(fault);
    }
}

/// A golden model that follows the hardware batch by batch.
pub trait Check: Send {
    /// Runs the model over a batch and compares what the testbench recorded during it. Positions count from the first
    /// event of the run. Returns whether all is well; what follows a difference is not worth looking at.
    fn batch(&mut self, events: &[Event], outcome: &Outcome) -> bool;

    /// Compares what the testbench has counted, once everything is answered, and gives what was found.
    fn finish(self: Box<Self>, totals: &Totals) -> Findings;
}

/// The outcome of one co-simulation. docs/contributing/cosim.md defines every figure.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// `rap` or `coalescer`.
    pub unit: &'static str,
    /// Name of the configuration.
    pub preset: &'static str,
    /// Name of the microarchitecture.
    pub engine: &'static str,
    /// What `verilator --version` prints.
    pub verilator: String,
    /// SHA-256 of the Verilog that was simulated.
    pub rtl_sha256: String,
    /// Seed of everything random in the run.
    pub seed: u64,
    /// Kind of idle cycles and back-pressure.
    pub backpressure: &'static str,
    /// Events of the trace that were accepted.
    pub events: u64,
    /// Events that reached the tree: what the coalescer sent, flushes included.
    pub emitted: u64,
    /// From the first `ev_valid` to the last word of the last answer.
    pub cycles: u64,
    /// Cycles in which an event was offered and not accepted, injected stalls left out.
    pub stall_cycles: u64,
    /// Cycles with an event offered and not accepted by reason (`stat_stall`), injected stalls included; only reasons
    /// that occurred.
    pub stalls: BTreeMap<&'static str, u64>,
    /// Nodes created in the whole run, whatever was reset in between.
    pub creates: u64,
    /// Always 0, for readers of older reports: the hardware has the hand, whose rounds are counted below.
    pub collapses: u64,
    /// Rounds of the hand (docs/reference/rap.md R15).
    pub rounds: u64,
    /// Weight counted above the threshold (R15 H3).
    pub over: u64,
    /// Longest time one event held the engine, in cycles.
    pub longest_pause: u64,
    /// The longest that the contract of the engine allows for these events, in cycles (docs/reference/rap.md#service).
    pub pause_limit: u64,
    /// Events per cycle, without the cycles of the dumps.
    pub events_per_cycle: f64,
    /// Emitted events per cycle, without the cycles of the dumps.
    pub emitted_per_cycle: f64,
    /// Words and port values compared.
    pub compared_words: u64,
    /// Conservation laws checked.
    pub laws_checked: u64,
    /// Differences found; the run ends with the batch of the first one.
    pub mismatches: u64,
    /// The first difference.
    pub fault: Option<Fault>,
    /// Why the first event of the difference is not known, or no waveform shows it.
    #[serde(skip)]
    pub not_located: Option<String>,
    /// Snapshots answered, the one at the end of the trace included.
    pub snapshots: u64,
    /// Resetting commands.
    pub resets: u64,
    /// Events of weight 0.
    pub zero_weight: u64,
    /// Keys cut to their low bits.
    pub cut_keys: u64,
    /// Cycles of all dumps.
    pub dump_cycles: u64,
    /// Injected idle cycles of the source.
    pub idle_cycles: u64,
    /// Injected stalls of an offered word.
    pub injected_stalls: u64,
    /// Events that come to the source per cycle, at even distances; absent if there is always one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate: Option<f64>,
    /// Most events that had come to the source and were not accepted: what a queue before the unit has to hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backlog: Option<u64>,
    /// Events that had to wait.
    pub blocked_events: u64,
    /// Commands accepted in a cycle in which an event was offered too.
    pub together: u64,
    /// Wall time of streaming and comparing, in seconds; builds are left out.
    pub wall_s: f64,
    /// Millions of trace events per second of wall time.
    pub mevents_per_s: f64,
    /// Millions of clock cycles per second of wall time.
    pub mcycles_per_s: f64,
}

impl Report {
    /// Fills in the counters of the testbench and the figures that follow from them.
    pub(super) fn measure(&mut self, totals: &Totals, wall_s: f64) {
        self.events = totals.events;
        self.emitted = totals.emitted;
        let last_cycle = if totals.last_cycle == 0 { totals.cycles } else { totals.last_cycle };
        self.cycles = (last_cycle + 1).saturating_sub(totals.first_cycle.max(1));
        self.stall_cycles = totals.stall_cycles;
        let cycles = |reason: &Stall| totals.stalls[*reason as usize];
        self.stalls = Stall::ALL.iter().filter(|r| cycles(r) > 0).map(|r| (r.name(), cycles(r))).collect();
        self.longest_pause = totals.longest_pause;
        self.dump_cycles = totals.answer_cycles;
        self.idle_cycles = totals.idle_cycles;
        self.injected_stalls = totals.injected_stalls;
        self.backlog = self.rate.map(|_| totals.backlog);
        self.blocked_events = totals.blocked_events;
        self.together = totals.together;
        let busy = self.cycles.saturating_sub(self.dump_cycles).max(1) as f64;
        self.events_per_cycle = self.events as f64 / busy;
        self.emitted_per_cycle = self.emitted as f64 / busy;
        self.wall_s = wall_s;
        self.mevents_per_s = self.events as f64 / wall_s.max(1e-9) / 1e6;
        self.mcycles_per_s = totals.cycles as f64 / wall_s.max(1e-9) / 1e6;
    }
}
