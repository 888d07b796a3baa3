//! What the host asks for, clearing, and a reset.
use super::word::{fetched, takes_sample};
use super::{Act, Carry, Code, Flag, Host, Jump, Make, Memory, Plan, Shift, Steps, TakeA, TakeB, Test, file};
use crate::spec::coproc::Command;

pub(super) fn plan(plan: &mut Plan) {
    let (chain, deep) = (plan.chain, plan.deep);
    rests(plan);
    answers(plan);
    plan.table("host", Host::NobodyFar as usize + 1, |code, steps| match code {
        code if code == Host::NobodyRests as usize => sweeps(steps),
        code if code == Host::NobodyWaits as usize => takes_sample(steps),
        code if code == Host::NobodyFar as usize => fetched(steps, 1),
        code if code <= Host::ReadOther as usize => reads(steps, code, deep),
        code => writes(steps, code, chain),
    });
    plan.label("gather low", format!("host {}", Host::ReadValid as u8), 3);
    plan.label("gather high", format!("host {}", Host::ReadValid as u8), 7);
    plan.label("rest on", format!("host {}", Host::NobodyRests as u8), 0);
    plan.label("sweep memory", format!("host {}", Host::NobodyRests as u8), 2);
    plan.label("wait on", format!("host {}", Host::NobodyWaits as u8), 0);
    width(plan);
    commands(plan);
}

/// Nothing runs: arrays are cleared, the host is served.
fn rests(plan: &mut Plan) {
    plan.chunk("reset", |steps| {
        steps.at(0).a(TakeA::Reset).test(Test::CountAll);
        steps.at(2).make(Make::Found).write(file::COUNTED).act(Act::Count);
        steps.at(2).jump(Jump::IfNot, "reset");
        steps.at(3).goto("rest");
    });
    plan.chunk("rest", |steps| {
        steps.at(0).code(Code::Host);
        steps.at(1).test(Test::SweepValid);
        steps.at(2).test(Test::SweepMemory).table("host");
    });
    plan.chunk("sweep valid", |steps| {
        // What was tested is not known earlier.
        steps.at(0);
        steps.at(1).memory(Memory::Clear).act(Act::EntryNext).test(Test::SweepStops);
        steps.at(1).jump(Jump::IfNot, "sweep valid on");
        steps.at(2).goto("rest");
    });
    plan.label("sweep valid on", "sweep valid", 1);
}

/// No host asks: an array is cleared, if one is to be.
fn sweeps(steps: &mut Steps) {
    steps.at(0).jump(Jump::If, "sweep valid").test(Test::Never);
    steps.at(1).jump(Jump::IfNot, "rest");
    steps.at(2).make(Make::Zero).memory(Memory::Part).column(0);
    steps.at(3).make(Make::Zero).memory(Memory::Part).column(1).test(Test::SweepStops);
    steps.at(4).make(Make::Zero).memory(Memory::Part).column(2);
    steps.at(5).make(Make::Zero).memory(Memory::Part).column(3).act(Act::EntryNext);
    steps.at(5).jump(Jump::IfNot, "sweep memory");
    steps.at(6).goto("rest");
}

fn answers(plan: &mut Plan) {
    let deep = plan.deep;
    for (name, low, high) in [("answer 0", file::ZERO, file::ZERO), ("answer", file::scratch(0), file::scratch(1))] {
        plan.chunk(name, |steps| {
            steps.at(0).left(low).right(high).code(Code::Place);
            let answered = answers_looked_up(steps, 1, deep);
            steps.at(answered + 1).table("place");
        });
    }
    plan.chunk("violation", |steps| {
        steps.at(0).left(file::VIOLATIONS);
        steps.at(1).a(TakeA::File).b(TakeB::Zero);
        steps.sum(2, Carry::One).flag(Flag::ClipUp).a(TakeA::Made);
        steps.at(3).b(TakeB::NotClip);
        steps.at(4).make(Make::Or).write(file::VIOLATIONS).table("place");
    });
    // A host that asks all the time holds nothing up.
    plan.table("place", 3, |code, steps| match code {
        0 => fetched(steps, 0),
        1 => {
            steps.at(0).test(Test::Stopping);
            steps.at(1).test(Test::Sample).left(file::START).goto("wait on");
        }
        _ => {
            steps.at(0).test(Test::SweepValid);
            steps.at(1).test(Test::SweepMemory).goto("rest on");
        }
    });
}

/// The answer is what was looked up in the step before this one; the step of the answer. A deep build answers with both
/// operands, which take it first.
fn answers_looked_up(steps: &mut Steps, step: usize, deep: bool) -> usize {
    if deep {
        steps.at(step).a(TakeA::File).b(TakeB::File);
    }
    let answered = step + usize::from(deep);
    steps.at(answered).act(Act::Answer);
    answered
}

