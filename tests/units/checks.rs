//! What the emitted block finds to be a check equals the model, record by record (docs/reference/checks.md).
use crate::support::faults::{Faults, all_found};
use std::collections::{BTreeMap, VecDeque};
use treetap::catalog::{Emitted, Unit, emit};
use treetap::cosim::build::Effort;
use treetap::cosim::pins::Pins;
use treetap::model::checks::{Checks, Found, backward, target};
use treetap::model::classify::{classify, expand};
use treetap::spec::checkmap::Code;
use treetap::spec::checks::{Config, PRESETS};
use treetap::spec::classify::{Opclass, Xlen};
use treetap::spec::retire::Record;
use treetap::spec::select::CALLS;
use treetap::spec::variant::DEEP;
use treetap::trace::shapes::Random;

/// Records of each setting.
const RECORDS: usize = 30_000;

/// How often each situation occurred.
type Coverage = BTreeMap<&'static str, u64>;

/// Offsets of transfers have fewer bits than this.
const OFFSET_BITS: u32 = 21;

/// Bits that are set right below a multiple of a large power of two.
const EDGE: u64 = (1 << (OFFSET_BITS - 1)) - 64;

/// A program of transfers in a few hundred bytes, at both ends of the address space, where a carry goes far, and
/// anywhere offsets lead from the ends.
struct Program {
    random: Random,
    xlen: Xlen,
    pc: u64,
    /// Where calls lead, so that entries happen late and twice.
    callees: Vec<u64>,
}

impl Program {
    fn one_in(&mut self, n: u64) -> bool {
        self.random.next().is_multiple_of(n)
    }

    fn insn(&mut self) -> (u32, bool) {
        let word = self.random.next() as u32;
        // Of what a branch can compare nothing is left out.
        let compares = word & !(0x2000 & !(word >> 1));
        match self.random.next() % 12 {
            // Branches and jumps with short and with any offsets.
            0 | 1 => (word & 0xfe00_0f80 & !0x7000_0000 | 0x63, false),
            2 => (compares & 0x81ff_ff80 | 0x63, false),
            3 => (
                word & (0x000f_f000 * u32::from(word & 1 == 0))
                    | word & 0x83e0_0000
                    | 0x6f
                    | [0, 0x80, 0x280, 0x300][(word >> 7) as usize % 4],
                false,
            ),
            4 => (word & 0xffff_f000 | 0x6f | [0, 0x80, 0x280][(word >> 7) as usize % 3], false),
            // JALR with and without link registers on either side; a jump to itself and one that goes nowhere else.
            5 => (word & 0xfff2_0280 | 0x8067, false),
            6 => ([0x6f, 0xef, compares & 0x01ff_f000 | 0x63, 0x0040_006f][word as usize % 4], false),
            7 => (expand((0xa001 | word & 0x1ffc) as u16, self.xlen), true),
            8 => (expand((0xc001 | word & 0x3ffc) as u16, self.xlen), true),
            // Offsets of a single bit.
            9 => (0x6f | 1 << (12 + self.random.next() % 20), false),
            10 => (
                0x63 | [1 << (7 + self.random.next() % 5), 1 << (25 + self.random.next() % 7)][word as usize % 2],
                false,
            ),
            _ => (0x13, self.random.next().is_multiple_of(2)),
        }
    }

