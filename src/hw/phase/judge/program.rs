//! The program of the judge, step by step, and what its ROMs hold.
//!
//! A step has a place in the memory, which is looked up; tests, by which it jumps or stays; and deeds. What was looked
//! up is there three cycles after the step ([`deed`]), and what is written goes in after that, to the place of the
//! step before: to write somewhere takes two steps, of which the first one has the place. A word is written four
//! cycles after its step, so the fourth step after it is the first one that can look it up. What is held is there in
//! the fourth step after that which says so, and so is whether it is equal.
//!
//! The two steps after a jump are done whether it jumps or not. The pointer is compared with the bound a cycle ahead:
//! a test knows a bound from the fifth step after it was looked up on, and a pointer from the second one after it was
//! set.
use std::collections::BTreeMap;

/// Bits of the number of a step.
pub(super) const NUMBER: usize = 8;
/// Bits of where a step goes, and of what it does.
pub(super) const ORDER: usize = 32;
pub(super) const DEED: usize = LOW + HIGH;
/// Bits of what a step does in each of two ROMs: as wide as block RAMs of an iCE40 are, side by side.
pub(super) const LOW: usize = 32;
pub(super) const HIGH: usize = 16;

/// Parts of the memory, 32 half words each. A host knows the numbers of those of the phase table and of the rest.
mod part {
    pub const IDS: u64 = 0;
    pub const USES: u64 = 1;
    pub const CHANGE_ID: u64 = 2;
    pub const CHANGE_RUN: u64 = 3;
    pub const CHANGE_NEXT: u64 = 4;
    pub const PHASE_ID: u64 = 5;
    pub const PHASE_SEEN: u64 = 6;
    pub const REST: u64 = 7;
    /// The footprint, two elements in every other place, and with each bit inverted.
    pub const FOOTPRINT: u64 = 8;
    pub const INVERSE: u64 = 9;
    /// Each place has its own number.
    pub const NUMBERS: u64 = 10;
}

/// Places in the part of the rest. Those that a host reads are under the low bits of the numbers of their registers.
mod rest {
    /// How many intervals in a row the current phase has.
    pub const REPEATS: u64 = 0;
    /// Signatures that there are; the last one.
    pub const COUNT: u64 = 1;
    pub const TOP: u64 = 2;
    /// Entries of the phase table.
    pub const ENTRIES: u64 = 3;
    /// Phase of the interval, place of its signature.
    pub const ID: u64 = 4;
    pub const SLOT: u64 = 5;
    /// As many signatures and entries of the phase table as there can be.
    pub const SIGNATURES: u64 = 6;
    pub const PHASES: u64 = 7;
    /// The number of the next place, while they are numbered.
    pub const NEXT: u64 = 8;
    pub const CURRENT: u64 = 16;
    pub const PREDICTED: u64 = 18;
    pub const GIVEN: u64 = 20;
    pub const RIGHT: u64 = 22;
    pub const SAMPLED: u64 = 24;
    pub const VAIN: u64 = 26;
    pub const INTERVALS: u64 = 30;
}

/// Bits of an order.
pub(super) mod order {
    /// Lowest bits of where a jump leads, part, and place.
    pub const TO: u64 = 0;
    pub const PART: u64 = 8;
    pub const PLACE: u64 = 12;
    /// The place is that of the pointer, of the count, of a host.
    pub const AT_POINTER: u64 = 17;
    pub const AT_COUNT: u64 = 18;
    pub const AT_HOST: u64 = 19;
    /// The step jumps: in any case; if no interval is to be judged; the pointer is not at the bound; no place, a place
    /// was found; what the step four before looked up is what was held; signatures follow their phases; the table of
    /// changes did not have the key; it is not asked.
    pub const ALWAYS: u64 = 20;
    pub const IDLE: u64 = 21;
    pub const BEFORE_BOUND: u64 = 22;
    pub const NOT_FOUND: u64 = 23;
    pub const FOUND: u64 = 24;
    pub const EQUAL: u64 = 25;
    pub const UPDATES: u64 = 26;
    pub const UNKNOWN: u64 = 27;
    pub const UNASKED: u64 = 28;
    /// The step is done once more if the pointer is not at the bound; the bucket is to be shifted; the count is not 15
    /// modulo 16.
    pub const STAY_BEFORE_BOUND: u64 = 29;
    pub const STAY_SHIFTING: u64 = 30;
    pub const STAY_BEFORE_END: u64 = 31;
}

