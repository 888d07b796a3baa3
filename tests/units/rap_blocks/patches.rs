//! Children that walks under way have not seen (docs/reference/rap-pipelined.md, "Creates"): an event whose walk ended
//! in the node of a patch belongs to its child, perhaps to a child of that, unless it was issued when the child could
//! be found.
use super::{Block, expect, with_faults};
use std::collections::VecDeque;
use treetap::spec::rap::Engine;
use treetap::trace::shapes::Random;

/// Patches of the block; nodes of `k32n64`, levels of its keys, and places of the history.
const PATCHES: usize = 4;
const NODES: u64 = 64;
const LEVELS: u64 = 16;
const PLACES: u64 = 512;

#[derive(Debug, Default)]
struct Seen {
    pushes: u64,
    events: u64,
    /// Events that went through so many patches.
    through: [u64; PATCHES + 1],
    /// Events at the node of a patch that they need no more.
    beyond: u64,
    old: u64,
    gone: u64,
    dropped: u64,
    injected: u64,
    failures: u64,
}

#[derive(Clone, Copy)]
struct Patch {
    node: u64,
    level: u64,
    digit: u64,
    child: u64,
    /// Place of the first event that needs it no more.
    until: u64,
}

/// An event on its way, and what is expected of it.
#[derive(Clone, Copy, Default)]
struct Sent {
    place: u64,
    walked: u64,
    key: u64,
    first: bool,
    want: Option<(u64, bool)>,
}

struct Around {
    random: Random,
    patches: Vec<Patch>,
    /// Places of the oldest event that is not finished, of the next one that is sent, and of the next to be issued.
    commit: u64,
    send: u64,
    issue: u64,
    /// What was sent in the latest cycles, the last first.
    way: VecDeque<Option<Sent>>,
}

fn digit(key: u64, level: u64) -> u64 {
    key >> (30 - 2 * level) & 3
}

impl Around {
    fn any(&mut self, below: u64) -> u64 {
        self.random.next() % below
    }

    /// A cycle in which an event is sent or not: its place at once, that it was sent in the next one, then key and
    /// node; three cycles later where it belongs.
    fn cycle(&mut self, block: &mut Block, sent: Option<Sent>, pulses: &[&str]) -> Result<(), String> {
        self.way.push_front(sent);
        let [came, walked, told] = [1, 2, 5].map(|age| self.way.get(age).copied().flatten());
        self.way.truncate(6);
        let idle =
            Sent { place: self.any(PLACES), walked: self.any(NODES), key: self.random.next(), ..Sent::default() };
        block.set("sent_at", sent.unwrap_or(idle).place % PLACES);
        block.set("sent", came.is_some().into());
        let at = walked.unwrap_or(idle);
        for (name, value) in [("walked", at.walked), ("key", at.key & 0xffff_ffff), ("first", at.first.into())] {
            block.set(name, value);
        }
        block.set("commit_at", self.commit % PLACES);
        block.set("issue_at", self.issue % PLACES);
        block.pulse(pulses);
        if let Some((node, old)) = told.and_then(|sent| sent.want) {
            expect("node", block.get("node"), node)?;
            expect("node for OWN", block.get("own_node"), node)?;
            expect("old", block.get("old") == 1, old)?;
        }
        Ok(())
    }

    fn idle(&mut self, block: &mut Block, cycles: usize) -> Result<(), String> {
        (0..cycles).try_for_each(|_| self.cycle(block, None, &[]))
    }

    /// The next event, whose walk ended in a node of a patch more often than not.
    fn event(&mut self, first: bool, seen: &mut Seen) -> Sent {
        let place = self.send;
        self.send += 1;
        let mut walked = self.any(NODES);
        if !self.patches.is_empty() && !self.random.next().is_multiple_of(4) {
            let at = self.random.next() as usize % self.patches.len();
            // A walk that ended in the child's number before the child had it.
            walked = if self.random.next().is_multiple_of(6) { self.patches[at].child } else { self.patches[at].node };
        }
        let mut key = self.random.next() & 0xffff_ffff;
        // Digits that lead on.
        let leads = !key.is_multiple_of(5);
        for patch in self.patches.iter().filter(|_| leads) {
            let shift = 30 - 2 * patch.level;
            key = key & !(3 << shift) | patch.digit << shift;
        }
        let needed = |patch: &&Patch| place < patch.until;
        let (mut node, mut through) = (walked, 0);
        for patch in self.patches.iter().filter(needed) {
            if patch.node == node && digit(key, patch.level) == patch.digit {
                (node, through) = (patch.child, through + 1);
            }
        }
        let old = self.patches.iter().filter(needed).any(|patch| patch.child == walked);
        seen.through[through] += u64::from(!first);
        seen.old += u64::from(old);
        seen.beyond += u64::from(self.patches.iter().any(|patch| place >= patch.until && patch.node == walked));
        seen.events += 1;
        Sent { place, walked, key, first, want: (!first).then_some((node, old)) }
    }

