//! From a preset's numbers to the monomorphised block: the table of supported combinations.
//!
//! Widths are const generics, so every combination is a type of its own and has to be named here; a test builds
//! each preset's. Everything that is not a width is a port or a register of the hardware.
use crate::hw::coalescer::Coalescer;
use crate::hw::rap::RapSerial;
use crate::spec::rap::Engine;
use crate::spec::{coalescer, rap};
use rust_hdl::prelude::Block;

/// Makes a block, connected and ready to emit.
pub type Maker = fn() -> Box<dyn Block>;

/// `DB` of the engine: bits that number the digits of a `key_bits`-bit key.
const fn digit_bits(key_bits: usize) -> usize {
    (key_bits / 2).next_power_of_two().trailing_zeros() as usize
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
        Engine::Serial => serial(preset),
    }
}

/// `coalescer_blocks! { K, log2 E; .. }`
macro_rules! coalescer_blocks {
    ($($k:literal, $e:literal;)*) => {
        /// Makes the block of this preset, if its combination of widths is in the table.
        pub fn coalescer(preset: &coalescer::Preset) -> Option<Maker> {
            match (preset.key_bits, preset.config.index_bits()) {
                $(($k, $e) => Some(|| connected(Coalescer::<$k, $e, { $k + 16 }, { $e + 1 }>::default())),)*
                _ => None,
            }
        }
    };
}

rap_blocks! { serial:
    8, 32, 3, 1, 0, 0;
    16, 32, 8, 0, 4, 4;
    32, 32, 6, 0, 0, 0;
    32, 32, 7, 0, 6, 0;
    32, 32, 9, 0, 0, 0;
    32, 32, 9, 0, 8, 0;
    32, 32, 9, 1, 8, 0;
    32, 32, 12, 1, 0, 4;
    32, 48, 9, 0, 8, 0;
    32, 48, 10, 1, 10, 9;
    48, 48, 10, 1, 10, 9;
    48, 48, 12, 1, 12, 9;
    64, 48, 9, 1, 0, 0;
    64, 48, 12, 1, 12, 9;
}

coalescer_blocks! {
    8, 4;
    32, 6;
    32, 8;
    32, 10;
    48, 10;
    48, 12;
    64, 4;
    64, 12;
}

fn connected<B: Block + 'static>(mut block: B) -> Box<dyn Block> {
    block.connect_all();
    Box::new(block)
}
