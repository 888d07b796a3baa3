//! Retirements out of waveforms: the ports `rvfi_*` of one core in a VCD or FST file, sampled before every rising edge
//! of its clock.
use super::super::Error;
use super::{BLOCK, fst};
use crate::spec::retire::Rvfi;
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use wellen::stream::{Filter, StreamingWaveform, read_from_file};
use wellen::{Hierarchy, LoadOptions, SignalRef, SignalValue, Var};

/// A port and the field it goes into.
struct Port {
    name: &'static str,
    /// No record can do without.
    needed: bool,
    set: fn(&mut Rvfi, u64),
}

const fn port(name: &'static str, needed: bool, set: fn(&mut Rvfi, u64)) -> Port {
    Port { name, needed, set }
}

/// The ports beside [`VALID`].
const PORTS: [Port; 16] = [
    port("rvfi_pc_rdata", true, |record, value| record.pc = value),
    port("rvfi_pc_wdata", true, |record, value| record.next_pc = value),
    port("rvfi_insn", true, |record, value| record.insn = value as u32),
    port("rvfi_order", false, |record, value| record.order = value),
    port("rvfi_trap", false, |record, value| record.flags |= if value & 1 == 1 { Rvfi::TRAP } else { 0 }),
    port("rvfi_intr", false, |record, value| record.flags |= if value & 1 == 1 { Rvfi::INTR } else { 0 }),
    port("rvfi_rs1_rdata", false, |record, value| record.rs1 = value),
    port("rvfi_rd_addr", false, |record, value| record.rd_addr = value as u8),
    port("rvfi_rd_wdata", false, |record, value| record.rd = value),
    port("rvfi_mem_addr", false, |record, value| record.mem_addr = value),
    port("rvfi_mem_rmask", false, |record, value| record.rmask = value as u8),
    port("rvfi_mem_wmask", false, |record, value| record.wmask = value as u8),
    port("rvfi_mem_rdata", false, |record, value| record.mem_rdata = value),
    port("rvfi_mem_wdata", false, |record, value| record.mem_wdata = value),
    port("ret_evt", false, |record, value| record.evt = value as u8),
    port("ret_lat", false, |record, value| record.lat = value as u16),
];
/// Index of `rvfi_order` in [`PORTS`].
const ORDER: usize = 3;
/// The port that says that there is a record.
const VALID: &str = "rvfi_valid";
/// What clocks are called.
const CLOCKS: [&str; 4] = ["clk", "clk_i", "i_clk", "clock"];

/// Whether a file's name says that it holds waveforms.
pub fn is_named(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "vcd" || extension == "fst")
}

/// Which core of a waveform.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// Scope of the ports, as `top.core`; otherwise the only one there is.
    pub scope: Option<String>,
    /// Clock, as `top.clk`; otherwise what looks like one in that scope.
    pub clock: Option<String>,
}

/// A waveform file with a core in it.
pub struct Waves {
    path: String,
    input: StreamingWaveform<BufReader<File>>,
    scope: String,
    clock: SignalRef,
    valid: SignalRef,
    ports: [Option<SignalRef>; PORTS.len()],
    xlen: u8,
}

impl Waves {
    /// Opens a file and looks for the ports.
    ///
    /// # Errors
    /// The file is none, or does not hold the ports of one core.
    pub fn open(path: &Path, place: &Place) -> Result<Self, Error> {
        let name = path.display().to_string();
        let failed = |reason: String| Error::Waveform { path: name.clone(), reason };
        // The library panics where a file cannot be opened.
        let unreadable = |source| Error::Open { path: name.clone(), source };
        let mut file = File::open(path).map_err(unreadable)?;
        let meta = file.metadata().map_err(unreadable)?;
        if !meta.is_file() || meta.len() == 0 {
            return Err(failed("is no regular file with something in it".into()));
        }
        let mut first = [0];
        file.read_exact(&mut first).map_err(unreadable)?;
        // A VCD file is text that begins with a word such as `$date`.
        if first[0] != b'$' && !first[0].is_ascii_whitespace() {
            fst::check(&mut file).map_err(failed)?;
        }
        let input =
            guarded(|| read_from_file(path, &LoadOptions::default()).map_err(|e| e.to_string())).map_err(failed)?;
        let Found { scope, clock, valid, ports, xlen } = find(input.hierarchy(), place).map_err(failed)?;
        Ok(Self { path: name, input, scope, clock, valid, ports, xlen })
    }

