//! The slots of value profiling (docs/reference/coproc.md, C.2 and D.1).
use crate::spec::coproc::Part;

/// What a slot holds beside its key: the entry of the data memory as programs `valprof` and `valprof_hm` lay it out
/// (C.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Slot {
    /// The value that was counted.
    pub active: u32,
    /// How often it came, up to 255.
    pub hit: u32,
    /// How often another one came meanwhile, up to 255.
    pub miss: u32,
    /// Samples of the load, up to 65,535.
    pub total: u32,
}

impl Slot {
    /// That of an entry.
    pub fn of(entry: u64) -> Self {
        let part = |name| {
            let code = Part::NAMES.iter().position(|known| *known == name).expect("a lane");
            Part::from_code(code as u8, 32).expect("a lane of every build").of(entry) as u32
        };
        Self { active: part("W0"), hit: part("B4"), miss: part("B5"), total: part("H3") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_those_of_the_program() {
        let slot = Slot::of(0x1234_5678_9abc_def0);
        assert_eq!(slot, Slot { active: 0x9abc_def0, hit: 0x78, miss: 0x56, total: 0x1234 });
    }
}
