//! Many edits of emitted Verilog in one design, each active while an input has its number: one build serves them all.

/// An edit that a design can be asked to have.
#[derive(Debug)]
pub struct Edit<'a> {
    pub name: &'a str,
    /// What has to stand in the Verilog exactly once. What is between `«` and `»`, or else all of it, is replaced:
    /// statements, when it ends with a semicolon, else an expression.
    pub pattern: &'a str,
    /// What stands there while the edit is active.
    pub instead: &'a str,
}

/// Name of the input that selects an edit; the testbench drives it (`testbench/common/rap_ports.h`).
const SELECTOR: &str = "mutsel";
/// Its width.
const BITS: u32 = 8;

/// What an edit replaces, as a range of the Verilog.
struct Place<'a> {
    start: usize,
    end: usize,
    /// Its number and text.
    number: usize,
    instead: &'a str,
}

impl<'a> Edit<'a> {
    fn place(&self, verilog: &str, number: usize) -> Result<Place<'a>, String> {
        let (before, marked) = self.pattern.split_once('«').unwrap_or(("", self.pattern));
        let (replaced, after) = marked.split_once('»').unwrap_or((marked, ""));
        let pattern = format!("{before}{replaced}{after}");
        let there: Vec<_> = verilog.match_indices(&pattern).collect();
        let [(at, _)] = there[..] else {
            return Err(format!("{}: its pattern is there {} times", self.name, there.len()));
        };
        let start = at + before.len();
        Ok(Place { start, end: start + replaced.len(), number, instead: self.instead })
    }
}

/// `verilog`, whose top is the module `top`, with an input more: while it is `k`, the `k`-th edit is active, and with 0
/// none is.
///
/// # Errors
/// Every edit that does not apply exactly once.
pub fn selectable(top: &str, verilog: &str, edits: &[Edit<'_>]) -> Result<String, Vec<String>> {
    assert!(edits.len() < 1 << BITS, "the selector has {BITS} bits");
    let (places, refused): (Vec<_>, Vec<_>) =
        edits.iter().enumerate().map(|(i, edit)| edit.place(verilog, i + 1)).partition(Result::is_ok);
    if !refused.is_empty() {
        return Err(refused.into_iter().filter_map(Result::err).collect());
    }
    let mut places: Vec<_> = places.into_iter().filter_map(Result::ok).collect();
    places.sort_by_key(|place| (place.start, place.end, place.number));
    let mut out = String::new();
    let mut done = 0;
    for same in places.chunk_by(|a, b| (a.start, a.end) == (b.start, b.end)) {
        let Place { start, end, .. } = same[0];
        assert!(start >= done, "edits {} overlap", same[0].number);
        out += &verilog[done..start];
        // Another edit of the same text is in the place of what there was.
        out += &same.iter().fold(verilog[start..end].to_string(), |there, place| choice(top, place, &there));
        done = end;
    }
    out += &verilog[done..];
    let header = format!("\nmodule {top} (\n");
    assert_eq!(out.matches(&header).count(), 1, "the header of {top}");
    Ok(out.replacen(&header, &format!("{header}    input  wire [{}:0] {SELECTOR},\n", BITS - 1), 1))
}

/// What stands there, or in its place the text of an edit. Modules below the top see its input by the top's name.
fn choice(top: &str, Place { number, instead, .. }: &Place<'_>, there: &str) -> String {
    let active = format!("{top}.{SELECTOR} == {BITS}'d{number}");
    if there.ends_with(';') || there.ends_with("end") {
        format!("if ({active}) begin {instead} end else begin {there} end")
    } else {
        format!("(({active}) ? ({instead}) : ({there}))")
    }
}