/// Bits of a deed, through both of its ROMs.
pub(super) mod deed {
    // in the cycle of the step: the pointer is one more (if the step does not stay for the last time), 0, the place
    // that was found, a random one
    pub const INC: u64 = 0;
    pub const HOME: u64 = 1;
    pub const TO_FOUND: u64 = 2;
    pub const TO_RANDOM: u64 = 3;
    // the count is one more, 0
    pub const COUNT: u64 = 4;
    pub const COUNT_HOME: u64 = 5;
    // the limit of distances is the threshold, and nothing was found
    pub const BEGIN: u64 = 6;
    pub const LOOK: u64 = 7;
    // a sum of a bucket is read; the bucket is shifted, goes into the elements (inverted), is forgotten, and so are
    // they
    pub const TAKE: u64 = 8;
    pub const SHIFT: u64 = 9;
    pub const PUSH: u64 = 10;
    pub const INVERT: u64 = 11;
    pub const EMPTY: u64 = 12;
    pub const PLAIN: u64 = 13;
    // the phase is new if nothing was found; the generator goes on; the next interval is armed if it is to be
    pub const FRESH: u64 = 14;
    pub const RANDOM: u64 = 15;
    pub const ARM: u64 = 16;
    // whether there is room in the log; the interval is judged; the memories are cleared
    pub const ROOM: u64 = 17;
    pub const DONE: u64 = 18;
    pub const READY: u64 = 19;
    // when what was looked up is there, three cycles later: it is held, with one more, with the carry, with one if the
    // prediction was right, if it was the sample, if it was in vain; 0 is held
    pub const HOLD: u64 = 20;
    pub const ONE: u64 = 21;
    pub const CARRY: u64 = 22;
    pub const IF_RIGHT: u64 = 23;
    pub const IF_SAMPLED: u64 = 24;
    pub const IF_VAIN: u64 = 25;
    pub const ZERO: u64 = 26;
    // the pointer is made of it, and the bound; it is compared with elements, with the place that was found
    pub const POINT: u64 = 27;
    pub const BOUND: u64 = 28;
    pub const SCAN: u64 = 29;
    pub const USE: u64 = 30;
    // the entry of the phase table has a sample if the interval was armed
    pub const SAMPLE: u64 = 31;
    // one cycle later: what is held is written; unless a number, a count of 15 bits, one of 8 bits spilt; if the place
    // was met before; into the signatures
    pub const WRITE: u64 = 32;
    pub const WRITE_NUMBER: u64 = 33;
    pub const WRITE_SEEN: u64 = 34;
    pub const WRITE_RUN: u64 = 35;
    pub const WRITE_AFTER: u64 = 36;
    pub const COPY: u64 = 37;
    // what was looked up was what was held: the prediction was right, a place is found; the key is known by its first
    // half, by the second one
    pub const RIGHT: u64 = 38;
    pub const FIND: u64 = 39;
    pub const FIRST: u64 = 40;
    pub const SECOND: u64 = 41;
    // what is held goes to the log; what else is known of the interval
    pub const LOG: u64 = 42;
    pub const FLAGS: u64 = 43;
    // two cycles after that: the distance of a signature is there, the pointer is the place that is found
    pub const DISTANCE: u64 = 44;
    pub const KEEP: u64 = 45;
}

/// A step.
#[derive(Clone, Copy, Default)]
struct Step {
    order: u64,
    deeds: u64,
    to: Option<&'static str>,
}

const NONE: Step = Step { order: 0, deeds: 0, to: None };

/// A step at a place of a part.
const fn at(part: u64, place: u64) -> Step {
    Step { order: part << order::PART | place << order::PLACE, ..NONE }
}

/// A step at the place of the rest.
const fn of(place: u64) -> Step {
    at(part::REST, place)
}

/// A step that looks up a number, up to 31.
const fn number(number: u64) -> Step {
    at(part::NUMBERS, number)
}

/// A step at the place of the pointer.
const fn pointed(part: u64) -> Step {
    Step { order: part << order::PART | 1 << order::AT_POINTER, ..NONE }
}

/// A step at the place of the count.
const fn counted(part: u64) -> Step {
    Step { order: part << order::PART | 1 << order::AT_COUNT, ..NONE }
}

/// A step at the place that a host asks for.
const HOST: Step = Step { order: 1 << order::AT_HOST, ..NONE };

