//! The emitter against `rust_hdl`'s evaluator: every idiom equal in two simulators, clean in two lint tools, and the
//! same bytes every time.
use crate::support::cosim::{Case, STEPS, WITH_STOCK, replay, replay_stock};
use crate::support::{decisions, expressions, joins, state, structure, tools};
use std::fmt::Write as _;

fn cases() -> Vec<Case> {
    [expressions::cases(), decisions::cases(), structure::cases(), joins::cases(), state::cases()]
        .into_iter()
        .flatten()
        .collect()
}

#[test]
fn every_idiom_is_equal_in_the_evaluator_icarus_and_verilator() {
    let cases = cases();
    assert!(cases.len() >= 90, "{} idioms", cases.len());
    for case in &cases {
        if let Err(refusal) = &case.emitted {
            panic!("{}: {refusal}", case.name);
        }
        // An idle run proves nothing.
        for (output, toggles) in case.toggles() {
            assert!(toggles >= 5, "{}: `{output}` changed {toggles} times in {STEPS} steps", case.name);
        }
    }
    let verdicts = replay(&cases);
    assert_eq!(verdicts.len(), 2 * cases.len(), "a verdict of each simulator for each idiom");
    let wrong: Vec<_> = verdicts.iter().filter(|verdict| verdict.wrong > 0).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    println!("{} idioms x {STEPS} steps in 2 simulators, 0 differences", cases.len());
}

#[test]
fn every_idiom_lints_clean_and_synthesis_reads_it_without_a_warning() {
    let dir = tempfile::tempdir().unwrap();
    // One file with a module that instantiates nothing but shows all tops to the tools at once.
    let mut all = String::new();
    let mut tops = String::new();
    for case in cases() {
        let (text, ports) = case.emitted.unwrap();
        all.push_str(&text);
        let _ = writeln!(tops, "  {} u_{} (", case.name, case.name);
        let pins: Vec<String> = ports.iter().map(|port| format!("    .{0}({1}_{0})", port.name, case.name)).collect();
        let _ = writeln!(tops, "{}\n  );", pins.join(",\n"));
        for port in &ports {
            let kind = if port.dir == treetap::emit::Dir::In { "input" } else { "output" };
            let _ = writeln!(all, "// pin {kind} wire [{}:0] {}_{}", port.width - 1, case.name, port.name);
        }
    }
    let pins: Vec<&str> = all.lines().filter_map(|line| line.strip_prefix("// pin ")).collect();
    let module = format!("module all_idioms (\n  {}\n);\n{tops}endmodule\n", pins.join(",\n  "));
    let file = dir.path().join("all_idioms.v");
    std::fs::write(&file, format!("{all}\n{module}")).unwrap();
    tools::verilator_lint(&file, "all_idioms").unwrap_or_else(|said| panic!("{said}"));
    tools::yosys_reads(&file, "all_idioms").unwrap_or_else(|said| panic!("{said}"));
}

#[test]
fn the_same_design_gives_the_same_bytes() {
    let text = |cases: Vec<Case>| cases.into_iter().map(|case| case.emitted.unwrap().0).collect::<Vec<_>>();
    assert_eq!(text(structure::cases()), text(structure::cases()));
    assert_eq!(text(state::cases()), text(state::cases()));
}

#[test]
fn a_wire_that_is_kept_has_the_attribute_and_its_remark() {
    let commented = structure::cases().into_iter().find(|case| case.name == "Commented").unwrap();
    let text = commented.emitted.unwrap().0;
    assert_eq!(text.matches("(* keep *) wire [7:0] kept = ").count(), 1, "{text}");
    assert!(text.contains("// a \"quoted\" remark") && !text.contains("@keep"), "{text}");
}

/// Prints the table of `docs/contributing/emitter.md`: `cargo test --test emit -- --ignored --nocapture stock`.
#[test]
#[ignore = "prints a table for the documentation"]
fn what_the_stock_generator_gets_wrong() {
    // Its panics are results. Other tests run in this process: theirs are told as always.
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if !WITH_STOCK.get() {
            before(info);
        }
    }));
    WITH_STOCK.set(true);
    println!("| idiom | rust_hdl 0.46 `generate_verilog`, in Icarus | the emitter |\n|---|---|---|");
    let (mut total, mut silent, mut loud) = (0, 0, 0);
    // Blocks of our own leaves mean nothing to rust_hdl's generator and are left out.
    for case in [expressions::cases(), decisions::cases(), structure::cases(), joins::cases()].into_iter().flatten() {
        total += 1;
        let verdict = match replay_stock(&case) {
            Ok(0) => continue,
            Ok(wrong) => {
                silent += 1;
                format!("**wrong in {wrong} of {STEPS} steps**")
            }
            Err(how) => {
                loud += 1;
                how.replace('|', "\\|")
            }
        };
        println!("| {} | {verdict} | 0 wrong |", case.name);
    }
    WITH_STOCK.set(false);
    println!("\n{total} idioms: {silent} silently wrong, {loud} fail loudly, {} right", total - silent - loud);
}
