//! A sheet: the configuration of a unit, and what drives it in each waveform (docs/contributing/waveforms.md).
use std::collections::BTreeMap;

/// What `tests/units/waveforms/NAME.wave` says.
#[derive(Debug, Default)]
pub struct Sheet {
    pub unit: String,
    pub preset: String,
    pub engine: Option<String>,
    pub numbers: BTreeMap<String, u32>,
    pub events: u32,
    pub page: String,
    /// Inputs and their values when a waveform begins; all others begin with 0.
    pub start: Vec<(String, String)>,
    pub waves: Vec<Wave>,
    /// Lines that stand for others, with `$1`, `$2`, .. for the words after the name.
    macros: BTreeMap<String, Vec<String>>,
}

/// One waveform.
#[derive(Debug)]
pub struct Wave {
    pub title: String,
    pub caption: Vec<String>,
    pub shows: Vec<Show>,
    pub steps: Vec<Step>,
    /// What has to hold in some cycle of the drawing.
    pub expects: Vec<String>,
}

/// One line of a drawing.
#[derive(Debug)]
pub struct Show {
    pub label: String,
    /// What Verilog says it is.
    pub value: String,
    /// When it means something.
    pub when: Option<String>,
    pub format: Format,
}

#[derive(Debug)]
pub enum Format {
    Bit,
    Hexadecimal,
    Decimal,
    Names(Vec<String>),
}

/// One line of what drives the unit.
#[derive(Debug)]
pub enum Step {
    /// Inputs take values; then cycles pass, as often as said.
    Cycle { sets: Vec<(String, String)>, wait: Wait, times: u32 },
    /// From here on cycles are drawn.
    Record,
    /// From here on they are not.
    Skip,
}

#[derive(Debug)]
pub enum Wait {
    Cycles(u32),
    /// Up to and with the first cycle in which it holds.
    Until(String),
}

/// `a=1 b=c` as pairs.
fn pairs(text: &str) -> Vec<(String, String)> {
    let pair = |word: &str| {
        let (name, value) = word.split_once('=').unwrap_or_else(|| panic!("`{word}` is no NAME=VALUE"));
        (name.to_string(), value.to_string())
    };
    text.split_whitespace().map(pair).collect()
}

fn number(text: &str) -> u32 {
    text.trim().parse().unwrap_or_else(|_| panic!("`{text}` is no number"))
}

/// `LABEL [= EXPRESSION] [? CONDITION] [: d | : bit | : NAME_OF_0 NAME_OF_1 ..]`
fn show(text: &str) -> Show {
    let (rest, format) = match text.split_once(" : ") {
        None => (text, Format::Hexadecimal),
        Some((rest, "d")) => (rest, Format::Decimal),
        Some((rest, "bit")) => (rest, Format::Bit),
        Some((rest, names)) => (rest, Format::Names(names.split_whitespace().map(str::to_string).collect())),
    };
    let (rest, when) =
        rest.split_once(" ? ").map_or((rest, None), |(rest, when)| (rest, Some(when.trim().to_string())));
    let (label, value) = rest.split_once(" = ").unwrap_or((rest, rest));
    let mark = if matches!(format, Format::Decimal) { " #" } else { "" };
    Show { label: format!("{}{mark}", label.trim()), value: value.trim().to_string(), when, format }
}

/// `[NAME=VALUE ..] [for N | until CONDITION] [times N]`
fn cycle(text: &str) -> Step {
    let (rest, times) = text.split_once(" times ").map_or((text, 1), |(rest, n)| (rest, number(n)));
    let padded = format!(" {rest} ");
    let (sets, wait) = if let Some((sets, condition)) = padded.split_once(" until ") {
        (sets, Wait::Until(condition.trim().to_string()))
    } else if let Some((sets, cycles)) = padded.split_once(" for ") {
        (sets, Wait::Cycles(number(cycles)))
    } else {
        (padded.as_str(), Wait::Cycles(1))
    };
    Step::Cycle { sets: pairs(sets), wait, times }
}

impl Sheet {
    pub fn parse(text: &str) -> Self {
        let mut sheet = Self::default();
        for line in text.lines().map(str::trim_end).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            sheet.line(line);
        }
        sheet
    }

    fn line(&mut self, line: &str) {
        let sheet = self;
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        if let Some(lines) = sheet.macros.get(word).cloned() {
            let values: Vec<&str> = rest.split_whitespace().collect();
            for line in lines {
                let filled = |line: String, (at, value): (usize, &&str)| line.replace(&format!("${}", at + 1), value);
                sheet.line(&values.iter().enumerate().fold(line, filled));
            }
            return;
        }
        match word {
            "macro" => {
                let (name, line) = rest.split_once(' ').unwrap_or_else(|| panic!("`{line}` has no line"));
                sheet.macros.entry(name.into()).or_default().push(line.into());
            }
            "unit" => sheet.unit = rest.into(),
            "preset" => sheet.preset = rest.into(),
            "engine" => sheet.engine = Some(rest.into()),
            "set" => sheet.numbers = pairs(rest).into_iter().map(|(name, n)| (name, number(&n))).collect(),
            "events" => sheet.events = number(rest),
            "page" => sheet.page = rest.into(),
            "start" => sheet.start.extend(pairs(rest)),
            "wave" => sheet.waves.push(Wave {
                title: rest.into(),
                caption: vec![],
                shows: vec![],
                steps: vec![],
                expects: vec![],
            }),
            _ => {
                let wave = sheet.waves.last_mut().unwrap_or_else(|| panic!("`{line}` before the first wave"));
                match word {
                    "|" => wave.caption.push(rest.into()),
                    "show" => wave.shows.push(show(rest)),
                    "cycle" => wave.steps.push(cycle(rest)),
                    "expect" => wave.expects.push(rest.into()),
                    "record" => wave.steps.push(Step::Record),
                    "skip" => wave.steps.push(Step::Skip),
                    _ => panic!("no such line: {line}"),
                }
            }
        }
    }

    /// Tells signals of one bit from words.
    pub fn bits(&mut self, names: &[&str]) {
        for show in self.waves.iter_mut().flat_map(|wave| &mut wave.shows) {
            if matches!(show.format, Format::Hexadecimal) && names.contains(&show.value.as_str()) {
                show.format = Format::Bit;
            }
        }
    }

    /// The command that writes the unit's Verilog.
    pub fn command(&self) -> String {
        let engine = self.engine.iter().map(|engine| format!(" --engine {engine}"));
        let numbers = self.numbers.iter().map(|(name, n)| format!(" --{} {n}", name.replace('_', "-")));
        let options: String = engine.chain(numbers).collect();
        format!("treetap gen {} --preset {}{options}", self.unit, self.preset)
    }
}
