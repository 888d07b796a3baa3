//! The page of a block in `docs/reference`: registers and fields as tables.
use super::block::{Block, origin};
use crate::spec::regs::{Access, Field};
use std::fmt::Write as _;

/// What holds for all registers of a profiler.
pub const PROFILER_RULES: &str = "[regs.md](regs.md) has the rules that hold for all of them.\n\n\
    Offsets are bytes from the base of the profiler. RO: writing is refused. RW: a read gives the word that was\n\
    written last, in builds with CAP_CORE.HAS_READBACK; elsewhere such a register is written only. WO: reading is \
    refused.\n\
    `reset` is the value after a reset.";

/// What holds for all registers of a monitor.
pub const MONITOR_RULES: &str = "[monitor.md](monitor.md) has the rules that hold for them. Below 0x8000 are those of \
    its engine\n\
    ([hps.md](hps.md), H8), from 0x9000 on those of its phase tracker, if it has one\n\
    ([phase-registers.md](phase-registers.md)).\n\n\
    Offsets are bytes from the base of the monitor. RO: writing is refused. RW: a read gives the fields as they are.\n\
    WO: reading is refused. `reset` is the value after a reset.";

/// And of a phase tracker.
pub const PHASE_RULES: &str = "[phase.md](phase.md) has the rules that hold for them, P12 above all.\n\n\
    Offsets are bytes from the base of the tracker. RO: a write changes nothing. RW: a read gives the fields as they \
    are.\n\
    WO: a read gives 0. Both, and accesses between the registers, raise STATUS.BADADDR. `reset` is the value after a \
    reset.";

/// And of a map of code.
pub const CODEMAP_RULES: &str = "[codemap.md](codemap.md) has the rules that hold for them, G4 and G7 above all.\n\n\
    Offsets are bytes from the base of the map, which is at 0x1000 of a profiler. RO: a write is refused. RW: a read\n\
    gives the fields as they are. WO: a read is refused. `reset` is the value after a reset.";

/// And of a hotlist sampler.
pub const HOTLIST_RULES: &str = "[hotlist.md](hotlist.md) has the rules that hold for them, V12 above all.\n\n\
    Offsets are bytes from the base of the sampler. RO: a write is refused. RW: a read gives the fields as they are.\n\
    WO: a read is refused. What is refused changes nothing, reads 0 and is counted in HOSTVIOL. `reset` is the value\n\
    after a reset.";

/// And of a value sampler.
pub const VALUE_SAMPLER_RULES: &str = "[value_sampler.md](value_sampler.md) has the rules that hold for them. Below \
    0x400 are those of its\nhotlist sampler ([hotlist-registers.md](hotlist-registers.md)).\n\n\
    Offsets are bytes from the base of the value sampler. RO: writing is refused. RW: a read gives the fields as they \
    are.\n\
    WO: reading is refused. `reset` is the value after a reset.";

/// And of a co-processor beside a core.
pub const COPROC_PROFILER_RULES: &str = "[coproc_profiler.md](coproc_profiler.md) has the rules that hold for them. \
    Below 0x3000 are those of its\nco-processor ([coproc.md](coproc.md#b7-registers)).\n\n\
    Offsets are bytes from the base of the unit. RO: writing is refused. RW: a read gives the fields as they are.\n\
    WO: reading is refused. `reset` is the value after a reset.";

/// The page of a table.
pub fn page(block: &Block, title: &str, rules: &str) -> String {
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
