//! From a preset's numbers to the monomorphised block: the table of supported combinations.
//!
//! Widths are const generics, so every combination is a type of its own and has to be named here; a test builds
//! each preset's. Everything that is not a width is a port or a register of the hardware.
use crate::hw::coalescer;
use crate::hw::rap::pipelined::far;
use crate::hw::rap::{RapCam, RapPipelined, RapSerial, RapSerialQueued};
use crate::spec;
use crate::spec::rap::{self, Engine};
use rust_hdl::prelude::Block;

/// Makes a block, connected and ready to emit.
pub type Maker = fn() -> Box<dyn Block>;

/// `DB` of the engine: bits that number the digits of a `key_bits`-bit key.
const fn digit_bits(key_bits: usize) -> usize {
    (key_bits / 2).next_power_of_two().trailing_zeros() as usize
}

/// `T2` of the pipelined engine: key bits of the levels above its pointer tables, of which there are at least two. The top table has
/// no more entries than a pointer table.
const fn top_bits(key_bits: usize, log2_nodes: usize) -> usize {
    let mut bits = 12;
    while bits > log2_nodes + 2 || bits > key_bits - 4 {
        bits -= 2;
    }
    bits
}

/// Cycles of a walk of the pipelined engine. A pointer table of 16384 words is a block RAM for each bit of a pointer: so many of
/// them lie too far from those of the next table for one cycle, and a level takes three then instead of two.
const fn walk_cycles(key_bits: usize, log2_nodes: usize) -> usize {
    let levels = (key_bits - top_bits(key_bits, log2_nodes)) / 2;
    if far(log2_nodes) == 0 { 6 + 2 * levels } else { 7 + 3 * levels }
}

/// A width for a part that is absent: its type still needs one.
const fn or_small(bits: usize) -> usize {
    if bits == 0 { 4 } else { bits }
}

/// The widths that choose a block: `K, C, log2 N, EPS built, log2 E, log2 FIFO depth`, 0 for an absent part.
fn shape(preset: &rap::Preset) -> (usize, usize, usize, usize, usize, usize) {
    let log2 = |n: u32| if n.is_power_of_two() { n.trailing_zeros() as usize } else { 0 };
    let config = &preset.config;
    (
        config.key_bits as usize,
        config.count_bits as usize,
        log2(config.nodes),
        usize::from(preset.eps_built),
        config.coalescer.map_or(0, |c| log2(c.entries)),
        log2(preset.fifo_depth),
    )
}

/// The type of a top: the engine's own parameters, then those that every top has.
macro_rules! top {
    ($top:ident [$($own:expr),*]; $k:literal, $c:literal, $a:literal, $e:literal, $f:literal) => {
        $top::<
            $({ $own },)*
            $k, $c, { $a + 1 },
            { or_small($e) }, { $k + 16 }, { or_small($e) + 1 }, { ($e != 0) as usize }, { ($e == 0) as usize },
            { or_small($f) }, { or_small($f) + 1 }, { ($f != 0) as usize },
        >
    };
}

macro_rules! serial {
    ($k:literal, $c:literal, $a:literal, $eps:literal, $e:literal, $f:literal) => {
        top!(
            RapSerial [$a + $c / 16 - 1, $a, $a + 2, digit_bits($k), digit_bits($k) + 1, 2 << digit_bits($k), $eps];
            $k, $c, $a, $e, $f
        )
    };
}

macro_rules! serial_queued {
    ($k:literal, $c:literal, $a:literal, $eps:literal, $e:literal, $f:literal) => {
        top!(
            RapSerialQueued [$a + $c / 16 - 1, $a, $a + 2, digit_bits($k), digit_bits($k) + 1, 2 << digit_bits($k), $eps];
            $k, $c, $a, $e, $f
        )
    };
}

macro_rules! pipelined {
    ($k:literal, $c:literal, $a:literal, $eps:literal, $e:literal, $f:literal) => {
        top!(
            RapPipelined [
                $c + 1, $a, $a + 2, digit_bits($k), digit_bits($k) + 1, 2 << digit_bits($k), top_bits($k, $a),
                ($k - top_bits($k, $a)) / 2, walk_cycles($k, $a), $a + digit_bits($k) + 3,
                digit_bits($k) + 3, $k + 2
            ];
            $k, $c, $a, $e, $f
        )
    };
}

/// Nodes in a bank of the CAM engine's memory, log2: a bank is as wide as a block RAM of ECP5, or two of iCE40.
const fn bank_bits(node_bits: usize) -> usize {
    if node_bits < 5 { node_bits } else { 5 }
}