/// A write is answered in the step after this one; nobody takes what could be read then.
fn answers_now(steps: &mut Steps, step: usize) {
    steps.at(step).left(file::ZERO).right(file::ZERO);
    steps.at(step + 1).act(Act::Answer);
}

/// This half of the answer: A, or what was found beside it.
fn says(steps: &mut Steps, step: usize, make: Make, half: usize) {
    steps.at(step).make(make).write(file::scratch(half));
}

/// The entry, or word, that the host means.
fn meant(steps: &mut Steps, act: Act) {
    steps.at(0).a(TakeA::HostBase);
    steps.at(1).act(act);
}

fn reads(steps: &mut Steps, code: usize, deep: bool) {
    /// Two halves, of which the first is taken in this step; without a second one it is 0.
    fn two(steps: &mut Steps, step: usize, low: TakeA, high: Option<TakeA>) {
        let make = if matches!(low, TakeA::Part) { Make::Move } else { Make::Found };
        steps.at(step).a(low);
        says(steps, step + 1, make, 0);
        match high {
            Some(high) => {
                steps.at(step + 1).a(high);
                says(steps, step + 2, make, 1);
            }
            None => says(steps, step + 2, Make::Zero, 1),
        }
        steps.at(step + 2).goto("answer");
    }
    match code {
        code if code == Host::Refused as usize => {
            steps.at(0).left(file::ZERO).right(file::ZERO);
            let answered = answers_looked_up(steps, 1, deep);
            steps.at(answered).code(Code::Place).goto("violation");
        }
        code if code == Host::ReadFile as usize => {
            steps.at(0).left(file::HOST).right(file::HOST_HIGH).code(Code::Place);
            let answered = answers_looked_up(steps, 1, deep);
            steps.at(answered + 1).table("place");
        }
        code if code == Host::ReadStatus as usize => two(steps, 0, TakeA::ToldLow, None),
        code if code == Host::ReadLow as usize => {
            meant(steps, Act::Place);
            steps.at(3).act(Act::Load);
            two(steps, 5, TakeA::ToldLow, Some(TakeA::ToldHigh));
        }
        code if code == Host::ReadHigh as usize => {
            meant(steps, Act::Place);
            steps.at(3).act(Act::Load);
            two(steps, 5, TakeA::ToldLow, None);
        }
        code if code == Host::ReadKey as usize => {
            meant(steps, Act::Entry);
            two(steps, 3 + usize::from(deep), TakeA::KeyLow, Some(TakeA::KeyHigh));
        }
        code if code == Host::ReadValid as usize => {
            meant(steps, Act::Entry);
            steps.at(0).left(file::ZERO);
            steps.at(1).a(TakeA::File);
            steps.at(2).act(Act::CountFrom);
            for (half, from) in [(0, 3), (1, 7)] {
                steps.at(from).test(Test::CountSixteen);
                steps.at(from + 1).shift(Shift::Valid).a(TakeA::Made).act(Act::EntryNext);
                steps.at(from + 2).jump(Jump::IfNot, ["gather low", "gather high"][half]);
                says(steps, from + 3, Make::Move, half);
            }
            steps.at(10).goto("answer");
        }
        code if code == Host::ReadEntry as usize => {
            meant(steps, Act::Entry);
            steps.at(2).column(0);
            steps.at(3).column(1);
            two(steps, 4, TakeA::Part, Some(TakeA::Part));
        }
        _ => two(steps, 0, TakeA::ToldLow, Some(TakeA::ToldHigh)),
    }
}

