/* Registers of a hotlist sampler, as byte offsets from its base. docs/reference/hotlist.md says what they mean.
 * Made by 'make rtl' from the table of registers (src/spec/hotlist/regs.rs); never edited. */
#ifndef TREETAP_HOTLIST_H
#define TREETAP_HOTLIST_H

/* Switches. While EN is 1, or tuples are under way, a write can do no more than clear EN. (RW) */
#define TREETAP_HOTLIST_SCTRL                 0x000u
#define TREETAP_HOTLIST_SCTRL__MODE_LSB       0u
#define TREETAP_HOTLIST_SCTRL__MODE_MASK      0x00000003u
#define TREETAP_HOTLIST_SCTRL__GMMODE_LSB     2u
#define TREETAP_HOTLIST_SCTRL__GMMODE_MASK    0x00000004u
#define TREETAP_HOTLIST_SCTRL__EN_LSB         3u
#define TREETAP_HOTLIST_SCTRL__EN_MASK        0x00000008u
#define TREETAP_HOTLIST_SCTRL__LOSSLESS_LSB   4u
#define TREETAP_HOTLIST_SCTRL__LOSSLESS_MASK  0x00000010u

/* Length of a period at least: the last retirement of a period is the first of a burst. (RW) */
#define TREETAP_HOTLIST_PERIOD                0x004u
#define TREETAP_HOTLIST_PERIOD__PERIOD_LSB    0u
#define TREETAP_HOTLIST_PERIOD__PERIOD_MASK   0x7fffffffu

/* What is added to PERIOD at random. (RW) */
#define TREETAP_HOTLIST_JMASK                 0x008u
#define TREETAP_HOTLIST_JMASK__JMASK_LSB      0u
#define TREETAP_HOTLIST_JMASK__JMASK_MASK     0x7fffffffu

/* How many retirements later a burst begins at random. (RW) */
#define TREETAP_HOTLIST_SKMASK                0x00cu
#define TREETAP_HOTLIST_SKMASK__SKMASK_LSB    0u
#define TREETAP_HOTLIST_SKMASK__SKMASK_MASK   0x7fffffffu

/* Retirements of a burst. (RW) */
#define TREETAP_HOTLIST_BURST                 0x010u
#define TREETAP_HOTLIST_BURST__BURST_LSB      0u
#define TREETAP_HOTLIST_BURST__BURST_MASK     0x000000ffu

/* What tuples of classes 0 to 7 hold. (RW) */
#define TREETAP_HOTLIST_KIND0                 0x014u
#define TREETAP_HOTLIST_KIND0__KIND0_LSB      0u
#define TREETAP_HOTLIST_KIND0__KIND0_MASK     0x00ffffffu

/* What tuples of classes 8 to 15 hold. (RW) */
#define TREETAP_HOTLIST_KIND1                 0x018u
#define TREETAP_HOTLIST_KIND1__KIND1_LSB      0u
#define TREETAP_HOTLIST_KIND1__KIND1_MASK     0x00ffffffu

/* What tuples of classes 16 to 20 hold. (RW) */
#define TREETAP_HOTLIST_KIND2                 0x01cu
#define TREETAP_HOTLIST_KIND2__KIND2_LSB      0u
#define TREETAP_HOTLIST_KIND2__KIND2_MASK     0x00007fffu

/* Lanes of a raw record (docs/reference/sample_buffer.md); refused while the raw stream holds a word. A build has a selector for each lane that it has. (RW) */
#define TREETAP_HOTLIST_RECFMT2               0x020u
#define TREETAP_HOTLIST_RECFMT2__RECFMT_LSB   0u
#define TREETAP_HOTLIST_RECFMT2__RECFMT_MASK  0x0000ffffu

/* Random generator of the trigger. (RW) */
#define TREETAP_HOTLIST_LT                    0x024u

/* Random generator of the table. (RW) */
#define TREETAP_HOTLIST_LC                    0x028u

/* Counters: TRIG ABORT TUPLES SEEN REJ FREJ RAISES QDROP RAWDROP. (RO) */
#define TREETAP_HOTLIST_COUNTS                0x040u
#define TREETAP_HOTLIST_COUNTS_WORDS          9u

