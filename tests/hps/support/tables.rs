//! Random programs for a monitor.
use treetap::host::monitor::Program;
use treetap::lang::hps::Image;
use treetap::spec::checkmap::{self, Code};
use treetap::spec::hps::Config;
use treetap::spec::hps::words::{Condition, Direction, Kind, Operation, Pattern, RANDOM, Replacement, Sign};
use treetap::spec::retire::Rvfi;
use treetap::trace::shapes::Random;

/// Handlers 0 to 7, each a call of its own length, some of them long, and what the pattern was made for.
fn calls(image: &mut Image) {
    for handler in 0..8 {
        let call = Replacement { kind: Kind::Call, handler, length: 1 + 36 * handler, ..Replacement::default() };
        image.words.push(Replacement { last: handler % 2 == 1, ..call }.words());
        image.words.push(Replacement { kind: Kind::Original, last: true, ..Replacement::default() }.words());
    }
}

/// One of the registers that a set can load, or a random number.
fn source(random: &mut Random) -> u8 {
    [random.below(8) as u8, RANDOM][usize::from(random.below(4) == 0)]
}

/// The program of tables that mean something, and any of the switches.
fn program(image: &Image, config: &Config, random: &mut Random) -> Program {
    let image = Image::load(&image.bytes(), config).expect("it means something");
    Program { image, control: 1 | (random.below(4) as u32) << 3 }
}

/// Tables each of whose patterns asks for one thing, half of them always, so that every bit of what it asks for decides
/// alone. Many ranges end near `base`, or not by one bit.
pub fn plain(random: &mut Random, config: Config, base: u32) -> Image {
    let mut image = Image::empty(config);
    let largest = u64::from(config.largest());
    for number in 0..config.conditions {
        let operation = [Operation::Increment, Operation::Decrement, Operation::Set][random.below(3) as usize];
        let table = if number % 2 == 0 { u16::MAX } else { random.next() as u16 };
        let [a, b, counter] = [0; 3].map(|_| random.below(config.counters.into()) as u8);
        image.conditions.push(Condition { table, a, b, operation, counter, source: source(random) }.word());
    }
    for _ in 0..config.patterns {
        let mut pattern = Pattern {
            valid: true,
            null: random.below(4) == 0,
            replacement: 2 * random.below(8) as u16,
            condition: random.below(config.conditions.into()) as u8,
            ..Pattern::default()
        };
        match random.below(16) {
            0..=3 => pattern.ranges = 1 << random.below(4),
            4 => pattern.ranges = 1 + random.below(15) as u8,
            5 | 6 => pattern.classes = 1 << random.below(16) | [0, random.next() as u16][random.below(2) as usize],
            7 | 8 => pattern.filters = 1 + random.below(15) as u8,
            9 | 10 => pattern.direction = [Direction::Backward, Direction::Forward][random.below(2) as usize],
            11 => (pattern.taken, pattern.privilege) = [(true, 0), (false, 1), (false, 3)][random.below(3) as usize],
            12 => pattern.sign = [Sign::Negative, Sign::NonNegative][random.below(2) as usize],
            _ => {
                // Words of 32 bits, but for one in eight, which no instruction is.
                let low = if random.below(8) == 0 { 0 } else { 3 };
                let mask = random.next() as u32 | [random.next() as u32, u32::MAX][random.below(2) as usize];
                (pattern.mask, pattern.value) = (mask, (random.next() as u32 | low) & mask);
            }
        }
        image.patterns.push(pattern.words());
    }
    calls(&mut image);
    image.ranges = [0; 4].map(|_| {
        let mut range = [0; 2].map(|_| {
            let near = base.wrapping_add(random.below(0x400) as u32) ^ 2 << random.below(31);
            [random.next() as u32, near, near][random.below(3) as usize]
        });
        range.sort_unstable();
        range
    });
    // It is not far to 0, from above or below, or it is.
    for counter in &mut image.counters {
        let near = random.below(20).min(largest);
        let any = random.below(1 + largest);
        *counter = [near, largest - near, any, power(random, config).into()][random.below(4) as usize] as u32;
    }
    (image.seed, image.mask) = (1 + random.below(1 << 30) as u32, random.next() as u32);
    image
}

/// The program of tables each of whose patterns asks for one thing.
pub fn plain_program(random: &mut Random, config: Config, base: u32) -> Program {
    let image = plain(random, config, base);
    let mut program = program(&image, &config, random);
    // A host may write more than an image has: values that a counter has no room for, and counters that there are not.
    let Image { conditions, sources, .. } = &mut program.image;
    for source in sources {
        let (any, near) = (random.next() as u32, random.below(4) as u32);
        let power = power(random, config);
        *source = [any, near, near, config.largest() - near, power][random.below(5) as usize];
    }
    for condition in conditions {
        if random.below(2) == 0 {
            let [a, b] = [0; 2].map(|_| random.below(8) as u8);
            *condition = Condition { a, b, ..Condition::from_word(*condition) }.word();
        }
    }
    program
}

