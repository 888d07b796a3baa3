//! The tables of registers as other people's tools read them: C headers, a page, CMSIS-SVD files.
use crate::spec::hps::regs as hps;
use crate::spec::monitor;
use crate::spec::phase::regs as phase;
use crate::spec::regs::{self, Access, Field, ID_WORD, Op, REGISTERS, Register};
use std::fmt::Write as _;

/// The registers of one block.
struct Block {
    /// What it is.
    doc: &'static str,
    /// Where its names begin in C, and the name of the peripheral in SVD.
    prefix: &'static str,
    /// The page that says what they mean.
    page: &'static str,
    /// Where its files come from.
    table: &'static str,
    registers: &'static [Register],
    address_bits: u32,
    /// Word of the register ID.
    id: u32,
    /// Codes of a field, by what they are.
    codes: fn() -> Vec<(String, u32)>,
}

const PROFILER: Block = Block {
    doc: "a profiler",
    prefix: "TREETAP",
    page: "docs/reference/registers.md",
    table: "src/spec/regs/table.rs",
    registers: REGISTERS,
    address_bits: regs::ADDRESS_BITS,
    id: ID_WORD,
    codes: || Op::ALL.map(|op| (format!("OP_{}", snake(&format!("{op:?}"))), op as u32)).to_vec(),
};

const MONITOR: Block = Block {
    doc: "a monitor around its engine",
    prefix: "TREETAP_MONITOR",
    page: "docs/reference/monitor-registers.md",
    table: "src/spec/monitor.rs",
    registers: monitor::REGISTERS,
    address_bits: monitor::ADDRESS_BITS,
    id: monitor::ID_WORD,
    codes: Vec::new,
};

const HPS: Block = Block {
    doc: "an engine for hybrid profiling support",
    prefix: "TREETAP_HPS",
    page: "docs/reference/hps.md",
    table: "src/spec/hps/regs.rs",
    registers: hps::REGISTERS,
    address_bits: hps::ADDRESS_BITS,
    id: hps::ID_WORD,
    codes: Vec::new,
};

const PHASE: Block = Block {
    doc: "a phase tracker",
    prefix: "TREETAP_PHASE",
    page: "docs/reference/phase.md",
    table: "src/spec/phase/regs.rs",
    registers: phase::REGISTERS,
    address_bits: phase::ADDRESS_BITS,
    id: phase::ID_WORD,
    codes: Vec::new,
};

