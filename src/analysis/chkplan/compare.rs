//! Every way to place checks, side by side: what it puts into the program, and what it does in a run
//! (docs/reference/chkplan.md C9).
use super::{Code, Counts, Error, Judged, Plan, Run, Variant, WHOLE, plan};
use crate::model::tap::Tap;
use crate::spec::burst;
use crate::spec::classify::Opclass;
use crate::spec::tap::{self, AddrSrc};
use crate::trace::{self, rvfi};

/// A variant and what it does.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its name.
    pub name: &'static str,
    /// Its checks.
    pub plan: Plan,
    /// What it does in a run, if there was one.
    pub counts: Option<Counts>,
}

/// Everything that is found out about a program.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Its procedures.
    pub code: Code,
    /// What is known of them.
    pub judged: Judged,
    /// The variants that the authors of bursty tracing compare.
    pub rows: Vec<Row>,
    /// What was measured with checks that are found without a map.
    pub plain: Option<Counts>,
    /// Clock cycles of the run, 0 if nobody knows.
    pub cycles: u64,
}

impl Comparison {
    /// Places the checks of every variant in the whole program, whatever a map holds; `events` are of interest in
    /// loops.
    ///
    /// # Errors
    /// As [`plan`].
    pub fn new(code: Code, events: &[Opclass]) -> Result<Self, Error> {
        let row = |(name, variant)| Ok(Row { name, plan: whole(&code, variant, events)?, counts: None });
        let rows = Variant::ALL.into_iter().map(row).collect::<Result<_, Error>>()?;
        Ok(Self { judged: code.graph.judge(), rows, plain: None, cycles: 0, code })
    }

    /// Runs every variant, and none, over the retirements at once, sampled as in `config`.
    ///
    /// # Errors
    /// Errors of the reader.
    pub fn measure(
        &mut self,
        reader: &mut rvfi::Reader,
        events: &[Opclass],
        config: burst::Config,
    ) -> Result<(), trace::Error> {
        let xlen = self.code.xlen;
        let mut tap = Tap::new(tap::Config { xlen, addr_src: AddrSrc::Mem, mdata_ok: false });
        let run = |map| Run::new(map, events, config, xlen);
        let mut runs: Vec<Run> = self.rows.iter().map(|row| run(Some(&row.plan.image))).collect();
        runs.push(run(None));
        let mut batch = vec![];
        let mut cycles = 0;
        while reader.next_batch(&mut batch)? > 0 {
            for rvfi in &batch {
                cycles = cycles.max(rvfi.cycle);
                if let Some(record) = tap.push(rvfi) {
                    runs.iter_mut().for_each(|run| run.push(&record));
                }
            }
        }
        if let Some(record) = tap.flush() {
            runs.iter_mut().for_each(|run| run.push(&record));
        }
        let counts: Vec<Counts> = runs.iter().map(Run::counts).collect();
        self.rows.iter_mut().zip(&counts).for_each(|(row, counts)| row.counts = Some(*counts));
        self.plain = counts.last().copied();
        self.cycles = cycles;
        Ok(())
    }
}

/// The checks of a variant in the whole program.
///
/// # Errors
/// [`Error::Apart`] when a map of the whole program has more than [`WHOLE`] codes.
pub fn whole(code: &Code, variant: Variant, events: &[Opclass]) -> Result<Plan, Error> {
    plan(code, variant, events, WHOLE, false).map_err(|error| match error {
        Error::Text { wanted, base, .. } => Error::Apart { wanted, base },
        other => other,
    })
}

/// Share of segments that are sampled by the numbers: inside, and of all.
pub fn rate(config: &burst::Config) -> Option<(u32, u32)> {
    let inside = if config.mode == burst::Mode::ArnoldRyder { 1 } else { config.inside };
    (config.mode.checks() && config.outside > 0 && inside > 0).then(|| (inside, config.outside + inside))
}
