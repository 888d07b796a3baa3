// Every compressed instruction of RV32C, and long instructions at addresses that are no multiple of 4, for PicoRV32 and Ibex.
#include "machine.h"
    .globl _start
_start:
    la sp, stack
    la s0, data
    li s1, 5
    li a0, 0x1234
round:
    .option norvc
    add a1, a0, s1              // long, at a multiple of 4 in the first round only by chance
    .option rvc
    c.addi4spn a2, sp, 16
    c.lw a3, 4(s0)
    c.sw a3, 12(s0)
    c.lw a4, 124(s0)
    c.nop
    c.addi a0, -3
    c.jal callee
    c.li a5, -32
    c.addi16sp sp, -64
    c.addi16sp sp, 64
    c.lui a5, 0xfffff
    c.srli a5, 3
    c.srai a5, 31
    c.andi a5, 21
    c.sub a5, a0
    c.xor a5, a1
    c.or a5, a2
    c.and a5, a3
    c.slli a5, 7
    c.swsp a5, 252(sp)
    c.lwsp t0, 252(sp)
    c.mv t1, t0
    c.add t1, a0
    .option norvc
    lw t2, 0(s0)                // long, after an odd number of short ones
    .option rvc
    la t0, callee
    c.jalr t0
    c.beqz s1, never
    c.addi s1, -1
    c.bnez s1, next
    c.j end
never:
    c.nop
next:
    c.j round
callee:
    c.addi a0, 1
    c.jr ra
end:
    .option norvc
    li t0, MACHINE_EXIT
    sw zero, 0(t0)
1:  j 1b

    .section .data
    .balign 16
data:
    .rept 32
    .4byte 0x80402010 + (. - data) * 0x01010101
    .endr
stack:
    .space 320
