//! The compiler of productions: every error and warning with its place, what productions become, and random texts
//! (docs/reference/hps-language.md).
use crate::support::hps::{compiled, config, decode, retire, said};
use crate::support::messages::{NEEDS, cases};
use proptest::prelude::*;
use rvdasm::disassembler::{Disassembler, Xlen as Width};
use std::collections::BTreeSet;
use treetap::lang::hps::{Code, Image, Target, compile, listing};
use treetap::lang::rv32;
use treetap::lang::source::Source;
use treetap::spec::hps::words::{
    Condition, Direction, Immediate, Kind, Operation, Pattern, Register, Replacement, Sign,
};
use treetap::spec::hps::{Config, Mode};
use treetap::trace::shapes::Random;

#[test]
fn every_error_and_warning_is_found_where_it_is() {
    let mut seen = BTreeSet::new();
    let mut wrong = vec![];
    for case in cases() {
        let source = Source::new("test.hps", &case.text);
        let found = match compile(&source, &case.target, &[]) {
            Ok(compiled) => {
                assert!(case.code.warns(), "{}: compiled: {}", case.code, case.text);
                compiled.warnings
            }
            Err(found) => {
                assert!(!case.code.warns(), "{}: failed: {found:?}", case.text);
                found.0
            }
        };
        let place = |span: treetap::lang::source::Span| {
            let place = source.place(span.start);
            (place.line, place.column)
        };
        if !found.iter().any(|one| one.code == case.code && place(one.span) == case.place) {
            let places: Vec<_> = found.iter().map(|one| (one.code.name(), place(one.span), &one.message)).collect();
            wrong.push(format!("{} at {:?} in {:?}: {places:?}", case.code, case.place, case.text));
        }
        seen.insert(case.code);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let missing: Vec<_> = Code::ALL.iter().filter(|code| !seen.contains(code)).collect();
    assert!(missing.is_empty(), "no text raises {missing:?}");
}

#[test]
fn every_name_is_in_the_reference() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/reference/hps-language.md")).unwrap();
    for code in Code::ALL {
        assert!(page.contains(&format!("`{code}`")), "docs/reference/hps-language.md does not explain {code}");
    }
}

/// The patterns of a text in mode decode.
fn patterns(text: &str) -> Vec<Pattern> {
    compiled(text, &decode()).image.patterns.iter().map(|words| Pattern::from_words(*words)).collect()
}

fn pattern(test: &str) -> Pattern {
    let found = patterns(&format!("range A = [16, 32); range B = [64, 128); P0: {test} => inc_0, null;"));
    assert_eq!(found.len(), 1, "{test}: {found:?}");
    found[0]
}

#[test]
fn tests_of_instructions_become_entries() {
    assert_eq!(pattern("any").words()[..3], [0, 0, 0x8000_0000]);
    let add = pattern("T.OP == add && T.RD == x5 && T.RS1 == sp && T.RS2 == t0");
    assert_eq!((add.mask, add.value), (0xffff_ffff, 0x0051_02b3));
    assert_eq!(pattern("T.INSN & 0x7f == 0x33").mask, 0x7f);
    assert_eq!((pattern("T.IMM < 0").sign, pattern("!T.IMM < 0").sign), (Sign::Negative, Sign::NonNegative));
    assert_eq!(pattern("T.OPCLASS == jump && T.Target <= T.PC").direction, Direction::Backward);
    assert_eq!(pattern("T.OPCLASS == jump && T.PC >= T.Target").direction, Direction::Backward);
    assert_eq!(pattern("T.OPCLASS == cbranch && !(T.Target <= T.PC)").direction, Direction::Forward);
    // A branch that leads backward is a class of its own.
    let back = pattern("T.OPCLASS == branch && T.Target <= T.PC");
    assert_eq!((back.classes, back.direction), (0x8000, Direction::Any));
    assert_eq!((pattern("T.PC in A").ranges, pattern("T.PC in B && T.PC in B").ranges), (1, 2));
    assert_eq!(pattern("T.FLT in {entry, back}").filters, 6);
    assert_eq!(pattern("!T.FLT in {mute}").filters, 7);
    assert_eq!((pattern("T.PRIV >= S").privilege, pattern("T.PRIV >= M && T.PRIV >= S").privilege), (1, 3));
    assert_eq!(pattern("!T.OPCLASS == proc_call").classes, 0x3ffb);
    assert_eq!(pattern("!(T.OPCLASS == load || T.OPCLASS == store)").classes, 0x3f9f);
    assert_eq!(pattern("T.OPCLASS == cti && !T.OPCLASS == ret").classes, 0x17);
    assert_eq!(pattern("!(T.OP != sub)").value, 0x4000_0033);
}

