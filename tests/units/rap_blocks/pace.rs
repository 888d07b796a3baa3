//! How many visits each event of the pipelined engine asks for (docs/reference/rap.md R15 H1, H2): an event pays once,
//! however often it comes again, and those that fall with it pay when they come again.
use super::{Block, expect, with_faults};
use std::collections::VecDeque;
use treetap::spec::rap::{Engine, Hand};
use treetap::trace::shapes::Random;

/// Places of an event: the cycle before the count stage, and its cycles 0 to 5.
const STAGES: usize = 7;
const SECOND: usize = 3;
const THIRD: usize = 4;
const FOURTH: usize = 5;

#[derive(Debug, Default)]
struct Seen {
    events: u64,
    /// Events that waited for visits, and for a round.
    short: u64,
    due: u64,
    misfits: u64,
    /// Events that paid for the creates of the one before.
    owed: u64,
    lost: u64,
    /// Events that had paid and fell with the one ahead of them.
    refunded: u64,
    rounds: u64,
    /// Rounds that ended before what was missing was there.
    ends: u64,
    single: u64,
}

#[derive(Clone, Copy)]
struct Event {
    weight: u64,
    /// How often it does not fit.
    misfits: u64,
    lost: bool,
    paid: bool,
}

/// The count stage around the block, and what its slack should be.
struct Stage {
    random: Random,
    places: [Option<Event>; STAGES],
    /// Events that are to come, and come again.
    waiting: VecDeque<Event>,
    slack: i64,
    going: bool,
    due: bool,
    owed: i64,
}

impl Stage {
    fn cost(&self, event: &Event) -> i64 {
        event.weight.min(Hand::DEFAULT.weight_cap.into()) as i64 + self.owed
    }

    fn is_empty(&self) -> bool {
        self.places.iter().all(Option::is_none)
    }

    /// A cycle: events go on by a place, and the hand passes some slots.
    fn cycle(&mut self, block: &mut Block, send: bool, pulses: &[&str]) {
        let passes = self.going && self.random.next().is_multiple_of(2);
        let gain = if passes { self.random.next() % 8 } else { 0 };
        self.places.rotate_right(1);
        self.places[0] = if send { self.waiting.pop_front() } else { None };
        block.set("weight", self.places[0].map_or(0xffff, |event| event.weight));
        block.set("gain", gain);
        block.set("going", self.going.into());
        block.set("due", (self.due && !self.going).into());
        block.set("second", self.places[SECOND].is_some().into());
        block.set("third", self.places[THIRD].is_some().into());
        block.set("refuse", self.places[FOURTH].is_some_and(|event| event.lost).into());
        block.pulse(pulses);
        self.slack += gain as i64;
    }

    /// A cycle, and the verdict on the event in cycle 4; gives it if it fails, and whether the block stopped it.
    fn step(&mut self, block: &mut Block, send: bool, seen: &mut Seen) -> Result<Option<(Event, bool)>, String> {
        let before = self.slack;
        self.cycle(block, send, &[]);
        let Some(mut event) = self.places[FOURTH].take() else { return Ok(None) };
        let short = self.going && before - self.cost(&event) < 0;
        let due = self.due && !self.going;
        let stops = !event.paid && (short || due);
        let which = |e| format!("event {} of weight {}, slack {before}: {e}", seen.events, event.weight);
        expect("stop", block.get("stop") == 1, stops).map_err(which)?;
        seen.events += 1;
        if event.lost {
            // It asks for nothing, and leaves what creates owe to the next one.
            seen.lost += 1;
            return Ok(None);
        }
        if !event.paid {
            seen.owed += u64::from(self.owed > 0);
            // If a round is due it takes them when that has begun.
            self.slack -= if self.going || stops { self.cost(&event) } else { 0 };
            (self.owed, event.paid) = (0, true);
        }
        (seen.short, seen.due) = (seen.short + u64::from(stops && short), seen.due + u64::from(stops && due));
        Ok((stops || event.misfits > 0).then_some((event, stops)))
    }

    /// Cycle 5 of an event that fails: all younger ones fall with it, and come again after it.
    fn fail(&mut self, block: &mut Block, event: Event, seen: &mut Seen) {
        self.cycle(block, false, &["failed"]);
        seen.refunded += u64::from(self.places[FOURTH].is_some());
        let places = self.places.iter_mut();
        let younger: Vec<_> = places.filter_map(Option::take).collect();
        younger.into_iter().for_each(|event| self.waiting.push_front(event));
        self.waiting.push_front(event);
    }

