//! A profile as one HTML page that needs nothing else: hot places with their bounds, the range tree to zoom into,
//! settings, counters, laws, and what is uncertain.
mod tree;

use super::edges::End;
use super::hot;
use super::names::{Error, Row, Share, Table};
use super::phases::Phases;
use super::text::{grouped, hex, share};
use crate::analysis::{Keys, Kind, Symbols};
use crate::model::profile::Profile;
use std::fmt::Write as _;

const CSS: &str = include_str!("page.css");
const JS: &str = include_str!("page.js");
/// Places that get a colour of their own, as many as the style has.
const COLOURS: usize = 8;

/// A figure with its name, for the tables of settings and counters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    pub name: String,
    pub value: String,
    /// What it means, for somebody who has not read the manual; may be empty.
    pub meaning: String,
}

impl Fact {
    pub fn new(name: impl Into<String>, value: impl ToString, meaning: impl Into<String>) -> Self {
        Self { name: name.into(), value: value.to_string(), meaning: meaning.into() }
    }
}

/// An equation that the counters have to fulfil.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Law {
    pub name: String,
    /// The equation, with its numbers.
    pub text: String,
    pub holds: bool,
}

impl Law {
    /// The names of those that do not hold.
    pub fn broken(laws: &[Self]) -> Vec<&str> {
        laws.iter().filter(|law| !law.holds).map(|law| &law.name[..]).collect()
    }
}

/// The names of a profile.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    pub symbols: &'a Symbols,
    pub keys: Keys,
    pub table: &'a Table,
}

/// What a page shows.
pub struct Page<'a> {
    /// What was profiled.
    pub title: &'a str,
    /// What an event is, in the plural: `block entries`, `events`.
    pub events: &'a str,
    /// The command that made the page; empty if there is none.
    pub command: &'a str,
    pub profile: &'a Profile,
    /// Names for the keys, where keys are addresses.
    pub names: Option<Names<'a>>,
    /// Share of all events, as a fraction, from which on a range is hot; used without names.
    pub hot: f64,
    pub settings: &'a [Fact],
    pub counters: &'a [Fact],
    pub laws: &'a [Law],
    /// What else a reader should know before trusting the figures.
    pub notes: &'a [String],
    /// The phases of the program, if a phase tracker followed them.
    pub phases: Option<&'a Phases>,
}

/// The page.
pub fn page(page: &Page) -> String {
    let mut body = String::new();
    header(&mut body, page);
    if let Some(phases) = page.phases {
        over_time(&mut body, phases);
    }
    match page.names {
        Some(names) => {
            edges(&mut body, names.table);
            places(&mut body, page, names.table);
        }
        None => ranges(&mut body, page),
    }
    body += TREE;
    if let Some(names) = page.names {
        lines(&mut body, names.table);
    }
    uncertain(&mut body, page);
    laws(&mut body, page.laws);
    facts(&mut body, "Settings", page.settings);
    facts(&mut body, "Counters", page.counters);
    let version = env!("CARGO_PKG_VERSION");
    put(&mut body, format_args!("<footer>treetap {version}"));
    if !page.command.is_empty() {
        put(&mut body, format_args!(" · <code>{}</code>", escape(page.command)));
    }
    body += "</footer>\n";
    let data = script_safe(&serde_json::to_string(&tree::data(page)).expect("numbers and strings have a JSON form"));
    body += &format!(
        "<script type=\"application/json\" id=\"data\">{data}</script>\n\
         <script>\n{JS}</script>\n"
    );
    document(page.title, &body)
}

/// A page with this body.
pub(super) fn document(title: &str, body: &str) -> String {
    // The policy is the promise that the page loads nothing.
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         script-src 'unsafe-inline'; img-src data:\">\n<link rel=\"icon\" href=\"data:,\">\n<title>{}</title>\n\
         <style>\n{CSS}</style>\n</head>\n<body>\n{body}</body>\n</html>\n",
        escape(title)
    )
}

