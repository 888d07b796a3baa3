/* Registers of a co-processor beside a core, around the co-processor itself, as byte offsets from its base. docs/reference/coproc_profiler-registers.md says what they mean.
 * Made by 'make rtl' from the table of registers (src/spec/coproc_profiler.rs); never edited. */
#ifndef TREETAP_COPROC_PROFILER_H
#define TREETAP_COPROC_PROFILER_H

/* Says that this is a co-processor after a tap. (RO) */
#define TREETAP_COPROC_PROFILER_ID            0x3000u

/* Switches. (RW) */
#define TREETAP_COPROC_PROFILER_CTRL          0x3004u
#define TREETAP_COPROC_PROFILER_CTRL__BUS_ERROR_LSB 0u
#define TREETAP_COPROC_PROFILER_CTRL__BUS_ERROR_MASK 0x00000001u

/* What has happened. (RW) */
#define TREETAP_COPROC_PROFILER_STATUS        0x3008u
#define TREETAP_COPROC_PROFILER_STATUS__REFUSED_LSB 0u
#define TREETAP_COPROC_PROFILER_STATUS__REFUSED_MASK 0x00000001u

/* Commands. (WO) */
#define TREETAP_COPROC_PROFILER_COMMAND       0x300cu
#define TREETAP_COPROC_PROFILER_COMMAND__FLUSH_LSB 0u
#define TREETAP_COPROC_PROFILER_COMMAND__FLUSH_MASK 0x00000001u

/* What the tap makes of the core's memory ports. (RW) */
#define TREETAP_COPROC_PROFILER_TAP           0x3010u
#define TREETAP_COPROC_PROFILER_TAP__ADDR_SRC_LSB 0u
#define TREETAP_COPROC_PROFILER_TAP__ADDR_SRC_MASK 0x00000003u
#define TREETAP_COPROC_PROFILER_TAP__MDATA_OK_LSB 2u
#define TREETAP_COPROC_PROFILER_TAP__MDATA_OK_MASK 0x00000004u

/* Size of this build, besides that of the co-processor. (RO) */
#define TREETAP_COPROC_PROFILER_LANES         0x3014u
#define TREETAP_COPROC_PROFILER_LANES__LANES_LSB 0u
#define TREETAP_COPROC_PROFILER_LANES__LANES_MASK 0x00000007u

/* Word of ID */
#define TREETAP_COPROC_PROFILER_ID_WORD       0x434f5031u

#endif
