/* Registers of a profiler, as byte offsets from its base. docs/reference/registers.md says what they mean.
 * Made by 'make rtl' from the table of registers (src/spec/regs/table.rs); never edited. */
#ifndef TREETAP_REGS_H
#define TREETAP_REGS_H

/* Says that this is a profiler of treetap. (RO) */
#define TREETAP_ID                            0x000u

/* Version of treetap that made the hardware. (RO) */
#define TREETAP_VERSION                       0x004u
#define TREETAP_VERSION__PATCH_LSB            0u
#define TREETAP_VERSION__PATCH_MASK           0x000000ffu
#define TREETAP_VERSION__MINOR_LSB            8u
#define TREETAP_VERSION__MINOR_MASK           0x0000ff00u
#define TREETAP_VERSION__MAJOR_LSB            16u
#define TREETAP_VERSION__MAJOR_MASK           0x00ff0000u

/* FNV-1a of VERSION and the words CAP_*, low bytes first: equal hashes are equal builds. (RO) */
#define TREETAP_CONFIG_HASH                   0x008u

/* Core, engine and options of this build. (RO) */
#define TREETAP_CAP_CORE                      0x00cu
#define TREETAP_CAP_CORE__XLEN_LSB            0u
#define TREETAP_CAP_CORE__XLEN_MASK           0x000000ffu
#define TREETAP_CAP_CORE__RETIRE_WIDTH_LSB    8u
#define TREETAP_CAP_CORE__RETIRE_WIDTH_MASK   0x00000f00u
#define TREETAP_CAP_CORE__BUS_LSB             12u
#define TREETAP_CAP_CORE__BUS_MASK            0x0000f000u
#define TREETAP_CAP_CORE__ENGINE_LSB          16u
#define TREETAP_CAP_CORE__ENGINE_MASK         0x000f0000u
#define TREETAP_CAP_CORE__ANNOTATE_LSB        20u
#define TREETAP_CAP_CORE__ANNOTATE_MASK       0x00f00000u
#define TREETAP_CAP_CORE__HAS_EPS_LSB         24u
#define TREETAP_CAP_CORE__HAS_EPS_MASK        0x01000000u
#define TREETAP_CAP_CORE__HAS_FILTER2_LSB     25u
#define TREETAP_CAP_CORE__HAS_FILTER2_MASK    0x02000000u
#define TREETAP_CAP_CORE__HAS_STATISTICS_LSB  26u
#define TREETAP_CAP_CORE__HAS_STATISTICS_MASK 0x04000000u
#define TREETAP_CAP_CORE__HAS_COUNTERS_LSB    27u
#define TREETAP_CAP_CORE__HAS_COUNTERS_MASK   0x08000000u
#define TREETAP_CAP_CORE__HAS_LOSSLESS_LSB    28u
#define TREETAP_CAP_CORE__HAS_LOSSLESS_MASK   0x10000000u
#define TREETAP_CAP_CORE__HAS_READBACK_LSB    29u
#define TREETAP_CAP_CORE__HAS_READBACK_MASK   0x20000000u

/* The tree of this build. (RO) */
#define TREETAP_CAP_TREE                      0x010u
#define TREETAP_CAP_TREE__NODES_LSB           0u
#define TREETAP_CAP_TREE__NODES_MASK          0x0000ffffu
#define TREETAP_CAP_TREE__KEY_BITS_LSB        16u
#define TREETAP_CAP_TREE__KEY_BITS_MASK       0x00ff0000u
#define TREETAP_CAP_TREE__COUNT_BITS_LSB      24u
#define TREETAP_CAP_TREE__COUNT_BITS_MASK     0xff000000u

/* Coalescer and events of this build. (RO) */
#define TREETAP_CAP_EVENTS                    0x014u
#define TREETAP_CAP_EVENTS__ENTRIES_LSB       0u
#define TREETAP_CAP_EVENTS__ENTRIES_MASK      0x0000ffffu
#define TREETAP_CAP_EVENTS__KINDS_LSB         16u
#define TREETAP_CAP_EVENTS__KINDS_MASK        0xffff0000u

