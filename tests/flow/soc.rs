//! The profiler in other people's build systems, with the packages themselves: FuseSoC reads `treetap.core`, LiteX puts
//! `fpga/litex/treetap.py` into a SoC, and a host on that SoC's bus profiles (docs/user/soc.md).
use crate::support::tools;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use treetap::catalog::{Emitted, Port, Role, Unit, emit};
use treetap::cosim::build::Effort;
use treetap::cosim::pins::Pins;
use treetap::spec::regs::{self, Op};

const PATIENCE: Duration = Duration::from_secs(120);

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A program of the private venv; without it the test is skipped, loudly, or fails where nothing may be skipped.
fn of_venv(program: &str, package: &str) -> Option<PathBuf> {
    let venv = treetap::wheels::venv()?;
    let found = treetap::wheels::version(&venv, package).map(|_| venv.join("bin").join(program));
    if found.is_none() {
        tools::skip(&format!("{package} is not installed (make setup)"));
    }
    found
}

#[test]
fn fusesoc_finds_the_core_and_its_files_are_clean() {
    let Some(fusesoc) = of_venv("fusesoc", "fusesoc") else { return };
    let core = std::fs::read_to_string(root().join("treetap.core")).unwrap();
    assert!(core.contains(&format!("name: \"::treetap:{}\"", env!("CARGO_PKG_VERSION"))), "another version");
    for (flags, preset) in [(&[][..], "nano"), (&["--flag=fast"], "fast")] {
        let dir = tempfile::tempdir().unwrap();
        let mut command = Command::new(&fusesoc);
        command.arg("--cores-root").arg(root()).args(["run", "--target=lint"]).args(flags).arg("--build-root");
        command.arg(dir.path()).arg("::treetap").current_dir(dir.path());
        let out = tools::run(&mut command, PATIENCE).unwrap();
        assert!(out.ok, "{}{}", out.stdout, out.stderr);
        assert!(!out.stderr.contains("%Warning"), "{}", out.stderr);
        let find =
            Command::new("grep").args(["-rl", &format!("treetap_profiler_{preset}")]).arg(dir.path()).output().unwrap();
        assert!(!find.stdout.is_empty(), "the top is nowhere in what FuseSoC made");
    }
}

/// The SoC of `testbench/litex_soc.py`, with the profiler in its file.
fn litex(preset: &str) -> Option<Emitted> {
    let python = of_venv("python3", "litex")?;
    let dir = tempfile::tempdir().unwrap();
    let (soc, profiler) = (dir.path().join("soc.v"), emit(Unit::Profiler, preset).unwrap());
    std::fs::write(dir.path().join(format!("{}.v", profiler.top)), &profiler.verilog).unwrap();
    std::fs::write(dir.path().join(format!("{}.json", profiler.top)), &profiler.json).unwrap();
    let mut command = Command::new(python);
    command.arg(root().join("testbench/litex_soc.py")).arg(preset).args([dir.path(), &soc]).current_dir(dir.path());
    let out = tools::run(command.env("PYTHONDONTWRITEBYTECODE", "1"), PATIENCE).unwrap();
    assert!(out.ok, "{}{}", out.stdout, out.stderr);
    // Without the date the simulator is built once.
    let text: String = std::fs::read_to_string(soc)
        .unwrap()
        .lines()
        .filter(|l| !l.starts_with("// Date"))
        .map(|l| format!("{l}\n"))
        .collect();
    let module = text.split_once("module litex_soc (").unwrap().1.split_once(");").unwrap().0.to_string();
    let ports = module.lines().filter_map(|line| {
        let words: Vec<&str> = line.trim().trim_end_matches(',').split_whitespace().collect();
        let (name, dir) = (words.last()?.to_string(), if words[0] == "input" { "input" } else { "output" });
        let width = words.iter().find_map(|w| w.strip_prefix('[')?.split(':').next()?.parse::<usize>().ok());
        let role = if name == "clk" { Role::Clock } else { Role::Bus };
        Some(Port { name, dir, width: width.unwrap_or(0) + 1, role })
    });
    let ports = ports.collect();
    Some(Emitted { top: "litex_soc".into(), verilog: text + &profiler.verilog, ports, json: String::new() })
}

/// A host on the bus of the SoC.
struct Host {
    pins: Pins,
    origin: u32,
    waits: u64,
}

impl Host {
    fn new(soc: &Emitted) -> Self {
        let mut host = Self { pins: Pins::open(soc, Effort::Test, 3).unwrap(), origin: 0x9000_0000, waits: 0 };
        for _ in 0..4 {
            host.cycle(&[("rst", 1)]);
        }
        host
    }

