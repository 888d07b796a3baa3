//! The pipelined coalescer is rule R10 for every stream of events, at production size: proved over the emitted Verilog,
//! and refuted with planted faults (docs/contributing/proof.md).
use crate::support::provers::{Outcome, Prover};
use treetap::catalog::{self, Unit};
use treetap::spec::coalescer::{Microarchitecture, PRESETS, Preset};

/// Good steps in front of the step that is proved: an event reaches the RAM after seven.
const STEPS: u32 = 8;

/// Texts of the design, each there once, and what stands there instead.
const FAULTS: &[(&str, &str, &str)] = &[
    ("the event six before is forgotten", "same6_2 <= valid7 &", "same6_2 <= 1'b0 &"),
    ("and what it left is too old", "weight8 <= weight7;", "weight8 <= weight8;"),
    ("the key of another event is compared", "equal2_3 <= near2_equal;", "equal2_3 <= near1_equal;"),
    ("an event heavier than the limit may hit", "heavy3 <= room[16];", "heavy3 <= 1'b0;"),
    ("an operation that should send is quiet", "~(pass6 & quiet)", "~pass6"),
    ("the queue lets events in for too long", "few <= ~stored[3] & ~stored[4];", "few <= ~stored[4];"),
];

fn prove(prover: &Prover, preset: &Preset, fault: Option<(&str, &str)>) -> Outcome {
    let emitted = catalog::emit(Unit::Coalescer, preset.name).unwrap();
    let mut verilog = emitted.verilog;
    if let Some((from, to)) = fault {
        assert_eq!(verilog.matches(from).count(), 1, "`{from}`");
        verilog = verilog.replace(from, to);
    }
    let rams = [(format!("{}_outreg_ram", emitted.top), "RAM_OUTREG")];
    let macros = [
        ("COALESCER", emitted.top),
        ("KEY", preset.key_bits.to_string()),
        ("ENTRY", preset.config.index_bits().to_string()),
    ];
    prover.prove(&verilog, "coalescer_pipelined.sv", &macros, &rams, None, (STEPS + 1, STEPS))
}

fn presets() -> impl Iterator<Item = &'static Preset> {
    PRESETS.iter().filter(|preset| preset.built == Microarchitecture::Pipelined)
}

#[test]
fn what_is_written_and_what_leaves_is_what_the_rule_says_of_every_stream_of_events() {
    let Some(prover) = Prover::find() else { return };
    let mut proved = 0;
    for preset in presets() {
        let outcome = prove(&prover, preset, None);
        assert!(matches!(outcome, Outcome::Proved), "{}: {outcome}", preset.name);
        proved += 1;
    }
    assert!(proved >= 4);
}

#[test]
fn every_planted_fault_is_found() {
    let Some(prover) = Prover::find() else { return };
    let preset = presets().next().unwrap();
    for (what, from, to) in FAULTS {
        let outcome = prove(&prover, preset, Some((from, to)));
        assert!(matches!(outcome, Outcome::Refuted(_)), "{what}: {outcome}");
    }
}
