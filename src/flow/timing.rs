//! What nextpnr reports: clock, use, and the critical path.
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The clock of a placed design.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Timing {
    /// Highest clock in MHz.
    pub fmax: f64,
    /// The path that limits it.
    pub path: Option<Path>,
}

/// A path from a register to a register.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Path {
    /// The net that the first register drives.
    pub from: String,
    /// The cell and pin where it ends.
    pub to: String,
    /// Nanoseconds in cells, with clock-to-output and setup.
    pub logic_ns: f64,
    /// Nanoseconds on wires.
    pub routing_ns: f64,
    /// Cells that it passes, carry steps not counted.
    pub cells: u32,
    /// Carry steps.
    pub carries: u32,
}

/// The part of `--report` that is read.
#[derive(Debug, Deserialize)]
pub struct Report {
    fmax: BTreeMap<String, Clock>,
    utilization: BTreeMap<String, Used>,
    critical_paths: Vec<RawPath>,
}

#[derive(Debug, Deserialize)]
struct Clock {
    achieved: f64,
}

#[derive(Debug, Deserialize)]
struct Used {
    available: u32,
    used: u32,
}

#[derive(Debug, Deserialize)]
struct RawPath {
    from: String,
    to: String,
    path: Vec<Segment>,
}

#[derive(Debug, Deserialize)]
struct Segment {
    #[serde(rename = "type")]
    kind: String,
    delay: f64,
    from: Pin,
    to: Pin,
    net: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Pin {
    cell: String,
    port: String,
}

/// Reads a report.
pub fn parse(text: &str) -> Result<Report, String> {
    serde_json::from_str(text).map_err(|e| e.to_string())
}

impl Report {
    /// How many of a kind of cell are used, and how many there are.
    pub fn used(&self, kind: &str) -> Result<(u32, u32), String> {
        let used = self.utilization.get(kind).ok_or_else(|| format!("the report counts no {kind}"))?;
        Ok((used.used, used.available))
    }

    /// The slowest clock and its critical path.
    pub fn timing(&self) -> Result<Timing, String> {
        let slowest = self.fmax.iter().min_by(|a, b| a.1.achieved.total_cmp(&b.1.achieved));
        let (clock, speed) = slowest.ok_or("the report has no clock")?;
        let within = |end: &str| end.strip_prefix("posedge ").is_some_and(|name| name == clock);
        let path = self.critical_paths.iter().find(|path| within(&path.from) && within(&path.to));
        Ok(Timing { fmax: speed.achieved, path: path.and_then(RawPath::read) })
    }
}

impl RawPath {
    fn read(&self) -> Option<Path> {
        let first = self.path.iter().find_map(|segment| segment.net.as_deref());
        let last = self.path.last()?;
        let sum = |routing: bool| {
            let delays = self.path.iter().filter(|s| (s.kind == "routing") == routing).map(|s| s.delay);
            delays.sum::<f64>()
        };
        let logic = || self.path.iter().filter(|segment| segment.kind == "logic");
        let carry = |segment: &&Segment| ["CO", "FCO"].iter().any(|end| segment.to.port.starts_with(end));
        let carries = logic().filter(carry).count() as u32;
        Some(Path {
            from: first.unwrap_or(&self.path.first()?.from.cell).to_string(),
            to: format!("{}.{}", last.to.cell, last.to.port),
            logic_ns: sum(false),
            routing_ns: sum(true),
            cells: logic().count() as u32 - carries,
            carries,
        })
    }
}
