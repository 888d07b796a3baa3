//! Our own leaves: their markers and their Verilog.
use crate::hw::lib::MARKER;
use num_bigint::BigUint;
use std::fmt::Write as _;

/// A block whose Verilog the emitter owns.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Leaf {
    /// Register; printed inline in its parent.
    Reg { init: Option<BigUint>, enable: bool },
    /// Block RAM; one module with the widths as parameters.
    Ram { enable: bool },
    /// Block RAM with an output register; one module with the widths as parameters.
    OutRegRam,
    /// RAM that is read or written in a cycle; one module with the widths as parameters.
    SinglePortRam,
    /// RAM that is read within the cycle; one module with the widths as parameters.
    LutRam,
    /// Block ROM, and one that may be of logic; one module for each contents.
    Rom { words: Vec<BigUint>, enable: bool },
}

impl Leaf {
    /// Recognises a marker line, and the one foreign text that means a register: `rust_hdl`'s `DFF`.
    ///
    /// # Errors
    /// A marker that this emitter does not know.
    pub(super) fn parse(text: &str) -> Result<Option<Leaf>, String> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        if let [
            "initial",
            "begin",
            "q",
            "=",
            init,
            "end",
            "always",
            "@(posedge",
            "clock)",
            "begin",
            "q",
            "<=",
            "d;",
            "end",
        ] = words.as_slice()
        {
            let init = init.trim_end_matches(';').split_once("'h").and_then(|split| hex(split.1));
            return Ok(init.map(|init| Leaf::Reg { init: Some(init), enable: false }));
        }
        let [MARKER, kind, fields @ ..] = words.as_slice() else { return Ok(None) };
        let field = |key: &str| {
            let value = fields.iter().find_map(|field| field.strip_prefix(key)?.strip_prefix('='));
            value.ok_or_else(|| format!("leaf marker `{kind}` lacks `{key}`"))
        };
        let number = |digits: &str| hex(digits).ok_or_else(|| format!("leaf marker `{kind}`: `{digits}` is no number"));
        Ok(Some(match *kind {
            "reg" => Leaf::Reg { init: Some(number(field("init")?)?), enable: false },
            "reg_en" => Leaf::Reg { init: Some(number(field("init")?)?), enable: true },
            "state_reg" => Leaf::Reg { init: None, enable: false },
            "fast_ram" => Leaf::Ram { enable: false },
            "fast_ram_re" => Leaf::Ram { enable: true },
            "outreg_ram" => Leaf::OutRegRam,
            "single_port_ram" => Leaf::SinglePortRam,
            "lut_ram" => Leaf::LutRam,
            "rom" | "rom_re" => {
                let words = field("words")?.split(',').map(number).collect::<Result<_, _>>()?;
                Leaf::Rom { words, enable: *kind == "rom_re" }
            }
            _ => return Err(format!("unknown leaf marker `{kind}`")),
        }))
    }

    /// Module name without the top's prefix, for the leaves that are modules.
    pub(super) fn module_name(&self) -> &'static str {
        match self {
            Leaf::Reg { .. } => "reg",
            Leaf::Ram { enable: false } => "fast_ram",
            Leaf::Ram { enable: true } => "fast_ram_re",
            Leaf::OutRegRam => "outreg_ram",
            Leaf::SinglePortRam => "single_port_ram",
            Leaf::LutRam => "lut_ram",
            Leaf::Rom { enable: false, .. } => "rom",
            Leaf::Rom { enable: true, .. } => "rom_re",
        }
    }

    /// Parameters of an instance, by name, from the widths of its ports.
    pub(super) fn parameters(&self, width_of: impl Fn(&str) -> usize) -> Vec<(&'static str, usize)> {
        match self {
            Leaf::Ram { .. } | Leaf::OutRegRam | Leaf::SinglePortRam | Leaf::LutRam => {
                vec![("WIDTH", width_of("rd")), ("ADDR", width_of("ra"))]
            }
            Leaf::Reg { .. } | Leaf::Rom { .. } => vec![],
        }
    }

    /// Text of the module under this name; `rd` and `ra` are the widths of those ports (used by ROMs).
    pub(super) fn module_text(&self, name: &str, rd: usize, ra: usize) -> String {
        match self {
            Leaf::Ram { enable } => ram_text(name, *enable),
            Leaf::OutRegRam => super::outreg_ram(name),
            Leaf::SinglePortRam => super::single_port_ram(name),
            Leaf::LutRam => lut_ram_text(name),
            Leaf::Rom { words, enable } => rom_text(name, words, *enable, rd, ra),
            Leaf::Reg { .. } => unreachable!("registers are printed inline"),
        }
    }
}

