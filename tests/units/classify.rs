//! The classifier's model against an independent decoder and the specification's opcode map, and its hardware against
//! the model: every compressed word, and ten million words of 32 bits.
use crate::support::long::long_row;
use crate::support::opcodes::{Classes, LISTING, MAP, NO_COMPRESSED, Names, cell};
use rvdasm::disassembler::{Disassembler, Xlen as Width};
use std::collections::BTreeMap;
use treetap::catalog::{Emitted, Unit, emit};
use treetap::cosim::build::Effort;
use treetap::cosim::pins::Pins;
use treetap::model::classify::{classify, expand, is_compressed};
use treetap::spec::classify::{Opclass, Xlen};
use treetap::trace::shapes::Random;

/// Words of 32 bits that are tried for each XLEN.
const WORDS: u64 = 5_000_000;

fn decoder(xlen: Xlen) -> Disassembler {
    Disassembler::new(match xlen {
        Xlen::Rv32 => Width::XLEN32,
        Xlen::Rv64 => Width::XLEN64,
    })
}

fn compressed() -> impl Iterator<Item = u16> {
    (0..=u16::MAX).filter(|word| is_compressed(u32::from(*word)))
}

/// What the decoder prints for the expansion of a compressed word that it prints as `text`: it keeps the compressed
/// names of hints, and has a name of its own for an addition of 0.
fn expanded_text(text: &str) -> String {
    let (name, operands) = text.split_once(' ').unwrap_or((text, ""));
    let (first, rest) = operands.split_once(',').unwrap_or((operands, ""));
    match name {
        "c.add" => format!("add {first},{first},{rest}"),
        "c.nop" => format!("li zero,{first}"),
        "c.li" if rest == "0" => "nop".into(),
        "c.li" => format!("li {operands}"),
        "c.lui" => format!("lui {operands}"),
        "c.mv" | "mv" => format!("add {first},zero,{rest}"),
        "c.slli" | "c.srli" | "c.srai" => format!("{} {first},{first},{rest}", &name[2..]),
        "addi" if rest.split_once(',') == Some((first, "0")) => format!("mv {first},{first}"),
        _ => text.into(),
    }
}

/// Encodings that the specification reserves although the decoder, like GNU objdump, prints them.
fn is_reserved(word: u16, name: &str, xlen: Xlen) -> bool {
    match name {
        "c.unimp" => true,
        "c.addi16sp" => word == 0x6101,
        "c.slli" | "c.srli" | "c.srai" => xlen == Xlen::Rv32 && word & 0x1000 != 0,
        _ => false,
    }
}

#[test]
fn every_compressed_word_expands_to_what_it_stands_for() {
    const PC: u64 = 0x1000;
    for xlen in Xlen::ALL {
        let (decoder, nothing) = (decoder(xlen), Names::of(NO_COMPRESSED, xlen));
        let mut rows = BTreeMap::<&str, u64>::new();
        let (mut legal, mut illegal) = (0, 0);
        for word in compressed() {
            let expansion = expand(word, xlen);
            let theirs = decoder.disassmeble_one(word.into()).filter(|insn| !is_reserved(word, insn.name, xlen));
            let row = nothing.find(word.into());
            assert_eq!(row.is_some(), expansion == 0, "{word:04x} on {xlen:?}: {row:?} in the specification");
            let Some(theirs) = theirs else {
                assert_eq!(expansion, 0, "{word:04x} is illegal on {xlen:?}");
                *rows.entry(row.expect("it expands to nothing")).or_default() += 1;
                illegal += 1;
                continue;
            };
            let text = expanded_text(&theirs.asm(PC));
            let ours =
                decoder.disassmeble_one(expansion).unwrap_or_else(|| panic!("{word:04x}: {expansion:08x} is none"));
            assert_eq!(ours.asm(PC), text, "{word:04x} on {xlen:?} became {expansion:08x}");
            legal += 1;
        }
        assert_eq!(legal + illegal, 3 << 14);
        assert!(illegal > 1000 && legal > 40_000, "{legal} legal, {illegal} illegal");
        println!("{xlen:?}: {rows:?}");
        assert_eq!(rows.len(), nothing.len(), "a row of the specification that nothing is in");
    }
}