#[test]
fn alternatives_are_merged_where_one_entry_can_be_several() {
    assert_eq!(patterns("P0: T.OPCLASS == load || T.OPCLASS == amo || T.OPCLASS == store => inc_0, null;").len(), 1);
    assert_eq!(patterns("P0: T.FLT in {entry} || T.FLT in {back} => inc_0, null;")[0].filters, 6);
    assert_eq!(patterns("P0: T.OP == add || T.OP == sub => inc_0, null;").len(), 2);
    // (a || b) && c
    let two = patterns("P0: (T.OP == lw || T.OP == sw) && T.RS1 == sp => inc_0, null;");
    assert_eq!(two.iter().map(|p| p.value).collect::<Vec<_>>(), [0x0001_2003, 0x0001_2023]);
    assert_eq!(patterns("P0: T.OPCLASS == load || any => inc_0, null;"), patterns("P0: any => inc_0, null;"));
    let sixteen = (0..16).map(|i| format!("T.RD == x{i}")).collect::<Vec<_>>().join(" || ");
    assert_eq!(patterns(&format!("P0: {sixteen} => inc_0, null;")).len(), 16);
}

fn condition_of(test: &str, counters: u32) -> Condition {
    let target = Target::new(Config { counters, ..config(Mode::Retire) });
    let image = compiled(&format!("P0: any && {test} => set_1(HPS_R3), null;"), &target).image;
    Condition::from_word(image.conditions[0])
}

#[test]
fn flags_become_truth_tables_and_selectors() {
    let set = Condition { operation: Operation::Set, counter: 1, source: 3, ..Condition::default() };
    for (test, table, a, b) in [
        ("zero_0", 0xaaaa, 0, 1),
        ("zero_3", 0xaaaa, 3, 0),
        ("overflow_1", 0xcccc, 1, 0),
        ("(zero_2 && overflow_1)", 0xc0c0_u16 & 0xcccc & 0xf0f0, 1, 2),
        ("(zero_0 || zero_1)", 0xaaaa | 0xf0f0, 0, 1),
        ("!(zero_0 || !overflow_3)", 0xff00 & 0x5555, 0, 3),
        ("!zero_0 && !overflow_0", 0x1111, 0, 1),
    ] {
        assert_eq!(condition_of(test, 4), Condition { table, a, b, ..set }, "{test}");
    }
    // Every row can be reached by itself.
    for row in 0..16 {
        let flag = |bit: u32, name: &str| format!("{}{name}", if row >> bit & 1 == 1 { "" } else { "!" });
        let test = [flag(0, "zero_0"), flag(1, "overflow_0"), flag(2, "zero_1"), flag(3, "overflow_1")].join(" && ");
        assert_eq!(condition_of(&test, 2).table, 1 << row);
    }
}

/// The words of a replacement in mode decode.
fn words(items: &str) -> Vec<Replacement> {
    let text = format!("handler H = 9; R1: {items} P0: T.OP == add => null, R1;");
    compiled(&text, &decode()).image.words.iter().map(|words| Replacement::from_words(*words)).collect()
}

