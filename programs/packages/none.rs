//! Nothing is built from this package: see its manifest.
