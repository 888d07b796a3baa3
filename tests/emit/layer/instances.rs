//! A third opinion on the layer: units that are `rust_hdl` blocks as well. Their text is that of the description, and
//! `rust_hdl`'s evaluator, which knows no description, computes what the description's Verilog does in two simulators.
use crate::support::cosim::{Case, Random, replay, run_steps};
use rust_hdl::prelude::*;
use treetap::emit::describe::Design;
use treetap::emit::{Options, emit};
use treetap::hw::coalescer::compact::Coalescer;
use treetap::hw::lib::{Compare, Fifo, Lfsr};
use treetap_hdl::design;

/// Clock cycles of each unit in the evaluator and in both simulators.
const CYCLES: usize = 4000;

/// Text of the block and of the description.
fn texts<B: Block + Default>(described: &Design) -> [String; 2] {
    let mut block = B::default();
    block.connect_all();
    let options = Options::new("unit");
    [emit(&block, &options).unwrap().verilog, described.emit(&options).unwrap().verilog]
}

/// Files of `src/hw` with a unit that is a block as well.
fn instances(dir: &std::path::Path, out: &mut Vec<String>) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            instances(&path, out);
        } else if std::fs::read_to_string(&path).unwrap().contains("::unit(instance)]") {
            out.push(path.file_stem().unwrap().to_str().unwrap().into());
        }
    }
}

#[test]
fn the_text_of_an_instance_is_that_of_its_description() {
    macro_rules! pairs {
        ($($file:literal $block:ty, $design:expr;)*) => { vec![$(($file, stringify!($block), texts::<$block>(&$design))),*] };
    }
    let pairs = pairs! {
        "fifo" Fifo<1, 1, 2>, design!(Fifo<1, 1>);
        "fifo" Fifo<8, 2, 3>, design!(Fifo<8, 2, 3>);
        "fifo" Fifo<64, 9, 10>, design!(Fifo<64, 9>);
        "fifo" Fifo<80, 12, 13>, design!(Fifo<80, 12>);
        "lfsr" Lfsr<4>, design!(Lfsr<4>);
        "lfsr" Lfsr<16>, design!(Lfsr<16>);
        "lfsr" Lfsr<48>, design!(Lfsr<48>);
        "lfsr" Lfsr<64>, design!(Lfsr<64>);
        "compare" Compare<1>, design!(Compare<1>);
        "compare" Compare<17>, design!(Compare<17>);
        "compare" Compare<63>, design!(Compare<63>);
        "compare" Compare<64>, design!(Compare<64>);
        "compact" Coalescer<4, 4, 20, 5>, design!(Coalescer<4, 4>);
        "compact" Coalescer<16, 6, 32, 7>, design!(Coalescer<16, 6>);
        "compact" Coalescer<40, 7, 56, 8>, design!(Coalescer<40, 7, 56, 8>);
        "compact" Coalescer<64, 12, 80, 13>, design!(Coalescer<64, 12>);
    };
    for (_, block, [instance, description]) in &pairs {
        assert!(instance.contains("endmodule"), "{block}");
        assert_eq!(instance, description, "{block}");
    }
    let mut texts: Vec<_> = pairs.iter().map(|pair| &pair.2[0]).collect();
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), pairs.len(), "other parameters give another text");
    let mut there = vec![];
    instances(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/hw"), &mut there);
    there.sort();
    let mut tested: Vec<_> = pairs.iter().map(|pair| pair.0).collect();
    // Inside the coalescer, by whose `stat_zero_weight` alone others see it.
    assert!(pairs.iter().all(|(file, _, [text, _])| (*file == "compact") == text.contains("module unit_tally (")));
    tested.push("tally");
    tested.sort_unstable();
    tested.dedup();
    assert_eq!(there, tested, "every unit that is an instance has its text compared here");
}

