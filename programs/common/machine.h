// The machine of docs/reference/cores.md: devices at fixed addresses (src/spec/core.rs has them too).
#ifndef TREETAP_MACHINE_H
#define TREETAP_MACHINE_H
#define MACHINE_CONSOLE 0x10000000 // a byte written here is printed
#define MACHINE_EXIT 0x10000004    // a word written here ends the program
#define MACHINE_TIMER 0x10000008   // a word written here takes back the timer interrupt
#ifndef __ASSEMBLER__
#include <stdint.h>
#define DEVICE(address) (*(volatile uint32_t *)(address))
#endif
#endif