    /// Nothing is under way: what the block says of the slack.
    fn check(&mut self, block: &mut Block, seen: &mut Seen) -> Result<(), String> {
        let going = self.going;
        for _ in 0..4 {
            self.cycle(block, false, &[]);
        }
        let before = self.slack;
        self.cycle(block, false, &[]);
        seen.single += u64::from(before == -1);
        expect("visits are missing", block.get("owing") == 1, going && before < 0)
            .and_then(|()| expect("a single one is", block.get("one") == 1, going && before == -1))
            .map_err(|e| format!("after {} events, slack {before}: {e}", seen.events))
    }

    /// The hand waits until all visits of the event are done: a round begins, goes on, or ends.
    fn pause(&mut self, block: &mut Block, seen: &mut Seen) -> Result<(), String> {
        if self.due && !self.going {
            let owed = std::mem::take(&mut self.slack);
            (0..3).for_each(|_| self.cycle(block, false, &[]));
            self.cycle(block, false, &["begin_"]);
            (self.going, self.due, self.slack) = (true, false, owed);
            seen.rounds += 1;
        }
        self.check(block, seen)?;
        while self.slack < 0 {
            if self.random.next().is_multiple_of(40) {
                seen.ends += 1;
                self.end(block);
            }
            self.check(block, seen)?;
        }
        Ok(())
    }

    fn end(&mut self, block: &mut Block) {
        self.going = false;
        (0..3).for_each(|_| self.cycle(block, false, &[]));
        (self.slack, self.due) = (0, self.random.next().is_multiple_of(2));
    }
}

fn check(block: &mut Block, seen: &mut Seen) -> Result<(), String> {
    let mut stage = Stage {
        random: Random(31),
        places: [None; STAGES],
        waiting: VecDeque::new(),
        slack: 0,
        going: false,
        due: false,
        owed: 0,
    };
    stage.cycle(block, false, &["clear"]);
    for _ in 0..6000 {
        let random = &mut stage.random;
        let weight = if random.next().is_multiple_of(4) { random.next() % 300 } else { random.next() % 5 } + 1;
        let misfits = if random.next().is_multiple_of(6) { 1 + random.next() % 3 } else { 0 };
        let lost = random.next().is_multiple_of(40);
        stage.waiting.push_back(Event { weight, misfits, lost, paid: false });
        // Near the end of n events come one at a time.
        let alone = lost || stage.waiting.len() > 12;
        while alone && !(stage.waiting.is_empty() && stage.is_empty()) || stage.waiting.len() > 8 {
            let next = stage.waiting.front();
            let crowded = next.is_some_and(|event| event.lost) && !stage.is_empty();
            let send = !crowded && !stage.random.next().is_multiple_of(4);
            let Some((mut event, stops)) = stage.step(block, send, seen)? else { continue };
            if !stops {
                event.misfits -= 1;
            }
            stage.fail(block, event, seen);
            if stops {
                stage.pause(block, seen)?;
            } else {
                seen.misfits += 1;
                (0..5).for_each(|_| stage.cycle(block, false, &[]));
                stage.cycle(block, false, &["made"]);
                stage.owed += i64::from(Hand::DEFAULT.per_create);
                stage.due |= !stage.going && stage.random.next().is_multiple_of(3);
            }
        }
        if lost {
            (0..12).for_each(|_| stage.cycle(block, false, &[]));
            stage.check(block, seen)?;
            if stage.going && stage.random.next().is_multiple_of(8) {
                stage.end(block);
            }
        }
    }
    Ok(())
}

#[test]
fn every_event_pays_its_visits_once_and_waits_for_those_that_are_missing() {
    let faults = [
        ("refund <= fresh4 & refuse;", "refund <= 1'b0;"),
        ("if (made) owed <= owed + each;", "if (made) owed <= each;"),
        ("alone2 <= fresh2 | fresh3 | charge4;", "alone2 <= fresh2;"),
        ("wire [8:0] change = failed ? take4 : ~take3;", "wire [8:0] change = failed ? 9'd0 : ~take3;"),
        ("if (second) again <= 1'b0;", "again <= 1'b0;"),
        ("if (begin_) take3 <= stopped;", ""),
        ("if (weight0 > cap) begin", "if (1'b0) begin"),
        ("assign stop = charge4 & (negative | due);", "assign stop = charge4 & negative;"),
    ];
    let seen: Seen = with_faults(("k32n64", Engine::Pipelined, "pace"), &[], &faults, check);
    println!("{seen:?}");
    assert!(seen.events > 6000 && seen.short > 300 && seen.due > 20 && seen.misfits > 1000, "{seen:?}");
    assert!(seen.owed > 300 && seen.lost > 80 && seen.refunded > 200, "{seen:?}");
    assert!(seen.rounds > 20 && seen.ends > 5 && seen.single > 5, "{seen:?}");
}
