//! Mode decode from end to end: programs whose instructions pass the engine give the same results as without it, and
//! what was inserted counts exactly (docs/reference/iss.md, I4 and I5).
use crate::support::inline::{
    BUILT, assembled, compiled, hardware, insn, model, pair, set_up, shipped, target, together,
};
use std::path::Path;
use treetap::catalog::{Emitted, Unit, emit};
use treetap::cosim::build::Effort;
use treetap::cosim::core::Program;
use treetap::cosim::iss::{Hardware, hart};
use treetap::host::inline::{self as host, PLACE, Reference};
use treetap::lang::hps::{Compiled, Target};
use treetap::model::iss::Hart;
use treetap::model::iss::inline::{Editor, Inline, Stop};
use treetap::spec::core::{RAM, RESET_PC};
use treetap::spec::hps::inline::{ENTRY_BYTES, HANDLER_BYTES, HANDLERS, LOST, TABLE_BYTES, TABLES, USED};
use treetap::spec::hps::{dcall, handler, regs};

/// Instructions of a program on the hardware, where it is not run to its end.
const SHORT: u64 = 20_000;
/// Instructions of a program on the model, where it is not run to its end.
const LONG: u64 = 200_000;

fn program(name: &str) -> Hart {
    hart(&Program::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("programs").join(name)).unwrap())
}

/// A program with an engine in line, whose handlers have to have counted what they were called for. Gives both.
fn counted<E: Editor>(hart: &Hart, compiled: &Compiled, engine: E, limit: u64) -> (Inline<E>, Reference) {
    let (mut core, mut alone) = pair(hart, compiled, engine);
    let done = together(&mut core, &mut alone, limit).unwrap();
    assert_eq!(core.counts.instructions + core.counts.exceptions, done);
    let tables = host::tables(&core.hart.memory);
    assert_eq!((tables.profile, tables.lost), (alone.sampled.clone(), 0));
    let calls = core.counts.handled().calls;
    assert!(calls > 0 && core.counts.replaced == calls && alone.sampled.events == calls, "{calls} calls");
    assert_eq!(core.hart.retired(), core.counts.instructions);
    (core, alone)
}

#[test]
fn handlers_count_what_the_simulator_counts() {
    let demo = program("demo/demo.elf");
    let cases = [
        ("region", handler::REGION),
        ("method", handler::METHOD),
        ("callpair", handler::CALL_PAIR),
        ("data", handler::DATA),
    ];
    for (name, number) in cases {
        let compiled = shipped(&["always", name], &[]);
        // Call pairs are few enough to go to the end.
        let limit = if name == "callpair" { u64::MAX } else { LONG };
        let (core, alone) = counted(&demo, &compiled, model(&compiled), limit);
        assert_eq!(alone.sampled, alone.exact, "{name}: everything is sampled");
        let handled = core.counts.handlers[usize::from(number)];
        assert!(handled.calls > 1000 && alone.exact.counts.len() > 10, "{name}: {handled:?}");
        let each = handled.instructions as f64 / handled.calls as f64;
        println!("{name}: {} events of {} keys, {each:.2} instructions each", handled.calls, alone.exact.counts.len());
        assert!((20.0..50.0).contains(&each), "{name}: {each}");
        assert_eq!(core.hart.memory.exit(), (limit == u64::MAX).then_some(0));
    }
}

#[test]
fn what_is_sampled_is_what_is_counted() {
    let demo = program("demo/demo.elf");
    let bursty = [("nCheck0", 200), ("nInstr0", 10)];
    for (names, parameters) in [
        (&["bursty", "region"][..], &bursty[..]),
        (&["bursty", "method"], &bursty),
        (&["bursty", "callpair"], &[("nCheck0", 20), ("nInstr0", 10)]),
        (&["arnold-ryder", "method"], &[("nCheck0", 9)]),
        (&["periodic"], &[]),
        (&["random"], &[]),
    ] {
        let compiled = shipped(names, parameters);
        let (_, alone) = counted(&demo, &compiled, model(&compiled), LONG);
        let (sampled, exact) = (alone.sampled.events, alone.exact.events);
        assert!(0 < sampled && sampled < exact, "{names:?}: {sampled} of {exact}");
        println!("{names:?}: {sampled} of {exact} events, overlap {:.3}", alone.sampled.overlap(&alone.exact));
    }
    // One of 100, exactly.
    let compiled = shipped(&["periodic"], &[]);
    let (_, alone) = counted(&demo, &compiled, model(&compiled), LONG);
    assert_eq!(alone.sampled.events, alone.exact.events / 100);
}

