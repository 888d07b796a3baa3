#include "demo.h"

#define MOST 16

typedef int32_t Matrix[MOST][MOST];

static Matrix left, right, product;

static int32_t dot(const Matrix a, const Matrix b, unsigned row, unsigned column, unsigned n) {
    int32_t sum = 0;
    for (unsigned k = 0; k < n; k++) {
        sum += a[row][k] * b[k][column];
    }
    return sum;
}

uint32_t multiply_matrices(unsigned n) {
    for (unsigned row = 0; row < n; row++) {
        for (unsigned column = 0; column < n; column++) {
            left[row][column] = (int32_t)(random_next() & 0xff);
            right[row][column] = (int32_t)(row == column) + (int32_t)(random_next() & 3);
        }
    }
    uint32_t trace = 0;
    for (unsigned row = 0; row < n; row++) {
        for (unsigned column = 0; column < n; column++) {
            product[row][column] = dot(left, right, row, column, n);
        }
        trace = trace * 31 + (uint32_t)product[row][row];
    }
    return trace;
}
