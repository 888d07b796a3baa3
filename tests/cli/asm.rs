//! `treetap asm`: microcode to words, images and back; messages and exit codes.
use crate::support::command::{BAD_INPUT, OK, USAGE, fails, is_empty, json, stdout, treetap};
use std::fs;
use treetap::lang::coproc::{Image, programs};

#[test]
fn a_program_becomes_words_an_image_and_a_program_again() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let (image, source, again) = (file("v.img"), file("v.uc"), file("w.img"));
    let words = stdout(&treetap(&["asm", "valprof", "-o", &image, "--hex", "-"]));
    assert_eq!(words.lines().count(), 22);
    assert!(words.starts_with("000070e05e00\n000000701880\n") && words.ends_with("\n0000000042a0\n"), "{words}");
    let loaded = Image::load(&fs::read(&image).unwrap()).unwrap();
    assert_eq!((loaded.entries, loaded.recfmt), (256, 0x41));
    fs::write(&source, stdout(&treetap(&["asm", "--disassemble", &image]))).unwrap();
    assert_eq!(treetap(&["asm", &source, "-o", &again]).status.code(), Some(OK));
    assert_eq!(fs::read(&image).unwrap(), fs::read(&again).unwrap());
    // The same to standard output, alone; for fewer entries words are the same and registers are not.
    assert_eq!(treetap(&["asm", &source, "-o", "-"]).stdout, fs::read(&image).unwrap());
    assert_eq!(stdout(&treetap(&["asm", "valprof", "--entries", "32", "--hex", "-"])), words);
    let list = stdout(&treetap(&["asm", "--disassemble", &image, "--list"]));
    assert!(list.contains("05 000001204280  I:     cinv TAG[MSLOT] | goto done\n"), "{list}");
    let report = json(&["asm", "edge2", "--entries", "64", "--json"]);
    assert_eq!((&report["entries"], &report["recfmt"], &report["classes"]), (&64.into(), &0x81.into(), &0x780.into()));
    assert_eq!(report["words"].as_array().unwrap().len(), 12);
    for program in programs::PROGRAMS {
        assert_eq!(treetap(&["asm", program.name]).status.code(), Some(OK), "{}", program.name);
    }
}

#[test]
fn messages_show_the_place_and_nothing_is_left() {
    let dir = tempfile::tempdir().unwrap();
    let source = dir.path().join("wrong.uc");
    let out = tempfile::tempdir().unwrap();
    let image = out.path().join("x.img");
    let (source, image) = (source.to_str().unwrap(), image.to_str().unwrap());
    fs::write(source, "; first\nA: goto B\n   out PCT | out VAL\n").unwrap();
    let message = fails(BAD_INPUT, &["asm", source, "-o", image]);
    for part in [
        "wrong.uc:2:9: E-UNDEF: no label or target is called `B`\n 2 | A: goto B\n   |         ^\n",
        ":3:14: E-SLOT: ",
        "2 errors",
    ] {
        assert!(message.contains(part), "{part} is not in\n{message}");
    }
    assert!(is_empty(out.path()));
    assert!(fails(BAD_INPUT, &["asm", "memdep", "--entries", "64", "-o", image]).contains("E-BASE"));
    assert!(fails(USAGE, &["asm", "valprov"]).contains("there are valprof, valprof_hm, edge1"));
    assert!(fails(USAGE, &["asm", "valprof", "--entries", "48"]).contains("expected 32, 64, 128 or 256"));
    assert!(fails(USAGE, &["asm", "valprof", "--value-bits", "33"]).contains("expected 32 or 64"));
    assert!(fails(BAD_INPUT, &["asm", "--disassemble", source]).contains("expected the letters COPI"));
    assert!(fails(BAD_INPUT, &["asm", "./nowhere.uc"]).contains("cannot read"));
    fs::write(source, [0xff, 0xfe]).unwrap();
    assert!(fails(BAD_INPUT, &["asm", source]).contains("byte 0: expected UTF-8 text"));
    assert!(is_empty(out.path()));
}
