//! Where checks are needed: graphs, loops, files, and the programs of this repository (docs/reference/chkplan.md).
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use treetap::analysis::chkplan::{ACCESSES, Boring, Code, Entries, Error, Function, Graph, Insn, Variant, plan};
use treetap::spec::checkmap::Code as Mark;
use treetap::spec::classify::{Opclass, Xlen};
use treetap::trace::shapes::Random;

/// A graph of names: `caller: callees`.
fn graph(edges: &[(&str, &[&str])]) -> (Graph, Vec<String>) {
    let names: Vec<String> = edges.iter().map(|(name, _)| name.to_string()).collect();
    let number = |name: &&str| names.iter().position(|known| known == name).unwrap();
    let calls = edges.iter().map(|(_, calls)| calls.iter().map(number).collect()).collect();
    let none = vec![false; names.len()];
    (Graph { calls, unknown: none.clone(), taken: none }, names)
}

/// The names of the procedures that get a check.
fn chosen(graph: &Graph, names: &[String]) -> Vec<String> {
    let judged = graph.judge();
    names.iter().zip(judged.chosen).filter(|(_, chosen)| *chosen).map(|(name, _)| name.clone()).collect()
}

#[test]
fn the_graph_of_the_paper_needs_two_checks() {
    let (graph, names) = graph(&[
        ("main", &["check"]),
        ("check", &["match", "delete_digram"]),
        ("match", &["substitute", "delete_digram"]),
        ("substitute", &["delete_digram", "check"]),
        ("delete_digram", &[]),
    ]);
    let judged = graph.judge();
    assert_eq!(judged.distance, [0, 1, 2, 3, 2]);
    assert_eq!(judged.leaf, [false, false, false, false, true]);
    assert_eq!(judged.below, [false, true, false, false, false]);
    assert_eq!(chosen(&graph, &names), ["main", "check"]);
}

#[test]
fn every_way_to_recurse_has_its_check() {
    // Onto itself; below a root; unreachable; called back through an address; a leaf that is called back.
    let (itself, names) = graph(&[("main", &["f"]), ("f", &["f", "g"]), ("g", &[])]);
    assert_eq!(chosen(&itself, &names), ["main", "f"]);
    let (mutual, names) = graph(&[("main", &["even"]), ("even", &["odd"]), ("odd", &["even"])]);
    assert_eq!(chosen(&mutual, &names), ["main", "even"]);
    let (apart, names) = graph(&[("main", &["f"]), ("f", &[]), ("a", &["b"]), ("b", &["a"])]);
    assert_eq!(chosen(&apart, &names), ["main", "a"]);
    let (mut back, names) =
        graph(&[("main", &["f", "leaf", "visit"]), ("f", &[]), ("visit", &["leaf"]), ("leaf", &[])]);
    assert_eq!(chosen(&back, &names), ["main"]);
    back.taken = vec![false, false, true, true];
    assert_eq!(chosen(&back, &names), ["main", "visit"]);
    // What calls through a register is no leaf.
    back.unknown[1] = true;
    back.taken[1] = true;
    assert_eq!(chosen(&back, &names), ["main", "f", "visit"]);
}

/// Whether some cycle of calls has no chosen procedure: Kahn's algorithm on what is not chosen.
fn a_cycle_avoids(graph: &Graph, chosen: &[bool]) -> bool {
    let left = |f: &usize| !chosen[*f];
    let mut callers = vec![0; chosen.len()];
    for f in (0..chosen.len()).filter(left) {
        graph.calls[f].iter().copied().filter(|g| left(g)).for_each(|g| callers[g] += 1);
    }
    let mut free: Vec<usize> = (0..chosen.len()).filter(|f| left(f) && callers[*f] == 0).collect();
    let mut ordered = 0;
    while let Some(f) = free.pop() {
        ordered += 1;
        for g in graph.calls[f].iter().copied().filter(|g| left(g)) {
            callers[g] -= 1;
            if callers[g] == 0 {
                free.push(g);
            }
        }
    }
    ordered < (0..chosen.len()).filter(left).count()
}

