//! The page of a profile that was written to a file: what `treetap report` makes.
use super::html::{self, Fact, Names, Page};
use crate::model::profile::Profile;
use std::path::Path;

/// The page of the profile in `file`, made by the program `elf` if that is known; `hot` is the share from which on a
/// range is hot.
pub fn page(file: &Path, profile: &Profile, elf: Option<&Path>, names: Option<Names>, hot: f64) -> String {
    let mut settings = vec![
        Fact::new("profile", file.display(), "what this page shows"),
        Fact::new("key bits", profile.key_bits, "width of a key"),
        Fact::new("nodes", profile.nodes, "ranges that the tree may have at a time"),
        Fact::new("threshold", profile.t, "events at which a range is split, at the end of the run"),
    ];
    if let Some(elf) = elf {
        let machine = names.map_or("", |names| names.symbols.machine());
        settings.push(Fact::new("program", elf.display(), machine));
    }
    let counters = [
        Fact::new("events", profile.n, "counted in the tree"),
        Fact::new("lost", profile.lost, "refused because a count was full"),
        Fact::new("creates", profile.creates, "ranges that were split off"),
        Fact::new("over", profile.over, "events counted above the threshold while no node was free"),
    ];
    let name = |file: &Path| file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned();
    let title = name(elf.unwrap_or(file));
    html::page(&Page {
        title: &title,
        events: "events",
        command: "",
        profile,
        names,
        hot,
        settings: &settings,
        counters: &counters,
        laws: &[],
        notes: &[],
        phases: None,
    })
}
