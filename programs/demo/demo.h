// A program with parts of different heat, for the demonstration and the tests: every part gives a checksum.
#ifndef DEMO_H
#define DEMO_H
#include <stdint.h>

uint32_t random_next(void);              // the same numbers in every run
uint32_t sort_numbers(unsigned count);   // sort.c: quick sort with insertion sort at the leaves
uint32_t multiply_matrices(unsigned n);  // matrix.c: products of small matrices
uint32_t hash_words(unsigned rounds);    // words.c: words of a text into a hash table
uint32_t interpret(unsigned limit);      // machine.c: a stack machine that looks for primes

#endif
