//! The registers equal their model, and what is made from their table is fresh and right (docs/reference/regs.md).
use crate::support::register_bench::{self, Master, Row, Seen, below, one_in, request};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;
use treetap::catalog::{Unit, emit, registers};
use treetap::cosim::build::Effort;
use treetap::cosim::pins::Pins;
use treetap::model::regs::{Answer, Request};
use treetap::spec::coproc::regs as coproc;
use treetap::spec::coproc_profiler;
use treetap::spec::hotlist::regs as hotlist;
use treetap::spec::hps::regs as hps;
use treetap::spec::monitor;
use treetap::spec::phase::regs as phase;
use treetap::spec::regs::{
    Access, COMMAND, CTRL, Capabilities, DUMP, DUMP_TAKE, ID, Op, PERIOD, REGISTERS, Register, VERSION,
};
use treetap::spec::value_sampler;
use treetap::trace::shapes::Random;

/// The simple port: a request is held until it is answered.
#[derive(Default)]
struct Port {
    request: Option<Request>,
    age: u64,
    pause: u64,
    longest: u64,
    at_once: u64,
    kept: Option<(u64, u64)>,
}

impl Master for Port {
    fn drive(&mut self, random: &mut Random, row: &mut Row) {
        if self.request.is_none() && self.pause == 0 {
            self.request = Some(request(random));
            self.pause = if one_in(random, 2) { 0 } else { below(random, 6) };
            self.age = 0;
        } else if self.request.is_none() {
            self.pause -= 1;
        }
        row.set("bus_valid", self.request.is_some());
        if let Some(request) = self.request {
            row.set("bus_we", request.write);
            row.set("bus_addr", request.address);
            row.set("bus_wdata", request.data);
            row.set("bus_wstrb", request.strobe);
        }
    }

    fn look(&mut self, seen: &Seen) -> Option<Request> {
        if let Some((word, error)) = self.kept {
            assert_eq!((seen.get("bus_rdata"), seen.get("bus_err")), (word, error), "the answer did not stay");
        }
        self.age += u64::from(self.request.is_some());
        if !seen.is("bus_ready") {
            self.kept = self.kept.filter(|_| self.request.is_none());
            return None;
        }
        self.longest = self.longest.max(self.age);
        self.at_once += u64::from(self.age == 5);
        self.kept = Some((seen.get("bus_rdata"), seen.get("bus_err")));
        Some(self.request.take().expect("an answer without a request"))
    }

    fn expect(&mut self, answer: Answer, request: &Request, seen: &Seen) {
        assert_eq!(seen.is("bus_err"), answer.error, "{request:x?}");
        if !request.write {
            assert_eq!(seen.get("bus_rdata"), u64::from(answer.word), "{request:x?}");
        }
    }

    fn done(&self) -> Vec<(&'static str, u64)> {
        assert!(self.longest <= 64 + 5 + 15, "an answer after {} cycles (H2)", self.longest);
        vec![("answers in the fifth cycle", self.at_once)]
    }

    fn reset(&mut self) {
        (self.request, self.kept) = (None, None);
    }
}

#[test]
fn hardware_equals_model_through_the_simple_port() {
    for (preset, build) in [("nano", Capabilities::NANO), ("full", Capabilities::FAST)] {
        register_bench::run(&emit(Unit::Regs, preset).unwrap(), build, &mut Port::default(), 120_000, 11);
    }
}

#[test]
fn the_words_of_a_long_dump_are_counted() {
    ["nano", "full"].into_iter().for_each(long_dump);
}

fn long_dump(preset: &str) {
    // More than the field has numbers.
    const WORDS: u32 = 17_000;
    let mut pins = Pins::open(&emit(Unit::Regs, preset).unwrap(), Effort::Test, 14).unwrap();
    let [rst, valid, we, addr, wdata] = ["rst", "bus_valid", "bus_we", "bus_addr", "bus_wdata"].map(|n| pins.input(n));
    let [strobe, there] = ["bus_wstrb", "dump_valid"].map(|name| pins.input(name));
    let [ready, rdata, error] = ["bus_ready", "bus_rdata", "bus_err"].map(|name| pins.output(name));
    let mut row = vec![0; pins.input_words()];
    row[rst] = 1;
    pins.run(&row.repeat(3));
    (row[rst], row[there], row[strobe]) = (0, 1, 0xf);
    let mut access = |register: &Register, write: Option<u32>| {
        (row[valid], row[we], row[addr]) = (1, write.is_some().into(), register.offset.into());
        row[wdata] = write.unwrap_or(0).into();
        for _ in 0..100 {
            let out = pins.run(&row);
            if out[ready] == 1 {
                assert_eq!(out[error], 0);
                row[valid] = 0;
                pins.run(&row);
                return out[rdata] as u32;
            }
        }
        panic!("no answer at {}", register.name);
    };
    let position = DUMP.field("POSITION");
    let others = [&ID, &VERSION, &CTRL, &PERIOD];
    let said = others.map(|register| access(register, None));
    access(&COMMAND, Some(Op::Snapshot as u32));
    for taken in 1..=WORDS {
        access(&DUMP_TAKE, None);
        if taken % 5 == 0 {
            assert_eq!(position.of(access(&DUMP, None)), taken & position.mask(), "after {taken} words");
        }
        // The number shows in no other register.
        if taken % 61 == 0 {
            assert_eq!(others.map(|register| access(register, None)), said, "after {taken} words");
        }
    }
}

