//! What `treetap trace info` tells of a trace.
use crate::trace::Info;
use crate::trace::rvfi::Info as Retirements;
use serde_json::{Value, json};

/// Of events, for people.
pub fn events(info: &Info) -> String {
    let weighted = if info.weighted { " (weighted)" } else { "" };
    lines([
        ("format", info.format.name().to_owned()),
        ("events", info.events.to_string()),
        ("weight", format!("{}{weighted}", info.weight)),
        ("keys", format!("{:#x} to {:#x}", info.key_min, info.key_max)),
        ("key bits needed", info.key_bits_needed().to_string()),
        ("bytes", info.bytes.to_string()),
        ("sha256", info.sha256.clone()),
    ])
}

/// Of events: the JSON contract.
pub fn events_contract(info: &Info) -> Value {
    json!({
        "format": info.format.name(),
        "events": info.events,
        "key_bits_needed": info.key_bits_needed(),
        "weighted": info.weighted,
        "sha256": info.sha256,
        "weight": info.weight,
        "key_min": format!("{:#x}", info.key_min),
        "key_max": format!("{:#x}", info.key_max),
        "bytes": info.bytes,
    })
}

/// Of retirements, for people.
pub fn retirements(info: &Retirements) -> String {
    let core = if info.origin.core.is_empty() { "unknown" } else { &info.origin.core };
    lines([
        ("format", "rvfi".into()),
        ("core", format!("{core} ({} bits)", info.origin.xlen)),
        ("records", format!("{} ({} traps, {} marked as interrupts)", info.records, info.traps, info.interrupts)),
        ("gaps in order", info.gaps.to_string()),
        ("cycles", info.cycles.to_string()),
        ("instructions at", format!("{:#x} to {:#x}", info.pc_min, info.pc_max)),
        ("bytes", info.bytes.to_string()),
        ("sha256", info.sha256.clone()),
    ])
}

/// Of retirements: the JSON contract.
pub fn retirements_contract(info: &Retirements) -> Value {
    json!({
        "format": "rvfi", "core": info.origin.core, "xlen": info.origin.xlen, "records": info.records,
        "traps": info.traps,
        "interrupts": info.interrupts, "gaps": info.gaps, "cycles": info.cycles,
        "pc_min": format!("{:#x}", info.pc_min), "pc_max": format!("{:#x}", info.pc_max),
        "bytes": info.bytes, "sha256": info.sha256,
    })
}

/// Names and values, one a line.
fn lines<const N: usize>(rows: [(&str, String); N]) -> String {
    rows.map(|(name, value)| format!("{name:<17}{value}")).join("\n")
}