/// The place of the range tree; the script fills it.
const TREE: &str = "<section id=\"tree\">\n<h2>Range tree</h2>\n\
<p class=\"q\">Each bar is a range of keys, as wide as the events in it. Below it are the ranges it was split into; \
gaps between \
them are events that it holds itself. Click a bar to zoom in.</p>\n\
<nav id=\"path\" aria-label=\"zoom\"></nav>\n<div id=\"icicle\"></div>\n<p id=\"tip\" class=\"q\" \
aria-live=\"polite\"></p>\n\
<noscript><p>The tree needs JavaScript.</p></noscript>\n</section>\n";

pub(super) fn put(body: &mut String, text: std::fmt::Arguments) {
    body.write_fmt(text).expect("a string takes everything");
}

/// What a reader with ten seconds should see.
fn header(body: &mut String, page: &Page) {
    put(
        body,
        format_args!("<header>\n<h1>{}</h1>\n<p class=\"headline\">{}</p>\n", escape(page.title), headline(page)),
    );
    let profile = page.profile;
    let mut facts = format!("{} {}", grouped(profile.n), escape(page.events));
    if let Some(names) = page.names.filter(|_| profile.n > 0) {
        let certain = share(names.table.certain, profile.n);
        let whose = if is_code(names.table) { "function" } else { "object" };
        put(&mut facts, format_args!(" · {certain:.1} % surely of one {whose}"));
        if let Some(edges) = &names.table.edges {
            put(&mut facts, format_args!(" · {:.1} % of one edge", share(edges.certain, profile.n)));
        }
    }
    put(&mut facts, format_args!(" · {} ranges", grouped(profile.live.into())));
    if profile.lost > 0 {
        put(&mut facts, format_args!(" · <b class=\"bad\">{} lost</b>", grouped(profile.lost)));
    }
    match page.laws.iter().filter(|law| !law.holds).count() {
        0 if page.laws.is_empty() => {}
        0 => put(&mut facts, format_args!(" · <span class=\"good\">all {} checks hold</span>", page.laws.len())),
        broken => {
            put(&mut facts, format_args!(" · <b class=\"bad\">{broken} of {} checks broken</b>", page.laws.len()))
        }
    }
    put(body, format_args!("<p class=\"q\">{facts}</p>\n</header>\n"));
}

/// The heaviest three, in words.
fn headline(page: &Page) -> String {
    let profile = page.profile;
    let shares: Vec<(String, String)> = match page.names {
        Some(Names { table: Table { edges: Some(edges), .. }, .. }) => {
            edges.hot.iter().take(3).map(|edge| (edge.label(), edge.share.rounded(1))).collect()
        }
        Some(names) => {
            let rows = names.table.places.iter().take(3);
            rows.map(|row| (row.name.clone(), row.share.rounded(1))).collect()
        }
        None => {
            let mut hot = profile.hot(page.hot);
            hot.sort_by_key(|range| std::cmp::Reverse(range.weight));
            let keys = |first, last| match first == last {
                true => hex(first, profile.key_bits),
                false => format!("{}..{}", hex(first, profile.key_bits), hex(last, profile.key_bits)),
            };
            let percents =
                |range: &crate::model::profile::HotRange| Share::of(range.lo, range.hi, profile.n).rounded(1);
            hot.iter().take(3).map(|range| (keys(range.first, range.last), percents(range))).collect()
        }
    };
    if shares.is_empty() {
        return escape(if profile.n == 0 { "No events were counted." } else { "Nothing stands out." });
    }
    let parts: Vec<String> = shares
        .iter()
        .map(|(name, percents)| format!("<span class=\"fact\"><b>{}</b> {percents}</span>", escape(name)))
        .collect();
    parts.join(" ")
}

fn is_code(table: &Table) -> bool {
    table.places.first().is_none_or(|row| row.kind == Kind::Function)
}

