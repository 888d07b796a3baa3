#include "demo.h"

#define MOST 1000
#define SMALL 12

static uint32_t numbers[MOST];

static void insertion_sort(uint32_t *first, uint32_t *last) {
    for (uint32_t *next = first + 1; next <= last; next++) {
        const uint32_t value = *next;
        uint32_t *hole = next;
        while (hole > first && hole[-1] > value) {
            *hole = hole[-1];
            hole--;
        }
        *hole = value;
    }
}

static inline void swap(uint32_t *a, uint32_t *b) {
    const uint32_t kept = *a;
    *a = *b;
    *b = kept;
}

static uint32_t *partition(uint32_t *first, uint32_t *last) {
    uint32_t *const middle = first + (last - first) / 2;
    const uint32_t pivot = *middle;
    swap(middle, last);
    uint32_t *edge = first;
    for (uint32_t *at = first; at < last; at++) {
        if (*at < pivot) {
            swap(at, edge++);
        }
    }
    swap(edge, last);
    return edge;
}

static void quick_sort(uint32_t *first, uint32_t *last) {
    while (last - first > SMALL) {
        uint32_t *const pivot = partition(first, last);
        quick_sort(first, pivot - 1);
        first = pivot + 1;
    }
    insertion_sort(first, last);
}

uint32_t sort_numbers(unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        numbers[i] = random_next();
    }
    quick_sort(numbers, numbers + count - 1);
    uint32_t sum = 0;
    for (unsigned i = 1; i < count; i++) {
        sum = (sum << 1 | sum >> 31) ^ numbers[i] ^ (numbers[i - 1] > numbers[i]);
    }
    return sum;
}
