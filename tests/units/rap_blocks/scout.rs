//! What goes ahead of the hand of the cam engine (docs/reference/rap-cam.md): a slot that it says stays does stay, and
//! it stops at the first one that may have to go.
use super::{Block, Fault, expect, with_faults};
use treetap::spec::rap::Engine;
use treetap::trace::shapes::Random;

/// Slots of `k32n64`.
const SLOTS: usize = 64;

#[derive(Debug, Default)]
struct Seen {
    rounds: u64,
    stays: u64,
    /// Leaves that stay, as they are more than T with their parents.
    large: u64,
    /// Slots that may have to go, and those of them that did.
    may_go: u64,
    gone: u64,
    /// Slots that would have gone a while ago, but counts have grown since.
    grown: u64,
    /// Counts that were written in the cycle in which one of that node was read.
    met: u64,
    sums: u64,
}

/// The link whose address goes to the memory: the one ahead, unless others read.
const WIRED: [Fault; 2] = [
    ("    input  wire [5:0]  slot,\n", "    input  wire [5:0]  reads,\n"),
    ("    reg [6:0] first = 7'd0;\n", "    reg [6:0] first = 7'd0;\n    wire [5:0] slot = still ? reads : ahead;\n"),
];

struct Tree {
    count: [u64; SLOTS],
    leaf: [bool; SLOTS],
    parent: [usize; SLOTS],
    /// What the memory of links gives.
    linked: usize,
}

impl Tree {
    fn fits(&self, slot: usize, t: u64) -> bool {
        self.leaf[slot] && self.count[slot] + self.count[self.parent[slot]] <= t
    }

    /// A cycle, in which the count of a node may be written.
    fn cycle(&mut self, block: &mut Block, written: Option<(usize, u64)>, pulses: &[&str]) {
        block.set("leaf", self.leaf[self.linked].into());
        block.set("parent", self.parent[self.linked] as u64);
        block.set("write", written.is_some().into());
        if let Some((entry, count)) = written {
            block.set("entry", entry as u64);
            block.set("count", count);
            self.count[entry] = count;
        }
        block.pulse(pulses);
        if block.get("move_on") == 1 {
            let reads = block.row[block.input("reads")] as usize;
            self.linked = if pulses.contains(&"still") { reads } else { block.get("ahead") as usize };
        }
    }
}

fn check(block: &mut Block, seen: &mut Seen) -> Result<(), String> {
    let mut random = Random(21);
    let mut tree = Tree { count: [0; SLOTS], leaf: [false; SLOTS], parent: [0; SLOTS], linked: 0 };
    tree.cycle(block, None, &["clear"]);
    for slot in 0..SLOTS {
        tree.cycle(block, Some((slot, 0)), &["still"]);
    }
    tree.cycle(block, None, &[]);
    expect("nothing is left without a round", block.get("done"), 1)?;
    for round in 0..120 {
        let t = 50 + random.next() % 400;
        block.set("threshold", !t & u64::from(u32::MAX));
        for slot in 0..SLOTS {
            tree.leaf[slot] = slot > 0 && !random.next().is_multiple_of(3);
            tree.parent[slot] = random.next() as usize % SLOTS;
            // Around T, half of them below it.
            let count = random.next() % (2 * t) / if round % 4 == 0 { 1 } else { 3 };
            tree.cycle(block, Some((slot, count)), &["still"]);
        }
        (0..8).for_each(|_| tree.cycle(block, None, &["still"]));
        tree.cycle(block, None, &["still", "begin_"]);
        tree.cycle(block, None, &["still"]);
        seen.rounds += 1;
        let (mut edge, mut quiet, mut asked) = (1, 0_u32, None);
        for _ in 0..4000 {
            // Counts grow in bursts; what is looked at at the moment more often than others.
            let busy = random.next() % 200 < 100;
            let near = [edge, tree.parent[edge % SLOTS], random.next() as usize % SLOTS];
            let node = near[random.next() as usize % 3] % SLOTS;
            let write = (busy && random.next().is_multiple_of(3) && quiet < 20)
                .then(|| (node, tree.count[node] + random.next() % 9));
            seen.met += u64::from(write.is_some() && node == tree.parent[tree.linked]);
            quiet = if write.is_some() { 0 } else { quiet + 1 };
            tree.cycle(block, write, &[]);
            if block.get("done") == 1 {
                break;
            }
            expect("edge", block.get("edge_") as usize, edge)?;
            if block.get("stays") == 1 {
                if tree.fits(edge, t) {
                    return Err(format!("slot {edge} is said to stay"));
                }
                (seen.stays, seen.large) = (seen.stays + 1, seen.large + u64::from(tree.leaf[edge]));
                seen.grown += u64::from(asked == Some(edge));
                edge += 1;
            } else if block.get("may_go") == 1 {
                seen.may_go += 1;
                asked = Some(edge);
                if quiet > 12 {
                    if !tree.fits(edge, t) {
                        return Err(format!("slot {edge} may go, {quiet} cycles after the last event"));
                    }
                    absorb(block, &mut tree, edge, seen)?;
                    (edge, quiet) = (edge + 1, 0);
                } else if random.next().is_multiple_of(4) {
                    // Nothing is counted any more until the slot is dealt with.
                    quiet = 20;
                }
            }
        }
        expect("slots of a round", (block.get("done"), edge), (1, SLOTS)).map_err(|e| format!("round {round}: {e}"))?;
    }
    Ok(())
}

/// The hand has come to the slot: its count goes to its parent, and it is free.
fn absorb(block: &mut Block, tree: &mut Tree, slot: usize, seen: &mut Seen) -> Result<(), String> {
    let parent = tree.parent[slot];
    tree.cycle(block, None, &["still"]);
    for at in [slot, parent, 0, 0, 0] {
        block.set("reads", at as u64);
        tree.cycle(block, None, &["still"]);
    }
    tree.cycle(block, None, &["still"]);
    expect("sum of both counts", block.get("total"), tree.count[slot] + tree.count[parent])?;
    seen.sums += 1;
    tree.leaf[slot] = false;
    tree.cycle(block, None, &["still", "taken"]);
    tree.cycle(block, Some((parent, tree.count[slot] + tree.count[parent])), &["still"]);
    tree.cycle(block, Some((slot, 0)), &["still"]);
    (0..3).for_each(|_| tree.cycle(block, None, &["still"]));
    seen.gone += 1;
    Ok(())
}

#[test]
fn a_slot_that_is_said_to_stay_does_and_one_that_may_go_stops_the_scout() {
    let faults = [
        ("loose <= seen & light;", "loose <= seen & leaves[3];"),
        ("wire touch = met | collided;", "wire touch = 1'b0;"),
        ("wire [5:0] whose = second ? parent : here;", "wire [5:0] whose = here;"),
        ("if (steady | taken) first <= first + 7'd1;", "if (steady) first <= first + 7'd1;"),
        ("larger <= difference[c];", "larger <= difference[c] | (&difference[7:0]);"),
    ];
    let seen: Seen = with_faults(("k32n64", Engine::Cam, "scout"), &WIRED, &faults, check);
    println!("{seen:?}");
    assert!(seen.rounds > 100 && seen.stays > 2000 && seen.large > 500 && seen.may_go > 500, "{seen:?}");
    assert!(seen.gone > 300 && seen.grown > 20 && seen.met > 100 && seen.sums == seen.gone, "{seen:?}");
}
