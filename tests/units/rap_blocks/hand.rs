//! The hand of the serial engine (docs/reference/rap.md R15 H1, H2): how many visits each event owes, which slots are
//! leaves, and where the eye is when the verdict on a leaf comes.
use super::{Block, Fault, expect, with_faults};
use treetap::spec::rap::{Engine, Hand, preset};
use treetap::trace::shapes::Random;

/// Slots of `mini`, the root included.
const SLOTS: usize = 128;

#[derive(Debug, Default)]
struct Seen {
    rounds: u64,
    ends: u64,
    /// Events with as many visits as they weigh, and with as many as an event may have.
    light: u64,
    capped: u64,
    owed: u64,
    forgotten: u64,
    tried: u64,
    absorbed: u64,
    /// Leaves that fit after the eye had gone on by so many slots.
    back: [u64; 4],
    /// Leaves of nodes that have lost their last child.
    bereft: u64,
}

/// The tree as far as the hand knows it: children of each slot, and whether it is a leaf.
struct Slots {
    children: [u64; SLOTS],
    leaf: [bool; SLOTS],
}

/// What becomes of the children of a node.
#[derive(Clone, Copy, PartialEq)]
enum Change {
    /// One more, or the slot has no node any more.
    More,
    Less,
    New,
}

impl Slots {
    fn write(&mut self, block: &mut Block, slot: usize, change: Change) {
        block.set("base", slot as u64);
        block.cycle();
        block.set("node", slot as u64);
        block.set("base", 0);
        block.pulse(match change {
            Change::More => &["write"],
            Change::Less => &["write", "lose"],
            Change::New => &["write", "fresh"],
        });
        let count = &mut self.children[slot];
        *count = match change {
            Change::More => (*count + 1) % 8,
            Change::Less => *count - 1,
            Change::New => 0,
        };
        self.leaf[slot] = change == Change::New || change == Change::Less && *count == 0;
    }
}

/// In a visit the eye goes on at once where it may: what the engine says within the cycle.
const WIRED: [Fault; 3] = [
    ("    input  wire        step,\n", "    input  wire        visit,\n"),
    ("    input  wire        advance,\n", ""),
    (
        "    reg [7:0] eye = 8'd0;\n",
        "    reg [7:0] eye = 8'd0;\n    wire step = visit | tries;\n    wire advance = tries | (visit & owing & \
         ~light);\n",
    ),
];

/// What the engine is doing during the visits.
#[derive(Clone, Copy)]
enum State {
    Visit,
    /// Counts are read for so many cycles more.
    Look(u32),
    Pair,
}

/// The slot that is looked at, not before `h`; past the last one it goes on counting.
fn eye(block: &Block, h: usize) -> usize {
    let slot = block.get("slot") as usize;
    if slot < h { slot + SLOTS } else { slot }
}

/// The visits of an event: every leaf from slot `h` to before `end` is tried. The verdicts are random.
fn visits(
    block: &mut Block,
    slots: &mut Slots,
    (mut h, end): (usize, usize),
    random: &mut Random,
    seen: &mut Seen,
) -> Result<(), String> {
    // The slot that was tried last, and how many cycles ago.
    let mut tried: Option<(usize, u64)> = None;
    let mut state = State::Visit;
    for _ in 0..5000 {
        let due = tried.filter(|(_, age)| *age == 3).map(|(slot, _)| slot);
        let over = random.next().is_multiple_of(2);
        block.set("over", over.into());
        block.pulse(match state {
            State::Visit => &["visit"],
            State::Look(_) => &[],
            State::Pair => &["tries"],
        });
        let (owing, light, slot) = (block.get("owing") == 1, block.get("light") == 1, eye(block, h));
        expect("a verdict is to come", block.get("pending") == 1, tried.is_some())?;
        expect("fits", block.get("fits") == 1, due.is_some() && !over)?;
        tried = tried.map(|(slot, age)| (slot, age + 1)).filter(|(_, age)| *age <= 3);
        if let Some(leaf) = due.filter(|_| !over) {
            let moved = matches!(state, State::Visit) && owing && !light;
            seen.back[slot + usize::from(moved) - leaf - 1] += 1;
            absorb(block, slots, leaf, random, seen)?;
            (h, state, tried) = (leaf, State::Visit, None);
            continue;
        }
        state = match state {
            State::Visit if owing && light => State::Look(2),
            State::Visit if owing => {
                if slot < SLOTS && slots.leaf[slot] {
                    return Err(format!("slot {slot} is a leaf and passed"));
                }
                h = (slot + 1).min(end);
                State::Visit
            }
            State::Visit if block.get("pending") == 1 => State::Visit,
            State::Visit => {
                // The eye may be a slot too far, whose node is no leaf.
                if (h..end).any(|slot| slots.leaf[slot]) || !(end..=end + 1).contains(&slot) {
                    return Err(format!("visits end at slot {slot} instead of {end}"));
                }
                block.pulse(&["visit", "rest"]);
                block.cycle();
                return Ok(());
            }
            // A slot too far.
            State::Look(_) if !owing => State::Visit,
            State::Look(2) => State::Look(1),
            State::Look(_) => State::Pair,
            State::Pair => {
                expect("slot that is tried", (h..end).find(|slot| slots.leaf[*slot]), Some(slot))?;
                seen.tried += 1;
                (tried, h) = (Some((slot, 1)), slot + 1);
                State::Visit
            }
        };
    }
    Err("the visits have no end".into())
}