#[test]
fn items_become_words() {
    let call = words("call(H, T.INSN); T.INSN;");
    let plain = Replacement::default();
    let high = Replacement { template: 0x0000_00b7, private: 1, immediate: Immediate::InsnHigh, length: 4, ..plain };
    let low = Replacement { template: 0x0000_8093, private: 3, immediate: Immediate::InsnLow, ..plain };
    let dcall = Replacement { kind: Kind::Call, handler: 9, ..plain };
    assert_eq!(call, [high, low, dcall, Replacement { kind: Kind::Original, last: true, ..plain }]);
    assert_eq!(words("call(H);")[0], Replacement { length: 1, last: true, ..dcall });
    let sw = words("sw T.RS2, T.IMM(T.RS1); T.INSN;")[0];
    assert_eq!((sw.template, sw.rs1, sw.rs2, sw.immediate), (0x2023, Register::Rs1, Register::Rs2, Immediate::Same));
    let lw = words("lw d7, %lo(T.TARGET)(d6); T.INSN;")[0];
    assert_eq!((lw.template, lw.private, lw.immediate), (6 << 15 | 0x2003 | 7 << 7, 3, Immediate::TargetLow));
    for (text, word) in [
        ("addi x1, x2, -3; T.INSN;", 0xffd1_0093),
        ("auipc a0, 0x12345; T.INSN;", 0x1234_5517),
        ("csrrw x0, 0x7c0, t0; T.INSN;", 0x7c02_9073),
        ("amoadd.w x5, x6, (x7); T.INSN;", 0x0063_a2af),
        ("fadd.s f1, f2, f3; T.INSN;", 0x0031_70d3),
        ("fmadd.s f1, f2, f3, f4; T.INSN;", 0x2031_70c3),
        ("fmv.x.w x1, f2; T.INSN;", 0xe001_00d3),
        ("beq x1, x2, -8; T.INSN;", 0xfe20_8ce3),
        ("lw x1, (2 + 2) * 4(x2); T.INSN;", 0x0101_2083),
        ("ebreak; T.INSN;", 0x0010_0073),
    ] {
        assert_eq!(words(text)[0].template, word, "{text}");
    }
    assert_eq!(words("nop; T.INSN;")[0].kind, Kind::Nop);
}

#[test]
fn equal_conditions_and_replacements_share_their_place() {
    let text = "handler H = 1; R1: call(H, T.INSN); T.INSN; R2: call(H, T.INSN); T.INSN; R3: call(H); T.INSN;
        P0: T.OP == add && zero_0 => null, R2; P1: T.OP == sub && zero_0 => null, R1; P2: T.OP == or && zero_0 => \
        null, R3;";
    let image = compiled(text, &retire()).image;
    assert_eq!((image.conditions.len(), image.words.len()), (1, 4));
    assert_eq!(image.patterns.iter().map(|words| words[3]).collect::<Vec<_>>(), [0, 0, 2]);
}

#[test]
fn orders_are_those_that_were_asked_for() {
    let text = |order: &str| {
        format!(
            "order {order}; {NEEDS} P0: T.OPCLASS == cti => null, R1; P1: T.OP == jal => inc_0, null; P2: T.OPCLASS == \
             check => null, R1;"
        )
    };
    let labels = |order| {
        let compiled = compiled(&text(order), &retire());
        compiled.origins.iter().map(|origin| origin.label.clone()).collect::<Vec<_>>()
    };
    assert_eq!(labels("text"), ["P0", "P1", "P2"]);
    assert_eq!(labels("auto"), ["P1", "P0", "P2"]);
    assert_eq!(labels("specific"), ["P1", "P0", "P2"]);
    assert!(said(&text("text"), &retire()).contains(&Code::Hidden));
    assert!(!said(&text("auto"), &retire()).contains(&Code::Hidden));
}

#[test]
fn merged_productions_do_both() {
    let text = "handler A = 1; handler B = 2; R1: call(A); T.INSN; R2: call(B); T.INSN;
        P0: T.OPCLASS == mem && zero_0 => inc_1, R1; P1: T.OP == lw && zero_0 => null, R2; P2: T.OP == add => null, \
        R2;";
    assert!(said(text, &decode()).contains(&Code::Shadow));
    let merged = compiled(text, &Target { merge: true, ..decode() });
    assert_eq!(merged.warnings, []);
    assert_eq!(merged.origins.iter().map(|origin| &origin.label[..]).collect::<Vec<_>>(), ["P0+P1", "P0", "P1", "P2"]);
    let first = Pattern::from_words(merged.image.patterns[0]);
    assert_eq!((first.mask, first.value, first.classes), (0x707f, 0x2003, 0x00e0));
    let words = &merged.image.words[usize::from(first.replacement)..][..3];
    let kinds: Vec<_> =
        words.iter().map(|words| Replacement::from_words(*words)).map(|w| (w.kind, w.handler, w.last)).collect();
    assert_eq!(kinds, [(Kind::Call, 1, false), (Kind::Call, 2, false), (Kind::Original, 0, true)]);
    assert_eq!(Replacement::from_words(words[0]).length, 3);
    // Mode retire has one event for an instruction.
    assert!(said(text, &Target { merge: true, ..retire() }).contains(&Code::Retire));
}

