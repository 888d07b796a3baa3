//! Systems of a small core and a profiler, a monitor, a co-processor or a phase tracker (docs/user/soc-up5k.md):
//! Verilog of the system, of the core from its wheel, and of the boot ROM, as one text.
use super::harness::{CLOCK, Port};
use super::{Design, Device, Ends, Error, Family, systemverilog};
use crate::spec::core::Core;
use crate::wheels::cores::{self, Sources};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

/// Name of the top module.
pub const TOP: &str = "treetap_soc";
/// Name of the core in it, with what adapts it to the system.
const CORE: &str = "soc_core";
/// The preset of the profiler that its program profiles itself with.
pub const PRESET: &str = "nano";
/// The smallest device that it is made for.
pub const DEVICE: &str = "up5k";

/// Everything around the core.
const SYSTEM: &str = include_str!("../../fpga/soc/soc.v");
/// What adapts each core.
const ADAPTERS: &[(Core, &str)] = &[
    (Core::Picorv32, include_str!("../../fpga/soc/picorv32.v")),
    (Core::Ibex, include_str!("../../fpga/soc/ibex.sv")),
    (Core::Serv, include_str!("../../fpga/soc/serv.v")),
];
/// A phase tracker and its tap in the place of a profiler.
const TRACKER: &str = include_str!("../../fpga/soc/phase.v");
/// Nothing in the place of a profiler: takes no cells, and answers the core's requests with 0.
pub const NOTHING: &str = include_str!("../../fpga/soc/nothing.v");
/// The programs in the boot ROM, a word a line; programs/soc/build.sh makes them: the one of a profiler or a monitor,
/// that of a tracker alone, and that of a co-processor.
const PROFILE: &str = include_str!("../../programs/soc/selfprofile.hex");
const TRACK: &str = include_str!("../../programs/soc/trackphases.hex");
const COUNT: &str = include_str!("../../programs/soc/countbranches.hex");
/// Words of the boot ROM: two block RAMs, beside a co-processor one.
const ROM_WORDS: usize = 256;
const HALF_ROM_WORDS: usize = ROM_WORDS / 2;

/// The cores that a system is made of.
pub fn cores() -> Vec<Core> {
    ADAPTERS.iter().map(|(core, _)| *core).collect()
}

/// Whether a system is made for a device: it has its single-port RAM, or block RAM in its place.
pub fn fits(device: &Device) -> bool {
    device.family == Family::Ecp5 || device.name == DEVICE
}

/// What stands beside the core.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beside<'a> {
    /// Name of its module.
    pub top: &'a str,
    /// Bits of the byte offsets on its Wishbone slave.
    pub offset_bits: usize,
    /// It is a monitor; else a profiler.
    pub monitor: bool,
    /// It is a co-processor.
    pub coprocessor: bool,
    /// Words that follow its program in the boot ROM: what the program loads into a co-processor.
    pub table: Vec<u32>,
    /// It has a phase tracker.
    pub tracker: bool,
    /// It is a phase tracker, and nothing else but the tap before it.
    pub alone: bool,
}

impl<'a> Beside<'a> {
    /// Nothing but the ports of a profiler, the module of [`NOTHING`]: against it is measured what a profiler costs.
    pub fn nothing() -> Beside<'static> {
        Beside { offset_bits: 12, ..Beside::plain("soc_nothing") }
    }

    fn plain(top: &'a str) -> Self {
        Self { top, offset_bits: 0, monitor: false, coprocessor: false, table: vec![], tracker: false, alone: false }
    }

    /// What a top with these ports is; `None` if it cannot stand there: it is neither a profiler nor a monitor nor a
    /// co-processor nor a phase tracker, or has another bus. `microcode` is what a co-processor is loaded with
    /// (`lang::coproc::boot`).
    pub fn of(top: &'a str, ports: &[Port], microcode: impl FnOnce() -> Vec<u32>) -> Option<Self> {
        let width = |name: &str| ports.iter().find(|port| port.name == name).map(|port| port.width);
        let plain = Self::plain(top);
        if let (Some(offset_bits), Some(_)) = (width("bus_addr"), width("rec_must")) {
            return Some(Self { offset_bits, tracker: true, alone: true, ..plain });
        }
        let (offset_bits, _) = (width("wb_adr_i")?, width("rvfi_valid")?);
        let (monitor, profiler) = (width("sampling").is_some(), width("acc_ord").is_some());
        let (tracker, coprocessor) = (width("log_valid").is_some(), width("acc_off").is_some());
        let table = if coprocessor { microcode() } else { vec![] };
        (monitor != profiler).then_some(Self { offset_bits, monitor, coprocessor, table, tracker, ..plain })
    }

    /// The boot ROM.
    fn rom(&self) -> String {
        let program = match (self.alone, self.coprocessor) {
            (true, _) => TRACK,
            (_, true) => COUNT,
            _ => PROFILE,
        };
        rom(program, &self.table, self.coprocessor)
    }

    /// The macros of `soc.v`.
    fn macros(&self) -> String {
        let Self { top, offset_bits, alone, .. } = self;
        let unit = if *alone { "soc_phase" } else { top };
        let mut text = format!("`define TREETAP_UNIT {unit}\n`define TREETAP_OFFSET_BITS {offset_bits}\n");
        if *alone {
            let _ = write!(text, "`define SOC_PHASE {top}\n{TRACKER}\n");
        }
        for (has, name) in [(self.monitor, "MONITOR"), (self.coprocessor, "COPROC"), (self.tracker, "TRACKER")] {
            if has {
                let _ = writeln!(text, "`define TREETAP_{name}");
            }
        }
        text
    }
}