/// The class of an instruction by its name; `rd` and `rs1` say what a jump links.
fn class_by_name(name: &str, insn: u32) -> Opclass {
    let link = |shift: u32| matches!((insn >> shift) & 31, 1 | 5);
    let (rd, rs1) = (link(7), link(15));
    match name {
        "lb" | "lh" | "lw" | "ld" | "lbu" | "lhu" | "lwu" => Opclass::Load,
        "sb" | "sh" | "sw" | "sd" => Opclass::Store,
        "flw" | "fld" => Opclass::FpLoad,
        "fsw" | "fsd" => Opclass::FpStore,
        "beq" | "bne" | "blt" | "bge" | "bltu" | "bgeu" => Opclass::Branch,
        "jal" if rd => Opclass::Call,
        "jal" => Opclass::Jump,
        "jalr" if rd && rs1 && (insn >> 7) & 31 != (insn >> 15) & 31 => Opclass::Coroutine,
        "jalr" if rd => Opclass::IndirectCall,
        "jalr" if rs1 => Opclass::Return,
        "jalr" => Opclass::IndirectJump,
        "lui" | "auipc" => Opclass::Upper,
        "mul" | "mulh" | "mulhsu" | "mulhu" | "mulw" => Opclass::Multiply,
        "div" | "divu" | "rem" | "remu" | "divw" | "divuw" | "remw" | "remuw" => Opclass::Divide,
        "ecall" | "ebreak" | "mret" | "sret" | "dret" | "wfi" | "sfence.vma" => Opclass::System,
        name if name.starts_with("csrr") => Opclass::Csr,
        name if name.starts_with("fence") => Opclass::Fence,
        name if ["lr.", "sc.", "amo"].iter().any(|start| name.starts_with(start)) => Opclass::Atomic,
        name if name.starts_with('v') => Opclass::Other,
        name if name.starts_with('f') => Opclass::Fp,
        "add" | "sub" | "sll" | "slt" | "sltu" | "xor" | "srl" | "sra" | "or" | "and" | "addi" | "slti" | "sltiu"
        | "xori" | "ori" | "andi" | "slli" | "srli" | "srai" | "addw" | "subw" | "sllw" | "srlw" | "sraw" | "addiw"
        | "slliw" | "srliw" | "sraiw" => Opclass::Alu,
        _ => panic!("no class for `{name}`, {insn:08x}"),
    }
}

/// Instructions that the decoder has no name for, unless fields that are to be ignored are 0, although they are in the
/// specification's listings.
const NOT_DECODED: [&str; 2] = ["fence", "fence.i"];
/// Cells of the map in which every word is an instruction.
const FULL: [&str; 3] = ["AUIPC", "JAL", "LUI"];

#[test]
fn words_of_32_bits_have_the_class_of_their_name_and_others_that_of_their_place_in_the_map() {
    let map = Classes::new();
    for xlen in Xlen::ALL {
        let (decoder, listing) = (decoder(xlen), Names::of(LISTING, xlen));
        let mut random = Random(17);
        let mut seen = BTreeMap::<Opclass, u64>::new();
        let (mut listed, mut refused) = (BTreeMap::<&str, u64>::new(), BTreeMap::<&str, u64>::new());
        for i in 0..WORDS {
            let mut insn = random.next() as u32 | 3;
            // Every second word has one of the values of funct7 that mean something.
            if i % 2 == 1 {
                insn = insn & 0x01ff_ffff | [0, 1, 0x20, 0x08][(random.next() % 4) as usize] << 25;
            }
            let (class, place, name) = (classify(insn), map.of(insn), listing.find(insn));
            assert_eq!(class, place, "{insn:08x}: {} on {xlen:?}", cell(insn));
            if let Some(theirs) = decoder.disassmeble_one(insn) {
                assert!(name.is_none_or(|name| name == theirs.name), "{insn:08x}: {name:?}, {}", theirs.name);
                assert_eq!(class, class_by_name(theirs.name, insn), "{insn:08x}: {}", theirs.asm_no_aliases(0));
                *seen.entry(class).or_default() += 1;
                continue;
            }
            if let Some(name) = name {
                assert_eq!(class, class_by_name(name, insn), "{insn:08x}: {name} on {xlen:?}");
                *listed.entry(name).or_default() += 1;
            }
            *refused.entry(cell(insn)).or_default() += 1;
        }
        println!("{xlen:?}: {seen:?}, without a name: {refused:?}, of these in the listings: {listed:?}");
        let words: u64 = seen.values().sum();
        assert!(words > WORDS / 4, "{words} words were decoded");
        for class in Opclass::ALL {
            assert!(seen.contains_key(&class) || class == Opclass::System, "no {class} on {xlen:?}");
        }
        assert_eq!(words + refused.values().sum::<u64>(), WORDS);
        assert_eq!(listed.into_keys().collect::<Vec<_>>(), NOT_DECODED);
        for cell in MAP.into_iter().flatten() {
            let count = refused.get(cell).copied().unwrap_or_default();
            assert_eq!(count > 10_000, !FULL.contains(&cell), "{count} words of {cell} on {xlen:?}");
        }
    }
}

#[test]
fn the_system_instructions_have_a_class_of_their_own() {
    for (insn, name) in [(0x73, "ecall"), (0x0010_0073, "ebreak"), (0x3020_0073, "mret"), (0x1050_0073, "wfi")] {
        let theirs = decoder(Xlen::Rv32).disassmeble_one(insn).unwrap();
        assert_eq!((theirs.name, classify(insn)), (name, Opclass::System));
    }
}

