//! What the numbers of a profile mean for the program that ran: names, edges, pages, where checks are needed.
mod chkplan;
mod edges;
mod fit;
mod hotstream;
mod html;
mod merge;
mod names;
mod phaseeval;
mod support;
