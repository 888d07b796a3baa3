//! Operations on the memories.
use super::{Act, Carry, Code, Flag, Make, Memory as Write, Plan, Steps, TROUBLE, TakeA, TakeB, file};
use crate::spec::coproc::word::Memory;

/// Sizes of a part: 64, 32, 16 and 8 bits.
const SIZES: usize = 4;
/// The size of a byte.
const BYTE: usize = 3;

/// Half words of a part of a size.
fn parts(size: usize) -> usize {
    [4, 2, 1, 1][size]
}

/// Whether a build has parts of a size: one of 64 bits takes values as wide.
fn there(size: usize, halves: usize) -> bool {
    parts(size) <= halves
}

pub(super) fn plan(plan: &mut Plan, halves: usize) {
    let (chain, deep) = (plan.chain, plan.deep);
    plan.table("memory", TROUBLE + 1, |code, steps| {
        if code == TROUBLE {
            steps.at(0).act(Act::Fail).goto("rest");
        } else if let Some(op) = Memory::from_code(code as u8) {
            operation(steps, halves, op, chain, deep);
        }
    });
    plan.label("st again", format!("memory {}", Memory::St as u8), 1);
    plan.label("ld again", format!("memory {}", Memory::Ld as u8), 1);
    reads(plan, halves);
    writes(plan, halves);
    for op in [Memory::Inc, Memory::Dec, Memory::Add] {
        plan.table(op.name(), SIZES, |size, steps| {
            if there(size, halves) {
                count(steps, halves, size, op);
            }
        });
    }
}

/// An operation, of the base in A and the index in B. It enters the table of operations on the index.
fn operation(steps: &mut Steps, halves: usize, op: Memory, chain: bool, deep: bool) {
    if op != Memory::Nop {
        steps.at(0).act(Act::Entry);
    }
    match op {
        Memory::Nop => drop(steps.at(0).table("index")),
        Memory::Ld => {
            steps.at(0).code(Code::Size);
            looks(steps);
            steps.at(3).a(TakeA::Part).code(Code::Index).table("ld");
        }
        Memory::St => {
            steps.at(0).code(Code::Size);
            steps.at(1).left(file::result(0));
            steps.at(2).a(TakeA::File).left(file::result(1)).column(0).code(Code::Index).table("st");
        }
        Memory::Inc => counts(steps, Memory::Inc, "minc"),
        Memory::Dec => counts(steps, Memory::Dec, "mdec"),
        Memory::Add => counts(steps, Memory::Add, "madd"),
        Memory::Xchg => {
            steps.at(0).code(Code::Size);
            looks(steps);
            steps.at(3).a(TakeA::Part).table("xchg");
        }
        Memory::Match => {
            steps.operand(0, 0);
            steps.at(1).a(TakeA::Operand).half(0);
            steps.operand(1, 1);
            steps.at(2).a(TakeA::Operand).half(1).key();
            steps.at(3).act(Act::Search);
            steps.waits(4);
            steps.at(4).left(file::MATCHED).code(Code::Index);
            steps.at(5).a(TakeA::Found).flag(Flag::HitFound);
            steps.at(6).make(Make::Move).write(file::MATCHED);
            ends(steps, 6);
        }
        Memory::Write => {
            steps.operand(0, 0);
            steps.at(1).a(TakeA::Operand).half(0).code(Code::Index);
            steps.operand(1, 1);
            steps.at(2).a(TakeA::Operand).half(1).key();
            steps.at(3).memory(Write::Key);
            changed(steps, 3, chain);
        }
        Memory::Invalidate => {
            steps.at(0).code(Code::Index);
            let step = if chain { 3 } else { 2 };
            steps.at(step).memory(Write::Invalid);
            changed(steps, step, chain);
        }
        Memory::Read => {
            let there = if deep { 3 } else { 2 };
            steps.at(there).a(TakeA::KeyLow).code(Code::Index);
            steps.at(there + 1).make(Make::Found).write(file::read(0)).a(TakeA::KeyHigh).flag(Flag::HitValid);
            steps.at(there + 2).make(Make::Found).write(file::read(1));
            zeros(steps, there + 1, 2..halves);
            ends(steps, there + halves);
        }
    }
}

/// The associative array changes in this step, and rests when the operation ends.
fn changed(steps: &mut Steps, step: usize, chain: bool) {
    if chain {
        steps.waits(step + 1);
    }
    ends(steps, if chain { step + 3 } else { step });
}

/// Halves of the entry are looked up: one is there two steps later.
fn looks(steps: &mut Steps) {
    for half in 0..3 {
        steps.at(1 + half).column(half);
    }
}

/// After this step comes the operation on the index, whose code was chosen before, and after that the tail.
fn ends(steps: &mut Steps, last: usize) {
    steps.at(last - 1).code(Code::Tail);
    steps.at(last).table("index");
}

