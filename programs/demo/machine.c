#include "demo.h"

enum Op { PUSH, LOAD, STORE, ADD, LESS, REMAINDER, JUMP, JUMP_IF_ZERO, END };

enum Variable { LIMIT, COUNT, NUMBER, DIVISOR, VARIABLES };

// Counts the primes below the limit by trial division. An operation is followed by its operand, where it has one.
static const uint8_t program[] = {
    PUSH, 2, STORE, NUMBER,                                       //  0
    LOAD, NUMBER, LOAD, LIMIT, LESS, JUMP_IF_ZERO, 54,            //  4: while number < limit
    PUSH, 2, STORE, DIVISOR,                                      // 11
    LOAD, DIVISOR, LOAD, NUMBER, LESS, JUMP_IF_ZERO, 38,          // 15: while divisor < number
    LOAD, NUMBER, LOAD, DIVISOR, REMAINDER, JUMP_IF_ZERO, 45,     // 22: it divides: no prime
    LOAD, DIVISOR, PUSH, 1, ADD, STORE, DIVISOR, JUMP, 15,        // 29
    LOAD, COUNT, PUSH, 1, ADD, STORE, COUNT,                      // 38: a prime
    LOAD, NUMBER, PUSH, 1, ADD, STORE, NUMBER, JUMP, 4,           // 45: the next number
    END,                                                          // 54
};

uint32_t interpret(unsigned limit) {
    uint32_t variables[VARIABLES] = {[LIMIT] = limit};
    uint32_t stack[8];
    uint32_t *top = stack; // the next free place
    const uint8_t *next = program;
    for (;;) {
        switch ((enum Op)*next++) {
        case PUSH:
            *top++ = *next++;
            break;
        case LOAD:
            *top++ = variables[*next++];
            break;
        case STORE:
            variables[*next++] = *--top;
            break;
        case ADD:
            top--;
            top[-1] += *top;
            break;
        case LESS:
            top--;
            top[-1] = top[-1] < *top;
            break;
        case REMAINDER:
            top--;
            top[-1] %= *top;
            break;
        case JUMP:
            next = program + *next;
            break;
        case JUMP_IF_ZERO:
            next = *--top == 0 ? program + *next : next + 1;
            break;
        case END:
            return variables[COUNT];
        }
    }
}
