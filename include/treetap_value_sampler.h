/* Registers of a value sampler around its hotlist, as byte offsets from its base. docs/reference/value_sampler-registers.md says what they mean.
 * Made by 'make rtl' from the table of registers (src/spec/value_sampler.rs); never edited. */
#ifndef TREETAP_VALUE_SAMPLER_H
#define TREETAP_VALUE_SAMPLER_H

/* Says that this is a hotlist sampler after a tap. (RO) */
#define TREETAP_VALUE_SAMPLER_ID              0x800u

/* Switches. (RW) */
#define TREETAP_VALUE_SAMPLER_CTRL            0x804u
#define TREETAP_VALUE_SAMPLER_CTRL__BUS_ERROR_LSB 0u
#define TREETAP_VALUE_SAMPLER_CTRL__BUS_ERROR_MASK 0x00000001u

/* What has happened. (RW) */
#define TREETAP_VALUE_SAMPLER_STATUS          0x808u
#define TREETAP_VALUE_SAMPLER_STATUS__REFUSED_LSB 0u
#define TREETAP_VALUE_SAMPLER_STATUS__REFUSED_MASK 0x00000001u

/* Commands. (WO) */
#define TREETAP_VALUE_SAMPLER_COMMAND         0x80cu
#define TREETAP_VALUE_SAMPLER_COMMAND__FLUSH_LSB 0u
#define TREETAP_VALUE_SAMPLER_COMMAND__FLUSH_MASK 0x00000001u

/* What the tap makes of the core's memory ports. (RW) */
#define TREETAP_VALUE_SAMPLER_TAP             0x810u
#define TREETAP_VALUE_SAMPLER_TAP__ADDR_SRC_LSB 0u
#define TREETAP_VALUE_SAMPLER_TAP__ADDR_SRC_MASK 0x00000003u
#define TREETAP_VALUE_SAMPLER_TAP__MDATA_OK_LSB 2u
#define TREETAP_VALUE_SAMPLER_TAP__MDATA_OK_MASK 0x00000004u

/* Word of ID */
#define TREETAP_VALUE_SAMPLER_ID_WORD         0x56414c31u

#endif
