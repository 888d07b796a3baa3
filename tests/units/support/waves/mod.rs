//! Waveforms of the pages: a sheet says what drives a unit, Icarus runs the emitted Verilog, the run is drawn as text.
mod bench;
mod drawing;
mod sheet;

use crate::support::tools::run;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use treetap::catalog::{Chosen, Emitted, Settings, Unit, selftest};
use treetap::spec;

/// What a page has in front of its waveforms, up to the name of the sheet.
const BEGIN: &str = "<!-- waveforms: tests/units/waveforms/";
/// What it has after them.
const END: &str = "<!-- end of waveforms -->";

/// The waveforms of a sheet, and the page that they are in.
pub struct Waveforms {
    pub page: String,
    pub text: String,
}

impl Waveforms {
    /// Runs the sheet in `text`; `dir` takes the simulation's files.
    pub fn of(text: &str, dir: &Path) -> Self {
        let mut sheet = sheet::Sheet::parse(text);
        let emitted = emitted(&sheet);
        let bits: Vec<&str> = emitted.ports.iter().filter(|port| port.width == 1).map(|port| &*port.name).collect();
        sheet.bits(&bits);
        std::fs::write(dir.join("unit.v"), &emitted.verilog).unwrap();
        std::fs::write(dir.join("bench.v"), bench::bench(&sheet, &emitted)).unwrap();
        let mut compile = Command::new("iverilog");
        compile.args(["-g2005", "-o", "bench", "bench.v", "unit.v"]).current_dir(dir);
        let compiled = run(&mut compile, Duration::from_secs(120)).unwrap();
        assert!(compiled.ok, "{}", compiled.stderr);
        let mut text = format!(
            "The emitted Verilog of `{}`, simulated\n([how](../contributing/waveforms.md)). \
             Words are hexadecimal, those of a signal with # decimal.\n",
            sheet.command()
        );
        for (number, wave) in sheet.waves.iter().enumerate() {
            let mut simulate = Command::new("vvp");
            simulate.args(["bench", &format!("+wave={number}")]).current_dir(dir);
            let simulated = run(&mut simulate, Duration::from_secs(120)).unwrap();
            assert!(simulated.ok, "{}: {}{}", wave.title, simulated.stdout, simulated.stderr);
            text += &format!("\n**{}.**\n{}\n\n", wave.title, wrapped(&wave.caption.join(" ")));
            text += &format!("```text\n{}```\n", drawing::draw(wave, &simulated.stdout));
        }
        Self { page: sheet.page, text }
    }
}

/// Lines no longer than those of a page.
fn wrapped(text: &str) -> String {
    let (mut lines, mut line) = (vec![], String::new());
    for word in text.split_whitespace() {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > drawing::WIDTH {
            lines.push(std::mem::take(&mut line));
        }
        line += if line.is_empty() { "" } else { " " };
        line += word;
    }
    lines.push(line);
    lines.join("\n")
}

/// `page` with the waveforms of the sheet `name` in their place.
pub fn replaced(page: &str, name: &str, waveforms: &str) -> Option<String> {
    let begin = format!("{BEGIN}{name}.wave -->\n");
    let (before, rest) = page.split_once(&begin)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{begin}\n{waveforms}\n{END}{after}"))
}

fn emitted(sheet: &sheet::Sheet) -> Emitted {
    let settings = Settings { engine: sheet.engine.clone(), numbers: sheet.numbers.clone(), ..Settings::default() };
    if sheet.unit == selftest::NAME {
        let Chosen::Rap(preset) = Chosen::of(Unit::Rap, Some(&sheet.preset), &settings).unwrap() else {
            panic!("a self-test is that of a tree")
        };
        let test = spec::selftest::Config { events: sheet.events, ..Default::default() };
        return treetap::cosim::selftest::emit(&preset, test).unwrap().0;
    }
    assert!(sheet.events == 0, "events are those of a self-test");
    let unit = Unit::from_name(&sheet.unit).unwrap();
    Chosen::of(unit, Some(&sheet.preset), &settings).unwrap().emit().unwrap()
}
