//! Which part of a trace is read, and what a profile says that it is of.
use std::collections::BTreeMap;
use std::str::FromStr;

/// A part of a trace.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct Shards {
    /// Read one of N parts of the trace, of equal numbers of events, the first of which is 1/N. Plain .u64 and .u64w
    /// files are not read before it.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    #[command(flatten)]
    pub labels: Labels,
}

/// What tells runs and devices apart.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct Labels {
    /// Say in the profile where it is from, device=NAME for instance, boot=3 or build=1.2; can be given several times.
    #[arg(long = "label", value_name = "NAME=VALUE")]
    labels: Vec<Label>,
}

impl Labels {
    /// The labels by their names; the last one of a name counts.
    pub fn named(&self) -> BTreeMap<String, String> {
        self.labels.iter().map(|Label(name, value)| (name.clone(), value.clone())).collect()
    }
}

/// `I/N`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shard {
    /// From 0 on.
    pub index: u32,
    pub count: u32,
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str = "expected I/N with I from 1 to N, such as 1/4";
        let (number, count) = text.split_once('/').ok_or(EXPECTED)?;
        let [number, count] = [number, count].map(|text| text.parse::<u32>().map_err(|_| EXPECTED));
        let (number, count) = (number?, count?);
        if (1..=count).contains(&number) { Ok(Shard { index: number - 1, count }) } else { Err(EXPECTED) }
    }
}

/// `NAME=VALUE`.
#[derive(Clone, Debug, PartialEq)]
pub struct Label(String, String);

impl FromStr for Label {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE, such as device=board7")?;
        if name.is_empty() || value.is_empty() {
            return Err("expected a name and a value, such as device=board7");
        }
        Ok(Label(name.into(), value.into()))
    }
}