/* State of the table. (RO) */
#define TREETAP_HOTLIST_STAT                  0x064u
#define TREETAP_HOTLIST_STAT__OCCUPIED_LSB    0u
#define TREETAP_HOTLIST_STAT__OCCUPIED_MASK   0x000001ffu
#define TREETAP_HOTLIST_STAT__T_LSB           9u
#define TREETAP_HOTLIST_STAT__T_MASK          0x00003e00u
#define TREETAP_HOTLIST_STAT__FROZEN_LSB      14u
#define TREETAP_HOTLIST_STAT__FROZEN_MASK     0x00004000u

/* Retirements inside bursts. (RO) */
#define TREETAP_HOTLIST_CAPTURED              0x068u

/* Takes a word of the raw stream. (RO, takes) */
#define TREETAP_HOTLIST_RAWPOP                0x080u

/* What is under way. (RO) */
#define TREETAP_HOTLIST_STAT2                 0x084u
#define TREETAP_HOTLIST_STAT2__GRANULES_LSB   0u
#define TREETAP_HOTLIST_STAT2__GRANULES_MASK  0x000007ffu
#define TREETAP_HOTLIST_STAT2__IDLE_LSB       31u
#define TREETAP_HOTLIST_STAT2__IDLE_MASK      0x80000000u

/* The entry that is read. (RW) */
#define TREETAP_HOTLIST_HIDX                  0x0c0u
#define TREETAP_HOTLIST_HIDX__HIDX_LSB        0u
#define TREETAP_HOTLIST_HIDX__HIDX_MASK       0x000001ffu

/* Instruction of the entry. (RO) */
#define TREETAP_HOTLIST_HPCT                  0x0c4u

/* Value of the entry. (RO) */
#define TREETAP_HOTLIST_HVAL                  0x0c8u

/* Count of the entry, and on to the next one. (RO) */
#define TREETAP_HOTLIST_HCNT                  0x0ccu
#define TREETAP_HOTLIST_HCNT__COUNT_LSB       0u
#define TREETAP_HOTLIST_HCNT__COUNT_MASK      0x00ffffffu
#define TREETAP_HOTLIST_HCNT__VALID_LSB       31u
#define TREETAP_HOTLIST_HCNT__VALID_MASK      0x80000000u

/* A command. (WO) */
#define TREETAP_HOTLIST_SCMD                  0x0fcu
#define TREETAP_HOTLIST_SCMD__OP_LSB          0u
#define TREETAP_HOTLIST_SCMD__OP_MASK         0x000000ffu

/* Says that this is a hotlist sampler. (RO) */
#define TREETAP_HOTLIST_ID                    0x3c0u

/* Size of this build. (RO) */
#define TREETAP_HOTLIST_PARAMS                0x3c4u
#define TREETAP_HOTLIST_PARAMS__ENTRIES_LSB   0u
#define TREETAP_HOTLIST_PARAMS__ENTRIES_MASK  0x000001ffu
#define TREETAP_HOTLIST_PARAMS__LANES_LSB     9u
#define TREETAP_HOTLIST_PARAMS__LANES_MASK    0x00000e00u
#define TREETAP_HOTLIST_PARAMS__RECORDS_LSB   12u
#define TREETAP_HOTLIST_PARAMS__RECORDS_MASK  0x001ff000u
#define TREETAP_HOTLIST_PARAMS__QUEUE_LSB     21u
#define TREETAP_HOTLIST_PARAMS__QUEUE_MASK    0x03e00000u
#define TREETAP_HOTLIST_PARAMS__XLEN64_LSB    26u
#define TREETAP_HOTLIST_PARAMS__XLEN64_MASK   0x04000000u

/* Accesses that were refused; stays at its largest value. (RO) */
#define TREETAP_HOTLIST_HOSTVIOL              0x3c8u
#define TREETAP_HOTLIST_HOSTVIOL__VIOLATIONS_LSB 0u
#define TREETAP_HOTLIST_HOSTVIOL__VIOLATIONS_MASK 0x0000ffffu

/* Retirements while EN was 1, those that did not execute included. (RO) */
#define TREETAP_HOTLIST_RETIRED               0x3ccu

/* Records that the raw stream was offered: those that entered, and RAWDROP. (RO) */
#define TREETAP_HOTLIST_RAWS                  0x3d0u

/* Word of ID */
#define TREETAP_HOTLIST_ID_WORD               0x484f5431u

#endif