impl Step {
    fn does<const N: usize>(self, deeds: [u64; N]) -> Self {
        Self { deeds: deeds.iter().fold(self.deeds, |all, deed| all | 1 << deed), ..self }
    }

    fn holds(self) -> Self {
        self.does([deed::HOLD])
    }

    fn writes(self) -> Self {
        self.does([deed::WRITE])
    }

    fn jumps(self, test: u64, to: &'static str) -> Self {
        Self { order: self.order | 1 << test, to: Some(to), ..self }
    }

    fn stays(self, test: u64) -> Self {
        Self { order: self.order | 1 << test, ..self }
    }
}

/// The steps in their order. The first one is never done, and the second one goes nowhere: the judge begins with
/// either.
#[derive(Default)]
struct Program {
    steps: Vec<Step>,
    names: BTreeMap<&'static str, u64>,
}

impl Program {
    fn name(&mut self, name: &'static str) {
        self.names.insert(name, self.steps.len() as u64);
    }

    fn steps<const N: usize>(&mut self, steps: [Step; N]) {
        self.steps.extend(steps);
    }

    /// Memories are cleared and places get their numbers.
    fn clear(&mut self, signatures: u64, phases: u64) {
        use deed::*;
        self.steps([NONE.does([HOME, COUNT_HOME, EMPTY, ZERO]), number(0), NONE.writes()]);
        self.steps([NONE.does([PUSH, INVERT]); 5]);
        self.steps([number(0).holds()]);
        self.name("wipe");
        self.steps([
            NONE.does([COPY, TAKE, COUNT]).stays(order::STAY_BEFORE_END),
            NONE.does([INC]).jumps(order::BEFORE_BOUND, "wipe"),
            NONE.does([PLAIN]),
            NONE,
            NONE.does([ZERO]),
        ]);
        self.name("zero");
        self.steps([
            pointed(part::USES),
            pointed(part::CHANGE_ID).writes(),
            pointed(part::PHASE_ID).writes(),
            pointed(part::PHASE_SEEN).writes().jumps(order::BEFORE_BOUND, "zero"),
            pointed(part::REST).writes().does([INC]),
            NONE.writes(),
        ]);
        self.name("number");
        self.steps([
            pointed(part::NUMBERS),
            of(rest::NEXT).holds().writes(),
            of(rest::NEXT),
            of(rest::NEXT).holds().writes().does([ONE]).jumps(order::BEFORE_BOUND, "number"),
            NONE.does([INC]),
            NONE,
            of(rest::PHASES),
            number(phases - 1).holds().writes().does([ONE]),
            of(rest::SIGNATURES),
            number(signatures - 1).holds().writes().does([ONE]),
            NONE.does([READY]),
        ]);
    }

    /// Waits for an interval that ended, and makes its footprint.
    fn footprint(&mut self) {
        use deed::*;
        self.name("idle");
        self.steps([HOST.jumps(order::IDLE, "idle"), HOST, HOST]);
        self.steps([number(31).does([BOUND, HOME, COUNT_HOME, EMPTY, BEGIN, LOOK]), NONE, NONE]);
        self.steps([NONE.does([TAKE, COUNT]); 4]);
        self.name("bucket");
        self.steps([
            NONE,
            NONE,
            NONE,
            pointed(part::FOOTPRINT).does([SHIFT]).stays(order::STAY_SHIFTING),
            number(0).holds().writes().does([PUSH, TAKE, COUNT]),
            pointed(part::INVERSE).does([PUSH, INVERT, EMPTY, TAKE, COUNT]).jumps(order::BEFORE_BOUND, "bucket"),
            number(0).holds().writes().does([INC, TAKE, COUNT]),
            NONE.does([PUSH, TAKE, COUNT]),
        ]);
    }

    /// The nearest signature, or the first one that is near enough.
    fn scan(&mut self) {
        use deed::*;
        let elements = counted(part::FOOTPRINT).does([SCAN, COUNT]);
        self.steps([
            NONE.does([ZERO]),
            of(rest::COUNT),
            of(rest::TOP).does([BOUND]),
            NONE.does([HOME, COUNT_HOME, PLAIN]),
            NONE,
            NONE.jumps(order::EQUAL, "new"),
            NONE,
            NONE,
        ]);
        self.name("signature");
        self.steps([elements; 14]);
        self.steps([elements.jumps(order::BEFORE_BOUND, "signature"), elements, NONE.does([DISTANCE, INC])]);
        self.steps([NONE; 6]);
        self.steps([NONE.jumps(order::NOT_FOUND, "new"), NONE.does([TO_FOUND, FRESH]), pointed(part::IDS).holds()]);
    }