    fn record(&mut self) -> Record {
        let low = u64::MAX >> (64 - self.xlen.bits());
        // Calls forward, where the carry goes on.
        let edge = self.pc & EDGE == EDGE && self.one_in(2);
        let (insn, rvc) = if edge { (self.random.next() as u32 & 0x7fff_f000 | 0xef, false) } else { self.insn() };
        let (pc, class) = (self.pc & low, classify(insn));
        let length = if rvc { 2 } else { 4 };
        let callee = self.callees.get(self.random.next() as usize % self.callees.len().max(1)).copied().unwrap_or(0);
        let far = match self.random.next() % 10 {
            0 => self.random.next() % 64,
            1 => low - self.random.next() % 64,
            2 | 3 => callee,
            // Not quite there.
            4 => callee ^ 1 << (self.random.next() % u64::from(self.xlen.bits())),
            // As far from either end as offsets go.
            5 => {
                let away = self.random.next() >> (self.random.next() % 16) & ((1 << OFFSET_BITS) - 1);
                if self.one_in(2) { away } else { low - away }
            }
            // Right below a multiple of a large power of two.
            6 | 7 => self.random.next() | (low >> (self.random.next() % u64::from(self.xlen.bits() - 6)) & !63),
            _ => pc.wrapping_add(self.random.next() % 64).wrapping_sub(32),
        } & low
            & !1;
        let goes =
            class == Opclass::Branch && self.one_in(2) || Opclass::ALL[5..=10].contains(&class) || self.one_in(6);
        let npc = if goes { far } else { pc.wrapping_add(length) & low };
        let record = Record {
            trap: self.random.next().is_multiple_of(10),
            class,
            rvc,
            taken: npc != pc.wrapping_add(length) & low,
            start: false,
            insn,
            pc,
            npc,
            val: 0,
            addr: 0,
            evt: 0,
            lat: 0,
            cycles: 0,
            ord: 0,
        };
        if CALLS.contains(&class) {
            self.callees.push(target(&record, self.xlen));
            if self.callees.len() > 3 {
                self.callees.remove(0);
            }
        }
        self.pc = npc;
        record
    }
}

/// A run through hardware and model; the first difference. A build for a fast clock takes a cycle more.
fn lockstep(emitted: &Emitted, xlen: Xlen, effort: Effort, coverage: &mut Coverage) -> Result<(), String> {
    let preset = PRESETS.iter().find(|preset| emitted.top.ends_with(&format!("_{}", preset.name))).unwrap();
    let more = preset.parameter(DEEP) as usize;
    let mut pins = Pins::open(emitted, effort, 9).unwrap();
    let names = ["rec_valid", "rec_trap", "rec_class", "rec_taken", "rec_insn", "rec_pc", "rec_npc"];
    let fields = names.map(|name| pins.input(name));
    let [rst, map_code, map_en, be_taken, calls] =
        ["rst", "map_code", "cfg_map_en", "cfg_be_taken", "cfg_check_calls"].map(|name| pins.input(name));
    let outputs = ["chk_check", "chk_entry", "chk_mute"].map(|name| pins.output(name));
    let mut count = |name, happened: bool| *coverage.entry(name).or_default() += u64::from(happened);
    for setting in 0..6_u64 {
        let config = Config { taken: setting & 1 == 0, calls: setting & 2 != 0 };
        let coded = setting & 4 != 0;
        let mut program = Program { random: Random(50 + setting), xlen, pc: 0x100, callees: vec![] };
        let mut model = Checks::new(config, xlen);
        let mut row = vec![0; pins.input_words()];
        (row[map_en], row[be_taken], row[calls]) = (coded.into(), config.taken.into(), config.calls.into());
        row[rst] = 1;
        pins.run(&row.repeat(2));
        row[rst] = 0;
        let (mut rows, mut expected, mut carried) = (vec![], vec![], false);
        let mut codes = VecDeque::from(vec![Code::None; more + 1]);
        let ends = [0, u64::MAX >> (64 - xlen.bits())].map(|end| end >> OFFSET_BITS);
        let at_end = |record: &Record| ends.contains(&(record.pc >> OFFSET_BITS));
        for at in 0..RECORDS {
            // The second half comes back to back.
            let valid = at > RECORDS / 2 || program.one_in(2);
            row[map_code] = codes.pop_front().unwrap() as u64;
            let code = Code::from_bits(program.random.next() as u32);
            codes.push_back(code);
            let record = program.record();
            let words = [
                u64::from(valid),
                record.trap.into(),
                record.class.code().into(),
                record.taken.into(),
                record.insn.into(),
                record.pc,
                record.npc,
            ];
            fields.iter().zip(words).for_each(|(field, word)| row[*field] = word);
            rows.extend(&row);
            let found = if valid { model.push(&record, coded.then_some(code)) } else { Found::default() };
            let back = backward(&record, xlen);
            let ran = valid && !record.trap;
            count("idle", !valid);
            count("trap", valid && record.trap);
            count("entry", ran && found.entry && !coded);
            count("back and taken", ran && back && record.taken);
            count("back and not taken", ran && back && !record.taken);
            count("back to itself", ran && back && record.npc == record.pc);
            count("forward", ran && !back && record.taken);
            let wraps = ran && !back && record.insn >> 31 == 1;
            count("a branch wraps", wraps && record.class == Opclass::Branch);
            count("a jump wraps", wraps && record.class == Opclass::Jump && record.pc > 1 << (OFFSET_BITS / 2));
            let far = ran && record.class == Opclass::Call && (target(&record, xlen) ^ record.pc) >> OFFSET_BITS > 0;
            count("entry after a carry that goes far", ran && found.entry && !coded && carried && !at_end(&record));
            carried = if ran && CALLS.contains(&record.class) { far } else { carried };
            count("check", found.check);
            count("no check", ran && !found.check);
            count("mute", found.mute);
            count("a code through a register", ran && coded && code == Code::Back && !record.taken && found.check);
            expected.push(found);
        }
        for code in codes {
            row[map_code] = code as u64;
            rows.extend(&row);
        }
        rows.extend(&row);
        let seen = pins.run(&rows);
        for (at, (out, wanted)) in seen.chunks_exact(pins.output_words()).skip(2 + more).zip(&expected).enumerate() {
            let found = outputs.map(|output| out[output] == 1);
            if found != [wanted.check, wanted.entry, wanted.mute] {
                return Err(format!("{config:?}, map {coded}, record {at}: {found:?}, expected {wanted:?}"));
            }
        }
    }
    Ok(())
}

