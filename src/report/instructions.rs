//! An instruction at the head of what is said of it.
use super::shares::at;
use crate::analysis::instructions::Located;
use serde_json::{Value, json};

/// Its line for people: address, assembly, place, source line.
pub fn heading(located: &Located) -> String {
    let Located { pc, place, line, assembly } = located;
    let line = line.as_ref().map_or(String::new(), |(file, line)| format!("  {}", at(file, *line)));
    format!("{pc:08x}  {assembly}  {place}{line}\n")
}

/// The members of its JSON contract, and `more`, an object.
pub fn contract(located: &Located, more: Value) -> Value {
    let Located { pc, place, line, assembly } = located;
    let file = line.as_ref().map(|line| &line.0);
    let line = line.as_ref().map(|line| line.1);
    merged(json!({ "pc": pc, "place": place, "file": file, "line": line, "assembly": assembly }), more)
}

/// An object with the members of another one, too.
pub fn merged(mut contract: Value, more: Value) -> Value {
    if let (Value::Object(all), Value::Object(more)) = (&mut contract, more) {
        all.extend(more);
    }
    contract
}
