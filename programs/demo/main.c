#include "demo.h"
#include <stdio.h>

static uint32_t state = 2463534242u;

uint32_t random_next(void) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

int main(void) {
    const uint32_t sorted = sort_numbers(1000);
    const uint32_t product = multiply_matrices(16);
    const uint32_t words = hash_words(50);
    const uint32_t primes = interpret(160);
    const uint32_t sum = sorted ^ product ^ words ^ primes;
    printf("sort %08lx matrix %08lx words %08lx primes %lu\n", (unsigned long)sorted, (unsigned long)product,
           (unsigned long)words, (unsigned long)primes);
    printf("checksum %08lx\n", (unsigned long)sum);
    return 0;
}
