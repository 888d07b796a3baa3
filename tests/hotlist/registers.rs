//! The model's registers, as a host sees them (docs/reference/hotlist.md, V12).
use crate::support::{build, looped};
use treetap::model::hotlist::Hotlist;
use treetap::spec::hotlist::regs;
use treetap::spec::regs::{Access, Register};

fn violations(hotlist: &mut Hotlist) -> u32 {
    hotlist.read(regs::HOSTVIOL.offset)
}

#[test]
fn what_is_written_is_read() {
    let mut hotlist = Hotlist::reset(build("up5k"));
    let cases: [(&Register, u32, u32); 16] = [
        (&regs::SCTRL, 0x13, 0x12),
        (&regs::SCTRL, 0xffff_fff0, 0x10),
        (&regs::PERIOD, u32::MAX, 0x7fff_ffff),
        (&regs::PERIOD, 0, 0),
        (&regs::JMASK, 5000, 4095),
        (&regs::JMASK, 0x8000_0000, 0x7fff_ffff),
        (&regs::SKMASK, 2, 1),
        (&regs::SKMASK, u32::MAX, 0x7fff_ffff),
        (&regs::BURST, 0x1ff, 0xff),
        (&regs::KIND0, 0xffff_ffff, 0xff_ffff),
        (&regs::KIND1, 0x0012_3456, 0x0012_3456),
        (&regs::KIND2, 0xffff_ffff, 0x7fff),
        (&regs::RECFMT2, 0xffff_5421, 0x21),
        (&regs::LT, 0, 1),
        (&regs::LC, 0xdead_beef, 0xdead_beef),
        (&regs::HIDX, 0x3ff, 0x1ff),
    ];
    for (register, written, read) in cases {
        hotlist.write(register.offset, written);
        assert_eq!(hotlist.read(register.offset), read, "{} {written:x}", register.name);
    }
    assert_eq!(violations(&mut hotlist), 0);
}

#[test]
fn after_a_reset() {
    let mut hotlist = Hotlist::reset(build("up5k"));
    for register in regs::REGISTERS.iter().filter(|register| register.access == Access::ReadWrite) {
        assert_eq!(hotlist.read(register.offset), register.reset(), "{}", register.name);
    }
    let sizes = regs::built(&build("up5k")).get(&regs::PARAMS).word;
    assert_eq!((hotlist.read(regs::ID.offset), hotlist.read(regs::PARAMS.offset)), (regs::ID_WORD, sizes));
    assert_eq!((hotlist.read(regs::STAT.offset), hotlist.read(regs::STAT2.offset)), (0, 1 << 31));
    let mut nano = Hotlist::reset(build("nano"));
    assert_eq!(nano.read(regs::RECFMT2.offset), 1);
}

/// While EN is 1 a write does no more than clear it, and the table is shut; all that is refused is counted.
#[test]
fn what_is_refused_while_it_samples() {
    let mut hotlist = Hotlist::reset(build("up5k"));
    for (register, word) in [(&regs::PERIOD, 3), (&regs::JMASK, 0), (&regs::KIND1, 1 << 9), (&regs::SCTRL, 0x0d)] {
        hotlist.write(register.offset, word);
    }
    looped(5).take(100).for_each(|record| _ = hotlist.retire(&record));
    let before = hotlist.clone();
    let mut refused = 0;
    for register in regs::REGISTERS.iter().filter(|register| register.access.writes()) {
        hotlist.write(register.offset, 0xffff_ffff);
        refused += 1;
        assert_eq!(violations(&mut hotlist), refused, "{}", register.name);
    }
    for register in [&regs::HPCT, &regs::HVAL, &regs::HCNT] {
        assert_eq!(hotlist.read(register.offset), 0);
        refused += 1;
    }
    assert_eq!(violations(&mut hotlist), refused);
    assert_eq!(hotlist.config(), before.config());
    // It stops, and keeps the other bits as they were.
    hotlist.write(regs::SCTRL.offset, 0);
    assert_eq!((hotlist.read(regs::SCTRL.offset), violations(&mut hotlist)), (0x05, refused));
    hotlist.write(regs::HIDX.offset, 0);
    let entry = [regs::HPCT, regs::HVAL, regs::HCNT].map(|register| hotlist.read(register.offset));
    // The first period ends with the third instruction.
    assert_eq!((entry[0], entry[1]), (0x804, 7));
    assert!(entry[2] > 1 << 31 && entry[2] < (1 << 31) + 100, "{entry:x?}");
    assert_eq!(hotlist.read(regs::HIDX.offset), 1);
}

#[test]
fn holes_and_commands() {
    let mut hotlist = Hotlist::reset(build("up5k"));
    let mut refused = 0;
    for offset in (0..1 << regs::ADDRESS_BITS).step_by(4) {
        let found = regs::at(offset).map(|(register, _)| register);
        if found.is_none_or(|register| !register.access.reads()) {
            assert_eq!(hotlist.read(offset), 0);
            refused += 1;
        }
        if found.is_none_or(|register| !register.access.writes()) {
            hotlist.write(offset, 1);
            refused += 1;
        }
    }
    for code in [0, 3, 0xff] {
        hotlist.write(regs::SCMD.offset, code);
        refused += 1;
    }
    assert_eq!(violations(&mut hotlist), refused);
    assert!(refused > 400, "{refused}");
    hotlist.write(regs::SCMD.offset, 2);
    assert_eq!(violations(&mut hotlist), 0);

    // RECFMT2 stays while words of another format wait.
    for (register, word) in [(&regs::KIND1, 1 << 9), (&regs::PERIOD, 10), (&regs::JMASK, 0), (&regs::SCTRL, 0x08)] {
        hotlist.write(register.offset, word);
    }
    looped(5).take(30).for_each(|record| _ = hotlist.retire(&record));
    hotlist.write(regs::SCTRL.offset, 0);
    assert_eq!(hotlist.read(regs::STAT2.offset), 1 << 31 | hotlist.granules() as u32);
    hotlist.write(regs::RECFMT2.offset, 4);
    assert_eq!((hotlist.config().format.0, violations(&mut hotlist)), (0x41, 1));
    while hotlist.granules() > 0 {
        assert_ne!(hotlist.read(regs::RAWPOP.offset), 0);
    }
    assert_eq!(hotlist.read(regs::RAWPOP.offset), 0);
    hotlist.write(regs::RECFMT2.offset, 4);
    assert_eq!(hotlist.config().format.0, 4);
    // The counters start anew, the table is emptied, the generator goes on.
    let lt = hotlist.read(regs::LT.offset);
    assert_ne!(hotlist.read(regs::COUNTS.offset), 0);
    hotlist.write(regs::SCMD.offset, 2);
    hotlist.write(regs::SCMD.offset, 1);
    assert!((0..9).all(|at| hotlist.read(regs::COUNTS.offset + 4 * at) == 0));
    assert_eq!((hotlist.read(regs::CAPTURED.offset), hotlist.read(regs::LT.offset)), (0, lt));
}
