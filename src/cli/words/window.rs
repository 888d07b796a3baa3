//! Which retirements count, as words of the command line.
use std::str::FromStr;

/// Windows of retirements, each after the one before: first and one past the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Windows(Vec<(u64, Option<u64>)>);

impl Windows {
    /// The profiler is enabled from the start.
    pub fn enabled(&self) -> bool {
        self.0[0].0 == 0
    }

    /// The commands after which retirements, but for what holds from the start.
    pub fn gates(&self) -> Vec<(u64, bool)> {
        let gates = self.0.iter().flat_map(|(from, to)| [Some((*from, true)), to.map(|to| (to, false))]);
        gates.flatten().filter(|(after, _)| *after > 0).collect()
    }
}

impl FromStr for Windows {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let number = |word: &str| {
            word.replace('_', "").parse::<u64>().map_err(|_| format!("{word:?}: expected a number of retirements"))
        };
        let mut windows = vec![];
        let mut end = None;
        for window in text.split(',') {
            let (from, to) =
                window.split_once(':').ok_or(format!("{window:?}: expected FROM:TO, such as 1000:2000"))?;
            let from = number(from)?;
            let to = if to.is_empty() { None } else { Some(number(to)?) };
            if to.is_some_and(|to| to <= from) {
                return Err(format!("{window}: the end is not after the start"));
            }
            if !windows.is_empty() && end.is_none_or(|end| from <= end) {
                return Err(format!("{window}: begins before the window before it has ended"));
            }
            windows.push((from, to));
            end = to;
        }
        Ok(Self(windows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_become_commands_between_retirements() {
        let parse = |text: &str| text.parse::<Windows>();
        let all = parse("0:").unwrap();
        assert!(all.enabled() && all.gates().is_empty());
        let two = parse("10:20,3_000:").unwrap();
        assert!(!two.enabled());
        assert_eq!(two.gates(), [(10, true), (20, false), (3000, true)]);
        let first = parse("0:5").unwrap();
        assert!(first.enabled());
        assert_eq!(first.gates(), [(5, false)]);
        for wrong in ["", "5", "5:5", "9:3", "a:b", "0:9,9:12", "0:,5:6", "0:9,4:", "-1:3"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
