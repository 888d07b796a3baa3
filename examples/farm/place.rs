//! A folder for what is measured, on the disk of the repository: a folder of temporary files may be in memory, where
//! nothing has to reach a disk.
use std::io;
use std::path::{Path, PathBuf};

/// Removed when it is dropped, and before it is made: what an interrupted run left goes with the next one.
pub struct Place(PathBuf);

impl Place {
    /// `build/farm-NAME`, empty.
    pub fn new(name: &str) -> io::Result<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("build").join(format!("farm-{name}"));
        let place = Self(folder);
        place.remove()?;
        std::fs::create_dir_all(&place.0)?;
        Ok(place)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    fn remove(&self) -> io::Result<()> {
        match std::fs::remove_dir_all(&self.0) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = self.remove();
    }
}