    /// The phase: that of the signature, or a new one; which signature has the footprint, and the order of their use.
    fn pick(&mut self) {
        use deed::*;
        self.steps([
            of(rest::ID),
            NONE.writes().does([COUNT_HOME]).jumps(order::UPDATES, "copy"),
            of(rest::SLOT),
            pointed(part::NUMBERS).holds().writes(),
            NONE.jumps(order::ALWAYS, "touch"),
            NONE,
            NONE,
        ]);
        self.name("new");
        self.steps([
            of(rest::SIGNATURES).holds().does([FRESH]),
            of(rest::COUNT),
            NONE.does([ZERO]),
            at(part::USES, 0).does([POINT]),
            of(rest::GIVEN),
            of(rest::GIVEN).holds().does([ONE, WRITE_NUMBER]).jumps(order::EQUAL, "full"),
            NONE,
            NONE.does([ZERO]),
            of(rest::COUNT).does([POINT]),
            of(rest::TOP),
            of(rest::COUNT).holds().writes(),
            of(rest::COUNT),
            of(rest::COUNT).holds().writes().does([ONE]),
        ]);
        self.name("full");
        self.steps([
            of(rest::SLOT).does([KEEP]),
            pointed(part::NUMBERS).holds().writes(),
            pointed(part::IDS),
            of(rest::GIVEN).holds().writes(),
            of(rest::ID),
            of(rest::GIVEN).holds().writes().does([COUNT_HOME]),
        ]);
        self.name("copy");
        self.steps([counted(part::INVERSE).holds().does([COPY, COUNT]).stays(order::STAY_BEFORE_END)]);
        self.name("touch");
        self.steps([
            of(rest::TOP).does([BOUND, HOME]),
            NONE,
            NONE,
            NONE,
            NONE,
            pointed(part::USES).holds().does([USE, WRITE_AFTER, INC]).stays(order::STAY_BEFORE_BOUND),
            pointed(part::USES),
            of(rest::SLOT).holds().writes(),
        ]);
    }

    /// What the change of phase, or that there is none, says about the phase before.
    fn learn(&mut self) {
        use deed::*;
        self.steps([
            NONE.does([ZERO]),
            of(rest::CURRENT),
            of(rest::ID).holds(),
            of(rest::CURRENT),
            of(rest::PREDICTED).does([RIGHT]),
            of(rest::REPEATS).holds().jumps(order::EQUAL, "first"),
            of(rest::CURRENT).does([POINT]),
            NONE.jumps(order::EQUAL, "same"),
            NONE,
            NONE,
            pointed(part::CHANGE_RUN),
            pointed(part::CHANGE_ID).writes(),
            of(rest::CURRENT).holds().writes(),
            pointed(part::CHANGE_NEXT),
            of(rest::ID).holds().writes(),
        ]);
        self.name("first");
        self.steps([of(rest::REPEATS).jumps(order::ALWAYS, "join"), number(1).holds().writes(), NONE]);
        self.name("same");
        self.steps([
            NONE.jumps(order::UNKNOWN, "stays"),
            NONE,
            NONE,
            pointed(part::CHANGE_ID),
            number(0).holds().writes(),
        ]);
        self.name("stays");
        self.steps([of(rest::REPEATS), of(rest::REPEATS).holds().does([ONE, WRITE_RUN])]);
        self.name("join");
    }

