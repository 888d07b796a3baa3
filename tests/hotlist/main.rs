//! The hotlist sampler: its model case by case and against an independent one.
mod model;
mod oracle;
mod registers;
mod support;