/// The files, by their path from the top of the repository.
pub fn files() -> [(&'static str, String); 11] {
    [
        ("include/treetap_regs.h", c_header(&PROFILER)),
        ("include/treetap_regs.svd", svd(&PROFILER)),
        ("docs/reference/registers.md", page(&PROFILER, "Registers", PROFILER_RULES)),
        ("include/treetap_hps.h", c_header(&HPS)),
        ("include/treetap_hps.svd", svd(&HPS)),
        ("include/treetap_monitor.h", c_header(&MONITOR)),
        ("include/treetap_monitor.svd", svd(&MONITOR)),
        ("docs/reference/monitor-registers.md", page(&MONITOR, "Registers of a monitor", MONITOR_RULES)),
        ("include/treetap_phase.h", c_header(&PHASE)),
        ("include/treetap_phase.svd", svd(&PHASE)),
        ("docs/reference/phase-registers.md", page(&PHASE, "Registers of a phase tracker", PHASE_RULES)),
    ]
}

/// What every file says about where it comes from.
fn origin(block: &Block) -> String {
    format!("Made by `make rtl` from the table of registers ({}); never edited.", block.table)
}

/// The C header: offsets, and mask and lowest bit of every field.
fn c_header(block: &Block) -> String {
    let guard = if block.prefix == "TREETAP" { "TREETAP_REGS_H".into() } else { format!("{}_H", block.prefix) };
    let mut text = format!(
        "/* Registers of {}, as byte offsets from its base. {} says what they mean.\n * {} */\n\
         #ifndef {guard}\n#define {guard}\n",
        block.doc,
        block.page,
        origin(block).replace('`', "'")
    );
    let define = |text: &mut String, name: &str, value: String| {
        let _ = writeln!(text, "#define {:<37} {value}", format!("{}_{name}", block.prefix));
    };
    for register in block.registers {
        let _ = writeln!(text, "\n/* {} ({}) */", register.doc, register.access.name());
        define(&mut text, register.name, format!("0x{:03x}u", register.offset));
        if register.words > 1 {
            define(&mut text, &format!("{}_WORDS", register.name), format!("{}u", register.words));
        }
        for field in register.fields.iter().filter(|field| field.width < 32) {
            let name = format!("{}__{}", register.name, field.name);
            define(&mut text, &format!("{name}_LSB"), format!("{}u", field.lsb));
            define(&mut text, &format!("{name}_MASK"), format!("0x{:08x}u", field.mask()));
        }
    }
    let codes = (block.codes)();
    if !codes.is_empty() {
        text += "\n/* Codes of COMMAND.OP */\n";
    }
    for (name, code) in codes {
        define(&mut text, &name, format!("{code}u"));
    }
    text += "\n/* Word of ID */\n";
    define(&mut text, "ID_WORD", format!("0x{:08x}u", block.id));
    text + "\n#endif\n"
}

/// `SnapshotReset` as `SNAPSHOT_RESET`.
fn snake(name: &str) -> String {
    name.char_indices().fold(String::new(), |mut out, (i, c)| {
        if i > 0 && c.is_uppercase() {
            out.push('_');
        }
        out.extend(c.to_uppercase());
        out
    })
}

/// What holds for all registers of a profiler.
const PROFILER_RULES: &str = "[regs.md](regs.md) has the rules that hold for all of them.\n\n\
    Offsets are bytes from the base of the profiler. RO: writing is refused. RW: a read gives the word that was\n\
    written last, in builds with CAP_CORE.HAS_READBACK; elsewhere such a register is written only. WO: reading is refused.\n\
    `reset` is the value after a reset.";

/// And of a monitor.
const MONITOR_RULES: &str = "[monitor.md](monitor.md) has the rules that hold for them. Below 0x8000 are those of its engine\n\
    ([hps.md](hps.md), H8).\n\n\
    Offsets are bytes from the base of the monitor. RO: writing is refused. RW: a read gives the fields as they are.\n\
    WO: reading is refused. `reset` is the value after a reset.";

/// And of a phase tracker.
const PHASE_RULES: &str = "[phase.md](phase.md) has the rules that hold for them, P12 above all.\n\n\
    Offsets are bytes from the base of the tracker. RO: a write changes nothing. RW: a read gives the fields as they are.\n\
    WO: a read gives 0. Both, and accesses between the registers, raise STATUS.BADADDR. `reset` is the value after a reset.";

/// The page of a table.
fn page(block: &Block, title: &str, rules: &str) -> String {
    let mut text = format!(
        "# {title}\n\n{}\n{rules}\n\n\
         | offset | register | access | reset | what |\n|---|---|---|---|---|\n",
        origin(block)
    );
    for register in block.registers {
        let last = register.offset + 4 * (register.words - 1);
        let range = if register.words > 1 { format!("-0x{last:03x}") } else { String::new() };
        let reset = match register.access {
            Access::ReadWrite => format!("0x{:x}", register.reset()),
            _ => String::new(),
        };
        let _ = writeln!(
            text,
            "| 0x{:03x}{range} | {} | {} | {reset} | {} |",
            register.offset,
            register.name,
            register.access.name(),
            register.doc
        );
    }
    text += "\n## Fields\n\n| register | bits | field | what |\n|---|---|---|---|\n";
    for register in block.registers {
        for field in register.fields {
            let _ = writeln!(text, "| {} | {} | {} | {} |", register.name, bits(field), field.name, field.doc);
        }
    }
    text
}

fn bits(field: &Field) -> String {
    match field.width {
        1 => field.lsb.to_string(),
        width => format!("{}:{}", field.lsb + width - 1, field.lsb),
    }
}

/// The CMSIS-SVD file.
fn svd(block: &Block) -> String {
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!-- {} -->\n\
         <device schemaVersion=\"1.3\" xmlns:xs=\"http://www.w3.org/2001/XMLSchema-instance\" \
         xs:noNamespaceSchemaLocation=\"CMSIS-SVD.xsd\">\n\
         \x20 <name>treetap</name>\n  <version>{}</version>\n\
         \x20 <description>On-chip profiler; the base address is the one that the user's system gives it</description>\n\
         \x20 <addressUnitBits>8</addressUnitBits>\n  <width>32</width>\n  <size>32</size>\n\
         \x20 <peripherals>\n    <peripheral>\n      <name>{}</name>\n\
         \x20     <description>Registers of {}</description>\n      <baseAddress>0x00000000</baseAddress>\n\
         \x20     <addressBlock>\n        <offset>0x0</offset>\n        <size>0x{:X}</size>\n        <usage>registers</usage>\n\
         \x20     </addressBlock>\n      <registers>\n",
        origin(block).replace('`', "'"),
        env!("CARGO_PKG_VERSION"),
        block.prefix,
        block.doc,
        1_u32 << block.address_bits
    );
    block.registers.iter().for_each(|register| svd_register(&mut text, register));
    text + "      </registers>\n    </peripheral>\n  </peripherals>\n</device>\n"
}

fn svd_register(text: &mut String, register: &Register) {
    let (access, side_effect) = match register.access {
        Access::ReadOnly => ("read-only", ""),
        Access::ReadWrite => ("read-write", ""),
        Access::WriteOnly => ("write-only", ""),
        Access::ReadTakes => ("read-only", "          <readAction>modifyExternal</readAction>\n"),
    };
    let (dim, index) = match register.words {
        1 => (String::new(), ""),
        words => (format!("          <dim>{words}</dim>\n          <dimIncrement>4</dimIncrement>\n"), "[%s]"),
    };
    let _ = write!(
        text,
        "        <register>\n{dim}          <name>{}{index}</name>\n          <description>{}</description>\n\
         \x20         <addressOffset>0x{:03X}</addressOffset>\n          <access>{access}</access>\n\
         \x20         <resetValue>0x{:08X}</resetValue>\n{side_effect}          <fields>\n",
        register.name,
        escaped(register.doc),
        register.offset,
        register.reset()
    );
    for field in register.fields {
        let _ = write!(
            text,
            "            <field>\n              <name>{}</name>\n              <description>{}</description>\n\
             \x20             <bitOffset>{}</bitOffset>\n              <bitWidth>{}</bitWidth>\n            </field>\n",
            field.name,
            escaped(field.doc),
            field.lsb,
            field.width
        );
    }
    *text += "          </fields>\n        </register>\n";
}

/// Text for an XML element.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
