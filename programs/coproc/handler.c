// The host of value profiling (handler.h). It does what src/host/coproc does, access by access: a test compares them.
#include "handler.h"
#include "treetap_coproc.h"

#define FIELD(field, word) (((word) & TREETAP_COPROC_##field##_MASK) >> TREETAP_COPROC_##field##_LSB)
#define AT(field, value) ((uint32_t)(value) << TREETAP_COPROC_##field##_LSB)

// Codes of STATUS.STATE, and the cause of an interrupt for thrashing.
enum { IDLE, RUN, INTERRUPT, ERROR };
enum { THRASH = 1 };
// Words of COUNTS.
enum { RETIRED = 0, REJ_PC1 = 3, REJ_PC2 = 4, CAND = 6, POPPED = 10 };
// How often it is looked whether a command is done.
enum { POLLS = 100000 };

// D.2: hits and misses from which on a high share of hits counts, samples from which on a low one does; samples from
// which on a copy counts, and how many of these are enough. The shares are 19 of 20 and 1 of 20.
enum { HIGH_SAMPLES = 32, LOW_SAMPLES = 64, SHARES = 20, COPY_SAMPLES = 16, COPIES = 4 };
// D.3: replacements in so many of 16 samples cut in four.
enum { MUCH_THRASH = 16, OF_THRASH = 3, F1_BITS = 8, SELECTS = 4 };

// The head of an image, in words (C.5).
enum { PARAMS = 2, RECFMT = 3, CLASS_EN = 4, WORDS = 5, BASES, CONSTANTS, INDICES, TARGETS, NAMES, HEAD };
enum { UC_WORDS = TREETAP_COPROC_UC_WORDS / 2 };

static uint32_t get(struct treetap_host *host, uint32_t offset, uint32_t at) { return host->device[offset / 4 + at]; }

static void put(struct treetap_host *host, uint32_t offset, uint32_t at, uint32_t value) {
    host->device[offset / 4 + at] = value;
}

static uint32_t status(struct treetap_host *host) { return get(host, TREETAP_COPROC_STATUS, 0); }

// Gives a command, and waits while an array is cleared, or until the machine has stopped.
static void command(struct treetap_host *host, uint32_t op) {
    put(host, TREETAP_COPROC_CMD, 0, AT(CMD__OP, op));
    for (uint32_t i = 0; i < POLLS; i++) {
        uint32_t now = status(host);
        int runs = FIELD(STATUS__STATE, now) == RUN && op == TREETAP_COPROC_CMD_STOP;
        if (!FIELD(STATUS__BUSY, now) && !runs) return;
    }
    host->declined = 1;
}

static void filter(struct treetap_host *host, int on) {
    put(host, TREETAP_COPROC_CTRL, 0,
        AT(CTRL__FEN, on) | AT(CTRL__LOSSLESS, on && host->policy.lossless) | AT(CTRL__FREEZE, 1));
}

static struct treetap_counted counted(struct treetap_host *host) {
    struct treetap_counted now;
    now.rejected = get(host, TREETAP_COPROC_COUNTS, REJ_PC1);
    now.rejected += get(host, TREETAP_COPROC_COUNTS, REJ_PC2);
    now.popped = get(host, TREETAP_COPROC_COUNTS, POPPED);
    now.candidates = get(host, TREETAP_COPROC_COUNTS, CAND);
    return now;
}

// What is to be told: `event`, unless an access was refused.
static enum treetap_event told(struct treetap_host *host, enum treetap_event event) {
    if (get(host, TREETAP_COPROC_HOSTVIOL, 0) != 0) host->declined = 1;
    if (!host->declined) return event;
    host->is_over = 1;
    host->over = host->retired;
    return TREETAP_DECLINED;
}

// Sets the first filter to the partition, and the co-processor going.
static void go(struct treetap_host *host) {
    const struct treetap_partition *part = &host->partition[host->current];
    put(host, TREETAP_COPROC_F1CFG, 0,
        AT(F1CFG__F1_HSEL, host->select) | AT(F1CFG__F1_MASK, part->mask) | AT(F1CFG__F1_MATCH, part->match));
    host->since = host->retired;
    host->before = counted(host);
    command(host, TREETAP_COPROC_CMD_RUN);
}

