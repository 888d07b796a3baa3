//! Area and timing of a design on a device, as one HTML page that needs nothing else.
use crate::flow::{Area, CriticalPath, Part};
use crate::report::canvas::{Anchor, Canvas, mono_width};
use crate::report::grouped;
use std::fmt::Write as _;

const WIDTH: f64 = 1080.0;
const FONT: f64 = 12.0;
const ROW: f64 = 24.0;
/// Colours of cells, wires, limits and failures.
const BLUE: &str = "#2f6fab";
const GREEN: &str = "#4f9d69";
const AMBER: &str = "#c9862b";
const RED: &str = "#b8323f";
const PALE: &str = "#eef0f2";
const RULE: &str = "#8c959f";

const STYLE: &str = "\
body { font: 15px/1.5 'DejaVu Sans', Verdana, sans-serif; color: #1b1f24; max-width: 1080px; margin: 32px auto; padding: 0 16px; }
h1 { font-size: 24px; margin-bottom: 4px; } h2 { font-size: 17px; margin: 36px 0 8px; }
p.q { color: #57606a; margin-top: 0; } svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; } td { padding: 3px 24px 3px 0; vertical-align: top; } td:first-child \
{ color: #57606a; }
code { font-family: 'DejaVu Sans Mono', Menlo, Consolas, monospace; font-size: 13px; }";

/// Everything that the page shows.
pub struct Sheet<'a> {
    /// What was built, and for what.
    pub title: &'a str,
    /// The command that makes this page.
    pub command: &'a str,
    /// Figures with their names.
    pub facts: &'a [(&'a str, String)],
    /// The instances and their own cells.
    pub parts: &'a [Part],
    /// Number and clock of each seed in MHz; 0 for one that failed.
    pub seeds: &'a [(u32, f64)],
    /// Their median.
    pub median: f64,
    /// What the device allows at most: its name and clock in MHz.
    pub limit: Option<(String, f64)>,
    /// The clock that was demanded in MHz.
    pub demanded: Option<f64>,
    /// The critical path of the seed at the median.
    pub path: Option<&'a CriticalPath>,
    /// Programs and their versions.
    pub tools: &'a [(String, String)],
}

/// The page.
pub fn html(sheet: &Sheet) -> String {
    let mut body = format!("<h1>{}</h1>\n<p class=\"q\"><code>{}</code></p>\n", text(sheet.title), text(sheet.command));
    body += &table(sheet.facts.iter().map(|(name, value)| (*name, value.as_str())));
    body += &section("Clock of each seed", &clocks(sheet));
    if let Some(path) = sheet.path {
        body += &section("Critical path", &format!("<p>{}.</p>\n{}", text(&path.to_string()), path_bar(path)));
    }
    if !sheet.parts.is_empty() {
        let note = "<p class=\"q\">Own cells of every instance, synthesised with the hierarchy kept: without the \
                    optimisations across its borders, the sum is larger than the whole above.</p>\n";
        body += &section("Area by instance", &format!("{note}{}", bars(sheet.parts)));
    }
    body += &section("Programs", &table(sheet.tools.iter().map(|(name, version)| (name.as_str(), version.as_str()))));
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta \
         charset=\"utf-8\">\n<title>{}</title>\n<style>\n{STYLE}\n</style>\n\
         </head>\n<body>\n{body}</body>\n</html>\n",
        text(sheet.title)
    )
}

fn section(title: &str, content: &str) -> String {
    format!("<h2>{}</h2>\n{content}", text(title))
}

fn table<'a>(rows: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let mut table = "<table>\n".to_string();
    for (name, value) in rows {
        writeln!(table, "<tr><td>{}</td><td>{}</td></tr>", text(name), text(value)).expect("a string takes everything");
    }
    table + "</table>\n"
}

