//! The bench of a bus slave alone: a master in front of it, and what is after it answers when and what it likes.
use super::register_bench::{Master, Row, Seen, one_in};
use treetap::catalog::Emitted;
use treetap::cosim::build::Effort;
use treetap::cosim::pins::Pins;
use treetap::model::regs::Answer;
use treetap::trace::shapes::Random;

/// Cycles until an access is answered, at most.
const LONGEST: u64 = 20;

/// What an access is made of, as it stands on the pins after the slave.
const ACCESS: [&str; 4] = ["bus_we", "bus_addr", "bus_wdata", "bus_wstrb"];

/// Runs `cycles` cycles with some resets in them. An access stays as it is until it is answered, is the one of the
/// master, and gets the answer that was given.
pub fn run(emitted: &Emitted, master: &mut dyn Master, cycles: u64, seed: u64) {
    let mut pins = Pins::open(emitted, Effort::Test, seed).unwrap();
    let mut random = Random(seed);
    // Since when there is an access, and what it is.
    let mut pending: Option<(u64, [u64; 4])> = None;
    let mut kept = Answer { word: 0, refused: false, error: false };
    // A slave without a state has no reset.
    let resets_too = emitted.ports.iter().any(|port| port.name == "rst");
    let (mut writes, mut reads, mut held, mut resets, mut reset) = (0, 0, 0, 0, 3);
    for cycle in 0..cycles {
        if cycle % (cycles / 4) == cycles / 5 {
            reset = 2;
        }
        let mut row = Row::new(&pins);
        if reset > 0 {
            master.reset();
            (pending, reset) = (None, reset - 1);
            if resets_too {
                row.set("rst", true);
            }
            let words = row.into_words();
            pins.run(&words);
            resets += u64::from(reset == 0);
            continue;
        }
        // An access may be answered at once; who is ready without one says nothing.
        let ready = one_in(&mut random, 4) || pending.is_some_and(|(since, _)| cycle > since + LONGEST);
        let word = random.next() as u32;
        let new = Answer { word, refused: false, error: one_in(&mut random, 5) };
        let answer = if pending.is_some() { new } else { kept };
        row.set("bus_ready", ready);
        // An answer stays until the next access; while that waits, what stands there has no meaning.
        if ready {
            kept = answer;
        } else if pending.is_some() {
            kept = Answer { word, refused: false, error: one_in(&mut random, 2) };
        }
        row.set("bus_rdata", kept.word);
        row.set("bus_err", kept.error);
        master.drive(&mut random, &mut row);
        let words = row.into_words();
        let outputs = pins.run(&words);
        let seen = Seen::new(&pins, &outputs);
        let mut access = ACCESS.map(|name| seen.get(name));
        if access[0] == 0 {
            // A read has no data.
            access[2..].fill(0);
        }
        if let Some((_, before)) = pending {
            assert!(seen.is("bus_valid") && access == before, "cycle {cycle}: {access:x?}, and {before:x?} before");
            held += u64::from(!ready);
        }
        let request = master.look(&seen);
        let taken = ready && seen.is("bus_valid");
        assert_eq!(request.is_some(), taken, "cycle {cycle}: an answer goes to a master that waits for it");
        if let Some(request) = request {
            let [we, address, data, strobe] = access;
            assert_eq!((we == 1, address), (request.write, request.address.into()), "cycle {cycle}: {request:x?}");
            assert!(!request.write || (data, strobe) == (request.data.into(), request.strobe.into()), "{request:x?}");
            master.expect(answer, &request, &seen);
            *if request.write { &mut writes } else { &mut reads } += 1;
        }
        pending = match pending {
            Some(pending) if !taken => Some(pending),
            None if seen.is("bus_valid") && !taken => Some((cycle, access)),
            _ => None,
        };
    }
    let done = master.done();
    println!("{}: {writes} writes, {reads} reads, {held} cycles held, {done:?}", emitted.top);
    assert!(writes > 1_000 && reads > 1_000 && held > 1_000 && resets == 5, "{writes} {reads} {held} {resets}");
    assert!(done.iter().all(|(_, count)| *count > 0), "{done:?}");
}
