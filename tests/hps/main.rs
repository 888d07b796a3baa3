//! The engine for hybrid profiling support: model and emitted engine, its language, its programs, the monitor around
//! it.
mod configurations;
mod costs;
mod fig3;
mod guided;
mod hps;
mod hw;
mod image;
mod lang;
mod lossy;
mod monitor;
mod oracle;
mod phases;
mod programs;
mod sequences;
mod support;
