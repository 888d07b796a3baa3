//! All instances at once: combinational loops, streams that wait for their own `ready`, and blocks that could wake each
//! other for ever.
//!
//! Two graphs over the flattened design. In the first a node is a signal and an edge a dependence within the cycle,
//! branch by branch: a cycle in it is a combinational loop, which is refused. In the second a node is also a whole
//! block, as a simulator runs it. A cycle there without one in the first is harmless in hardware, but two
//! `always @*` blocks that set a default and then overwrite it would wake each other with every glitch and hang an
//! event-driven simulator at time zero. Such blocks compute into shadows and write each target once.
use super::ir::*;
use super::module::{KidKind, Module};
use super::schedule::Item;
use super::{Problem, names};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Refuses combinational loops, and streams whose `valid` waits for their own `ready` (S5 of
/// docs/reference/stream_rules.md), and marks the blocks that have to settle.
pub(super) fn settle(top: &mut Module, problems: &mut Vec<Problem>) {
    let mut signals = Graph::default();
    let mut blocks = Graph::default();
    let (mut count, mut streams) = (0, Vec::new());
    flatten(top, &mut count, &mut signals, &mut blocks, &mut streams);
    let loops = signals.components();
    for cycle in loops.iter().map(|component| signals.shortest_cycle(component)) {
        let path: Vec<&(String, String)> = cycle.iter().map(|node| &signals.names[*node]).collect();
        let (at, signal) = path[0].clone();
        let rest: Vec<String> =
            path.iter().skip(1).chain([&path[0]]).map(|(at, signal)| format!("{at}.{signal}")).collect();
        let reason = format!("is in a combinational loop: it feeds {}", rest.join(", which feeds "));
        problems.push(Problem { path: at, signal, reason });
    }
    // A loop hides what a stream waits for.
    for (valid, ready) in streams.into_iter().filter(|_| loops.is_empty()) {
        // Whoever reads what `ready` is a copy of reads `ready`.
        if let Some(path) = signals.shortest_path(signals.source(ready), valid) {
            problems.push(signals.waiting(&signals.names[ready].1, &path));
        }
    }
    let looping: BTreeSet<usize> = blocks.components().into_iter().flatten().collect();
    mark(top, &mut 0, &looping);
}

/// Nodes of a module: its symbols, then one for each item of its plan.
fn nodes(module: &Module) -> usize {
    module.syms.len() + module.plan.comb.len() + 1
}

/// `valid` and `ready` of each stream that leaves a module whose symbols begin at `base`.
fn streams_of(module: &Module, base: usize) -> impl Iterator<Item = (usize, usize)> {
    let find = move |raw: String, class: Class| {
        let is_it = |sig: &&Sig| module.syms[**sig].raw == raw && module.syms[**sig].class == class;
        module.ports.iter().find(is_it).map(|sig| base + sig)
    };
    module.ports.iter().filter_map(move |sig| {
        let name = module.syms[*sig].raw.strip_suffix("valid")?;
        Some((find(format!("{name}valid"), Class::Out)?, find(format!("{name}ready"), Class::In)?))
    })
}

/// Adds a module and its children; returns the node of its first symbol.
fn flatten(
    module: &Module,
    count: &mut usize,
    signals: &mut Graph,
    blocks: &mut Graph,
    streams: &mut Vec<(usize, usize)>,
) -> usize {
    let base = *count;
    *count += nodes(module);
    signals.grow(*count);
    blocks.grow(*count);
    for (sig, sym) in module.syms.iter().enumerate() {
        signals.names[base + sig] = (module.path.clone(), names::written(&sym.raw));
    }
    for (target, from) in &module.depends {
        from.iter().for_each(|from| signals.edge(base + from, base + target));
    }
    streams.extend(streams_of(module, base));
    if module.foreign.is_some() {
        let block = base + module.syms.len();
        for (target, from) in &module.depends {
            from.iter().for_each(|from| blocks.edge(base + from, block));
            blocks.edge(block, base + target);
        }
    }
    for (at, item) in module.plan.comb.iter().enumerate() {
        let block = base + module.syms.len() + at;
        let (reads, targets) = match item {
            Item::Wire { target, value, .. } => {
                let mut reads = BTreeSet::new();
                value.reads(&mut reads);
                if let Kind::Sig(from) = value.kind {
                    signals.copy(base + from, base + target);
                }
                (reads, BTreeSet::from([*target]))
            }
            Item::Always { reads, targets, .. } => (reads - targets, targets.clone()),
        };
        reads.iter().for_each(|sig| blocks.edge(base + sig, block));
        targets.iter().for_each(|sig| blocks.edge(block, base + sig));
    }
    for kid in &module.kids {
        let KidKind::Module(child) = &kid.kind else { continue };
        let child_base = flatten(child, count, signals, blocks, streams);
        for ((_, outer), inner) in kid.ports.iter().zip(&child.ports) {
            let (outer, inner) = (base + outer, child_base + inner);
            let (from, to) =
                if matches!(child.syms[inner - child_base].class, Class::In) { (outer, inner) } else { (inner, outer) };
            signals.edge(from, to);
            signals.copy(from, to);
            blocks.edge(from, to);
        }
    }
    base
}

fn mark(module: &mut Module, count: &mut usize, looping: &BTreeSet<usize>) {
    let base = *count;
    *count += nodes(module);
    let symbols = module.syms.len();
    for (at, item) in module.plan.comb.iter_mut().enumerate() {
        if let Item::Always { settle, .. } = item {
            *settle = looping.contains(&(base + symbols + at));
        }
    }
    for kid in &mut module.kids {
        if let KidKind::Module(child) = &mut kid.kind {
            mark(child, count, looping);
        }
    }
}

#[derive(Default)]
struct Graph {
    next: Vec<Vec<usize>>,
    /// Node of which another is a mere copy.
    copied: BTreeMap<usize, usize>,
    /// Path and signal of each node.
    names: Vec<(String, String)>,
}

impl Graph {
    fn grow(&mut self, nodes: usize) {
        self.next.resize(nodes, Vec::new());
        self.names.resize(nodes, Default::default());
    }

    fn edge(&mut self, from: usize, to: usize) {
        self.next[from].push(to);
    }

    fn copy(&mut self, from: usize, to: usize) {
        self.copied.insert(to, from);
    }

    /// What the node is a copy of, through any number of names; in a graph without cycles.
    fn source(&self, node: usize) -> usize {
        std::iter::successors(Some(node), |node| self.copied.get(node).copied()).last().unwrap_or(node)
    }

    /// Strongly connected components with a cycle (Tarjan, without recursion).
    fn components(&self) -> Vec<Vec<usize>> {
        const NEW: usize = usize::MAX;
        let nodes = self.next.len();
        let (mut index, mut low) = (vec![NEW; nodes], vec![0; nodes]);
        let (mut stack, mut on_stack, mut out) = (Vec::new(), vec![false; nodes], Vec::new());
        let mut counter = 0;
        for root in 0..nodes {
            if index[root] != NEW {
                continue;
            }
            let mut calls = vec![(root, 0)];
            while let Some((node, edge)) = calls.pop() {
                if edge == 0 {
                    (index[node], low[node]) = (counter, counter);
                    counter += 1;
                    stack.push(node);
                    on_stack[node] = true;
                }
                if let Some(&next) = self.next[node].get(edge) {
                    calls.push((node, edge + 1));
                    if index[next] == NEW {
                        calls.push((next, 0));
                    } else if on_stack[next] {
                        low[node] = low[node].min(index[next]);
                    }
                    continue;
                }
                if let Some((parent, _)) = calls.last() {
                    low[*parent] = low[*parent].min(low[node]);
                }
                if low[node] == index[node] {
                    let mut component = Vec::new();
                    while let Some(member) = stack.pop() {
                        on_stack[member] = false;
                        component.push(member);
                        if member == node {
                            break;
                        }
                    }
                    if component.len() > 1 || self.next[node].contains(&node) {
                        out.push(component);
                    }
                }
            }
        }
        out
    }

    /// The problem of a stream: the name of its `ready`, and a path from there to its `valid`.
    fn waiting(&self, ready: &str, path: &[usize]) -> Problem {
        let [_, between @ .., valid] = path else { unreachable!("a path has two ends") };
        let mut between: Vec<String> =
            between.iter().map(|node| &self.names[*node]).map(|(at, signal)| format!("{at}.{signal}")).collect();
        // A child's port has one name for both sides.
        between.dedup();
        let through = if between.is_empty() { String::new() } else { format!(", through {}", between.join(", ")) };
        let (path, signal) = self.names[*valid].clone();
        let reason = format!("waits for `{ready}` of its own stream within the cycle{through} (stream rule S5)");
        Problem { path, signal, reason }
    }

    /// A shortest cycle through the component's first node in order of declaration, which it begins with.
    fn shortest_cycle(&self, component: &[usize]) -> Vec<usize> {
        let start = *component.iter().min().expect("components are not empty");
        let mut cycle = self.shortest_path(start, start).expect("every node of a component lies on a cycle");
        cycle.pop();
        cycle
    }

    /// A shortest path of at least one edge, with both of its ends.
    fn shortest_path(&self, start: usize, end: usize) -> Option<Vec<usize>> {
        let mut came_from = BTreeMap::new();
        let mut queue = VecDeque::from([start]);
        while let Some(node) = queue.pop_front() {
            for next in &self.next[node] {
                if *next == end {
                    let mut path = vec![end, node];
                    while let Some(before) = came_from.get(path.last().expect("not empty")) {
                        path.push(*before);
                    }
                    path.reverse();
                    return Some(path);
                }
                if *next != start && !came_from.contains_key(next) {
                    came_from.insert(*next, node);
                    queue.push_back(*next);
                }
            }
        }
        None
    }
}
