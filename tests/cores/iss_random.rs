//! Random programs with random productions in line: whatever is inserted into registers of its own and memory of its
//! own, each instruction of the program does the same (docs/reference/iss.md, I4).
use crate::support::inline::{compiled, hardware, insn, model, pair, target, together, with};
use treetap::host::hps::Key;
use treetap::host::inline::tables;
use treetap::lang::hps::Compiled;
use treetap::model::iss::Hart;
use treetap::model::iss::inline::{Counts, Editor};
use treetap::spec::core::{EXIT, RESET_PC};
use treetap::spec::lfsr::step;

/// Times round the loop of a program.
const ROUNDS: u32 = 6;
/// Instructions of its body.
const BODY: usize = 60;

struct Random(u32);

impl Random {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 = step(self.0);
        (self.0 >> 3) % limit
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len() as u32) as usize]
    }

    /// A register that programs may change: x8, x9 and x1, x2 have their purposes, x31 ends.
    fn register(&mut self) -> u32 {
        [0, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16, 20, 25, 28, 29, 30][self.below(16) as usize]
    }
}

/// An instruction of 2 or 4 bytes, or a branch over some of those after it.
enum Piece {
    Plain(u32),
    Short(u16),
    Over(String, usize),
}

impl Piece {
    fn bytes(&self) -> usize {
        if matches!(self, Self::Short(_)) { 2 } else { 4 }
    }
}

fn piece(random: &mut Random) -> Piece {
    let [d, s, t] = [(); 3].map(|()| random.register());
    Piece::Plain(insn(&match random.below(12) {
        0..=2 => {
            let name = random.pick(&[
                "add", "sub", "sll", "slt", "sltu", "xor", "srl", "sra", "or", "and", "mul", "mulh", "mulhsu", "mulhu",
                "div", "divu", "rem", "remu",
            ]);
            format!("{name} x{d}, x{s}, x{t}")
        }
        3 => {
            let name = random.pick(&["addi", "slti", "sltiu", "xori", "ori", "andi"]);
            format!("{name} x{d}, x{s}, {}", random.below(4096) as i32 - 2048)
        }
        4 => {
            let name = random.pick(&["slli", "srli", "srai"]);
            format!("{name} x{d}, x{s}, {}", random.below(32))
        }
        5 => {
            let name = random.pick(&["lui", "auipc"]);
            format!("{name} x{d}, {}", random.below(1 << 20))
        }
        6 => {
            let name = random.pick(&["lb", "lh", "lw", "lbu", "lhu"]);
            format!("{name} x{d}, {}(x8)", random.below(500))
        }
        7 => {
            let name = random.pick(&["sb", "sh", "sw"]);
            format!("{name} x{t}, {}(x8)", random.below(500))
        }
        8 => {
            let name = random.pick(&["beq", "bne", "blt", "bge", "bltu", "bgeu"]);
            return Piece::Over(format!("{name} x{s}, x{t}"), 1 + random.below(5) as usize);
        }
        9 => return Piece::Over(format!("jal x{}", random.pick(&["0", "1", "5"])), 1 + random.below(3) as usize),
        _ => {
            let (d, s) = (d.max(5) as u16, s.max(5) as u16);
            let number = 1 + random.below(15) as u16;
            return Piece::Short(match random.below(4) {
                // c.addi, c.li, c.mv, c.add
                0 => 1 | d << 7 | number << 2,
                1 => 0x5001 | d << 7 | number << 2,
                2 => 0x8002 | d << 7 | s << 2,
                _ => 0x9002 | d << 7 | s << 2,
            });
        }
    }))
}

/// A loop of random instructions that ends.
fn program(random: &mut Random) -> Hart {
    let mut pieces: Vec<Piece> = ["lui x8, 0x80300".into(), format!("addi x9, x0, {ROUNDS}")]
        .map(|line: String| Piece::Plain(insn(&line)))
        .into();
    let top: usize = pieces.iter().map(Piece::bytes).sum();
    pieces.extend((0..BODY).map(|_| piece(random)));
    // What jumps over the end of the body lands in these.
    pieces.extend((0..6).map(|_| Piece::Short(1)));
    pieces.push(Piece::Plain(insn("addi x9, x9, -1")));
    let bottom: usize = pieces.iter().map(Piece::bytes).sum();
    pieces.push(Piece::Plain(insn(&format!("bne x9, x0, {}", top as i64 - bottom as i64))));
    pieces.push(Piece::Plain(insn(&format!("lui x31, {}", EXIT >> 12))));
    pieces.push(Piece::Plain(insn("sw x0, 4(x31)")));
    let mut bytes: Vec<u8> = vec![];
    for (i, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Plain(word) => bytes.extend(word.to_le_bytes()),
            Piece::Short(half) => bytes.extend(half.to_le_bytes()),
            Piece::Over(jump, count) => {
                let offset: usize = pieces[i..=i + count].iter().map(Piece::bytes).sum();
                bytes.extend(insn(&format!("{jump}, {offset}")).to_le_bytes());
            }
        }
    }
    with(RESET_PC, &bytes)
}

