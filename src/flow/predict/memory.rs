//! Memories of a design, from its Verilog, and the block RAMs that they take.
use crate::flow::Family;
use std::collections::BTreeMap;

/// A memory of `2^address` words of `width` bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Memory {
    /// What is read when: the emitter's name of the leaf.
    pub kind: Kind,
    /// Bits of a word.
    pub width: u32,
    /// Bits of an address.
    pub address: u32,
}

/// Leaves that are memories (docs/contributing/emitter.md).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Read in one cycle; the synthesis tool chooses what it is made of.
    Block,
    /// Read in two cycles; of ECP5 always block RAM.
    Registered,
    /// Read within the cycle: of ECP5 logic cells.
    Logic,
    /// One port; a large RAM of its own on UltraPlus, and as [`Kind::Block`] elsewhere.
    SinglePort,
}

/// How names of modules end that are memories.
const LEAVES: [(&str, Kind); 5] = [
    ("_fast_ram", Kind::Block),
    ("_fast_ram_re", Kind::Block),
    ("_outreg_ram", Kind::Registered),
    ("_lut_ram", Kind::Logic),
    ("_single_port_ram", Kind::SinglePort),
];

/// Every memory of an emitted design, once for each time that it is there.
///
/// # Errors
/// A line that has an instance of a memory without its width or depth.
pub fn of(verilog: &str, top: &str) -> Result<Vec<Memory>, String> {
    let modules = modules(verilog)?;
    let mut found = vec![];
    let mut open = vec![top];
    while let Some(name) = open.pop() {
        let module = modules.get(name).ok_or_else(|| format!("there is no module {name}"))?;
        found.extend(&module.memories);
        open.extend(&module.instances);
    }
    found.sort_unstable();
    Ok(found)
}

/// What a module has in it.
#[derive(Debug, Default)]
struct Module<'a> {
    memories: Vec<Memory>,
    instances: Vec<&'a str>,
}

fn modules(verilog: &str) -> Result<BTreeMap<&str, Module<'_>>, String> {
    fn word(line: &str) -> &str {
        line.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
    }
    let mut all: BTreeMap<&str, Module> = BTreeMap::new();
    for line in verilog.lines() {
        if let Some(name) = line.strip_prefix("module ") {
            all.insert(word(name), Module::default());
        }
    }
    let mut now = "";
    for line in verilog.lines() {
        if let Some(name) = line.strip_prefix("module ") {
            now = word(name);
        }
        let name = word(line.trim_start());
        if !line.starts_with(' ') || !all.contains_key(name) {
            continue;
        }
        let leaf = LEAVES.iter().find(|(end, _)| name.ends_with(end));
        let memory = leaf.map(|(_, kind)| memory(*kind, line)).transpose()?;
        let module = all.get_mut(now).ok_or("an instance stands outside of modules")?;
        match memory {
            Some(memory) => module.memories.push(memory),
            None => module.instances.push(name),
        }
    }
    Ok(all)
}

fn memory(kind: Kind, line: &str) -> Result<Memory, String> {
    let number = |name: &str| {
        let after = line.split_once(&format!(".{name}("))?.1;
        after.split_once(')')?.0.parse().ok()
    };
    let found = number("WIDTH").zip(number("ADDR"));
    let (width, address) = found.ok_or_else(|| format!("`{}` has no WIDTH and ADDR", line.trim()))?;
    Ok(Memory { kind, width, address })
}

impl Memory {
    /// Block RAMs that it takes.
    pub fn blocks(&self, family: Family) -> u32 {
        match family {
            Family::Ice40 => self.ice40(),
            Family::Ecp5 => self.ecp5(),
        }
    }

    /// `SB_RAM40_4K`, 4 kbit of 256 to 2048 words, 16 to 2 bits wide. Up to 64 bits are flip-flops.
    fn ice40(&self) -> u32 {
        let bits = self.width << self.address;
        match (self.kind, self.address) {
            (Kind::SinglePort, _) => 0,
            _ if bits <= ICE40_FLIP_FLOPS => 0,
            // Deeper ones are single bits, however they are joined.
            (_, 12..) => self.width << (self.address - 12),
            // Also of what is read within the cycle: what leaves the only one, the queue of a coalescer, goes into a
            // register, which Yosys makes that of the block RAM.
            (_, address) => self.width.div_ceil(16 >> address.saturating_sub(8)),
        }
    }

