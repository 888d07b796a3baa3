//! What a device can do at most: micro designs (`fpga/limits/`) that hold one thing each, placed like the designs that are measured
//! against them.
use super::harness::Port;
use super::program::{self, Toolchain};
use super::result::median;
use super::{Design, Ends, Error, Family, Step, Target, synthesise};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;

/// The RAM of the micro designs is the leaf that designs use, so that what is measured is what they can have.
const RAM: &str = include_str!("../emit/leaf/outreg_ram.v");
/// Its name there, and in the micro designs.
const RAM_NAME: (&str, &str) = ("@NAME@", "treetap_limit_ram");
/// What the read-modify-write loops share.
const OWN: &str = include_str!("../../fpga/limits/own.v");
/// Name of every micro design's top.
const TOP: &str = "treetap_limit";
/// Keeps the RAM from using the output register inside ECP5's block RAM.
const NO_OUTPUT_REGISTER: &str = "`undef TREETAP_ECP5\n";

/// A micro design.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Its name.
    pub name: &'static str,
    /// What it measures.
    pub doc: &'static str,
    verilog: &'static str,
    /// Whether block RAMs use the output register inside them, which iCE40 has not.
    output_register: bool,
    /// Only on devices whose block RAMs have it.
    ecp5_only: bool,
}

/// Every limit.
pub const LIMITS: &[Limit] = &[
    Limit::new("register", "register to register", include_str!("../../fpga/limits/register.v")),
    Limit::new("carry", "carry chain of C bits", include_str!("../../fpga/limits/carry.v")),
    Limit::new("bram", "block RAM to register", include_str!("../../fpga/limits/bram.v")).plain(),
    Limit::new("bram_outreg", "the same with the output register inside", include_str!("../../fpga/limits/bram.v"))
        .ecp5(),
    Limit::new("rmw", "read, add, write back, with forwarding", include_str!("../../fpga/limits/rmw.v")).plain(),
    Limit::new("rmw_outreg", "the same with the output register inside", include_str!("../../fpga/limits/rmw.v"))
        .ecp5(),
    Limit::new(
        "rmw_skewed",
        "read, add, write back in two slices, a cycle apart",
        include_str!("../../fpga/limits/rmw_skewed.v"),
    ),
    Limit::new("count_literal", "own + weight <= T in the loop", include_str!("../../fpga/limits/count_literal.v")),
    Limit::new("count_rem", "remaining - weight in the loop", include_str!("../../fpga/limits/count_rem.v")),
    Limit::new(
        "count_spec",
        "own + weight in the loop, verdict behind it",
        include_str!("../../fpga/limits/count_spec.v"),
    ),
];

/// A limit at the widths of a design.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sized {
    /// The micro design.
    pub limit: &'static Limit,
    /// Count width.
    pub count_bits: u32,
    /// Address bits of the memory.
    pub address_bits: u32,
}

/// What a micro design reached.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reached {
    /// Clock of each seed in MHz.
    pub clocks: Vec<f64>,
}

impl Reached {
    /// The median clock in MHz.
    pub fn median(&self) -> f64 {
        median(&self.clocks)
    }

    /// The slowest clock in MHz.
    pub fn slowest(&self) -> f64 {
        self.clocks.iter().copied().reduce(f64::min).unwrap_or(0.0)
    }
}

impl Limit {
    const fn new(name: &'static str, doc: &'static str, verilog: &'static str) -> Self {
        Self { name, doc, verilog, output_register: true, ecp5_only: false }
    }

    const fn plain(mut self) -> Self {
        self.output_register = false;
        self
    }

    const fn ecp5(mut self) -> Self {
        self.ecp5_only = true;
        self
    }

    /// The limit of this name.
    pub fn named(name: &str) -> Option<&'static Limit> {
        LIMITS.iter().find(|limit| limit.name == name)
    }

    /// Whether the family has it.
    pub fn exists_on(&self, family: Family) -> bool {
        family == Family::Ecp5 || !self.ecp5_only
    }

    /// The limit that an engine is measured against: the loop that its kind of counting cannot avoid. `None` for a unit without engine.
    ///
    /// The pipelined engine counts speculatively, one event per cycle, with the output register where there is one. The others and the
    /// coalescer read, add and write back.
    pub fn of_engine(engine: Option<&str>) -> &'static Limit {
        let name = if engine == Some("pipelined") { "count_spec" } else { "rmw" };
        Self::named(name).expect("the table has it")
    }
}

impl Sized {
    /// `count_spec, C=48, A=10`
    pub fn name(&self) -> String {
        format!("{}, C={}, A={}", self.limit.name, self.count_bits, self.address_bits)
    }

    /// The micro design at these widths, with everything that it needs.
    pub fn verilog(&self) -> String {
        let widths = self.limit.verilog.replace("parameter C = 32", &format!("parameter C = {}", self.count_bits));
        let design = widths.replace("parameter A = 9", &format!("parameter A = {}", self.address_bits));
        let undefine = if self.limit.output_register { "" } else { NO_OUTPUT_REGISTER };
        format!("{undefine}{}{OWN}{design}", RAM.replace(RAM_NAME.0, RAM_NAME.1))
    }