/// Words that the emitted classifier makes something else of than the model does, at most one, and how many it was
/// given. Checks every compressed word with each of `highs` above it, then `random` random ones with these bits set.
fn hardware(
    emitted: &Emitted,
    xlen: Xlen,
    highs: &[u32],
    (random, set): (u64, u32),
    effort: Effort,
) -> (Option<u32>, u64) {
    let mut pins = Pins::open(emitted, effort, 1).unwrap();
    let [compressed_at, expanded_at, class_at] = ["compressed", "expanded", "opclass"].map(|name| pins.output(name));
    let width = pins.output_words();
    let mut words = 0;
    let mut generator = Random(23 + u64::from(xlen.bits()));
    let every = highs.iter().flat_map(|high| (0..=u32::from(u16::MAX)).map(move |low| high << 16 | low));
    let randoms = (0..random).map(move |_| generator.next() as u32 | set);
    let mut all = every.chain(randoms).map(u64::from);
    loop {
        let batch: Vec<u64> = all.by_ref().take(1 << 18).collect();
        if batch.is_empty() {
            return (None, words);
        }
        let seen = pins.run(&batch);
        words += batch.len() as u64;
        for (word, out) in batch.iter().zip(seen.chunks_exact(width)) {
            let insn = *word as u32;
            let compressed = is_compressed(insn);
            let expanded = if compressed { expand(insn as u16, xlen) } else { insn };
            let class = classify(expanded).code();
            let right = out[compressed_at] == u64::from(compressed)
                && out[expanded_at] == u64::from(expanded)
                && out[class_at] == u64::from(class);
            if !right {
                return (Some(insn), words);
            }
        }
    }
}

#[test]
fn the_hardware_equals_the_model_on_every_compressed_word_and_ten_million_others() {
    for xlen in Xlen::ALL {
        let emitted = emit(Unit::Classify, xlen.name()).unwrap();
        let (wrong, words) = hardware(&emitted, xlen, &[0, 0xffff], (WORDS, 0), Effort::Test);
        assert_eq!(wrong, None, "{xlen:?}: {:08x?}", wrong);
        assert_eq!(words, WORDS + (2 << 16));
    }
}

/// Low bits of every word that is not compressed.
const WHOLE: u32 = 3;

/// So many random words that are not compressed, in the hardware of both widths.
fn whole_words(count: u64) {
    for xlen in Xlen::ALL {
        let emitted = emit(Unit::Classify, xlen.name()).unwrap();
        let (wrong, words) = hardware(&emitted, xlen, &[], (count, WHOLE), Effort::Test);
        assert_eq!((wrong, words), (None, count), "{xlen:?}: {wrong:08x?}");
    }
}

#[test]
fn the_hardware_equals_the_model_on_words_that_are_not_compressed() {
    whole_words(1_000_000);
}

#[test]
#[ignore = "`make long`"]
fn long_run() {
    const COUNT: u64 = 12_000_000;
    whole_words(COUNT);
    for xlen in Xlen::ALL {
        long_row("classify", xlen.name(), &[(COUNT, "words, none compressed")], &[(COUNT, "words")]);
    }
}

/// Faults: what stands in the Verilog of `rv32`, and what a slip would have made of it.
const FAULTS: &[(&str, &str, &str)] = &[
    ("bits of the offset of C.SWSP", "({5'd0, insn[8:7]} << 1) | bit5", "({5'd0, insn[9:8]} << 1) | bit5"),
    ("C.LWSP to x0 is legal", "legal = float | (|full_d);", "legal = 1'b1;"),
    ("C.JAL is taken for RV64's C.ADDIW", "(form | 5'd4) == 5'd13", "form == 5'd13"),
    ("only x1 links", "(insn[8:7] == 2'd1) & ~(|insn[11:10])", "insn[11:7] == 5'd1"),
    ("the width of FLQ is not known", "function_ <= 3'd4", "function_ < 3'd4"),
    (
        "of DIV and its kin only DIVU divides",
        "if (function_[2]) opclass = 5'd14",
        "if (function_ == 3'd5) opclass = 5'd14",
    ),
];

#[test]
fn planted_faults_are_found() {
    let right = emit(Unit::Classify, "rv32").unwrap();
    for (name, pattern, replacement) in FAULTS {
        assert_eq!(right.verilog.matches(pattern).count(), 1, "{name}: its pattern");
        let wrong = Emitted { verilog: right.verilog.replace(pattern, replacement), ..right.clone() };
        let (found, words) = hardware(&wrong, Xlen::Rv32, &[0], (100_000, 0), Effort::Quick);
        let found = found.unwrap_or_else(|| panic!("{name}: not found"));
        println!("{name}: {found:08x} after {words} words");
    }
}
