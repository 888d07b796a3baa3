//! The table of registers.
use super::{Access, Field, Home, Mark, Register};

/// `registers! { ($) each; "doc" NAME 0x000 [words] Access Marks { FIELD lsb width reset Home "doc"; .. } .. }`: a
/// constant for each register, all of them, and `each!`, which hands the rows to a macro that makes hardware of them
/// (`hw::regs::bank`).
///
/// Marks of a register are none, `Fixed` (a read gives the word of the build) and `Told` (hardware is told of a write);
/// the home of a field is one of [`Home`](super::Home).
macro_rules! registers {
    (($d:tt) $each:ident; $($doc:literal $name:ident $offset:literal $([$words:literal])? $access:ident $($mark:ident)* {
        $($field:ident $lsb:literal $width:literal $reset:literal $($home:ident)? $meaning:literal;)*
    })*) => {
        $(
            #[doc = $doc]
            pub const $name: Register = Register {
                name: stringify!($name),
                offset: $offset,
                words: 1 $(- 1 + $words)?,
                access: Access::$access,
                fixed: false $(|| Mark::$mark.is(Mark::Fixed))*,
                told: false $(|| Mark::$mark.is(Mark::Told))*,
                fields: &[$(Field {
                    name: stringify!($field), lsb: $lsb, width: $width, reset: $reset,
                    home: { let _home = Home::Elsewhere; $(let _home = Home::$home;)? _home },
                    doc: $meaning,
                }),*],
                doc: $doc,
            };
        )*

        /// Every register, from offset 0 up.
        pub const REGISTERS: &[Register] = &[$($name),*];

        /// `path::of::macro { its words }` with the rows of the table after them.
        #[macro_export]
        macro_rules! $each {
            ($d callback:path { $d($d words:tt)* }) => {
                $d callback! {
                    $d($d words)*
                    $($doc $name $offset $([$words])? $access $($mark)* {
                        $($field $lsb $width $reset $($home)? $meaning;)*
                    })*
                }
            };
        }
        pub use $each;
    };
}
pub(crate) use registers;

