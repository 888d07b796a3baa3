//! Planted faults of a unit, each of which a comparison with the model has to find.
use super::planted::Planted;
use treetap::catalog::{Emitted, Unit};

/// Names of faults, what stands in the Verilog of a preset, and what a slip would have made of it
/// ([`super::planted::Fault`]).
pub type Faults = &'static [(&'static str, &'static str, &'static str)];

/// Demands that a preset as it is passes, and that each of the faults does not.
pub fn all_found(unit: Unit, preset: &str, faults: Faults, tried: impl Fn(&Emitted) -> Result<(), String>) {
    let edits: Vec<_> = faults.iter().map(|(_, from, to)| ("", *from, *to)).collect();
    let planted = Planted::of(unit, preset, &edits);
    assert_eq!(tried(planted.with(0)), Ok(()), "{preset} as it is");
    for ((name, ..), number) in faults.iter().zip(1..) {
        let difference = tried(planted.with(number)).expect_err(name);
        println!("{preset}, {name}: {}", difference.split(':').next().unwrap());
    }
}