#[test]
fn no_cycle_of_direct_calls_avoids_the_checks() {
    let mut random = Random(77);
    let (mut cyclic, mut unreachable, mut spared) = (0, 0, 0);
    for _ in 0..3000 {
        let count = 1 + random.next() as usize % 40;
        let edges = random.next() as usize % (3 * count);
        let mut graph = Graph { calls: vec![vec![]; count], unknown: vec![false; count], taken: vec![false; count] };
        for _ in 0..edges {
            let (from, to) = (random.next() as usize % count, random.next() as usize % count);
            graph.calls[from].push(to);
        }
        graph.calls.iter_mut().for_each(|calls| {
            calls.sort_unstable();
            calls.dedup();
        });
        (0..count).for_each(|f| graph.taken[f] = random.next().is_multiple_of(9));
        let judged = graph.judge();
        assert!(!a_cycle_avoids(&graph, &judged.chosen), "{graph:?} {judged:?}");
        cyclic += usize::from(a_cycle_avoids(&graph, &vec![false; count]));
        unreachable +=
            usize::from((0..count).any(|f| {
                judged.root[f] && graph.calls.iter().enumerate().any(|(g, calls)| g != f && calls.contains(&f))
            }));
        spared += (0..count).filter(|f| !judged.leaf[*f] && !judged.chosen[*f]).count();
    }
    println!("{cyclic} graphs with cycles, {unreachable} with cycles that no root reaches, {spared} procedures spared");
    assert!(cyclic > 1000 && unreachable > 100 && spared > 5000, "{cyclic} {unreachable} {spared}");
}

/// Class of an instruction, and where it leads.
type Op = (Opclass, Option<u64>);

/// Code of procedures: classes and targets, four bytes each, from `first` up.
fn code(functions: &[(&str, u64, &[Op])]) -> Code {
    let function = |(name, first, body): &(&str, u64, &[Op])| Function {
        name: name.to_string(),
        first: *first,
        end: first + 4 * body.len() as u64,
        body: body
            .iter()
            .enumerate()
            .map(|(i, (class, target))| Insn { pc: first + 4 * i as u64, class: *class, target: *target })
            .collect(),
    };
    let count = functions.len();
    Code {
        functions: functions.iter().map(function).collect(),
        graph: Graph { calls: vec![vec![]; count], unknown: vec![false; count], taken: vec![true; count] },
        middles: BTreeMap::new(),
        indirect: 0,
        xlen: Xlen::Rv32,
        warnings: vec![],
    }
}

const LOAD: Op = (Opclass::Load, None);
const STORE: Op = (Opclass::Store, None);
const ADD: Op = (Opclass::Alu, None);
const RETURN: Op = (Opclass::Return, None);

fn branch(target: u64) -> Op {
    (Opclass::Branch, Some(target))
}

fn marks(code: &Code, entries: Entries, boring: Boring) -> Vec<(u32, Mark)> {
    let found = plan(code, Variant { entries, boring }, &ACCESSES, 16384, false).unwrap();
    let all = (0..16 * found.image.words.len() as u32).map(|slot| found.image.base + 2 * slot);
    all.map(|pc| (pc, found.image.code(pc))).filter(|(_, code)| *code != Mark::None).collect()
}

#[test]
fn boring_loops_have_no_check_and_no_events() {
    // Two events a round, from the second instruction on.
    let copy: &[_] = &[ADD, LOAD, STORE, ADD, branch(0x1004), RETURN];
    let program = code(&[("copy", 0x1000, copy)]);
    let back = (0x1010, Mark::Back);
    for (boring, quiet) in [
        (Boring::None, false),
        (Boring::Most(1), false),
        (Boring::Most(2), true),
        (Boring::Most(10), true),
        (Boring::All, true),
    ] {
        let mut expected = vec![(0x1000, Mark::Entry)];
        match quiet {
            true => expected.extend((0..4).map(|i| (0x1004 + 4 * i, Mark::Mute))),
            false => expected.push(back),
        }
        assert_eq!(marks(&program, Entries::All, boring), expected, "{boring:?}");
    }
    // A loop with a call is never boring; only without any check on jumps back it has none.
    let calls: &[_] = &[ADD, (Opclass::Call, Some(0x1000)), branch(0x2000 + 4), RETURN];
    let program = code(&[("copy", 0x1000, copy), ("calls", 0x2000, calls)]);
    assert!(marks(&program, Entries::None, Boring::Most(100)).contains(&(0x2008, Mark::Back)));
    assert!(marks(&program, Entries::None, Boring::All).iter().all(|(_, mark)| *mark == Mark::Mute));
    // Neither is one around a jump that may go anywhere, which is a check itself.
    let table: &[_] = &[ADD, (Opclass::IndirectJump, None), branch(0x3004), RETURN];
    let program = code(&[("table", 0x3000, table)]);
    assert_eq!(marks(&program, Entries::None, Boring::Most(9)), [(0x3004, Mark::Back), (0x3008, Mark::Back)]);
    // A jump out of the procedure is as good as a call.
    let out: &[_] = &[ADD, branch(0x1000), branch(0x4004), RETURN];
    let program = code(&[("copy", 0x1000, copy), ("out", 0x4000, out)]);
    assert!(marks(&program, Entries::None, Boring::Most(9)).contains(&(0x4008, Mark::Back)));
}

