//! `treetap hps`: programs to images, listings, messages and exit codes.
use crate::support::command::{BAD_INPUT, OK, USAGE, fails, is_empty, json, stderr, stdout, treetap};
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
    // A listing is written over, another file that has its name is not.
    let again = || treetap(&["hps", "compile", "region", "-o", path]).status.code();
    assert_eq!(again(), Some(OK));
    let other = image.with_extension("map");
    fs::write(&other, "a map of checks").unwrap();
    assert_eq!((again(), fs::read_to_string(&other).unwrap().as_str()), (Some(USAGE), "a map of checks"));
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
        "wrong.hps:2:5: E-CTR: counter 5 does not exist: this engine has 0 to 1\n 2 | P0: zero_5 => inc_9, \
         null;\n   |     ^^^^^^\n",
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
    assert!(shown.contains("rate      r = 1/100 = 0.010000, r' = 195/19500 = 0.010000: they agree"), "{shown}");
    assert!(fails(BAD_INPUT, &["hps", "run", &image, &image]).contains("x.img"));
    assert_eq!(treetap(&["hps", "compile", "region", "--mode", "decode", "-o", &image]).status.code(), Some(OK));
    assert!(fails(BAD_INPUT, &["hps", "run", &image, &retired]).contains("expected mode retire"));
}

/// What is compiled into `image`.
fn compiled(arguments: &[&str], image: &str) {
    let all: Vec<&str> = ["hps", "compile"].into_iter().chain(arguments.iter().copied()).chain(["-o", image]).collect();
    let done = treetap(&all);
    assert_eq!(done.status.code(), Some(OK), "{}", stderr(&done));
}

#[test]
fn equations_stand_beside_what_was_counted() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let (image, retired, rows) = (file("x.img"), file("x.rvfi.zst"), file("x.csv"));
    trace(std::path::Path::new(&retired), 300);
    compiled(&["bursty", "method", "--param", "nCheck0=20", "--param", "nInstr0=1"], &image);
    let report = json(&["hps", "run", &image, &retired, "--json"]);
    // 43,200 checks in 2,057 periods of 21 and three.
    assert_eq!((&report["r"], &report["counted"]), (&serde_json::json!([1, 21]), &serde_json::json!([2057, 43200])));
    assert_eq!(report["agrees"], true);
    let equations = &report["equations"];
    let number = |value: &serde_json::Value| value.as_f64().unwrap();
    let [counters, software] = ["counters", "software"].map(|name| &equations[name]);
    let cycles = number(&report["cycles"]);
    assert_eq!((number(&counters["t_chk"]), number(&counters["basic"])), (cycles, 0.0));
    assert_eq!(number(&software["t_chk"]), cycles + 2.0 * 43_200.0);
    assert_eq!(number(&counters["t_ins"]), cycles + number(&report["added_cycles_all"]));
    assert!((number(&counters["eq2"]) / cycles - 1.0 - number(&counters["eq4"])).abs() < 1e-9);
    let shown = stdout(&treetap(&["hps", "run", &image, &retired, "--csv", &rows, "--check-cycles", "3"]));
    for part in ["eq. (1)   t = (20 * t_chk + 1 * t_ins) / 21 = ", "with 3 cycles a check in software", "VCYC"] {
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
    let written = fs::read_to_string(&rows).unwrap();
    let line = written.lines().nth(1).unwrap();
    assert!(
        written.starts_with("name,sampled,share,instructions,all,share_of_all\n") && line.split(',').count() == 6,
        "{written}"
    );
    // To standard output it is alone.
    assert_eq!(stdout(&treetap(&["hps", "run", &image, &retired, "--csv", "-"])), written);
}