#[test]
fn hardware_equals_model_in_every_record() {
    for preset in &PRESETS {
        let xlen = Xlen::ALL.into_iter().find(|xlen| xlen.bits() == preset.parameter("xlen")).unwrap();
        let mut coverage = Coverage::new();
        let emitted = emit(Unit::Checks, preset.name).unwrap();
        lockstep(&emitted, xlen, Effort::Test, &mut coverage).unwrap_or_else(|difference| panic!("{difference}"));
        println!("{}: {coverage:?}", preset.name);
        assert!(coverage.values().all(|count| *count > 50), "{coverage:?}");
    }
}

const FAULTS: Faults = &[
    ("a call does not wait", "if («valid & call») pending <= 1'b1;", "1'b0"),
    ("entries are found again", "if («entered») pending <= 1'b0;", "1'b0"),
    ("traps call", "here = rec_valid & «~rec_trap»", "1'b1"),
    ("a jump to itself is none", " | «~(|distance)»", "1'b0"),
    ("the sign of a branch is lost", "branch_bits | branch_sign", "branch_bits"),
    ("a jump has the offset of a branch", "(«rec_class == branch») ? offset_branch : offset_jump", "1'b1"),
    ("what is not taken counts", "taken | ~cfg_be_taken", "1'b1"),
    ("a call goes where the next record is", "if («class_ == links») goal <= sum[31:0];", "1'b0"),
    ("a code back asks for taken always", "(«counts | ~direct»)", "counts"),
];

const DEEP_FAULTS: Faults = &[
    ("traps call", "came0_next = «here»;", "rec_valid"),
    ("a call ahead is not seen", "called0 <= «valid & call»", "1'b0"),
    ("only a call ahead is seen", "called0 <= «valid & call»", "1'b1"),
    ("the distance is another", "far0_next = «distance»;", "~distance"),
];

#[test]
fn planted_faults_are_found() {
    for (preset, faults) in [("rv32", FAULTS), ("rv32_deep", DEEP_FAULTS)] {
        all_found(Unit::Checks, preset, faults, |design| {
            lockstep(design, Xlen::Rv32, Effort::Test, &mut Coverage::new())
        });
    }
}
