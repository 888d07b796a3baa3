//! What a device can do at most: micro designs (`fpga/limits/`) that hold one thing each, placed like the designs that
//! are measured against them.
use super::harness::Port;
use super::{Clocks, Design, Ends, Error, Family, Step, Target, key, synthesise};
use std::fs;
use std::path::Path;

/// What the micro designs call their RAM.
pub const RAM: &str = "treetap_limit_ram";
/// What the read-modify-write loops share.
const OWN: &str = include_str!("../../fpga/limits/own.v");
/// Name of every micro design's top.
const TOP: &str = "treetap_limit";
/// Keeps the RAM from using the output register inside ECP5's block RAM.
const NO_OUTPUT_REGISTER: &str = "`undef TREETAP_ECP5\n";

/// Bits of a word and of an address that fit a single block RAM of every family.
const BLOCK: (u32, u32) = (16, 8);

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
        "own + weight in the loop, verdict after it",
        include_str!("../../fpga/limits/count_spec.v"),
    ),
];

/// A limit at the widths of a design.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sized {
    /// The micro design.
    pub limit: &'static Limit,
    /// Count width.
    pub count_bits: u32,
    /// Address bits of the memory.
    pub address_bits: u32,
    /// The RAM of the micro design, a module called [`RAM`]: the leaf that designs use, so that what is measured is
    /// what they can have.
    pub ram: String,
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

    fn known(name: &str) -> &'static Limit {
        Self::named(name).expect("the table has it")
    }
}

impl Sized {
    /// What no design that keeps its words in block RAM can pass on a device of this family, with this RAM: reading one
    /// block RAM into the register after it, the one inside it where there is one. However the work is cut into stages
    /// and the words into slices, this step stays whole in one cycle.
    pub fn of_block_ram(family: Family, ram: String) -> Self {
        let limit = Limit::known(if family == Family::Ecp5 { "bram_outreg" } else { "bram" });
        Self { limit, count_bits: BLOCK.0, address_bits: BLOCK.1, ram }
    }

    /// What no design can pass that has flip-flops at all: register to register.
    pub fn of_registers(ram: String) -> Self {
        Self { limit: Limit::known("register"), count_bits: BLOCK.0, address_bits: BLOCK.1, ram }
    }

    /// `count_spec, C=48, A=10`
    pub fn name(&self) -> String {
        format!("{}, C={}, A={}", self.limit.name, self.count_bits, self.address_bits)
    }

    /// The micro design at these widths, with everything that it needs.
    pub fn verilog(&self) -> String {
        let widths = self.limit.verilog.replace("parameter C = 32", &format!("parameter C = {}", self.count_bits));
        let design = widths.replace("parameter A = 9", &format!("parameter A = {}", self.address_bits));
        let undefine = if self.limit.output_register { "" } else { NO_OUTPUT_REGISTER };
        format!("{undefine}{}{OWN}{design}", self.ram)
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

    /// The hash of what decides the result.
    ///
    /// # Errors
    /// As [`key`].
    pub fn key(&self, target: &Target) -> Result<String, Error> {
        key(&Design { top: TOP, verilog: &self.verilog(), ends: Ends::Harness(&self.ports()) }, target)
    }

    /// Places the micro design, or finds what it reached before with the same programs: `cache` is a folder, or nothing
    /// is kept. What a failed seed is part of is not kept either: it may have failed by accident.
    ///
    /// # Errors
    /// As [`synthesise`], and [`Error::NoLimit`] where so many seeds failed that the median is 0.
    pub fn reach(
        &self,
        target: &Target,
        dir: &Path,
        cache: Option<&Path>,
        progress: &(dyn Fn(Step) + Sync),
    ) -> Result<Clocks, Error> {
        let kept = match cache {
            Some(cache) => Some(cache.join(format!("{}.json", self.key(target)?))),
            None => None,
        };
        let known = kept.as_ref().and_then(|file| serde_json::from_slice(&fs::read(file).ok()?).ok());
        if let Some(reached) = known {
            return Ok(reached);
        }
        let dir = dir.join(format!("limit-{}-{}-{}", self.limit.name, self.count_bits, self.address_bits));
        fs::create_dir_all(&dir).map_err(Error::io(&dir))?;
        let (verilog, ports) = (self.verilog(), self.ports());
        let design = Design { top: TOP, verilog: &verilog, ends: Ends::Harness(&ports) };
        let reached = synthesise(&design, target, &dir, progress)?.clocks();
        match (reached.failed(), kept) {
            (0, Some(file)) => keep(&reached, &file, &dir)?,
            (failed, _) if reached.median() == 0.0 => {
                return Err(Error::NoLimit { name: self.name(), failed, of: reached.0.len() });
            }
            _ => {}
        }
        Ok(reached)
    }
}

/// Writes a result beside its place and renames it: others may look for it meanwhile.
fn keep(reached: &Clocks, file: &Path, dir: &Path) -> Result<(), Error> {
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

    const RAM_TEXT: &str = "module treetap_limit_ram ();\nendmodule\n";

    fn sized(limit: &'static Limit, count_bits: u32, address_bits: u32) -> Sized {
        Sized { limit, count_bits, address_bits, ram: RAM_TEXT.into() }
    }

    #[test]
    fn every_limit_takes_its_widths() {
        assert!(OWN.contains(RAM));
        for limit in LIMITS {
            let sized = sized(limit, 47, 8);
            let text = sized.verilog();
            assert!(text.contains("parameter C = 47") && text.contains("parameter A = 8"), "{}", limit.name);
            assert!(text.contains(RAM_TEXT));
            assert_eq!(text.contains("`undef TREETAP_ECP5"), !limit.output_register);
            for port in sized.ports() {
                let named = |line: &str| line.trim().trim_end_matches(',').ends_with(&format!(" {}", port.name));
                assert!(limit.verilog.lines().any(named), "{} has no port {}", limit.name, port.name);
            }
        }
    }

    #[test]
    fn the_bound_is_that_of_the_device() {
        let bound = |family| Sized::of_block_ram(family, String::new()).name();
        assert_eq!(bound(Family::Ice40), "bram, C=16, A=8");
        assert_eq!(bound(Family::Ecp5), "bram_outreg, C=16, A=8");
        assert_eq!(Sized::of_registers(String::new()).name(), "register, C=16, A=8");
        assert!(!Limit::named("rmw_outreg").unwrap().exists_on(Family::Ice40));
        assert_eq!(sized(Limit::named("count_rem").unwrap(), 32, 9).name(), "count_rem, C=32, A=9");
    }
}
