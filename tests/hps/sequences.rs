//! Replacements, handlers and flushes of the engine for hybrid profiling support, case by case (docs/reference/hps.md,
//! H5 and H7): the model says what is right, and the emitted hardware does every case again.
use crate::support::hps::{ADD, BACK, CALL, LW, NOP, RET, at, decode, fetched};
use crate::support::twin::{REPORT, Twin, engine, insns, loaded, read, status, values};
use treetap::lang::hps::Image;
use treetap::spec::hps::record::{Insn, Origin, Word};
use treetap::spec::hps::words::{Immediate, Kind, Pattern, Register, Replacement};
use treetap::spec::hps::{DRET, Mode, dcall, preset, regs};
use treetap::trace::shapes::Random;

#[test]
fn a_replacement_is_not_matched_again() {
    let text = "R1: add x1, x2, x3; T.INSN; nop; P0: T.OP == add => inc_0, R1;";
    let mut engine = engine(text, &decode());
    let words = engine.step(&fetched(0x40, ADD));
    assert_eq!(insns(&words), [0x0031_00b3, ADD, NOP]);
    assert_eq!(
        words.iter().map(|w| (w.first, w.last, w.winner, w.pc)).collect::<Vec<_>>(),
        [(true, false, 0, 0x40), (false, false, 0, 0x40), (false, true, 0, 0x40)]
    );
    assert_eq!(
        words.iter().map(|w| w.origin).collect::<Vec<_>>(),
        [Origin::Replacement, Origin::Program, Origin::Replacement]
    );
    assert_eq!(values(&engine)[0], 2);
    assert_eq!((read(&mut engine, &regs::N_WORDS, 0), read(&mut engine, &regs::VCYC, 0)), (3, 3));
}

#[test]
fn a_handler_is_left_alone_until_it_returns() {
    let text = format!("{REPORT} P0: T.OPCLASS == call => inc_0, R1; P1: T.OPCLASS == cti => inc_1, null;");
    let mut engine = engine(&text, &decode());
    let words = engine.step(&fetched(0x40, CALL));
    assert_eq!(
        words.iter().map(|w| (w.origin, w.private)).collect::<Vec<_>>(),
        [(Origin::Replacement, 1), (Origin::Replacement, 3), (Origin::Call, 0)]
    );
    assert_eq!(words[2].insn, dcall(1));
    // The argument is the instruction itself.
    assert_eq!((words[0].insn & 0xffff_f000).wrapping_add_signed(words[1].insn as i32 >> 20), CALL);
    assert!(status(&mut engine, "BUSY"));
    let before = (values(&engine), read(&mut engine, &regs::N_IN, 0));
    for insn in [CALL, BACK, ADD, RET, NOP] {
        assert_eq!(insns(&engine.step(&fetched(0x2000, insn))), [insn]);
    }
    assert_eq!((values(&engine), read(&mut engine, &regs::N_IN, 0)), before);
    // A DRET that does not execute ends nothing.
    assert_eq!(engine.step(&Insn { trap: true, ..fetched(0x2000, DRET) }).len(), 1);
    let rest = engine.step(&fetched(0x2004, DRET));
    assert_eq!(rest.iter().map(|w| (w.insn, w.pc, w.last)).collect::<Vec<_>>(), [(CALL, 0x40, true)]);
    assert!(!status(&mut engine, "BUSY") && !status(&mut engine, "STRAY_DRET"));
    // A call that is last: nothing is left after it.
    let mut last = self::engine("handler H = 200; R1: call(H); P0: any => null, R1;", &decode());
    let words = last.step(&fetched(0, ADD));
    assert_eq!((words[0].insn, words[0].last), (dcall(200), true));
    assert_eq!(last.step(&fetched(0, DRET)), []);
    assert!(!status(&mut last, "BUSY"));
}

#[test]
fn a_return_outside_a_handler_is_an_instruction_and_told() {
    let mut engine = engine("P0: T.OPCLASS == trig => inc_0, null;", &decode());
    assert_eq!(insns(&engine.step(&fetched(0, DRET))), [DRET]);
    assert!(status(&mut engine, "STRAY_DRET"));
    assert_eq!(values(&engine)[0], 2);
}

