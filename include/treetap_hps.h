/* Registers of an engine for hybrid profiling support, as byte offsets from its base. docs/reference/hps.md says what they mean.
 * Made by 'make rtl' from the table of registers (src/spec/hps/regs.rs); never edited. */
#ifndef TREETAP_HPS_H
#define TREETAP_HPS_H

/* Says that this is an engine for hybrid profiling support. (RO) */
#define TREETAP_HPS_ID                        0x000u

/* Size of this build. (RO) */
#define TREETAP_HPS_PARAM                     0x004u
#define TREETAP_HPS_PARAM__WORDS_LOG2_LSB     0u
#define TREETAP_HPS_PARAM__WORDS_LOG2_MASK    0x0000000fu
#define TREETAP_HPS_PARAM__PATTERNS_LSB       4u
#define TREETAP_HPS_PARAM__PATTERNS_MASK      0x000003f0u
#define TREETAP_HPS_PARAM__CONDITIONS_LSB     10u
#define TREETAP_HPS_PARAM__CONDITIONS_MASK    0x00007c00u
#define TREETAP_HPS_PARAM__COUNTERS_LSB       15u
#define TREETAP_HPS_PARAM__COUNTERS_MASK      0x00078000u
#define TREETAP_HPS_PARAM__WIDTH_LSB          19u
#define TREETAP_HPS_PARAM__WIDTH_MASK         0x01f80000u
#define TREETAP_HPS_PARAM__MODE_LSB           25u
#define TREETAP_HPS_PARAM__MODE_MASK          0x02000000u

/* Switches. BE_TAKEN is 1 after a reset in mode retire. (RW) */
#define TREETAP_HPS_CTRL                      0x008u
#define TREETAP_HPS_CTRL__EN_LSB              0u
#define TREETAP_HPS_CTRL__EN_MASK             0x00000001u
#define TREETAP_HPS_CTRL__CLR_STATS_LSB       1u
#define TREETAP_HPS_CTRL__CLR_STATS_MASK      0x00000002u
#define TREETAP_HPS_CTRL__RESET_CTRS_LSB      2u
#define TREETAP_HPS_CTRL__RESET_CTRS_MASK     0x00000004u
#define TREETAP_HPS_CTRL__FLAGSEL_LSB         3u
#define TREETAP_HPS_CTRL__FLAGSEL_MASK        0x00000008u
#define TREETAP_HPS_CTRL__BE_TAKEN_LSB        4u
#define TREETAP_HPS_CTRL__BE_TAKEN_MASK       0x00000010u

/* What has happened: every bit but BUSY stays until 1 is written to it. (RW) */
#define TREETAP_HPS_STATUS                    0x00cu
#define TREETAP_HPS_STATUS__BUSY_LSB          0u
#define TREETAP_HPS_STATUS__BUSY_MASK         0x00000001u
#define TREETAP_HPS_STATUS__BADADDR_LSB       1u
#define TREETAP_HPS_STATUS__BADADDR_MASK      0x00000002u
#define TREETAP_HPS_STATUS__TBL_BUSY_LSB      2u
#define TREETAP_HPS_STATUS__TBL_BUSY_MASK     0x00000004u
#define TREETAP_HPS_STATUS__IMM_TRUNC_LSB     3u
#define TREETAP_HPS_STATUS__IMM_TRUNC_MASK    0x00000008u
#define TREETAP_HPS_STATUS__NO_TGT_LSB        4u
#define TREETAP_HPS_STATUS__NO_TGT_MASK       0x00000010u
#define TREETAP_HPS_STATUS__RT_RUNAWAY_LSB    5u
#define TREETAP_HPS_STATUS__RT_RUNAWAY_MASK   0x00000020u
#define TREETAP_HPS_STATUS__STRAY_DRET_LSB    6u
#define TREETAP_HPS_STATUS__STRAY_DRET_MASK   0x00000040u
#define TREETAP_HPS_STATUS__EV_DROP_LSB       7u
#define TREETAP_HPS_STATUS__EV_DROP_MASK      0x00000080u
#define TREETAP_HPS_STATUS__IMG_BAD_LSB       8u
#define TREETAP_HPS_STATUS__IMG_BAD_MASK      0x00000100u

/* Counters; a write clears the overflow flag. Bits above the width are ignored. (RW) */
#define TREETAP_HPS_CTR                       0x010u
#define TREETAP_HPS_CTR_WORDS                 8u

/* Flags of the counters. (RO) */
#define TREETAP_HPS_FLAGS                     0x030u
#define TREETAP_HPS_FLAGS__FLAGS_LSB          0u
#define TREETAP_HPS_FLAGS__FLAGS_MASK         0x0000ffffu

/* What a set can load. (RW) */
#define TREETAP_HPS_HPS_R                     0x040u
#define TREETAP_HPS_HPS_R_WORDS               8u

/* State of the random generator; 0 is taken as 1. (RW) */
#define TREETAP_HPS_RNDSEED                   0x060u

/* What of a random number is used. (RW) */
#define TREETAP_HPS_RNDMASK                   0x064u

/* Ranges of addresses: even words the first address, odd words the one after the last. (RW) */
#define TREETAP_HPS_RANGE                     0x070u
#define TREETAP_HPS_RANGE_WORDS               8u

/* Instructions that were held against the patterns, modulo 2^32. (RO) */
#define TREETAP_HPS_N_IN                      0x0a0u

/* Instructions that were replaced, modulo 2^32. (RO) */
#define TREETAP_HPS_N_REPL                    0x0a4u

/* Mode decode: words of replacements; mode retire: events that entered the queue; modulo 2^32. (RO) */
#define TREETAP_HPS_N_WORDS                   0x0a8u

/* Cycles that replacements add in line, handlers not included, modulo 2^32. (RO) */
#define TREETAP_HPS_VCYC                      0x0acu

/* Events that found the queue full; stays at its largest value. (RO) */
#define TREETAP_HPS_DROPPED                   0x0b0u

/* Micro-operations that each counter has seen, modulo 2^32. (RO) */
#define TREETAP_HPS_HIT                       0x0c0u
#define TREETAP_HPS_HIT_WORDS                 8u

/* Written after the tables: CRC-32 of the words written to them, in that order. Reads as that of the words since the last one. (RW) */
#define TREETAP_HPS_IMG_CRC                   0x0fcu

/* Table of conditions. (WO) */
#define TREETAP_HPS_CT                        0x100u
#define TREETAP_HPS_CT_WORDS                  16u

/* Table of patterns, four words each. (WO) */
#define TREETAP_HPS_PT                        0x400u
#define TREETAP_HPS_PT_WORDS                  128u

/* Table of replacements, low half first; an entry is written with its high half. (WO) */
#define TREETAP_HPS_RT                        0x4000u
#define TREETAP_HPS_RT_WORDS                  4096u

/* Word of ID */
#define TREETAP_HPS_ID_WORD                   0x48505331u

#endif