/// These halves of MD are 0, from that step on if they were all.
fn zeros(steps: &mut Steps, step: usize, halves: std::ops::Range<usize>) {
    for half in halves {
        steps.at(step + half).make(Make::Zero).write(file::read(half));
    }
}

/// MD is the part.
fn read(steps: &mut Steps, halves: usize, size: usize) {
    let parts = parts(size);
    for half in 0..parts {
        steps.at(half).make(Make::Move).write(file::read(half));
        if half + 1 < parts {
            steps.at(half).a(TakeA::Part);
        }
        if half + 3 < parts {
            steps.at(half).column(half + 3);
        }
    }
    zeros(steps, 0, parts..halves);
}

fn reads(plan: &mut Plan, halves: usize) {
    plan.table("ld", SIZES, |size, steps| {
        if !there(size, halves) {
            return;
        }
        read(steps, halves, size);
        ends(steps, halves - 1);
    });
    plan.table("xchg", SIZES, |size, steps| {
        if !there(size, halves) {
            return;
        }
        read(steps, halves, size);
        steps.at(halves - 1).goto("st again");
    });
}

fn writes(plan: &mut Plan, halves: usize) {
    plan.table("st", SIZES, |size, steps| {
        if !there(size, halves) {
            return;
        }
        let parts = parts(size);
        for half in 0..parts {
            steps.at(half).make(Make::Move).memory(Write::Part).column(half);
            if half + 1 < parts {
                steps.at(half).a(TakeA::File);
            }
            if half + 2 < parts {
                steps.at(half).left(file::result(half + 2));
            }
        }
        ends(steps, parts.max(2) - 1);
    });
}

/// What a count adds to the part, a half in A: 1, all ones, R.
fn addend(op: Memory) -> (TakeA, TakeB) {
    match op {
        Memory::Inc => (TakeA::PartOnes, TakeB::Zero),
        Memory::Dec => (TakeA::Part, TakeB::Ones),
        _ => (TakeA::PartOnes, TakeB::File),
    }
}

/// The first steps of a count.
fn counts(steps: &mut Steps, op: Memory, table: &str) {
    let (a, b) = addend(op);
    let carry = if op == Memory::Inc { Carry::One } else { Carry::Zero };
    steps.at(0).code(Code::Size);
    looks(steps);
    steps.at(2).right(file::result(0));
    steps.at(3).carry(carry).a(a).b(b).right(file::result(1)).code(Code::Index).table(table);
}

/// A part that is counted: the sum, then its bounds.
fn count(steps: &mut Steps, halves: usize, size: usize, op: Memory) {
    let parts = parts(size);
    let (a, b) = addend(op);
    let (make, bound) = if op == Memory::Dec { (Make::And, TakeB::Clip) } else { (Make::Or, TakeB::NotClip) };
    let flag = if op == Memory::Dec { Flag::CountedDown } else { Flag::CountedUp };
    for half in 0..parts {
        if half > 0 {
            steps.at(half - 1).carry(Carry::Kept);
        }
        steps.at(half).make(Make::Sum).write(file::scratch(half));
        if half + 1 < parts {
            steps.at(half).a(a).b(b);
        }
        if half + 2 < parts {
            steps.at(half).right(file::result(half + 2));
        }
        if half + 3 < parts {
            steps.at(half).column(half + 3);
        }
    }
    steps.at(parts - 1).flag(if op == Memory::Dec { Flag::ClipDown } else { Flag::ClipUp });
    let mut from = parts;
    if op == Memory::Add && parts < halves {
        // What R has above the part passes the bound.
        for (at, half) in (parts..halves).enumerate() {
            steps.at(parts - 1 + at).left(file::result(half));
            steps.at(parts + at).a(TakeA::File).b(TakeB::Ones);
            steps.sum(parts + 1 + at, Carry::Zero).flag(Flag::ClipMore);
        }
        from = halves + 1;
    }
    // A byte has ones above it; MD is read again.
    let again = size == BYTE && op != Memory::Dec;
    for half in 0..parts {
        steps.at(from + half).left(file::scratch(half));
        steps.at(from + 1 + half).a(TakeA::File).b(bound);
        steps.at(from + 2 + half).make(make).memory(Write::Part).column(half);
        if !again {
            steps.at(from + 2 + half).write(file::read(half));
        }
    }
    steps.at(from + 2).begin();
    steps.at(from + 1 + parts).flag(flag);
    if again {
        // What is written now is there when the next step is over.
        steps.at(from + parts).code(Code::Size);
        steps.at(from + 2 + parts).goto("ld again");
    } else {
        zeros(steps, from + 2, parts..halves);
        // What the branch asks is known two cycles after the flag.
        ends(steps, from + 1 + halves.max(parts + 1));
    }
}
