//! The procedures of an ELF file, decoded (docs/reference/chkplan.md C1, C2).
use super::super::elf::{Elf, Role};
use super::Error;
use super::graph::Graph;
use crate::model::checks::offset;
use crate::model::classify::{classify, expand, is_compressed};
use crate::spec::classify::{Opclass, Xlen};
use crate::spec::insn::{Format, opcode};
use crate::spec::select::CALLS;
use std::collections::BTreeMap;

/// An instruction.
#[derive(Clone, Copy, Debug)]
pub struct Insn {
    /// Its address.
    pub pc: u64,
    /// Its class.
    pub class: Opclass,
    /// Where it leads, if that is known.
    pub target: Option<u64>,
}

/// A procedure.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its first address.
    pub first: u64,
    /// The address after it.
    pub end: u64,
    /// Its instructions in the order of addresses.
    pub body: Vec<Insn>,
}

impl Function {
    /// Whether an address lies in it.
    pub fn holds(&self, pc: u64) -> bool {
        (self.first..self.end).contains(&pc)
    }

    /// Whether an instruction goes to what is no part of the procedure, or may do so: a call, a jump out, a computed
    /// jump.
    pub fn leaves(&self, insn: &Insn) -> bool {
        CALLS.contains(&insn.class)
            || match insn.target {
                Some(target) => !self.holds(target),
                None => insn.class == Opclass::IndirectJump,
            }
    }
}

/// The code of a program.
#[derive(Clone, Debug)]
pub struct Code {
    /// Its procedures in the order of addresses.
    pub functions: Vec<Function>,
    /// Who calls whom.
    pub graph: Graph,
    /// Where calls lead into the middle of a procedure, and of which one.
    pub middles: BTreeMap<u64, usize>,
    /// Calls and jumps through registers.
    pub indirect: usize,
    /// Width of the core's registers.
    pub xlen: Xlen,
    /// What was strange.
    pub warnings: Vec<String>,
}

impl Code {
    /// Reads the procedures of a RISC-V executable.
    pub fn parse(bytes: &[u8]) -> Result<Self, Error> {
        let elf = Elf::parse(bytes)?;
        let xlen = match elf.machine().as_str() {
            "riscv32" => Xlen::Rv32,
            "riscv64" => Xlen::Rv64,
            machine => return Err(Error::Machine(machine.to_string())),
        };
        let contents = elf.contents();
        let mut code = Self {
            functions: functions(&elf, &contents),
            graph: Graph::default(),
            middles: BTreeMap::new(),
            indirect: 0,
            xlen,
            warnings: vec![],
        };
        if code.functions.is_empty() {
            return Err(Error::NoFunctions);
        }
        let mut values = Values { xlen, taken: vec![], strange: 0 };
        for function in &mut code.functions {
            function.body = values.decode(&contents, function.first, function.end);
        }
        if values.strange > 0 {
            code.warnings.push(format!("{} places in procedures are no instructions", values.strange));
        }
        let gaps = code.gaps(&contents, xlen, &mut values.taken);
        if gaps > 0 {
            code.warnings.push(format!("{gaps} bytes of code are in no procedure: tables, or labels without a size"));
        }
        values.taken.push(elf.entry());
        code.connect(&values.taken);
        Ok(code)
    }

    /// Number of the procedure in which an address lies: the last one that begins before it.
    pub fn function(&self, pc: u64) -> Option<usize> {
        let after = self.functions.partition_point(|function| function.first <= pc);
        (0..after).rev().take(8).find(|f| self.functions[*f].holds(pc))
    }

    /// Bytes of code between procedures; words of them and of data are values.
    fn gaps(&self, contents: &[(u64, bool, &[u8])], xlen: Xlen, taken: &mut Vec<u64>) -> u64 {
        let word = xlen.bits() as usize / 8;
        let mut gaps = 0;
        for &(first, code, bytes) in contents {
            let skip = (first.wrapping_neg() % word as u64) as usize;
            for (at, chunk) in bytes.get(skip..).unwrap_or_default().chunks_exact(word).enumerate() {
                let address = first + (skip + at * word) as u64;
                if code && self.function(address).is_some() {
                    continue;
                }
                let value = chunk.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte));
                taken.push(value);
                gaps += if code && value != 0 { word as u64 } else { 0 };
            }
        }
        gaps
    }

    /// Draws the graph.
    fn connect(&mut self, taken: &[u64]) {
        let count = self.functions.len();
        let entries: BTreeMap<u64, usize> = self.functions.iter().enumerate().map(|(i, f)| (f.first, i)).collect();
        self.graph = Graph { calls: vec![vec![]; count], unknown: vec![false; count], taken: vec![false; count] };
        for f in taken.iter().filter_map(|value| entries.get(value)) {
            self.graph.taken[*f] = true;
        }
        let mut outside = 0_usize;
        for f in 0..count {
            for insn in &self.functions[f].body {
                if !self.functions[f].leaves(insn) {
                    continue;
                }
                let call = CALLS.contains(&insn.class);
                match insn.target.map(|target| (target, self.function(target))) {
                    Some((target, Some(g))) => {
                        self.graph.calls[f].push(g);
                        if call && self.functions[g].first != target {
                            self.middles.insert(target, g);
                        }
                    }
                    found => {
                        self.graph.unknown[f] = true;
                        self.indirect += usize::from(found.is_none());
                        outside += usize::from(found.is_some());
                    }
                }
            }
            self.graph.calls[f].sort_unstable();
            self.graph.calls[f].dedup();
        }
        if outside > 0 {
            self.warnings.push(format!("{outside} calls and jumps lead to code in no procedure"));
        }
        if !self.middles.is_empty() {
            self.warnings.push(format!("{} calls lead into the middle of a procedure", self.middles.len()));
        }
    }
}