/* Sampling of this build. (RO) */
#define TREETAP_CAP_SAMPLING                  0x018u
#define TREETAP_CAP_SAMPLING__BURST_MODES_LSB 0u
#define TREETAP_CAP_SAMPLING__BURST_MODES_MASK 0x000000ffu
#define TREETAP_CAP_SAMPLING__WEIGHTS_LSB     8u
#define TREETAP_CAP_SAMPLING__WEIGHTS_MASK    0x0000ff00u
#define TREETAP_CAP_SAMPLING__RECORDS_LSB     16u
#define TREETAP_CAP_SAMPLING__RECORDS_MASK    0xffff0000u

/* The map of checks of this build (docs/reference/checkmap.md). (RO) */
#define TREETAP_CAP_CHECKMAP                  0x01cu

/* What goes on now, and what has happened. (RO) */
#define TREETAP_STATUS                        0x020u
#define TREETAP_STATUS__BUSY_LSB              0u
#define TREETAP_STATUS__BUSY_MASK             0x00000001u
#define TREETAP_STATUS__DUMP_LSB              1u
#define TREETAP_STATUS__DUMP_MASK             0x00000002u
#define TREETAP_STATUS__QUEUED_LSB            2u
#define TREETAP_STATUS__QUEUED_MASK           0x00000004u
#define TREETAP_STATUS__OPEN_LSB              3u
#define TREETAP_STATUS__OPEN_MASK             0x00000008u
#define TREETAP_STATUS__ACTIVE_LSB            4u
#define TREETAP_STATUS__ACTIVE_MASK           0x00000010u
#define TREETAP_STATUS__CLEARING_LSB          5u
#define TREETAP_STATUS__CLEARING_MASK         0x00000020u
#define TREETAP_STATUS__DONE_LSB              8u
#define TREETAP_STATUS__DONE_MASK             0x0000ff00u
#define TREETAP_STATUS__HOSTVIOL_LSB          16u
#define TREETAP_STATUS__HOSTVIOL_MASK         0x00ff0000u
#define TREETAP_STATUS__NEAR_FULL_LSB         24u
#define TREETAP_STATUS__NEAR_FULL_MASK        0x01000000u
#define TREETAP_STATUS__LOST_LSB              25u
#define TREETAP_STATUS__LOST_MASK             0x02000000u
#define TREETAP_STATUS__WEIGHT_LSB            26u
#define TREETAP_STATUS__WEIGHT_MASK           0x04000000u
#define TREETAP_STATUS__DROPPED_LSB           27u
#define TREETAP_STATUS__DROPPED_MASK          0x08000000u
#define TREETAP_STATUS__COUNTER_LSB           28u
#define TREETAP_STATUS__COUNTER_MASK          0x10000000u

/* Clears bits of STATUS that stay until then; 0 leaves a bit alone. (WO) */
#define TREETAP_FLAGS                         0x024u
#define TREETAP_FLAGS__NEAR_FULL_LSB          24u
#define TREETAP_FLAGS__NEAR_FULL_MASK         0x01000000u
#define TREETAP_FLAGS__LOST_LSB               25u
#define TREETAP_FLAGS__LOST_MASK              0x02000000u
#define TREETAP_FLAGS__WEIGHT_LSB             26u
#define TREETAP_FLAGS__WEIGHT_MASK            0x04000000u
#define TREETAP_FLAGS__DROPPED_LSB            27u
#define TREETAP_FLAGS__DROPPED_MASK           0x08000000u
#define TREETAP_FLAGS__COUNTER_LSB            28u
#define TREETAP_FLAGS__COUNTER_MASK           0x10000000u

/* A command. While another one is under way, and with a code that does not exist, it is refused. (WO) */
#define TREETAP_COMMAND                       0x028u
#define TREETAP_COMMAND__OP_LSB               0u
#define TREETAP_COMMAND__OP_MASK              0x00000007u

/* Where the dump is. (RO) */
#define TREETAP_DUMP                          0x02cu
#define TREETAP_DUMP__POSITION_LSB            0u
#define TREETAP_DUMP__POSITION_MASK           0x00003fffu
#define TREETAP_DUMP__LAST_LSB                30u
#define TREETAP_DUMP__LAST_MASK               0x40000000u
#define TREETAP_DUMP__VALID_LSB               31u
#define TREETAP_DUMP__VALID_MASK              0x80000000u

