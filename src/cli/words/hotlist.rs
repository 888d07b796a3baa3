//! How values are sampled: the words of `hotlist`.
use super::value::{self, Share};
use crate::analysis::hotlist::Asked;
use crate::cli::Failure;
use crate::host::hotlist::format;
use crate::spec::classify::Opclass;
use crate::spec::hotlist::tuple::Kind;
use crate::spec::hotlist::{Config, Mode, Scheme};

/// Bursts, what is kept of their instructions, and how.
#[derive(clap::Args, Clone, Debug)]
pub struct Hotlist {
    /// What is kept of which instructions: CLASS, or CLASS=KIND with KIND one of value, address, latency, ra, caller,
    /// next, insn; several with commas [default: LOAD,ALU,MUL,DIV].
    #[arg(long, value_name = "CLASS[=KIND]", value_delimiter = ',', value_parser = tuple)]
    pub tuples: Vec<(Opclass, Kind)>,
    /// Instructions from the end of a burst to the next one, at least.
    #[arg(long, value_name = "COUNT", default_value_t = Config::default().period)]
    pub period: u32,
    /// Up to so many more, at random: 2^k - 1. Without it a loop may always be met at the same place.
    #[arg(long, value_name = "COUNT", default_value_t = Config::default().jitter)]
    pub jitter: u32,
    /// Begin each burst up to so many instructions later, at random: 2^k - 1.
    #[arg(long, value_name = "COUNT", default_value_t = Config::default().skip)]
    pub skip: u32,
    /// Instructions of a burst.
    #[arg(long, value_name = "COUNT", default_value_t = Config::default().burst)]
    pub burst: u8,
    /// Count each instance of a value with the same probability (CONCISE), not every one that comes after it has an
    /// entry (COUNTING).
    #[arg(long)]
    pub concise: bool,
    /// Send every tuple to the host, which keeps a table of 16 values for each instruction and knows how many tuples
    /// each gave.
    #[arg(long)]
    pub raw: bool,
    /// Most values of an instruction.
    #[arg(long, value_name = "K", default_value_t = 4)]
    pub top: usize,
    /// Share of an instruction's tuples from which on a value is called invariant.
    #[arg(long, value_name = "SHARE", default_value = "95%")]
    pub invariant: Share,
}

fn tuple(text: &str) -> Result<(Opclass, Kind), String> {
    let (class, kind) = text.split_once('=').unwrap_or((text, Kind::Val.name()));
    let known = || Kind::ALL[1..].iter().map(|kind| kind.name()).collect::<Vec<_>>().join(", ");
    let kind = Kind::from_name(kind).filter(|kind| *kind != Kind::None);
    Ok((value::class(class)?, kind.ok_or_else(|| format!("expected CLASS=KIND with KIND one of {}", known()))?))
}

impl Hotlist {
    /// What the sampler is told; raw records have at most `lanes` lanes.
    pub fn config(&self, lanes: u32) -> Result<Config, Failure> {
        let mut config = Config {
            mode: if self.raw { Mode::Raw } else { Mode::Hot },
            scheme: if self.concise { Scheme::Concise } else { Scheme::Counting },
            period: self.period,
            jitter: self.jitter,
            skip: self.skip,
            burst: self.burst,
            ..Config::values()
        };
        if !self.tuples.is_empty() {
            config.kinds = [Kind::None; Opclass::COUNT];
            self.tuples.iter().for_each(|(class, kind)| config.kinds[*class as usize] = *kind);
        }
        config.check().map_err(|wrong| Failure::Usage(wrong.to_string()))?;
        if self.raw {
            let why = || {
                format!(
                    "--raw: records of {lanes} lanes have no room for these tuples: expected at most {} kinds, without \
                     ra and caller",
                    lanes - 1
                )
            };
            config.format = format(&config.kinds, lanes).ok_or_else(|| Failure::Usage(why()))?;
        }
        Ok(config)
    }

    /// What is shown of an instruction.
    pub fn asked(&self) -> Asked {
        Asked { top: self.top, invariant: self.invariant.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tuples_are_classes_with_what_is_kept() {
        assert_eq!(tuple("LOAD"), Ok((Opclass::Load, Kind::Val)));
        assert_eq!(tuple("ret=caller"), Ok((Opclass::Return, Kind::Caller)));
        assert!(tuple("LOAD=none").unwrap_err().contains("value, address"));
        assert!(tuple("LOAD=").is_err() && tuple("=value").is_err() && tuple("LEAP").is_err());
    }
}