    /// The phase table has one interval more of the phase.
    fn enter(&mut self, phases: u64) {
        use deed::*;
        self.steps([
            number(phases - 1).does([BOUND, HOME, LOOK]),
            of(rest::CURRENT),
            of(rest::ID).holds().writes(),
            NONE,
            NONE,
            pointed(part::PHASE_ID).does([FIND, INC]).stays(order::STAY_BEFORE_BOUND),
            of(rest::PHASES).holds(),
            NONE,
            NONE,
            NONE,
            NONE,
            of(rest::ENTRIES),
            NONE.jumps(order::FOUND, "known"),
            NONE,
            NONE,
            NONE.jumps(order::EQUAL, "random"),
            NONE.does([ZERO]),
            NONE,
            of(rest::ENTRIES).does([POINT]),
            of(rest::ENTRIES),
            of(rest::ENTRIES).holds().writes().does([ONE]).jumps(order::ALWAYS, "entry"),
            NONE,
            NONE,
        ]);
        self.name("random");
        self.steps([NONE.does([RANDOM]), NONE, NONE.does([TO_RANDOM])]);
        self.name("entry");
        self.steps([
            pointed(part::PHASE_ID),
            of(rest::ID).holds().writes(),
            pointed(part::PHASE_SEEN).jumps(order::ALWAYS, "seen"),
            number(0).holds().writes(),
            NONE,
        ]);
        self.name("known");
        self.steps([NONE.does([TO_FOUND])]);
        self.name("seen");
        self.steps([
            NONE,
            pointed(part::PHASE_SEEN),
            pointed(part::PHASE_SEEN).holds().does([ONE, WRITE_SEEN]),
            NONE,
            NONE,
            pointed(part::PHASE_SEEN),
            pointed(part::PHASE_SEEN).holds().writes().does([SAMPLE]),
        ]);
    }

    /// What follows this phase, and the entry of that in the phase table.
    fn predict(&mut self) {
        use deed::*;
        self.steps([
            of(rest::REPEATS).holds(),
            of(rest::CURRENT).does([POINT]),
            NONE,
            NONE,
            NONE,
            pointed(part::CHANGE_RUN).does([FIRST]),
            of(rest::CURRENT).holds(),
            pointed(part::CHANGE_ID).does([SECOND]),
            of(rest::PREDICTED),
            of(rest::CURRENT).holds().writes(),
            NONE,
            NONE,
            NONE.jumps(order::UNKNOWN, "next").jumps(order::UNASKED, "next"),
            NONE,
            NONE,
            of(rest::PREDICTED),
            pointed(part::CHANGE_NEXT).holds().writes(),
        ]);
        self.name("next");
        self.steps([
            NONE.does([HOME, LOOK]),
            NONE,
            pointed(part::PHASE_ID).does([FIND, INC]).stays(order::STAY_BEFORE_BOUND),
        ]);
    }

    /// The log, counters, and whether the next interval is armed.
    fn report(&mut self) {
        use deed::*;
        self.steps([
            of(rest::INTERVALS).holds().does([ROOM, LOG]),
            of(rest::INTERVALS + 1).holds().does([LOG]),
            of(rest::CURRENT).holds().does([LOG]),
            of(rest::PREDICTED).holds().does([LOG]),
            NONE.does([LOG, FLAGS]),
            number(0).holds().does([LOG]),
            NONE.does([TO_FOUND]),
            pointed(part::PHASE_SEEN).holds().does([ONE]),
            of(rest::INTERVALS),
            of(rest::INTERVALS).holds().writes().does([ONE]),
            of(rest::INTERVALS + 1),
            of(rest::INTERVALS + 1).holds().writes().does([CARRY]),
            NONE.does([ARM]),
        ]);
        for (low, test) in [(rest::RIGHT, IF_RIGHT), (rest::SAMPLED, IF_SAMPLED), (rest::VAIN, IF_VAIN)] {
            self.steps([
                of(low),
                of(low).holds().writes().does([test]),
                of(low + 1),
                of(low + 1).holds().writes().does([CARRY]),
            ]);
        }
        self.steps([NONE, NONE.does([DONE]).jumps(order::ALWAYS, "idle"), HOST, HOST]);
    }
}

/// The words of the ROMs: orders, the low bits of deeds, the high ones.
pub(super) fn words(signatures: usize, phases: usize) -> [Vec<u64>; 3] {
    let (signatures, phases) = (signatures as u64, phases as u64);
    let mut program = Program::default();
    program.steps([NONE]);
    program.clear(signatures, phases);
    program.footprint();
    program.scan();
    program.pick();
    program.learn();
    program.enter(phases);
    program.predict();
    program.report();
    let Program { steps, names } = program;
    let order = |step: &Step| step.order | step.to.map_or(0, |to| names[to] << order::TO);
    [
        steps.iter().map(order).collect(),
        steps.iter().map(|step| step.deeds & ((1 << LOW) - 1)).collect(),
        steps.iter().map(|step| step.deeds >> LOW).collect(),
    ]
}

#[cfg(test)]
mod tests;