#[test]
fn the_emitted_engine_inserts_what_the_model_does() {
    let demo = program("demo/demo.elf");
    for (i, (names, parameters)) in [
        (&["always", "region"][..], &[][..]),
        (&["always", "method"], &[]),
        (&["always", "callpair"], &[]),
        (&["bursty", "region"], &[("nCheck0", 20), ("nInstr0", 5)]),
        (&["periodic"], &[]),
    ]
    .into_iter()
    .enumerate()
    {
        let compiled = shipped(names, parameters);
        let mut engine = hardware(&compiled);
        if i % 2 == 1 {
            engine.pause(i as u32);
        }
        // Calls are few.
        let limit = if names.contains(&"callpair") { 5 * SHORT } else { SHORT };
        let (mut core, alone) = counted(&demo, &compiled, engine, limit);
        assert!(core.engine.words > limit && core.engine.cycles > core.engine.words);
        assert!(core.engine.compare().unwrap() > 20);
        let replaced = core.engine.read(regs::N_REPL.offset).unwrap();
        assert_eq!(u64::from(replaced), core.counts.replaced);
        assert!(replaced > 40, "{names:?}: {replaced}");
        println!("{names:?}: {} words, {replaced} replaced, {} events", core.engine.words, alone.sampled.events);
    }
}

#[test]
fn compressed_instructions_and_exceptions_pass_too() {
    for name in ["trap/compressed.elf", "trap/trap_compressed.elf"] {
        let hart = program(name);
        for profile in ["region", "method", "callpair", "data"] {
            let compiled = shipped(&["always", profile], &[]);
            if name == "trap/trap_compressed.elf" && profile == "callpair" {
                // It calls nothing.
                continue;
            }
            let (core, _) = counted(&hart, &compiled, hardware(&compiled), u64::MAX);
            assert_eq!(core.counts.exceptions, if name == "trap/compressed.elf" { 0 } else { 12 });
            assert!(core.hart.memory.exit().is_some());
        }
    }
    // Calls through every register, each of which has its own instruction in the handler. x31 leads to the end of the
    // program.
    for register in 1..31 {
        let calls = [
            format!("auipc x{register}, 0"),
            format!("addi x{register}, x{register}, 17"),
            format!("jalr x5, 4(x{register})"),
            "ebreak".into(),
            "ebreak".into(),
            "addi x6, x0, 1".into(),
        ];
        let hart = assembled(&calls.iter().map(String::as_str).collect::<Vec<_>>());
        let compiled = shipped(&["always", "callpair"], &[]);
        let (_, alone) = counted(&hart, &compiled, model(&compiled), u64::MAX);
        assert_eq!(alone.exact.counts.len(), 1, "x{register}");
    }
}

#[test]
fn replacements_for_a_plain_core_count_in_mscratch() {
    let text =
        "P: T.OPCLASS == branch => null, R1; R1: csrrw x5, 0x340, x5; addi x5, x5, 1; csrrw x5, 0x340, x5; T.INSN;";
    let compiled = compiled(text, &Target { native: true, ..target() });
    let demo = program("demo/demo.elf");
    // What `region` would report: the same instructions.
    let regions = shipped(&["always", "region"], &[]);
    let (mut core, mut alone) = pair(&demo, &regions, hardware(&compiled));
    together(&mut core, &mut alone, SHORT).unwrap();
    assert!(core.counts.replaced > 1000 && core.counts.handled().calls == 0);
    assert_eq!(core.counts.replaced, alone.exact.events);
    assert_eq!(core.counts.added, 3 * core.counts.replaced);
    // csrr x10, mscratch, wherever the program stands.
    let pc = core.hart.pc;
    assert!(core.hart.memory.load(pc, &insn("csrrs x10, 0x340, x0").to_le_bytes()));
    core.step().unwrap();
    assert_eq!(u64::from(core.hart.x[10]), alone.exact.events);
}

#[test]
fn jumps_of_a_replacement_and_dropped_instructions_lead_on_as_documented() {
    // A branch that is never taken is replaced by one that is, before or after it; x7 tells the way. Links are those of
    // T.
    let program = ["addi x7, x0, 1", "bne x0, x0, 8", "addi x7, x7, 2", "addi x7, x7, 4"];
    for (replacement, expected) in [
        ("T.INSN;", 7),
        // T comes last: where it leads counts.
        ("jal x0, 8; T.INSN;", 7),
        ("T.INSN; jal x0, 8;", 5),
        ("jal x0, 8;", 5),
        ("beq x0, x0, 8;", 5),
        ("nop;", 7),
        ("jal x7, 8; T.INSN;", 0x8000_0088 + 6),
        ("auipc x7, 0; T.INSN;", 0x8000_0084 + 6),
    ] {
        let compiled = compiled(&format!("P: T.OP == bne => null, R1; R1: {replacement}"), &target());
        let (mut core, _) = pair(&assembled(&program), &compiled, hardware(&compiled));
        while core.hart.memory.exit().is_none() {
            core.step().unwrap();
        }
        assert_eq!((core.hart.x[7], core.counts.replaced), (expected, 1), "{replacement}");
        assert_eq!(core.hart.retired(), core.counts.instructions, "{replacement}");
    }
}

