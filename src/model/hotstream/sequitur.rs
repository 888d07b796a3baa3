//! Sequitur: a sequence as a grammar in which no two neighbours come twice and every rule is used twice, in one pass
//! (docs/reference/hotstream.md, G2). Source: Nevill-Manning and Witten, Identifying hierarchical structure in
//! sequences, JAIR 7, 1997; the order of operations is theirs.
//!
//! Symbols lie in one array and are linked by their places in it. What one substitution brings about waits on a list,
//! so that no input makes the stack grow.
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

/// No place.
const NIL: u32 = u32::MAX;
/// Kinds of values, in the two upper bits: a terminal, a terminal that comes once, a rule, the ends of a rule's body.
const ONCE: u32 = 0b01 << 30;
const RULE: u32 = 0b10 << 30;
const GUARD: u32 = 0b11 << 30;
const KIND: u32 = 0b11 << 30;
/// Of a value that is no part of any pair: an end, one that comes once, a place that is free.
const ALONE: u32 = 1 << 30;
/// Value of a free place.
const FREE: u32 = ONCE | !KIND;

/// Terminals are below this.
pub const TERMINALS: u32 = 1 << 30;

/// A symbol of a rule's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symbol {
    /// Of the input.
    Terminal(u32),
    /// Something that equals nothing, not even another one of its kind.
    Separator,
    /// A rule, by its place in [`Grammar::rules`].
    Rule(usize),
}

#[derive(Clone, Copy, Debug)]
struct Node {
    value: u32,
    previous: u32,
    next: u32,
    /// The pair that begins here is found here.
    indexed: bool,
}

#[derive(Clone, Copy, Debug)]
struct Rule {
    guard: u32,
    /// Places where it is used.
    count: u32,
}

/// What is still to be done.
#[derive(Clone, Copy, Debug)]
enum Task {
    /// The pair at the first place is the one at the second.
    Match(u32, u32),
    /// The pair at a place becomes a rule.
    Substitute(u32, u32),
    /// The first pair of a rule is where this pair is found.
    Point(u32),
    /// A rule that begins with another one which nothing else uses takes that in.
    Absorb(u32),
}

/// A pair of values, and the place where it is found. The values are those of the nodes there: kept beside the place,
/// they are compared without a look at the nodes, which lie anywhere in memory.
#[derive(Clone, Copy, Debug)]
struct Found {
    pair: (u32, u32),
    at: u32,
}

impl Found {
    fn hash(&self) -> u64 {
        hash(self.pair)
    }
}

/// A grammar of what was pushed.
#[derive(Clone, Debug)]
pub struct Grammar {
    nodes: Vec<Node>,
    free: Vec<u32>,
    /// Free once nothing is to be done: until then somebody may still ask for them.
    retired: Vec<u32>,
    rules: Vec<Rule>,
    index: HashTable<Found>,
    tasks: Vec<Task>,
}

impl Default for Grammar {
    fn default() -> Self {
        let mut grammar = Self {
            nodes: vec![],
            free: vec![],
            retired: vec![],
            rules: vec![],
            index: HashTable::new(),
            tasks: vec![],
        };
        grammar.rule();
        grammar
    }
}

