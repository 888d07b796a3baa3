// The file INPUT as bytes between input_start and input_end.
    .section .rodata
    .globl input_start, input_end
    .balign 4
input_start:
    .incbin INPUT
input_end:
    .byte 0