#[test]
fn a_map_of_checks_and_counters_that_count_up_are_understood() {
    use treetap::analysis::chkplan;
    use treetap::spec::checkmap::{Code, Image as Map};
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let (image, retired, filter) = (file("x.img"), file("x.rvfi.zst"), file("checks.map"));
    trace(std::path::Path::new(&retired), 300);
    let mut map = Map::new(0x100, 256);
    for (pc, code) in [(0x300, Code::None), (0x200, Code::Entry), (0x108, Code::Back), (0x104, Code::Mute)] {
        assert!(map.set(pc, code) || code == Code::None);
    }
    fs::write(&filter, chkplan::to_bytes(&map)).unwrap();
    let numbers = ["--param", "nCheck0=7", "--param", "nInstr0=3"];
    let (turns, extra) = (64 * 300, 64 * 300 / 4);
    compiled(&[&["bursty", "callpair", "--filter"][..], &numbers].concat(), &image);
    let with_map = json(&["hps", "run", &image, &retired, "--map", &filter, "--json"]);
    // Entries of one procedure and turns back that are taken; calls of the other procedure are mute.
    assert_eq!(with_map["counted"][1], turns + turns - 300);
    assert_eq!((&with_map["all_events"], &with_map["agrees"]), (&turns.into(), &true.into()));
    assert!(with_map["events"].as_u64().unwrap() > 5000);
    // A map that the image needs, and one that it does not look at.
    assert!(fails(BAD_INPUT, &["hps", "run", &image, &retired]).contains("expected the map of checks too"));
    assert!(fails(BAD_INPUT, &["hps", "run", &image, &retired, "--map", &image]).contains("no map of checks"));
    compiled(&[&["bursty", "callpair"][..], &numbers].concat(), &image);
    assert!(fails(BAD_INPUT, &["hps", "run", &image, &retired, "--map", &filter]).contains("expected no --map"));
    // The same sampling by counters that go up and down.
    compiled(&[&["bursty", "region"][..], &numbers].concat(), &image);
    let down = json(&["hps", "run", &image, &retired, "--json"]);
    // The word of CTRL can be another one: of the overflow, counters that count down never say yes.
    let forced = json(&["hps", "run", &image, &retired, "--json", "--control", "0x19"]);
    assert_eq!(
        (&forced["counted"][0], &forced["agrees"], &forced["events"]),
        (&0.into(), &false.into(), &down["events"])
    );
    let shown = stdout(&treetap(&["hps", "run", &image, &retired, "--control", "0x19"]));
    assert!(shown.contains("THEY DIFFER"), "{shown}");
    compiled(&[&["upcount"][..], &numbers].concat(), &image);
    let up = json(&["hps", "run", &image, &retired, "--json"]);
    assert_eq!((&up["counted"], &up["rows"], &up["r"]), (&down["counted"], &down["rows"], &serde_json::json!([3, 10])));
    assert_eq!((&up["counted"][1], &up["agrees"]), (&(2 * turns + extra).into(), &true.into()));
}

#[test]
fn profiles_and_samplings_are_compared() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let (retired, csv, pictures) = (file("turns.rvfi.zst"), file("x.csv"), file("pictures"));
    trace(std::path::Path::new(&retired), 300);
    let report = json(&["hps", "compare", &retired, "--csv", &csv, "--pictures", &pictures, "--json"]);
    let rows = report["programs"][0]["rows"].as_array().unwrap();
    assert_eq!((rows.len(), &report["handler_cycles"]), (27, &serde_json::json!([30, 26, 34])));
    assert!(
        rows.iter().all(|row| row["agrees"] == true && row["overhead_hps"].as_f64() < row["overhead_dise"].as_f64())
    );
    // The same figures as one image alone.
    let image = file("x.img");
    compiled(&["bursty", "method", "--param", "nCheck0=1000", "--param", "nInstr0=10"], &image);
    let alone = json(&["hps", "run", &image, &retired, "--json"]);
    let row = rows.iter().find(|row| row["profile"] == "methods" && row["sampling"] == "1000:10").unwrap();
    for (whole, one) in [
        ("events", "events"),
        ("all_events", "all_events"),
        ("r", "r"),
        ("counted", "counted"),
        ("overlap", "overlap"),
        ("vcyc", "vcyc"),
        ("added_hps", "added_cycles"),
        ("added_dise", "added_cycles_tests"),
        ("added_all", "added_cycles_all"),
    ] {
        assert_eq!(row[whole], alone[one], "{whole}");
    }
    let written = fs::read_to_string(&csv).unwrap();
    let width = written.lines().next().unwrap().split(',').count();
    assert!(written.lines().count() == 28 && written.lines().all(|line| line.split(',').count() == width), "{written}");
    for name in ["regions", "methods", "call-pairs"] {
        let drawing = fs::read_to_string(format!("{pictures}/hps-{name}.svg")).unwrap();
        assert!(
            drawing.contains(">turns<") && drawing.contains("HPS paper, plain DISE: 120 ") == (name == "regions"),
            "{name}"
        );
    }
    let shown = stdout(&treetap(&["hps", "compare", &retired, "--profile", "callpair", "--sample", "bursty:7:3"]));
    assert!(shown.contains("call pairs  7:3") && !shown.contains("regions  "), "{shown}");
    assert!(fails(USAGE, &["hps", "compare", &retired, "--sample", "random:1%"]).contains("expected periodic:N or"));
    assert!(fails(USAGE, &["hps", "compare", &retired, "--handler-cycles", "1,2"]).contains("three numbers"));
    assert!(fails(BAD_INPUT, &["hps", "compare", &image]).contains("x.img"));
    assert!(fails(BAD_INPUT, &["hps", "compare", &file("no.rvfi")]).contains("no.rvfi"));
}