registers! {
    ($) each_register;
    "Says that this is a profiler of treetap." ID 0x000 ReadOnly Fixed {
        ID 0 32 0x5454_5031 "\"TTP1\"";
    }
    "Version of treetap that made the hardware." VERSION 0x004 ReadOnly Fixed {
        PATCH 0 8 0 "patch number";
        MINOR 8 8 0 "minor number";
        MAJOR 16 8 0 "major number";
    }
    "FNV-1a of VERSION and the words CAP_*, low bytes first: equal hashes are equal \
     builds." CONFIG_HASH 0x008 ReadOnly Fixed {
        HASH 0 32 0 "the hash";
    }
    "Core, engine and options of this build." CAP_CORE 0x00c ReadOnly Fixed {
        XLEN 0 8 0 "width of the core's registers, 32 or 64";
        RETIRE_WIDTH 8 4 0 "retirements a cycle";
        BUS 12 4 0 "0 bare port, 1 AXI4-Lite, 2 Wishbone";
        ENGINE 16 4 0 "0 serial, 1 pipelined, 2 cam";
        ANNOTATE 20 4 0 "the model of cache and branches that CTRL.ANNOTATE switches on (docs/reference/annotate.md): \
            0 none, 1 direct4k, 2 twoway8k, 3 fourway16k64, 4 tiny";
        HAS_EPS 24 1 0 "EPS mode is built";
        HAS_FILTER2 25 1 0 "the second PC filter is built";
        HAS_STATISTICS 26 1 0 "the registers from N_LO to ZERO_WEIGHT are built";
        HAS_COUNTERS 27 1 0 "the counters from RETIRED on are built";
        HAS_LOSSLESS 28 1 0 "CTRL.LOSSLESS can hold the core back";
        HAS_READBACK 29 1 0 "configuration registers can be read; otherwise they are written only";
    }
    "The tree of this build." CAP_TREE 0x010 ReadOnly Fixed {
        NODES 0 16 0 "nodes";
        KEY_BITS 16 8 0 "width of a key";
        COUNT_BITS 24 8 0 "width of a count";
    }
    "Coalescer and events of this build." CAP_EVENTS 0x014 ReadOnly Fixed {
        ENTRIES 0 16 0 "entries of the coalescer, 0 without one";
        KINDS 16 16 0 "bit k: kind k of SELECT is built";
    }
    "Sampling of this build." CAP_SAMPLING 0x018 ReadOnly Fixed {
        BURST_MODES 0 8 0 "bit m: mode m of BURST is built";
        WEIGHTS 8 8 0 "bit w: weight w of SELECT is built";
        RECORDS 16 16 0 "events that the sample buffer holds";
    }
    "The map of checks of this build (docs/reference/checkmap.md)." CAP_CHECKMAP 0x01c ReadOnly Fixed {
        SLOTS 0 32 0 "codes, one for every two bytes of a program; 0 without a map";
    }
    "What goes on now, and what has happened." STATUS 0x020 ReadOnly {
        BUSY 0 1 0 Shown "a command is under way";
        DUMP 1 1 0 Shown "a word of a dump is on offer";
        QUEUED 2 1 0 Shown "the sample buffer holds records";
        OPEN 3 1 0 Shown "retirements are judged: 1 after a reset and the command 6, 0 after the command 7";
        ACTIVE 4 1 0 Shown "the engine has an event";
        CLEARING 5 1 0 Shown "memories are being cleared, after a reset or after CTRL.ANNOTATE was set";
        DONE 8 8 0 Shown "commands finished, modulo 256";
        HOSTVIOL 16 8 0 Shown "accesses that were refused: holes, wrong direction, parts of a word, commands at the \
            wrong time; stays at 255";
        NEAR_FULL 24 1 0 Shown "n has reached half its range";
        LOST 25 1 0 Shown "weight was lost";
        WEIGHT 26 1 0 Shown "the weight of an event was cut to 65535";
        DROPPED 27 1 0 Shown "a candidate was dropped";
        COUNTER 28 1 0 Shown "a counter reached its end";
    }
    "Clears bits of STATUS that stay until then; 0 leaves a bit alone." FLAGS 0x024 WriteOnly {
        NEAR_FULL 24 1 0 "1 clears it";
        LOST 25 1 0 "1 clears it";
        WEIGHT 26 1 0 "1 clears it";
        DROPPED 27 1 0 "1 clears it";
        COUNTER 28 1 0 "1 clears it";
    }
    "A command. While another one is under way, and with a code that does not exist, it is \
     refused." COMMAND 0x028 WriteOnly {
        OP 0 3 0 "1 snapshot, 2 reset, 3 snapshot and reset, 4 flush the tap, 5 clear the counters and HOSTVIOL \
            (refused while the sample buffer holds records), 6 enable: judge the retirements that come from here on, 7 \
            disable: count those that come from here on as REJ_GATE";
    }
    "Where the dump is." DUMP 0x02c ReadOnly {
        POSITION 0 14 0 Shown "words taken since the last command";
        LAST 30 1 0 Shown "the word on offer is the last one, the CRC-32 of all bytes before";
        VALID 31 1 0 Shown "a word is on offer";
    }
    "Low half of the word on offer, 0 without one; may be read again." DUMP_LO 0x030 ReadOnly {
        DATA 0 32 0 "bits 31 to 0";
    }
    "High half of the word on offer, 0 without one; may be read again." DUMP_HI 0x034 ReadOnly {
        DATA 0 32 0 "bits 63 to 32";
    }
    "High half of the word on offer, and takes the word; refused without one." DUMP_TAKE 0x038 ReadTakes {
        DATA 0 32 0 "bits 63 to 32";
    }

    "Switches." CTRL 0x080 ReadWrite {
        ENABLE 0 1 0 Kept "records leave the sample buffer for the engine";
        FEN 1 1 0 Kept "the filters let candidates through; otherwise every retirement is rejected as by its class";
        LOSSLESS 2 1 0 Kept "the core is held back instead of dropping a candidate";
        FREEZE 3 1 1 Kept "while ENABLE is 0 candidates are dropped (DROP_OFF); otherwise the sample buffer fills";
        BUS_ERROR 4 1 0 Kept "a refused access is answered as an error of the bus";
        ANNOTATE 5 1 0 Kept "misses and mispredicted branches are those of the model that CAP_CORE.ANNOTATE names, not \
            the core's own";
    }
    "Classes of instructions that may become candidates (docs/reference/classify.md)." CLASS_EN 0x084 ReadWrite {
        CLASS_EN 0 21 0 Kept "bit c: class c";
    }
    "First PC filter." F1CFG 0x088 ReadWrite {
        F1_MATCH 0 8 0 Kept "value of the hash that passes";
        F1_MASK 8 8 0 Kept "bits of the hash that are compared; 0 passes everything";
        F1_HSEL 16 2 0 Kept "which hash";
    }
    "Second PC filter." F2CFG 0x08c ReadWrite {
        F2_HSEL 0 2 0 Kept "which hash";
    }
    "Decimation of what passed the filters; writing starts the count anew." DECIM 0x090 ReadWrite Told {
        DECIM 0 16 0 Kept "one of so many passes; 0 and 1 pass everything";
    }
    "Sets the bit of the ignore table to which the second PC filter's hash leads." SETIGN 0x094 WriteOnly Told {
        SETIGN 0 32 0 "bits 32 to 1 of the address of an instruction";
    }
    "What becomes an event." SELECT 0x09c ReadWrite {
        SELECT_KIND 0 4 0 Kept "which (docs/reference/select.md)";
        SELECT_WEIGHT 4 2 0 Kept "its weight: 0 one, 1 instructions, 2 cycles";
    }
    "Bursts; writing starts the mode anew." BURST 0x0a0 ReadWrite Told {
        BURST_MODE 0 3 1 Kept "0 off, 1 always, 2 external, 3 periodic, 4 random, 5 Arnold-Ryder, 6 bursty, 7 interval \
            (docs/reference/burst.md)";
        ENTRY_POST 3 1 0 Kept "records of procedure entries use the state after their own check";
        BY_CHANCE 4 1 0 Kept "mode 7: each interval with the chance PTHR instead of every PERIOD-th";
        BE_TAKEN 5 1 1 Kept "jumps back are checks when they are taken only (docs/reference/checks.md)";
        CHECK_CALLS 6 1 0 Kept "without a map: calls are checks instead of procedure entries";
    }
    "Checks between bursts." NCHECK0 0x0a4 ReadWrite {
        NCHECK0 0 24 0 Kept "how many, 0 infinitely many; taken at the next reload";
    }
    "Checks in a burst." NINSTR0 0x0a8 ReadWrite {
        NINSTR0 0 24 0 Kept "how many, 0 infinitely many; mode 5 has one; taken at the next reload";
    }
    "Period of modes 3 and 7." PERIOD 0x0ac ReadWrite {
        PERIOD 0 24 1 Kept "one event or interval of so many is taken; 0 counts as 1";
    }
    "Chance of modes 4 and 7." PTHR 0x0b0 ReadWrite {
        PTHR 0 17 0x1_0000 Kept "an event or interval is taken in so many of 65536 cases";
    }
    "Loads the random generator." SEED 0x0b4 WriteOnly Told {
        SEED 0 32 0 "its state; 0 counts as 1";
    }
    "What the tap makes of the core's memory ports." TAP 0x0b8 ReadWrite {
        ADDR_SRC 0 2 0 Kept "0 the address port, 1 the address port and the mask, 2 rs1 and the immediate \
            (docs/reference/tap.md)";
        MDATA_OK 2 1 0 Kept "the core's memory data can be used";
    }
    "First threshold of the tree; taken by the next reset of the engine." T0_LO 0x0c0 ReadWrite {
        T0_LO 0 32 1 Kept "bits 31 to 0";
    }
    "First threshold of the tree, bits above; taken by the next reset of the engine." T0_HI 0x0c4 ReadWrite {
        T0_HI 0 16 0 Kept "bits 47 to 32";
    }
    "EPS mode of the tree; taken by the next reset of the engine." EPS 0x0c8 ReadWrite {
        EPS_M 0 3 0 Kept "m; 0 is off";
        EPS_S 8 6 0 Kept "s";
    }
    "Largest weight of an entry of the coalescer; taken by the next reset of the engine." WEIGHT_MAX 0x0cc ReadWrite {
        WEIGHT_MAX 0 16 0xffff Kept "1 to 65535";
    }
    "First instruction that the map of checks has a code for." MAP_BASE 0x0d0 ReadWrite {
        MAP_BASE 1 31 0 Kept "bits 31 to 1 of its address";
    }
    "The map of checks." MAP_CTRL 0x0d4 ReadWrite {
        MAP_EN 0 1 0 Kept "it says what checks are, and which instructions may not be events";
    }
    "Which word of the map of checks is written next." MAP_WADDR 0x0d8 WriteOnly Told {
        MAP_WADDR 0 12 0 "its number, modulo how many there are";
    }
    "A word of the map of checks, then on to the next one; refused while MAP_CTRL.MAP_EN is \
     1." MAP_WDATA 0x0dc WriteOnly Told {
        MAP_WDATA 0 32 0 "16 codes, the first in the lowest bits (docs/reference/checkmap.md)";
    }

    "Weight counted; reading it keeps the high half for N_HI." N_LO 0x100 ReadOnly {
        DATA 0 32 0 "bits 31 to 0 of n";
    }
    "High half kept by the last read of N_LO, T_LO, LOST_LO or OVER_LO." N_HI 0x104 ReadOnly {
        DATA 0 32 0 "the bits above";
    }
    "Threshold; reading it keeps the high half for T_HI." T_LO 0x108 ReadOnly {
        DATA 0 32 0 "bits 31 to 0 of T";
    }
    "High half kept by the last read of N_LO, T_LO, LOST_LO or OVER_LO." T_HI 0x10c ReadOnly {
        DATA 0 32 0 "the bits above";
    }
    "Weight lost; reading it keeps the high half for LOST_HI." LOST_LO 0x110 ReadOnly {
        DATA 0 32 0 "bits 31 to 0 of the weight lost";
    }
    "High half kept by the last read of N_LO, T_LO, LOST_LO or OVER_LO." LOST_HI 0x114 ReadOnly {
        DATA 0 32 0 "the bits above";
    }
    "Nodes in use." LIVE 0x118 ReadOnly {
        COUNT 0 32 0 "how many";
    }
    "Nodes created; stays at its largest value." CREATES 0x11c ReadOnly {
        COUNT 0 32 0 "how many";
    }
    "Weight counted above the threshold, as no node was free; reading it keeps the high half for \
     OVER_HI." OVER_LO 0x120 ReadOnly {
        DATA 0 32 0 "bits 31 to 0 of the weight";
    }
    "Events of weight 0, ignored; stays at its largest value." ZERO_WEIGHT 0x124 ReadOnly {
        COUNT 0 32 0 "how many";
    }
    "High half kept by the last read of N_LO, T_LO, LOST_LO or OVER_LO." OVER_HI 0x128 ReadOnly {
        DATA 0 32 0 "the bits above";
    }

    "Retirements, traps included." RETIRED 0x180 ReadOnly {
        COUNT 0 32 0 "modulo 2^32";
    }
    "Retirements that trapped." TRAP 0x184 ReadOnly {
        COUNT 0 32 0 "modulo 2^32";
    }
    "Rejected for their class, or with CTRL.FEN at 0." REJ_CLASS 0x188 ReadOnly {
        COUNT 0 32 0 "modulo 2^32";
    }
    "Rejected by the first PC filter." REJ_PC1 0x18c ReadOnly {
        COUNT 0 32 0 "modulo 2^32";
    }
    "Rejected by the second PC filter." REJ_PC2 0x190 ReadOnly {
        COUNT 0 32 0 "modulo 2^32";
    }
    "Rejected by decimation." REJ_DEC 0x194 ReadOnly {
        COUNT 0 32 0 "modulo 2^32";
    }
    "Not selected as an event." REJ_SELECT 0x198 ReadOnly {
        COUNT 0 32 0 "modulo 2^32";
    }
    "Selected, and not taken by the burst sampler." REJ_BURST 0x19c ReadOnly {
        COUNT 0 32 0 "modulo 2^32";
    }
    "Candidates." CAND 0x1a0 ReadOnly {
        COUNT 0 32 0 "modulo 2^32";
    }
    "Accepted by the sample buffer." ACC 0x1a4 ReadOnly {
        COUNT 0 32 0 "modulo 2^32";
    }
    "Dropped because the sample buffer was full." DROP_FULL 0x1a8 ReadOnly {
        COUNT 0 32 0 "modulo 2^32";
    }
    "Dropped because CTRL.ENABLE was 0 and CTRL.FREEZE 1." DROP_OFF 0x1ac ReadOnly {
        COUNT 0 32 0 "modulo 2^32";
    }
    "Taken from the sample buffer by the engine." POPPED 0x1b0 ReadOnly {
        COUNT 0 32 0 "modulo 2^32";
    }
    "Records in the sample buffer." OCC 0x1b8 ReadOnly {
        COUNT 0 32 0 "how many";
    }
    "Came while the gate was shut (COMMAND 7)." REJ_GATE 0x1bc ReadOnly {
        COUNT 0 32 0 "modulo 2^32";
    }
    "Records that the burst sampler saw as checks." N_CHK 0x1c0 ReadOnly {
        COUNT 0 32 0 "stays at its largest value";
    }
    "Events that the burst sampler saw." N_EV 0x1c4 ReadOnly {
        COUNT 0 32 0 "stays at its largest value";
    }
    "Events that it took." N_TAKEN 0x1c8 ReadOnly {
        COUNT 0 32 0 "stays at its largest value";
    }
    "Checks after which no burst went on." N_SEG_CHK 0x1cc ReadOnly {
        COUNT 0 32 0 "stays at its largest value";
    }
    "Checks after which a burst went on." N_SEG_INS 0x1d0 ReadOnly {
        COUNT 0 32 0 "stays at its largest value";
    }
    "Bursts." BURSTS 0x1d4 ReadOnly {
        COUNT 0 32 0 "stays at its largest value";
    }

    "The ignore table of the second PC filter." IGN 0x200 [128] WriteOnly Told {
        BITS 0 32 0 "bit b of word w: hash 32 w + b is ignored";
    }
}
