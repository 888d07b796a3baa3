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