/// A text that cannot become markup.
fn text(plain: &str) -> String {
    plain.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Bars of all seeds, with lines at the median, the limit and the demanded clock.
fn clocks(sheet: &Sheet) -> String {
    const LEFT: f64 = 80.0;
    const RIGHT: f64 = 90.0;
    let lines: Vec<(&str, f64, &str)> = [
        Some(("median", sheet.median, RULE)),
        sheet.demanded.map(|mhz| ("demanded", mhz, RED)),
        sheet.limit.as_ref().map(|(_, mhz)| ("limit", *mhz, AMBER)),
    ]
    .into_iter()
    .flatten()
    .collect();
    let top = lines.iter().map(|line| line.1).chain(sheet.seeds.iter().map(|seed| seed.1)).fold(1.0, f64::max);
    let scale = (WIDTH - LEFT - RIGHT) / top;
    let (head, height) = (18.0 * lines.len() as f64 + 8.0, ROW * sheet.seeds.len() as f64);
    let mut canvas = Canvas::new(WIDTH, head + height + 12.0, "clock of each seed");
    for (i, (seed, clock)) in sheet.seeds.iter().enumerate() {
        let y = head + ROW * i as f64;
        canvas.text([LEFT - 10.0, y + 16.0], FONT, Anchor::End, "q", &format!("seed {seed}"));
        let (fill, label) = match *clock {
            0.0 => (RED, "failed".to_string()),
            clock if sheet.demanded.is_some_and(|mhz| clock < mhz) => (RED, format!("{clock:.1} MHz")),
            clock => (BLUE, format!("{clock:.1} MHz")),
        };
        canvas.rect_with_tip([LEFT, y + 2.0, clock * scale, ROW - 6.0], fill, &format!("seed {seed}: {label}"));
        canvas.text([LEFT + clock * scale + 6.0, y + 16.0], FONT, Anchor::Start, "m", &label);
    }
    for (i, (name, mhz, colour)) in lines.iter().enumerate() {
        let (x, y) = (LEFT + mhz * scale, 14.0 + 18.0 * i as f64);
        // Below all labels: a line would cross those under it.
        canvas.dashed([x, head - 2.0, x, head + height + 4.0], colour, (5, 4));
        let name = match (&sheet.limit, *name) {
            (Some((limit, _)), "limit") => format!("limit of the device ({limit}) {mhz:.1} MHz"),
            (_, name) => format!("{name} {mhz:.1} MHz"),
        };
        // On the side that has room.
        let fits = x + 8.0 + mono_width(&name, FONT) < WIDTH;
        let (x, anchor) = if fits { (x + 4.0, Anchor::Start) } else { (x - 4.0, Anchor::End) };
        canvas.text([x, y], FONT, anchor, "q", &name);
    }
    canvas.finish()
}

/// Time in cells and on wires, to scale.
fn path_bar(path: &CriticalPath) -> String {
    let total = (path.logic_ns + path.routing_ns).max(1e-9);
    let split = WIDTH * path.logic_ns / total;
    let mut canvas = Canvas::new(WIDTH, 28.0, "share of cells and wires in the critical path");
    canvas.rect([0.0, 2.0, split, 24.0], BLUE);
    canvas.rect([split, 2.0, WIDTH - split, 24.0], AMBER);
    for (x, width, name, ns) in [(0.0, split, "cells", path.logic_ns), (split, WIDTH - split, "wires", path.routing_ns)]
    {
        let label = format!("{name} {ns:.2} ns");
        if mono_width(&label, FONT) + 12.0 < width {
            canvas.text([x + 8.0, 18.0], FONT, Anchor::Start, "w", &label);
        }
    }
    canvas.finish()
}

/// A row for each instance: LUTs, flip-flops and block RAMs, each to the scale of the largest.
fn bars(parts: &[Part]) -> String {
    const LEFT: f64 = 300.0;
    const COLUMN: f64 = (WIDTH - LEFT) / 3.0;
    const LABEL: f64 = 62.0;
    type Count = fn(&Area) -> u32;
    let columns: [(&str, &str, Count); 3] =
        [("LUT4", BLUE, |a| a.lut4), ("flip-flops", GREEN, |a| a.ff), ("block RAM", AMBER, |a| a.bram)];
    let head = 26.0;
    let mut canvas = Canvas::new(WIDTH, head + ROW * parts.len() as f64 + 8.0, "area of each instance");
    for (i, (name, ..)) in columns.iter().enumerate() {
        canvas.text([LEFT + COLUMN * i as f64, 16.0], FONT, Anchor::Start, "q", name);
    }
    for (row, part) in parts.iter().enumerate() {
        let y = head + ROW * row as f64;
        if row % 2 == 0 {
            canvas.rect([0.0, y, WIDTH, ROW], "#fafbfc");
        }
        let depth = if part.path.is_empty() { 0 } else { 1 + part.path.matches('.').count() };
        let name = if part.path.is_empty() { "top" } else { part.path.rsplit('.').next().unwrap_or_default() };
        canvas.text([8.0 + 16.0 * depth as f64, y + 16.0], FONT, Anchor::Start, "m", name);
        for (i, (what, fill, count)) in columns.iter().enumerate() {
            let most = parts.iter().map(|part| count(&part.area)).max().unwrap_or(0).max(1);
            let (x, n) = (LEFT + COLUMN * i as f64, count(&part.area));
            let width = (COLUMN - LABEL) * f64::from(n) / f64::from(most);
            canvas.rect([x, y + 4.0, COLUMN - LABEL, ROW - 8.0], PALE);
            canvas.rect_with_tip([x, y + 4.0, width, ROW - 8.0], fill, &format!("{name}: {n} {what}"));
            canvas.text([x + COLUMN - LABEL + 6.0, y + 16.0], FONT, Anchor::Start, "m", &grouped(n.into()));
        }
    }
    canvas.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_shows_every_seed_and_instance_and_escapes_names() {
        let part = |path: &str, lut4| Part { path: path.into(), area: Area { lut4, ..Area::default() } };
        let page = html(&Sheet {
            title: "a <b> & c",
            command: "treetap synth",
            facts: &[("LUT4", "7".into())],
            parts: &[part("", 3), part("u_engine", 1234), part("u_engine.u_own", 0)],
            seeds: &[(1, 80.0), (2, 0.0), (3, 91.25)],
            median: 80.0,
            limit: Some(("rmw, C=32, A=9".into(), 120.0)),
            demanded: Some(85.0),
            path: None,
            tools: &[("yosys".into(), "0.23".into())],
        });
        for part in [
            "<title>a &lt;b&gt; &amp; c</title>",
            ">80.0 MHz<",
            ">failed<",
            ">91.2 MHz<",
            ">1,234<",
            ">u_own<",
            "limit of the device (rmw, C=32, A=9) 120.0 MHz",
            "demanded 85.0 MHz",
            "<td>yosys</td><td>0.23</td>",
        ] {
            assert!(page.contains(part), "{part} is not in {page}");
        }
        assert!(!page.contains("Critical path") && !page.contains("http-equiv") && !page.contains("src="));
    }
}
