//! Operations of the ALU and on indices.
use super::{Carry, Code, Flag, Jump, Make, Plan, Shift, Steps, TakeA, TakeB, Test, file};
use crate::spec::coproc::word::{Alu, Index};

pub(super) fn plan(plan: &mut Plan) {
    indices(plan);
}

/// R of an operation, and the flags of it. In the last step but one base and index are looked up.
pub(super) fn operation(steps: &mut Steps, halves: usize, op: Alu) {
    first_pass(steps, halves, op);
    let last = match op {
        Alu::Nop | Alu::Mov | Alu::Rot16 | Alu::Sub | Alu::And | Alu::Or | Alu::Xor => halves - 1,
        Alu::Add => sum_pass(steps, halves, Flag::Result),
        Alu::Adds => {
            let last = sum_pass(steps, halves, Flag::ClipUp);
            bound_pass(steps, halves, last + 1, true)
        }
        Alu::Subs => bound_pass(steps, halves, halves, false),
        Alu::Shl1 => double_pass(steps, halves, halves - 1),
        Alu::Shl2 => {
            double_pass(steps, halves, halves - 1);
            double_pass(steps, halves, (halves + 2).max(2 * halves - 1))
        }
        Alu::Shr1 => shift_passes(steps, halves, 1),
        Alu::Shr2 => shift_passes(steps, halves, 2),
        Alu::Shr4 => shift_passes(steps, halves, 4),
        Alu::Shr8 => shift_passes(steps, halves, 8),
    };
    steps.at(last - 1).left(file::BASE).right(file::INDEX).code(Code::Index);
    steps.at(last).a(TakeA::File).b(TakeB::File).code(Code::Tail).table("memory");
}

/// A less B, by which they compare; R, unless it takes another pass.
fn first_pass(steps: &mut Steps, halves: usize, op: Alu) {
    for half in 1..halves {
        steps.at(half - 1).a(TakeA::Operand).b(TakeB::NotOperand).half(half);
        if half + 1 < halves {
            steps.operand(half - 1, half + 1);
        }
    }
    for half in 0..halves {
        if half == 0 {
            steps.at(0).begin();
        } else {
            steps.at(half - 1).carry(Carry::Kept);
        }
        let step = steps.at(half);
        let (make, to) = match op {
            Alu::Nop => (Make::Zero, half),
            Alu::Add | Alu::Adds => continue,
            Alu::Rot16 if half < 2 => (Make::Move, 1 - half),
            Alu::Rot16 => (Make::Zero, half),
            Alu::Sub | Alu::Subs => (Make::Sum, half),
            Alu::And => (Make::And, half),
            Alu::Or => (Make::Or, half),
            Alu::Xor => (Make::Xor, half),
            Alu::Mov | Alu::Shl1 | Alu::Shl2 | Alu::Shr1 | Alu::Shr2 | Alu::Shr4 | Alu::Shr8 => (Make::Move, half),
        };
        step.make(make).write(file::result(to));
    }
    match op {
        Alu::Nop => {}
        Alu::Rot16 if halves == 2 => {
            // The high half is made first.
            steps.at(0).flag(Flag::Neg);
            steps.at(1).flag(Flag::CompareZero);
        }
        Alu::Mov | Alu::Rot16 | Alu::Sub | Alu::And | Alu::Or | Alu::Xor => {
            steps.at(halves - 1).flag(Flag::CompareResult);
        }
        Alu::Subs => drop(steps.at(halves - 1).flag(Flag::CompareClip)),
        _ => drop(steps.at(halves - 1).flag(Flag::Compare)),
    }
}

/// A and B again, added. Gives the last step.
fn sum_pass(steps: &mut Steps, halves: usize, flag: Flag) -> usize {
    for half in 0..halves {
        steps.operand(halves - 2 + half, half);
        steps.at(halves - 1 + half).a(TakeA::Operand).b(TakeB::Operand).half(half);
        let step = steps.sum(halves + half, Carry::after(half, Carry::Zero)).write(file::result(half));
        if half == 0 {
            step.begin();
        }
    }
    steps.at(2 * halves - 1).flag(flag);
    2 * halves - 1
}

/// R stays within its bounds.
fn bound_pass(steps: &mut Steps, halves: usize, from: usize, up: bool) -> usize {
    for half in 0..halves {
        steps.at(from + half).left(file::result(half));
        let b = if up { TakeB::NotClip } else { TakeB::Clip };
        steps.at(from + 1 + half).a(TakeA::File).b(b);
        let step = steps.at(from + 2 + half).make(if up { Make::Or } else { Make::And });
        step.write(file::result(half));
        if half == 0 {
            step.begin();
        }
    }
    let last = from + 1 + halves;
    steps.at(last).flag(if up { Flag::SaturatedUp } else { Flag::SaturatedDown });
    last
}