/// Runs a block in the evaluator, with the text of its description to be run in the simulators.
fn case<B: Block + Default>(
    name: &str,
    described: &Design,
    clock: fn(&mut B) -> &mut Signal<In, Clock>,
    set: impl FnMut(&mut B, &mut Random),
) -> Case {
    let mut case = run_steps(name, CYCLES, B::default(), set, |block, level| clock(block).next = level, &["clock"]);
    let header = vec![format!("The description of {name}.")];
    case.emitted = described.emit(&Options { header, ..Options::new(name) }).map(|out| (out.verilog, out.ports));
    case
}

/// Counts what happened, by name.
type Happened = std::collections::BTreeMap<&'static str, usize>;

fn count(happened: &mut Happened, what: &'static str, is_so: bool) {
    *happened.entry(what).or_default() += usize::from(is_so);
}

/// Settles what the inputs of this cycle bring about: handshakes hold before the edge.
fn settled<B: Block>(block: &mut B) {
    assert!(simulate(block, 100));
}

/// The queue at this size: phases of filling, draining and both, and resets.
fn fifo<const W: usize, const A: usize, const L: usize>(happened: &mut Happened) -> Case {
    let (mut step, mut free) = (0u64, true);
    let name = format!("Fifo{W}x{A}");
    let mut case = case::<Fifo<W, A, L>>(
        &name,
        &design!(Fifo<W, A>),
        |u| &mut u.clock,
        |u, r| {
            let phase = step / 50 % 4;
            // S2, S3: an offer stays until it is taken.
            if free {
                u.in_port.valid.next = phase == 3 || phase != 1 && !r.one_in(5);
                u.in_port.data.next = r.bits(W).into();
            }
            u.out_port.ready.next = phase == 3 || phase != 0 && !r.one_in(5);
            u.reset.next = step % 997 == 996;
            step += 1;
            settled(u);
            let (offered, accepts) = (u.in_port.valid.val(), u.in_port.ready.val());
            let (valid, ready) = (u.out_port.valid.val(), u.out_port.ready.val());
            free = !offered || accepts || u.reset.val();
            count(happened, "fifo full", u.full.val());
            count(happened, "fifo empty", !u.level.val().any());
            count(happened, "fifo waits for its taker", valid && !ready);
            count(happened, "fifo one in, one out", offered && accepts && valid && ready);
            count(happened, "fifo reset", u.reset.val());
        },
    );
    case.only_while("out_port$data", "out_port$valid");
    case
}

/// The shift register of this width: steps, loads of seeds and of zero.
fn lfsr<const W: usize>(happened: &mut Happened) -> Case {
    case::<Lfsr<W>>(
        &format!("Lfsr{W}"),
        &design!(Lfsr<W>),
        |u| &mut u.clock,
        |u, r| {
            u.step.next = !r.one_in(4);
            u.load.next = r.one_in(50);
            u.seed.next = if r.one_in(3) { 0 } else { r.bits(W) }.into();
            count(happened, "lfsr feeds back", u.step.next && !u.load.next && u.value.val().get_bit(0));
            count(happened, "lfsr holds", !u.step.next && !u.load.next);
            count(happened, "lfsr loads zero", u.load.next && !u.seed.next.any());
            count(happened, "lfsr loads", u.load.next && u.seed.next.any());
        },
    )
}

/// The comparison of two words of this width: equal ones, one bit apart, and any.
fn compare<const K: usize>(happened: &mut Happened) -> Case {
    case::<Compare<K>>(
        &format!("Compare{K}"),
        &design!(Compare<K>),
        |u| &mut u.clock,
        |u, r| {
            let (a, kind) = (r.bits(K), r.word() % 3);
            u.a.next = a.into();
            u.b.next = match kind {
                0 => a,
                1 => a ^ 1 << (r.word() % K as u64),
                _ => r.bits(K),
            }
            .into();
            count(happened, "compare equal", u.a.next == u.b.next);
            count(happened, "compare one bit apart", kind == 1);
        },
    )
}

