//! Faults at the joints of a top.
use treetap::catalog::{Unit, emit};

/// The emitted file of a preset: its modules, and then its top.
pub fn modules_and_top(unit: Unit, preset: &str) -> (String, String) {
    let emitted = emit(unit, preset).unwrap();
    let top = emitted.verilog.rfind(&format!("module {} (", emitted.top)).unwrap();
    let (modules, top) = emitted.verilog.split_at(top);
    (modules.to_string(), top.to_string())
}

/// The emitted file with something else at a port of an instance of the top.
pub fn planted(unit: Unit, preset: &str, instance: &str, from: &str, to: &str) -> String {
    let (modules, top) = modules_and_top(unit, preset);
    // A long line is broken in front of the ports.
    let named = |at: &usize| top[at + instance.len()..].trim_start().starts_with('(');
    let place = top.match_indices(instance).map(|(at, _)| at).find(named).unwrap();
    let at = place + top[place..].find(from).unwrap_or_else(|| panic!("{instance} has no {from}"));
    format!("{modules}{}{to}{}", &top[..at], &top[at + from.len()..])
}
