/* A program with a hot loop, an inlined function, a recursive one and data: its names are looked up by tests/analysis/names.rs. */
typedef unsigned int u32;
typedef unsigned char u8;

u32 table[256];
u8 buffer[2048];
static int numbers[120];
volatile u32 result;

static inline u32 step(u32 crc, u8 byte) {
    return table[(crc ^ byte) & 255] ^ (crc >> 8);
}

__attribute__((noinline)) u32 crc32(const u8 *at, u32 length) {
    u32 crc = ~0u;
    while (length--)
        crc = step(crc, *at++);
    return ~crc;
}

__attribute__((noinline)) void make_table(void) {
    for (u32 i = 0; i < 256; i++) {
        u32 c = i;
        for (int bit = 0; bit < 8; bit++)
            c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
        table[i] = c;
    }
}

__attribute__((noinline)) void sort(int *a, int n) {
    for (int i = 1; i < n; i++) {
        int x = a[i], j = i;
        for (; j && a[j - 1] > x; j--)
            a[j] = a[j - 1];
        a[j] = x;
    }
}

__attribute__((noinline)) u32 fib(u32 n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

int main(void) {
    u32 x = 1, sum = fib(12);
    make_table();
    for (int round = 0; round < 3; round++) {
        for (u32 i = 0; i < sizeof buffer; i++)
            buffer[i] = (x = x * 1664525u + 1013904223u) >> 24;
        for (u32 i = 0; i < 120; i++)
            numbers[i] = (int)(x = x * 1664525u + 1013904223u) >> 8;
        sum ^= crc32(buffer, sizeof buffer);
        sort(numbers, 120);
    }
    result = sum + (u32)numbers[7];
    return 0;
}