    /// Scope of the ports.
    pub fn scope(&self) -> &str {
        &self.scope
    }

    /// Width of the core's registers.
    pub fn xlen(&self) -> u8 {
        self.xlen
    }

    /// Ports that are not there: their fields are 0 in every record, but for the order, which is counted.
    pub fn missing(&self) -> Vec<&'static str> {
        let ports = PORTS.iter().zip(&self.ports);
        ports
            .filter(|(port, signal)| signal.is_none() && port.name.starts_with("rvfi_"))
            .map(|(port, _)| port.name)
            .collect()
    }

    /// Hands over the records in the order of time, in pieces.
    ///
    /// # Errors
    /// The file is malformed, or what `give` says.
    pub fn read(mut self, mut give: impl FnMut(&[Rvfi]) -> Result<(), Error>) -> Result<(), Error> {
        let signals: Vec<SignalRef> =
            [self.clock, self.valid].into_iter().chain(self.ports.iter().copied().flatten()).collect();
        let mut sampler = Sampler::new(&self);
        let mut outcome = Ok(());
        let streamed = guarded(|| {
            let filter = Filter { start: 0, end: None, signals: Some(&signals) };
            let change = |time, signal: SignalRef, value: SignalValue<'_>| {
                if outcome.is_ok() {
                    sampler.change(time, signal, number(&value));
                    if sampler.records.len() >= BLOCK {
                        outcome = give(&sampler.records);
                        sampler.records.clear();
                    }
                }
            };
            self.input.stream(&filter, change).map_err(|e| e.to_string())
        });
        outcome?;
        streamed.map_err(|reason| Error::Waveform { path: self.path, reason })?;
        sampler.step();
        give(&sampler.records)
    }
}

/// The library is made for files of simulators and panics at others: here that is an error like any other.
fn guarded<R>(work: impl FnOnce() -> Result<R, String>) -> Result<R, String> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err("the content is malformed".into()))
}

/// The bits that are known to be 1.
fn number(value: &SignalValue<'_>) -> u64 {
    match value {
        SignalValue::Binary(bytes, _) => bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)),
        _ => value
            .to_bit_string()
            .map_or(0, |bits| bits.chars().fold(0, |number, bit| number << 1 | u64::from(bit == '1'))),
    }
}

/// Where the ports are.
struct Found {
    scope: String,
    clock: SignalRef,
    valid: SignalRef,
    ports: [Option<SignalRef>; PORTS.len()],
    xlen: u8,
}

