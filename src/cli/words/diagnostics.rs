//! What a compiler says, on standard error and as JSON.
use crate::lang::diagnostic::{Diagnostic, Named};
use crate::lang::source::Source;
use serde_json::{Value, json};

/// Every message with its line, on standard error.
pub fn tell<C: Named>(found: &[Diagnostic<C>], source: &Source) {
    for one in found {
        eprintln!("{}", one.show(source));
    }
}

/// A message and its place.
pub fn described<C: Named>(one: &Diagnostic<C>, source: &Source) -> Value {
    let place = source.place(one.span.start);
    json!({
        "code": one.code.name(), "file": place.file, "line": place.line, "column": place.column, "message": one.message,
    })
}