/// A system.
#[derive(Clone, Debug)]
pub struct Soc {
    /// Its core.
    pub core: Core,
    /// The core's own Verilog, with its RVFI ports; what adapts it is in it where the core is SystemVerilog.
    pub core_verilog: String,
    sources: Sources,
    adapter: &'static str,
}

impl Soc {
    /// The system of a core, whose Verilog is read from its wheel.
    ///
    /// # Errors
    /// [`Error::MissingTool`] without the wheel, [`Error::Io`] when a file of it cannot be read; for SystemVerilog
    /// those of [`systemverilog::elaborated`].
    ///
    /// # Panics
    /// When `core` is not one of [`cores`].
    pub fn of(core: Core) -> Result<Self, Error> {
        let adapter = ADAPTERS.iter().find(|(known, _)| *known == core);
        let (_, adapter) = adapter.expect("a core that a system is made of");
        let sources = cores::sources(core).map_err(|missing| Error::MissingTool(missing.to_string()))?;
        let core_verilog = core_text(core, adapter, &sources, true)?;
        Ok(Self { core, core_verilog, sources, adapter })
    }

    /// What adapts the core, where its own text does not have it.
    fn apart(&self) -> &str {
        if is_system_verilog(self.core) { "" } else { self.adapter }
    }

    /// What is ours: the system, what adapts the core, and the boot ROM.
    pub fn own_verilog(&self, beside: &Beside) -> String {
        let compressed = if self.core.compresses() { "`define SOC_COMPRESSED\n" } else { "" };
        format!("{}\n{}\n{compressed}{}{SYSTEM}", beside.rom(), self.apart(), beside.macros())
    }

    /// The whole system; `parts` are the emitted modules in it: what stands beside the core, and the counter of cycles.
    pub fn verilog(&self, beside: &Beside, parts: &[&str]) -> String {
        format!("{}\n{}\n{}", self.core_verilog, parts.join("\n"), self.own_verilog(beside))
    }

    /// The core alone, adapted to the system, with or without its RVFI ports.
    ///
    /// # Errors
    /// As [`Soc::of`].
    pub fn core_alone(&self, rvfi: bool) -> Result<String, Error> {
        let own = core_text(self.core, self.adapter, &self.sources, rvfi)?;
        Ok(format!("{own}\n{}", self.apart()))
    }
}

/// Whether a core is written in SystemVerilog, which not every tool reads.
fn is_system_verilog(core: Core) -> bool {
    core == Core::Ibex
}

/// A core's own Verilog, with or without its RVFI ports, and with what adapts it if it is SystemVerilog.
fn core_text(core: Core, adapter: &str, sources: &Sources, rvfi: bool) -> Result<String, Error> {
    if is_system_verilog(core) {
        return systemverilog::elaborated(CORE, adapter, sources, rvfi);
    }
    let define = if rvfi { format!("`define {}\n", sources.rvfi) } else { String::new() };
    Ok(define + &joined(sources)?)
}

/// The design of a text of [`Soc::core_alone`], whose ports become pins wherever there is room.
pub fn core_design(verilog: &str) -> Design<'_> {
    Design { top: CORE, verilog, ends: Ends::Pins("") }
}

fn port(input: bool, (name, width): (&str, usize)) -> Port {
    Port { name: name.into(), input, width }
}

/// The ports of the system that become pins.
pub fn pins() -> Vec<Port> {
    let inputs = [(CLOCK, 1), ("rst", 1), ("out_ready", 1)].map(|pin| port(true, pin));
    let outputs = [("out_valid", 1), ("out_data", 8), ("done", 1)].map(|pin| port(false, pin));
    inputs.into_iter().chain(outputs).collect()
}

