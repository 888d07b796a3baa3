//! The C header of a block: offsets, and mask and lowest bit of every field.
use super::block::{Block, origin};
use std::fmt::Write as _;

/// The C header: offsets, and mask and lowest bit of every field.
pub fn c_header(block: &Block) -> String {
    let guard = if block.prefix == "TREETAP" { "TREETAP_REGS_H".into() } else { format!("{}_H", block.prefix) };
    let mut text = format!(
        "/* Registers of {}, as byte offsets from its base. {} says what they mean.\n * {} */\n\
         #ifndef {guard}\n#define {guard}\n",
        block.doc,
        block.page,
        origin(block).replace('`', "'")
    );
    let define = |text: &mut String, name: &str, value: String| {
        let _ = writeln!(text, "#define {:<37} {value}", format!("{}_{name}", block.prefix));
    };
    for register in block.registers {
        let _ = writeln!(text, "\n/* {} ({}) */", register.doc, register.access.name());
        define(&mut text, register.name, format!("0x{:03x}u", register.offset));
        if register.words > 1 {
            define(&mut text, &format!("{}_WORDS", register.name), format!("{}u", register.words));
        }
        for field in register.fields.iter().filter(|field| field.width < 32) {
            let name = format!("{}__{}", register.name, field.name);
            define(&mut text, &format!("{name}_LSB"), format!("{}u", field.lsb));
            define(&mut text, &format!("{name}_MASK"), format!("0x{:08x}u", field.mask()));
        }
    }
    let codes = (block.codes)();
    if !codes.is_empty() {
        text += "\n/* Codes of COMMAND.OP */\n";
    }
    for (name, code) in codes {
        define(&mut text, &name, format!("{code}u"));
    }
    text += "\n/* Word of ID */\n";
    define(&mut text, "ID_WORD", format!("0x{:08x}u", block.id));
    text + "\n#endif\n"
}