macro_rules! cam {
    ($k:literal, $c:literal, $a:literal, $eps:literal, $e:literal, $f:literal) => {
        top!(
            RapCam [
                $c + 1, $a, $a + 2, $a + 3, digit_bits($k) + 1, digit_bits($k) + 2,
                1 << bank_bits($a), bank_bits($a), 1 << ($a - bank_bits($a)), $k / 8, usize::div_ceil($k / 8, 2)
            ];
            $k, $c, $a, $e, $f
        )
    };
}

/// `rap_blocks! { engine: K, C, log2 N, EPS, log2 E, log2 FIFO depth; .. }` with the macro of that name for the type.
macro_rules! rap_blocks {
    ($engine:ident: $($k:literal, $c:literal, $a:literal, $eps:literal, $e:literal, $f:literal;)*) => {
        fn $engine(preset: &rap::Preset) -> Option<Maker> {
            match shape(preset) {
                $(($k, $c, $a, $eps, $e, $f) => Some(|| connected(<$engine!($k, $c, $a, $eps, $e, $f)>::default())),)*
                _ => None,
            }
        }
    };
}

/// Makes the block of this preset, if its combination of widths is built for its engine.
pub fn rap(preset: &rap::Preset) -> Option<Maker> {
    match preset.engine {
        Engine::Serial => serial(preset).or_else(|| serial_queued(preset)),
        Engine::Pipelined => pipelined(preset),
        Engine::Cam => cam(preset),
    }
}

/// `coalescer_blocks! { microarchitecture K, log2 E; .. }`
macro_rules! coalescer_blocks {
    ($($built:ident $k:literal, $e:literal;)*) => {
        /// Makes the block of this preset, if its combination of widths is in the table.
        pub fn coalescer(preset: &spec::coalescer::Preset) -> Option<Maker> {
            match (preset.built.name(), preset.key_bits, preset.config.index_bits()) {
                $((name, $k, $e) if name == stringify!($built) => {
                    Some(|| connected(coalescer::$built::Coalescer::<$k, $e, { $k + 16 }, { $e + 1 }>::default()))
                })*
                _ => None,
            }
        }
    };
}

rap_blocks! { serial:
    8, 32, 3, 1, 0, 0;
    32, 32, 6, 0, 0, 0;
    32, 32, 7, 0, 6, 0;
    32, 32, 9, 0, 0, 0;
    32, 32, 9, 0, 8, 0;
    32, 32, 9, 1, 8, 0;
    32, 32, 12, 1, 0, 4;
    32, 48, 9, 0, 8, 0;
    64, 48, 9, 1, 0, 0;
}

rap_blocks! { serial_queued:
    16, 32, 8, 0, 4, 4;
    32, 48, 10, 1, 10, 9;
    48, 48, 10, 1, 10, 9;
    48, 48, 12, 1, 12, 9;
    64, 48, 11, 0, 10, 9;
    64, 48, 12, 1, 12, 9;
}

rap_blocks! { pipelined:
    8, 32, 3, 0, 0, 0;
    16, 32, 8, 0, 4, 0;
    32, 32, 6, 0, 0, 0;
    32, 32, 9, 0, 0, 0;
    32, 48, 9, 0, 9, 0;
    32, 48, 10, 0, 0, 0;
    32, 48, 10, 0, 10, 0;
    32, 48, 11, 0, 10, 0;
    32, 48, 12, 0, 10, 0;
    48, 48, 10, 0, 10, 0;
    64, 48, 9, 0, 0, 0;
}

rap_blocks! { cam:
    8, 32, 3, 0, 0, 0;
    16, 32, 8, 0, 4, 0;
    32, 32, 6, 0, 0, 0;
    32, 32, 6, 0, 8, 0;
    32, 32, 7, 0, 6, 0;
    32, 48, 8, 0, 10, 0;
}

coalescer_blocks! {
    compact 8, 4;
    compact 32, 6;
    compact 32, 8;
    compact 64, 12;
    serial 8, 4;
    serial 32, 10;
    serial 48, 10;
    serial 48, 12;
    serial 64, 4;
    serial 64, 12;
    pipelined 8, 4;
    pipelined 32, 10;
    pipelined 48, 10;
    pipelined 64, 12;
}

pub(super) fn connected<B: Block + 'static>(mut block: B) -> Box<dyn Block> {
    block.connect_all();
    Box::new(block)
}
