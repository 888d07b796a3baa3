//! Programs that the compiler of productions refuses or warns of, each with the place that the message points at.
use super::hps::{config, decode, retire};
use treetap::lang::hps::{Code, Target};
use treetap::spec::hps::{Config, Mode};

/// A program with one production and whatever it needs.
pub const NEEDS: &str = "handler H = 1; R1: call(H, T.INSN); T.INSN; R2: call(H); ";

/// A text that raises `code`, with the line and column that it points at.
pub struct Case {
    pub code: Code,
    pub place: (usize, usize),
    pub text: String,
    pub target: Target,
}

fn case(code: Code, place: (usize, usize), text: impl Into<String>) -> Case {
    Case { code, place, text: text.into(), target: retire() }
}

fn small() -> Config {
    Config { patterns: 2, conditions: 2, words: 16, ..config(Mode::Decode) }
}

/// What is no sentence, and tests that no row can hold.
fn sentences() -> Vec<Case> {
    use Code::*;
    let many = |n: usize| (0..n).map(|i| format!("T.RD == x{i}")).collect::<Vec<_>>().join(" || ");
    vec![
        case(Syntax, (1, 9), "P0: any any => null, null;"),
        case(Syntax, (1, 1), "P0 any => null, null;"),
        case(Syntax, (1, 11), "param a = 0xg;"),
        case(Syntax, (1, 5), "P0: § => null, null;"),
        case(Syntax, (1, 24), "P0: any => null, null; Q "),
        case(Syntax, (1, 19), "P0: any => inc_0, dec_0; "),
        case(Syntax, (1, 7), "order fast;"),
        case(Syntax, (1, 69), format!("P0: {}any{} => null, null;", "(".repeat(80), ")".repeat(80))),
        case(Syntax, (1, 5), "R1: add x1, x2; T.INSN;\nP0: any => null, R1;"),
        case(Mix, (2, 6), "# mixed\nP0: (T.OPCLASS == call || zero_0) => null, null;"),
        case(Neg, (1, 7), "P0: !(T.OP == add) => null, null;"),
        case(Neg, (1, 5), "P0: T.OP != add => null, null;"),
        case(Neg, (2, 28), "range M = [0, 16);\nP0: T.OPCLASS == load && !(T.PC in M) => null, null;"),
        case(Neg, (1, 6), "P0: !T.PRIV >= S => null, null;"),
        case(Neg, (1, 6), "P0: !T.TAKEN => null, null;"),
        case(Neg, (1, 6), "P0: !T.OPCLASS == entry => null, null;"),
        case(And, (1, 5), "P0: T.OPCLASS == entry && T.OPCLASS == load => null, null;"),
        case(And, (2, 5), "range A = [0, 8); range B = [4, 16);\nP0: T.PC in A && T.PC in B => null, null;"),
        case(Dnf, (1, 1), format!("P0: {} => null, null;", many(17))),
        case(Empty, (1, 1), "P0: T.OP == add && T.OP == sub => null, null;"),
    ]
}

/// Counters and registers that there are not, numbers that do not fit.
fn counters() -> Vec<Case> {
    use Code::*;
    vec![
        case(Ctr, (1, 5), "P0: zero_2 => null, null;"),
        case(Ctr, (1, 12), "P0: any => inc_7, null;"),
        case(Ctr, (1, 1), "ctr 2 = 1;"),
        Case {
            target: Target::new(Config { counters: 4, ..config(Mode::Retire) }),
            ..case(Ctr3, (1, 5), "P0: zero_0 && zero_1 && zero_2 => null, null;")
        },
        case(Reg, (1, 5), "reg HPS_R8 = 1;"),
        case(Reg, (1, 18), "P0: any => set_0(HPS_R9), null;"),
        case(Range, (1, 1), "reg HPS_R0 = 1 << 24;"),
        case(Range, (1, 1), "ctr 0 = 1 - 2;"),
        case(Range, (1, 9), "handler H = 256;"),
        case(Range, (1, 11), "param a = 1 / 0;"),
        case(Range, (1, 14), "P0: T.INSN & 1 << 32 == 0 => null, null;"),
        case(Range, (1, 18), "R1: addi x1, x1, 2048; T.INSN;\nP0: any => null, R1;").decoded(),
        case(Ranges, (2, 7), "range A=[0,1); range B=[0,1); range C=[0,1); range D=[0,1);\nrange E=[0,1);"),
    ]
}

