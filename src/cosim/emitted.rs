//! The Verilog of what is simulated. What was emitted is kept for a while, because runs of one design follow each
//! other, and an unoptimised program emits a top in the time of some thousand retirements.
use super::Error;
use crate::catalog::{Chosen, Emitted};
use std::sync::{Mutex, PoisonError};

/// How many tops are kept: as many as runs alternate between, not as many as a campaign draws.
const KEPT: usize = 8;
/// The last ones that were emitted, the oldest first.
static LAST: Mutex<Vec<(Chosen, Emitted)>> = Mutex::new(vec![]);

/// What the catalog emits for a configuration, with `rtl` as its text if there is one.
///
/// # Errors
/// [`Error::Catalog`], as [`Chosen::emit`].
pub(super) fn emitted(hardware: &Chosen, rtl: Option<&str>) -> Result<Emitted, Error> {
    let last = || LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let known = last().iter().find(|(chosen, _)| chosen == hardware).map(|(_, emitted)| emitted.clone());
    let mut emitted = match known {
        Some(emitted) => emitted,
        None => {
            let emitted = hardware.emit()?;
            let mut last = last();
            if last.len() == KEPT {
                last.remove(0);
            }
            last.push((*hardware, emitted.clone()));
            emitted
        }
    };
    if let Some(text) = rtl {
        emitted.verilog = text.into();
    }
    Ok(emitted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{Unit, preset_of};

    #[test]
    fn what_is_kept_is_what_is_emitted_and_another_text_is_not_kept() {
        let designs = [(Unit::Coalescer, "mini"), (Unit::Tap, "rv32")].map(|(unit, name)| preset_of(unit, name, None));
        for round in 0..2 {
            for chosen in designs.iter().map(|chosen| chosen.as_ref().unwrap()) {
                let (fresh, other) = (chosen.emit().unwrap(), emitted(chosen, Some("other")).unwrap());
                assert_eq!((&other.verilog[..], &other.top), ("other", &fresh.top), "round {round}");
                assert_eq!(emitted(chosen, None).unwrap().verilog, fresh.verilog, "round {round}");
            }
        }
    }

    #[test]
    fn few_are_kept() {
        let presets = crate::catalog::presets(Unit::Coalescer);
        assert!(presets.len() > KEPT);
        for preset in presets {
            emitted(&preset_of(Unit::Coalescer, preset.name, None).unwrap(), None).unwrap();
        }
        assert_eq!(LAST.lock().unwrap().len(), KEPT);
    }
}
