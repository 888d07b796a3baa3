//! The progress bar on stderr: hidden where stderr is no terminal.
use crate::trace::Reader;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};

/// A bar, or a spinner where the end is unknown, and the rate of events.
pub struct Progress {
    bar: ProgressBar,
    start: Instant,
    /// What is counted.
    noun: &'static str,
}

impl Progress {
    /// For a run of unknown length.
    pub fn unbounded(what: &'static str) -> Self {
        Self::new(ProgressBar::new_spinner(), "{spinner} {prefix}: {msg} ({elapsed})", what)
    }

    /// For reading a file.
    pub fn over(reader: &Reader, what: &'static str) -> Self {
        Self::of(reader.progress().1, what)
    }

    /// For a run of so many steps, if that is known.
    pub fn of(length: Option<u64>, what: &'static str) -> Self {
        match length {
            Some(length) => {
                Self::new(ProgressBar::new(length), "{prefix} [{bar:30}] {percent:>3} % {msg} (ETA {eta})", what)
            }
            None => Self::unbounded(what),
        }
    }

    fn new(bar: ProgressBar, template: &str, what: &'static str) -> Self {
        bar.set_style(
            ProgressStyle::with_template(template).expect("the template is a constant").progress_chars("=> "),
        );
        bar.set_prefix(what);
        bar.enable_steady_tick(Duration::from_millis(200));
        Self { bar, start: Instant::now(), noun: "events" }
    }

    /// Counts these instead of events.
    pub fn counting(mut self, noun: &'static str) -> Self {
        self.noun = noun;
        self
    }

    /// Shows the number of events so far.
    pub fn events(&self, events: u64) {
        if !self.bar.is_hidden() {
            self.bar.set_message(self.rate(events));
        }
    }

    /// Shows how far the reader is.
    pub fn read(&self, reader: &Reader) {
        self.at(reader.progress().0, reader.events());
    }

    /// Shows how many steps are done, and the number of events so far.
    pub fn at(&self, position: u64, events: u64) {
        self.bar.set_position(position);
        self.events(events);
    }

    /// Sets the number of steps, once it is known.
    pub fn set_length(&self, length: u64) {
        self.bar.set_length(length);
    }

    /// Says something without drawing over the bar.
    pub fn say(&self, words: &str) {
        self.bar.suspend(|| eprintln!("{words}"));
    }

    /// Removes the bar and says what was done, on stderr.
    pub fn finish(&self, done: &str, events: u64) {
        self.bar.finish_and_clear();
        eprintln!("treetap: {done}: {}", self.rate(events));
    }

    fn rate(&self, events: u64) -> String {
        rate(events, self.noun, self.start.elapsed())
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        // After an error the message must not share its line with a half-drawn bar.
        self.bar.finish_and_clear();
    }
}

/// `1,234 events in 0.5 s, 2.5 k events/s`
pub fn rate(events: u64, noun: &str, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64().max(1e-9);
    let per_second = events as f64 / seconds;
    let (scaled, unit) = match per_second {
        r if r >= 1e6 => (r / 1e6, "M"),
        r if r >= 1e3 => (r / 1e3, "k"),
        r => (r, ""),
    };
    format!("{} {noun} in {seconds:.2} s, {scaled:.1} {unit} {noun}/s", HumanCount(events)).replace("  ", " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_scaled() {
        assert_eq!(rate(1_234_567, "events", Duration::from_millis(500)), "1,234,567 events in 0.50 s, 2.5 M events/s");
        assert_eq!(rate(12, "steps", Duration::from_secs(1)), "12 steps in 1.00 s, 12.0 steps/s");
    }
}
