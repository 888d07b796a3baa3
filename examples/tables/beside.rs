//! What a paper claims, beside what several programs show.

/// The smallest and the largest of these.
pub fn range(values: impl Iterator<Item = f64> + Clone, show: impl Fn(f64) -> String) -> String {
    let (least, most) = (values.clone().fold(f64::INFINITY, f64::min), values.fold(f64::NEG_INFINITY, f64::max));
    format!("{} to {}", show(least), show(most))
}

/// The programs of which something holds, of all of them by their names.
pub fn held<'a>(programs: impl Iterator<Item = (&'a str, bool)> + Clone) -> String {
    let held: Vec<&str> = programs.clone().filter(|(_, holds)| *holds).map(|(name, _)| name).collect();
    match held.len() {
        0 => "none".into(),
        all if all == programs.count() => "all programs".into(),
        some => format!("{some}: {}", held.join(", ")),
    }
}