fn hash(pair: (u32, u32)) -> u64 {
    let product = (u64::from(pair.0) << 32 | u64::from(pair.1)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ product >> 32
}

/// The values of the pair that begins at a place, if they can come twice.
fn pair(nodes: &[Node], at: u32) -> Option<(u32, u32)> {
    let Node { value, next, .. } = nodes[at as usize];
    let after = nodes.get(next as usize)?.value;
    ((value | after) & ALONE == 0).then_some((value, after))
}

impl Grammar {
    /// Appends a terminal, below [`TERMINALS`].
    pub fn push(&mut self, terminal: u32) {
        debug_assert!(terminal < TERMINALS);
        self.append(terminal);
    }

    /// Appends a symbol that no rule can span.
    pub fn separate(&mut self) {
        self.append(ONCE);
    }

    fn append(&mut self, value: u32) {
        let last = self.nodes[self.rules[0].guard as usize].previous;
        let node = self.node(value);
        self.insert(last, node);
        self.check(last);
        while let Some(task) = self.tasks.pop() {
            self.execute(task);
        }
        self.free.append(&mut self.retired);
    }

    fn execute(&mut self, task: Task) {
        match task {
            Task::Match(at, found) => self.matched(at, found),
            Task::Substitute(at, rule) => self.substitute(at, rule),
            Task::Point(rule) => self.point(self.first(rule)),
            Task::Absorb(rule) => {
                let first = self.first(rule);
                if let Some(used) = self.used(first).filter(|used| self.rules[*used as usize].count == 1) {
                    self.expand(first, used);
                }
            }
        }
    }

    fn node(&mut self, value: u32) -> u32 {
        let node = Node { value, previous: NIL, next: NIL, indexed: false };
        if let Some(at) = self.free.pop() {
            self.nodes[at as usize] = node;
            return at;
        }
        self.nodes.push(node);
        (self.nodes.len() - 1) as u32
    }

    /// A new rule without a body.
    fn rule(&mut self) -> u32 {
        let number = self.rules.len() as u32;
        let guard = self.node(GUARD | number);
        (self.nodes[guard as usize].previous, self.nodes[guard as usize].next) = (guard, guard);
        self.rules.push(Rule { guard, count: 0 });
        number
    }

    fn first(&self, rule: u32) -> u32 {
        self.nodes[self.rules[rule as usize].guard as usize].next
    }

    /// The rule that the symbol at a place is.
    fn used(&self, at: u32) -> Option<u32> {
        let value = self.nodes[at as usize].value;
        (value & KIND == RULE).then_some(value & !KIND)
    }

    /// The rule whose body ends at a place.
    fn ends(&self, at: u32) -> Option<u32> {
        let value = self.nodes[at as usize].value;
        (value & KIND == GUARD).then_some(value & !KIND)
    }

    /// The pair at a place is found there no more, if it was.
    fn forget(&mut self, at: u32) {
        // Most pairs are found elsewhere: to look for them would cost most of the time of all.
        if !std::mem::take(&mut self.nodes[at as usize].indexed) {
            return;
        }
        let pair = pair(&self.nodes, at).expect("only pairs are indexed");
        if let Ok(entry) = self.index.find_entry(hash(pair), |found| found.at == at) {
            entry.remove();
        }
    }

    /// From now on a pair is found at this place.
    fn point(&mut self, at: u32) {
        let Some(pair) = pair(&self.nodes, at) else { return };
        let before = match self.index.entry(hash(pair), |found| found.pair == pair, Found::hash) {
            Entry::Occupied(mut entry) => Some(std::mem::replace(&mut entry.get_mut().at, at)),
            Entry::Vacant(entry) => {
                entry.insert(Found { pair, at });
                None
            }
        };
        if let Some(before) = before {
            self.nodes[before as usize].indexed = false;
        }
        self.nodes[at as usize].indexed = true;
    }

    /// Whether the symbol at a place stands between two of its own kind.
    fn amid(&self, at: u32) -> bool {
        let Node { value, previous, next, .. } = self.nodes[at as usize];
        let same = |other: u32| self.nodes.get(other as usize).is_some_and(|node| node.value == value);
        value & ALONE == 0 && same(previous) && same(next)
    }

    /// Links two places. Of three equal symbols only one pair was indexed: the other one is now.
    fn join(&mut self, left: u32, right: u32) {
        if self.nodes[left as usize].next != NIL {
            self.forget(left);
            if self.amid(right) {
                self.point(right);
            }
            if self.amid(left) {
                self.point(self.nodes[left as usize].previous);
            }
        }
        self.nodes[left as usize].next = right;
        self.nodes[right as usize].previous = left;
    }

    fn insert(&mut self, after: u32, node: u32) {
        if let Some(used) = self.used(node) {
            self.rules[used as usize].count += 1;
        }
        self.join(node, self.nodes[after as usize].next);
        self.join(after, node);
    }

    fn delete(&mut self, at: u32) {
        let Node { previous, next, .. } = self.nodes[at as usize];
        self.join(previous, next);
        self.forget(at);
        if let Some(used) = self.used(at) {
            self.rules[used as usize].count -= 1;
        }
        self.retire(at);
    }

    fn retire(&mut self, at: u32) {
        self.nodes[at as usize].value = FREE;
        self.retired.push(at);
    }

    /// Looks whether the pair at a place is there already; what follows from that is put on the list.
    fn check(&mut self, at: u32) -> bool {
        let nodes = &self.nodes;
        let Some(pair) = pair(nodes, at) else { return false };
        match self.index.entry(hash(pair), |found| found.pair == pair, Found::hash) {
            Entry::Vacant(entry) => {
                entry.insert(Found { pair, at });
                self.nodes[at as usize].indexed = true;
                false
            }
            Entry::Occupied(entry) => {
                let found = entry.get().at;
                // In a run of equal symbols two pairs overlap.
                if nodes[found as usize].next != at && nodes[at as usize].next != found {
                    self.tasks.push(Task::Match(at, found));
                }
                true
            }
        }
    }

    fn matched(&mut self, at: u32, found: u32) {
        let Node { value: first, previous, next, .. } = self.nodes[found as usize];
        let Node { value: second, next: end, .. } = self.nodes[next as usize];
        if let (Some(rule), Some(_)) = (self.ends(previous), self.ends(end)) {
            self.tasks.extend([Task::Absorb(rule), Task::Substitute(at, rule)]);
            return;
        }
        let rule = self.rule();
        let guard = self.rules[rule as usize].guard;
        let first = self.node(first);
        self.insert(guard, first);
        let second = self.node(second);
        self.insert(first, second);
        // The last one is done first.
        self.tasks.extend([
            Task::Absorb(rule),
            Task::Point(rule),
            Task::Substitute(at, rule),
            Task::Substitute(found, rule),
        ]);
    }

    fn substitute(&mut self, at: u32, rule: u32) {
        let before = self.nodes[at as usize].previous;
        for _ in 0..2 {
            self.delete(self.nodes[before as usize].next);
        }
        let node = self.node(RULE | rule);
        self.insert(before, node);
        if !self.check(before) {
            self.check(node);
        }
    }

    /// The only use of a rule becomes its body.
    fn expand(&mut self, at: u32, rule: u32) {
        let Node { previous, next, .. } = self.nodes[at as usize];
        let guard = self.rules[rule as usize].guard;
        let Node { previous: last, next: first, .. } = self.nodes[guard as usize];
        self.join(previous, next);
        self.forget(at);
        self.join(previous, first);
        self.join(last, next);
        self.point(last);
        self.retire(at);
        self.retire(guard);
    }

    /// Whether a rule is part of the grammar.
    fn lives(&self, rule: u32) -> bool {
        self.ends(self.rules[rule as usize].guard) == Some(rule)
    }

    /// Values of a rule's body, from its first to its last.
    fn body(&self, rule: u32) -> impl Iterator<Item = u32> + '_ {
        let guard = self.rules[rule as usize].guard;
        let next = move |at: &u32| Some(self.nodes[*at as usize].next).filter(|next| *next != guard);
        std::iter::successors(next(&guard), next).map(|at| self.nodes[at as usize].value)
    }

    /// The bodies of all rules, the first of which is the whole input: each rule after those that are first used before
    /// it.
    pub fn rules(&self) -> Vec<Vec<Symbol>> {
        let mut places = vec![NIL; self.rules.len()];
        let mut order = vec![0];
        places[0] = 0;
        let mut bodies = vec![];
        while let Some(&rule) = order.get(bodies.len()) {
            debug_assert!(self.lives(rule));
            let body = self.body(rule).map(|value| match value & KIND {
                RULE => {
                    let used = value & !KIND;
                    if places[used as usize] == NIL {
                        places[used as usize] = order.len() as u32;
                        order.push(used);
                    }
                    Symbol::Rule(places[used as usize] as usize)
                }
                ONCE => Symbol::Separator,
                _ => Symbol::Terminal(value),
            });
            bodies.push(body.collect());
        }
        bodies
    }

    /// Bytes of memory that it takes.
    pub fn memory(&self) -> usize {
        size_of::<Node>() * self.nodes.capacity()
            + size_of::<Rule>() * self.rules.capacity()
            + self.index.allocation_size()
            + size_of::<u32>() * (self.free.capacity() + self.retired.capacity())
    }
}