fn find(hierarchy: &Hierarchy, place: &Place) -> Result<Found, String> {
    let mut scopes: HashMap<String, Vec<&Var>> = HashMap::new();
    for var in hierarchy.iter_vars() {
        let full = var.full_name(hierarchy);
        let scope = full.rsplit_once('.').map_or("", |(scope, _)| scope);
        scopes.entry(scope.to_string()).or_default().push(var);
    }
    let named = |vars: &[&Var], name: &str| vars.iter().find(|var| var.name(hierarchy) == name).copied().cloned();
    let mut cores: Vec<&String> =
        scopes.iter().filter(|(_, vars)| named(vars, VALID).is_some()).map(|(scope, _)| scope).collect();
    cores.sort();
    let signal = |var: &Var| var.signal_ref();
    let scope = match &place.scope {
        Some(scope) if cores.contains(&scope) => scope.clone(),
        Some(scope) => return Err(format!("no {VALID} in {scope}: it is in {}", list(&cores))),
        None => {
            // The same signal in an outer and an inner scope is one core: the outermost name is taken.
            let signals: Vec<_> =
                cores.iter().filter_map(|scope| named(&scopes[*scope], VALID).map(|var| signal(&var))).collect();
            match (cores.first(), signals.iter().all(|other| *other == signals[0])) {
                (Some(first), true) => (*first).clone(),
                (Some(_), false) => {
                    return Err(format!("several cores: {}: expected --scope with one of them", list(&cores)));
                }
                (None, _) => return Err(format!("no signal {VALID}: expected the RVFI ports of a core")),
            }
        }
    };
    let vars = &scopes[&scope];
    let port = |name: &str| named(vars, name).ok_or_else(|| format!("no {name} in {scope}"));
    let valid = port(VALID)?;
    if valid.length() != Some(1) {
        return Err(format!("{VALID} in {scope} has several channels: expected one"));
    }
    let mut ports = [None; PORTS.len()];
    for (Port { name, needed, .. }, found) in PORTS.iter().zip(&mut ports) {
        *found = if *needed { Some(signal(&port(name)?)) } else { port(name).ok().as_ref().map(signal) };
    }
    let xlen = if port("rvfi_pc_rdata")?.length().unwrap_or(0) > 32 { 64 } else { 32 };
    let clock = match &place.clock {
        Some(name) => {
            let found = hierarchy.iter_vars().find(|var| var.full_name(hierarchy) == *name);
            found.ok_or_else(|| format!("no signal {name}"))?.signal_ref()
        }
        None => {
            let found = CLOCKS.iter().find_map(|name| named(vars, name));
            found.ok_or_else(|| format!("no clock ({}) in {scope}: expected --clock", CLOCKS.join(", ")))?.signal_ref()
        }
    };
    Ok(Found { scope, clock, valid: signal(&valid), ports, xlen })
}

fn list(scopes: &[&String]) -> String {
    scopes.iter().map(|scope| scope.as_str()).collect::<Vec<_>>().join(", ")
}

/// Takes samples at rising edges: what changes at the time of an edge changes after it.
struct Sampler {
    /// The fields that a signal goes into, or the clock or the valid bit.
    roles: HashMap<SignalRef, Vec<Role>>,
    values: [u64; PORTS.len()],
    has_order: bool,
    valid: bool,
    clock: bool,
    time: u64,
    /// Changes of the present time.
    pending: Vec<(Role, u64)>,
    cycle: u64,
    count: u64,
    records: Vec<Rvfi>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Clock,
    Valid,
    Port(usize),
}

impl Sampler {
    fn new(waves: &Waves) -> Self {
        let mut roles: HashMap<SignalRef, Vec<Role>> = HashMap::new();
        roles.entry(waves.clock).or_default().push(Role::Clock);
        roles.entry(waves.valid).or_default().push(Role::Valid);
        for (i, port) in waves.ports.iter().enumerate() {
            if let Some(signal) = port {
                roles.entry(*signal).or_default().push(Role::Port(i));
            }
        }
        Self {
            roles,
            values: [0; PORTS.len()],
            has_order: waves.ports[ORDER].is_some(),
            valid: false,
            // A clock that is high from the start has no edge there.
            clock: true,
            time: 0,
            pending: vec![],
            cycle: 0,
            count: 0,
            records: vec![],
        }
    }

    fn change(&mut self, time: u64, signal: SignalRef, value: u64) {
        if time != self.time {
            self.step();
            self.time = time;
        }
        if let Some(roles) = self.roles.get(&signal) {
            self.pending.extend(roles.iter().map(|role| (*role, value)));
        }
    }

    /// Ends the present time.
    fn step(&mut self) {
        let clock = self.pending.iter().rev().find(|(role, _)| *role == Role::Clock).map(|(_, value)| value & 1 == 1);
        if clock == Some(true) && !self.clock {
            if self.valid {
                self.sample();
            }
            self.cycle += 1;
        }
        self.clock = clock.unwrap_or(self.clock);
        for (role, value) in self.pending.drain(..) {
            match role {
                Role::Clock => {}
                Role::Valid => self.valid = value & 1 == 1,
                Role::Port(port) => self.values[port] = value,
            }
        }
    }

    fn sample(&mut self) {
        let mut record = Rvfi { cycle: self.cycle, ..Rvfi::default() };
        for (port, value) in PORTS.iter().zip(self.values) {
            (port.set)(&mut record, value);
        }
        if !self.has_order {
            record.order = self.count;
        }
        self.count += 1;
        self.records.push(record);
    }
}
