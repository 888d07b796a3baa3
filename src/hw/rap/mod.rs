//! Range adaptive profiling in hardware.
