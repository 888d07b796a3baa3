//! The emitter and what it made: idioms in two simulators, leaves, refusals, the files of the catalogue.
mod catalog;
mod configurations;
mod idioms;
mod layer;
mod leaves;
mod netlist;
mod paths;
mod refusals;
mod source;
mod support;
mod unknowns;
mod widgets;
