//! `treetap fit --prove`: synthesises and places configurations for real, through `treetap farm`.
use super::Failure;
use crate::analysis::farm::gather::Gathered;
use crate::analysis::farm::plan::Plan;
use crate::analysis::farm::submit::{On, Submission};
use crate::analysis::farm::sweep::Sweep;
use crate::analysis::fit::Tried;
use crate::cli::machine::{ThisMachine, Told};
use crate::cli::output;
use crate::report::fit::{Placed, Shown, placed_contract, placed_text};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Synthesise and place what was predicted.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Proof")]
pub struct ProveArgs {
    /// Synthesise and place configurations that no other one beats, in this folder of a run of `treetap farm`. What it
    /// has already is not done again.
    #[arg(long, value_name = "RUN")]
    prove: Option<PathBuf>,
    /// How many of them: the recommended one, and others from one end to the other.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 5,
        requires = "prove",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    points: u32,
    /// Place each with so many seeds; the clock is the median one.
    #[arg(
        long,
        value_name = "K",
        default_value_t = 1,
        requires = "prove",
        value_parser = clap::value_parser!(u32).range(1..=1000)
    )]
    seeds: u32,
    /// Where: local, slurm, or a command as for `treetap farm submit`.
    #[arg(long, value_name = "local|slurm|COMMAND", default_value = "local", requires = "prove")]
    on: On,
    /// A word for sbatch, as for `treetap farm submit`.
    #[arg(long, value_name = "WORD", allow_hyphen_values = true, requires = "prove")]
    with: Vec<String>,
}

/// What was placed.
#[derive(Debug, Default)]
pub struct Proof {
    asked: bool,
    rows: Vec<Placed>,
    missing: usize,
}

impl ProveArgs {
    /// Places what was asked for.
    pub fn run(&self, shown: &Shown) -> Result<Proof, Failure> {
        let Some(folder) = &self.prove else { return Ok(Proof::default()) };
        let mut points: Vec<usize> = shown.answer.recommended.into_iter().collect();
        let others = shown.chosen(self.points as usize);
        points.extend(others.into_iter().filter(|at| Some(*at) != shown.answer.recommended));
        points.truncate(self.points as usize);
        // Two windows of one width are one design.
        let mut designs: Vec<usize> = vec![];
        for at in points {
            if designs.iter().all(|known| shown.commands[*known] != shown.commands[at]) {
                designs.push(at);
            }
        }
        if designs.is_empty() {
            return Ok(Proof { asked: true, ..Proof::default() });
        }
        let gathered = self.placed(folder, &self.sweep(shown, &designs))?;
        let rows: Vec<Value> = gathered.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let placed = designs.iter().filter_map(|at| {
            let row = rows.iter().find(|row| row["parameters"]["words"] == shown.commands[*at].as_str())?;
            Some(placed(shown, *at, row))
        });
        let rows: Vec<Placed> = placed.collect();
        Ok(Proof { asked: true, missing: designs.len() - rows.len(), rows })
    }

    /// Plans the sweep, waits until its tasks have ended, and gives a line of JSON for each that has a result.
    fn placed(&self, folder: &Path, text: &str) -> Result<String, Failure> {
        let file = folder.with_extension("toml");
        output::write(&file, text.as_bytes())?;
        let sweep = Sweep::parse(text).map_err(|why| Failure::in_file(&file, why))?;
        let here = std::env::current_dir().map_err(|error| Failure::in_file(Path::new("."), error))?;
        let plan = Plan { file: &file, sweep: &sweep, folder: here, run: folder, pack: None };
        let run = plan.write(&ThisMachine)?;
        let wait = self.on == On::Slurm;
        let submission = Submission { with: &self.with, wait, ..Submission::to(&self.on) };
        submission.submit(&run, &ThisMachine, &Told::of("fit: placed", "designs"))?;
        let gathered = Gathered::of(&run);
        if let Some(words) = gathered.missing() {
            eprintln!("treetap: warning: {words}");
        }
        let mut bytes = vec![];
        gathered.write(&ThisMachine, folder, &mut bytes)?;
        String::from_utf8(bytes).map_err(|error| Failure::in_file(folder, error))
    }

    /// The sweep: a case for each design.
    fn sweep(&self, shown: &Shown, designs: &[usize]) -> String {
        let device = shown.device.name;
        let mut text = format!(
            "# What `treetap fit --prove` places.\ncommand = [\"sh\", \"-c\", \"exec \\\"$TREETAP\\\" synth {{words}} \
             --device {device} --seeds {} --no-limit --json\"]\n\n[gather]\nas = \"jsonl\"\nparameters = true\n",
            self.seeds
        );
        for at in designs {
            text += &format!("\n[[case]]\nwords = \"{}\"\n", shown.commands[*at]);
        }
        text
    }
}

/// What was predicted beside what was placed.
fn placed(shown: &Shown, at: usize, row: &Value) -> Placed {
    let tried: &Tried = &shown.tried[at];
    let number = |name: &str| row[name].as_u64().unwrap_or_default() as u32;
    let (lut4, bram, mhz) = (number("lut4"), number("bram"), row["fmax_mhz"].as_f64().unwrap_or_default());
    let limits = &shown.limits;
    let broken = if bram != tried.costs.blocks {
        Some(format!("{bram} block RAMs were placed, and {} predicted", tried.costs.blocks))
    } else if lut4 > limits.luts {
        Some(format!("{lut4} LUT4 are more than {}", limits.luts))
    } else if mhz < limits.mhz {
        Some(format!("{mhz:.1} MHz are less than {}", limits.mhz))
    } else {
        None
    };
    Placed {
        command: shown.commands[at].clone(),
        recommended: shown.answer.recommended == Some(at),
        lut4: [tried.costs.luts, lut4],
        bram: [tried.costs.blocks, bram],
        mhz: [tried.costs.mhz, mhz],
        broken,
    }
}

impl Proof {
    /// Prints the answer, and what was placed.
    pub fn print(&self, json: bool, shown: &Shown, rows: usize) -> Result<(), Failure> {
        let contract = || {
            let mut contract = shown.contract();
            if let (true, Some(object), Value::Object(proof)) =
                (self.asked, contract.as_object_mut(), placed_contract(&self.rows, self.missing))
            {
                object.extend(proof);
            }
            contract
        };
        let text = || {
            let proof = if self.asked { placed_text(&self.rows, self.missing) } else { String::new() };
            shown.text(rows) + &proof
        };
        output::either(json, contract, text)
    }

    /// Does everything that was placed keep the limits, with the block RAMs that were predicted?
    pub fn verdict(&self) -> Result<(), Failure> {
        match self.rows.iter().find_map(|row| Some((row, row.broken.as_ref()?))) {
            Some((row, why)) => Err(Failure::Mismatch(format!("{}: {why}", row.command))),
            None => Ok(()),
        }
    }
}