/// R and R, added.
fn double_pass(steps: &mut Steps, halves: usize, from: usize) -> usize {
    for half in 0..halves {
        steps.at(from + half).left(file::result(half)).right(file::result(half));
        steps.at(from + 1 + half).a(TakeA::File).b(TakeB::File);
        let step = steps.sum(from + 2 + half, Carry::after(half, Carry::Zero)).write(file::result(half));
        if half == 0 {
            step.begin();
        }
    }
    let last = from + 1 + halves;
    steps.at(last).flag(Flag::Result);
    last
}

/// R shifted to the right, a bit in each pass, the high half first.
fn shift_passes(steps: &mut Steps, halves: usize, bits: usize) -> usize {
    let period = halves.max(3);
    for bit in 0..bits {
        let from = halves + bit * period;
        for at in 0..halves {
            let half = halves - 1 - at;
            steps.at(from + at).left(file::result(half));
            steps.at(from + 1 + at).a(TakeA::File);
            let shift = if at == 0 { Shift::Zero } else { Shift::Kept };
            let step = steps.at(from + 2 + at).shift(shift).write(file::result(half));
            if at == 0 {
                step.begin();
            }
        }
    }
    let last = halves + (bits - 1) * period + 1 + halves;
    steps.at(last).flag(Flag::ResultPositive);
    last
}

/// A is cut to the width of the index that is written: the largest value is looked up in the step before.
fn store(steps: &mut Steps, step: usize) {
    steps.at(step).make(Make::And).write(file::INDEX);
}

fn indices(plan: &mut Plan) {
    plan.table("index", Index::ALL.len(), |code, steps| {
        let op = Index::ALL[code];
        match op {
            Index::Nop => {}
            Index::Inc | Index::Incs => {
                steps.at(0).left(file::INDEX);
                steps.at(1).a(TakeA::File).b(TakeB::Zero).right(file::LARGEST);
                steps.sum(2, Carry::One).a(TakeA::Made).b(TakeB::NotFile);
                if op == Index::Inc {
                    store(steps, 3);
                    steps.at(3).begin().flag(Flag::IndexZero);
                } else {
                    steps.at(2).flag(Flag::ClipUp);
                    stops(steps, 3);
                    steps.at(3).flag(Flag::ClipMore);
                    steps.at(6).flag(Flag::IndexClip);
                }
            }
            Index::Dec => {
                steps.at(0).left(file::INDEX);
                steps.at(1).a(TakeA::File).b(TakeB::Ones).right(file::LARGEST);
                steps.sum(2, Carry::Zero).a(TakeA::Made).b(TakeB::NotFile).right(file::LARGEST);
                store(steps, 3);
                steps.at(3).b(TakeB::File);
                steps.at(4).make(Make::Or).begin().flag(Flag::IndexOnes);
            }
            Index::Decs => {
                steps.at(0).left(file::INDEX);
                steps.at(1).a(TakeA::File).b(TakeB::Ones);
                steps.sum(2, Carry::Zero).flag(Flag::ClipDown).a(TakeA::Made);
                steps.at(3).b(TakeB::Clip).right(file::LARGEST);
                steps.at(4).make(Make::And).a(TakeA::Made).b(TakeB::NotFile);
                stops(steps, 5);
                steps.at(5).flag(Flag::ClipUp);
                steps.at(8).begin().flag(Flag::IndexZero);
            }
            Index::Mov | Index::Alu | Index::Match => {
                let from = match op {
                    Index::Mov => file::INDEX,
                    Index::Alu => file::result(0),
                    _ => file::MATCHED,
                };
                steps.at(0).left(from).right(file::LARGEST);
                steps.at(1).a(TakeA::File).b(TakeB::NotFile);
                if op == Index::Match {
                    steps.at(0).test(Test::Hit);
                    steps.at(2).jump(Jump::IfNot, "no index");
                    store(steps, 3);
                } else {
                    store(steps, 2);
                }
            }
        }
        // What the branch asks is known a cycle after the flags, those of the result a cycle later themselves.
        let late = match op {
            Index::Inc | Index::Dec | Index::Decs => 2,
            Index::Incs => 1,
            _ => 0,
        };
        let last = steps.count().max(1) - 1 + late;
        steps.at(last).table("tail");
    });
    plan.chunk("no index", |steps| {
        steps.at(0).table("tail");
    });
}

/// A, which is compared with the largest value in B, stops there.
fn stops(steps: &mut Steps, step: usize) {
    steps.sum(step, Carry::One);
    steps.at(step + 1).b(TakeB::NotClip).right(file::LARGEST);
    steps.at(step + 2).make(Make::Or).a(TakeA::Made).b(TakeB::NotFile);
    store(steps, step + 3);
}