/// The table of edges, where keys are some.
fn edges(body: &mut String, table: &Table) {
    let Some(edges) = &table.edges else { return };
    put(body, format_args!("<section id=\"edges\">\n<h2>Hot edges</h2>\n<p class=\"q\">{BOUNDS}</p>\n"));
    open(
        body,
        &[
            ("from → to", "name"),
            ("addresses", "name"),
            ("share", "share"),
            ("percent", "number"),
            ("events", "number"),
        ],
    );
    let widest = edges.hot.iter().map(|edge| edge.share.percent_hi).fold(0.0, f64::max);
    for edge in &edges.hot {
        let end = |end: &End| {
            let rank = table.places.iter().position(|row| row.name == end.function).unwrap_or(COLOURS);
            let file = end.file.as_deref().unwrap_or_default();
            format!("<span title=\"{}\">{}{}</span>", escape(file), swatch(rank), escape(&end.label()))
        };
        let (names, addresses) = (format!("{} → {}", end(&edge.from), end(&edge.to)), escape(&edge.addresses()));
        let shares = share_cells(&edge.share, widest);
        put(body, format_args!("<tr><td class=\"s\">{names}</td><td><code>{addresses}</code></td>{shares}</tr>\n"));
    }
    body.push_str("</tbody></table></div>\n");
    if let Some(rest) = edges.rest(table.n) {
        put(body, format_args!("<p class=\"q\">{}</p>\n", escape(&rest)));
    }
    body.push_str("</section>\n");
}

/// The table of functions or objects.
fn places(body: &mut String, page: &Page, table: &Table) {
    let title = match (&table.edges, is_code(table)) {
        (Some(_), _) => "Where they begin",
        (None, true) => "Hot functions",
        (None, false) => "Hot objects",
    };
    put(body, format_args!("<section id=\"hot\">\n<h2>{title}</h2>\n<p class=\"q\">{BOUNDS}</p>\n"));
    let mut columns =
        vec![("name", "name"), ("where", "name"), ("share", "share"), ("percent", "number"), ("events", "number")];
    if table.errors.is_some() {
        columns.extend([("exact", "number"), ("error", "number")]);
    }
    open(body, &columns);
    let widest = table.places.iter().map(|row| row.share.percent_hi).fold(0.0, f64::max);
    for (rank, row) in table.places.iter().enumerate() {
        let name = format!("{}{}", swatch(rank), full_name(row));
        let file = row.file.as_deref().unwrap_or_default();
        let place = format!("<span title=\"{}\">{}</span>", escape(file), escape(&row.location()));
        let mut cells = share_cells(&row.share, widest);
        if let Some(Error { exact, error_percent }) = row.exact {
            let number = |value: f64, text: &str| format!("<td class=\"n\" data-value=\"{value}\">{text}</td>");
            cells += &number(exact as f64, &grouped(exact));
            cells += &number(error_percent, &format!("{error_percent:.3} %"));
        }
        put(body, format_args!("<tr><td class=\"s\">{name}</td><td>{place}</td>{cells}</tr>\n"));
    }
    body.push_str("</tbody></table></div>\n");
    for line in table.rest() {
        put(body, format_args!("<p class=\"q\">{}</p>\n", escape(&line)));
    }
    if table.places.is_empty() {
        put(body, format_args!("<p>No place surely has enough {} for a row.</p>\n", escape(page.events)));
    }
    body.push_str("</section>\n");
}

const BOUNDS: &str = "The true share lies between the two figures: the full bar is sure, the pale one possible.";

fn full_name(row: &Row) -> String {
    let aliases = match row.aliases.is_empty() {
        true => String::new(),
        false => format!(" <span class=\"q\">= {}</span>", escape(&row.aliases.join(", "))),
    };
    format!("{}{aliases}", escape(&row.name))
}

/// The table of ranges, for keys without names.
fn ranges(body: &mut String, page: &Page) {
    let profile = page.profile;
    let rows = hot::of_profile(profile, page.hot);
    put(body, format_args!("<section id=\"hot\">\n<h2>Hot ranges</h2>\n<p class=\"q\">{BOUNDS}</p>\n"));
    open(body, &[("range", "name"), ("share", "share"), ("percent", "number"), ("events", "number")]);
    let shares: Vec<Share> = rows.iter().map(|row| Share::of(row.range.lo, row.range.hi, profile.n)).collect();
    let widest = shares.iter().map(|share| share.percent_hi).fold(0.0, f64::max);
    for (row, share) in rows.iter().zip(&shares) {
        let (first, last) = (hex(row.range.first, profile.key_bits), hex(row.range.last, profile.key_bits));
        let keys = if first == last { first } else { format!("{first}..{last}") };
        put(body, format_args!("<tr><td><code>{keys}</code></td>{}</tr>\n", share_cells(share, widest)));
    }
    body.push_str("</tbody></table></div>\n</section>\n");
}