    /// `DP16KD` and `PDPW16KD`, 18 kbit of 512 to 16384 words, 36 to 1 bits wide.
    fn ecp5(&self) -> u32 {
        // So many blocks side by side, and as often one after the other as their depth is too small.
        let joined = |depth: u32, wide: u32| self.width.div_ceil(wide) << self.address.saturating_sub(depth);
        match self.kind {
            Kind::Logic => 0,
            _ if self.is_in_cells() => 0,
            Kind::Registered => {
                let (depth, wide) =
                    ECP5_SHAPES.into_iter().find(|(depth, _)| *depth >= self.address).unwrap_or((14, 1));
                joined(depth, wide)
            }
            Kind::Block | Kind::SinglePort => self.fewest(),
        }
    }

    /// Block RAMs of ECP5 in the best of their shapes.
    fn fewest(&self) -> u32 {
        let blocks = ECP5_SHAPES.map(|(depth, wide)| self.width.div_ceil(wide) << self.address.saturating_sub(depth));
        blocks.into_iter().min().unwrap_or_default()
    }

    /// Does Yosys make it of logic cells on ECP5? A block RAM costs as much there as [`ECP5_CELLS`] of them.
    fn is_in_cells(&self) -> bool {
        match self.kind {
            Kind::Logic => true,
            Kind::Registered => false,
            Kind::Block | Kind::SinglePort => self.small() <= ECP5_CELLS * self.fewest(),
        }
    }

    /// Memories of 16 x 4 bits that it would be.
    fn small(&self) -> u32 {
        self.width.div_ceil(4) << self.address.saturating_sub(4)
    }

    /// Memories of 16 x 4 bits in logic cells that it takes: of ECP5.
    pub fn cells(&self, family: Family) -> u32 {
        if family == Family::Ecp5 && self.is_in_cells() { self.small() } else { 0 }
    }
}

/// Address bits and widths of the block RAM of ECP5.
const ECP5_SHAPES: [(u32, u32); 6] = [(9, 36), (10, 18), (11, 9), (12, 4), (13, 2), (14, 1)];
/// Memories of 16 x 4 bits that cost Yosys as much as a block RAM of ECP5.
const ECP5_CELLS: u32 = 16;
/// Most bits of a memory of which Yosys makes flip-flops on iCE40.
const ICE40_FLIP_FLOPS: u32 = 64;

#[cfg(test)]
mod tests {
    use super::*;

    const VERILOG: &str = "\
module top_fast_ram #(
module top_inner (
    top_fast_ram #(.WIDTH(12), .ADDR(13)) u_pointers (
endmodule
module top (
    top_inner u_one (
    top_inner u_two (
    top_lut_ram_of_nobody u_none (
endmodule
";

    #[test]
    fn memories_are_counted_once_for_each_instance_of_what_they_are_in() {
        let memory = Memory { kind: Kind::Block, width: 12, address: 13 };
        assert_eq!(of(VERILOG, "top").unwrap(), [memory, memory]);
        assert!(of(VERILOG, "other").unwrap_err().contains("no module other"));
        let broken = VERILOG.replace(".ADDR(13)", "");
        assert!(of(&broken, "top").unwrap_err().contains("has no WIDTH and ADDR"));
    }

    #[test]
    fn shapes_have_the_blocks_that_yosys_gave_them() {
        let blocks = |family, kind, shapes: &[(u32, u32, u32)]| {
            for &(width, address, blocks) in shapes {
                let memory = Memory { kind, width, address };
                assert_eq!(memory.blocks(family), blocks, "{memory:?} on {}", family.name());
            }
        };
        let ice40 = [(48, 8, 3), (10, 11, 5), (11, 12, 11), (1, 6, 0), (5, 4, 1), (1, 12, 1), (13, 14, 52)];
        blocks(Family::Ice40, Kind::Block, &ice40);
        let ecp5 = [(80, 12, 18), (80, 10, 5), (14, 12, 4), (9, 7, 1), (3, 8, 0), (1, 9, 1), (13, 14, 13), (80, 4, 0)];
        blocks(Family::Ecp5, Kind::Block, &ecp5);
        blocks(Family::Ecp5, Kind::Registered, &[(48, 4, 2), (12, 13, 6), (16, 12, 4)]);
    }
}
