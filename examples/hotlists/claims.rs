//! What the paper says, beside what is found here.
use crate::beside::{held, range};
use crate::bias;
use crate::runs::Run;
use crate::samplers::{APART, BURST, ENTRIES, Kept};
use crate::table::table;
use treetap::report::as_percent;
use treetap::spec::hotlist::Scheme::{Concise, Counting};

/// Chi square by degrees of freedom up to which samples are spread as if by chance.
const CHANCE: f64 = 1.5;
/// Share of the tuples whose most frequent value a good profile has.
const GOOD: f64 = 0.9;
/// The distance of claims about jitter.
const DISTANCE: u32 = 4096;

/// The programs of which something holds.
fn of(runs: &[Run], holds: impl Fn(&Run) -> bool + Copy) -> String {
    held(runs.iter().map(|run| (&run.name[..], holds(run))))
}

/// A row for each claim: it, the paper's words, our figure, and of which programs it holds.
pub fn all(runs: &[Run]) {
    let skew = |run: &Run, jitter: bool| bias::of(&run.placed, DISTANCE)[usize::from(jitter)].skew(&run.truth.executed);
    let each = |run: &Run, apart: u32, scheme| run.found(BURST, apart, Kept::Each(scheme)).shares;
    let one = |run: &Run, scheme| run.found(BURST, APART[2], Kept::Table(scheme, ENTRIES)).shares;
    let percent = |value: f64| as_percent(value);
    let rms = |value: f64| format!("{value:.3}");
    let recall = |run: &Run| each(run, APART[2], Concise).recalled;
    let paper = |run: &Run| each(run, APART[0], Concise).recalled;
    let plain = |run: &Run| skew(run, false).chi;
    let jittered = |run: &Run| skew(run, true).chi;
    let concise = |run: &Run| each(run, APART[2], Concise).errors[2].rms;
    let counting = |run: &Run| each(run, APART[2], Counting).errors[2].rms;
    let all_in_one = |run: &Run| one(run, Counting).recalled;
    let runs_of = |of: &dyn Fn(&Run) -> f64| runs.iter().map(of).collect::<Vec<_>>().into_iter();
    let row = |claim: &str, words: &str, figure: String, holds: String| vec![claim.into(), words.into(), figure, holds];
    let rows = [
        row(
            "a table for each instruction finds the most frequent values",
            "quality in bounded memory, without tuning",
            range(runs_of(&recall), percent),
            of(runs, |run| recall(run) >= GOOD),
        ),
        row(
            "the paper's distance is enough for a run of 100 million instructions",
            "whole benchmark programs",
            range(runs_of(&paper), percent),
            of(runs, |run| paper(run) >= GOOD),
        ),
        row(
            "one table for all instructions does too",
            "not so: one each",
            range(runs_of(&all_in_one), percent),
            of(runs, |run| all_in_one(run) >= GOOD),
        ),
        row(
            "the simplest scheme suffices, one table each: its error less that of COUNTING",
            "described; others in Gibbons and Matias",
            range(runs_of(&|run| concise(run) - counting(run)), rms),
            of(runs, |run| concise(run) <= counting(run) + 0.01),
        ),
        row(
            "without jitter the program is met unevenly: chi square",
            "randomised to avoid unwanted timing interactions",
            range(runs_of(&plain), |value| format!("{value:.2}")),
            of(runs, |run| plain(run) > CHANCE),
        ),
        row(
            "with jitter no instruction is preferred: chi square",
            "a bias stays: where interrupts are delivered",
            range(runs_of(&jittered), |value| format!("{value:.2}")),
            of(runs, |run| jittered(run) <= CHANCE),
        ),
    ];
    table("hotlist-beside-the-paper", &["claim", "the paper", "here", "holds of"], &rows);
}