// Lets the co-processor begin anew (D.1).
static void rearm(struct treetap_host *host) {
    command(host, TREETAP_COPROC_CMD_FLUSH);
    command(host, TREETAP_COPROC_CMD_INVALIDATE_ALL);
    command(host, TREETAP_COPROC_CMD_CLEAR_ALL);
    for (int i = 0; i < TREETAP_REARMED; i++) put(host, TREETAP_COPROC_X, host->rearm[i].at, host->rearm[i].first);
    host->rearmed++;
    go(host);
}

static void one_partition(struct treetap_host *host) {
    host->partitions = 1;
    host->current = 0;
    host->partition[0] = (struct treetap_partition){0, 0, 0};
}

static void rotate(struct treetap_host *host) {
    host->current++;
    if (host->current == host->partitions) host->current = 0;
}

// Cuts the current partition after the program thrashed on so many samples (D.3).
static void cut(struct treetap_host *host, uint32_t samples) {
    struct treetap_partition whole = host->partition[host->current];
    int known = 0;
    while (known < F1_BITS && whole.mask >> known & 1) known++;
    int more = (uint64_t)samples * OF_THRASH <= (uint64_t)host->entries * MUCH_THRASH ? 2 : 1;
    if (more > F1_BITS - known) more = F1_BITS - known;
    if (more == 0) {
        rotate(host);
        return;
    }
    int parts = 1 << more;
    for (int at = host->partitions - 1; at > host->current; at--) host->partition[at + parts - 1] = host->partition[at];
    host->partitions += parts - 1;
    for (int high = 0; high < parts; high++) {
        struct treetap_partition *part = &host->partition[host->current + high];
        part->mask = 0xff >> (F1_BITS - known - more);
        part->match = whole.match | high << known;
        part->quiet = 0;
    }
}

static int all_quiet(const struct treetap_host *host) {
    for (int at = 0; at < host->partitions; at++)
        if (!host->partition[at].quiet) return 0;
    return 1;
}

// What is known of a load, a new one if nothing is; null without room.
static struct treetap_load *load_of(struct treetap_host *host, uint32_t pct) {
    uint32_t last = host->loads_max - 1, at = (pct ^ pct >> 7 ^ pct >> 14) & last;
    for (uint32_t tried = 0; tried <= last; tried++, at = (at + 1) & last) {
        struct treetap_load *load = &host->loads[at];
        if (load->round != host->round) {
            *load = (struct treetap_load){pct, host->round, 0, TREETAP_KNOWN_LITTLE};
            return load;
        }
        if (load->pct == pct) return load;
    }
    host->lost++;
    return 0;
}

// A slot was copied: why its load is to be left out from now on, if it is (D.2).
static enum treetap_reason reason_of(struct treetap_host *host, uint32_t pct, uint32_t counts) {
    uint32_t hit = counts & 0xff, missed = counts >> 8 & 0xff, total = counts >> 16, both = hit + missed;
    struct treetap_load *load = load_of(host, pct);
    uint32_t copies = total >= COPY_SAMPLES;
    if (load) {
        if (copies && load->copies < 0xff) load->copies++;
        copies = load->copies;
    }
    enum treetap_reason reason = TREETAP_KNOWN_LITTLE;
    if (both >= HIGH_SAMPLES && SHARES * hit >= (SHARES - 1) * both) {
        reason = TREETAP_INVARIANT;
    } else if (total >= LOW_SAMPLES && SHARES * hit <= total) {
        reason = TREETAP_VARIANT;
    } else if (copies >= COPIES) {
        reason = TREETAP_SAMPLED;
    }
    if (load && reason != TREETAP_KNOWN_LITTLE) load->reason = reason;
    return reason;
}

