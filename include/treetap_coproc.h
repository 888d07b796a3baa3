/* Registers of a profiling co-processor, as byte offsets from its base. docs/reference/coproc.md says what they mean.
 * Made by 'make rtl' from the table of registers (src/spec/coproc/regs.rs); never edited. */
#ifndef TREETAP_COPROC_H
#define TREETAP_COPROC_H

/* Says that this is a profiling co-processor. (RO) */
#define TREETAP_COPROC_ID                     0x000u

/* Size of this build. (RO) */
#define TREETAP_COPROC_PARAMS                 0x004u
#define TREETAP_COPROC_PARAMS__RW2_LSB        0u
#define TREETAP_COPROC_PARAMS__RW2_MASK       0x00000001u
#define TREETAP_COPROC_PARAMS__VW64_LSB       1u
#define TREETAP_COPROC_PARAMS__VW64_MASK      0x00000002u
#define TREETAP_COPROC_PARAMS__LG_LSB         2u
#define TREETAP_COPROC_PARAMS__LG_MASK        0x0000003cu

/* Switches of the filter and the sample buffer. (RW) */
#define TREETAP_COPROC_CTRL                   0x008u
#define TREETAP_COPROC_CTRL__FEN_LSB          0u
#define TREETAP_COPROC_CTRL__FEN_MASK         0x00000001u
#define TREETAP_COPROC_CTRL__LOSSLESS_LSB     1u
#define TREETAP_COPROC_CTRL__LOSSLESS_MASK    0x00000002u
#define TREETAP_COPROC_CTRL__FREEZE_LSB       2u
#define TREETAP_COPROC_CTRL__FREEZE_MASK      0x00000004u

/* What the machine does, and where it stopped. (RO) */
#define TREETAP_COPROC_STATUS                 0x00cu
#define TREETAP_COPROC_STATUS__STATE_LSB      0u
#define TREETAP_COPROC_STATUS__STATE_MASK     0x00000003u
#define TREETAP_COPROC_STATUS__BUSY_LSB       2u
#define TREETAP_COPROC_STATUS__BUSY_MASK      0x00000004u
#define TREETAP_COPROC_STATUS__CAUSE_LSB      3u
#define TREETAP_COPROC_STATUS__CAUSE_MASK     0x00000018u
#define TREETAP_COPROC_STATUS__ERR_LSB        5u
#define TREETAP_COPROC_STATUS__ERR_MASK       0x000000e0u
#define TREETAP_COPROC_STATUS__UPC_LSB        8u
#define TREETAP_COPROC_STATUS__UPC_MASK       0x00003f00u
#define TREETAP_COPROC_STATUS__OFF_END_LSB    14u
#define TREETAP_COPROC_STATUS__OFF_END_MASK   0x00004000u

/* A command. (WO) */
#define TREETAP_COPROC_CMD                    0x010u
#define TREETAP_COPROC_CMD__OP_LSB            0u
#define TREETAP_COPROC_CMD__OP_MASK           0x000000ffu
#define TREETAP_COPROC_CMD__ARG_LSB           8u
#define TREETAP_COPROC_CMD__ARG_MASK          0x0000ff00u

/* Accesses that were refused; stays at its largest value. (RO) */
#define TREETAP_COPROC_HOSTVIOL               0x014u
#define TREETAP_COPROC_HOSTVIOL__COUNT_LSB    0u
#define TREETAP_COPROC_HOSTVIOL__COUNT_MASK   0x0000ffffu

/* Watchdog. (RW) */
#define TREETAP_COPROC_WDOG                   0x018u
#define TREETAP_COPROC_WDOG__WDOG_LSB         0u
#define TREETAP_COPROC_WDOG__WDOG_MASK        0x000000ffu

/* Random generator of the microcode; 0 counts as 1. (RW) */
#define TREETAP_COPROC_LFSR16                 0x01cu
#define TREETAP_COPROC_LFSR16__LFSR16_LSB     0u
#define TREETAP_COPROC_LFSR16__LFSR16_MASK    0x0000ffffu

/* Microwords executed, low half. (RO) */
#define TREETAP_COPROC_WORDS_LO               0x020u

/* Microwords executed, high half. (RO) */
#define TREETAP_COPROC_WORDS_HI               0x024u

/* Classes of instructions that may become candidates (docs/reference/classify.md). (RW) */
#define TREETAP_COPROC_CLASS_EN               0x040u
#define TREETAP_COPROC_CLASS_EN__CLASS_EN_LSB 0u
#define TREETAP_COPROC_CLASS_EN__CLASS_EN_MASK 0x001fffffu

/* First PC filter. (RW) */
#define TREETAP_COPROC_F1CFG                  0x044u
#define TREETAP_COPROC_F1CFG__F1_MATCH_LSB    0u
#define TREETAP_COPROC_F1CFG__F1_MATCH_MASK   0x000000ffu
#define TREETAP_COPROC_F1CFG__F1_MASK_LSB     8u
#define TREETAP_COPROC_F1CFG__F1_MASK_MASK    0x0000ff00u
#define TREETAP_COPROC_F1CFG__F1_HSEL_LSB     16u
#define TREETAP_COPROC_F1CFG__F1_HSEL_MASK    0x00030000u

/* Second PC filter. (RW) */
#define TREETAP_COPROC_F2CFG                  0x048u
#define TREETAP_COPROC_F2CFG__F2_HSEL_LSB     0u
#define TREETAP_COPROC_F2CFG__F2_HSEL_MASK    0x00000003u

