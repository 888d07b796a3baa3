//! What a table depends on, hashed.
use crate::table::{DATA, Table};
use crate::{Error, at};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// How an entry that names the Verilog of a top begins.
const VERILOG: &str = "rtl:";
/// The hashes of all tops without their comments, from the root of the repository: `treetap gen --all` writes them.
const CODE: &str = "rtl/SHA256SUMS.code";

/// The files of a repository, read and hashed once.
#[derive(Debug)]
pub struct Sources {
    root: PathBuf,
    /// Hash of the Verilog of every top without its comments, of `rtl/SHA256SUMS.code`, which a test keeps fresh.
    tops: BTreeMap<String, String>,
}

impl Sources {
    /// The sources below `root`.
    ///
    /// # Errors
    /// [`Error::File`] when `rtl/SHA256SUMS.code` cannot be read.
    pub fn of(root: &Path) -> Result<Self, Error> {
        let sums = root.join(CODE);
        let text = std::fs::read_to_string(&sums).map_err(at(&sums))?;
        let line =
            |line: &str| line.split_once("  ").map(|(hash, file)| (file.trim_end_matches(".v").into(), hash.into()));
        Ok(Self { root: root.to_path_buf(), tops: text.lines().filter_map(line).collect() })
    }

    /// The hash of what a table depends on: of every entry's name with the hashes of its files, in order.
    ///
    /// # Errors
    /// [`Error::Dependency`] for an entry that names nothing, [`Error::File`].
    pub fn hash(&self, table: &Table) -> Result<String, Error> {
        let mut all = Sha256::new();
        for entry in &table.depends {
            let missing = || Error::Dependency { table: table.name.clone(), what: entry.clone() };
            all.update(entry);
            if let Some(pattern) = entry.strip_prefix(VERILOG) {
                let tops = self.verilog(pattern);
                if tops.is_empty() {
                    return Err(missing());
                }
                for (top, hash) in tops {
                    if top != pattern {
                        all.update(top);
                    }
                    all.update(hash);
                }
                continue;
            }
            let files = self.files(entry).ok_or_else(missing)?;
            for file in files {
                let name = file.strip_prefix(&self.root).unwrap_or(&file).to_string_lossy().into_owned();
                all.update(name);
                all.update(self.file(&file)?);
            }
        }
        Ok(hex::encode(all.finalize()))
    }

    /// Tops of a pattern with the hashes of their Verilog, sorted.
    fn verilog(&self, pattern: &str) -> Vec<(&str, &str)> {
        let pattern = glob::Pattern::new(pattern).ok();
        let named = |top: &str| pattern.as_ref().is_some_and(|pattern| pattern.matches(top));
        self.tops.iter().filter(|(top, _)| named(top)).map(|(top, hash)| (top.as_str(), hash.as_str())).collect()
    }

    /// Files of a pattern, sorted; none if there is none.
    fn files(&self, pattern: &str) -> Option<Vec<PathBuf>> {
        let pattern = self.root.join(pattern);
        let mut files: Vec<_> =
            glob::glob(pattern.to_str()?).ok()?.filter_map(Result::ok).filter(|path| path.is_file()).collect();
        files.sort();
        (!files.is_empty()).then_some(files)
    }

    /// Hash of a file. Of a Rust source without its blank lines and lines of comment: who mends a comment changes no
    /// figure. Of a table its columns and rows: who measures it again, and finds the same, changes no other figure.
    fn file(&self, path: &Path) -> Result<String, Error> {
        let bytes = std::fs::read(path).map_err(at(path))?;
        let mut hash = Sha256::new();
        if path.parent().is_some_and(|parent| parent.ends_with(DATA)) {
            let table = Table::read(path)?;
            for row in std::iter::once(&table.columns).chain(&table.rows) {
                hash.update(row.join("|"));
                hash.update(b"\n");
            }
            return Ok(hex::encode(hash.finalize()));
        }
        if path.extension().is_some_and(|extension| extension == "rs") {
            let is_code = |line: &&[u8]| {
                let text = line.trim_ascii();
                !text.is_empty() && !text.starts_with(b"//")
            };
            bytes.split(|byte| *byte == b'\n').filter(is_code).for_each(|line| {
                hash.update(line);
                hash.update(b"\n");
            });
        } else {
            hash.update(&bytes);
        }
        Ok(hex::encode(hash.finalize()))
    }

    /// Whether a table was measured on what there is today.
    ///
    /// # Errors
    /// As [`Sources::hash`].
    pub fn is_fresh(&self, table: &Table) -> Result<bool, Error> {
        Ok(self.hash(table)? == table.stamp.hash)
    }
}