#[test]
fn the_program_sees_its_own_instructions_counted_alone() {
    // Jumps that a handler is called for, between reads of MINSTRET; after them MCYCLE, which does count what was
    // inserted.
    let reads =
        ["csrrs x10, 0xb02, x0", "jal x0, 4", "csrrs x11, 0xc02, x0", "jal x0, 4", "jal x0, 4", "csrrs x12, 0xb02, x0"];
    let hart = assembled(&reads);
    let compiled = shipped(&["always", "region"], &[]);
    let (mut core, mut alone) = pair(&hart, &compiled, hardware(&compiled));
    together(&mut core, &mut alone, u64::MAX).unwrap();
    assert_eq!(core.hart.x[10..13], [0, 2, 5]);
    assert_eq!(core.counts.handled().calls, 3);
    let cycle = [&reads[..], &["csrrs x13, 0xb00, x0"]].concat();
    let (mut core, mut alone) = pair(&assembled(&cycle), &compiled, model(&compiled));
    while core.hart.memory.exit().is_none() {
        core.step().unwrap();
    }
    alone.hart.run(100);
    let inserted = core.counts.added + core.counts.handled().instructions;
    assert_eq!(u64::from(core.hart.x[13]), u64::from(alone.hart.x[13]) + inserted);
}

#[test]
fn interrupts_wait_for_handlers() {
    let trap = program("trap/trap_compressed.elf");
    let compiled = shipped(&["always", "region"], &[]);
    let (mut core, mut alone) = pair(&trap, &compiled, hardware(&compiled));
    let (mut steps, mut wanted, mut masked, mut taken) = (0, false, 0, 0);
    while core.hart.memory.exit().is_none() {
        steps += 1;
        wanted |= steps % 401 == 0;
        if wanted {
            masked += u64::from(core.in_handler());
            if core.interrupt() {
                assert!(alone.hart.interrupt());
                (wanted, taken) = (false, taken + 1);
            }
        }
        let Some(retired) = core.step().unwrap() else { continue };
        assert_eq!(retired, alone.step().unwrap());
    }
    assert_eq!(host::difference(&core.hart, &alone.hart), None);
    assert_eq!(host::tables(&core.hart.memory).profile, alone.sampled);
    // Its exit code counts both.
    assert_eq!(core.hart.memory.exit(), Some(taken << 8 | 12));
    assert!(taken > 10 && masked > 100, "{taken} taken, {masked} times masked");
}

/// A load from address 0 at first, whose exception's handler (at `RESET_PC + 0x40`) counts in x20 and puts a good
/// address into x11.
fn faulting() -> Hart {
    let mut hart =
        assembled(&["auipc x5, 0", "addi x5, x5, 0x40", "csrrw x0, 0x305, x5", "lw x10, 0(x11)", "addi x10, x10, 1"]);
    let fix = ["addi x20, x20, 1", "csrrs x21, 0x341, x0", "auipc x11, 0", "mret"];
    let bytes: Vec<u8> = fix.iter().flat_map(|line| insn(line).to_le_bytes()).collect();
    assert!(hart.memory.load(RESET_PC + 0x40, &bytes));
    hart
}

#[test]
fn an_exception_inside_a_replacement_begins_it_again() {
    // In the first word of the replacement, in a handler, in T after a word and after a handler, and after T.
    for (replacement, added) in [
        ("lw d2, 0(T.RS1); T.INSN;", 1),
        ("call(H); T.INSN;", 2),
        ("addi d2, d2, 1; T.INSN;", 2),
        ("call(G, T.INSN); T.INSN;", 6),
        ("T.INSN; addi d2, d2, 1;", 1),
    ] {
        let text = format!("handler H = 9; handler G = 4; ctr 0 = 0; P: T.OP == lw => inc_0, R1; R1: {replacement}");
        let compiled = compiled(&text, &target());
        let mut engine = hardware(&compiled);
        engine.pause(added as u32);
        let (mut core, _) = pair(&faulting(), &compiled, engine);
        let handler: Vec<u8> = ["lw x0, 0(x11)"].iter().flat_map(|line| insn(line).to_le_bytes()).collect();
        assert!(core.hart.memory.load(HANDLERS + 9 * HANDLER_BYTES, &handler));
        assert!(core.hart.memory.load(HANDLERS + 9 * HANDLER_BYTES + 4, &0x100b_u32.to_le_bytes()));
        while core.hart.memory.exit().is_none() {
            core.step().unwrap();
        }
        let hart = &core.hart;
        assert_eq!((hart.x[20], hart.x[21]), (1, RESET_PC + 12), "{replacement}");
        assert_eq!(hart.x[10], hart.memory.read(hart.x[11], 4).unwrap() + 1, "{replacement}");
        let counts = &core.counts;
        assert_eq!((counts.exceptions, counts.broken, counts.replaced), (1, 1, 2), "{replacement}");
        assert_eq!(counts.added, added, "{replacement}");
        // The operation on the counter has happened twice, and a handler that had come to its end has counted twice.
        assert_eq!(core.engine.read(regs::CTR.offset).unwrap(), 2, "{replacement}");
        let events = if replacement.contains('G') { 2 } else { 0 };
        assert_eq!(host::tables(&core.hart.memory).profile.events, events, "{replacement}");
        assert!(core.engine.compare().unwrap() > 20);
    }
}