#[test]
fn a_loop_that_begins_with_a_check_needs_no_other_one() {
    let spin: &[_] = &[ADD, LOAD, branch(0x1000), RETURN];
    let program = code(&[("spin", 0x1000, spin)]);
    assert_eq!(marks(&program, Entries::All, Boring::None), [(0x1000, Mark::Entry)]);
    assert_eq!(marks(&program, Entries::None, Boring::None), [(0x1008, Mark::Back)]);
    // Boring or not: the entry stays a check, the rest is mute.
    let conflict =
        plan(&program, Variant { entries: Entries::All, boring: Boring::Most(4) }, &ACCESSES, 4096, false).unwrap();
    assert_eq!((conflict.entries, conflict.backs, conflict.muted, conflict.conflicts), (1, 0, 2, 1));
}

#[test]
fn a_program_that_does_not_fit_is_refused_or_clipped() {
    let body: &[_] = &[ADD, LOAD, branch(0x1004), RETURN];
    let far: &[_] = &[ADD, LOAD, branch(0x9004), RETURN];
    let program = code(&[("near", 0x1000, body), ("far", 0x9000, far)]);
    let orig = Variant { entries: Entries::All, boring: Boring::None };
    let refused = plan(&program, orig, &ACCESSES, 1024, false).unwrap_err();
    assert_eq!(refused, Error::Text { wanted: 0x4008, slots: 1024, base: 0x1000 });
    assert!(refused.to_string().starts_with("E-TEXT"));
    let clipped = plan(&program, orig, &ACCESSES, 1024, true).unwrap();
    assert_eq!((clipped.checks(), clipped.clipped), (2, vec!["far".to_string()]));
    assert_eq!(plan(&program, orig, &ACCESSES, 0x4008, false).unwrap().checks(), 4);
}

#[test]
fn the_demonstration_program_is_planned() {
    let bytes = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/demo/demo.elf")).unwrap();
    let code = Code::parse(&bytes).unwrap();
    let names: Vec<&str> = code.functions.iter().map(|f| f.name.as_str()).collect();
    assert!(["main", "quick_sort", "memcmp"].iter().all(|name| names.contains(name)), "{names:?}");
    let number = |name: &str| names.iter().position(|known| *known == name).unwrap();
    let judged = code.graph.judge();
    // Sorting calls itself; comparing memory calls nobody.
    assert!(
        code.graph.calls[number("quick_sort")].contains(&number("quick_sort")) && judged.chosen[number("quick_sort")]
    );
    assert!(judged.leaf[number("memcmp")] && !judged.chosen[number("memcmp")]);
    let checks =
        Variant::ALL.map(|(name, variant)| (name, plan(&code, variant, &ACCESSES, 32768, false).unwrap().checks()));
    println!("{checks:?}");
    let of = |name: &str| checks.iter().find(|(known, _)| *known == name).unwrap().1;
    assert!(of("orig") >= of("EL") && of("EL") > of("EC") && of("EC") > of("EN"));
    assert!(of("orig") > of("L4") && of("L4") >= of("L10") && of("L10") > of("LN"));
    assert!(of("EC+L4") < of("EC") && of("EC+L4") < of("L4"));
    for cut in (0..bytes.len()).step_by(997) {
        let _ = Code::parse(&bytes[..cut]);
    }
}