/// Productions that leave the program's registers and memory alone: d0 counts replacements; handlers need d2 to d6.
fn productions(random: &mut Random) -> Compiled {
    let mut text = format!("handler Region = 1; reg HPS_R0 = 2; ctr 0 = {}; ctr 1 = 0;\n", random.below(3));
    for number in 0..1 + random.below(4) {
        let class =
            random.pick(&["branch", "call", "alu", "muldiv", "load", "store", "cti", "backedge", "entry", "mem"]);
        let test = match random.below(6) {
            0 => format!("T.OPCLASS == {class} && T.RD == x{}", random.register()),
            1 => format!("T.OPCLASS == {class} && T.IMM < 0"),
            _ => format!("T.OPCLASS == {class}"),
        };
        let condition = random.pick(&["", "", " && zero_0", " && !zero_0", " && (zero_0 || overflow_1)"]);
        let operation = random.pick(&["null", "null", "dec_0", "inc_1", "set_0(HPS_R0)"]);
        text += &format!("P{number}: {test}{condition} => {operation}, R{number};\n");
        let mut items = vec![
            "addi d0, d0, 1",
            random.pick(&[
                "add d5, d5, T.RS1",
                "lui d3, %hi(T.PC); addi d3, d3, %lo(T.PC)",
                "nop",
                "lui d3, %hi(T.INSN)",
            ]),
            random.pick(&[
                "lui d4, 0x807c0; sw d0, 0(d4)",
                "lui d4, 0x807c0; lw d6, 4(d4)",
                "auipc d7, 1",
                "addi d7, T.RS2, T.IMM",
            ]),
        ];
        if random.below(2) == 0 {
            items.push(random.pick(&["bne d0, d0, 8", "csrrs d6, 0xc02, x0", "mul d6, d0, d0"]));
        }
        // The instruction itself anywhere, and a handler before it at times.
        let place = random.below(items.len() as u32 + 1) as usize;
        items.insert(place, if random.below(3) == 0 { "call(Region, T.INSN); T.INSN" } else { "T.INSN" });
        text += &format!("R{number}: {};\n", items.join("; "));
    }
    compiled(&text, &target())
}

/// Runs one program with an engine; gives what was executed.
fn same<E: Editor>(seed: u32, hart: &Hart, compiled: &Compiled, engine: E) -> (Counts, E) {
    let (mut core, mut alone) = pair(hart, compiled, engine);
    let done = together(&mut core, &mut alone, 100_000).unwrap_or_else(|wrong| panic!("seed {seed}: {wrong}"));
    assert!(core.hart.memory.exit() == Some(0) && done == core.counts.instructions, "seed {seed}");
    assert_eq!(u64::from(core.hart.private[0]), core.counts.replaced, "seed {seed}");
    let handled = core.counts.handled().calls;
    assert_eq!(alone.sampled.events, handled, "seed {seed}");
    // Replacements store into the table of data references, which no handler counts in here.
    let mut profile = tables(&core.hart.memory).profile;
    profile.counts.retain(|key, _| !matches!(key, Key::Reference(_)));
    assert_eq!(profile.counts, alone.sampled.counts, "seed {seed}");
    (core.counts, core.engine)
}

#[test]
fn random_programs_do_the_same_with_random_productions() {
    let (mut replaced, mut calls, mut added, mut instructions) = (0, 0, 0, 0);
    for seed in 1..=120 {
        let mut random = Random(0x9e37_79b9_u32.wrapping_mul(seed));
        let hart = program(&mut random);
        let compiled = productions(&mut random);
        let counts = same(seed, &hart, &compiled, model(&compiled)).0;
        if seed <= 12 {
            let mut engine = hardware(&compiled);
            if seed % 2 == 0 {
                engine.pause(seed);
            }
            let (counted, mut engine) = same(seed, &hart, &compiled, engine);
            assert_eq!(counted, counts);
            assert!(engine.compare().unwrap() > 20);
        }
        instructions += counts.instructions;
        replaced += counts.replaced;
        added += counts.added;
        calls += counts.handled().calls;
    }
    println!(
        "{instructions} instructions, {replaced} replaced, {added} words added, {calls} calls of handlers, 0 \
         differences"
    );
    assert!(instructions > 20_000 && replaced > 3_000 && calls > 1_000 && added > 2 * replaced);
}
