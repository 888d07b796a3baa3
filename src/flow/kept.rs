//! Reports of placements that are kept. Eight seeds of a large design take hours: what was interrupted goes on with the
//! seeds that are missing.
use super::{Error, timing};
use sha2::{Digest, Sha256};
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::Path;

/// Option of nextpnr before the netlist.
const NETLIST: &str = "--json";
/// Option of nextpnr before its report.
const REPORT: &str = "--report";

/// Puts the report of nextpnr into its place in `dir`: the one that `folder` keeps of the same netlist, options, seed
/// and program, or that of `run`, which then is kept. What a run writes besides is not kept.
///
/// # Errors
/// Those of `run`, and [`Error::Io`] where `dir` cannot be read or written. A folder that cannot be written costs time
/// later, and no result.
pub fn report(
    folder: &Path,
    program: (String, String),
    dir: &Path,
    arguments: &[OsString],
    run: impl FnOnce() -> Result<(), Error>,
) -> Result<(), Error> {
    let Some(report) = after(REPORT, arguments) else { return run() };
    let report = dir.join(report);
    let kept = folder.join(format!("{}.json", key(program, dir, arguments)?));
    if let Some(text) = fs::read_to_string(&kept).ok().filter(|text| timing::parse(text).is_ok()) {
        return fs::write(&report, text).map_err(Error::io(&report));
    }
    run()?;
    let text = fs::read(&report).map_err(Error::io(&report))?;
    let _ = keep(&text, &kept, folder);
    Ok(())
}

/// Written under another name first: others may look for it meanwhile, and a full disk leaves nothing half.
fn keep(text: &[u8], file: &Path, folder: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    let mut written = tempfile::NamedTempFile::new_in(folder)?;
    written.write_all(text)?;
    written.persist(file)?;
    Ok(())
}

/// The argument after an option.
fn after<'a>(option: &str, arguments: &'a [OsString]) -> Option<&'a OsString> {
    let at = arguments.iter().position(|argument| argument == option)?;
    arguments.get(at + 1)
}

/// The hash of what decides a report: the program, what it is told, and the netlist; not where it reports to.
fn key(program: (String, String), dir: &Path, arguments: &[OsString]) -> Result<String, Error> {
    let mut hash = Sha256::new();
    let mut add = |bytes: &[u8]| {
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    add(program.0.as_bytes());
    add(program.1.as_bytes());
    let (netlist, report) = (after(NETLIST, arguments), after(REPORT, arguments));
    for argument in arguments {
        if Some(argument) == netlist {
            let file = dir.join(argument);
            add(&fs::read(&file).map_err(Error::io(&file))?);
        } else if Some(argument) != report {
            add(argument.as_encoded_bytes());
        }
    }
    Ok(hex::encode(&hash.finalize()[..16]))
}
