//! Cycles: no two files of a room use each other, by whatever way. A folder and what lies in it are one thing: what a
//! module and the modules below it know of each other does not count, nor do tests.
use super::source::{files, mentions, module_of, read};
use std::collections::{BTreeMap, BTreeSet};

/// Modules that still use each other. Each group wants to go: one that is no cycle any more, or a smaller one, fails
/// the test as long as it stands here.
const CYCLES: &[&[&str]] = &[];

type Module = Vec<String>;

/// Which modules of its own room a module uses.
fn uses() -> BTreeMap<Module, BTreeSet<Module>> {
    let sources: BTreeMap<Module, String> = files("src", &["rs"])
        .iter()
        .map(|path| (module_of(path), read(path)))
        .filter(|(module, _)| module != &["lib"] && module != &["main"])
        .collect();
    let mut uses = BTreeMap::new();
    for (module, text) in &sources {
        // Tests stand at the end, and may know more.
        let text = text.split("#[cfg(test)]\nmod ").next().unwrap();
        let names: Vec<&str> = module.iter().map(String::as_str).collect();
        let found = mentions(text, &names);
        let used =
            found.iter().filter_map(|mention| owner(&sources, &mention.path)).filter(|used| used[0] == module[0]);
        let beside = used.filter(|used| !module.starts_with(used) && !used.starts_with(module));
        uses.insert(module.clone(), beside.map(<[String]>::to_vec).collect());
    }
    uses
}

/// The module whose file has what this path names.
fn owner<'a>(sources: &BTreeMap<Module, String>, path: &'a [String]) -> Option<&'a [String]> {
    (1..=path.len()).rev().map(|n| &path[..n]).find(|part| sources.contains_key(*part))
}

/// Everything that can be reached.
fn reached(uses: &BTreeMap<Module, BTreeSet<Module>>, from: &Module) -> BTreeSet<Module> {
    let mut all = BTreeSet::new();
    let mut open = vec![from];
    while let Some(module) = open.pop() {
        open.extend(uses[module].iter().filter(|next| all.insert((*next).clone())));
    }
    all
}

#[test]
fn no_files_of_a_room_use_each_other() {
    let uses = uses();
    let edges: usize = uses.values().map(BTreeSet::len).sum();
    assert!(edges > 300, "only {edges} uses were seen: the scan is broken");
    let reach: BTreeMap<&Module, BTreeSet<Module>> =
        uses.keys().map(|module| (module, reached(&uses, module))).collect();
    let groups: BTreeSet<Vec<String>> = reach
        .iter()
        .filter(|(module, all)| all.contains(**module))
        .map(|(module, all)| {
            let both = all.iter().filter(|other| reach[other].contains(*module));
            both.map(|module| module.join("/")).collect()
        })
        .collect();
    let known: BTreeSet<Vec<String>> =
        CYCLES.iter().map(|group| group.iter().map(ToString::to_string).collect()).collect();
    let wrong: Vec<String> = groups
        .difference(&known)
        .map(|group| format!("use each other: {}", group.join(", ")))
        .chain(known.difference(&groups).map(|group| format!("no cycle, take it off the list: {}", group.join(", "))))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