#[test]
fn the_files_made_from_the_table_are_fresh() {
    for (path, text) in registers::files() {
        let kept = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
        assert!(kept == text, "{path} is stale: make rtl");
    }
}

#[test]
fn a_c_program_sees_what_rust_sees() {
    let dir = tempfile::tempdir().unwrap();
    let (mut program, mut expected) = (String::new(), String::new());
    program += "#include <stdio.h>\n#include \"treetap_regs.h\"\n#include \"treetap_hps.h\"\n#include \
        \"treetap_monitor.h\"\n#include \"treetap_phase.h\"\n#include \"treetap_hotlist.h\"\n#include \
        \"treetap_value_sampler.h\"\n#include \"treetap_coproc.h\"\n#include \
        \"treetap_coproc_profiler.h\"\nint main(void) {\n";
    let mut ask = |name: String, value: u32| {
        let _ = writeln!(program, "    printf(\"{name} %u\\n\", TREETAP_{name});");
        let _ = writeln!(expected, "{name} {value}");
    };
    for (block, registers) in [
        ("", REGISTERS),
        ("HPS_", hps::REGISTERS),
        ("MONITOR_", monitor::REGISTERS),
        ("PHASE_", phase::REGISTERS),
        ("HOTLIST_", hotlist::REGISTERS),
        ("VALUE_SAMPLER_", value_sampler::REGISTERS),
        ("COPROC_", coproc::REGISTERS),
        ("COPROC_PROFILER_", coproc_profiler::REGISTERS),
    ] {
        for register in registers {
            ask(format!("{block}{}", register.name), register.offset.into());
            for field in register.fields.iter().filter(|field| field.width < 32) {
                ask(format!("{block}{}__{}_LSB", register.name, field.name), field.lsb);
                ask(format!("{block}{}__{}_MASK", register.name, field.name), field.mask());
            }
        }
    }
    ask("HPS_ID_WORD".into(), hps::ID_WORD);
    ask("OP_SNAPSHOT_RESET".into(), Op::SnapshotReset as u32);
    ask("OP_CLEAR_COUNTERS".into(), Op::ClearCounters as u32);
    program += "    return 0;\n}\n";
    let (source, binary) = (dir.path().join("regs.c"), dir.path().join("regs"));
    fs::write(&source, program).unwrap();
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("include");
    let built = Command::new("gcc")
        .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-I"])
        .args([&include, &source])
        .arg("-o")
        .arg(&binary)
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let printed = Command::new(&binary).output().unwrap();
    assert_eq!(String::from_utf8(printed.stdout).unwrap(), expected);
    assert!(expected.lines().count() > 150);
}

#[test]
fn the_svd_files_are_read_strictly_and_say_what_the_tables_say() {
    said_by_svd("treetap_regs.svd", REGISTERS);
    said_by_svd("treetap_hps.svd", hps::REGISTERS);
    said_by_svd("treetap_monitor.svd", monitor::REGISTERS);
    said_by_svd("treetap_phase.svd", phase::REGISTERS);
    said_by_svd("treetap_hotlist.svd", hotlist::REGISTERS);
    said_by_svd("treetap_value_sampler.svd", value_sampler::REGISTERS);
    said_by_svd("treetap_coproc.svd", coproc::REGISTERS);
    said_by_svd("treetap_coproc_profiler.svd", coproc_profiler::REGISTERS);
}

fn said_by_svd(file: &str, registers: &[Register]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("include").join(file);
    let config = svd_parser::Config::default().validate_level(svd_parser::ValidateLevel::Strict);
    let device = svd_parser::parse_with_config(&fs::read_to_string(path).unwrap(), &config).unwrap();
    let read: Vec<_> = device.peripherals[0].registers().collect();
    assert_eq!((device.peripherals.len(), read.len()), (1, registers.len()));
    for (read, register) in read.iter().zip(registers) {
        let (name, words) = match read {
            svd_parser::svd::MaybeArray::Single(read) => (read.name.clone(), 1),
            svd_parser::svd::MaybeArray::Array(read, dim) => (read.name.replace("[%s]", ""), dim.dim),
        };
        assert_eq!((name.as_str(), words), (register.name, u32::from(register.words)));
        assert_eq!(read.address_offset, u32::from(register.offset), "{name}");
        let access = read.properties.access.unwrap();
        assert_eq!(
            (access.can_read(), access.can_write()),
            (register.access.reads(), register.access.writes()),
            "{name}"
        );
        assert_eq!(read.properties.reset_value, Some(register.reset().into()), "{name}");
        let taken = read.read_action.is_some();
        assert_eq!(taken, register.access == Access::ReadTakes, "{name}");
        let fields: Vec<_> = read.fields().map(|f| (f.name.clone(), f.bit_range.offset, f.bit_range.width)).collect();
        let expected: Vec<_> = register.fields.iter().map(|f| (f.name.to_string(), f.lsb, f.width)).collect();
        assert_eq!(fields, expected, "{name}");
    }
}
