/* Registers of a monitor around its engine, as byte offsets from its base. docs/reference/monitor-registers.md says what they mean.
 * Made by 'make rtl' from the table of registers (src/spec/monitor.rs); never edited. */
#ifndef TREETAP_MONITOR_H
#define TREETAP_MONITOR_H

/* Says that this is an engine for hybrid profiling support after a tap. (RO) */
#define TREETAP_MONITOR_ID                    0x8000u

/* Size of this build. (RO) */
#define TREETAP_MONITOR_BUILD                 0x8004u
#define TREETAP_MONITOR_BUILD__MAP_CODES_LSB  0u
#define TREETAP_MONITOR_BUILD__MAP_CODES_MASK 0x0001ffffu
#define TREETAP_MONITOR_BUILD__EVENTS_LSB     20u
#define TREETAP_MONITOR_BUILD__EVENTS_MASK    0xfff00000u

/* Switches. (RW) */
#define TREETAP_MONITOR_CTRL                  0x8008u
#define TREETAP_MONITOR_CTRL__HOLD_LSB        0u
#define TREETAP_MONITOR_CTRL__HOLD_MASK       0x00000001u
#define TREETAP_MONITOR_CTRL__STREAM_LSB      1u
#define TREETAP_MONITOR_CTRL__STREAM_MASK     0x00000002u
#define TREETAP_MONITOR_CTRL__BUS_ERROR_LSB   2u
#define TREETAP_MONITOR_CTRL__BUS_ERROR_MASK  0x00000004u

/* What has happened. (RW) */
#define TREETAP_MONITOR_STATUS                0x800cu
#define TREETAP_MONITOR_STATUS__CLEARING_LSB  0u
#define TREETAP_MONITOR_STATUS__CLEARING_MASK 0x00000001u
#define TREETAP_MONITOR_STATUS__REFUSED_LSB   1u
#define TREETAP_MONITOR_STATUS__REFUSED_MASK  0x00000002u

/* Commands. (WO) */
#define TREETAP_MONITOR_COMMAND               0x8010u
#define TREETAP_MONITOR_COMMAND__FLUSH_LSB    0u
#define TREETAP_MONITOR_COMMAND__FLUSH_MASK   0x00000001u

/* What the tap makes of the core's memory ports. (RW) */
#define TREETAP_MONITOR_TAP                   0x8014u
#define TREETAP_MONITOR_TAP__ADDR_SRC_LSB     0u
#define TREETAP_MONITOR_TAP__ADDR_SRC_MASK    0x00000003u

/* The map of checks. (RW) */
#define TREETAP_MONITOR_MAP_CTRL              0x8018u
#define TREETAP_MONITOR_MAP_CTRL__MAP_EN_LSB  0u
#define TREETAP_MONITOR_MAP_CTRL__MAP_EN_MASK 0x00000001u

/* First instruction that the map of checks has a code for. (RW) */
#define TREETAP_MONITOR_MAP_BASE              0x801cu
#define TREETAP_MONITOR_MAP_BASE__MAP_BASE_LSB 1u
#define TREETAP_MONITOR_MAP_BASE__MAP_BASE_MASK 0xfffffffeu

/* Which word of the map of checks is written next. (WO) */
#define TREETAP_MONITOR_MAP_WADDR             0x8020u
#define TREETAP_MONITOR_MAP_WADDR__MAP_WADDR_LSB 0u
#define TREETAP_MONITOR_MAP_WADDR__MAP_WADDR_MASK 0x00000fffu

/* A word of the map of checks, then on to the next one; refused while MAP_CTRL.MAP_EN or STATUS.CLEARING is 1. (WO) */
#define TREETAP_MONITOR_MAP_WDATA             0x8024u

/* Events in the memory. (RO) */
#define TREETAP_MONITOR_WAITING               0x8028u
#define TREETAP_MONITOR_WAITING__WAITING_LSB  0u
#define TREETAP_MONITOR_WAITING__WAITING_MASK 0x00000fffu

/* When the interrupt is asked for. (RW) */
#define TREETAP_MONITOR_IRQ_AT                0x802cu
#define TREETAP_MONITOR_IRQ_AT__IRQ_AT_LSB    0u
#define TREETAP_MONITOR_IRQ_AT__IRQ_AT_MASK   0x00000fffu

/* Retirements that found the engine `serial` or `pipelined` busy and no place to wait, so that their instructions were lost. (RO) */
#define TREETAP_MONITOR_LOST                  0x8030u
#define TREETAP_MONITOR_LOST__LOST_LSB        0u
#define TREETAP_MONITOR_LOST__LOST_MASK       0x0000ffffu

/* The oldest event, word by word. Reading the last word takes it; without an event, and while events leave on the stream, reading is refused. (RO, takes) */
#define TREETAP_MONITOR_EVENT                 0x8040u
#define TREETAP_MONITOR_EVENT_WORDS           6u

/* Word of ID */
#define TREETAP_MONITOR_ID_WORD               0x4d4f4e31u

#endif
