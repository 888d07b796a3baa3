//! Rows of measured tables, for tables that are made of others.
use evidence::table::{DATA, Table};
use std::error::Error;
use std::path::Path;

/// Rows of some tables with the same columns.
pub struct Rows(Vec<Table>);

impl Rows {
    /// The rows of the tables with these names.
    pub fn of(names: &[&str]) -> Result<Self, Box<dyn Error>> {
        let read = |name: &&str| Table::read(&Path::new(DATA).join(name).with_extension("toml"));
        Ok(Self(names.iter().map(read).collect::<Result<_, _>>()?))
    }

    /// The rows of all tables whose names begin like this.
    pub fn starting(prefix: &str) -> Result<Self, Box<dyn Error>> {
        let mut tables = Table::all(Path::new("."))?;
        tables.retain(|table| table.name.starts_with(prefix));
        if tables.is_empty() {
            return Err(format!("no table's name begins with `{prefix}`").into());
        }
        Ok(Self(tables))
    }

    /// Cells of a column in the rows that have these cells in others; none may be empty.
    pub fn cells(&self, column: &str, at: &[(&str, &str)]) -> Result<Vec<&str>, String> {
        let mut found = vec![];
        for table in &self.0 {
            let place = |name: &str| {
                let missing = || format!("{} has no column `{name}`", table.name);
                table.columns.iter().position(|c| c == name).ok_or_else(missing)
            };
            let wanted = at.iter().map(|(name, cell)| Ok((place(name)?, *cell))).collect::<Result<Vec<_>, String>>()?;
            let cell = place(column)?;
            let fits = |row: &&Vec<String>| wanted.iter().all(|(at, cell)| row[*at].trim_matches('`') == *cell);
            found.extend(table.rows.iter().filter(fits).map(|row| (table, row[cell].as_str())));
        }
        match found.iter().find(|(_, cell)| cell.is_empty()) {
            Some((table, _)) => Err(format!("{} is not measured: no `{column}`", table.name)),
            None => Ok(found.into_iter().map(|(_, cell)| cell).collect()),
        }
    }

    /// The cell of the one row that has these cells in others.
    pub fn cell(&self, column: &str, at: &[(&str, &str)]) -> Result<&str, String> {
        match self.cells(column, at)?[..] {
            [cell] => Ok(cell),
            ref cells => Err(format!("{} rows with {at:?}, where one was expected", cells.len())),
        }
    }
}

/// Digits in groups of three, whatever stands in the cell of a table.
fn grouped(cell: &str) -> Result<String, String> {
    let digits: String = cell.chars().filter(|c| *c != ',').collect();
    let number = digits.parse::<u64>().map_err(|error| format!("`{cell}`: {error}"))?;
    Ok(treetap::report::grouped(number))
}

/// LUTs, flip-flops, block RAMs and clocks of the one row that has these cells.
pub fn placed(clocks: &Rows, at: &[(&str, &str)]) -> Result<String, String> {
    let cell = |column| clocks.cell(column, at);
    let ram = cell("block RAM")?.split(' ').next().unwrap_or_default();
    let (lut, flops) = (grouped(cell("LUT4")?)?, grouped(cell("flip-flops")?)?);
    Ok(format!("{lut}, {flops}, {ram}, {} ({})", cell("MHz, slowest / median seed")?, cell("seeds")?))
}
