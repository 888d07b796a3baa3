/* Uses every call of treetap_rap.h; prints the dump and returns 0 if all went as documented. */
#include "treetap_rap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int checks, failures;

static void check(int holds, const char *what, int line)
{
    checks++;
    if (!holds) {
        failures++;
        fprintf(stderr, "line %d: %s\n", line, what);
    }
}
#define CHECK(condition) check((condition), #condition, __LINE__)

int main(void)
{
    treetap_rap *rap = NULL;
    treetap_rap_options options;
    treetap_rap_stats stats;
    treetap_rap_range ranges[16];
    uint64_t points[3000], lo = 99, hi = 99, bad = UINT64_C(1) << 32;
    uint16_t weights[2] = {7, 0};
    size_t count, length = 0;
    char *text, small[8] = "abcdefg";
    int i;

    /* Nothing that is wrong gets through, and nothing happens. */
    CHECK(treetap_rap_init(NULL, 32, 64, NULL) == TREETAP_RAP_ERROR_NULL);
    CHECK(treetap_rap_init(&rap, 33, 64, NULL) == TREETAP_RAP_ERROR_CONFIG);
    CHECK(treetap_rap_init(&rap, 32, 17, NULL) == TREETAP_RAP_ERROR_CONFIG);
    CHECK(treetap_rap_init(&rap, 0, 0, NULL) == TREETAP_RAP_ERROR_CONFIG);
    CHECK(treetap_rap_init(&rap, 0xffffffffu, 0xffffffffu, NULL) == TREETAP_RAP_ERROR_CONFIG);
    memset(&options, 0, sizeof options);
    options.coalescer_entries = 17;
    CHECK(treetap_rap_init(&rap, 32, 64, &options) == TREETAP_RAP_ERROR_CONFIG);
    CHECK(rap == NULL);
    CHECK(treetap_rap_add_points(NULL, points, 0) == TREETAP_RAP_ERROR_NULL);
    CHECK(treetap_rap_query(NULL, 0, 1, &lo, &hi) == TREETAP_RAP_ERROR_NULL);
    CHECK(treetap_rap_finalize(NULL, NULL, 0, &length) == TREETAP_RAP_ERROR_NULL);
    CHECK(treetap_rap_get_stats(NULL, &stats) == TREETAP_RAP_ERROR_NULL);
    treetap_rap_free(NULL);

    CHECK(treetap_rap_init(&rap, 32, 64, NULL) == TREETAP_RAP_OK);
    CHECK(treetap_rap_add_points(rap, NULL, 1) == TREETAP_RAP_ERROR_NULL);
    CHECK(treetap_rap_add_points(rap, NULL, 0) == TREETAP_RAP_OK);
    CHECK(treetap_rap_add_points(rap, &bad, 1) == TREETAP_RAP_ERROR_POINT);
    CHECK(treetap_rap_get_stats(rap, NULL) == TREETAP_RAP_ERROR_NULL);
    CHECK(treetap_rap_get_stats(rap, &stats) == TREETAP_RAP_OK && stats.n == 0 && stats.live == 1 && stats.t == 1);

    /* Two thirds of the points are one key, the rest is spread over a page. */
    for (i = 0; i < 3000; i++)
        points[i] = i % 3 ? UINT64_C(0x12345678) : UINT64_C(0x80001000) + (uint64_t)(i * 7 % 4096);
    CHECK(treetap_rap_add_points(rap, points, 3000) == TREETAP_RAP_OK);
    CHECK(treetap_rap_add_weighted(rap, points, weights, 2) == TREETAP_RAP_ERROR_WEIGHT);
    CHECK(treetap_rap_add_weighted(rap, points, NULL, 1) == TREETAP_RAP_ERROR_NULL);
    CHECK(treetap_rap_add_weighted(rap, points, weights, 1) == TREETAP_RAP_OK);
    CHECK(treetap_rap_get_stats(rap, &stats) == TREETAP_RAP_OK);
    CHECK(stats.n == 3007 && stats.lost == 0 && stats.creates > 0 && stats.live <= 64 && stats.cert <= 16 * stats.t);

    CHECK(treetap_rap_query(rap, 0, UINT32_MAX, &lo, &hi) == TREETAP_RAP_OK && lo == 3007 && hi == 3007);
    CHECK(treetap_rap_query(rap, 0x12345678, 0x12345678, &lo, &hi) == TREETAP_RAP_OK && lo <= 2000 && 2000 <= hi);
    CHECK(hi - lo <= stats.cert);
    CHECK(treetap_rap_query(rap, 0x80001000, 0x80001fff, &lo, &hi) == TREETAP_RAP_OK && lo <= 1007 && 1007 <= hi);
    CHECK(treetap_rap_query(rap, 2, 1, &lo, &hi) == TREETAP_RAP_ERROR_RANGE);
    CHECK(treetap_rap_query(rap, 1, 2, NULL, &hi) == TREETAP_RAP_ERROR_NULL);

    count = 16;
    CHECK(treetap_rap_get_hot(rap, 0.2, ranges, &count) == TREETAP_RAP_OK && count >= 2 && count <= 5);
    CHECK(ranges[count - 1].first >= 0x80001000 && ranges[count - 1].last <= 0x80001fff);
    CHECK(ranges[0].lo <= ranges[0].hi && ranges[0].weight <= ranges[0].lo);
    count = 0;
    CHECK(treetap_rap_get_hot(rap, 0.2, NULL, &count) == TREETAP_RAP_ERROR_SPACE && count >= 2);
    CHECK(treetap_rap_get_hot(rap, 0.2, NULL, &count) == TREETAP_RAP_ERROR_NULL);
    CHECK(treetap_rap_get_hot(rap, 0.0, ranges, &count) == TREETAP_RAP_ERROR_RANGE);
    CHECK(treetap_rap_get_hot(rap, 0.0 / 0.0, ranges, &count) == TREETAP_RAP_ERROR_RANGE);

    CHECK(treetap_rap_finalize(rap, NULL, 0, &length) == TREETAP_RAP_ERROR_SPACE && length > 100);
    CHECK(treetap_rap_finalize(rap, small, sizeof small, &length) == TREETAP_RAP_ERROR_SPACE);
    CHECK(strcmp(small, "abcdefg") == 0);
    text = malloc(length + 1);
    CHECK(treetap_rap_finalize(rap, text, length, &length) == TREETAP_RAP_ERROR_SPACE);
    CHECK(treetap_rap_finalize(rap, text, length + 1, &length) == TREETAP_RAP_OK && strlen(text) == length);
    fputs(text, stdout);
    free(text);
    treetap_rap_free(rap);

    /* A tree that stops the world has collapses and never counts above the threshold; one with a hand has none. */
    memset(&options, 0, sizeof options);
    for (i = TREETAP_RAP_COLLAPSE_HAND; i <= TREETAP_RAP_COLLAPSE_STOP; i++) {
        options.collapse = (uint8_t)i;
        CHECK(treetap_rap_init(&rap, 32, 20, &options) == TREETAP_RAP_OK);
        CHECK(treetap_rap_add_points(rap, points, 3000) == TREETAP_RAP_OK);
        CHECK(treetap_rap_get_stats(rap, &stats) == TREETAP_RAP_OK && stats.n == 3000 && stats.t > 1);
        CHECK((stats.collapses > 0) == (i == TREETAP_RAP_COLLAPSE_STOP));
        CHECK(i == TREETAP_RAP_COLLAPSE_HAND || stats.over == 0);
        treetap_rap_free(rap);
        rap = NULL;
    }
    options.collapse = TREETAP_RAP_COLLAPSE_STOP + 1;
    CHECK(treetap_rap_init(&rap, 32, 64, &options) == TREETAP_RAP_ERROR_CONFIG && rap == NULL);
    options.collapse = TREETAP_RAP_COLLAPSE_HAND;

    /* All options at once. */
    options.t0 = 4;
    options.count_bits = 32;
    options.coalescer_entries = 16;
    options.coalescer_weight_max = 100;
    options.eps_m = 3;
    options.eps_s = 10;
    CHECK(treetap_rap_init(&rap, 32, 64, &options) == TREETAP_RAP_OK);
    CHECK(treetap_rap_add_points(rap, points, 3000) == TREETAP_RAP_OK);
    CHECK(treetap_rap_get_stats(rap, &stats) == TREETAP_RAP_OK && stats.n == 3000 && stats.t >= 4);
    treetap_rap_free(rap);

    for (i = TREETAP_RAP_ERROR_INTERNAL; i <= TREETAP_RAP_OK; i++)
        CHECK(strlen(treetap_rap_error_text(i)) > 5 && strcmp(treetap_rap_error_text(i), "unknown error") != 0);
    CHECK(strcmp(treetap_rap_error_text(1), "unknown error") == 0);
    fprintf(stderr, "%d checks, %d failures\n", checks, failures);
    return failures != 0;
}
