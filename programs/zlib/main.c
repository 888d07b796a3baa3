// Compresses a text with zlib and decompresses it again.
#include "input.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

int main(void) {
    const uLong count = (uLong)(input_end - input_start);
    uLong packed_count = compressBound(count), unpacked_count = count;
    unsigned char *const packed = malloc(packed_count);
    unsigned char *const unpacked = malloc(count);
    const int pack = compress2(packed, &packed_count, input_start, count, 9);
    const int unpack = uncompress(unpacked, &unpacked_count, packed, packed_count);
    const int same = unpacked_count == count && memcmp(unpacked, input_start, count) == 0;
    printf("zlib %lu to %lu bytes (%d), back (%d), crc %08lx, %s\n", count, packed_count, pack, unpack,
           crc32(0, unpacked, (unsigned)unpacked_count), same ? "same" : "different");
    return pack || unpack || !same;
}
