//! ELF files: names for addresses, plans of checks, programs for the cores.
use treetap::analysis::chkplan::{self, ACCESSES, Code, Comparison, Variant};
use treetap::analysis::{Options, Symbols};
use treetap::cosim::core::Program;
use treetap::spec::core::{RAM, RAM_BYTES};

/// Places whose pieces are looked at.
const PLACES: usize = 32;
/// Codes of a map of checks.
const SLOTS: u32 = 4096;

/// Every address belongs to exactly one place, and has the frames that the place's pieces have.
pub fn names(bytes: &[u8]) {
    // What the user says of the program, from what the file ends with, where little else is.
    let said = bytes.last().copied().unwrap_or(0);
    let bias = [0, 0, 0x1000, u64::MAX - 0xfff][usize::from(said & 3)];
    let heap = (said & 4 != 0).then_some((0x1000, u64::MAX));
    let stack = (said & 8 != 0).then_some((0, 0x7fff));
    let Ok(symbols) = Symbols::parse(bytes, &Options { bias, heap, stack }) else { return };
    assert!(!symbols.machine().is_empty());
    for (number, place) in symbols.places().iter().enumerate().take(PLACES) {
        assert!(place.ranges.is_sorted_by(|one, next| one.1 < next.0), "{place:?}");
        for &(first, last) in &place.ranges {
            assert_eq!((symbols.at(first), symbols.at(last)), (number as u32, number as u32), "{place:?}");
            assert_eq!(symbols.within(first, last), [number as u32]);
        }
        let _ = symbols.start(number as u32);
        // What is outside has no pieces that anybody asks for.
        if number > 0 {
            let pieces = symbols.pieces(number as u32);
            assert!(pieces.iter().all(|piece| piece.first <= piece.last), "{pieces:?}");
        }
    }
}

/// A plan marks what lies in the map, and its file is read again.
pub fn plan(bytes: &[u8]) {
    let Ok(code) = Code::parse(bytes) else { return };
    for (_, variant) in Variant::ALL {
        if let Ok(plan) = chkplan::plan(&code, variant, &ACCESSES, SLOTS, true) {
            assert_eq!(chkplan::from_bytes(&chkplan::to_bytes(&plan.image)), Ok(plan.image));
        }
    }
    let _ = Comparison::new(code, &ACCESSES).map_err(|error| assert!(!error.to_string().is_empty()));
}

/// What is loaded lies in memory.
pub fn program(bytes: &[u8]) {
    let Ok(program) = Program::parse(bytes).map_err(|reason| assert!(!reason.is_empty())) else { return };
    for segment in &program.segments {
        let last = u64::from(segment.address) + segment.bytes.len() as u64;
        assert!(segment.address >= RAM && last <= u64::from(RAM) + u64::from(RAM_BYTES));
    }
}
