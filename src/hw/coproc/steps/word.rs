//! From a sample to a word, the fields that have to be computed, and where a word leads.
use super::{
    Act, BEFORE, Before, Carry, Code, Jump, KINDS, Kind, Make, OPENINGS, Plan, Shift, Steps, TakeA, TakeB, Test, file,
    sum,
};
use crate::spec::coproc::word::Alu;

pub(super) fn plan(plan: &mut Plan, halves: usize) {
    samples(plan);
    words(plan, halves);
    ends(plan, halves);
}

/// Waiting for samples.
fn samples(plan: &mut Plan) {
    plan.chunk("wait", |steps| {
        steps.at(0).code(Code::Host);
        steps.at(1).test(Test::Stopping);
        steps.at(2).test(Test::Sample).left(file::START).table("host");
    });
    plan.chunk("stopped", |steps| {
        steps.at(0).act(Act::Stop).goto("rest");
    });
}

/// No host asks: the sample that is here, if there is one.
pub(super) fn takes_sample(steps: &mut Steps) {
    steps.at(0).jump(Jump::If, "stopped").a(TakeA::File).left(file::WATCHDOG);
    steps.at(1).jump(Jump::IfNot, "wait").act(Act::Place).a(TakeA::File);
    steps.at(2).act(Act::Launch);
    fetched(steps, 4);
}

/// The word that was fetched begins; its number was known three steps before.
pub(super) fn fetched(steps: &mut Steps, step: usize) {
    steps.at(step).act(Act::Load).code(Code::Fetched).goto("begin");
}

/// A word up to its operation on the memories, and what comes before it.
fn words(plan: &mut Plan, halves: usize) {
    plan.chunk("begin", |steps| {
        steps.operand(0, 0);
        steps.operand(1, 1);
        steps.at(1).carry(Carry::One).a(TakeA::Operand).b(TakeB::NotOperand).half(0);
        steps.at(1).code(Code::Memory).table("word");
    });
    plan.table("word", OPENINGS, |code, steps| match code {
        BEFORE.. if code < KINDS => before(steps, code - BEFORE),
        KINDS.. => field(steps, halves, code - KINDS),
        _ => sum::operation(steps, halves, Alu::ALL[code]),
    });
}

/// The instruction becomes A and key, in steps 0 to 2.
fn instruction(steps: &mut Steps) {
    steps.at(0).second(false);
    steps.at(1).a(TakeA::Lane).half(0).second(false);
    steps.at(2).a(TakeA::Lane).half(1).key();
}

/// A half of a field is found in the instruction in this step, and written two steps later.
fn found(steps: &mut Steps, step: usize, detail: TakeA, half: usize) {
    steps.at(step).a(detail);
    steps.at(step + 2).make(Make::Found).write(file::field(half));
}

/// The field is the immediate, from step 7 on; it is known a step after the instruction.
fn immediate(steps: &mut Steps) {
    instruction(steps);
    found(steps, 4, TakeA::ImmediateLow, 0);
    found(steps, 5, TakeA::ImmediateHigh, 1);
}

/// Halves of a field are 0, one a step.
fn zeros(steps: &mut Steps, step: usize, halves: std::ops::Range<usize>) {
    for (at, half) in halves.enumerate() {
        steps.at(step + at).make(Make::Zero).write(file::field(half));
    }
}

/// The high half of a sum of tags, cut.
fn cut(steps: &mut Steps, step: usize) {
    steps.at(step).right(file::TAG);
    steps.sum(step + 1, Carry::Kept).a(TakeA::Made).b(TakeB::NotFile);
    steps.at(step + 2).make(Make::And).write(file::field(1));
}

