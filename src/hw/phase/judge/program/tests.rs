//! Every way through the program.
use super::*;

/// What a way through the program has seen so far, since an interval was to be judged.
#[derive(Clone, Default)]
struct Way {
    /// Cycles; steps that look at the log, send to it, and which of them were one after the other.
    cycles: u32,
    looks: u32,
    sent: Vec<u32>,
    armed: u32,
    /// Where something is written, and in which cycle; a place that is not known is `None`.
    written: Vec<(u64, Option<u64>, u32)>,
}

struct Judge {
    program: Vec<(u64, u64)>,
    signatures: u32,
    phases: u32,
    longest: u32,
    ways: u32,
}

fn has(bits: u64, bit: u64) -> bool {
    bits >> bit & 1 == 1
}

impl Judge {
    fn new(signatures: u32, phases: u32) -> Self {
        let [orders, low, high] = words(signatures as usize, phases as usize);
        let deeds: Vec<u64> = low.iter().zip(&high).map(|(low, high)| low | high << LOW).collect();
        let program = orders.into_iter().zip(deeds).collect();
        Self { program, signatures, phases, longest: 0, ways: 0 }
    }

    /// How often a step is done at most that stays, or that jumps back.
    fn rounds(&self, order: u64, deeds: u64) -> u32 {
        if has(order, order::STAY_SHIFTING) {
            return 2;
        }
        if has(order, order::STAY_BEFORE_END) {
            return 16;
        }
        if has(deeds, deed::USE) || has(order, order::AT_COUNT) { self.signatures } else { self.phases }
    }

    /// Part and, if it is known, place that a step looks up.
    fn place(order: u64) -> (u64, Option<u64>) {
        let known = !has(order, order::AT_POINTER) && !has(order, order::AT_COUNT);
        (order >> order::PART & 15, known.then_some(order >> order::PLACE & 31))
    }

    /// All ways from the step `at` on, of which the one before was `before`, until an interval is judged.
    fn walk(&mut self, mut at: usize, mut before: u64, mut way: Way) {
        let (mut lands, mut rounds_left) = (None::<(usize, u32)>, BTreeMap::new());
        loop {
            let (order, deeds) = self.program[at];
            self.step(order, deeds, before, &mut way);
            let stays = [order::STAY_BEFORE_BOUND, order::STAY_SHIFTING, order::STAY_BEFORE_END];
            if stays.iter().any(|stay| has(order, *stay)) {
                way.cycles += self.rounds(order, deeds) - 1;
            }
            if has(deeds, deed::DONE) {
                assert_eq!((way.looks, way.sent.len(), way.armed), (1, 6, 1));
                assert!(way.sent.windows(2).all(|two| two[1] == two[0] + 1), "not one after the other");
                self.longest = self.longest.max(way.cycles);
                self.ways += 1;
                return;
            }
            before = order;
            let to = (order & 255) as usize;
            if has(order, order::BEFORE_BOUND) {
                let often = if has(order, order::AT_COUNT) { self.signatures } else { 32 };
                let left = rounds_left.entry(at).or_insert(often);
                *left -= 1;
                if *left > 0 {
                    lands = Some((to, 2));
                }
            } else if has(order, order::ALWAYS) {
                lands = Some((to, 2));
            } else if to != 0 && lands.is_none() {
                // It may jump: after two more steps.
                let mut other = way.clone();
                let mut last = before;
                for next in [at + 1, at + 2] {
                    let (order, deeds) = self.program[next];
                    self.step(order, deeds, last, &mut other);
                    last = order;
                }
                assert!(to > at, "a loop");
                self.walk(to, last, other);
            }
            (at, lands) = match lands {
                Some((to, 0)) => (to, None),
                Some((to, left)) => (at + 1, Some((to, left - 1))),
                None => (at + 1, None),
            };
        }
    }

    /// A step is done: nothing that it looks up is still on its way into the memory.
    fn step(&self, order: u64, deeds: u64, before: u64, way: &mut Way) {
        way.cycles += 1;
        let (part, place) = Self::place(order);
        let used = [deed::HOLD, deed::POINT, deed::BOUND, deed::FIND, deed::RIGHT, deed::FIRST, deed::SECOND];
        if used.iter().any(|deed| has(deeds, *deed)) {
            for (to, at, cycle) in &way.written {
                let same = *to == part && (at.is_none() || place.is_none() || *at == place);
                let streams = has(deeds, deed::USE);
                assert!(!same || streams || cycle + 4 <= way.cycles, "{part}, {place:?}: looked up too early");
            }
        }
        let writes = [deed::WRITE, deed::WRITE_NUMBER, deed::WRITE_SEEN, deed::WRITE_RUN, deed::WRITE_AFTER];
        if writes.iter().any(|deed| has(deeds, *deed)) {
            let (part, place) = Self::place(before);
            way.written.push((part, place, way.cycles));
        }
        way.looks += u32::from(has(deeds, deed::ROOM));
        way.armed += u32::from(has(deeds, deed::ARM));
        if has(deeds, deed::LOG) {
            assert_eq!(way.looks, 1, "sent before it looked");
            way.sent.push(way.cycles);
        }
    }
}

/// The step after the last one of the loop that waits.
fn begins(program: &[(u64, u64)]) -> usize {
    program.iter().position(|(order, _)| has(*order, order::IDLE)).unwrap() + 3
}

#[test]
fn every_way_judges_an_interval_once_and_sends_its_half_words_one_after_the_other() {
    for (signatures, phases) in [(32, 20), (20, 20), (2, 2), (32, 32)] {
        let mut judge = Judge::new(signatures, phases);
        assert!(judge.program.len() <= 1 << NUMBER);
        let at = begins(&judge.program);
        judge.walk(at, 0, Way::default());
        println!("{signatures} {phases}: {} ways, {} cycles", judge.ways, judge.longest);
        assert!(judge.ways > 20 && judge.longest <= 1120 + 12 * phases.saturating_sub(20), "{}", judge.longest);
    }
}
