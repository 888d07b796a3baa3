//! The command as scripts and people meet it: every verb from its words to its files, exit codes and messages.
mod asm;
mod bounds;
mod chkplan;
mod commands;
mod configurations;
mod cores;
mod ended;
mod hotstream;
mod hps;
mod hps_inline;
mod leftovers;
mod monitor;
mod pages;
mod phaseeval;
mod phases;
mod streams;
mod support;
