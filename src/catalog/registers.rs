//! The table of registers as other people's tools read it: a C header, a page, a CMSIS-SVD file.
use crate::spec::regs::{self, Access, Field, Op, Register};
use crate::spec::{hps, monitor};
use std::fmt::Write as _;

/// Registers that are described together.
struct Block {
    /// In the C header in front of every name, and the name in the SVD file.
    prefix: &'static str,
    /// What it is.
    doc: &'static str,
    registers: &'static [Register],
    /// First byte offset and number of bytes that it takes.
    place: (u32, u32),
}

/// A comment in the C header, and the names and values below it.
type Codes = (&'static str, Vec<(String, String)>);

/// What one set of files is about.
struct Map {
    /// Source of the tables.
    origin: &'static str,
    /// Whose registers, in words, and the constant that guards the C header.
    of: &'static str,
    guard: &'static str,
    /// What the page says in front of the tables.
    rules: &'static str,
    blocks: &'static [Block],
    device: &'static str,
    /// Codes of fields, and words.
    codes: fn() -> Vec<Codes>,
}

const PROFILER: Map = Map {
    origin: "Made by `make rtl` from the table of registers (src/spec/regs/table.rs); never edited.",
    of: "Registers of a profiler, as byte offsets from its base. docs/registers.md says what they mean.",
    guard: "TREETAP_REGS_H",
    rules: "[regs.md](regs.md) has the rules that hold for all of them.\n\n\
            Offsets are bytes from the base of the profiler. RO: writing is refused. RW: a read gives the word that was written last, in\n\
            builds with CAP_CORE.HAS_READBACK; elsewhere such a register is written only. WO: reading is refused. `reset` is the value after a reset.",
    blocks: &[Block {
        prefix: "TREETAP",
        doc: "Registers of a profiler",
        registers: regs::REGISTERS,
        place: (0, 1 << regs::ADDRESS_BITS),
    }],
    device: "On-chip profiler",
    codes: || {
        let ops = Op::ALL.iter().map(|op| (format!("OP_{}", snake(&format!("{op:?}"))), format!("{}u", *op as u32)));
        vec![
            ("Codes of COMMAND.OP", ops.collect()),
            ("Word of ID", vec![("ID_WORD".to_string(), format!("0x{:08x}u", regs::ID_WORD))]),
        ]
    },
};

const MONITOR: Map = Map {
    origin: "Made by `make rtl` from the tables of registers (src/spec/hps/regs.rs, src/spec/monitor.rs); never edited.",
    of: "Registers of a monitor, as byte offsets from its base: its engine (HPS) and what is around it. docs/monitor-registers.md says\n * what they mean.",
    guard: "TREETAP_MONITOR_H",
    rules: "[monitor.md](monitor.md) has the rules that hold for them, [hps.md](hps.md) those of the engine: `HPS` in names of the C header.\n\n\
            Offsets are bytes from the base of the monitor. RO: writing is refused by the monitor, ignored by the engine. WO: reading is refused by the monitor, gives 0 in the engine.\n\
            `reset` is the value after a reset.",
    blocks: &[
        Block {
            prefix: "TREETAP_HPS",
            doc: "Engine for hybrid profiling support",
            registers: hps::regs::REGISTERS,
            place: (0, 1 << hps::regs::ADDRESS_BITS),
        },
        Block {
            prefix: "TREETAP_MONITOR",
            doc: "Tap, map of checks and events around the engine",
            registers: monitor::REGISTERS,
            place: (monitor::BASE as u32, 0x1000),
        },
    ],
    device: "Engine for hybrid profiling support beside a core",
    codes: || {
        let word = |name: &str, word: u32| (name.to_string(), format!("0x{word:08x}u"));
        vec![("Words of ID", vec![word("HPS_ID_WORD", hps::regs::ID_WORD), word("MONITOR_ID_WORD", monitor::ID_WORD)])]
    },
};

/// The files, by their path from the top of the repository.
pub fn files() -> [(&'static str, String); 6] {
    [
        ("include/treetap_regs.h", PROFILER.c_header()),
        ("include/treetap_regs.svd", PROFILER.svd()),
        ("docs/registers.md", PROFILER.page()),
        ("include/treetap_monitor.h", MONITOR.c_header()),
        ("include/treetap_monitor.svd", MONITOR.svd()),
        ("docs/monitor-registers.md", MONITOR.page()),
    ]
}

impl Map {
    /// The C header: offsets, and mask and lowest bit of every field.
    fn c_header(&self) -> String {
        let mut text = format!(
            "/* {}\n * {} */\n#ifndef {guard}\n#define {guard}\n",
            self.of,
            self.origin.replace('`', "'"),
            guard = self.guard
        );
        let define = |text: &mut String, name: &str, value: &str| {
            let _ = writeln!(text, "#define {name:<37} {value}");
        };
        for Block { prefix, registers, .. } in self.blocks {
            for register in *registers {
                let _ = writeln!(text, "\n/* {} ({}) */", register.doc, register.access.name());
                let name = format!("{prefix}_{}", register.name);
                define(&mut text, &name, &format!("0x{:03x}u", register.offset));
                if register.words > 1 {
                    define(&mut text, &format!("{name}_WORDS"), &format!("{}u", register.words));
                }
                for field in register.fields.iter().filter(|field| field.width < 32) {
                    let name = format!("{name}__{}", field.name);
                    define(&mut text, &format!("{name}_LSB"), &format!("{}u", field.lsb));
                    define(&mut text, &format!("{name}_MASK"), &format!("0x{:08x}u", field.mask()));
                }
            }
        }
        for (doc, codes) in (self.codes)() {
            let _ = writeln!(text, "\n/* {doc} */");
            for (name, value) in codes {
                define(&mut text, &format!("TREETAP_{name}"), &value);
            }
        }
        text + "\n#endif\n"
    }

    /// The page.
    fn page(&self) -> String {
        let mut text = format!("# Registers{}\n\n{} {}\n\n", self.whose(), self.origin, self.rules);
        text += "| offset | register | access | reset | what |\n|---|---|---|---|---|\n";
        let registers = || self.blocks.iter().flat_map(|block| block.registers);
        for register in registers() {
            let last = register.offset + 4 * (register.words - 1);
            let range = if register.words > 1 { format!("-0x{last:03x}") } else { String::new() };
            let reset = match register.access {
                Access::ReadWrite => format!("0x{:x}", register.reset()),
                _ => String::new(),
            };
            let (name, access) = (register.name, register.access.name());
            let _ =
                writeln!(text, "| 0x{:03x}{range} | {name} | {access} | {reset} | {} |", register.offset, register.doc);
        }
        text += "\n## Fields\n\n| register | bits | field | what |\n|---|---|---|---|\n";
        for register in registers() {
            for field in register.fields {
                let _ = writeln!(text, "| {} | {} | {} | {} |", register.name, bits(field), field.name, field.doc);
            }
        }
        text
    }

    /// Whose registers, in the title where there are several.
    fn whose(&self) -> &'static str {
        if self.blocks.len() > 1 { " of a monitor" } else { "" }
    }

    /// The CMSIS-SVD file.
    fn svd(&self) -> String {
        let mut text = format!(
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!-- {} -->\n\
             <device schemaVersion=\"1.3\" xmlns:xs=\"http://www.w3.org/2001/XMLSchema-instance\" \
             xs:noNamespaceSchemaLocation=\"CMSIS-SVD.xsd\">\n\
             \x20 <name>treetap</name>\n  <version>{}</version>\n\
             \x20 <description>{}; the base address is the one that the user's system gives it</description>\n\
             \x20 <addressUnitBits>8</addressUnitBits>\n  <width>32</width>\n  <size>32</size>\n\
             \x20 <peripherals>\n",
            self.origin.replace('`', "'"),
            env!("CARGO_PKG_VERSION"),
            self.device
        );
        for Block { prefix, doc, registers, place: (first, size) } in self.blocks {
            let _ = write!(
                text,
                "    <peripheral>\n      <name>{prefix}</name>\n\
                 \x20     <description>{doc}</description>\n      <baseAddress>0x00000000</baseAddress>\n\
                 \x20     <addressBlock>\n        <offset>0x{first:X}</offset>\n        <size>0x{size:X}</size>\n        <usage>registers</usage>\n\
                 \x20     </addressBlock>\n      <registers>\n"
            );
            registers.iter().for_each(|register| svd_register(&mut text, register));
            text += "      </registers>\n    </peripheral>\n";
        }
        text + "  </peripherals>\n</device>\n"
    }
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

fn bits(field: &Field) -> String {
    match field.width {
        1 => field.lsb.to_string(),
        width => format!("{}:{}", field.lsb + width - 1, field.lsb),
    }
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
