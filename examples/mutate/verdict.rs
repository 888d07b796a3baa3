//! What became of a mutant, and the file that keeps it.
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::fs;
use std::io::Write as _;
use std::path::Path;

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// What differed, and under what.
    Killed(String),
    /// Results are right, and come after another number of cycles than `tests/rap/pace.rs` has.
    Pace(String),
    /// Not seen by short streams, under which it takes another number of cycles if anything is said. It is not over.
    Passed(String),
    /// Nobody saw it.
    Survived,
    /// It is proved that nobody can.
    Equivalent,
}

impl Verdict {
    pub fn parse(line: &str) -> Option<Self> {
        let (word, rest) = line.split_once('\t').unwrap_or((line, ""));
        Some(match word {
            "killed" => Verdict::Killed(rest.into()),
            "pace" => Verdict::Pace(rest.into()),
            "passed" => Verdict::Passed(rest.into()),
            "survived" => Verdict::Survived,
            "equivalent" => Verdict::Equivalent,
            _ => return None,
        })
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Killed(how) => write!(f, "killed\t{how}"),
            Verdict::Pace(how) => write!(f, "pace\t{how}"),
            Verdict::Passed(how) => write!(f, "passed\t{how}"),
            Verdict::Survived => write!(f, "survived"),
            Verdict::Equivalent => write!(f, "equivalent"),
        }
    }
}

/// Verdicts of one netlist; every one is in the file as soon as it is known.
pub struct Results {
    file: fs::File,
    found: BTreeMap<usize, Verdict>,
    /// Of the stimuli: what survived others has not survived these.
    stimuli: String,
}

impl Results {
    /// Lines `MUTANT`, hash of the stimuli, verdict.
    ///
    /// # Errors
    /// A file that cannot be read or written.
    pub fn open(path: &Path, stimuli: &str) -> Result<Self, Box<dyn Error>> {
        let text = if path.is_file() { fs::read_to_string(path)? } else { String::new() };
        let mut found = BTreeMap::new();
        for line in text.lines() {
            let mut fields = line.splitn(3, '\t');
            let (Some(Ok(mutant)), Some(of), Some(Some(verdict))) =
                (fields.next().map(str::parse), fields.next(), fields.next().map(Verdict::parse))
            else {
                continue;
            };
            match verdict {
                Verdict::Passed(_) | Verdict::Survived | Verdict::Pace(_) if of != stimuli => found.remove(&mutant),
                verdict => found.insert(mutant, verdict),
            };
        }
        let file = fs::OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Self { file, found, stimuli: stimuli.into() })
    }

    pub fn get(&self, mutant: usize) -> Option<&Verdict> {
        self.found.get(&mutant)
    }

    /// # Errors
    /// A file that cannot be written.
    pub fn put(&mut self, mutant: usize, verdict: Verdict) -> Result<(), Box<dyn Error>> {
        writeln!(self.file, "{mutant}\t{}\t{verdict}", self.stimuli)?;
        self.found.insert(mutant, verdict);
        Ok(())
    }
}
