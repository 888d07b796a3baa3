// Handlers of the engine hps in mode decode (docs/reference/iss.md, I5): exact counts in tables in memory. T.INSN is in d1; registers of the program are
// saved in d2 to d6. The addresses are those of src/spec/hps/inline.rs.
    .option norvc
    .equ DPC, 0x7c1
    .equ D1, 0x7c9              // T.INSN
    .equ D2, 0x7ca              // t0
    .equ D3, 0x7cb              // t1
    .equ D4, 0x7cc              // t2
    .equ D5, 0x7cd              // t3
    .equ D6, 0x7ce              // t4
    .equ TABLES, 0x80700000
    .equ TABLE_BYTES, 0x40000
    .equ SLOT, 64

    .macro save
    csrw D2, t0
    csrw D3, t1
    csrw D4, t2
    csrw D5, t3
    .endm

// Counts T.PC in a table.
    .macro count_pc table
    save
    csrr t0, DPC
    li t1, 0
    lui t2, %hi(TABLES + \table * TABLE_BYTES)
    j count
    .endm

    .macro slot number
    .org \number * SLOT
    .endm

    .section .slots, "ax"
    slot 1                      // regions
    count_pc 0
    slot 2                      // methods
    j method
    slot 3                      // call pairs
    j pair
    slot 4                      // data references
    count_pc 3

    .section .text, "ax"
// A call counts for the procedure that it calls, a branch backward for its own address with 1 as the second key.
method:
    save
    csrr t3, D1
    andi t0, t3, 4
    beqz t0, loop               // a branch
    andi t0, t3, 8
    beqz t0, call               // JALR is a call here
    srli t0, t3, 7
    andi t0, t0, 0x1b
    addi t0, t0, -1
    bnez t0, loop               // JAL that links neither in x1 nor in x5
call:
    csrw D6, t4
    jal t4, target
    csrr t4, D6
    li t1, 0
    j 1f
loop:
    csrr t0, DPC
    li t1, 1
1:  lui t2, %hi(TABLES + TABLE_BYTES)
    j count

pair:
    save
    csrw D6, t4
    csrr t3, D1
    jal t4, target
    csrr t4, D6
    mv t1, t0
    csrr t0, DPC
    lui t2, %hi(TABLES + 2 * TABLE_BYTES)

// Adds one to the entry of keys t0 and t1 in the table at t2.
count:
    slli t3, t0, 17             // bits 14:1 of the key, times the 16 bytes of an entry
    srli t3, t3, 14
    add t2, t2, t3
probe:
    lw t3, 0(t2)
    bne t3, t0, other
    lw t3, 4(t2)
    bne t3, t1, next
    lw t3, 8(t2)
    addi t3, t3, 1
    sw t3, 8(t2)
leave:
    csrr t0, D2
    csrr t1, D3
    csrr t2, D4
    csrr t3, D5
    .4byte 0x0000100b           // DRET

other:
    beqz t3, new
next:
    addi t2, t2, 16
    slli t3, t2, 14             // after the last entry is the first one
    bnez t3, probe
    lui t3, %hi(TABLE_BYTES)
    sub t2, t2, t3
    j probe

// A free entry. One stays free, so that a search ends.
new:
    csrw D6, t4
    srli t3, t2, 18             // the table's number times 4
    andi t3, t3, 3
    slli t3, t3, 2
    lui t4, %hi(TABLES)
    add t3, t3, t4
    lw t4, -16(t3)              // entries in use
    addi t4, t4, 1
    sw t4, -16(t3)
    srli t4, t4, 14
    bnez t4, full
    sw t0, 0(t2)
    sw t1, 4(t2)
    li t3, 1
    sw t3, 8(t2)
    csrr t4, D6
    j leave
full:
    lw t4, -16(t3)
    addi t4, t4, -1
    sw t4, -16(t3)
    lw t4, -32(t3)              // events that found no room
    addi t4, t4, 1
    sw t4, -32(t3)
    csrr t4, D6
    j leave

// Where the call in t3 leads, in t0; t1 and t2 change. Returns to t4.
target:
    andi t0, t3, 8
    beqz t0, indirect
    csrr t1, DPC
    srai t0, t3, 11             // the offset of JAL: bit 20 and above
    lui t2, 0xfff00
    and t0, t0, t2
    add t0, t0, t1
    lui t2, 0xff                // 19:12
    and t2, t2, t3
    add t0, t0, t2
    srli t1, t3, 20
    andi t2, t1, 0x7fe          // 10:1
    add t0, t0, t2
    andi t1, t1, 1              // 11
    slli t1, t1, 11
    add t0, t0, t1
    jr t4

// JALR: the register's number chooses the instruction that reads it.
indirect:
    srli t0, t3, 12
    andi t0, t0, 0xf8
1:  auipc t1, %pcrel_hi(registers)
    add t0, t0, t1
    jr %pcrel_lo(1b)(t0)
read:
    srai t1, t3, 20
    add t0, t0, t1
    andi t0, t0, -2
    jr t4

    .macro from instruction:vararg
    \instruction
    j read
    .endm
registers:
    from li t0, 0
    .irp number, 1, 2, 3, 4
    from mv t0, x\number
    .endr
    from csrr t0, D2
    from csrr t0, D3
    from csrr t0, D4
    .irp number, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
    from mv t0, x\number
    .endr
    from csrr t0, D5
    from csrr t0, D6
    from mv t0, x30
    from mv t0, x31
