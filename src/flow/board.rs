//! Boards: what is on them (`fpga/boards/<board>/board.toml`), and the top module that runs a self-test there
//! (docs/user/boards.md).
use super::pll::{self, Pll};
use serde::Deserialize;
use std::fmt::Write as _;
use strsim::levenshtein;

/// Every board: its name, its data and its pins.
const BOARDS: &[(&str, &str, &str)] = &[
    (
        "icebreaker",
        include_str!("../../fpga/boards/icebreaker/board.toml"),
        include_str!("../../fpga/boards/icebreaker/icebreaker.pcf"),
    ),
    (
        "hx8k-breakout",
        include_str!("../../fpga/boards/hx8k-breakout/board.toml"),
        include_str!("../../fpga/boards/hx8k-breakout/hx8k-breakout.pcf"),
    ),
    (
        "colorlight-i5",
        include_str!("../../fpga/boards/colorlight-i5/board.toml"),
        include_str!("../../fpga/boards/colorlight-i5/colorlight-i5.lpf"),
    ),
    (
        "ulx3s-85f",
        include_str!("../../fpga/boards/ulx3s-85f/board.toml"),
        include_str!("../../fpga/boards/ulx3s-85f/ulx3s-85f.lpf"),
    ),
];

/// Reset and lights.
const PARTS: &str = include_str!("../../fpga/boards/board.v");
/// The clock of each way to make one.
const CLOCKS: &[(Source, &str)] = &[
    (Source::Oscillator, include_str!("../../fpga/boards/clock_straight.v")),
    (Source::Ice40Pad, include_str!("../../fpga/boards/clock_ice40.v")),
    (Source::Ice40Core, include_str!("../../fpga/boards/clock_ice40.v")),
    (Source::Ecp5, include_str!("../../fpga/boards/clock_ecp5.v")),
];

/// Lights of every board, in the order of the bits of `INVERT`.
const LIGHTS: [&str; 4] = ["running", "pass", "fail", "status"];

/// Where the design's clock comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The oscillator itself.
    #[default]
    Oscillator,
    /// iCE40's PLL, fed from its own pad.
    Ice40Pad,
    /// iCE40's PLL, fed from any pin.
    Ice40Core,
    /// ECP5's PLL.
    Ecp5,
}

/// What is known of a board; the keys of its `board.toml`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// Name on the command line, and of its folder.
    #[serde(skip)]
    pub name: &'static str,
    /// What people call it, with the revision that the pins belong to.
    pub title: String,
    /// Device of the flow.
    pub device: String,
    /// Package, in nextpnr's spelling.
    pub package: String,
    /// Speed grade, where the device has grades.
    pub speed: Option<u8>,
    /// Frequency of the oscillator at `clk_in` in MHz.
    pub oscillator_mhz: u32,
    /// Frequency of the design's clock in MHz.
    pub clock_mhz: f64,
    /// How it is made.
    #[serde(default)]
    pub pll: Source,
    /// Preset that is built where nobody asks for another.
    pub preset: String,
    /// Contents of the file with the pins.
    #[serde(skip)]
    pub pins: &'static str,
    /// Lights that a low level turns on: some of running, pass, fail, status.
    #[serde(default)]
    pub inverted: Vec<String>,
    /// Pins that have to be high.
    #[serde(default)]
    pub high: Vec<String>,
    /// Command that loads `{bitstream}`.
    pub program: String,
}

/// Which clock a top gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clocking {
    /// The board's: for hardware.
    Board,
    /// The clock pin itself: for simulations, which know no PLL.
    Straight,
}

/// There is no such board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no board `{name}`; the nearest is `{nearest}` (known: {})", names().join(", "))]
pub struct Unknown {
    /// What was asked for.
    pub name: String,
    /// The nearest name there is.
    pub nearest: &'static str,
}

/// Names of all boards.
pub fn names() -> Vec<&'static str> {
    BOARDS.iter().map(|(name, ..)| *name).collect()
}

