//! `treetap hps`: programs to images, listings, messages and exit codes.
#[path = "support/command.rs"]
mod command;

use command::{BAD_INPUT, OK, USAGE, fails, is_empty, json, stderr, stdout, treetap};
use std::fs;
use treetap::lang::hps::{Image, programs};
use treetap::spec::hps::{Mode, preset};

#[test]
fn a_program_becomes_an_image_and_a_listing() {
    let dir = tempfile::tempdir().unwrap();
    let image = dir.path().join("m.img");
    let path = image.to_str().unwrap();
    let report = json(&[
        "hps",
        "compile",
        "bursty",
        "method",
        "--param",
        "nCheck0=0x14",
        "--preset",
        "up5k",
        "-o",
        path,
        "--json",
    ]);
    assert_eq!((&report["patterns"], &report["conditions"], &report["words"]), (&5.into(), &5.into(), &2.into()));
    assert_eq!((&report["control"], report["warnings"].as_array().unwrap().len()), (&0x11.into(), 0));
    let loaded = Image::load(&fs::read(&image).unwrap(), &preset("up5k").unwrap().config(Mode::Retire)).unwrap();
    assert_eq!(loaded.counters, [20, 49]);
    let map = fs::read_to_string(image.with_extension("map")).unwrap();
    for line in ["PT[4]  P3 (method:3)", "when  T.OPCLASS == check_ins", "and   zero_0", "call(2)", "CTRL = 0x11"] {
        assert!(map.contains(line), "{line} is not in\n{map}");
    }
    let shown = stdout(&treetap(&["hps", "show", path]));
    assert!(shown.contains("PT[4]") && shown.contains("ctr 0 = 20"), "{shown}");
    assert_eq!(json(&["hps", "show", path, "--json"])["words"][0], "0402000400000000");
    // The same to standard output, alone.
    let piped =
        treetap(&["hps", "compile", "bursty", "method", "--param", "nCheck0=20", "--preset", "up5k", "-o", "-"]);
    assert_eq!((piped.status.code(), piped.stdout), (Some(OK), fs::read(&image).unwrap()));
}

#[test]
fn messages_show_the_place_and_nothing_is_left() {
    let dir = tempfile::tempdir().unwrap();
    let source = dir.path().join("wrong.hps");
    let out = tempfile::tempdir().unwrap();
    let image = out.path().join("x.img");
    let (source, image) = (source.to_str().unwrap(), image.to_str().unwrap());
    fs::write(source, "# first\nP0: zero_5 => inc_9, null;\nP1: T.PC < T.Target => null, null;\n").unwrap();
    let message = fails(BAD_INPUT, &["hps", "compile", source, "-o", image]);
    for part in [
        "wrong.hps:2:5: E-CTR: counter 5 does not exist: this engine has 0 to 1\n 2 | P0: zero_5 => inc_9, null;\n   |     ^^^^^^\n",
        ":3:5: W-FWD: ",
        "2 errors",
    ] {
        assert!(message.contains(part), "{part} is not in\n{message}");
    }
    assert!(is_empty(out.path()));
    let failed = treetap(&["hps", "compile", source, "-o", image, "--json"]);
    let errors: serde_json::Value = serde_json::from_slice(&failed.stdout).unwrap();
    assert_eq!(
        (failed.status.code(), &errors["errors"][1]["code"], &errors["errors"][1]["line"]),
        (Some(BAD_INPUT), &"E-CTR".into(), &2.into())
    );
    // A capacity that is exceeded has the same code.
    let message = fails(BAD_INPUT, &["hps", "compile", "bursty", "method", "--ptn", "4", "-o", image]);
    assert!(message.contains("E-PT: 5 patterns are needed, 4 are available"), "{message}");
    fs::write(source, [b'P', 0xff]).unwrap();
    assert!(fails(BAD_INPUT, &["hps", "compile", source, "-o", image]).contains("byte 1: expected UTF-8"));
    assert!(fails(BAD_INPUT, &["hps", "compile", "no/such.hps", "-o", image]).contains("cannot read"));
    assert!(is_empty(out.path()));
}

#[test]
fn what_does_not_exist_is_usage() {
    assert!(fails(USAGE, &["hps", "compile", "burstee", "-o", "x.img"]).contains("nearest is `bursty`"));
    for arguments in [
        &["hps", "compile", "bursty", "-o", "x.map"][..],
        &["hps", "compile", "bursty", "-o", "x.img", "--w", "40"],
        &["hps", "compile", "bursty", "-o", "x.img", "--param", "nCheck0"],
        &["hps", "compile", "bursty", "-o", "x.img", "--preset", "big"],
        &["hps", "list", "nothing"],
    ] {
        fails(USAGE, arguments);
    }
}

#[test]
fn shipped_programs_are_listed_and_printed() {
    let list = stdout(&treetap(&["hps", "list"]));
    for program in programs::PROGRAMS {
        assert!(list.contains(program.name), "{list}");
        assert_eq!(stdout(&treetap(&["hps", "list", program.name])), program.text);
    }
    assert_eq!(json(&["hps", "list", "--json"]).as_array().unwrap().len(), programs::PROGRAMS.len());
}