/* Low half of the word on offer, 0 without one; may be read again. (RO) */
#define TREETAP_DUMP_LO                       0x030u

/* High half of the word on offer, 0 without one; may be read again. (RO) */
#define TREETAP_DUMP_HI                       0x034u

/* High half of the word on offer, and takes the word; refused without one. (RO, takes) */
#define TREETAP_DUMP_TAKE                     0x038u

/* Switches. (RW) */
#define TREETAP_CTRL                          0x080u
#define TREETAP_CTRL__ENABLE_LSB              0u
#define TREETAP_CTRL__ENABLE_MASK             0x00000001u
#define TREETAP_CTRL__FEN_LSB                 1u
#define TREETAP_CTRL__FEN_MASK                0x00000002u
#define TREETAP_CTRL__LOSSLESS_LSB            2u
#define TREETAP_CTRL__LOSSLESS_MASK           0x00000004u
#define TREETAP_CTRL__FREEZE_LSB              3u
#define TREETAP_CTRL__FREEZE_MASK             0x00000008u
#define TREETAP_CTRL__BUS_ERROR_LSB           4u
#define TREETAP_CTRL__BUS_ERROR_MASK          0x00000010u
#define TREETAP_CTRL__ANNOTATE_LSB            5u
#define TREETAP_CTRL__ANNOTATE_MASK           0x00000020u

/* Classes of instructions that may become candidates (docs/reference/classify.md). (RW) */
#define TREETAP_CLASS_EN                      0x084u
#define TREETAP_CLASS_EN__CLASS_EN_LSB        0u
#define TREETAP_CLASS_EN__CLASS_EN_MASK       0x001fffffu

/* First PC filter. (RW) */
#define TREETAP_F1CFG                         0x088u
#define TREETAP_F1CFG__F1_MATCH_LSB           0u
#define TREETAP_F1CFG__F1_MATCH_MASK          0x000000ffu
#define TREETAP_F1CFG__F1_MASK_LSB            8u
#define TREETAP_F1CFG__F1_MASK_MASK           0x0000ff00u
#define TREETAP_F1CFG__F1_HSEL_LSB            16u
#define TREETAP_F1CFG__F1_HSEL_MASK           0x00030000u

/* Second PC filter. (RW) */
#define TREETAP_F2CFG                         0x08cu
#define TREETAP_F2CFG__F2_HSEL_LSB            0u
#define TREETAP_F2CFG__F2_HSEL_MASK           0x00000003u

/* Decimation of what passed the filters; writing starts the count anew. (RW) */
#define TREETAP_DECIM                         0x090u
#define TREETAP_DECIM__DECIM_LSB              0u
#define TREETAP_DECIM__DECIM_MASK             0x0000ffffu

/* Sets the bit of the ignore table to which the second PC filter's hash leads. (WO) */
#define TREETAP_SETIGN                        0x094u

/* What becomes an event. (RW) */
#define TREETAP_SELECT                        0x09cu
#define TREETAP_SELECT__SELECT_KIND_LSB       0u
#define TREETAP_SELECT__SELECT_KIND_MASK      0x0000000fu
#define TREETAP_SELECT__SELECT_WEIGHT_LSB     4u
#define TREETAP_SELECT__SELECT_WEIGHT_MASK    0x00000030u

/* Bursts; writing starts the mode anew. (RW) */
#define TREETAP_BURST                         0x0a0u
#define TREETAP_BURST__BURST_MODE_LSB         0u
#define TREETAP_BURST__BURST_MODE_MASK        0x00000007u
#define TREETAP_BURST__ENTRY_POST_LSB         3u
#define TREETAP_BURST__ENTRY_POST_MASK        0x00000008u
#define TREETAP_BURST__BY_CHANCE_LSB          4u
#define TREETAP_BURST__BY_CHANCE_MASK         0x00000010u
#define TREETAP_BURST__BE_TAKEN_LSB           5u
#define TREETAP_BURST__BE_TAKEN_MASK          0x00000020u
#define TREETAP_BURST__CHECK_CALLS_LSB        6u
#define TREETAP_BURST__CHECK_CALLS_MASK       0x00000040u

