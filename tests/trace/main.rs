//! Event files, RVFI traces and waveforms: what is written is read, and no file makes a reader panic.
mod files;
mod phaselog;
mod rvfi;
mod support;
mod waveforms;