/// Symbols of procedures in code that the file holds; of several at one address the first name.
fn functions(elf: &Elf, contents: &[(u64, bool, &[u8])]) -> Vec<Function> {
    let mut found: BTreeMap<u64, Function> = BTreeMap::new();
    for symbol in elf.symbols.iter().filter(|symbol| symbol.role == Role::Function && symbol.size > 0) {
        let Some(end) = symbol.address.checked_add(symbol.size) else { continue };
        let held = |(first, code, bytes): &(u64, bool, &[u8])| {
            *code && *first <= symbol.address && end - first <= bytes.len() as u64
        };
        if !contents.iter().any(held) {
            continue;
        }
        let new = Function { name: symbol.name.clone(), first: symbol.address, end, body: vec![] };
        let known = found.entry(symbol.address).or_insert_with(|| new.clone());
        if new.name < known.name {
            known.name = new.name;
        }
        known.end = known.end.max(end);
    }
    found.into_values().collect()
}

/// Decodes, and follows the addresses that instructions make.
struct Values {
    xlen: Xlen,
    /// Addresses that are values.
    taken: Vec<u64>,
    /// Places that are no instruction.
    strange: usize,
}

impl Values {
    fn decode(&mut self, contents: &[(u64, bool, &[u8])], first: u64, end: u64) -> Vec<Insn> {
        let low = u64::MAX >> (64 - self.xlen.bits());
        let held =
            contents.iter().find(|(start, code, bytes)| *code && *start <= first && end - start <= bytes.len() as u64);
        let Some((start, _, bytes)) = held else { return vec![] };
        let bytes = &bytes[(first - start) as usize..(end - start) as usize];
        let half = |at: usize| bytes.get(at..at + 2).map(|b| u32::from(b[0]) | u32::from(b[1]) << 8);
        let (mut body, mut at) = (vec![], 0);
        // What registers hold that was made of constants, and which one an AUIPC just set.
        let (mut registers, mut fresh): ([Option<u64>; 32], Option<usize>) = ([None; 32], None);
        while let Some(word) = half(at) {
            let pc = first + at as u64;
            let (insn, length) = match (is_compressed(word), half(at + 2)) {
                (true, _) => (expand(word as u16, self.xlen), 2),
                (false, Some(high)) => (high << 16 | word, 4),
                (false, None) => (0, 2),
            };
            let class = classify(insn);
            if class == Opclass::Other {
                self.strange += 1;
                (at, fresh) = (at + 2, None);
                continue;
            }
            at += length;
            let (rd, rs1) = ((insn >> 7 & 31) as usize, (insn >> 15 & 31) as usize);
            let immediate = i64::from(Format::I.read(insn) as i32);
            let upper = i64::from(Format::U.read(insn) as i32) as u64;
            let is_auipc = class == Opclass::Upper && insn & 0x7f == opcode::AUIPC;
            let before = registers[rs1].filter(|_| rs1 != 0);
            let through = [Opclass::IndirectJump, Opclass::IndirectCall, Opclass::Coroutine].contains(&class);
            let target = match offset(insn, class) {
                Some(offset) => Some(pc.wrapping_add_signed(offset) & low),
                // What AUIPC set in the instruction before is a long call or jump.
                None if through && fresh == Some(rs1) => before.map(|value| value.wrapping_add_signed(immediate) & low),
                None => None,
            };
            let value = match class {
                Opclass::Upper if is_auipc => Some(pc.wrapping_add(upper) & low),
                Opclass::Upper => Some(upper & low),
                Opclass::Alu if insn & 0x707f == opcode::OP_IMM => {
                    before.map(|value| value.wrapping_add_signed(immediate) & low)
                }
                _ => None,
            };
            self.taken.extend(value);
            fresh = is_auipc.then_some(rd);
            let writes = !matches!(
                class,
                Opclass::Store | Opclass::FpStore | Opclass::Branch | Opclass::FpLoad | Opclass::Fence
            );
            if writes && rd != 0 {
                registers[rd] = value;
            }
            body.push(Insn { pc, class, target });
        }
        body
    }
}
