// Compresses a text with bzip2 and decompresses it again.
#include "input.h"
#include <bzlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void bz_internal_error(int code) {
    printf("bzip2: internal error %d\n", code);
    _Exit(3);
}

int main(void) {
    const unsigned count = (unsigned)(input_end - input_start);
    unsigned packed_count = count + count / 100 + 600, unpacked_count = count;
    char *const packed = malloc(packed_count);
    char *const unpacked = malloc(count);
    const int pack = BZ2_bzBuffToBuffCompress(packed, &packed_count, (char *)input_start, count, 1, 0, 0);
    const int unpack = BZ2_bzBuffToBuffDecompress(unpacked, &unpacked_count, packed, packed_count, 0, 0);
    const int same = unpacked_count == count && memcmp(unpacked, input_start, count) == 0;
    printf("bzip2 %u to %u bytes (%d), back (%d), %s\n", count, packed_count, pack, unpack, same ? "same" : "different");
    return pack || unpack || !same;
}