// Takes what is in the slots, and leaves out the loads of which enough is known.
static void copy(struct treetap_host *host) {
    volatile const uint32_t *memory = host->device + TREETAP_COPROC_DM / 4;
    for (uint32_t at = 0; at < host->entries; at++) {
        uint32_t counts = memory[2 * at + 1];
        // A slot without a total is free.
        if (counts >> 16 == 0) continue;
        uint32_t active = memory[2 * at], pct = get(host, TREETAP_COPROC_KEY, at);
        if (host->copied < host->records_max) {
            host->records[host->copied++] = (struct treetap_record){pct, active, counts};
        } else {
            host->lost++;
        }
        if (reason_of(host, pct, counts) != TREETAP_KNOWN_LITTLE) put(host, TREETAP_COPROC_SETIGN, 0, pct);
    }
}

// Samples everything again, under other hashes (D.6).
static void resample(struct treetap_host *host) {
    host->resampled++;
    host->renewed = host->retired;
    host->round++;
    host->select = (host->select + 1) % SELECTS;
    one_partition(host);
    for (uint32_t at = 0; at < TREETAP_COPROC_IGN_WORDS; at++) put(host, TREETAP_COPROC_IGN, at, 0);
    put(host, TREETAP_COPROC_F2CFG, 0, AT(F2CFG__F2_HSEL, host->select));
}

static int is_due(const struct treetap_host *host) {
    return host->policy.renew > 0 && host->retired - host->renewed >= host->policy.renew;
}

static enum treetap_event fail(struct treetap_host *host, uint32_t now) {
    host->failure.code = FIELD(STATUS__ERR, now);
    host->failure.word = FIELD(STATUS__UPC, now) | FIELD(STATUS__OFF_END, now) << 6;
    return TREETAP_FAILED;
}

// The co-processor has stopped, by itself or by the timer.
static enum treetap_event interrupted(struct treetap_host *host) {
    uint32_t now = status(host), state = FIELD(STATUS__STATE, now);
    struct treetap_counted total = counted(host);
    uint32_t candidates = total.candidates - host->before.candidates;
    host->interrupts++;
    // An interval without a load says nothing of the loads that are left.
    host->partition[host->current].quiet = candidates == 0 && total.rejected != host->before.rejected;
    enum treetap_event event = TREETAP_COPIED;
    if (state == ERROR) {
        event = fail(host, now);
    } else if (state == INTERRUPT && FIELD(STATUS__CAUSE, now) == THRASH) {
        host->thrashed++;
        cut(host, total.popped - host->before.popped);
        event = TREETAP_THRASHED;
    } else {
        host->timed += state == IDLE;
        copy(host);
        if (state == IDLE && all_quiet(host) && !is_due(host)) event = TREETAP_COMPLETE;
    }
    if (event == TREETAP_FAILED || event == TREETAP_COMPLETE) {
        host->is_over = 1;
        host->over = host->retired;
        host->is_complete = event == TREETAP_COMPLETE;
        filter(host, 0);
    } else {
        if (event == TREETAP_COPIED) rotate(host);
        int every = host->policy.resample > 0 && host->interrupts % host->policy.resample == 0;
        if (every || is_due(host)) resample(host);
        rearm(host);
    }
    return told(host, event);
}

enum treetap_event treetap_host_poll(struct treetap_host *host) {
    host->retired = get(host, TREETAP_COPROC_COUNTS, RETIRED);
    if (host->is_over) {
        if (!host->is_complete || !is_due(host)) return TREETAP_NOTHING;
        // It begins anew.
        host->is_over = host->is_complete = 0;
        resample(host);
        filter(host, 1);
        rearm(host);
        return told(host, TREETAP_NOTHING);
    }
    if (FIELD(STATUS__STATE, status(host)) == RUN) {
        if (host->retired - host->since < host->policy.timer && !is_due(host)) return TREETAP_NOTHING;
        command(host, TREETAP_COPROC_CMD_STOP);
    }
    return interrupted(host);
}

enum treetap_event treetap_host_finish(struct treetap_host *host) {
    if (host->is_over) return TREETAP_NOTHING;
    command(host, TREETAP_COPROC_CMD_STOP);
    uint32_t now = status(host), state = FIELD(STATUS__STATE, now);
    int thrashes = state == INTERRUPT && FIELD(STATUS__CAUSE, now) == THRASH;
    if (state != ERROR && !thrashes) copy(host);
    host->interrupts++;
    host->is_over = 1;
    host->over = host->retired;
    filter(host, 0);
    return told(host, TREETAP_NOTHING);
}