#[test]
fn the_paper_s_text_compiles_and_warns() {
    // Its order of replacement and micro-operation, and its test of the direction.
    let text = "handler Method = 2;
        P2: (T.OPCLASS == proc_call || (T.OPCLASS == branch && T.PC < T.Target)) && zero_0 => R2, null;
        R2: call(Method, T.INSN); T.INSN;";
    let compiled = compiled(text, &retire());
    assert_eq!(compiled.warnings.iter().map(|one| one.code).collect::<Vec<_>>(), [Code::Fwd]);
    assert_eq!(compiled.image.patterns.len(), 2, "call, and a branch that leads forward");
}

#[test]
fn opcodes_are_those_of_an_independent_decoder() {
    let decoder = Disassembler::new(Width::XLEN32);
    let mut random = Random(5);
    let mut compared = 0;
    for opcode in rv32::OPCODES {
        for _ in 0..200 {
            let word = random.next() as u32 & !opcode.mask | opcode.value;
            // Rounding modes 5 and 6 are reserved, and of shifts by 32 and more this table has none.
            let rounds = opcode.mask & 0x7000 == 0 && (0x43..=0x53).contains(&(word & 0x7f));
            if rounds && matches!(word >> 12 & 7, 5 | 6) {
                continue;
            }
            // It knows fences without reserved bits only.
            let Some(theirs) = decoder.disassmeble_one(word) else {
                assert!(opcode.name.starts_with("fence"), "{}: {word:08x} is none", opcode.name);
                continue;
            };
            // They have names for special cases of an instruction, which are longer to tell than to leave out.
            let known = rv32::opcode(theirs.name).is_some();
            assert!(!known || theirs.name == opcode.name, "{word:08x}: {} is {}", opcode.name, theirs.name);
            compared += u32::from(known);
            assert_eq!(rv32::decode(word).map(|found| found.name), Some(opcode.name));
        }
    }
    assert!(compared > 12_000, "{compared}");
    println!("{compared} words compared");
}

#[test]
fn compressed_names_are_what_they_expand_to() {
    use treetap::model::classify::{expand, is_compressed};
    use treetap::spec::classify::Xlen;
    let decoder = Disassembler::new(Width::XLEN32);
    let mut seen = BTreeSet::new();
    for word in (0..=u16::MAX).filter(|word| is_compressed(u32::from(*word))) {
        let expanded = expand(word, Xlen::Rv32);
        let Some(theirs) = decoder.disassmeble_one(word.into()).filter(|_| expanded != 0) else { continue };
        let Some((mask, value)) = rv32::fixed_bits(theirs.name).filter(|_| theirs.name.starts_with("c.")) else {
            continue;
        };
        // c.nop with an immediate is a hint that the name does not stand for.
        if theirs.name == "c.nop" && expanded != value {
            continue;
        }
        assert_eq!(expanded & mask, value, "{word:04x}: {} is {expanded:08x}", theirs.name);
        seen.insert(theirs.name);
    }
    assert!(seen.len() >= 25, "{seen:?}");
}

fn words_of_the_language() -> impl Strategy<Value = String> {
    let words = [
        "P0",
        "P1",
        "R1",
        ":",
        "=>",
        ",",
        ";",
        "null",
        "any",
        "&&",
        "||",
        "!",
        "(",
        ")",
        "zero_0",
        "overflow_1",
        "zero_9",
        "T.OP",
        "==",
        "!=",
        "add",
        "T.OPCLASS",
        "branch",
        "check",
        "T.Target",
        "<=",
        "T.PC",
        "<",
        "in",
        "A",
        "range",
        "=",
        "[",
        "0",
        "16",
        "handler",
        "H",
        "call",
        "T.INSN",
        "inc_0",
        "set_1",
        "HPS_R0",
        "RND",
        "reg",
        "ctr",
        "param",
        "order",
        "auto",
        "T.FLT",
        "{",
        "}",
        "entry",
        "T.IMM",
        "T.RD",
        "x1",
        "d1",
        "%",
        "hi",
        "lw",
        "nop",
        "&",
        "1 << 40",
        "rnd",
        "seed",
        "mask",
        "-",
        "~",
        "*",
    ];
    proptest::collection::vec(proptest::sample::select(words.to_vec()), 0..60).prop_map(|words| words.join(" "))
}