/* Checks between bursts. (RW) */
#define TREETAP_NCHECK0                       0x0a4u
#define TREETAP_NCHECK0__NCHECK0_LSB          0u
#define TREETAP_NCHECK0__NCHECK0_MASK         0x00ffffffu

/* Checks in a burst. (RW) */
#define TREETAP_NINSTR0                       0x0a8u
#define TREETAP_NINSTR0__NINSTR0_LSB          0u
#define TREETAP_NINSTR0__NINSTR0_MASK         0x00ffffffu

/* Period of modes 3 and 7. (RW) */
#define TREETAP_PERIOD                        0x0acu
#define TREETAP_PERIOD__PERIOD_LSB            0u
#define TREETAP_PERIOD__PERIOD_MASK           0x00ffffffu

/* Chance of modes 4 and 7. (RW) */
#define TREETAP_PTHR                          0x0b0u
#define TREETAP_PTHR__PTHR_LSB                0u
#define TREETAP_PTHR__PTHR_MASK               0x0001ffffu

/* Loads the random generator. (WO) */
#define TREETAP_SEED                          0x0b4u

/* What the tap makes of the core's memory ports. (RW) */
#define TREETAP_TAP                           0x0b8u
#define TREETAP_TAP__ADDR_SRC_LSB             0u
#define TREETAP_TAP__ADDR_SRC_MASK            0x00000003u
#define TREETAP_TAP__MDATA_OK_LSB             2u
#define TREETAP_TAP__MDATA_OK_MASK            0x00000004u

/* First threshold of the tree; taken by the next reset of the engine. (RW) */
#define TREETAP_T0_LO                         0x0c0u

/* First threshold of the tree, bits above; taken by the next reset of the engine. (RW) */
#define TREETAP_T0_HI                         0x0c4u
#define TREETAP_T0_HI__T0_HI_LSB              0u
#define TREETAP_T0_HI__T0_HI_MASK             0x0000ffffu

/* EPS mode of the tree; taken by the next reset of the engine. (RW) */
#define TREETAP_EPS                           0x0c8u
#define TREETAP_EPS__EPS_M_LSB                0u
#define TREETAP_EPS__EPS_M_MASK               0x00000007u
#define TREETAP_EPS__EPS_S_LSB                8u
#define TREETAP_EPS__EPS_S_MASK               0x00003f00u

/* Largest weight of an entry of the coalescer; taken by the next reset of the engine. (RW) */
#define TREETAP_WEIGHT_MAX                    0x0ccu
#define TREETAP_WEIGHT_MAX__WEIGHT_MAX_LSB    0u
#define TREETAP_WEIGHT_MAX__WEIGHT_MAX_MASK   0x0000ffffu

/* First instruction that the map of checks has a code for. (RW) */
#define TREETAP_MAP_BASE                      0x0d0u
#define TREETAP_MAP_BASE__MAP_BASE_LSB        1u
#define TREETAP_MAP_BASE__MAP_BASE_MASK       0xfffffffeu

/* The map of checks. (RW) */
#define TREETAP_MAP_CTRL                      0x0d4u
#define TREETAP_MAP_CTRL__MAP_EN_LSB          0u
#define TREETAP_MAP_CTRL__MAP_EN_MASK         0x00000001u

/* Which word of the map of checks is written next. (WO) */
#define TREETAP_MAP_WADDR                     0x0d8u
#define TREETAP_MAP_WADDR__MAP_WADDR_LSB      0u
#define TREETAP_MAP_WADDR__MAP_WADDR_MASK     0x00000fffu

/* A word of the map of checks, then on to the next one; refused while MAP_CTRL.MAP_EN is 1. (WO) */
#define TREETAP_MAP_WDATA                     0x0dcu

/* Weight counted; reading it keeps the high half for N_HI. (RO) */
#define TREETAP_N_LO                          0x100u

/* High half kept by the last read of N_LO, T_LO, LOST_LO or OVER_LO. (RO) */
#define TREETAP_N_HI                          0x104u