fn hex(digits: &str) -> Option<BigUint> {
    BigUint::parse_bytes(digits.as_bytes(), 16)
}

fn ram_text(name: &str, enable: bool) -> String {
    let (port, hold, indent) =
        if enable { ("    input  wire             re,\n", "if (re) ", "") } else { ("", "", "") };
    let doc = if enable { "// rd holds its word while re is low.\n" } else { "" };
    format!(
        "\
// Block RAM, one read and one write port: rd is the word at ra of the cycle before.
{doc}// Reading an address at the edge that writes it is undefined: simulations return the inverted new word, so that \
a design that relies on it is found out; synthesis adds no logic for it. No initial contents.
module {name} #(
    parameter WIDTH = 8,
    parameter ADDR  = 4
) (
    input  wire             clk,
{port}    input  wire [ADDR-1:0]  ra,
    output reg  [WIDTH-1:0] rd,
    input  wire             we,
    input  wire [ADDR-1:0]  wa,
    input  wire [WIDTH-1:0] wd
);
    (* no_rw_check *)
    reg [WIDTH-1:0] mem [0:(1<<ADDR)-1];

    always @(posedge clk) begin
        if (we) mem[wa] <= wd;
`ifdef SYNTHESIS
        {indent}{hold}rd <= mem[ra];
`else
        {indent}{hold}rd <= (we && wa == ra) ? ~wd : mem[ra];
`endif
    end
endmodule
"
    )
}

fn lut_ram_text(name: &str) -> String {
    format!(
        "\
// RAM of a few words, for logic cells: rd is the word at ra now. No initial contents.
module {name} #(
    parameter WIDTH = 8,
    parameter ADDR  = 4
) (
    input  wire             clk,
    input  wire [ADDR-1:0]  ra,
    output wire [WIDTH-1:0] rd,
    input  wire             we,
    input  wire [ADDR-1:0]  wa,
    input  wire [WIDTH-1:0] wd
);
    reg [WIDTH-1:0] mem [0:(1<<ADDR)-1];

    always @(posedge clk) if (we) mem[wa] <= wd;

    assign rd = mem[ra];
endmodule
"
    )
}

fn rom_text(name: &str, words: &[BigUint], enable: bool, rd: usize, ra: usize) -> String {
    let (doc, port, style, hold) = if enable {
        (
            "// rd holds its word while re is low. Where TREETAP_ECP5 is defined it is made of logic.\n",
            "    input  wire re,\n",
            "`ifdef TREETAP_ECP5\n    (* rom_style = \"logic\" *)\n`endif\n",
            "if (re) ",
        )
    } else {
        ("", "", "", "")
    };
    let mut text = format!(
        "\
// Block ROM: rd is the word at ra of the cycle before.
{doc}module {name} (
    input  wire clk,
{port}    input  wire {}ra,
    output reg  {}rd
);
{style}    reg {}mem [0:{}];

    initial begin
",
        super::text::range(ra),
        super::text::range(rd),
        super::text::range(rd),
        words.len() - 1
    );
    let digits = rd.div_ceil(4);
    let address = (words.len() - 1).to_string().len();
    let cells: Vec<String> =
        words.iter().enumerate().map(|(at, word)| format!("mem[{at:address$}] = {rd}'h{word:0digits$x};")).collect();
    let per_line = (100 / (cells[0].len() + 1)).clamp(1, 8);
    for row in cells.chunks(per_line) {
        let _ = writeln!(text, "        {}", row.join(" "));
    }
    let _ = writeln!(text, "    end\n\n    always @(posedge clk) {hold}rd <= mem[ra];\nendmodule");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_of_the_library_are_recognised() {
        let reg = Leaf::parse("@treetap reg init=5a").unwrap();
        assert_eq!(reg, Some(Leaf::Reg { init: Some(0x5au32.into()), enable: false }));
        let rom = Leaf::parse("@treetap rom words=1,2,ff").unwrap();
        assert_eq!(rom, Some(Leaf::Rom { words: vec![1u32.into(), 2u32.into(), 255u32.into()], enable: false }));
    }

    #[test]
    fn foreign_text_is_no_leaf() {
        assert_eq!(Leaf::parse("always @(posedge clock) q <= d;"), Ok(None));
    }

    #[test]
    fn an_unknown_marker_is_an_error() {
        assert_eq!(Leaf::parse("@treetap ramm"), Err("unknown leaf marker `ramm`".into()));
        assert_eq!(Leaf::parse("@treetap state_reg"), Ok(Some(Leaf::Reg { init: None, enable: false })));
        assert_eq!(Leaf::parse("@treetap reg"), Err("leaf marker `reg` lacks `init`".into()));
    }
}
