//! `treetap profile --elf` and `--map`: functions in the place of ranges of keys.
use crate::analysis::codemap::Layout;
use crate::analysis::grow::Grown;
use crate::analysis::{Keys, Options, Symbols};
use crate::cli::{Failure, input};
use crate::report::names::{Limits, Table};
use crate::spec::codemap::{KEY_BITS, MOST_ENTRIES, PC_BITS};
use crate::spec::select::Kind;
use std::path::{Path, PathBuf};

/// Where names come from.
#[derive(clap::Args, Debug)]
pub struct Program {
    /// Show the functions and lines of source of this program in the place of ranges of keys, which are addresses of
    /// its code; with --exact beside their true counts.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["query", "jobs", "key_shift", "key_low"])]
    elf: Option<PathBuf>,
    /// As --elf, with keys of 16 bits that are lines of code, by the map of code of the program, in the place of the
    /// addresses (docs/reference/codemap.md).
    #[arg(
        long,
        value_name = "ELF",
        conflicts_with_all = ["elf", "query", "jobs", "key_shift", "key_low", "key_bits", "semantics"]
    )]
    map: Option<PathBuf>,
}

impl Program {
    /// Bits of a key in the tree, and of one in the trace, if a map says so.
    pub fn widths(&self, key_bits: u32) -> (u32, u32) {
        if self.map.is_some() { (KEY_BITS, PC_BITS) } else { (key_bits, key_bits) }
    }

    /// What becomes an event: of a map of code, where blocks begin.
    pub fn event(&self, asked: Kind) -> Result<Kind, Failure> {
        match asked {
            Kind::Lines if self.map.is_some() => Ok(Kind::Code),
            other if self.map.is_some() && !other.is_code() => {
                Err(Failure::Usage(format!("--map: --event {} has no addresses of code", other.name())))
            }
            other => Ok(other),
        }
    }

    /// The names, if they are asked for; those of addresses, too, where `exact` counts are to be had.
    pub fn read(&self, exact: bool) -> Result<Option<Named>, Failure> {
        let open = |file: &Path| input::symbols(file, &Options::default());
        if let Some(file) = &self.map {
            let names = open(file)?;
            let layout = names.layout(MOST_ENTRIES).map_err(|e| Failure::in_file(file, e))?;
            let addresses = exact.then(|| open(file)).transpose()?;
            return Ok(Some(Named { names: names.on_lines(layout), addresses }));
        }
        let named = self.elf.as_deref().map(open).transpose()?;
        Ok(named.map(|names| Named { names, addresses: None }))
    }
}

/// A program that has names for keys.
pub struct Named {
    names: Symbols,
    /// The names of addresses, where keys are lines and exact counts are compared.
    addresses: Option<Symbols>,
}

impl Named {
    /// The map of code.
    pub fn layout(&self) -> Option<&Layout> {
        self.names.lines()
    }

    /// Functions and lines, with the errors of what truly has the share `hot` if exact counts are there.
    pub fn table(&self, grown: &Grown, hot: f64) -> Table {
        let keys = self.layout().map_or(Keys::default(), |layout| Keys::lines(layout.image.line_bits));
        let mut table = Table::of(&grown.profile, &self.names, keys, &Limits { share: hot, ..Limits::default() });
        if let Some(exact) = &grown.exact {
            table.compare(exact, self.addresses.as_ref().unwrap_or(&self.names), Keys::default(), hot);
        }
        table
    }
}