/// The ports of the system at which a simulation sees what the profiler sees of the core. As pins they would take area.
pub fn watched() -> Vec<Port> {
    let words = ["insn", "pc_rdata", "pc_wdata", "rs1_rdata", "rd_wdata", "mem_addr", "mem_rdata", "mem_wdata"];
    let masks = ["mem_rmask", "mem_wmask"].map(|name| (name, 4));
    let bits = ["valid", "trap", "intr"].map(|name| (name, 1));
    let rvfi = words.map(|name| (name, 32)).into_iter().chain(masks).chain(bits);
    let rvfi = rvfi.map(|(name, width)| port(false, (&format!("rvfi_{name}"), width)));
    rvfi.chain([("ret_cycles", 16), ("ret_stall", 1)].map(|pin| port(false, pin))).collect()
}

/// The boot ROM with a program and what follows it; of `halves` of words, the low one first, if it is half as wide.
///
/// # Panics
/// When they do not fit it.
fn rom(program: &str, table: &[u32], halves: bool) -> String {
    let size = if halves { HALF_ROM_WORDS } else { ROM_WORDS };
    let mut words: Vec<String> = program.split_whitespace().map(str::to_string).collect();
    words.extend(table.iter().map(|word| format!("{word:08x}")));
    assert!(words.len() <= size, "{} words of {size} in the boot ROM", words.len());
    words.resize(size, "0".repeat(8));
    let bits = if halves { 16 } else { 32 };
    let cells: Vec<&str> =
        words.iter().flat_map(|word| if halves { vec![&word[4..], &word[..4]] } else { vec![&word[..]] }).collect();
    let mut text = format!(
        "// The boot ROM, made of the words of a program in programs/soc.\nmodule soc_rom \
         (\n    input  wire        clk,\n    input  wire [{}:0] \
         addr,\n    output reg  [{top}:0] data\n);\n    reg [{top}:0] words[0:{}];\n    initial begin\n",
        cells.len().ilog2() - 1,
        cells.len() - 1,
        top = bits - 1
    );
    for (at, cell) in cells.iter().enumerate() {
        let _ = writeln!(text, "        words[{at}] = {bits}'h{cell};");
    }
    text + "    end\n    always @(posedge clk) data <= words[addr];\nendmodule\n"
}

/// The files of a core in one text: those that its sources name, then those of its search folders that are mentioned.
fn joined(sources: &Sources) -> Result<String, Error> {
    let mut findable = BTreeMap::new();
    for folder in &sources.search {
        for entry in fs::read_dir(folder).map_err(Error::io(folder))?.flatten() {
            let file = entry.path();
            if let Some(name) = file.file_stem().and_then(|name| name.to_str()) {
                findable.insert(name.to_string(), file);
            }
        }
    }
    let mut waiting: Vec<PathBuf> = sources.files.iter().rev().cloned().collect();
    findable.retain(|_, file| !waiting.contains(file));
    let mut all = String::new();
    while let Some(file) = waiting.pop() {
        let text = fs::read_to_string(&file).map_err(Error::io(&file))?;
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        waiting.extend(words.filter_map(|word| findable.remove(word)));
        all += &text;
        all.push('\n');
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_programs_fit_their_rom() {
        for (program, table, halves) in
            [(PROFILE, vec![], false), (TRACK, vec![], false), (COUNT, vec![0x1234_5678], true)]
        {
            let words: Vec<&str> = program.split_whitespace().collect();
            assert!(words.len() > 80, "{} words", words.len());
            assert!(words.iter().all(|word| word.len() == 8 && u32::from_str_radix(word, 16).is_ok()));
            let text = rom(program, &table, halves);
            if halves {
                assert_eq!(text.matches("16'h").count(), 2 * HALF_ROM_WORDS);
                let at = 2 * words.len();
                assert!(text.contains(&format!("words[{at}] = 16'h5678;")) && text.contains("= 16'h1234;"), "{text}");
            } else {
                assert_eq!(text.matches("32'h").count(), ROM_WORDS);
            }
        }
    }

    #[test]
    fn files_that_are_mentioned_are_found() {
        let dir = tempfile::tempdir().unwrap();
        for (name, text) in [
            ("a.v", "module a; b u(); endmodule"),
            ("b.v", "module b; c_d e(); endmodule"),
            ("c_d.v", "c_d"),
            ("e_.v", "?"),
        ] {
            fs::write(dir.path().join(name), text).unwrap();
        }
        let files = vec![dir.path().join("a.v")];
        let sources =
            Sources { top: "a", files, include: vec![], search: vec![dir.path().into()], defines: &[], rvfi: "" };
        assert_eq!(joined(&sources).unwrap(), "module a; b u(); endmodule\nmodule b; c_d e(); endmodule\nc_d\n");
    }
}
