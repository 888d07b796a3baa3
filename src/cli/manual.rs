//! `treetap completions` and `treetap man`: generated from the definition of the command line.
use super::{Cli, Failure, output};
use clap::{Command, CommandFactory};
use std::path::{Path, PathBuf};

/// Print the completion script of a shell.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  treetap completions bash > ~/.local/share/bash-completion/completions/treetap
  treetap completions zsh > ~/.zfunc/_treetap")]
pub struct CompletionsArgs {
    /// The shell.
    shell: clap_complete::Shell,
}

/// Write the manual pages.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:
  treetap man -o ~/.local/share/man/man1")]
pub struct ManArgs {
    /// Folder to write to; it is made if it does not exist.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
}

pub fn completions(args: &CompletionsArgs) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "treetap", &mut script);
    output::print(&script)
}

pub fn man(args: &ManArgs) -> Result<(), Failure> {
    let folder = &args.output;
    std::fs::create_dir_all(folder).map_err(|e| cannot_write(folder, &e))?;
    let mut root = Cli::command().disable_help_subcommand(true);
    root.build();
    write_pages(&root, "treetap", folder)
}

/// One page for a command and one for each command below it: `treetap-trace-capture.1`.
fn write_pages(command: &Command, name: &str, folder: &Path) -> Result<(), Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone())
        .title(name)
        .source(concat!("treetap ", env!("CARGO_PKG_VERSION")))
        .render(&mut page)
        .map_err(|e| cannot_write(folder, &e))?;
    output::write(&folder.join(format!("{name}.1")), &page)?;
    for below in command.get_subcommands().filter(|c| !c.is_hide_set()) {
        write_pages(below, &format!("{name}-{}", below.get_name()), folder)?;
    }
    Ok(())
}

fn cannot_write(folder: &Path, error: &std::io::Error) -> Failure {
    Failure::BadInput(format!("{}: cannot write: {error}", folder.display()))
}
