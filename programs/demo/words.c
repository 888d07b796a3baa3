#include "demo.h"
#include <string.h>

#define BUCKETS 64
#define WORDS 96

static const char text[] =
    "a range is split where events fall and merged where they no longer do so that a small table sees hot code and hot values "
    "as fine as single addresses and what is cold as wide as half of memory no event is lost and every count has a bound that "
    "the table itself can tell while the processor runs at full speed and knows nothing of it";

struct Word {
    const char *start;
    unsigned length;
    unsigned count;
    struct Word *next;
};

static struct Word pool[WORDS];
static struct Word *table[BUCKETS];
static unsigned used;

static uint32_t hash(const char *start, unsigned length) {
    uint32_t value = 2166136261u;
    for (unsigned i = 0; i < length; i++) {
        value ^= (unsigned char)start[i];
        value += (value << 1) + (value << 4) + (value << 7) + (value << 8) + (value << 24);
    }
    return value;
}

static struct Word *find(const char *start, unsigned length) {
    struct Word **const bucket = &table[hash(start, length) % BUCKETS];
    for (struct Word *word = *bucket; word; word = word->next) {
        if (word->length == length && memcmp(word->start, start, length) == 0) {
            return word;
        }
    }
    struct Word *const word = &pool[used++];
    *word = (struct Word){start, length, 0, *bucket};
    *bucket = word;
    return word;
}

static void count_words(void) {
    const char *start = text;
    for (const char *at = text;; at++) {
        if (*at == ' ' || *at == '\0') {
            find(start, (unsigned)(at - start))->count++;
            start = at + 1;
        }
        if (*at == '\0') {
            return;
        }
    }
}

uint32_t hash_words(unsigned rounds) {
    for (unsigned i = 0; i < rounds; i++) {
        count_words();
    }
    uint32_t sum = used;
    for (unsigned i = 0; i < used; i++) {
        sum = (sum << 5) + sum + pool[i].count;
    }
    return sum;
}
