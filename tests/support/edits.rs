//! Many edits of emitted Verilog in one design, each active while a selector has its number: one build serves them all.

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

/// Name of what selects an edit in the top.
pub const SELECTOR: &str = "mutsel";
/// Its width.
pub const BITS: u32 = 8;

/// What an edit replaces, as a range of the Verilog.
#[derive(Debug)]
pub struct Place<'a> {
    pub start: usize,
    pub end: usize,
    /// Its number and text.
    pub number: usize,
    pub instead: &'a str,
}

impl<'a> Edit<'a> {
    /// Where the edit with this number is made.
    ///
    /// # Errors
    /// Its pattern is not there exactly once.
    pub fn place(&self, verilog: &str, number: usize) -> Result<Place<'a>, String> {
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

/// `verilog`, whose top is the module `top`, with edits that [`SELECTOR`] of the top selects: the one with its number,
/// and with 0 none.
pub fn chosen(top: &str, verilog: &str, mut places: Vec<Place<'_>>) -> String {
    assert!(places.len() < 1 << BITS, "the selector has {BITS} bits");
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
    out + &verilog[done..]
}

/// Where the ports of the top begin.
pub fn ports(top: &str, verilog: &str) -> usize {
    let header = format!("\nmodule {top} (\n");
    let there: Vec<_> = verilog.match_indices(&header).collect();
    let [(at, _)] = there[..] else { panic!("the header of {top} is there {} times", there.len()) };
    at + header.len()
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
