//! Configurations that suit somebody's traces: what `treetap fit` shows.
mod picture;
mod proof;

pub use picture::picture;
pub use proof::{Placed, placed_contract, placed_text};

use super::table::{align_numbers, grid, line};
use super::{grouped, hex};
use crate::analysis::fit::{Answer, Limits, Tried, Window};
use crate::flow::Device;
use crate::flow::predict::Predictor;
use crate::spec::rap::Engine;
use serde_json::{Value, json};

/// Everything that there is to show.
#[derive(Debug)]
pub struct Shown<'a> {
    /// What is built for.
    pub device: &'static Device,
    /// How predictions are made, and how far they were off.
    pub predictor: &'a Predictor,
    /// Names of the traces, with their events and different keys.
    pub traces: Vec<(String, u64, u64)>,
    /// Share from which on a range is hot.
    pub phi: f64,
    /// What may be taken, and has to be reached.
    pub limits: Limits,
    /// Configurations of the space, those of which nothing is known, and those that are too large or too slow.
    pub space: [usize; 3],
    /// Those that were tried.
    pub tried: &'a [Tried],
    /// Which of them to look at.
    pub answer: &'a Answer,
    /// The words after `treetap gen` of each that was tried.
    pub commands: Vec<String>,
}

/// Heading of a column and its cell.
type Column = (&'static str, fn(&Tried) -> String);

const COLUMNS: [Column; 15] = [
    ("engine", |t| t.candidate.preset.engine.name().into()),
    ("keys", |t| window(&t.candidate.window)),
    ("nodes", |t| t.candidate.preset.config.nodes.to_string()),
    ("counts", |t| t.candidate.preset.config.count_bits.to_string()),
    ("entries", |t| or_none(t.candidate.preset.config.coalescer.map_or(0, |coalescer| coalescer.entries))),
    ("FIFO", |t| or_none(t.candidate.preset.fifo_depth)),
    ("EPS", |t| t.candidate.eps.map_or("-".into(), |eps| format!("{},{}", eps.m, eps.s))),
    ("error %", |t| digits(t.error())),
    ("largest %", |t| digits(t.largest())),
    ("cycles", |t| format!("{:.2}", t.cycles())),
    ("pause", |t| t.pause().to_string()),
    ("M/s", |t| format!("{:.1}", t.rate())),
    ("LUT4", |t| t.costs.luts.to_string()),
    ("BRAM", |t| t.costs.blocks.to_string()),
    ("MHz", |t| format!("{:.0}", t.costs.mhz)),
];
/// Columns of words.
const WORDS: usize = 3;

fn or_none(size: u32) -> String {
    if size == 0 { "-".into() } else { size.to_string() }
}

/// Three digits, none that nobody reads.
fn digits(percent: f64) -> String {
    match percent {
        p if p >= 10.0 => format!("{p:.1}"),
        p if p >= 1.0 => format!("{p:.2}"),
        p => format!("{p:.3}"),
    }
}

/// `bits 2-23`, or `32` where the window begins at bit 0.
fn window(window: &Window) -> String {
    match window.shift {
        0 => window.bits.to_string(),
        shift => format!("{}:{shift}", shift + window.bits - 1),
    }
}

impl Shown<'_> {
    fn is_recommended(&self, at: usize) -> bool {
        self.answer.recommended == Some(at)
    }

    /// So many of the front, evenly over its order, with both ends and the recommended one.
    pub fn chosen(&self, most: usize) -> Vec<usize> {
        let front = &self.answer.front;
        if front.len() <= most {
            return front.clone();
        }
        let steps = most.saturating_sub(1).max(1);
        let mut places: Vec<usize> = (0..most).map(|step| step * (front.len() - 1) / steps).collect();
        let recommended = front.iter().position(|at| self.is_recommended(*at));
        if let Some(own) = recommended
            && let Some(nearest) = places.iter_mut().min_by_key(|place| place.abs_diff(own))
        {
            *nearest = own;
        }
        places.into_iter().map(|place| front[place]).collect()
    }

    /// For people.
    pub fn text(&self, rows: usize) -> String {
        let [all, unknown, refused] = self.space;
        let mut text = String::new();
        for (name, events, keys) in &self.traces {
            let keys = format!("{} events of {} keys", grouped(*events), grouped(*keys));
            text += &format!("{}\n", line("trace", format!("{name}: {keys}")));
        }
        let most = format!("{} LUT4, {} block RAMs", grouped(self.limits.luts.into()), self.limits.blocks);
        text += &format!("{}\n", line("device", format!("{}: at most {most}", self.device.name)));
        let tried = format!("{all}, of which {refused} are too large or too slow, {unknown} were never measured");
        text += &format!("{}\n", line("configurations", tried));
        text +=
            &format!("{}\n\n", line("tried", format!("{}, unbeaten {}", self.tried.len(), self.answer.front.len())));
        let chosen = self.chosen(rows);
        text += &self.table(&chosen);
        text += &self.legend(chosen.len());
        text += &self.recommendation();
        text += "\nCommands\n";
        for (number, at) in (1..).zip(&chosen) {
            text += &format!("{number:>4}  treetap gen {}\n", self.commands[*at]);
        }
        text
    }

    fn table(&self, chosen: &[usize]) -> String {
        let mut header = vec![""];
        header.extend(COLUMNS.map(|(name, _)| name));
        let mut table = grid(&header);
        for (number, at) in (1..).zip(chosen) {
            let mark = if self.is_recommended(*at) { "*" } else { " " };
            let mut row = vec![format!("{mark}{number:>3}")];
            row.extend(COLUMNS.map(|(_, cell)| cell(&self.tried[*at])));
            table.add_row(row);
        }
        align_numbers(&mut table, WORDS);
        let lines: Vec<String> = table.to_string().lines().map(|line| line.trim_end().to_string()).collect();
        format!("{}\n", lines.join("\n"))
    }

    fn legend(&self, shown: usize) -> String {
        let left_out = match self.answer.front.len() - shown {
            0 => String::new(),
            more => format!("{more} more that no other one beats are in --csv and --json.\n"),
        };
        let errors: Vec<String> = self
            .predictor
            .errors()
            .iter()
            .filter(|of| self.has(of.engine))
            .map(|of| {
                format!(
                    "{}: LUT4 {:.1} % (at most {:.1} %) on {}, MHz {:.1} % (at most {:.1} %) on {}",
                    of.engine.name(),
                    of.lut4[0],
                    of.lut4[1],
                    of.count[0],
                    of.mhz[0],
                    of.mhz[1],
                    of.count[1]
                )
            })
            .collect();
        format!(
            "{left_out}\nerror: mean over ranges of {} % and more of a trace's events; cycles of an event, pause: of \
             the worst trace.\nLUT4 and MHz are predicted from what was placed on {}; block RAM is exact. On \
             configurations that the\nprediction had not seen it was off by\n  {}\n",
            100.0 * self.phi,
            self.predictor.date(),
            errors.join("\n  ")
        )
    }

    fn has(&self, engine: Engine) -> bool {
        self.tried.iter().any(|tried| tried.candidate.preset.engine == engine)
    }

    fn recommendation(&self) -> String {
        let Some(at) = self.answer.recommended else {
            return "\nNo configuration keeps the limits.\n".into();
        };
        let tried = &self.tried[at];
        let share = |part: u32, whole: u32| 100.0 * f64::from(part) / f64::from(whole.max(1));
        format!(
            "\nRecommended (*): the smallest of those whose error is nearly the least. It takes {} LUT4 and {} block \
             RAMs,\n{:.0} % and {:.0} % of what is allowed, and {:.1} million events a second at {:.0} MHz.\n{}",
            tried.costs.luts,
            tried.costs.blocks,
            share(tried.costs.luts, self.limits.luts),
            share(tried.costs.blocks, self.limits.blocks),
            tried.rate(),
            tried.costs.mhz,
            wiring(&tried.candidate.window),
        )
    }

    /// The JSON contract.
    pub fn contract(&self) -> Value {
        let [all, unknown, refused] = self.space;
        let errors: Vec<Value> = self
            .predictor
            .errors()
            .iter()
            .map(|of| {
                json!({"engine": of.engine.name(), "configurations": of.count[0], "placed": of.count[1],
                "lut4_percent": of.lut4[0], "lut4_percent_max": of.lut4[1],
                "mhz_percent": of.mhz[0], "mhz_percent_max": of.mhz[1]})
            })
            .collect();
        json!({
            "device": self.device.name,
            "max_lut": self.limits.luts,
            "max_bram": self.limits.blocks,
            "hot": self.phi,
            "traces": self.traces.iter().map(|(name, events, keys)| {
                json!({"name": name, "events": events, "keys": keys})
            }).collect::<Vec<_>>(),
            "configurations": all,
            "never_measured": unknown,
            "refused": refused,
            "tried": self.tried.len(),
            "measured_on": self.predictor.date(),
            "prediction_errors": errors,
            "front": self.answer.front.iter().map(|at| self.row(*at)).collect::<Vec<_>>(),
            "recommended": self.answer.recommended.map(|at| self.row(at)),
        })
    }

    fn row(&self, at: usize) -> Value {
        let tried = &self.tried[at];
        let preset = &tried.candidate.preset;
        json!({
            "engine": preset.engine.name(),
            "key_bits": tried.candidate.window.bits,
            "key_shift": tried.candidate.window.shift,
            "nodes": preset.config.nodes,
            "count_bits": preset.config.count_bits,
            "entries": preset.config.coalescer.map_or(0, |coalescer| coalescer.entries),
            "fifo": preset.fifo_depth,
            "eps": tried.candidate.eps.map(|eps| [eps.m, eps.s]),
            "error_percent": tried.error(),
            "error_percent_max": tried.largest(),
            "cycles_per_event": tried.cycles(),
            "longest_pause": tried.pause(),
            "mevents_per_s": tried.rate(),
            "lut4": tried.costs.luts,
            "lut_sites": tried.costs.sites,
            "ff": tried.costs.flip_flops,
            "bram": tried.costs.blocks,
            "mhz": tried.costs.mhz,
            "command": format!("treetap gen {}", self.commands[at]),
            "traces": tried.measured.iter().map(|of| json!({
                "ranges": of.ranges, "error_percent": of.mean, "error_percent_max": of.largest,
                "cycles_per_event": of.cycles_per_event(), "emitted": of.emitted, "longest_pause": of.pause,
                "lost": of.lost,
            })).collect::<Vec<_>>(),
        })
    }

    /// Every configuration that was tried, for a spreadsheet.
    pub fn csv(&self) -> String {
        let names: Vec<&str> = COLUMNS.iter().map(|(name, _)| *name).collect();
        let mut text = format!("{},front,recommended,command\n", names.join(","));
        for (at, tried) in self.tried.iter().enumerate() {
            let cells: Vec<String> = COLUMNS.iter().map(|(_, cell)| cell(tried).replace(',', " ")).collect();
            let marks = [self.answer.front.contains(&at), self.is_recommended(at)].map(u8::from);
            text += &format!("{},{},{},treetap gen {}\n", cells.join(","), marks[0], marks[1], self.commands[at]);
        }
        text
    }
}

/// What has to be wired to the port of keys.
fn wiring(window: &Window) -> String {
    let Window { shift, bits } = *window;
    if shift == 0 && bits.is_power_of_two() {
        return String::new();
    }
    let mask = hex(u64::MAX >> (64 - bits) << shift, shift + bits);
    format!(
        "Wire key[{}:{shift}] to ev_key ({mask} masks these bits): all others are the same in every event of the \
         traces.\n",
        shift + bits - 1
    )
}