/// A field that has to be computed; then the word begins again.
fn field(steps: &mut Steps, halves: usize, kind: usize) {
    match kind {
        code if code == Kind::Few as usize => {
            instruction(steps);
            found(steps, 3, TakeA::Few, 0);
            zeros(steps, 6, 1..halves);
        }
        code if code == Kind::Immediate as usize => {
            immediate(steps);
            for half in 2..halves {
                found(steps, 4 + half, TakeA::ImmediateSign, half);
            }
        }
        code if code == Kind::Target as usize => {
            immediate(steps);
            steps.at(8).left(file::field(1));
            steps.at(9).a(TakeA::File).left(file::field(0));
            steps.at(10).shift(Shift::Sign).write(file::field(1)).a(TakeA::File);
            steps.at(11).shift(Shift::Kept).write(file::field(0));
            steps.at(12).second(true).right(file::field(0));
            steps.at(13).a(TakeA::Lane).half(0).b(TakeB::File).second(true).right(file::field(1));
            steps.sum(14, Carry::Zero).write(file::field(0));
            steps.at(14).a(TakeA::Lane).half(1).b(TakeB::File);
            cut(steps, 14);
            zeros(steps, 17, 2..halves);
        }
        code if code == Kind::Fall as usize => {
            steps.at(0).second(false).right(file::ONE);
            steps.at(1).a(TakeA::Lane).half(0).b(TakeB::File).second(false);
            steps.sum(2, Carry::Long).write(file::field(0));
            steps.at(2).a(TakeA::Lane).half(1).b(TakeB::Zero);
            cut(steps, 2);
            zeros(steps, 5, 2..halves);
        }
        code if code == Kind::Address as usize => {
            for half in 0..halves {
                steps.at(half).second(half >= 2);
                steps.at(half + 1).a(TakeA::Lane).half(half);
                steps.at(half + 2).make(Make::Move).write(file::field(half));
            }
            for half in 0..halves {
                let from = halves + 2 + half;
                steps.at(from).left(file::field(half)).right(file::field(half));
                steps.at(from + 1).a(TakeA::File).b(TakeB::File);
                steps.sum(from + 2, Carry::after(half, Carry::Zero)).write(file::field(half));
            }
        }
        _ => return,
    }
    let last = steps.count() - 1;
    steps.at(last).code(Code::Alu).goto("begin");
}

/// What a word does at its end, and where it leads.
fn ends(plan: &mut Plan, halves: usize) {
    const WRITES: usize = 1;
    const RANDOM: usize = 2;
    plan.table("tail", 4, |code, steps| {
        let mut last = 0;
        if code & WRITES != 0 {
            for half in 0..halves {
                steps.at(half).left(file::result(half));
                steps.at(half + 1).a(TakeA::File);
                steps.at(half + 2).make(Make::Move).write(file::operand(half));
            }
            last = halves + 1;
        }
        if code & RANDOM != 0 {
            let from = if code & WRITES == 0 { 0 } else { halves };
            steps.at(from).left(file::RANDOM);
            steps.at(from + 1).a(TakeA::File);
            steps.at(from + 2).a(TakeA::Random);
            steps.at(from + 3).make(Make::Found).write(file::RANDOM);
            last = from + 3;
        }
        steps.at(last).act(Act::Next).code(Code::Next).goto("begin");
    });
}

/// What comes before the next word, whose first half words were looked up in vain.
fn before(steps: &mut Steps, code: usize) {
    match code {
        code if code == Before::Done as usize => drop(steps.at(0).act(Act::Done).goto("wait")),
        code if code == Before::Interrupt as usize => drop(steps.at(0).act(Act::Interrupt).goto("rest")),
        code if code == Before::Fetch as usize => fetched(steps, 0),
        code if code == Before::Host as usize => {
            steps.at(0).code(Code::Host);
            steps.at(2).table("host");
        }
        _ => {
            // A program of nothing but far branches holds no host up.
            steps.at(0).left(file::FAR).code(Code::Host);
            steps.at(1).a(TakeA::File);
            steps.at(2).act(Act::Place);
            steps.at(3).table("host");
        }
    }
}
