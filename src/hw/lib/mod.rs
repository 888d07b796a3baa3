//! Leaves and streams every unit is made of.