/* What a sample holds. (RW) */
#define TREETAP_COPROC_RECFMT                 0x04cu
#define TREETAP_COPROC_RECFMT__RECFMT_LSB     0u
#define TREETAP_COPROC_RECFMT__RECFMT_MASK    0x0000ffffu

/* Decimation of what passed the filters; writing starts the count anew. (RW) */
#define TREETAP_COPROC_DECIM                  0x050u
#define TREETAP_COPROC_DECIM__DECIM_LSB       0u
#define TREETAP_COPROC_DECIM__DECIM_MASK      0x0000ffffu

/* Sets the bit of the ignore table to which the second PC filter's hash leads. (WO) */
#define TREETAP_COPROC_SETIGN                 0x054u

/* Counters of filter and sample buffer: RETIRED TRAP REJ_CLASS REJ_PC1 REJ_PC2 REJ_DEC CAND ACC DROP_FULL DROP_OFF POPPED FLUSHED OCC. (RO) */
#define TREETAP_COPROC_COUNTS                 0x080u
#define TREETAP_COPROC_COUNTS_WORDS           13u

/* Index registers; a write is cut to the width. (RW) */
#define TREETAP_COPROC_X                      0x100u
#define TREETAP_COPROC_X_WORDS                8u
#define TREETAP_COPROC_X__X_LSB               0u
#define TREETAP_COPROC_X__X_MASK              0x0000ffffu

/* Widths of the index registers; a write cuts the index. (RW) */
#define TREETAP_COPROC_XW                     0x120u
#define TREETAP_COPROC_XW_WORDS               8u
#define TREETAP_COPROC_XW__XW_LSB             0u
#define TREETAP_COPROC_XW__XW_MASK            0x0000001fu

/* Base registers. (RW) */
#define TREETAP_COPROC_B                      0x140u
#define TREETAP_COPROC_B_WORDS                8u
#define TREETAP_COPROC_B__BASE_LSB            0u
#define TREETAP_COPROC_B__BASE_MASK           0x000000ffu
#define TREETAP_COPROC_B__SIZE_LSB            8u
#define TREETAP_COPROC_B__SIZE_MASK           0x00000f00u
#define TREETAP_COPROC_B__LANE_LSB            12u
#define TREETAP_COPROC_B__LANE_MASK           0x0000f000u

/* Constants: low halves at even words, high halves at odd ones. (RW) */
#define TREETAP_COPROC_K                      0x160u
#define TREETAP_COPROC_K_WORDS                8u

/* Value registers: low halves at even words, high halves at odd ones. (RW) */
#define TREETAP_COPROC_V                      0x180u
#define TREETAP_COPROC_V_WORDS                8u

/* Far targets of branches. (RW) */
#define TREETAP_COPROC_T                      0x1a0u
#define TREETAP_COPROC_T_WORDS                4u
#define TREETAP_COPROC_T__T_LSB               0u
#define TREETAP_COPROC_T__T_MASK              0x0000003fu

/* The last word that was read, low half. (RW) */
#define TREETAP_COPROC_MD_LO                  0x1b0u

/* The last word that was read, high half. (RW) */
#define TREETAP_COPROC_MD_HI                  0x1b4u

/* Index of the last match that hit. (RW) */
#define TREETAP_COPROC_MI                     0x1b8u
#define TREETAP_COPROC_MI__MI_LSB             0u
#define TREETAP_COPROC_MI__MI_MASK            0x000000ffu

/* Flags. (RW) */
#define TREETAP_COPROC_FLAGS                  0x1bcu
#define TREETAP_COPROC_FLAGS__FLAGS_LSB       0u
#define TREETAP_COPROC_FLAGS__FLAGS_MASK      0x000000ffu

/* First word for the samples of each class. (RW) */
#define TREETAP_COPROC_SPC                    0x1c0u
#define TREETAP_COPROC_SPC_WORDS              21u
#define TREETAP_COPROC_SPC__SPC_LSB           0u
#define TREETAP_COPROC_SPC__SPC_MASK          0x0000003fu

/* Microcode: bits 31 to 0 of word k at 2k, bits 47 to 32 at 2k + 1, which takes both. (RW) */
#define TREETAP_COPROC_UC                     0x400u
#define TREETAP_COPROC_UC_WORDS               128u

/* Keys; a write makes the entry valid. (RW) */
#define TREETAP_COPROC_KEY                    0x800u
#define TREETAP_COPROC_KEY_WORDS              256u

/* Which entries are valid. (RO) */
#define TREETAP_COPROC_VLD                    0xc00u
#define TREETAP_COPROC_VLD_WORDS              8u

/* Data memory: bits 31 to 0 of entry k at 2k, bits 63 to 32 at 2k + 1. (RW) */
#define TREETAP_COPROC_DM                     0x1000u
#define TREETAP_COPROC_DM_WORDS               512u

/* Ignore table of the second PC filter. (RW) */
#define TREETAP_COPROC_IGN                    0x1800u
#define TREETAP_COPROC_IGN_WORDS              128u

/* Codes of COMMAND.OP */
#define TREETAP_COPROC_CMD_RUN                1u
#define TREETAP_COPROC_CMD_STOP               2u
#define TREETAP_COPROC_CMD_INVALIDATE_ALL     3u
#define TREETAP_COPROC_CMD_CLEAR_ALL          4u
#define TREETAP_COPROC_CMD_FLUSH              5u
#define TREETAP_COPROC_CMD_CLEAR_COUNTERS     6u
#define TREETAP_COPROC_CMD_SKIP               7u
#define TREETAP_COPROC_CMD_RESET              8u
#define TREETAP_COPROC_CMD_INVALIDATE         9u

/* Word of ID */
#define TREETAP_COPROC_ID_WORD                0x54543841u

#endif
