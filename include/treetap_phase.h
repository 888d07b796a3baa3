/* Registers of a phase tracker, as byte offsets from its base. docs/reference/phase.md says what they mean.
 * Made by 'make rtl' from the table of registers (src/spec/phase/regs.rs); never edited. */
#ifndef TREETAP_PHASE_H
#define TREETAP_PHASE_H

/* Says that this is a phase tracker. (RO) */
#define TREETAP_PHASE_ID                      0x000u

/* Switches. (RW) */
#define TREETAP_PHASE_CTRL                    0x004u
#define TREETAP_PHASE_CTRL__TRK_LSB           0u
#define TREETAP_PHASE_CTRL__TRK_MASK          0x00000001u
#define TREETAP_PHASE_CTRL__AUTO_LSB          1u
#define TREETAP_PHASE_CTRL__AUTO_MASK         0x00000002u
#define TREETAP_PHASE_CTRL__PREDMODE_LSB      2u
#define TREETAP_PHASE_CTRL__PREDMODE_MASK     0x00000004u
#define TREETAP_PHASE_CTRL__UPD_LSB           3u
#define TREETAP_PHASE_CTRL__UPD_MASK          0x00000008u
#define TREETAP_PHASE_CTRL__BEST_LSB          4u
#define TREETAP_PHASE_CTRL__BEST_MASK         0x00000010u
#define TREETAP_PHASE_CTRL__CLR_LSB           5u
#define TREETAP_PHASE_CTRL__CLR_MASK          0x00000020u
#define TREETAP_PHASE_CTRL__LOSSLESS_LSB      6u
#define TREETAP_PHASE_CTRL__LOSSLESS_MASK     0x00000040u
#define TREETAP_PHASE_CTRL__IRQ_LSB           7u
#define TREETAP_PHASE_CTRL__IRQ_MASK          0x00000080u
#define TREETAP_PHASE_CTRL__HOLD_LSB          8u
#define TREETAP_PHASE_CTRL__HOLD_MASK         0x00000100u

/* Instructions of an interval; a number outside 512 to 16777215 is refused. An interval takes it with its first instruction. (RW) */
#define TREETAP_PHASE_LEN                     0x008u
#define TREETAP_PHASE_LEN__LEN_LSB            0u
#define TREETAP_PHASE_LEN__LEN_MASK           0x00ffffffu

/* Least distance between footprints of different phases; more bits are refused. (RW) */
#define TREETAP_PHASE_THR                     0x00cu
#define TREETAP_PHASE_THR__THR_LSB            0u
#define TREETAP_PHASE_THR__THR_MASK           0x00001fffu

/* Which interval of a phase is sampled, as far as predictions are right; 0 and more bits are refused. (RW) */
#define TREETAP_PHASE_K                       0x010u
#define TREETAP_PHASE_K__K_LSB                0u
#define TREETAP_PHASE_K__K_MASK               0x000000ffu

/* State of the random generator; 0 is taken as 1. (RW) */
#define TREETAP_PHASE_SEED                    0x014u

/* What has happened: every bit but BUSY stays until 1 is written to it. (RW) */
#define TREETAP_PHASE_STATUS                  0x018u
#define TREETAP_PHASE_STATUS__LATE_LSB        0u
#define TREETAP_PHASE_STATUS__LATE_MASK       0x00000001u
#define TREETAP_PHASE_STATUS__ID_SAT_LSB      1u
#define TREETAP_PHASE_STATUS__ID_SAT_MASK     0x00000002u
#define TREETAP_PHASE_STATUS__BAD_CFG_LSB     2u
#define TREETAP_PHASE_STATUS__BAD_CFG_MASK    0x00000004u
#define TREETAP_PHASE_STATUS__LOG_OVF_LSB     3u
#define TREETAP_PHASE_STATUS__LOG_OVF_MASK    0x00000008u
#define TREETAP_PHASE_STATUS__BADADDR_LSB     4u
#define TREETAP_PHASE_STATUS__BADADDR_MASK    0x00000010u
#define TREETAP_PHASE_STATUS__INTERVAL_LSB    5u
#define TREETAP_PHASE_STATUS__INTERVAL_MASK   0x00000020u
#define TREETAP_PHASE_STATUS__BUSY_LSB        6u
#define TREETAP_PHASE_STATUS__BUSY_MASK       0x00000040u

