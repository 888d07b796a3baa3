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
        let file = fs::OpenOptions::new().create(true).append(true).open(path)?;
        let mut results = Self { file, found: BTreeMap::new(), stimuli: stimuli.into() };
        for line in text.lines() {
            match results.parse(line) {
                Some((mutant, Some(verdict))) => results.found.insert(mutant, verdict),
                Some((mutant, None)) => results.found.remove(&mutant),
                None => continue,
            };
        }
        Ok(results)
    }

    /// What a line says of a mutant: none if other stimuli may find it.
    fn parse(&self, line: &str) -> Option<(usize, Option<Verdict>)> {
        let mut fields = line.splitn(3, '\t');
        let (mutant, of, verdict) = (fields.next()?.parse().ok()?, fields.next()?, Verdict::parse(fields.next()?)?);
        let is_open = matches!(verdict, Verdict::Passed(_) | Verdict::Survived | Verdict::Pace(_));
        Some((mutant, (!is_open || of == self.stimuli).then_some(verdict)))
    }

    /// The line of a mutant that has a verdict.
    pub fn line(&self, mutant: usize) -> Option<String> {
        self.found.get(&mutant).map(|verdict| format!("{mutant}\t{}\t{verdict}", self.stimuli))
    }

    /// Takes the verdicts of a target that parts of a campaign printed, where there is none yet.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn take(&mut self, target: &str, lines: &str) -> Result<(), Box<dyn Error>> {
        for line in lines.lines().filter_map(|line| line.strip_prefix(target)?.strip_prefix('\t')) {
            if let Some((mutant, Some(verdict))) = self.parse(line).filter(|(mutant, _)| self.get(*mutant).is_none()) {
                self.put(mutant, verdict)?;
            }
        }
        Ok(())
    }

    pub fn get(&self, mutant: usize) -> Option<&Verdict> {
        self.found.get(&mutant)
    }

    /// # Errors
    /// A file that cannot be written.
    pub fn put(&mut self, mutant: usize, verdict: Verdict) -> Result<(), Box<dyn Error>> {
        self.found.insert(mutant, verdict);
        let line = self.line(mutant).unwrap_or_default();
        writeln!(self.file, "{line}")?;
        Ok(())
    }
}