/// The slot is free, and another node has one child less.
fn absorb(
    block: &mut Block,
    slots: &mut Slots,
    leaf: usize,
    random: &mut Random,
    seen: &mut Seen,
) -> Result<(), String> {
    block.cycle();
    block.cycle();
    expect("the eye is back", block.get("slot") as usize, leaf)?;
    slots.write(block, leaf, Change::More);
    let parents: Vec<_> = (0..SLOTS).filter(|slot| *slot != leaf && slots.children[*slot] > 0).collect();
    let parent = parents[random.next() as usize % parents.len()];
    slots.write(block, parent, Change::Less);
    seen.bereft += u64::from(slots.leaf[parent] && parent > leaf);
    block.cycle();
    block.cycle();
    seen.absorbed += 1;
    Ok(())
}

fn check(block: &mut Block, seen: &mut Seen) -> Result<(), String> {
    let mut random = Random(3);
    let mut slots = Slots { children: [0; SLOTS], leaf: [false; SLOTS] };
    block.pulse(&["clear"]);
    for slot in 0..SLOTS {
        slots.write(block, slot, Change::New);
        for _ in 0..random.next() % 3 {
            slots.write(block, slot, Change::More);
        }
    }
    let Hand { weight_cap, per_create, .. } = Hand::COALESCED;
    let reserve = Hand::COALESCED.reserve(SLOTS as u32) as usize;
    let (mut h, mut going, mut owed) = (0, false, 0);
    for event in 0..1500_u64 {
        let live =
            if event % 3 == 0 { 1 + random.next() as usize % SLOTS } else { SLOTS - random.next() as usize % 16 };
        let weight = if event % 4 == 0 { random.next() % 2000 } else { random.next() % 12 } + 1;
        block.set("live", live as u64);
        block.set("weight", weight);
        block.cycle();
        block.cycle();
        block.cycle();
        let awake = going || live > SLOTS - reserve;
        expect("going", block.get("going") == 1, going)?;
        expect("awake", block.get("awake") == 1, awake)?;
        if awake {
            let visit = weight.min(u64::from(weight_cap)) as usize + owed;
            (seen.light, seen.capped) =
                (seen.light + u64::from(visit < 20), seen.capped + u64::from(weight > u64::from(weight_cap)));
            seen.owed += owed as u64;
            if !going {
                (h, going) = (1, true);
                seen.rounds += 1;
                block.pulse(&["grant", "begin_"]);
            } else {
                block.pulse(&["grant"]);
            }
            for _ in 0..1 + random.next() % 3 {
                block.cycle();
            }
            let end = (h + visit).min(SLOTS);
            visits(block, &mut slots, (h, end), &mut random, seen).map_err(|e| {
                format!("event {event}, {visit} visits from slot {h} on, {owed} of them owed, weight {weight}: {e}")
            })?;
            h = end;
            if h == SLOTS {
                going = false;
                seen.ends += 1;
            }
        } else {
            seen.forgotten += owed as u64;
            block.pulse(&["forget"]);
        }
        owed = 0;
        // Creates of the event: slots that were free, none of which the eye may have seen already.
        for _ in 0..if random.next().is_multiple_of(3) { random.next() % 5 } else { 0 } {
            block.pulse(&["creating"]);
            block.pulse(&["created"]);
            owed += usize::from(per_create);
        }
        for _ in 0..random.next() % 6 {
            let slot = random.next() as usize % SLOTS;
            if !(h..=h + 1).contains(&slot) && slots.children[slot] < 4 {
                let change = if random.next().is_multiple_of(2) { Change::New } else { Change::More };
                slots.write(block, slot, change);
            }
        }
        block.cycle();
    }
    Ok(())
}

#[test]
fn the_hand_visits_as_many_slots_as_the_events_ask_for_and_tries_every_leaf() {
    assert_eq!(preset("mini").unwrap().config.nodes as usize, SLOTS);
    let faults = [
        ("if (advance) back <= back - 2'd1;", ""),
        ("if (ends | clear) on <= 1'b0;", "if (clear) on <= 1'b0;"),
        ("if (|(weight >> cap_bits)) asked <= for_weight;", ""),
        ("if (creating) asked <= for_create;", ""),
        ("returns <= fitting;", "returns <= 1'b0;"),
        ("wire fitting = third & ~over;", "wire fitting = third;"),
        ("lose & (children_rd == 3'd1)", "lose"),
        ("if (forget | clear | ends) goal <= 10'd1;", "if (clear | ends) goal <= 10'd1;"),
    ];
    let seen: Seen = with_faults(("mini", Engine::Serial, "hand"), &WIRED, &faults, check);
    println!("{seen:?}");
    assert!(seen.rounds > 50 && seen.ends > 50 && seen.light > 100 && seen.capped > 20, "{seen:?}");
    assert!(seen.owed > 500 && seen.forgotten > 100 && seen.tried > 1000 && seen.absorbed > 300, "{seen:?}");
    assert!(seen.back.iter().all(|times| *times > 0) && seen.bereft > 5, "{seen:?}");
}
