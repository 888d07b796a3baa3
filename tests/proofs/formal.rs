//! Proofs over the emitted Verilog: Yosys, yosys-smtbmc and Boolector on the properties in `testbench/formal/`
//! (docs/contributing/proof.md).
//!
//! Every row is proved and then refuted: with the row's fault planted in the design the same proof has to fail. A row
//! prints what it did; `make formal` takes all of them, `cargo test` those that are marked as quick.
use crate::rows::{self, Proof};
use crate::support::provers::{Outcome, Prover};
use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Instant;
use treetap::catalog::{Chosen, Emitted, Settings};

/// The emitted Verilog of a row with one module changed: a text in it, there once, replaced.
fn changed(verilog: &str, module: &str, from: &str, to: &str) -> String {
    let body = body(verilog, module);
    let text = &verilog[body.clone()];
    assert_eq!(text.matches(from).count(), 1, "{module}: `{from}`");
    [&verilog[..body.start], &text.replacen(from, to, 1), &verilog[body.end..]].concat()
}

/// Where a module is.
fn body(verilog: &str, module: &str) -> Range<usize> {
    let heads = [format!("\nmodule {module} "), format!("\nmodule {module}(")];
    let start =
        heads.iter().find_map(|head| verilog.find(head.as_str())).unwrap_or_else(|| panic!("no module {module}"));
    start..start + verilog[start..].find("\nendmodule").unwrap() + "\nendmodule".len()
}

/// The code of a state of a module.
fn state(verilog: &str, module: &str, name: &str) -> String {
    let text = &verilog[body(verilog, module)];
    let (_, code) = ["State", "Feed", "Stage", "Step"]
        .iter()
        .find_map(|states| text.split_once(&format!(" {states}_{name} = ")))
        .unwrap_or_else(|| panic!("no state {name}"));
    code.split(';').next().unwrap_or_default().to_string()
}

impl Proof {
    /// The design of the row.
    fn emitted(&self) -> Emitted {
        let numbers = self.numbers.iter().map(|(name, value)| (name.to_string(), *value)).collect();
        let settings = Settings { numbers, ..Settings::default() };
        Chosen::of(self.design.0, Some(self.design.1), &settings).unwrap().emit().unwrap()
    }

    /// Proves the row on the design as it is, or with a fault.
    fn run(&self, prover: &Prover, fault: Option<(&str, &str, &str)>) -> Outcome {
        let emitted = self.emitted();
        let named = |text: &str| text.replace("{}", &emitted.top);
        let mut verilog = emitted.verilog.clone();
        if let Some((module, from, to)) = fault {
            verilog = changed(&verilog, &named(module), from, to);
        }
        if let Some((module, text)) = self.probe {
            verilog = changed(&verilog, &named(module), "\nendmodule", &format!("\n{text}endmodule"));
        }
        let mut macros: Vec<_> = self.macros.iter().map(|(name, value)| (*name, named(value))).collect();
        macros.extend(self.states.iter().map(|(name, of)| (*name, state(&verilog, &named(self.machine), of))));
        let rams: Vec<_> = self.rams.iter().map(|(module, kind)| (named(module), *kind)).collect();
        let cut = self.cut.map(named);
        let mut depth = (self.bound, self.steps);
        if fault.is_some() && self.bare != 0 {
            macros.push(("BARE", String::new()));
            depth = (self.bare, 0);
        }
        prover.prove(&verilog, self.file, &macros, &rams, cut.as_deref(), depth)
    }
}