/// The coalescer of two cycles an event: few keys, weights that fill an entry, every operation, a taker that waits.
fn coalescer<const K: usize, const E: usize, const W: usize, const X: usize>(happened: &mut Happened) -> Case {
    let (mut step, mut free, mut idle) = (0u64, true, true);
    let name = format!("Coalescer{K}x{E}");
    let mut case = case::<Coalescer<K, E, W, X>>(
        &name,
        &design!(Coalescer<K, E>),
        |u| &mut u.clock,
        |u, r| {
            u.reset.next = step < 2 || step == 2500;
            if free {
                u.ev.valid.next = !r.one_in(5);
                // Eight keys, two of which share an entry.
                let key = (r.word() % 4) << (r.word() % 2 * E as u64);
                u.ev.key.next = (key & (u64::MAX >> (64 - K))).into();
                u.ev.weight.next = if r.one_in(6) { 0 } else { 1 + r.word() % 40 }.into();
            }
            if idle {
                u.flush.valid.next = r.one_in(90);
                u.flush.op.next = (1 + r.word() % 3).into();
            }
            u.out.ready.next = if step / 300 % 2 == 0 { !r.one_in(4) } else { r.one_in(9) };
            u.cfg_weight_max.next = 100.into();
            settled(u);
            let (offered, taken) = (u.ev.valid.val(), u.ev.valid.val() && u.ev.ready.val());
            let (asked, done) = (u.flush.valid.val(), u.flush.valid.val() && u.flush.ready.val());
            let (valid, ready) = (u.out.valid.val(), u.out.ready.val());
            free = !offered || taken || u.reset.val();
            idle = !asked || done || u.reset.val();
            count(happened, "coalescer reset at work", u.reset.val() && step > 2);
            count(happened, "coalescer takes an event", taken);
            count(happened, "coalescer ignores an event", taken && !u.ev.weight.val().any());
            count(happened, "coalescer has an event wait for an operation", offered && asked);
            count(happened, "coalescer sends", valid && ready);
            count(happened, "coalescer sends a sum", valid && ready && u.out.weight.val().to_u64() > 40);
            count(happened, "coalescer waits for its taker", valid && !ready);
            for (op, what) in
                [(1, "coalescer sends all"), (2, "coalescer forgets all"), (3, "coalescer sends all and resets")]
            {
                count(happened, what, done && u.flush.op.val() == op);
            }
            step += 1;
        },
    );
    case.only_while("out$key", "out$valid");
    case.only_while("out$weight", "out$valid");
    case
}

#[test]
fn the_evaluator_computes_what_the_verilog_of_the_description_does() {
    let mut happened = Happened::new();
    let h = &mut happened;
    let cases = [
        fifo::<8, 2, 3>(h),
        fifo::<33, 4, 5>(h),
        lfsr::<7>(h),
        lfsr::<64>(h),
        compare::<9>(h),
        compare::<64>(h),
        coalescer::<16, 4, 32, 5>(h),
        coalescer::<34, 5, 50, 6>(h),
    ];
    for case in &cases {
        for (output, toggles) in case.toggles() {
            assert!(toggles >= 5, "{}: `{output}` changed {toggles} times", case.name);
        }
    }
    println!("{happened:#?}");
    assert_eq!(happened.len(), 21, "{happened:#?}");
    for (what, times) in &happened {
        let wanted = if what.ends_with("reset at work") { 2 } else { 8 };
        assert!(*times >= wanted, "{what}: {times} times in {happened:#?}");
    }
    let verdicts = replay(&cases);
    assert_eq!(verdicts.len(), 2 * cases.len(), "a verdict of each simulator for each unit");
    let wrong: Vec<_> = verdicts.iter().filter(|verdict| verdict.wrong > 0).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The comparison finds what is wrong: one bit of a mask in the description's text.
#[test]
fn a_wrong_bit_in_the_text_is_found() {
    let mut case = lfsr::<16>(&mut Happened::new());
    let (text, _) = case.emitted.as_mut().unwrap();
    assert_eq!(text.matches("16'hb400").count(), 1, "{text}");
    *text = text.replace("16'hb400", "16'hb401");
    let verdicts = replay(&[case]);
    assert!(verdicts.len() == 2 && verdicts.iter().all(|verdict| verdict.wrong > CYCLES / 2), "{verdicts:#?}");
}
