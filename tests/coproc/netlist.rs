//! The gates that Yosys makes of the co-processor do what its Verilog says: a Yosys that makes other ones is found.
use crate::bench::Bench;
use crate::coproc::{CLOSE, random, window};
use crate::microcode::Coverage;
use treetap::catalog::{Emitted, Unit, emit};
use treetap::cosim::build::cache_dir;
use treetap::flow::{Family, gates};

/// Presets as gates of a family do what the model does.
fn equal_the_model(builds: &[(&str, Family)]) {
    for &(preset, family) in builds {
        let right = emit(Unit::Coproc, preset).unwrap();
        let verilog = gates::gates(family, &right.top, &right.verilog, &cache_dir().join("netlists")).unwrap();
        let mut bench = Bench::of(&Emitted { verilog, ..right }, preset, 9);
        bench.restart().unwrap();
        let mut coverage = Coverage::new(bench.model.config());
        window(&mut bench).unwrap_or_else(|e| panic!("{preset} on {family:?}: {e:?}"));
        let ran = random(&mut bench, (8, u64::MAX), CLOSE, 13, &mut coverage)
            .unwrap_or_else(|e| panic!("{preset} on {family:?}: {e:?}"));
        assert!(ran.words > 1000 && ran.errors > 80 && ran.interrupts > 8, "{preset} on {family:?}: {ran:?}");
        println!("{preset} on {family:?}: {ran:?}, {} words compared, 0 mismatches", bench.compared);
    }
}

#[test]
fn gates_equal_the_model() {
    equal_the_model(&[("nano", Family::Ice40)]);
}

#[test]
#[ignore = "`make netlist`"]
fn gates_of_both_families_equal_the_model() {
    equal_the_model(&[("up5k", Family::Ice40), ("nano", Family::Ecp5)]);
}