#[test]
fn a_flush_gives_up_what_is_under_way_and_keeps_counters() {
    let text = format!("{REPORT} P0: T.OPCLASS == call => inc_0, R1; P1: T.OPCLASS == entry => inc_1, null;");
    for sent in 0..4 {
        let mut engine = engine(&text, &decode());
        engine.step(&fetched(0, ADD));
        engine.accept(&fetched(0x40, CALL));
        let words: Vec<Word> = (0..sent).map_while(|_| engine.next_word()).collect();
        assert_eq!(words.len(), sent.min(3));
        engine.flush();
        assert!(engine.ready() && !engine.busy());
        assert_eq!((values(&engine)[0], read(&mut engine, &regs::N_WORDS, 0)), (2, words.len() as u32));
        // The callee is not the entry of what was flushed.
        assert_eq!(engine.step(&fetched(0x30, ADD)).len(), 1);
        assert_eq!(values(&engine)[1], 1);
    }
}

/// Tables of words that no compiler would make, in the smallest engine.
fn raw(words: &[Replacement], index: u16, mode: Mode) -> Twin {
    let mut image = Image::empty(preset("up5k").unwrap().config(mode));
    image.conditions = vec![0x0008_ffff];
    image.patterns = vec![Pattern { valid: true, replacement: index, ..Pattern::default() }.words()];
    image.words = words.iter().map(Replacement::words).collect();
    loaded(&image, 1)
}

#[test]
fn a_replacement_without_an_end_is_ended_and_loses_nothing() {
    let nop = Replacement { kind: Kind::Nop, ..Replacement::default() };
    let original = Replacement { kind: Kind::Original, ..Replacement::default() };
    let mut long = raw(&[nop; 20], 0, Mode::Decode);
    let words = long.step(&fetched(0, ADD));
    assert_eq!((words.len(), words[16].insn, words[16].last, words[15].last), (17, ADD, true, false));
    assert!(status(&mut long, "RT_RUNAWAY"));
    let mut with = [nop; 20];
    with[3] = original;
    let words = raw(&with, 0, Mode::Decode).step(&fetched(0, ADD));
    assert_eq!((words.len(), words[15].last), (16, true));
    assert_eq!(words.iter().filter(|word| word.insn == ADD).count(), 1);
    // The end of the table.
    let words = raw(&[nop; 256], 254, Mode::Decode).step(&fetched(0, ADD));
    assert_eq!(insns(&words), [NOP, NOP, ADD]);
    // The last word of the table is a word like any other.
    let mut whole = vec![nop; 256];
    whole[255] = Replacement { last: true, ..original };
    let mut engine = raw(&whole, 255, Mode::Decode);
    assert_eq!(insns(&engine.step(&fetched(0, ADD))), [ADD]);
    assert!(!status(&mut engine, "RT_RUNAWAY"));
    // A call where it is cut: the instruction follows after the handler.
    let mut calls = vec![nop; 256];
    calls[255] = Replacement { kind: Kind::Call, handler: 5, ..Replacement::default() };
    let mut engine = raw(&calls, 255, Mode::Decode);
    assert_eq!(insns(&engine.step(&fetched(0, ADD))), [dcall(5)]);
    assert_eq!(insns(&engine.step(&fetched(4, DRET))), [ADD]);
    // Mode retire reads the first word only.
    let mut engine = raw(&calls, 255, Mode::Retire);
    engine.step(&at(0, ADD));
    assert_eq!(engine.pop().map(|event| event.handler), Some(5));
    assert!(status(&mut engine, "RT_RUNAWAY"));
}

#[test]
fn what_does_not_fit_or_is_not_known_sets_its_bit() {
    let text = "R1: addi x1, x2, T.IMM; T.INSN; R2: lui d0, %hi(T.TARGET); T.INSN;
        P0: T.OP == lui => null, R1; P1: T.OP == jalr => null, R2; P2: T.OP == lw => null, R1; P3: T.OP == jal => \
        null, R2;";
    let mut engine = engine(text, &decode());
    assert_eq!(insns(&engine.step(&fetched(0, LW)))[0], 0xffc1_0093);
    assert_eq!(insns(&engine.step(&fetched(0x1800, CALL)))[0], 0x0000_1037);
    assert!(!status(&mut engine, "IMM_TRUNC") && !status(&mut engine, "NO_TGT"));
    engine.step(&fetched(0, 0x1234_50b7));
    assert!(status(&mut engine, "IMM_TRUNC"));
    assert_eq!(insns(&engine.step(&fetched(0, RET)))[0], 0x0000_0037);
    assert!(status(&mut engine, "NO_TGT"));
    // Written ones go away, others stay.
    engine.write(regs::STATUS.offset, regs::STATUS.field("NO_TGT").mask());
    assert!(status(&mut engine, "IMM_TRUNC") && !status(&mut engine, "NO_TGT"));
}