    fn ports(&self) -> Vec<Port> {
        let port = |name: &str, input, width: u32| Port { name: name.into(), input, width: width as usize };
        let (c, a) = (self.count_bits, self.address_bits);
        let mut ports = vec![port("clk", true, 1)];
        ports.extend(match self.limit.name {
            "register" => vec![port("d", true, c), port("q", false, c)],
            "carry" => vec![port("rst", true, 1), port("count", false, c)],
            "bram" | "bram_outreg" => {
                vec![
                    port("we", true, 1),
                    port("wa", true, a),
                    port("wd", true, c),
                    port("ra", true, a),
                    port("q", false, c),
                ]
            }
            name => {
                let mut loops = vec![port("valid", true, 1), port("node", true, a), port("weight", true, 16)];
                if matches!(name, "count_literal" | "count_spec") {
                    loops.push(port("threshold", true, c));
                }
                loops.push(if name.starts_with("rmw") { port("counted", false, c) } else { port("above", false, 1) });
                loops
            }
        });
        ports
    }

    /// Places the micro design, or finds what it reached before with the same programs: `cache` is a folder, or nothing is kept.
    ///
    /// # Errors
    /// As [`synthesise`].
    pub fn reach(
        &self,
        target: &Target,
        dir: &Path,
        cache: Option<&Path>,
        progress: &(dyn Fn(Step) + Sync),
    ) -> Result<Reached, Error> {
        let (verilog, ports) = (self.verilog(), self.ports());
        let kept = match cache {
            Some(cache) => Some(cache.join(format!("{}.json", self.key(target, &verilog)?))),
            None => None,
        };
        let known = kept.as_ref().and_then(|file| serde_json::from_slice(&fs::read(file).ok()?).ok());
        if let Some(reached) = known {
            return Ok(reached);
        }
        let dir = dir.join(format!("limit-{}-{}-{}", self.limit.name, self.count_bits, self.address_bits));
        fs::create_dir_all(&dir).map_err(Error::io(&dir))?;
        let design = Design { top: TOP, verilog: &verilog, ends: Ends::Harness(&ports) };
        let reached = Reached { clocks: synthesise(&design, target, &dir, progress)?.clocks() };
        if let Some(file) = kept {
            keep(&reached, &file, &dir)?;
        }
        Ok(reached)
    }

    /// What decides the result.
    fn key(&self, target: &Target, verilog: &str) -> Result<String, Error> {
        let mut hash = Sha256::new();
        for (tool, version) in Toolchain::find(target.device.family)?.versions() {
            hash.update(format!("{tool} {version}\n"));
        }
        hash.update(format!(
            "{} {} {:?} {} {}\n",
            target.device.name, target.package, target.speed, target.aim, target.seeds
        ));
        hash.update(super::synthesis::script(target.device.family, TOP, "", ""));
        hash.update(verilog);
        Ok(program::hex(&hash.finalize()[..16]))
    }
}

/// Writes a result beside its place and renames it: others may look for it meanwhile.
fn keep(reached: &Reached, file: &Path, dir: &Path) -> Result<(), Error> {
    let folder = file.parent().expect("a file of the cache lies in it");
    fs::create_dir_all(folder).map_err(Error::io(folder))?;
    let written = dir.join("reached.json");
    let text = serde_json::to_string(reached).expect("plain data has a JSON form");
    fs::write(&written, text).map_err(Error::io(&written))?;
    fs::rename(&written, file).map_err(Error::io(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_takes_its_widths() {
        for limit in LIMITS {
            let sized = Sized { limit, count_bits: 47, address_bits: 8 };
            let text = sized.verilog();
            assert!(text.contains("parameter C = 47") && text.contains("parameter A = 8"), "{}", limit.name);
            assert!(!text.contains("@NAME@") && text.contains("module treetap_limit_ram "));
            assert_eq!(text.contains("`undef TREETAP_ECP5"), !limit.output_register);
            for port in sized.ports() {
                let named = |line: &str| line.trim().trim_end_matches(',').ends_with(&format!(" {}", port.name));
                assert!(limit.verilog.lines().any(named), "{} has no port {}", limit.name, port.name);
            }
        }
    }

    #[test]
    fn engines_name_their_limit() {
        assert_eq!(Limit::of_engine(Some("pipelined")).name, "count_spec");
        assert_eq!(Limit::of_engine(Some("serial")).name, "rmw");
        assert_eq!(Limit::of_engine(None).name, "rmw");
        assert!(!Limit::named("rmw_outreg").unwrap().exists_on(Family::Ice40));
        let sized = Sized { limit: Limit::named("count_rem").unwrap(), count_bits: 32, address_bits: 9 };
        assert_eq!(sized.name(), "count_rem, C=32, A=9");
    }
}
