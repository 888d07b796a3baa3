//! Widths that follow from the size of a tree.

/// Bits that number the digits of a key.
pub(super) const fn digit_bits(key_bits: usize) -> usize {
    (key_bits / 2).next_power_of_two().trailing_zeros() as usize
}

/// Bits that number the pairs of digits of a key, one at least.
pub(super) const fn pair_bits(key_bits: usize) -> usize {
    if key_bits < 8 { 1 } else { digit_bits(key_bits) - 1 }
}

/// Parts of 16 bits of a count of the serial engine: two at least, so that what is added has been read.
pub(super) const fn parts(count_bits: usize) -> usize {
    if count_bits > 32 { 3 } else { 2 }
}

/// Key bits of the levels above the pointer tables of the pipelined engine, of which there are at least two. The table
/// of the last of them has no more entries than a pointer table.
pub(super) const fn top_bits(key_bits: usize, node_bits: usize) -> usize {
    let mut bits = 12;
    while bits > node_bits + 2 || bits > key_bits - 4 {
        bits -= 2;
    }
    bits
}

/// Registers in ways that are long in the largest pools, 1 or 0, of the pipelined engine. With 4096 nodes (12 bits)
/// every memory of nodes is a block RAM for each few bits, and one cycle does not reach across all of them: so many
/// registers stand there, and what they feed waits.
pub(super) const fn far(node_bits: usize) -> usize {
    node_bits / 12
}

/// Cycles of a walk of the pipelined engine. A pointer table of 16384 words is a block RAM for each bit of a pointer:
/// so many of them lie too far from those of the next table for one cycle, and a level takes three then instead of two.
pub(super) const fn walk_cycles(key_bits: usize, node_bits: usize) -> usize {
    let levels = (key_bits - top_bits(key_bits, node_bits)) / 2;
    if far(node_bits) == 0 { 7 + 2 * levels } else { 7 + 3 * levels }
}

/// Nodes in a bank of the CAM engine's memory, log2: a bank is as wide as a block RAM of ECP5, or two of iCE40.
pub(super) const fn bank_bits(node_bits: usize) -> usize {
    if node_bits < 5 { node_bits } else { 5 }
}

/// Bits of the number of visits that an event may ask of the hand of the CAM engine: `WC` for its weight, `VC` for each
/// of the nodes that the event before it made.
pub(super) const fn visit_bits(key_bits: usize, weight_cap: usize, per_create: usize) -> usize {
    (usize::BITS - (weight_cap + per_create * key_bits / 2).leading_zeros()) as usize
}
