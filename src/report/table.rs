//! Tables of text without lines between the columns.
use comfy_table::{CellAlignment, Table, presets};

/// An empty table with these headings; without headings if there are none.
pub fn grid(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    if !header.is_empty() {
        table.set_header(header);
    }
    table
}

/// Numbers to the right: every column but the first `words`.
pub fn align_numbers(table: &mut Table, words: usize) {
    table.column_iter_mut().skip(words).for_each(|column| column.set_cell_alignment(CellAlignment::Right));
}

/// Names and values, a row each.
pub fn facts<'a>(rows: impl IntoIterator<Item = (&'a str, String)>) -> Table {
    let mut table = grid(&[]);
    table.add_rows(rows.into_iter().map(|(name, value)| [name.to_string(), value]));
    table
}

/// A name and its value on a line of their own, without the line's end.
pub fn line(name: &str, value: impl std::fmt::Display) -> String {
    format!("{name:<22}{value}")
}

/// Whether a law holds, as a line.
pub fn law(holds: bool, text: &str) -> String {
    line("law", format!("{}: {text}", if holds { "holds" } else { "BROKEN" }))
}
