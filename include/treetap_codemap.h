/* Registers of a map of code, as byte offsets from its base. docs/reference/codemap-registers.md says what they mean.
 * Made by 'make rtl' from the table of registers (src/spec/codemap.rs); never edited. */
#ifndef TREETAP_CODEMAP_H
#define TREETAP_CODEMAP_H

/* Says that this is a map of code. (RO) */
#define TREETAP_CODEMAP_ID                    0x000u

/* Size of this build. (RO) */
#define TREETAP_CODEMAP_BUILD                 0x004u
#define TREETAP_CODEMAP_BUILD__ENTRIES_LSB    0u
#define TREETAP_CODEMAP_BUILD__ENTRIES_MASK   0x0000ffffu
#define TREETAP_CODEMAP_BUILD__KEY_LSB        24u
#define TREETAP_CODEMAP_BUILD__KEY_MASK       0xff000000u

/* Switches. (RW) */
#define TREETAP_CODEMAP_CTRL                  0x008u
#define TREETAP_CODEMAP_CTRL__LINES_EN_LSB    0u
#define TREETAP_CODEMAP_CTRL__LINES_EN_MASK   0x00000001u
#define TREETAP_CODEMAP_CTRL__LINES_LONG_LSB  4u
#define TREETAP_CODEMAP_CTRL__LINES_LONG_MASK 0x00000030u

/* What has happened. (RW) */
#define TREETAP_CODEMAP_STATUS                0x00cu
#define TREETAP_CODEMAP_STATUS__REFUSED_LSB   0u
#define TREETAP_CODEMAP_STATUS__REFUSED_MASK  0x00000001u

/* The first line of code that the table has an entry for. (RW) */
#define TREETAP_CODEMAP_BASE                  0x010u
#define TREETAP_CODEMAP_BASE__LINES_BASE_LSB  3u
#define TREETAP_CODEMAP_BASE__LINES_BASE_MASK 0xfffffff8u

/* How many lines of code the table has entries for; the others are elsewhere. (RW) */
#define TREETAP_CODEMAP_SIZE                  0x014u
#define TREETAP_CODEMAP_SIZE__LINES_SIZE_LSB  0u
#define TREETAP_CODEMAP_SIZE__LINES_SIZE_MASK 0x00007fffu

/* Which entry is written or read next. (WO) */
#define TREETAP_CODEMAP_PLACE                 0x018u
#define TREETAP_CODEMAP_PLACE__PLACE_LSB      0u
#define TREETAP_CODEMAP_PLACE__PLACE_MASK     0x00003fffu

/* An entry, then on to the next one; refused while CTRL.LINES_EN is 1. (WO) */
#define TREETAP_CODEMAP_WRITE                 0x01cu
#define TREETAP_CODEMAP_WRITE__WRITE_LSB      0u
#define TREETAP_CODEMAP_WRITE__WRITE_MASK     0x0000ffffu

/* An entry, then on to the next one; refused while CTRL.LINES_EN is 1. (RO, takes) */
#define TREETAP_CODEMAP_READ                  0x020u
#define TREETAP_CODEMAP_READ__READ_LSB        0u
#define TREETAP_CODEMAP_READ__READ_MASK       0x0000ffffu

/* Word of ID */
#define TREETAP_CODEMAP_ID_WORD               0x4d415031u

#endif
