//! Tables as `make figures` reads them.

/// Prints a table after its name.
pub fn table(name: &str, columns: &[&str], rows: &[Vec<String>]) {
    println!("\n### {name}\n\n| {} |\n|{}", columns.join(" | "), "--|".repeat(columns.len()));
    rows.iter().for_each(|row| println!("| {} |", row.join(" | ")));
}
