//! Which events count, as words of the command line.
use super::value::Share;
use crate::spec::burst::{self, Config, Mode};
use std::str::FromStr;

/// Which events count.
#[derive(Clone, Copy, Debug)]
pub struct Sample(pub Config);

impl FromStr for Sample {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let (name, value) = text.split_once(':').unwrap_or((text, ""));
        // What comes from outside the profiler does not come in a run.
        let mode = Mode::from_name(name).filter(|mode| !matches!(mode, Mode::External | Mode::Interval));
        let mode =
            mode.ok_or("expected always, periodic:N, random:SHARE, bursty:BETWEEN:IN, arnold-ryder:BETWEEN or off")?;
        let mut config = Config { mode, ..Config::default() };
        let most = (1 << burst::PERIOD_BITS) - 1;
        let number = |value: &str, least: u32, example: &str| {
            let found = value.parse().ok().filter(|n| (least..=most).contains(n));
            found.ok_or(format!("{text}: expected a number from {least} to {most}, such as {example}"))
        };
        match mode {
            Mode::Periodic => config.period = number(value, 1, "periodic:100")?,
            Mode::Random => {
                let share: Share = value.parse().map_err(|_| format!("{text}: expected a share, such as random:1%"))?;
                config.chance = (share.0 * f64::from(1 << burst::RANDOM_BITS)).round() as u32;
            }
            Mode::ArnoldRyder => config.outside = number(value, 0, "arnold-ryder:1000")?,
            Mode::Bursty => {
                let (outside, inside) = value.split_once(':').unwrap_or((value, ""));
                config.outside = number(outside, 0, "bursty:1000:50")?;
                config.inside = number(inside, 0, "bursty:1000:50")?;
            }
            _ if !value.is_empty() => return Err(format!("{name} has no number")),
            _ => {}
        }
        Ok(Self(config))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_take_their_numbers_and_nothing_else() {
        let parse = |text: &str| text.parse::<Sample>().map(|sample| sample.0);
        let bursty = parse("bursty:1000:50").unwrap();
        assert_eq!((bursty.mode, bursty.outside, bursty.inside), (Mode::Bursty, 1000, 50));
        assert_eq!(parse("arnold-ryder:0").unwrap().outside, 0);
        assert_eq!(parse("random:25%").unwrap().chance, 0x4000);
        let refused = [
            "bursty",
            "bursty:1000",
            "bursty:1:x",
            "periodic:0",
            "always:1",
            "external",
            "interval",
            "arnold-ryder:16777216",
        ];
        assert!(refused.iter().all(|text| parse(text).is_err()));
        assert!(parse("bursty:7").unwrap_err().contains("such as bursty:1000:50"));
    }
}