fn lines(body: &mut String, table: &Table) {
    if table.lines.is_empty() {
        return;
    }
    body.push_str(
        "<section id=\"lines\">\n<h2>Hot lines</h2>\n<p class=\"q\">a › b: the code of b was inlined into a.</p>\n",
    );
    open(
        body,
        &[("line", "name"), ("function", "name"), ("share", "share"), ("percent", "number"), ("events", "number")],
    );
    let widest = table.lines.iter().map(|line| line.share.percent_hi).fold(0.0, f64::max);
    for line in &table.lines {
        let rank = table.places.iter().position(|row| row.name == line.function).unwrap_or(COLOURS);
        let inlined: String = line.inlined.iter().map(|name| format!(" › {}", escape(name))).collect();
        let function = format!("{}{}{inlined}", swatch(rank), escape(&line.function));
        let at = format!("<span title=\"{}\">{}</span>", escape(&line.file), escape(&line.location()));
        put(
            body,
            format_args!("<tr><td>{at}</td><td class=\"s\">{function}</td>{}</tr>\n", share_cells(&line.share, widest)),
        );
    }
    body.push_str("</tbody></table></div>\n</section>\n");
}

/// What the figures do not say.
fn uncertain(body: &mut String, page: &Page) {
    body.push_str("<section id=\"uncertain\">\n<h2>What is uncertain</h2>\n<ul>\n");
    let (profile, n) = (page.profile, page.profile.n);
    let cert = profile.cert();
    put(
        body,
        format_args!(
            "<li>No range of the tree is short by more than {} {} ({:.2} %).</li>\n",
            grouped(cert),
            escape(page.events),
            share(cert, n)
        ),
    );
    if profile.lost > 0 {
        let lost = grouped(profile.lost);
        put(
            body,
            format_args!("<li class=\"bad\">{lost} {} were lost because a count was full.</li>\n", escape(page.events)),
        );
    }
    if let Some(names) = page.names {
        let (certain, what) = match &names.table.edges {
            Some(edges) => (edges.certain, "edges"),
            None => (names.table.certain, "places"),
        };
        let spread = n - certain;
        put(
            body,
            format_args!(
                "<li>{} {} ({:.2} %) lie in ranges across several {} and may be of any of them. More nodes make them \
                 fewer.</li>\n",
                grouped(spread),
                escape(page.events),
                share(spread, n),
                what
            ),
        );
        for warning in &names.table.warnings {
            put(body, format_args!("<li>{}</li>\n", escape(warning)));
        }
    }
    for note in page.notes {
        put(body, format_args!("<li>{}</li>\n", escape(note)));
    }
    body.push_str("</ul>\n");
    if let Some(table) = page.names.map(|names| names.table).filter(|table| !table.spread.is_empty()) {
        open(body, &[("range", "name"), ("places", "name"), ("percent", "number"), ("events", "number")]);
        for spread in &table.spread {
            put(
                body,
                format_args!(
                    "<tr><td><code>{}</code></td><td>{}</td><td class=\"n\" data-value=\"{}\">{:.2} %</td><td \
                     class=\"n\" data-value=\"{}\">{}</td></tr>\n",
                    escape(&spread.range).replace("..", "..<wbr>"),
                    escape(&spread.label()),
                    spread.events,
                    spread.percent,
                    spread.events,
                    grouped(spread.events)
                ),
            );
        }
        body.push_str("</tbody></table></div>\n");
    }
    body.push_str("</section>\n");
}

pub(super) fn laws(body: &mut String, laws: &[Law]) {
    if laws.is_empty() {
        return;
    }
    body.push_str("<section id=\"laws\">\n<h2>Checks</h2>\n<div class=\"wide\"><table><tbody>\n");
    for law in laws {
        let (class, verdict) = if law.holds { ("good", "✓ holds") } else { ("bad", "✗ broken") };
        put(
            body,
            format_args!(
                "<tr><td class=\"{class}\">{verdict}</td><td>{}</td><td><code>{}</code></td></tr>\n",
                escape(&law.name),
                escape(&law.text)
            ),
        );
    }
    body.push_str("</tbody></table></div>\n</section>\n");
}

