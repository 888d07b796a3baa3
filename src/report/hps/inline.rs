//! A program with an engine between fetch and decode: what `treetap hps inline` found.
use crate::host::hps::sampler::ratio;
use crate::host::inline::{Run, Tables};
use crate::model::iss::inline::{Counts, Handled};
use serde_json::{Value, json};

/// What of the hardware was held against its model.
pub struct Compared {
    /// The preset.
    pub name: &'static str,
    pub words: u64,
    pub registers: u32,
    pub cycles: u64,
}

/// A run: everything in it was checked.
pub struct Report {
    /// None where only the model ran.
    pub hardware: Option<Compared>,
    pub run: Run,
}

impl Report {
    /// Handlers that were called, with their numbers.
    fn handlers(&self) -> Vec<(usize, Handled)> {
        self.run.counts.handlers.iter().copied().enumerate().filter(|(_, handled)| handled.calls > 0).collect()
    }

    /// Instructions executed for each of the program's.
    fn factor(&self) -> f64 {
        let Counts { instructions, added, .. } = self.run.counts;
        1.0 + ratio(added + self.run.counts.handled().instructions, instructions)
    }

    /// For people.
    pub fn text(&self) -> String {
        let Counts { instructions, replaced, added, exceptions, broken, .. } = self.run.counts;
        let mut text = match &self.hardware {
            Some(Compared { name, words, registers, cycles }) => {
                format!("engine {name}: {words} words and {registers} registers as the model's, {cycles} cycles\n")
            }
            None => "engine: the model\n".into(),
        };
        text += &match self.run.exit {
            Some(code) => format!("exit code {code}"),
            None => "stopped at the limit".into(),
        };
        text += "; registers, memory and console as without the engine\n";
        text += &format!("{instructions} instructions, {replaced} replaced; {added} words added");
        text += &format!(
            ", {} instructions in handlers: {:.4} executed for each\n",
            self.run.counts.handled().instructions,
            self.factor()
        );
        if exceptions > 0 {
            text += &format!("{exceptions} exceptions, {broken} of them inside a replacement or handler\n");
        }
        for (number, Handled { calls, instructions }) in self.handlers() {
            text += &format!("handler {number}: {calls} calls, {:.2} instructions each\n", ratio(instructions, calls));
        }
        let Tables { profile, lost } = &self.run.tables;
        let same = if *lost == 0 { "as a model of the engine calls for" } else { "not all" };
        text + &format!(
            "tables: {} events of {} keys, {same}; {lost} found no room; {} events without sampling, overlap {:.2} %\n",
            profile.events,
            profile.counts.len(),
            self.run.exact,
            100.0 * self.run.overlap
        )
    }

    /// The JSON contract.
    pub fn contract(&self) -> Value {
        let Counts { instructions, replaced, added, exceptions, broken, .. } = self.run.counts;
        let handlers: Vec<Value> = self
            .handlers()
            .iter()
            .map(|(number, handled)| {
                json!({ "handler": number, "calls": handled.calls, "instructions": handled.instructions })
            })
            .collect();
        json!({
            "engine": self.hardware.as_ref().map_or("model", |hardware| hardware.name),
            "words_compared": self.hardware.as_ref().map(|hardware| hardware.words),
            "registers_compared": self.hardware.as_ref().map(|hardware| hardware.registers),
            "cycles": self.hardware.as_ref().map(|hardware| hardware.cycles),
            "exit": self.run.exit, "console": String::from_utf8_lossy(&self.run.console),
            "instructions": instructions, "replaced": replaced, "added": added,
            "handler_instructions": self.run.counts.handled().instructions, "executed_for_each": self.factor(),
            "exceptions": exceptions, "broken": broken, "handlers": handlers,
            "events": self.run.tables.profile.events, "keys": self.run.tables.profile.counts.len(),
            "lost": self.run.tables.lost,
            "all_events": self.run.exact, "overlap": self.run.overlap,
        })
    }
}
