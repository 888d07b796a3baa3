//! Outputs that appear whole or not at all: written beside their place, renamed at the end.
//!
//! What is unfinished is removed when its owner is dropped, and by [`remove_unfinished`] when a signal ends the
//! process.
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;
use tempfile::NamedTempFile;

/// Files and folders that a signal handler has to remove.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removes every file and scratch folder that is still being written. For signal handlers: nothing can be written or
/// renamed afterwards, the caller has to end the process.
pub fn remove_unfinished() {
    let files = match UNFINISHED.lock() {
        Ok(files) => files,
        Err(poisoned) => poisoned.into_inner(),
    };
    for path in files.iter() {
        // A compiler that has not heard of the interrupt yet may still be writing into a folder.
        for _ in 0..10 {
            let gone = if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
            if gone.is_ok() || !path.exists() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    }
    // The lock is kept, so that no rename can follow.
    std::mem::forget(files);
}

/// A scratch folder that an interrupt removes, as dropping it does.
#[derive(Debug)]
pub struct Scratch(tempfile::TempDir);

impl Scratch {
    /// Makes a folder in `parent` whose name starts with `prefix`.
    ///
    /// # Errors
    /// `parent` does not exist or cannot be written.
    pub fn create(parent: &Path, prefix: &str) -> io::Result<Self> {
        let mut unfinished = UNFINISHED.lock().map_err(|_| io::Error::other("interrupted"))?;
        let folder = tempfile::Builder::new().prefix(prefix).tempdir_in(parent)?;
        unfinished.push(folder.path().to_path_buf());
        Ok(Self(folder))
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Makes the folder the finished `target`.
    ///
    /// # Errors
    /// The rename fails, because `target` exists, say; the folder is removed.
    pub fn rename(self, target: &Path) -> io::Result<()> {
        let _unfinished = UNFINISHED.lock().map_err(|_| io::Error::other("interrupted"))?;
        std::fs::rename(self.path(), target)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Ok(mut unfinished) = UNFINISHED.lock() {
            unfinished.retain(|path| path != self.0.path());
        }
    }
}

/// Removes the scratch folders in `parent` that begin with `prefix` and nobody has touched for so long: their process
/// was killed.
pub fn remove_stale(parent: &Path, prefix: &str, age: Duration) {
    let Ok(entries) = std::fs::read_dir(parent) else { return };
    for entry in entries.flatten().filter(|e| e.file_name().to_string_lossy().starts_with(prefix)) {
        let untouched = entry.metadata().and_then(|m| m.modified()).ok().and_then(|t| t.elapsed().ok());
        if untouched.is_some_and(|untouched| untouched > age) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// A file that replaces `target` when it is finished.
#[derive(Debug)]
pub struct AtomicFile {
    output: Output,
    target: PathBuf,
}

#[derive(Debug)]
enum Output {
    /// A file beside the target.
    Beside(NamedTempFile),
    /// Devices, pipes and standard output cannot be replaced.
    Direct(File),
    Stdout(io::Stdout),
}

impl AtomicFile {
    /// Starts the file that is to become `target`. `-` is standard output; a device or pipe is written directly.
    ///
    /// # Errors
    /// The folder of `target` does not exist or cannot be written, or `target` is a folder.
    pub fn create(target: &Path) -> io::Result<Self> {
        let output = if target == Path::new("-") {
            Output::Stdout(io::stdout())
        } else {
            match std::fs::metadata(target) {
                Ok(meta) if meta.is_dir() => return Err(io::Error::other("is a directory: expected a file name")),
                Ok(meta) if !meta.is_file() => Output::Direct(File::options().write(true).open(target)?),
                _ => Output::Beside(beside(target)?),
            }
        };
        Ok(Self { output, target: target.to_path_buf() })
    }

    /// Writes everything through to the disk and puts the file in its place.
    ///
    /// # Errors
    /// The disk is full or the rename fails; nothing is left behind.
    pub fn finish(mut self) -> io::Result<()> {
        self.output.flush()?;
        if let Output::Beside(file) = &mut self.output {
            file.as_file().sync_all()?;
            let mut unfinished = UNFINISHED.lock().map_err(|_| io::Error::other("interrupted"))?;
            std::fs::rename(file.path(), &self.target)?;
            unfinished.retain(|path| path != file.path());
        }
        Ok(())
    }
}

fn beside(target: &Path) -> io::Result<NamedTempFile> {
    let folder = target.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".treetap-").suffix(".partial");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Cut by the umask, as for any new file; without this only the owner could read it.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut unfinished = UNFINISHED.lock().map_err(|_| io::Error::other("interrupted"))?;
    let file = builder.tempfile_in(folder)?;
    unfinished.push(file.path().to_path_buf());
    Ok(file)
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Output::Beside(file) => file.write(bytes),
            Output::Direct(file) => file.write(bytes),
            Output::Stdout(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Beside(file) => file.flush(),
            Output::Direct(file) => file.flush(),
            Output::Stdout(out) => out.flush(),
        }
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.output.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if let (Output::Beside(file), Ok(mut unfinished)) = (&self.output, UNFINISHED.lock()) {
            unfinished.retain(|path| path != file.path());
        }
    }
}

/// Writes a whole file at once, atomically.
///
/// # Errors
/// As [`AtomicFile::create`] and [`AtomicFile::finish`].
pub fn write(target: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = AtomicFile::create(target)?;
    file.write_all(bytes)?;
    file.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_file_appears_whole_or_not_at_all() {
        let dir = tempfile::tempdir().unwrap();
        let target = dir.path().join("out");
        write(&target, b"old").unwrap();
        let mut file = AtomicFile::create(&target).unwrap();
        file.write_all(b"half").unwrap();
        assert_eq!(names(dir.path()).len(), 2, "the partial file lies beside");
        assert_eq!(std::fs::read(&target).unwrap(), b"old");
        drop(file);
        assert_eq!(names(dir.path()), ["out"]);
        write(&target, b"new").unwrap();
        assert_eq!(std::fs::read(&target).unwrap(), b"new");
        assert_eq!(names(dir.path()), ["out"]);
    }

    #[test]
    fn a_scratch_folder_goes_with_its_owner() {
        let dir = tempfile::tempdir().unwrap();
        let scratch = Scratch::create(dir.path(), "building-").unwrap();
        std::fs::write(scratch.path().join("half"), b"x").unwrap();
        assert!(names(dir.path())[0].starts_with("building-"));
        drop(scratch);
        assert!(names(dir.path()).is_empty());
    }

    #[test]
    fn a_full_device_is_an_error() {
        assert_eq!(write(Path::new("/dev/full"), b"x").unwrap_err().kind(), io::ErrorKind::StorageFull);
    }

    #[test]
    fn a_folder_is_no_target() {
        let dir = tempfile::tempdir().unwrap();
        assert!(write(dir.path(), b"x").is_err());
        assert!(write(&dir.path().join("missing/out"), b"x").is_err());
    }
}