    /// A node gets a child: the event that asked for it comes again, and gives the digit.
    fn push(&mut self, block: &mut Block, seen: &mut Seen) -> Result<(), String> {
        let chained =
            self.patches.last().filter(|last| last.level + 1 < LEVELS && !self.issue.is_multiple_of(5)).copied();
        let used: Vec<u64> = self.patches.iter().flat_map(|patch| [patch.node, patch.child]).collect();
        let mut fresh = || loop {
            let node = self.random.next() % NODES;
            if !used.contains(&node) {
                return node;
            }
        };
        let (node, child) = (chained.map_or_else(&mut fresh, |last| last.child), fresh());
        if node == child {
            return Ok(());
        }
        let level = match chained {
            Some(last) => last.level + 1,
            None => self.any(LEVELS),
        };
        for (name, value) in [("push_node", node), ("push_level", level), ("push_child", child)] {
            block.set(name, value);
        }
        self.cycle(block, None, &["push"])?;
        let until = self.issue;
        self.idle(block, 4)?;
        self.send = self.commit;
        let mut first = self.event(true, seen);
        let patch = Patch { node, level, digit: digit(first.key, level), child, until };
        self.patches.push(patch);
        // It belongs to the child, whatever else.
        first.want = Some((child, self.patches.iter().any(|patch| patch.child == first.walked)));
        self.cycle(block, Some(first), &[])?;
        seen.pushes += 1;
        self.idle(block, 6)?;
        expect("node of the youngest patch", block.get("new_node"), node)?;
        expect("child of the youngest patch", block.get("new_child"), child)?;
        expect("prefix of the first key", block.get("new_prefix"), first.key >> 24)
    }

    /// Events are finished, one at a time; patches go when nobody needs them any more.
    fn finish(&mut self, block: &mut Block, events: u64, seen: &mut Seen) -> Result<(), String> {
        for _ in 0..events {
            self.commit += 1;
            self.cycle(block, None, &[])?;
            let before = self.patches.len();
            self.patches.retain(|patch| patch.until != self.commit);
            seen.dropped += (before - self.patches.len()) as u64;
        }
        self.idle(block, 3)
    }

    /// Events come again from the oldest one on.
    fn fail(&mut self, block: &mut Block) -> Result<(), String> {
        self.idle(block, 6)?;
        self.cycle(block, None, &["failed"])?;
        self.send = self.commit;
        self.idle(block, 4)
    }
}

fn check(block: &mut Block, seen: &mut Seen) -> Result<(), String> {
    let random = Random(41);
    let mut engine = Around { random, patches: vec![], commit: 0, send: 0, issue: 0, way: VecDeque::with_capacity(8) };
    engine.cycle(block, None, &["clear"])?;
    for round in 0..3000 {
        // Events are issued ahead of those that are sent.
        engine.issue = engine.issue.max(engine.send) + engine.any(8);
        let busy = block.get("oldest_busy") == 1;
        if busy && engine.patches.len() < PATCHES && engine.patches.is_empty() {
            return Err(format!("round {round}: no room, and there are no patches"));
        }
        if !busy && engine.issue > engine.commit {
            engine.fail(block)?;
            engine.push(block, seen)?;
        }
        for _ in 0..engine.any(24) {
            if engine.send >= engine.issue {
                engine.issue += 1;
            }
            let sent = if engine.random.next().is_multiple_of(4) { None } else { Some(engine.event(false, seen)) };
            engine.cycle(block, sent, &[])?;
        }
        engine.idle(block, 6)?;
        if engine.random.next().is_multiple_of(5) {
            engine.fail(block)?;
            seen.failures += 1;
        }
        if engine.random.next().is_multiple_of(6) && !engine.patches.is_empty() {
            let at = engine.random.next() as usize % engine.patches.len();
            block.set("gone_node", engine.patches[at].child);
            engine.idle(block, 2)?;
            engine.cycle(block, None, &["gone"])?;
            engine.patches.remove(at);
            seen.gone += 1;
            engine.idle(block, 2)?;
        }
        if engine.random.next().is_multiple_of(8) {
            let node = engine.any(NODES);
            block.set("inject_node", node);
            engine.cycle(block, None, &["inject"])?;
            engine.idle(block, 2)?;
            expect("node that is injected", block.get("node"), node)?;
            seen.injected += 1;
        }
        let most = engine.send - engine.commit;
        let some = if most == 0 { 0 } else { engine.any(most + 1) };
        engine.finish(block, some, seen)?;
    }
    Ok(())
}

#[test]
fn an_event_belongs_where_the_patches_lead_it() {
    let faults = [
        ("digit3 <= first_digit;", "digit3 <= first_digit & 2'd2;"),
        ("chain12 <= chain23;", ""),
        ("leads03 <= fits3 & (chain03 | (through1_03 & fits1));", "leads03 <= fits3 & chain03;"),
        ("beyond3_3 <= beyond2_3;", "beyond3_3 <= 1'b0;"),
        ("active3 <= stays3 & ~absorbed3_equal;", "active3 <= stays3;"),
        ("old2 <= olds;", "old2 <= 1'b0;"),
    ];
    let seen: Seen = with_faults(("k32n64", Engine::Pipelined, "patches"), &[], &faults, check);
    println!("{seen:?}");
    assert!(seen.pushes > 300 && seen.events > 10_000 && seen.through.iter().all(|times| *times > 20), "{seen:?}");
    assert!(seen.beyond > 300 && seen.old > 300 && seen.gone > 50 && seen.dropped > 100, "{seen:?}");
    assert!(seen.injected > 100 && seen.failures > 100, "{seen:?}");
}