/// Tables that keep counters near their ends: flags change all the time, and every bit of a condition decides. One
/// pattern of two operates on a counter, and the other asks for flags. `None` where there are too few conditions.
pub fn restless(random: &mut Random, config: Config) -> Option<Image> {
    let mut image = Image::empty(config);
    let (counters, operations) = (config.counters, [Operation::Set, Operation::Increment, Operation::Decrement]);
    let asking = config.conditions.checked_sub(3 * counters).filter(|left| *left > 0)?;
    // Each condition has each part now and then.
    let turn = random.below(config.conditions.into()) as u32;
    let place = |part: u32| (part + turn) % config.conditions;
    image.conditions.resize(config.conditions as usize, 0);
    for part in 0..config.conditions {
        let always = part < 3 * counters;
        let a = random.below(counters.into()) as u32;
        let condition = Condition {
            table: if always { u16::MAX } else { random.next() as u16 },
            a: a as u8,
            b: ((a + 1) % counters) as u8,
            operation: operations[(part / counters % 3) as usize],
            counter: (part % counters) as u8,
            source: source(random),
        };
        image.conditions[place(part) as usize] = condition.word();
    }
    let odd = random.below(2) as u32;
    for number in 0..config.patterns {
        let (operates, rank) = (number % 2 == odd, number / 2);
        let (classes, more) = (random.below(2) == 0, (random.next() & random.next()) as u16);
        let more = [0, more][random.below(2) as usize];
        let part = match rank {
            _ if !operates => 3 * counters + random.below(asking.into()) as u32,
            _ if rank < counters => rank,
            _ => counters * (1 + random.below(2) as u32) + rank % counters,
        };
        let pattern = Pattern {
            valid: true,
            // The last one is reached now and then, and replaces something.
            null: operates || number + 1 < config.patterns && random.below(4) != 0,
            replacement: 2 * random.below(8) as u16,
            condition: place(part) as u8,
            classes: if classes { 1 << random.below(16) | more } else { 0 },
            filters: if classes { 0 } else { 1 + random.below(15) as u8 },
            ..Pattern::default()
        };
        image.patterns.push(pattern.words());
    }
    calls(&mut image);
    image.sources =
        [0; 8].map(|_| if random.below(8) == 0 { power(random, config) } else { near_the_ends(random, config) });
    image.counters = (0..counters).map(|_| random.below(2) as u32).collect();
    (image.seed, image.mask) = (1 + random.below(1 << 30) as u32, [1, random.next() as u32][random.below(2) as usize]);
    Some(image)
}

/// What sets a counter to one of its ends, or next to one.
fn near_the_ends(random: &mut Random, config: Config) -> u32 {
    [0, 1, config.largest(), config.largest()][random.below(4) as usize]
}

/// What sets a counter to a power of two, or to one less: all of its bits change in a step.
pub fn power(random: &mut Random, config: Config) -> u32 {
    (1 << random.below(config.width.into())) - random.below(2) as u32
}

/// The program of tables that keep counters near their ends.
pub fn restless_program(random: &mut Random, config: Config) -> Program {
    let image = restless(random, config).expect("conditions for all operations, and more");
    program(&image, &config, random)
}

/// Random tables that mean something, and a map of so many checks for the instructions.
pub fn random_program(random: &mut Random, config: Config, codes: u32, records: &[Rvfi]) -> (Program, checkmap::Image) {
    let mut image = Image::empty(config);
    let mut below = |n: u64| random.below(n) as u32;
    let direction = [Direction::Any, Direction::Any, Direction::Backward, Direction::Forward];
    let sign = [Sign::Any, Sign::Any, Sign::Negative, Sign::NonNegative];
    for _ in 0..config.conditions {
        let operation =
            [Operation::None, Operation::Increment, Operation::Decrement, Operation::Set][below(4) as usize];
        let source = if below(4) == 0 { 15 } else { below(8) as u8 };
        let table = if below(3) == 0 { u16::MAX } else { below(1 << 16) as u16 };
        let [a, b, counter] = [0; 3].map(|_| below(config.counters.into()) as u8);
        image.conditions.push(Condition { table, a, b, operation, counter, source }.word());
    }
    for _ in 0..config.patterns {
        let like = records[below(records.len() as u64) as usize].insn | 3;
        let mask = [0, 0, 0x7f, 0x707f, u32::MAX][below(5) as usize];
        let pattern = Pattern {
            mask,
            value: like & mask,
            classes: if below(2) == 0 { 1 << below(16) | 1 << below(16) } else { 0 },
            ranges: if below(3) == 0 { below(16) as u8 } else { 0 },
            direction: direction[below(4) as usize],
            sign: sign[below(4) as usize],
            filters: if below(3) == 0 { below(16) as u8 } else { 0 },
            privilege: [0, 0, 1, 3][below(4) as usize],
            taken: below(6) == 0,
            valid: true,
            replacement: 2 * below(8) as u16,
            null: below(2) == 0,
            condition: below(config.conditions.into()) as u8,
        };
        image.patterns.push(pattern.words());
    }
    calls(&mut image);
    let (low, high) =
        records.iter().fold((u32::MAX, 0), |(low, high), r| (low.min(r.pc as u32), high.max(r.pc as u32)));
    let mut map = checkmap::Image::new(low, codes);
    for _ in 0..2_000 {
        map.set(low + 2 * below(codes.into()), Code::ALL[below(4) as usize]);
    }
    image.ranges = [0; 4].map(|_| [low + below(u64::from(high - low)), high - below(u64::from(high - low)) / 2]);
    image.sources = [0; 8].map(|_| below(6));
    (image.seed, image.mask) = (1 + below(1 << 30), 7);
    // Near both ends.
    let start = |n| if n % 2 == 0 { below(4) } else { config.largest() - below(4) };
    image.counters = (0..config.counters).map(start).collect();
    (program(&image, &config, random), map)
}
