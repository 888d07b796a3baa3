// The bytes of input.S.
#ifndef TREETAP_INPUT_H
#define TREETAP_INPUT_H
extern const unsigned char input_start[], input_end[];
#endif
