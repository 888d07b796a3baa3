//! Intervals of a phase tracker, as words of the command line.
use crate::spec::phase::Config;
use std::str::FromStr;

/// How far apart the code of two phases is, unless something else is said: per cent of an interval.
const PERCENT: u32 = 20;
/// The most that two intervals can differ by: all instructions of one are elsewhere than all of the other.
const ALL: u32 = 200;

/// `LEN[:PERCENT[:K]]`: a tracker that arms intervals by itself.
#[derive(Clone, Copy, Debug)]
pub struct Intervals(pub Config);

impl FromStr for Intervals {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let mut words = text.split(':');
        let mut next = |name: &str, otherwise: Option<u32>| match (words.next(), otherwise) {
            (Some(word), _) => {
                word.parse::<u32>().map_err(|_| format!("{name} is `{word}`: expected a number, such as 10000:20:1"))
            }
            (None, Some(number)) => Ok(number),
            (None, None) => Err(format!("there is no {name}: expected LEN, LEN:PERCENT or LEN:PERCENT:K")),
        };
        let (len, percent, k) = (next("LEN", None)?, next("PERCENT", Some(PERCENT))?, next("K", Some(1))?);
        if words.next().is_some() {
            return Err("expected LEN, LEN:PERCENT or LEN:PERCENT:K".into());
        }
        if percent > ALL {
            return Err(format!("PERCENT is {percent}: expected 0 to {ALL}"));
        }
        let k = u8::try_from(k).map_err(|_| format!("K is {k}: expected 1 to {}", u8::MAX))?;
        // The length comes first: what is made of it takes a good one for granted.
        Config { len, ..Config::default() }.check().map_err(|error| error.to_string())?;
        let config = Config { k, ..Config::of(len, percent) };
        config.check().map_err(|error| error.to_string())?;
        Ok(Self(config))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_a_share_and_a_number_are_taken_and_nothing_else() {
        let parse = |text: &str| text.parse::<Intervals>().map(|intervals| intervals.0);
        let config = parse("10000").unwrap();
        assert_eq!((config.len, config.thr, config.k, config.auto), (10_000, 125, 1, true));
        let config = parse("512:10:3").unwrap();
        assert_eq!((config.len, config.thr, config.k), (512, 51, 3));
        for (text, why) in [
            ("", "LEN is ``"),
            ("511", "512 to 16777215"),
            ("0:0:0", "512 to 16777215"),
            ("1000:201", "0 to 200"),
            ("1000:20:0", "k is 0"),
            ("1000:20:256", "1 to 255"),
            ("1000:x", "PERCENT is `x`"),
            ("1000:20:1:1", "expected LEN, LEN:PERCENT"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}
