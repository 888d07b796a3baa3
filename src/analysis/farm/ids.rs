//! Numbers of tasks as people and queues write them: `1-100,205`.
use super::sweep::TASKS_MAX;
use std::fmt;
use std::str::FromStr;

/// Numbers of tasks, in the order in which they were given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ids(Vec<u32>);

impl Ids {
    /// These.
    pub fn new(ids: Vec<u32>) -> Self {
        Self(ids)
    }

    /// One after the other.
    pub fn as_slice(&self) -> &[u32] {
        &self.0
    }
}

impl FromStr for Ids {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut ids = vec![];
        for part in text.split(',') {
            let expected = || format!("`{part}`: expected numbers of tasks such as 7 or 1-100,205");
            let number = |text: &str| text.trim().parse::<u32>().ok().filter(|id| *id > 0).ok_or_else(expected);
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let (first, last) = (number(first)?, number(last)?);
            if last < first || ids.len() + (last - first) as usize >= TASKS_MAX {
                return Err(expected());
            }
            ids.extend(first..=last);
        }
        Ok(Self(ids))
    }
}

impl fmt::Display for Ids {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, run) in self.0.chunk_by(|a, b| a + 1 == *b).enumerate() {
            let comma = if at == 0 { "" } else { "," };
            match run {
                [one] => write!(f, "{comma}{one}")?,
                [first, .., last] => write!(f, "{comma}{first}-{last}")?,
                [] => {}
            }
        }
        Ok(())
    }
}

/// What each job does: so many tasks, the last one fewer.
///
/// # Panics
/// For packs of none.
pub fn packs(ids: &[u32], pack: usize) -> Vec<Ids> {
    ids.chunks(pack).map(|ids| Ids(ids.to_vec())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_come_back_as_they_were() {
        for text in ["7", "1-3", "1-3,5,9-10"] {
            assert_eq!(text.parse::<Ids>().unwrap().to_string(), text);
        }
        assert_eq!("2,1".parse::<Ids>().unwrap().as_slice(), [2, 1]);
        for text in ["", "0", "3-1", "a", "1,", "-4", "1-99999999", "1-600000,1-600000"] {
            assert!(text.parse::<Ids>().unwrap_err().contains("expected numbers"), "{text}");
        }
        let shown: Vec<_> = packs(&[1, 2, 3, 5, 6], 2).iter().map(Ids::to_string).collect();
        assert_eq!(shown, ["1-2", "3,5", "6"]);
    }
}