impl Board {
    /// The board of this name.
    ///
    /// # Errors
    /// [`Unknown`], with the nearest name.
    pub fn named(name: &str) -> Result<Board, Unknown> {
        let Some((known, data, pins)) = BOARDS.iter().find(|(known, ..)| *known == name) else {
            let nearest = names().into_iter().min_by_key(|known| levenshtein(name, known)).unwrap_or_default();
            return Err(Unknown { name: name.into(), nearest });
        };
        let board = Self::parse(data).expect("board files are part of the program and tested");
        Ok(Board { name: known, pins, ..board })
    }

    /// Reads the text of a `board.toml`; name and pins are not in it.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn parse(data: &str) -> Result<Board, String> {
        toml::from_str(data).map_err(|error| error.to_string())
    }

    /// Name of its top module.
    pub fn top(&self) -> String {
        format!("treetap_board_{}", self.name.replace('-', "_"))
    }

    /// The same board with another frequency of the design's clock, if its PLL makes exactly that, or it is the
    /// oscillator's own.
    pub fn at(self, clock_mhz: f64) -> Option<Board> {
        let own = clock_mhz == f64::from(self.oscillator_mhz);
        let board = Board { clock_mhz, pll: if own { Source::Oscillator } else { self.pll }, ..self };
        (own || board.settings().is_some()).then_some(board)
    }

    /// The PLL's settings; none where the oscillator is the clock, or where no settings make it.
    pub fn settings(&self) -> Option<Pll> {
        let from = f64::from(self.oscillator_mhz);
        match self.pll {
            Source::Oscillator => None,
            Source::Ice40Pad | Source::Ice40Core => pll::ice40(from, self.clock_mhz),
            Source::Ecp5 => pll::ecp5(from, self.clock_mhz),
        }
    }

    /// Levels of the lights when they are off: bit 0 running, 1 pass, 2 fail, 3 status.
    pub fn dark(&self) -> u8 {
        let inverted = |light: &str| self.inverted.iter().any(|inverted| inverted == light);
        LIGHTS.iter().enumerate().fold(0, |all, (bit, light)| all | u8::from(inverted(light)) << bit)
    }

    /// Bits of the counter that lights blink by: the slow blinking is at about 1 Hz.
    fn beat_bits(&self) -> u32 {
        (self.clock_mhz * 1e6).log2() as u32
    }

    /// The top module of the board and everything below it: clock, reset, lights and `selftest`, the text of a
    /// self-test with the top `module`.
    pub fn verilog(&self, module: &str, selftest: &str, clocking: Clocking) -> String {
        let (source, pll) = match clocking {
            Clocking::Board => (self.pll, self.settings()),
            Clocking::Straight => (Source::Oscillator, None),
        };
        let (_, clock) = CLOCKS.iter().find(|(known, _)| *known == source).expect("every source has its clock");
        let parameters = match pll {
            None => String::new(),
            Some(pll) => format!(" #({})", pll.parameters(source == Source::Ice40Pad)),
        };
        let mut text = format!("{selftest}\n`default_nettype none\n\n{PARTS}\n{clock}\n");
        let _ = write!(
            text,
            "// {}: self-test at {} MHz, from an oscillator of {} MHz.\nmodule {} (\n    input  wire clk_in,\n",
            self.title,
            if clocking == Clocking::Board { self.clock_mhz } else { self.oscillator_mhz.into() },
            self.oscillator_mhz,
            self.top()
        );
        for pin in &self.high {
            let _ = writeln!(text, "    output wire {pin},");
        }
        text += "    output wire led_running,\n    output wire led_pass,\n    output wire led_fail,\n    output wire \
            led_status\n);\n";
        text += "    wire clk;\n    wire locked;\n    wire rst;\n    wire running;\n    wire pass;\n    wire \
            fail;\n    wire round;\n";
        for pin in &self.high {
            let _ = writeln!(text, "    assign {pin} = 1'b1;");
        }
        let _ = writeln!(text, "\n    board_clock{parameters} u_clock (.clk_in(clk_in), .clk(clk), .locked(locked));");
        text += "    board_reset u_reset (.clk(clk), .locked(locked), .rst(rst));\n";
        let _ = writeln!(
            text,
            "    {module} u_selftest (.clk(clk), .rst(rst), .running(running), .pass(pass), .fail(fail), \
             .round(round));"
        );
        let parameters = format!(".BEAT({}), .INVERT(4'b{:04b})", self.beat_bits(), self.dark());
        let _ = writeln!(text, "    board_lights #({parameters}) u_lights (");
        text += "        .clk(clk), .running(running), .pass(pass), .fail(fail), .led_running(led_running),\n";
        text += "        .led_pass(led_pass), .led_fail(led_fail), .led_status(led_status)\n    );\n";
        text += "endmodule\n\n`default_nettype wire\n";
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_is_described_and_its_clock_can_be_made() {
        for name in names() {
            let board = Board::named(name).unwrap();
            assert_eq!(board.name, name);
            assert!(super::super::Device::named(&board.device).is_some(), "{name}");
            assert_eq!(board.settings().is_some(), board.pll != Source::Oscillator, "{name}");
            assert!(board.pll != Source::Oscillator || board.clock_mhz == f64::from(board.oscillator_mhz), "{name}");
            assert!(board.program.contains("{bitstream}"), "{name}");
            assert!(board.inverted.iter().all(|light| LIGHTS.contains(&light.as_str())), "{name}");
            let oscillator = format!("{} ", board.oscillator_mhz);
            assert!(
                board.pins.contains(&format!("set_frequency clk_in {}", oscillator.trim()))
                    || board.pins.contains(&format!("FREQUENCY PORT \"clk_in\" {oscillator}MHZ;")),
                "{name}: the pins do not say the oscillator's frequency"
            );
            let ports = LIGHTS.map(|light| format!("led_{light}"));
            for port in ports.iter().chain(&board.high).map(String::as_str).chain(["clk_in"]) {
                let lines = board.pins.lines().filter(|line| {
                    line.starts_with(&format!("set_io {port} "))
                        || line.starts_with(&format!("LOCATE COMP \"{port}\" SITE "))
                });
                assert_eq!(lines.count(), 1, "{name}: {port}");
            }
        }
    }

    #[test]
    fn a_pin_is_used_once() {
        for name in names() {
            let board = Board::named(name).unwrap();
            let mut sites: Vec<&str> = board
                .pins
                .lines()
                .filter(|line| line.starts_with("set_io ") || line.starts_with("LOCATE "))
                .map(|line| line.trim_end_matches(';').split_whitespace().last().unwrap())
                .collect();
            let all = sites.len();
            sites.sort_unstable();
            sites.dedup();
            assert_eq!((sites.len(), all), (all, 5 + board.high.len()), "{name}");
        }
    }

    #[test]
    fn an_unknown_board_gets_the_nearest_name() {
        let error = Board::named("icebraker").unwrap_err();
        assert_eq!(error.nearest, "icebreaker");
        assert!(error.to_string().contains("ulx3s-85f"), "{error}");
    }

    #[test]
    fn another_clock_is_one_that_the_pll_makes() {
        let board = || Board::named("icebreaker").unwrap();
        assert_eq!(board().at(48.0).unwrap().clock_mhz, 48.0);
        assert_eq!(board().at(12.0).unwrap().settings(), None);
        assert_eq!(board().at(100.0), None);
        // Without a PLL there is but one clock.
        let without = || Board { pll: Source::Oscillator, clock_mhz: 12.0, ..board() };
        assert_eq!(without().at(12.0), Some(without()));
        assert_eq!(without().at(48.0), None);
    }

    #[test]
    fn the_clock_blinks_about_once_a_second() {
        for name in names() {
            let board = Board::named(name).unwrap();
            let hertz = board.clock_mhz * 1e6 / f64::from(1 << board.beat_bits());
            assert!((1.0..2.0).contains(&hertz), "{name}: {hertz} Hz");
        }
    }
}
