//! A preset of a unit that has nothing to choose but a few numbers: the parts between a core and an engine.

/// Named values of a unit's parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Name on the command line and in file names.
    pub name: &'static str,
    /// What it is for.
    pub doc: &'static str,
    /// Parameters under their names, such as `("xlen", 32)`.
    pub parameters: &'static [(&'static str, u32)],
}

impl Variant {
    /// The value of a parameter.
    ///
    /// # Panics
    /// When the variant has no such parameter: its table and its reader disagree.
    pub fn parameter(&self, name: &str) -> u32 {
        let found = self.parameters.iter().find(|(known, _)| *known == name);
        found.unwrap_or_else(|| panic!("variant `{}` has no parameter `{name}`", self.name)).1
    }
}

/// Name of the parameter of units that are built for a fast clock, with more cycles or more logic.
pub const DEEP: &str = "deep";

/// The variant called `name`.
pub fn find<'a>(presets: &'a [Variant], name: &str) -> Option<&'a Variant> {
    presets.iter().find(|variant| variant.name == name)
}