/// The phases of the program as a band, and what is hot in each.
fn over_time(body: &mut String, phases: &Phases) {
    put(
        body,
        format_args!(
            "<section>\n<h2>Phases over time</h2>\n<p class=\"q\">{} intervals of {} instructions, from left to right. \
             Intervals with alike code belong to one phase; one of each phase was sampled.</p>\n<div \
             class=\"wide\">{}</div>\n<div class=\"wide\"><table><thead><tr><th></th><th>phase</th><th>intervals</th>\
             <th>share</th><th>predicted</th><th>sample</th><th>hot in the sample</th></tr></thead><tbody>\n",
            grouped(phases.intervals.len() as u64),
            grouped(phases.len.into()),
            phases.band()
        ),
    );
    for row in &phases.phases {
        put(
            body,
            format_args!(
                "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{:.1} %</td>\
                 <td class=\"n\">{}</td><td>{}</td><td>{}</td></tr>\n",
                row.letter,
                row.phase,
                grouped(row.intervals as u64),
                row.percent,
                grouped(row.predicted as u64),
                row.sampled(),
                escape(&row.named())
            ),
        );
    }
    body.push_str("</tbody></table></div>\n</section>\n");
}

pub(super) fn facts(body: &mut String, title: &str, facts: &[Fact]) {
    if facts.is_empty() {
        return;
    }
    put(body, format_args!("<section>\n<h2>{title}</h2>\n<div class=\"wide\"><table><tbody>\n"));
    for fact in facts {
        put(
            body,
            format_args!(
                "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"q\">{}</td></tr>\n",
                escape(&fact.name),
                escape(&fact.value),
                escape(&fact.meaning)
            ),
        );
    }
    body.push_str("</tbody></table></div>\n</section>\n");
}

/// The head of a table whose columns sort by `name` or `number`; `share` is a picture of its neighbour.
fn open(body: &mut String, columns: &[(&str, &str)]) {
    body.push_str("<div class=\"wide\"><table class=\"sortable\"><thead><tr>");
    for (title, how) in columns {
        let class = if *how == "number" { " class=\"n\"" } else { "" };
        match *how {
            "share" => put(body, format_args!("<th class=\"share\">{title}</th>")),
            _ => put(body, format_args!("<th{class}><button type=\"button\">{title}</button></th>")),
        }
    }
    body.push_str("</tr></thead><tbody>\n");
}

/// Bar, percentages and events.
fn share_cells(share: &Share, widest: f64) -> String {
    let scale = |percent: f64| if widest > 0.0 { 100.0 * percent / widest } else { 0.0 };
    let (sure, possible) = (scale(share.percent_lo), scale(share.percent_hi - share.percent_lo));
    format!(
        "<td class=\"share\"><i class=\"lo\" style=\"width:{sure:.2}%\"></i><i class=\"hi\" \
         style=\"width:{possible:.2}%\"></i></td>\
         <td class=\"n\" data-value=\"{0}\">{1}</td><td class=\"n\" data-value=\"{0}\">{2}</td>",
        share.lo,
        share.percents(),
        share.events()
    )
}

/// The colour under which the range tree shows a place.
fn swatch(rank: usize) -> String {
    if rank < COLOURS {
        format!("<i class=\"swatch c{rank}\"></i>")
    } else {
        "<i class=\"swatch named\"></i>".to_owned()
    }
}

/// A text that cannot become markup.
pub(super) fn escape(plain: &str) -> String {
    plain.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}

/// JSON that cannot end its script element, and that is a JavaScript text as well.
fn script_safe(json: &str) -> String {
    let mut safe = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => put(&mut safe, format_args!("\\u{:04x}", c as u32)),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_cannot_leave_its_script() {
        let json = serde_json::to_string("</script><!--&\u{2028}\"").unwrap();
        let safe = script_safe(&json);
        assert_eq!(safe, r#""\u003c/script\u003e\u003c!--\u0026\u2028\"""#);
        assert_eq!(serde_json::from_str::<String>(&safe).unwrap(), "</script><!--&\u{2028}\"");
        assert_eq!(escape("<b a='\"'>&"), "&lt;b a=&#39;&quot;&#39;&gt;&amp;");
    }
}