/* Threshold; reading it keeps the high half for T_HI. (RO) */
#define TREETAP_T_LO                          0x108u

/* High half kept by the last read of N_LO, T_LO, LOST_LO or OVER_LO. (RO) */
#define TREETAP_T_HI                          0x10cu

/* Weight lost; reading it keeps the high half for LOST_HI. (RO) */
#define TREETAP_LOST_LO                       0x110u

/* High half kept by the last read of N_LO, T_LO, LOST_LO or OVER_LO. (RO) */
#define TREETAP_LOST_HI                       0x114u

/* Nodes in use. (RO) */
#define TREETAP_LIVE                          0x118u

/* Nodes created; stays at its largest value. (RO) */
#define TREETAP_CREATES                       0x11cu

/* Weight counted above the threshold, as no node was free; reading it keeps the high half for OVER_HI. (RO) */
#define TREETAP_OVER_LO                       0x120u

/* Events of weight 0, ignored; stays at its largest value. (RO) */
#define TREETAP_ZERO_WEIGHT                   0x124u

/* High half kept by the last read of N_LO, T_LO, LOST_LO or OVER_LO. (RO) */
#define TREETAP_OVER_HI                       0x128u

/* Retirements, traps included. (RO) */
#define TREETAP_RETIRED                       0x180u

/* Retirements that trapped. (RO) */
#define TREETAP_TRAP                          0x184u

/* Rejected for their class, or with CTRL.FEN at 0. (RO) */
#define TREETAP_REJ_CLASS                     0x188u

/* Rejected by the first PC filter. (RO) */
#define TREETAP_REJ_PC1                       0x18cu

/* Rejected by the second PC filter. (RO) */
#define TREETAP_REJ_PC2                       0x190u

/* Rejected by decimation. (RO) */
#define TREETAP_REJ_DEC                       0x194u

/* Not selected as an event. (RO) */
#define TREETAP_REJ_SELECT                    0x198u

/* Selected, and not taken by the burst sampler. (RO) */
#define TREETAP_REJ_BURST                     0x19cu

/* Candidates. (RO) */
#define TREETAP_CAND                          0x1a0u

/* Accepted by the sample buffer. (RO) */
#define TREETAP_ACC                           0x1a4u

/* Dropped because the sample buffer was full. (RO) */
#define TREETAP_DROP_FULL                     0x1a8u

/* Dropped because CTRL.ENABLE was 0 and CTRL.FREEZE 1. (RO) */
#define TREETAP_DROP_OFF                      0x1acu

/* Taken from the sample buffer by the engine. (RO) */
#define TREETAP_POPPED                        0x1b0u

/* Records in the sample buffer. (RO) */
#define TREETAP_OCC                           0x1b8u

/* Came while the gate was shut (COMMAND 7). (RO) */
#define TREETAP_REJ_GATE                      0x1bcu

/* Records that the burst sampler saw as checks. (RO) */
#define TREETAP_N_CHK                         0x1c0u

/* Events that the burst sampler saw. (RO) */
#define TREETAP_N_EV                          0x1c4u

/* Events that it took. (RO) */
#define TREETAP_N_TAKEN                       0x1c8u

/* Checks after which no burst went on. (RO) */
#define TREETAP_N_SEG_CHK                     0x1ccu

/* Checks after which a burst went on. (RO) */
#define TREETAP_N_SEG_INS                     0x1d0u

/* Bursts. (RO) */
#define TREETAP_BURSTS                        0x1d4u

/* The ignore table of the second PC filter. (WO) */
#define TREETAP_IGN                           0x200u
#define TREETAP_IGN_WORDS                     128u

/* Codes of COMMAND.OP */
#define TREETAP_OP_SNAPSHOT                   1u
#define TREETAP_OP_RESET                      2u
#define TREETAP_OP_SNAPSHOT_RESET             3u
#define TREETAP_OP_FLUSH                      4u
#define TREETAP_OP_CLEAR_COUNTERS             5u
#define TREETAP_OP_ENABLE                     6u
#define TREETAP_OP_DISABLE                    7u

/* Word of ID */
#define TREETAP_ID_WORD                       0x54545031u

#endif