/// Where each format has its immediate: what a template takes over, by what is asked for.
fn filled(template: u32, asked: Immediate, pc: u32, insn: u32, target: u32) -> u32 {
    let source = match asked {
        Immediate::Literal => return template,
        Immediate::Same => {
            let of_type_i = (insn as i32 >> 20) as u32;
            let fields = |parts: &[(u32, u32, u32)]| {
                parts.iter().map(|(from, width, to)| (insn >> from & ((1 << width) - 1)) << to).sum::<u32>()
            };
            match insn & 0x7f {
                0x13 | 0x03 | 0x67 | 0x73 => of_type_i,
                0x23 => fields(&[(7, 5, 0), (25, 7, 5)]),
                0x63 => fields(&[(8, 4, 1), (25, 6, 5), (7, 1, 11)]),
                0x6f => fields(&[(21, 10, 1), (20, 1, 11)]),
                // The lowest bits of what stands above bit 12, or there is no immediate.
                _ => 0,
            }
        }
        Immediate::PcHigh | Immediate::PcLow => pc,
        Immediate::InsnHigh | Immediate::InsnLow => insn,
        Immediate::TargetHigh | Immediate::TargetLow => target,
    };
    match asked {
        Immediate::PcHigh | Immediate::InsnHigh | Immediate::TargetHigh => {
            let low = (source << 20) as i32 >> 20;
            source.wrapping_sub(low as u32) | template & 0xfff
        }
        _ if template & 0x7f == 0x23 => (source >> 5 & 0x7f) << 25 | (source & 0x1f) << 7 | template & 0x01ff_f07f,
        _ => (source & 0xfff) << 20 | template & 0x000f_ffff,
    }
}

#[test]
fn every_directive_on_every_format() {
    // Templates R, I, S, B, U, J; instructions of every format with immediates of both signs, and addresses where the
    // high part is rounded.
    let templates = [0x0031_00b3, 0x0013_0293, 0x0062_a223, 0x0062_8463, 0x0001_22b7, 0x0080_00ef];
    let matched =
        [ADD, 0x7ff0_0093, 0x8000_0093, LW, 0xfe11_2e23, BACK, 0x1234_52b7, CALL, RET, 0x1000_202f, 0x0000_000f];
    let addresses = [0x7ff, 0x800, 0xffff_f800, 0x1234_5678];
    let (directives, immediates) = (Register::ALL, Immediate::ALL);
    let mut random = Random(19);
    let mut compared = 0;
    let words: Vec<_> = templates
        .iter()
        .flat_map(|template| immediates.iter().map(|immediate| (*template, *immediate)))
        .flat_map(|(template, immediate)| directives.iter().map(move |of| (template, immediate, *of)))
        .collect();
    for chunk in words.chunks(15) {
        let entries: Vec<(Replacement, [Register; 3])> = chunk
            .iter()
            .map(|&(template, immediate, rd)| {
                // Each of the three goes through all of them.
                let [rs1, rs2] = [(); 2].map(|()| directives[random.next() as usize % 4]);
                (Replacement { template, rd, rs1, rs2, immediate, ..Replacement::default() }, [rd, rs1, rs2])
            })
            .collect();
        let mut rows: Vec<_> = entries.iter().map(|(entry, _)| *entry).collect();
        rows.push(Replacement { kind: Kind::Original, last: true, ..Replacement::default() });
        let mut engine = raw(&rows, 0, Mode::Decode);
        for insn in matched {
            for pc in addresses {
                let found = engine.step(&fetched(pc, insn));
                assert_eq!((found.len(), found[rows.len() - 1].insn), (rows.len(), insn));
                let target = match insn {
                    BACK => pc.wrapping_sub(8),
                    CALL => pc.wrapping_sub(16),
                    _ => 0,
                };
                for (word, (entry, registers)) in found.iter().zip(&entries) {
                    let mut expected = entry.template;
                    for (directive, at) in registers.iter().zip([7, 15, 20]) {
                        let from = match directive {
                            Register::Literal => continue,
                            Register::Rd => 7,
                            Register::Rs1 => 15,
                            Register::Rs2 => 20,
                        };
                        expected = expected & !(0x1f << at) | (insn >> from & 0x1f) << at;
                    }
                    let expected = filled(expected, entry.immediate, pc, insn, target);
                    assert_eq!(word.insn, expected, "{entry:x?} for {insn:08x} at {pc:x}");
                    compared += 1;
                }
            }
        }
    }
    assert_eq!(compared, 6 * 8 * 4 * 11 * 4);
}