/* Intervals that have ended, modulo 2^32: the number of the one that goes on. (RO) */
#define TREETAP_PHASE_IV                      0x01cu

/* Phase of the last interval, 0 before the first. (RO) */
#define TREETAP_PHASE_CUR_ID                  0x020u
#define TREETAP_PHASE_CUR_ID__CUR_ID_LSB      0u
#define TREETAP_PHASE_CUR_ID__CUR_ID_MASK     0x0000ffffu

/* Phase that is predicted for the interval that goes on, 0 before the first prediction. (RO) */
#define TREETAP_PHASE_PRED                    0x024u
#define TREETAP_PHASE_PRED__PRED_LSB          0u
#define TREETAP_PHASE_PRED__PRED_MASK         0x0000ffffu

/* Phases that were given a number, at most 65535. (RO) */
#define TREETAP_PHASE_NPHASES                 0x028u
#define TREETAP_PHASE_NPHASES__NPHASES_LSB    0u
#define TREETAP_PHASE_NPHASES__NPHASES_MASK   0x0000ffffu

/* Intervals whose phase was predicted, modulo 2^32. (RO) */
#define TREETAP_PHASE_PRED_OK                 0x02cu

/* Intervals that were sampled and are the sample of their phase, modulo 2^32. (RO) */
#define TREETAP_PHASE_SAMPLE_OK               0x030u

/* Intervals that were sampled in vain, modulo 2^32. (RO) */
#define TREETAP_PHASE_SAMPLE_DISC             0x034u

/* Instructions of the interval that goes on, or the last one judged, that were taken before its flag was there. (RO) */
#define TREETAP_PHASE_LATE_INSNS              0x038u
#define TREETAP_PHASE_LATE_INSNS__LATE_INSNS_LSB 0u
#define TREETAP_PHASE_LATE_INSNS__LATE_INSNS_MASK 0x00000fffu

/* Arms the interval that goes on, or takes that back. (WO) */
#define TREETAP_PHASE_SAMPLE_NEXT             0x03cu
#define TREETAP_PHASE_SAMPLE_NEXT__SAMPLE_NEXT_LSB 0u
#define TREETAP_PHASE_SAMPLE_NEXT__SAMPLE_NEXT_MASK 0x00000001u

/* Instructions that came while none could be taken, with rec_must; saturates. (RO) */
#define TREETAP_PHASE_LOST                    0x040u
#define TREETAP_PHASE_LOST__LOST_LSB          0u
#define TREETAP_PHASE_LOST__LOST_MASK         0x0000ffffu

/* The phase table. (RO) */
#define TREETAP_PHASE_PHASE                   0x100u
#define TREETAP_PHASE_PHASE_WORDS             32u
#define TREETAP_PHASE_PHASE__ID_LSB           0u
#define TREETAP_PHASE_PHASE__ID_MASK          0x0000ffffu
#define TREETAP_PHASE_PHASE__SEEN_LSB         16u
#define TREETAP_PHASE_PHASE__SEEN_MASK        0x7fff0000u
#define TREETAP_PHASE_PHASE__SAMPLED_LSB      31u
#define TREETAP_PHASE_PHASE__SAMPLED_MASK     0x80000000u

/* Signatures, eight words each: element 0 of the footprint in the lowest byte. (RO) */
#define TREETAP_PHASE_SIGNATURE               0x400u
#define TREETAP_PHASE_SIGNATURE_WORDS         256u

/* Word of ID */
#define TREETAP_PHASE_ID_WORD                 0x50485331u

#endif