/// Proves the rows that are asked for, and refutes them with their first fault; prints a row of Markdown for each.
/// `more` are the rows of which the other faults are planted.
fn prove<'a>(rows: impl Iterator<Item = &'a Proof>, wanted: impl Fn(&Proof) -> bool, more: impl Fn(&Proof) -> bool) {
    let Some(prover) = Prover::find() else { return };
    let mut wrong = vec![];
    println!("\n| property | bound | induction | result | faults refuted | seconds |\n|--|--:|--:|--|--:|--:|");
    // TREETAP_PROOF: only rows of which the name has this.
    let only = std::env::var("TREETAP_PROOF").unwrap_or_default();
    for proof in rows.filter(|proof| proof.name.contains(&only)) {
        let started = Instant::now();
        let (mut faults, mut result) = (vec![], None);
        if wanted(proof) {
            let outcome = proof.run(&prover, None);
            result = Some(outcome.to_string());
            if !matches!(outcome, Outcome::Proved) {
                wrong.push(format!("{}: {outcome}", proof.name));
            }
            faults.push(proof.fault);
        }
        if more(proof) {
            faults.extend(proof.more);
        }
        let planted = faults.len();
        let refuted = faults.into_iter().filter(|fault| {
            let outcome = proof.run(&prover, Some(*fault));
            let refuted = matches!(outcome, Outcome::Refuted(_));
            if !refuted {
                wrong.push(format!("{}: with `{}` for `{}`: {outcome}", proof.name, fault.2, fault.1));
            }
            refuted
        });
        let refuted = refuted.count();
        if result.is_some() || planted > 0 {
            let result = result.unwrap_or_else(|| "in the quick rows".into());
            let (bound, steps, seconds) = (proof.bound, proof.steps, started.elapsed().as_secs_f64());
            println!("| {} | {bound} | {steps} | {result} | {refuted} of {planted} | {seconds:.1} |", proof.name);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A test for the quick rows of each book, so that they run beside each other, and one that no book lacks a test.
macro_rules! quick {
    ($($book:ident),*) => {
        mod quick_properties_hold_and_their_faults_are_found {
            use super::{prove, rows};
            $(#[test]
            fn $book() {
                let (_, rows) = rows::BOOKS.iter().find(|(book, _)| *book == stringify!($book)).unwrap();
                assert!(rows.iter().any(|row| row.quick));
                prove(rows.iter(), |proof| proof.quick, |_| false);
            })*

            #[test]
            fn every_book_has_a_test() {
                assert_eq!(rows::BOOKS.map(|(book, _)| book), [$(stringify!($book)),*]);
            }
        }
    };
}

quick!(leaves, rap, profiler, hps, phase, value_sampler, coproc, coproc_profiler);

#[test]
#[ignore = "takes minutes: make formal"]
fn the_other_properties_hold_and_all_faults_are_found() {
    prove(rows::all(), |proof| !proof.quick, |_| true);
}

/// What is planted in minutes by `make formal` is looked up here in a second: a design that was written anew has the
/// text of a fault no longer.
#[test]
fn every_planted_fault_has_its_place_in_the_design() {
    let mut designs = BTreeMap::new();
    let (mut faults, mut wrong) = (0, vec![]);
    for row in rows::all() {
        let design = (row.design.0.name(), row.design.1, row.numbers);
        let emitted = designs.entry(design).or_insert_with(|| row.emitted());
        for (module, from, to) in [&row.fault].into_iter().chain(row.more) {
            let module = module.replace("{}", &emitted.top);
            let found = emitted.verilog[body(&emitted.verilog, &module)].matches(from).count();
            faults += 1;
            if found != 1 || from == to {
                wrong.push(format!("{}: {module} has {found} times `{from}`, planted is `{to}`", row.name));
            }
        }
    }
    assert!(faults > 200, "{faults} faults");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_page_says_of_every_property_file_what_it_takes_from_the_design() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/contributing/proof.md")).unwrap();
    let (_, table) = page.split_once("### What each property takes from the design").unwrap();
    let files: Vec<_> = std::fs::read_dir(root.join("testbench/formal")).unwrap().map(|file| file.unwrap()).collect();
    assert!(files.len() > 20);
    for file in files {
        let name = file.file_name().into_string().unwrap();
        assert!(table.contains(&format!("`{name}`")), "{name} is not in the table");
    }
}

/// The table of what was proved is stale once the Verilog of any row has changed.
#[test]
fn the_measured_table_depends_on_the_design_of_every_row() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = std::fs::read_to_string(root.join("docs/measured/data/proof-properties.toml")).unwrap();
    let depends = table.lines().find(|line| line.starts_with("depends")).unwrap();
    let mut tops: Vec<_> = rows::all().map(|row| format!("treetap_{}_{}", row.design.0.name(), row.design.1)).collect();
    // The array that is searched is a build of another preset's kind.
    tops.push("treetap_coproc_nano".into());
    assert!(tops.len() > 30);
    for top in tops {
        assert!(depends.contains(&format!("\"rtl:{top}\"")), "{top} is not among what the table depends on");
    }
}
