//! Placed design to bitstream: icepack or ecppack.
use super::program::Program;
use super::{Error, Family, place};
use std::ffi::OsString;
use std::fs;
use std::path::Path;

/// The bitstream in the working folder.
const BITSTREAM: &str = "bitstream.bin";
const LOG: &str = "pack.log";

/// The packer of a family.
#[derive(Clone, Debug)]
pub struct Packer {
    program: Program,
    family: Family,
}

impl Packer {
    /// Finds the packer of a family.
    ///
    /// # Errors
    /// [`Error::MissingTool`], with what is missing and how to get it.
    pub fn find(family: Family) -> Result<Self, Error> {
        let program = match family {
            Family::Ice40 => Program::find(&["icepack"]),
            Family::Ecp5 => Program::find(&["yowasp-ecppack", "ecppack"]),
        };
        Ok(Self { program: program?, family })
    }

    /// Name and version.
    pub fn version(&self) -> (String, String) {
        self.program.version()
    }

    /// Packs what the placer left of a seed in `dir`.
    pub fn run(&self, seed: u32, dir: &Path) -> Result<Vec<u8>, Error> {
        let mut arguments: Vec<OsString> = vec![place::configuration(seed).into(), BITSTREAM.into()];
        if self.family == Family::Ecp5 {
            // Zeros need no bits: a third of the size, and a faster start.
            arguments.insert(0, "--compress".into());
        }
        self.program.run(dir, LOG, &arguments)?;
        let file = dir.join(BITSTREAM);
        fs::read(&file).map_err(Error::io(&file))
    }
}