#[test]
fn images_that_are_none_are_refused_with_their_place() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.img");
    let name = path.to_str().unwrap();
    fs::write(&path, b"HPSJ").unwrap();
    assert!(fails(BAD_INPUT, &["hps", "show", name]).contains("byte 0: expected the letters HPSI"));
    let compiled = treetap(&["hps", "compile", "region", "--back-edges", "static", "-o", name]);
    assert_eq!(compiled.status.code(), Some(OK), "{}", stderr(&compiled));
    assert!(fails(BAD_INPUT, &["hps", "show", name, "--fits", "up5k"]).contains("the engine has 8"));
    let mut bytes = fs::read(&path).unwrap();
    bytes[30] ^= 4;
    fs::write(&path, &bytes).unwrap();
    assert!(fails(BAD_INPUT, &["hps", "show", name]).contains("CRC"));
    // Options reach the compiler.
    let message =
        fails(BAD_INPUT, &["hps", "compile", "region", "--mode", "decode", "--back-edges", "taken", "-o", "-"]);
    assert!(message.contains("E-TAKEN"), "{message}");
    let message = fails(BAD_INPUT, &["hps", "compile", "region", "--mode", "decode", "--native", "-o", "-"]);
    assert!(message.contains("E-PRIV-NATIVE"), "{message}");
}

/// A loop of 64 turns that calls one procedure in each and another one in every fourth, `rounds` times.
fn trace(path: &std::path::Path, rounds: u32) {
    use treetap::spec::retire::Rvfi;
    let mut writer =
        treetap::trace::rvfi::Writer::create(path, &treetap::trace::rvfi::Origin { core: "ibex".into(), xlen: 32 })
            .unwrap();
    let mut records: Vec<Rvfi> = vec![];
    let mut go = |pc: u64, insn: u32, next_pc: u64| {
        let order = records.len() as u64;
        records.push(Rvfi { order, cycle: 2 * order, pc, insn, next_pc, ..Rvfi::default() });
    };
    let jal = |from: u64, to: u64| {
        let offset = to.wrapping_sub(from) as u32;
        (offset >> 20 & 1) << 31 | (offset >> 1 & 0x3ff) << 21 | (offset >> 11 & 1) << 20 | offset & 0xff000 | 0xef
    };
    for turn in 0..64 * rounds {
        go(0x100, jal(0x100, 0x200), 0x200);
        go(0x200, 0x13, 0x204);
        go(0x204, 0x8067, 0x104);
        if turn % 4 == 0 {
            go(0x104, jal(0x104, 0x300), 0x300);
            go(0x300, 0x8067, 0x108);
        } else {
            go(0x104, 0x13, 0x108);
        }
        // bne x0, x0, -8
        go(0x108, 0xfe00_1ce3, if turn % 64 == 63 { 0x10c } else { 0x100 });
        if turn % 64 == 63 {
            go(0x10c, 0xff5f_f06f, 0x100);
        }
    }
    writer.write(&records).unwrap();
    writer.finish().unwrap();
}

#[test]
fn an_image_runs_on_recorded_retirements() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let (image, retired) = (file("x.img"), file("x.rvfi.zst"));
    trace(std::path::Path::new(&retired), 300);
    let run = |programs: &[&str], parameters: &[&str]| {
        let given = parameters.iter().flat_map(|parameter| ["--param", parameter]);
        let arguments: Vec<&str> =
            ["hps", "compile"].into_iter().chain(programs.iter().copied()).chain(given).chain(["-o", &image]).collect();
        assert_eq!(treetap(&arguments).status.code(), Some(OK), "{arguments:?}");
        json(&["hps", "run", &image, &retired, "--json"])
    };
    let (turns, extra) = (64 * 300, 64 * 300 / 4);
    let pairs = run(&["bursty", "callpair"], &["nCheck0=7", "nInstr0=3"]);
    assert_eq!(pairs["all_events"], turns + extra);
    // Checks: the entry of each procedure, each turn back, and the jump back.
    let checks = pairs["checks_inside"].as_u64().unwrap() + pairs["checks_outside"].as_u64().unwrap();
    assert_eq!(checks, turns + extra + turns);
    assert!((pairs["rate"].as_f64().unwrap() - 0.3).abs() < 0.001, "{pairs}");
    assert!(pairs["overlap"].as_f64().unwrap() > 0.97, "{pairs}");
    assert_eq!(pairs["rows"][0]["name"], "00000100 -> 00000200");
    assert_eq!(pairs["rows"][1]["all"], extra);
    let events = pairs["events"].as_u64().unwrap();
    assert!(events > 5000 && pairs["added_cycles"] == events * (4 + 34));
    assert_eq!(pairs["added_cycles_tests"], events * (3 + 34) + (turns + extra) * 5);
    assert_eq!(pairs["added_cycles_all"], (turns + extra) * (4 + 34));
    // One of a hundred: regions, of which there is one each turn.
    let regions = run(&["periodic"], &[]);
    assert_eq!((&regions["all_events"], &regions["events"]), (&(turns + 300).into(), &((turns + 300) / 100).into()));
    let shown = stdout(&treetap(&["hps", "run", &image, &retired, "--top", "1", "--handler-cycles", "10"]));
    assert!(shown.contains("with 10 cycles a handler") && shown.contains("  00000108\n"), "{shown}");
    assert!(fails(BAD_INPUT, &["hps", "run", &image, &image]).contains("x.img"));
    assert_eq!(treetap(&["hps", "compile", "region", "--mode", "decode", "-o", &image]).status.code(), Some(OK));
    assert!(fails(BAD_INPUT, &["hps", "run", &image, &retired]).contains("expected mode retire"));
}
