//! The CMSIS-SVD file of a block.
use super::block::{Block, origin};
use crate::spec::regs::{Access, Register};
use std::fmt::Write as _;

/// The CMSIS-SVD file.
pub fn svd(block: &Block) -> String {
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!-- {} -->\n\
         <device schemaVersion=\"1.3\" xmlns:xs=\"http://www.w3.org/2001/XMLSchema-instance\" \
         xs:noNamespaceSchemaLocation=\"CMSIS-SVD.xsd\">\n\
         \x20 <name>treetap</name>\n  <version>{}</version>\n\
         \x20 <description>On-chip profiler; the base address is the one that the user's system gives \
         it</description>\n\
         \x20 <addressUnitBits>8</addressUnitBits>\n  <width>32</width>\n  <size>32</size>\n\
         \x20 <peripherals>\n    <peripheral>\n      <name>{}</name>\n\
         \x20     <description>Registers of {}</description>\n      <baseAddress>0x00000000</baseAddress>\n\
         \x20     <addressBlock>\n        <offset>0x0</offset>\n        <size>0x{:X}</size>\n\
         \x20       <usage>registers</usage>\n\
         \x20     </addressBlock>\n      <registers>\n",
        origin(block).replace('`', "'"),
        env!("CARGO_PKG_VERSION"),
        block.prefix,
        block.doc,
        1_u32 << block.address_bits
    );
    block.registers.iter().for_each(|register| svd_register(&mut text, register));
    text + "      </registers>\n    </peripheral>\n  </peripherals>\n</device>\n"
}

fn svd_register(text: &mut String, register: &Register) {
    let (access, side_effect) = match register.access {
        Access::ReadOnly => ("read-only", ""),
        Access::ReadWrite => ("read-write", ""),
        Access::WriteOnly => ("write-only", ""),
        Access::ReadTakes => ("read-only", "          <readAction>modifyExternal</readAction>\n"),
    };
    let (dim, index) = match register.words {
        1 => (String::new(), ""),
        words => (format!("          <dim>{words}</dim>\n          <dimIncrement>4</dimIncrement>\n"), "[%s]"),
    };
    let _ = write!(
        text,
        "        <register>\n{dim}          <name>{}{index}</name>\n          <description>{}</description>\n\
         \x20         <addressOffset>0x{:03X}</addressOffset>\n          <access>{access}</access>\n\
         \x20         <resetValue>0x{:08X}</resetValue>\n{side_effect}          <fields>\n",
        register.name,
        escaped(register.doc),
        register.offset,
        register.reset()
    );
    for field in register.fields {
        let _ = write!(
            text,
            "            <field>\n              <name>{}</name>\n              <description>{}</description>\n\
             \x20             <bitOffset>{}</bitOffset>\n              <bitWidth>{}</bitWidth>\n            </field>\n",
            field.name,
            escaped(field.doc),
            field.lsb,
            field.width
        );
    }
    *text += "          </fields>\n        </register>\n";
}

/// Text for an XML element.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