/// A production that may or may not mean something.
fn production() -> impl Strategy<Value = String> {
    let atom = proptest::sample::select(vec![
        "any",
        "T.OPCLASS == branch",
        "T.OPCLASS == call",
        "T.OPCLASS == check",
        "T.OP == lw",
        "T.OP == on_trig_inst",
        "T.RD == x5",
        "T.IMM < 0",
        "T.Target <= T.PC",
        "T.PC in A",
        "T.FLT in {entry, back}",
        "T.PRIV >= S",
        "T.INSN & 0x7f == 0x33",
        "T.OPCLASS == entry",
        "T.OPCLASS == backedge",
    ]);
    let flag = proptest::sample::select(vec![
        "zero_0",
        "!zero_0",
        "overflow_1",
        "(zero_0 || !overflow_0)",
        "zero_1 && overflow_0",
    ]);
    let action = proptest::sample::select(vec!["null", "inc_0", "dec_1", "set_0(HPS_R3)", "set_1(RND)"]);
    let then = proptest::sample::select(vec!["null", "R1", "R2", "R3"]);
    let tests = proptest::collection::vec((atom, proptest::bool::ANY, proptest::bool::ANY), 1..4);
    (tests, proptest::option::of(flag), action, then).prop_map(|(tests, flag, action, then)| {
        let mut test = String::new();
        for (number, (atom, negated, and)) in tests.into_iter().enumerate() {
            test += if number == 0 {
                ""
            } else if and {
                " && "
            } else {
                " || "
            };
            test += &if negated { format!("!({atom})") } else { atom.to_string() };
        }
        let flag = flag.map_or(String::new(), |flag| format!(" && {flag}"));
        format!("({test}){flag} => {action}, {then};")
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn the_parser_survives_random_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let source = Source::new("random", &text);
        if let Err(found) = compile(&source, &retire(), &[]) {
            for one in found.0 {
                prop_assert!(!one.show(&source).is_empty());
            }
        }
    }

    #[test]
    fn the_parser_survives_random_words(
        text in words_of_the_language(), native in any::<bool>(), merge in any::<bool>(),
    ) {
        let source = Source::new("random", &text);
        for base in [retire(), decode()] {
            if let Err(found) = compile(&source, &Target { native, merge, ..base }, &[]) {
                prop_assert!(found.failed());
                for one in found.0 {
                    prop_assert!(!one.show(&source).is_empty());
                }
            }
        }
    }

    #[test]
    fn images_lead_back(
        productions in proptest::collection::vec(production(), 1..6), merge in any::<bool>(), filter in any::<bool>(),
    ) {
        let mut text = String::from("handler H = 7; range A = [0x80, 0x1000); rnd seed = 5 mask = 15; reg HPS_R3 = 12;
            R1: call(H, T.INSN); T.INSN; R2: call(H); R3: addi d1, T.RS1, T.IMM; lui x5, %hi(T.TARGET); T.INSN;\n");
        for (number, production) in productions.iter().enumerate() {
            text += &format!("P{number}: {production}\n");
        }
        let target = Target { merge, filter, ..decode() };
        let source = Source::new("random", &text);
        match compile(&source, &target, &[]) {
            Err(found) => prop_assert!(found.failed()),
            Ok(compiled) => {
                let image = compiled.image;
                let loaded = Image::load(&image.bytes(), &target.config);
                prop_assert_eq!(loaded.as_ref(), Ok(&image), "{}", text);
                prop_assert!(listing(&image, &compiled.origins).lines().count() > image.patterns.len());
            }
        }
    }
}
