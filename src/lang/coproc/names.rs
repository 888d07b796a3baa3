//! Names that a program gives.

/// Names that the program gives, for those who read it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// Of the base registers, from B0 up.
    pub bases: Vec<String>,
    /// Of the constants.
    pub constants: Vec<String>,
    /// Of the index registers.
    pub indices: Vec<String>,
    /// Of the far targets.
    pub targets: Vec<String>,
    /// Of words.
    pub labels: Vec<(u8, String)>,
}

impl Names {
    /// Most characters of a name.
    pub const LONGEST: usize = 64;

    /// Those of registers, in the order of an image.
    pub(super) fn registers(&self) -> impl Iterator<Item = &String> {
        self.bases.iter().chain(&self.constants).chain(&self.indices).chain(&self.targets)
    }

    /// A line for each register, then one for each label with its word.
    pub(super) fn text(&self) -> String {
        let registers = self.registers().cloned();
        let labels = self.labels.iter().map(|(at, name)| format!("{name} {at}"));
        registers.chain(labels).map(|line| line + "\n").collect()
    }
}