fn writes(steps: &mut Steps, code: usize, chain: bool) {
    match code {
        code if code == Host::Write as usize => {
            // The answer comes in the cycle after the effect: what others see of it is dated by the answer.
            steps.at(0).a(TakeA::DataHigh);
            steps.at(1).make(Make::Move).write(file::HOST_HIGH);
            steps.at(2).act(Act::Store).test(Test::Refused).a(TakeA::DataLow);
            answers_now(steps, 2);
            steps.at(3).make(Make::Move).write(file::HOST).code(Code::Place);
            steps.at(4).jump(Jump::If, "violation");
            steps.at(5).table("place");
            return;
        }
        code if code == Host::WriteIndex as usize => {
            steps.at(0).a(TakeA::DataLow).right(file::HOST_LARGEST);
            steps.at(1).b(TakeB::NotFile);
            steps.at(2).make(Make::And).write(file::HOST);
        }
        code if code == Host::WriteWidth as usize => {
            steps.at(0).left(file::SIXTEEN).test(Test::WidthWrong);
            steps.at(1).a(TakeA::File);
            steps.at(2).jump(Jump::If, "width");
            steps.at(3).a(TakeA::DataLow).goto("width");
            return;
        }
        code if code == Host::WriteRandom as usize => {
            steps.at(0).a(TakeA::DataLow).b(TakeB::Zero);
            steps.at(1).make(Make::Move).write(file::RANDOM).begin();
            steps.at(3).test(Test::MadeZero);
            steps.at(5).jump(Jump::IfNot, "answer 0");
            steps.sum(6, Carry::One).write(file::RANDOM);
        }
        code if code == Host::WriteKey as usize => {
            meant(steps, Act::Entry);
            steps.at(1).a(TakeA::DataLow);
            steps.at(2).key().a(TakeA::DataHigh);
            steps.at(4).memory(Memory::Key);
            if chain {
                steps.waits(5);
                steps.at(6);
            }
        }
        code if code == Host::WriteEntry as usize => {
            meant(steps, Act::Entry);
            steps.at(1).a(TakeA::DataLow);
            steps.at(2).make(Make::Move).memory(Memory::Part).column(0).a(TakeA::DataHigh);
            steps.at(3).make(Make::Move).memory(Memory::Part).column(1);
        }
        code if code == Host::WriteLow as usize => {
            steps.at(0).a(TakeA::DataLow);
            steps.at(1).make(Make::Move).write(file::low(0)).a(TakeA::DataHigh);
            steps.at(2).make(Make::Move).write(file::low(1));
        }
        code if code == Host::WriteHigh as usize => {
            meant(steps, Act::Place);
            steps.at(0).left(file::low(0));
            steps.at(1).a(TakeA::File).left(file::low(1));
            steps.at(2).make(Make::Move).memory(Memory::Word0).a(TakeA::File);
            steps.at(3).make(Make::Move).memory(Memory::Word1).a(TakeA::DataLow);
            steps.at(4).make(Make::Move).memory(Memory::Word2);
        }
        code if code == Host::Command as usize => {
            steps.at(0).code(Code::Command).a(TakeA::HostBase);
            steps.at(2).table("command");
            return;
        }
        _ => {
            steps.at(0).left(file::words(1));
            steps.at(1).a(TakeA::File).b(TakeB::Zero).left(file::words(2));
            steps.sum(2, Carry::One).write(file::words(1)).a(TakeA::File).left(file::words(3));
            steps.sum(3, Carry::Kept).write(file::words(2)).a(TakeA::File);
            steps.sum(4, Carry::Kept).write(file::words(3));
            steps.at(4).flag(Flag::Paid).code(Code::Place);
            steps.at(6).table("place");
            return;
        }
    }
    let last = steps.count() - 1;
    steps.at(last).goto("answer 0");
}

/// A is a width that is written: its largest value follows from it, and cuts the index.
fn width(plan: &mut Plan) {
    plan.chunk("width", |steps| {
        steps.at(0).make(Make::Move).write(file::HOST).b(TakeB::Ones);
        steps.sum(1, Carry::Zero).a(TakeA::Made);
        steps.at(2).act(Act::CountFrom).b(TakeB::Zero);
        steps.at(3).make(Make::Or).a(TakeA::Made);
        steps.at(4).test(Test::CountSixteen);
        steps.at(6).jump(Jump::If, "width known");
        steps.at(7).shift(Shift::Zero).a(TakeA::Made).act(Act::Count).goto("width on");
    });
    plan.label("width on", "width", 4);
    plan.chunk("width known", |steps| {
        steps.at(0).make(Make::Move).write(file::HOST_LARGEST).left(file::HOST_INDEX);
        steps.at(1).a(TakeA::File).right(file::HOST_LARGEST);
        steps.at(2).b(TakeB::NotFile);
        steps.at(3).make(Make::And).write(file::HOST_INDEX).goto("answer 0");
    });
}

fn commands(plan: &mut Plan) {
    let chain = plan.chain;
    plan.table("command", Command::ALL.len() + 1, |code, steps| match Command::from_code(code as u8) {
        Some(Command::ClearCounters) => {
            steps.at(0).act(Act::Command).test(Test::Refused);
            answers_now(steps, 0);
            steps.at(1).code(Code::Place);
            steps.at(2).jump(Jump::If, "violation");
            for half in 1..4 {
                steps.at(2 + half).make(Make::Zero).write(file::words(half));
            }
            steps.at(6).make(Make::Zero).write(file::VIOLATIONS).flag(Flag::Paid).table("place");
        }
        Some(Command::Reset) => {
            // It has its effect a cycle later than other commands.
            steps.at(0).act(Act::Command).test(Test::Never);
            answers_now(steps, 1);
            steps.at(2).goto("reset");
        }
        Some(Command::Invalidate) => {
            steps.at(0).act(Act::Entry);
            steps.at(3).memory(Memory::Invalid);
            if chain {
                steps.waits(4);
                steps.at(5);
            }
            let last = steps.count() - 1;
            steps.at(last).goto("answer 0");
        }
        _ => {
            steps.at(0).act(Act::Command);
            answers_now(steps, 0);
            steps.at(1).code(Code::Place);
            steps.at(3).table("place");
        }
    });
}
