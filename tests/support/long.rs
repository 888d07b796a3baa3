//! Long runs of units beside their models.

/// A row of the tables `cosim-long-*`, for `make long`: what ran beside its model, and what of it was compared.
pub fn long_row(unit: &str, design: &str, ran: &[(u64, &str)], compared: &[(u64, &str)]) {
    let list = |counts: &[(u64, &str)]| {
        counts.iter().map(|(count, of)| format!("{count} {of}")).collect::<Vec<_>>().join(", ")
    };
    println!("| {unit} | `{design}` | {} | {} |", list(ran), list(compared));
}