    fn cycle(&mut self, inputs: &[(&str, u64)]) -> Vec<u64> {
        let mut row = vec![0; self.pins.input_words()];
        for (name, value) in inputs {
            row[self.pins.input(name)] = *value;
        }
        self.pins.run(&row)
    }

    /// One access; gives the word, or nothing for an error of the bus.
    fn access(&mut self, address: u32, write: Option<u32>) -> Option<u32> {
        let inputs = [
            ("host_cyc", 1),
            ("host_stb", 1),
            ("host_we", u64::from(write.is_some())),
            ("host_adr", u64::from(address >> 2)),
            ("host_dat_w", u64::from(write.unwrap_or(0))),
            ("host_sel", 15),
        ];
        for _ in 0..400 {
            let seen = self.cycle(&inputs);
            let (ack, err) = (seen[self.pins.output("host_ack")], seen[self.pins.output("host_err")]);
            if ack + err > 0 {
                let word = seen[self.pins.output("host_dat_r")] as u32;
                self.cycle(&[]);
                return (err == 0).then_some(word);
            }
            self.waits += 1;
        }
        panic!("no answer at {address:#x}")
    }

    fn read(&mut self, register: &regs::Register) -> u32 {
        self.access(self.origin + u32::from(register.offset), None).expect("no error")
    }

    fn write(&mut self, register: &regs::Register, word: u32) {
        self.access(self.origin + u32::from(register.offset), Some(word)).expect("no error");
    }

    fn command(&mut self, op: Op) {
        self.write(&regs::COMMAND, op as u32);
    }

    fn busy(&mut self) -> bool {
        regs::STATUS.field("BUSY").of(self.read(&regs::STATUS)) == 1
    }
}

#[test]
fn a_host_on_the_bus_of_a_litex_soc_profiles() {
    const RETIRED: u32 = 60;
    for preset in ["nano", "nano_axil"] {
        let Some(soc) = litex(preset) else { return };
        let mut host = Host::new(&soc);
        assert_eq!(host.read(&regs::ID), regs::ID_WORD, "{preset}");
        assert_eq!(regs::CAP_TREE.field("NODES").of(host.read(&regs::CAP_TREE)), 512);
        while regs::STATUS.field("CLEARING").of(host.read(&regs::STATUS)) == 1 {}
        host.write(&regs::CLASS_EN, u32::MAX);
        // Every address of an instruction is an event.
        host.write(&regs::SELECT, regs::SELECT.field("SELECT_KIND").at(treetap::spec::select::Kind::Pc as u32));
        let on = regs::CTRL.field("ENABLE").mask() | regs::CTRL.field("FEN").mask();
        host.write(&regs::CTRL, on);
        for i in 0..RETIRED {
            let addi = 0x0000_0013;
            host.cycle(&[("retire_valid", 1), ("retire_pc", u64::from(0x8000_0000 + 4 * i)), ("retire_insn", addi)]);
            (0..6).for_each(|_| drop(host.cycle(&[])));
        }
        host.command(Op::Flush);
        while host.busy() {}
        host.command(Op::Snapshot);
        let mut words = vec![];
        loop {
            let state = host.read(&regs::DUMP);
            if regs::DUMP.field("VALID").of(state) == 0 {
                assert!(host.busy(), "the dump ended early");
                continue;
            }
            assert_eq!(regs::DUMP.field("POSITION").of(state), words.len() as u32);
            let low = host.read(&regs::DUMP_LO);
            words.push(u64::from(host.read(&regs::DUMP_TAKE)) << 32 | u64::from(low));
            if regs::DUMP.field("LAST").of(state) == 1 {
                break;
            }
        }
        let bytes: Vec<u8> = words[..words.len() - 1].iter().flat_map(|word| word.to_le_bytes()).collect();
        assert_eq!(words.last(), Some(&u64::from(crc32fast::hash(&bytes))), "{preset}");
        assert_eq!(words[0], u64::from(RETIRED), "{preset}: n");
        assert_eq!(host.read(&regs::RETIRED), RETIRED, "{preset}");
        // A hole is answered all the same.
        assert_eq!(host.access(host.origin + 0xffc, None), Some(0));
        assert_eq!(regs::STATUS.field("HOSTVIOL").of(host.read(&regs::STATUS)), 1);
        assert!(words.len() > 9 && host.waits > 100);
    }
}
