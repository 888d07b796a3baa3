//! A run as text: a line for each signal, a column for each cycle.
use super::sheet::{Format, Show, Wave};

/// Widest line of a page.
const WIDTH: usize = 120;
/// Narrowest column.
const NARROWEST: usize = 4;
/// What stands where cycles are left out.
const GAP: &str = " .. ";

/// What a signal was in a cycle; nothing where it means nothing.
type Value = Option<String>;

/// Cycles in a row: the number of the first, and the values of each signal.
struct Stretch {
    first: usize,
    signals: Vec<Vec<Value>>,
}

impl Stretch {
    fn cycles(&self) -> usize {
        self.signals[0].len()
    }
}

/// Draws what the bench printed.
pub fn draw(wave: &Wave, printed: &str) -> String {
    let missed: Vec<_> = printed.lines().filter(|line| line.starts_with("! ")).collect();
    assert!(missed.is_empty(), "{}: never so in the drawing: {missed:?}", wave.title);
    let stretches = read(wave, printed);
    let bits: Vec<bool> = (0..wave.shows.len()).map(|at| is_bit(wave, &stretches, at)).collect();
    let column = stretches
        .iter()
        .flat_map(|stretch| stretch.signals.iter().zip(&bits).filter(|(_, bit)| !**bit))
        .flat_map(|(values, _)| runs(values))
        .map(|(value, length)| value.as_ref().map_or(0, |text| text.chars().count() + 2).div_ceil(length))
        .chain([NARROWEST, number_width(&stretches)])
        .max()
        .unwrap_or(NARROWEST);
    let label = wave.shows.iter().map(|show| show.label.len()).max().unwrap_or(0).max("cycle #".len());
    let mut text = line("cycle #", label, &stretches, |stretch| {
        (0..stretch.cycles()).map(|at| format!("|{:<1$}", stretch.first + at, column - 1)).collect()
    });
    for (at, show) in wave.shows.iter().enumerate() {
        let drawn = |stretch: &Stretch| {
            let values = &stretch.signals[at];
            if bits[at] { levels(values, column) } else { words(values, column) }
        };
        text += &line(&show.label, label, &stretches, drawn);
    }
    let widest = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    assert!(widest <= WIDTH, "{}: {widest} characters a line\n{text}", wave.title);
    text
}

fn line(name: &str, label: usize, stretches: &[Stretch], drawn: impl Fn(&Stretch) -> String) -> String {
    let parts: Vec<_> = stretches.iter().map(drawn).collect();
    format!("{name:<label$}  {}\n", parts.join(GAP)).trim_end().to_string() + "\n"
}

fn number_width(stretches: &[Stretch]) -> usize {
    let last = stretches.last().map_or(0, |stretch| stretch.first + stretch.cycles() - 1);
    last.to_string().len() + 2
}

/// A signal of one bit that means something, and is known, in every cycle.
fn is_bit(wave: &Wave, stretches: &[Stretch], at: usize) -> bool {
    let known = |value: &Value| value.as_ref().is_some_and(|text| matches!(text.as_str(), "0" | "1"));
    let bit = matches!(wave.shows[at].format, Format::Bit);
    bit && stretches.iter().all(|stretch| stretch.signals[at].iter().all(known))
}

fn read(wave: &Wave, printed: &str) -> Vec<Stretch> {
    let mut stretches: Vec<Stretch> = vec![];
    let (mut before, mut origin) = (None, None);
    for line in printed.lines().filter_map(|line| line.strip_prefix("= ")) {
        let mut words = line.split_whitespace();
        let cycle: usize = words.next().and_then(|word| word.parse().ok()).expect("a line begins with its cycle");
        let origin = *origin.get_or_insert(cycle);
        if before.is_none_or(|before| cycle != before + 1) {
            stretches.push(Stretch { first: cycle - origin, signals: vec![vec![]; wave.shows.len()] });
        }
        before = Some(cycle);
        let signals = &mut stretches.last_mut().expect("there is one").signals;
        for ((show, word), values) in wave.shows.iter().zip(words).zip(signals) {
            let (when, value) = word.split_once(':').expect("a signal has a value");
            values.push((when == "1").then(|| shown(show, value)));
        }
    }
    assert!(!stretches.is_empty(), "{}: no cycle is drawn", wave.title);
    stretches
}

fn shown(show: &Show, value: &str) -> String {
    let short = value.trim_start_matches('0');
    let short = if short.is_empty() { "0" } else { short };
    match &show.format {
        Format::Names(names) => {
            short.parse().ok().and_then(|n: usize| names.get(n)).cloned().unwrap_or_else(|| short.to_string())
        }
        Format::Bit | Format::Hexadecimal | Format::Decimal => short.to_string(),
    }
}

/// Equal values in a row, and how many.
fn runs(values: &[Value]) -> Vec<(Value, usize)> {
    let mut runs: Vec<(Value, usize)> = vec![];
    for value in values {
        match runs.last_mut() {
            Some((last, length)) if last == value => *length += 1,
            _ => runs.push((value.clone(), 1)),
        }
    }
    runs
}

fn levels(values: &[Value], column: usize) -> String {
    let mut text = String::new();
    let mut before = None;
    for (value, length) in runs(values) {
        let high = value.as_deref() == Some("1");
        let level = if high { '‾' } else { '_' };
        let edge = match before {
            None => level,
            Some(_) if high => '/',
            Some(_) => '\\',
        };
        before = Some(high);
        text.push(edge);
        text.extend(std::iter::repeat_n(level, length * column - 1));
    }
    text
}

fn words(values: &[Value], column: usize) -> String {
    let drawn = runs(values).into_iter().map(|(value, length)| {
        let width = length * column - 1;
        value.map_or_else(|| format!("|{}", "-".repeat(width)), |text| format!("|{text:<width$}"))
    });
    drawn.collect()
}
