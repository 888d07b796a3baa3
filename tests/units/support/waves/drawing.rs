//! A run as text: a line for each signal, a column for each cycle.
use super::sheet::{Format, Show, Wave};

/// Widest line of a page.
pub const WIDTH: usize = 120;
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
    let label = wave.shows.iter().map(|show| show.label.len()).max().unwrap_or(0).max("cycle #".len());
    let columns = columns(&stretches, &bits, WIDTH.saturating_sub(label + 2));
    let number = |stretch: &Stretch, at: usize| Some((stretch.first + at).to_string());
    let numbers = |stretch: &Stretch| (0..stretch.cycles()).map(|at| number(stretch, at)).collect::<Vec<_>>();
    let parts = |drawn: &dyn Fn(&Stretch, &[usize]) -> String| {
        stretches.iter().zip(&columns).map(|(stretch, columns)| drawn(stretch, columns)).collect::<Vec<_>>()
    };
    let mut text = line("cycle #", label, &parts(&|stretch, columns| words(&numbers(stretch), columns)));
    for (at, show) in wave.shows.iter().enumerate() {
        let drawn = |stretch: &Stretch, columns: &[usize]| {
            let values = &stretch.signals[at];
            if bits[at] { levels(values, columns) } else { words(values, columns) }
        };
        text += &line(&show.label, label, &parts(&drawn));
    }
    let widest = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let begin = |line: &str| line.chars().take(2 * WIDTH).collect::<String>() + "\n";
    assert!(
        widest <= WIDTH,
        "{}: {widest} characters a line\n{}",
        wave.title,
        text.lines().map(begin).collect::<String>()
    );
    text
}

fn line(name: &str, label: usize, parts: &[String]) -> String {
    format!("{name:<label$}  {}\n", parts.join(GAP)).trim_end().to_string() + "\n"
}

/// How wide the cycles of each stretch are: all alike if that fits, otherwise each as wide as what stands there asks
/// for.
fn columns(stretches: &[Stretch], bits: &[bool], width: usize) -> Vec<Vec<usize>> {
    let cycles: usize = stretches.iter().map(Stretch::cycles).sum();
    let gaps = (stretches.len() - 1) * GAP.len();
    let own = |stretch: &Stretch| {
        let last = (stretch.first + stretch.cycles() - 1).to_string().len() + 2;
        let mut widths = vec![last.max(NARROWEST); stretch.cycles()];
        for (values, _) in stretch.signals.iter().zip(bits).filter(|(_, bit)| !**bit) {
            let mut at = 0;
            for (value, length) in runs(values) {
                let asked = value.map_or(0, |text| text.chars().count() + 2);
                while widths[at..at + length].iter().sum::<usize>() < asked {
                    let narrowest = (at..at + length).min_by_key(|&at| widths[at]).expect("a run has a cycle");
                    widths[narrowest] += 1;
                }
                at += length;
            }
        }
        widths
    };
    let own: Vec<Vec<usize>> = stretches.iter().map(own).collect();
    let widest = own.iter().flatten().copied().max().unwrap_or(NARROWEST);
    if widest * cycles + gaps <= width {
        return stretches.iter().map(|stretch| vec![widest; stretch.cycles()]).collect();
    }
    own
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

fn levels(values: &[Value], columns: &[usize]) -> String {
    let (mut text, mut before, mut at) = (String::new(), None, 0);
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
        text.extend(std::iter::repeat_n(level, columns[at..at + length].iter().sum::<usize>() - 1));
        at += length;
    }
    text
}

fn words(values: &[Value], columns: &[usize]) -> String {
    let mut at = 0;
    let drawn = runs(values).into_iter().map(|(value, length)| {
        let width = columns[at..at + length].iter().sum::<usize>() - 1;
        at += length;
        value.map_or_else(|| format!("|{}", "-".repeat(width)), |text| format!("|{text:<width$}"))
    });
    drawn.collect()
}