/// Programs that are too large.
fn sizes() -> Vec<Case> {
    use Code::*;
    let rt = "R1: T.INSN; R2: T.INSN; nop; R3: nop; T.INSN;\nP0: any => null, R1;\n";
    let nops = |n: usize| "nop; ".repeat(n);
    vec![
        Case {
            target: Target::new(small()),
            ..case(
                Pt,
                (3, 1),
                "P0: T.OP == add => inc_0, null;\nP1: T.OP == sub => inc_0, null;\nP2: T.OP == or => inc_0, null;",
            )
        },
        Case {
            target: Target::new(small()),
            ..case(
                Ct,
                (2, 1),
                "P0: T.RD == x1 && zero_0 => inc_0, null; P1: T.RD == x2 => inc_0, null;\nP2: T.RD == x3 => dec_0, \
                 null;",
            )
        },
        Case {
            target: Target::new(small()),
            ..case(Rt, (3, 1), format!("{rt}P1: T.RD == x1 => null, R4; R4: {} T.INSN;", nops(15)))
        },
        Case { target: decode(), ..case(Seq, (1, 1), format!("R1: {} T.INSN; P0: any => null, R1;", nops(16))) },
    ]
}

/// Names that nobody gave, or that were given twice.
fn names() -> Vec<Case> {
    use Code::*;
    vec![
        case(Undef, (1, 18), "P0: any => null, R1;"),
        case(Undef, (1, 10), "R1: call(Nobody); T.INSN; P0: any => null, R1;"),
        case(Undef, (1, 13), "P0: T.PC in Nowhere => null, null;"),
        case(Undef, (1, 18), "P0: T.OPCLASS == branches => null, null;"),
        case(Undef, (1, 13), "P0: T.OP == addd => null, null;"),
        case(Undef, (1, 9), "ctr 0 = n;"),
        case(Undef, (1, 13), "P0: T.RD == y1 => null, null;"),
        case(Dup, (1, 24), "P0: any => null, null; P0: any => null, null;"),
        case(Dup, (1, 17), "R1: T.INSN;     R1: T.INSN;"),
        case(Dup, (1, 24), "param a = 1;     param a = 2;"),
        case(Dup, (1, 24), "handler H = 1; handler H = 2;"),
        case(Dup, (1, 23), "rnd seed=1 mask=1;    rnd seed=1 mask=1;"),
    ]
}

/// What a mode or a core does not have.
fn modes() -> Vec<Case> {
    use Code::*;
    vec![
        case(Retire, (1, 1), "R1: nop; T.INSN; P0: any => null, R1;"),
        case(Retire, (1, 1), "R1: T.INSN; P0: any => null, R1;"),
        Case { target: decode(), ..case(Taken, (1, 5), "P0: T.TAKEN => null, null;") },
        Case { target: Target { taken_only: true, ..decode() }, ..case(Taken, (1, 1), "P0: any => inc_0, null;") },
        Case {
            target: Target { native: true, ..decode() },
            ..case(PrivNative, (1, 9), "R1: add d1, x1, x2; T.INSN; P0: any => null, R1;")
        },
        Case {
            target: Target { native: true, ..decode() },
            ..case(PrivNative, (1, 20), "handler H = 1; R1: call(H); T.INSN; P0: any => null, R1;")
        },
        case(Dir, (1, 18), "R1: addi x1, x1, %hi(T.PC); T.INSN; P0: any => null, R1;").decoded(),
        case(Dir, (1, 13), "R1: lui x1, T.IMM; T.INSN; P0: any => null, R1;").decoded(),
        case(Dir, (1, 17), "R1: add x1, x2, f3; T.INSN; P0: any => null, R1;").decoded(),
        Case {
            target: Target { merge: true, ..decode() },
            ..case(SameUop, (2, 12), "R1: nop; T.INSN; P0: any => inc_0, R1;\nP1: any => dec_0, R1;")
        },
        case(Fwd, (1, 5), "P0: T.PC < T.Target => null, null;"),
    ]
}

/// What compiles with a warning.
fn warnings() -> Vec<Case> {
    use Code::*;
    vec![
        case(DropsInsn, (1, 45), format!("{NEEDS}P0: any => null, R2;")),
        case(
            Hidden,
            (2, 1),
            format!("{NEEDS}P0: T.OPCLASS == call => null, R1;\nP1: T.OPCLASS == call => inc_0, null;"),
        ),
        case(Shadow, (2, 1), format!("{NEEDS}P0: any => null, R1;\nP1: T.OPCLASS == call => inc_0, R1;")),
        case(Dead, (1, 5), "P0: zero_0 && !zero_0 => inc_0, null;"),
        case(SameCtr, (2, 1), "P0: T.OPCLASS == call => inc_0, null;\nP1: T.OPCLASS == cti => dec_0, null;"),
        case(EmptyPart, (1, 5), "P0: T.OP == add && T.OP == sub || T.OP == or => null, null;"),
        case(EmptyPart, (1, 7), "range A = [8, 8);"),
    ]
}

/// Every case.
pub fn cases() -> Vec<Case> {
    [sentences(), counters(), sizes(), names(), modes(), warnings()].into_iter().flatten().collect()
}

impl Case {
    fn decoded(self) -> Self {
        Self { target: decode(), ..self }
    }
}
