//! The measured configurations that predictions are made from, and those that they are compared with.
use crate::flow::{Area, Device};
use crate::spec::coalescer;
use crate::spec::rap::{self, Collapse, Config, Engine, Preset};
use serde::Deserialize;

/// What predictions are made from: the table of docs/measured/fit.md.
const MEASURED: &str = include_str!("../../../docs/measured/data/fit-points.toml");
/// Presets that were placed with eight seeds on ECP5 (docs/measured/rap-pipelined.md, rap-cam.md): points like others.
const PRESETS: [&str; 3] = [
    include_str!("../../../docs/measured/data/rap-pipelined-clock.toml"),
    include_str!("../../../docs/measured/data/rap-pipelined-max-clock.toml"),
    include_str!("../../../docs/measured/data/rap-cam-area.toml"),
];
/// What predictions are compared with, and never made from.
const CHECKED: &str = include_str!("../../../docs/measured/data/fit-checked.toml");

/// A configuration that was synthesised and placed.
#[derive(Clone, Debug)]
pub struct Point {
    /// The configuration, without a name.
    pub preset: Preset,
    /// What it was placed on.
    pub device: &'static Device,
    /// Its area, without the harness.
    pub area: Area,
    /// The clock of one seed, in MHz; nothing if it was only synthesised.
    pub mhz: Option<f64>,
}

/// A measured table, as far as it is of use here.
#[derive(Deserialize)]
struct Table {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
    stamp: Stamp,
}

#[derive(Deserialize)]
struct Stamp {
    date: String,
}

/// Points, and when they were measured.
#[derive(Clone, Debug)]
pub struct Points {
    /// In the order of the table.
    pub points: Vec<Point>,
    /// Day of the measurement.
    pub date: String,
}

impl Points {
    /// What predictions are made from.
    ///
    /// # Errors
    /// What is wrong with the table: a mistake of whoever built this program.
    pub fn measured() -> Result<Self, String> {
        let mut all = Self::read(MEASURED).map_err(|why| format!("fit-points.toml: {why}"))?;
        for text in PRESETS {
            all.points.extend(presets(text)?);
        }
        Ok(all)
    }

    /// What predictions are compared with.
    ///
    /// # Errors
    /// As [`Points::measured`].
    pub fn checked() -> Result<Self, String> {
        Self::read(CHECKED).map_err(|why| format!("fit-checked.toml: {why}"))
    }

    fn read(text: &str) -> Result<Self, String> {
        let table: Table = toml::from_str(text).map_err(|error| error.to_string())?;
        let points = table.rows.iter().map(|row| Row { columns: &table.columns, cells: row }.point());
        let points = points.collect::<Result<_, _>>()?;
        Ok(Self { points, date: table.stamp.date })
    }
}

/// Points of a table of presets; rows of other units, and of what did not fit, are none.
fn presets(text: &str) -> Result<Vec<Point>, String> {
    let table: Table = toml::from_str(text).map_err(|error| error.to_string())?;
    let rows = table.rows.iter().map(|row| Row { columns: &table.columns, cells: row });
    rows.filter(|row| row.cell("unit").is_ok_and(|unit| unit == "rap")).map(|row| row.of_preset()).collect()
}

struct Row<'a> {
    columns: &'a [String],
    cells: &'a [String],
}

impl Row<'_> {
    fn cell(&self, name: &str) -> Result<&str, String> {
        let at = self.columns.iter().position(|column| column == name);
        let cell = at.and_then(|at| self.cells.get(at));
        cell.map(String::as_str).ok_or_else(|| format!("a row has no `{name}`"))
    }

    fn number<T: std::str::FromStr>(&self, name: &str) -> Result<T, String> {
        let cell = self.cell(name)?;
        cell.parse().map_err(|_| format!("`{cell}` is no number for `{name}`"))
    }

    /// A row of a preset: `nano` or `mini --engine cam`, `13 and 12 of logic cells`, the slowest and the median clock.
    fn of_preset(&self) -> Result<Point, String> {
        let wrong = |cell: &str| format!("`{cell}` is not what a table of presets has");
        let name = self.cell("preset")?.trim_matches('`');
        let (own, engine) = name.split_once(" --engine ").map_or((name, None), |(own, engine)| (own, Some(engine)));
        let known = rap::preset(own).ok_or_else(|| wrong(name))?;
        let preset = match engine {
            None => *known,
            Some(engine) => known.with_engine(Engine::from_name(engine).ok_or_else(|| wrong(engine))?),
        };
        let ram = self.cell("block RAM")?;
        let (bram, lut_ram) = ram.trim_end_matches(" of logic cells").split_once(" and ").unwrap_or((ram, "0"));
        let clocks = self.cell("MHz, slowest / median seed")?;
        let median = clocks.split_once(" / ").and_then(|(_, median)| median.parse().ok());
        let area = Area {
            lut4: self.number("LUT4")?,
            carry: self.number("carry")?,
            ff: self.number("flip-flops")?,
            bram: bram.parse().map_err(|_| wrong(ram))?,
            lut_ram: lut_ram.parse().map_err(|_| wrong(ram))?,
            ..Area::default()
        };
        let device = self.device()?;
        Ok(Point { preset, device, area, mhz: Some(median.ok_or_else(|| wrong(clocks))?) })
    }

    fn device(&self) -> Result<&'static Device, String> {
        let name = self.cell("device")?;
        Device::named(name).ok_or_else(|| format!("no device `{name}`"))
    }

    fn point(&self) -> Result<Point, String> {
        let engine = self.cell("engine")?;
        let entries = self.number("entries")?;
        let coalescer = (entries > 0).then(|| coalescer::Config::new(entries));
        let config = Config {
            count_bits: self.number("count bits")?,
            coalescer,
            collapse: Collapse::hand(coalescer.is_some()),
            ..Config::new(self.number("key bits")?, self.number("nodes")?)
        };
        let preset = Preset {
            name: "",
            doc: "",
            config,
            eps_built: self.number::<u32>("EPS")? == 1,
            fifo_depth: self.number("FIFO")?,
            engine: Engine::from_name(engine).ok_or_else(|| format!("no engine `{engine}`"))?,
        };
        let area = Area {
            lut4: self.number("LUT4")?,
            carry: self.number("carry")?,
            ff: self.number("flip-flops")?,
            bram: self.number("block RAM")?,
            lut_ram: self.number("of logic cells")?,
            ..Area::default()
        };
        let device = self.device()?;
        let placed = self.cell("MHz")? != "-";
        Ok(Point { preset, device, area, mhz: placed.then(|| self.number("MHz")).transpose()? })
    }
}
