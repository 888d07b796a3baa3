//! The phase tracker: its model case by case, and the emitted hardware against it.
mod daemon;
mod ids;
mod model;
mod phase;
mod support;