#[test]
fn what_cannot_go_on_says_why() {
    let compiled = compiled("handler H = 9; P: any => null, R1; R1: call(H); T.INSN;", &target());
    let hart = assembled(&["addi x1, x0, 1"]);
    let end = |code: &[u32]| {
        let (mut core, _) = pair(&hart, &compiled, model(&compiled));
        let bytes: Vec<u8> = code.iter().flat_map(|word| word.to_le_bytes()).collect();
        assert!(core.hart.memory.load(HANDLERS + 9 * HANDLER_BYTES, &bytes));
        loop {
            if let Err(stop) = core.step() {
                break stop;
            }
        }
    };
    // No handler is there; one without an end; one that calls another.
    assert!(end(&[]).to_string().starts_with("at 0x80000080: illegal instruction 0x00000000"));
    assert_eq!(end(&[insn("jal x0, 0")]), Stop::Endless(9));
    assert!(end(&[dcall(9)]).to_string().contains("illegal instruction 0x0090000b"));
    assert_eq!(host::in_the_way([(RAM, 0x100), (PLACE.start - 4, 8)]), Some(PLACE.start - 4));
    assert_eq!(host::in_the_way([(PLACE.start - 4, 4), (PLACE.end, 4)]), None);
}

#[test]
fn a_full_table_counts_what_it_cannot_take() {
    // Ten jumps to the next instruction, each a key of its own, where three have room.
    let compiled = shipped(&["always", "region"], &[]);
    let (mut core, mut alone) = pair(&assembled(&["jal x0, 4"; 10]), &compiled, model(&compiled));
    let entries = TABLE_BYTES / ENTRY_BYTES - 1;
    assert!(core.hart.memory.load(USED, &(entries - 3).to_le_bytes()));
    together(&mut core, &mut alone, u64::MAX).unwrap();
    let tables = host::tables(&core.hart.memory);
    assert_eq!((tables.profile.events, tables.lost), (3, 7));
    assert_eq!(core.hart.memory.read(USED, 4), Some(entries));
    assert_eq!(core.hart.memory.read(LOST, 4), Some(7));
}

/// A wrong handler: the first such instruction from an address on is another one.
fn patch(hart: &mut Hart, from: u32, right: &str, wrong: &str) {
    let at = (from..TABLES).step_by(4).find(|at| hart.memory.read(*at, 4) == Some(insn(right)));
    assert!(hart.memory.load(at.unwrap_or_else(|| panic!("no {right}")), &insn(wrong).to_le_bytes()));
}

#[test]
fn planted_faults_are_found() {
    let demo = program("demo/demo.elf");
    let compiled = shipped(&["always", "method"], &[]);
    // A register of the program is not given back; two are added; a register that is saved is another one.
    for (right, wrong) in [
        ("csrrs x28, 0x7cd, x0", "addi x0, x0, 0"),
        ("addi x28, x28, 1", "addi x28, x28, 2"),
        ("csrrs x5, 0x7ca, x0", "csrrs x5, 0x7cb, x0"),
    ] {
        let (mut core, mut alone) = pair(&demo, &compiled, model(&compiled));
        patch(&mut core.hart, HANDLERS + 256 * HANDLER_BYTES, right, wrong);
        let same = together(&mut core, &mut alone, SHORT).is_ok();
        assert!(!same || host::tables(&core.hart.memory).profile != alone.sampled, "{right} -> {wrong}");
    }
    // Another engine.
    let emitted = emit(Unit::Hps, BUILT).unwrap();
    let (right, wrong) = ("32'h800", "32'h000");
    assert!(emitted.verilog.contains(right), "what rounds the high part of T.INSN");
    let verilog = emitted.verilog.replace(right, wrong);
    let mut engine = Hardware::of(compiled.image.config, &Emitted { verilog, ..emitted }, Effort::Quick).unwrap();
    set_up(&mut engine, &compiled);
    let (mut core, mut alone) = pair(&demo, &compiled, engine);
    let found = together(&mut core, &mut alone, SHORT).unwrap_err();
    assert!(found.starts_with("the engine gave out_insn"), "{found}");
}