// The number of the index with a name among the names of an image, one a line; -1 if there is none.
static int index_named(const uint32_t *image, const char *names, const char *name) {
    uint32_t line = 0, first = image[BASES] + image[CONSTANTS], end = first + image[INDICES];
    const char *last = names + image[NAMES];
    while (names < last && line < end) {
        const char *wanted = name;
        while (names < last && *names != '\n' && *names == *wanted) names++, wanted++;
        if (names < last && *names == '\n' && *wanted == 0 && line >= first) return line - first;
        while (names < last && *names != '\n') names++;
        names++;
        line++;
    }
    return -1;
}

// Writes an image into a machine that was reset.
static void load(struct treetap_host *host, const uint32_t *image) {
    const uint32_t *from = image + HEAD;
    for (uint32_t at = 0; at < 2 * UC_WORDS; at++)
        put(host, TREETAP_COPROC_UC, at, at < 2 * image[WORDS] ? *from++ : 0);
    for (uint32_t at = 0; at < image[BASES]; at++) put(host, TREETAP_COPROC_B, at, *from++);
    for (uint32_t at = 0; at < image[CONSTANTS]; at++, from += 2) put(host, TREETAP_COPROC_K, 2 * at, *from);
    for (uint32_t at = 0; at < image[INDICES]; at++, from++) {
        put(host, TREETAP_COPROC_XW, at, *from & 0xffff);
        put(host, TREETAP_COPROC_X, at, *from >> 16);
    }
    for (uint32_t at = 0; at < image[TARGETS]; at++) put(host, TREETAP_COPROC_T, at, *from++);
    for (uint32_t at = 0; at < TREETAP_COPROC_SPC_WORDS; at++) put(host, TREETAP_COPROC_SPC, at, *from++);
    put(host, TREETAP_COPROC_RECFMT, 0, image[RECFMT]);
    put(host, TREETAP_COPROC_CLASS_EN, 0, image[CLASS_EN]);
}

enum treetap_event treetap_host_start(struct treetap_host *host, const uint32_t *image) {
    static const char *const rearmed[TREETAP_REARMED] = {"RSLOT", "FAILED", "DROPPED"};
    const uint32_t *indices = image + HEAD + 2 * image[WORDS] + image[BASES] + 2 * image[CONSTANTS];
    const char *names = (const char *)(indices + image[INDICES] + image[TARGETS] + TREETAP_COPROC_SPC_WORDS);
    host->round = 1;
    one_partition(host);
    host->is_over = 1;
    if (get(host, TREETAP_COPROC_ID, 0) != TREETAP_COPROC_ID_WORD) return TREETAP_DECLINED;
    uint32_t params = get(host, TREETAP_COPROC_PARAMS, 0);
    // Values of 64 bits are not for this host.
    if (params != image[PARAMS] || FIELD(PARAMS__VW64, params)) return TREETAP_DECLINED;
    host->entries = 1u << FIELD(PARAMS__LG, params);
    for (int i = 0; i < TREETAP_REARMED; i++) {
        int at = index_named(image, names, rearmed[i]);
        if (at < 0) return TREETAP_DECLINED;
        host->rearm[i].at = at;
        host->rearm[i].first = indices[at] >> 16;
    }
    command(host, TREETAP_COPROC_CMD_STOP);
    command(host, TREETAP_COPROC_CMD_FLUSH);
    command(host, TREETAP_COPROC_CMD_RESET);
    command(host, TREETAP_COPROC_CMD_INVALIDATE_ALL);
    command(host, TREETAP_COPROC_CMD_CLEAR_ALL);
    for (uint32_t at = 0; at < TREETAP_COPROC_IGN_WORDS; at++) put(host, TREETAP_COPROC_IGN, at, 0);
    load(host, image);
    if (told(host, TREETAP_NOTHING) != TREETAP_NOTHING) return TREETAP_DECLINED;
    filter(host, 1);
    go(host);
    host->is_over = 0;
    return told(host, TREETAP_NOTHING);
}
