//! What a design is built for: the words that `synth` and `limits` share.
use crate::cli::Failure;
use crate::flow::board::Board;
use crate::flow::{self, Device, Target};
use clap::builder::PossibleValuesParser;

/// What to build for.
#[derive(clap::Args, Clone, Debug)]
pub struct TargetArgs {
    /// Chip to build for.
    #[arg(
        long,
        value_name = "DEVICE",
        required_unless_present = "board",
        value_parser = PossibleValuesParser::new(flow::DEVICES.iter().map(|d| d.name))
    )]
    pub device: Option<String>,
    /// Board to build for: its chip, package and speed grade.
    #[arg(long, value_name = "BOARD", conflicts_with_all = ["device", "speed"], value_parser = Board::named)]
    pub board: Option<Board>,
    /// Speed grade of an ECP5: 6 (the default) or 8.
    #[arg(long, value_name = "GRADE")]
    pub speed: Option<u8>,
    /// Place with this many seeds, 1 to K; side by side on as many cores as there are.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    seeds: u32,
}

impl TargetArgs {
    /// The target that the arguments describe.
    pub fn target(&self) -> Result<Target<'_>, Failure> {
        let known = |name: &str| Device::named(name).expect("the parser and the boards know the same names");
        let mut target = match (&self.device, &self.board) {
            (_, Some(board)) => {
                Target { package: &board.package, speed: board.speed, ..Target::new(known(&board.device)) }
            }
            (device, None) => Target::new(known(device.as_deref().expect("the parser wants a device or a board"))),
        };
        target.seeds = self.seeds;
        let device = target.device;
        if let Some(speed) = self.speed {
            if !device.speeds.contains(&speed) {
                let grades: Vec<String> = device.speeds.iter().map(u8::to_string).collect();
                return Err(Failure::Usage(match grades.is_empty() {
                    true => format!("{} has no speed grades", device.name),
                    false => format!("{} has no speed grade {speed}: expected {}", device.name, grades.join(" or ")),
                }));
            }
            target.speed = Some(speed);
        }
        Ok(target)
    }
}
