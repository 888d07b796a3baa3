//! Reports of placements that are kept. Eight seeds of a large design take hours: what was interrupted goes on with the
//! seeds that are missing.
use super::{Error, timing};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// Option of nextpnr before the netlist.
const NETLIST: &str = "--json";
/// Option of nextpnr before its report.
const REPORT: &str = "--report";

/// How a run went that had no end.
#[derive(Serialize, Deserialize)]
struct Endless {
    /// How long the program worked.
    within: Duration,
    /// Its last lines.
    said: String,
}

/// Puts the report of nextpnr into its place in `dir`: the one that `folder` keeps of the same netlist, options, seed
/// and program, or that of `run`, which then is kept. What a run writes besides is not kept. A run that had no end
/// within `patience` is remembered too; how others failed is not, because that may have been an accident.
///
/// # Errors
/// Those of `run`, and [`Error::Io`] where `dir` cannot be read or written. A folder that cannot be written costs time
/// later, and no result.
pub fn report(
    folder: &Path,
    program: (String, String),
    patience: Duration,
    dir: &Path,
    arguments: &[OsString],
    run: impl FnOnce() -> Result<(), Error>,
) -> Result<(), Error> {
    let Some(at) = arguments.iter().position(|argument| argument == REPORT) else { return run() };
    let (told, rest) = arguments.split_at(at + 1);
    let [report, more @ ..] = rest else { return run() };
    let report = dir.join(report);
    let key = key(&program, dir, told.iter().chain(more))?;
    let [kept, endless] = ["json", "endless"].map(|kind| folder.join(format!("{key}.{kind}")));
    if let Some(text) = fs::read_to_string(&kept).ok().filter(|text| timing::parse(text).is_ok()) {
        return fs::write(&report, text).map_err(Error::io(&report));
    }
    let known: Option<Endless> = fs::read(&endless).ok().and_then(|text| serde_json::from_slice(&text).ok());
    if let Some(Endless { within, said }) = known.filter(|known| known.within >= patience) {
        return Err(Error::Endless { tool: program.0, within, said, log: None });
    }
    let ran = run();
    let _ = match &ran {
        Ok(()) => keep(&fs::read(&report).map_err(Error::io(&report))?, &kept, folder),
        Err(Error::Endless { within, said, .. }) => {
            let known = Endless { within: *within, said: said.clone() };
            keep(&serde_json::to_vec(&known).expect("plain data has a JSON form"), &endless, folder)
        }
        Err(_) => Ok(()),
    };
    ran
}

/// Written under another name first: others may look for it meanwhile, and a full disk leaves nothing half.
fn keep(text: &[u8], file: &Path, folder: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    let mut written = tempfile::NamedTempFile::new_in(folder)?;
    written.write_all(text)?;
    written.persist(file)?;
    Ok(())
}

/// The hash of what decides a report: the program, what it is told, and the netlist; not where it reports to.
fn key<'a>(
    (name, version): &(String, String),
    dir: &Path,
    told: impl Iterator<Item = &'a OsString>,
) -> Result<String, Error> {
    let mut hash = Sha256::new();
    let mut add = |bytes: &[u8]| {
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    add(name.as_bytes());
    add(version.as_bytes());
    let mut netlist_next = false;
    for argument in told {
        if netlist_next {
            let file = dir.join(argument);
            add(&fs::read(&file).map_err(Error::io(&file))?);
        } else {
            add(argument.as_encoded_bytes());
        }
        netlist_next = argument == NETLIST;
    }
    Ok(hex::encode(&hash.finalize()[..16]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn a_run_without_an_end_is_tried_once_and_one_that_failed_again() {
        let (dir, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(dir.path().join("netlist.json"), "{}").unwrap();
        let arguments = [NETLIST, "netlist.json", REPORT, "report1.json"].map(OsString::from);
        let runs = Cell::new(0);
        let asked = |patience: u64, outcome: fn() -> Error| {
            let program = ("nextpnr".to_string(), "1".to_string());
            let run = || {
                runs.set(runs.get() + 1);
                Err(outcome())
            };
            report(folder.path(), program, Duration::from_secs(patience), dir.path(), &arguments, run).unwrap_err()
        };
        let failed = || Error::MissingTool("gone".into());
        let endless = || Error::Endless {
            tool: "nextpnr".into(),
            within: Duration::from_secs(5),
            said: "busy".into(),
            log: Some("nextpnr1.log".into()),
        };
        assert!(matches!(asked(5, failed), Error::MissingTool(_)));
        assert!(matches!(asked(5, endless), Error::Endless { log: Some(_), .. }));
        assert_eq!(runs.get(), 2);
        let known = asked(5, failed);
        assert_eq!(known.to_string(), endless().to_string());
        assert!(known.log().is_none() && runs.get() == 2, "not run again");
        // Who waits longer may see its end, and another netlist may have one.
        assert!(matches!(asked(6, failed), Error::MissingTool(_)) && runs.get() == 3);
        fs::write(dir.path().join("netlist.json"), "{ }").unwrap();
        assert!(matches!(asked(5, failed), Error::MissingTool(_)) && runs.get() == 4);
    }
}
