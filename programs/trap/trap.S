// Every way in and out of a trap that the cores have, for Ibex and SERV. The exit code counts: exceptions, and interrupts times 256.
//
// Registers t3 to t6 and s2 to s5 belong to the handler.
#include "machine.h"
    .option arch, +zicsr
    .option norvc
    .globl _start
_start:
    // s0 points at data; the handler's counts are zero.
    la s0, data
    li s2, 0
    li s3, 0
    la t0, vectors
    csrw mtvec, t0

after_reset:
    nop
    ecall                       // exception after an ordinary instruction
    nop
    j taken                     // exception at the target of a taken branch
    nop
taken:
    ecall
    lw a0, 0(s0)                // exception after a load, and one after another
    ecall
    ecall
    beq a0, a0, over            // a breakpoint that is jumped over, and one that is not
    ebreak
over:
    ebreak
misaligned:
    lw a1, 1(s0)                // Ibex loads in two accesses, SERV traps
    sw a0, 6(s0)
    lh a2, 3(s0)

    // Interrupts while a loop runs: whatever instruction they hit.
    li t0, 1 << 7
    csrs mie, t0
    csrsi mstatus, 8
    li t1, ROUNDS
loop:
    lw t2, 0(s0)
    add t2, t2, t1
    sw t2, 8(s0)
    addi t1, t1, -1
    bnez t1, loop
    csrci mstatus, 8

#ifdef __riscv_compressed
    // Only where the C extension is, which means Ibex: compressed instructions that trap, and illegal ones.
    .option rvc
    c.nop
    c.ebreak
    c.nop
    c.li a0, 3
    c.nop
    .option norvc
    ecall                       // a long instruction at an address that is no multiple of 4
    .option rvc
    c.nop
illegal:
    .2byte 0x0000               // defined to be illegal
    .2byte 0x9c41               // reserved
    c.nop
    .option norvc
    .4byte 0xffffffff
    .4byte 0x0000000b           // custom-0, which nobody has
    csrr a0, 0x5c0              // no such register
#endif
end:
    slli s3, s3, 8
    or a0, s2, s3
    li t0, MACHINE_EXIT
    sw a0, 0(t0)
1:  j 1b

    .section .vectors, "ax"
    .balign 256
vectors:
    .rept 32
    j handler                   // Ibex jumps to one of these, SERV to the first
    .endr
handler:
    csrr t3, mcause
    bltz t3, interrupt
    addi s2, s2, 1
    csrr t4, mepc
    // After the instruction, which is a short one unless its low bits are 11.
    lhu t5, 0(t4)
    andi t5, t5, 3
    addi t4, t4, 2
    addi t5, t5, -3
    bnez t5, 2f
    addi t4, t4, 2
2:  csrw mepc, t4
    mret
interrupt:
    addi s3, s3, 1
    li t4, MACHINE_TIMER
    sw zero, 0(t4)
    mret

    .section .data
    .balign 16
data:
    .4byte 0x11223344, 0x55667788, 0, 0
