// A database in memory: filled, indexed, summed, grouped and joined.
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define HEAP_BYTES (12 << 20)
#define LITERAL(text) #text
#define TEXT(macro) LITERAL(macro)

// From picolibc's linker script: the first byte after the program's data. An array would cost millions of instructions
// to clear.
extern char __heap_start[];

// There are no files: every operation on one fails, or does nothing.
static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out) {
    (void)vfs, (void)name, (void)file, (void)flags, (void)out;
    return SQLITE_CANTOPEN;
}
static int delete_file(sqlite3_vfs *vfs, const char *name, int sync) {
    (void)vfs, (void)name, (void)sync;
    return SQLITE_OK;
}
static int access_file(sqlite3_vfs *vfs, const char *name, int flags, int *out) {
    (void)vfs, (void)name, (void)flags;
    *out = 0;
    return SQLITE_OK;
}
static int full_name(sqlite3_vfs *vfs, const char *name, int count, char *out) {
    (void)vfs;
    strncpy(out, name, (size_t)count);
    return SQLITE_OK;
}
static int random_bytes(sqlite3_vfs *vfs, int count, char *out) {
    (void)vfs;
    memset(out, 7, (size_t)count);
    return count;
}
static int no_sleep(sqlite3_vfs *vfs, int microseconds) {
    (void)vfs;
    return microseconds;
}
static int no_time(sqlite3_vfs *vfs, double *day) {
    (void)vfs;
    *day = 2460000.5;
    return SQLITE_OK;
}
static int no_error(sqlite3_vfs *vfs, int count, char *out) {
    (void)vfs, (void)count, (void)out;
    return 0;
}

static sqlite3_vfs memory_only = {.iVersion = 1,
                                  .szOsFile = sizeof(sqlite3_file),
                                  .mxPathname = 64,
                                  .zName = "memory",
                                  .xOpen = open_file,
                                  .xDelete = delete_file,
                                  .xAccess = access_file,
                                  .xFullPathname = full_name,
                                  .xRandomness = random_bytes,
                                  .xSleep = no_sleep,
                                  .xCurrentTime = no_time,
                                  .xGetLastError = no_error};

int sqlite3_os_init(void) { return sqlite3_vfs_register(&memory_only, 1); }
int sqlite3_os_end(void) { return SQLITE_OK; }

static int print_row(void *context, int count, char **values, char **names) {
    (void)context, (void)names;
    for (int i = 0; i < count; i++) {
        printf("%s%s", i ? "|" : "", values[i] ? values[i] : "NULL");
    }
    printf("\n");
    return 0;
}

int main(void) {
    static const char *const statements[] = {
        "create table item (id integer primary key, kind int, name text)",
        "begin",
        "with recursive n(i) as (select 1 union all select i + 1 from n where i < " TEXT(ROWS) ")"
        " insert into item select i, (i * 7919) % 1009, 'row' || i from n",
        "commit",
        "create index by_kind on item(kind)",
        "select count(*), sum(kind), max(name) from item",
        "select kind % 10 k, count(*), avg(id) from item group by k order by 3 desc limit 4",
        "select a.id, b.id from item a join item b on a.kind = b.kind and a.id < b.id order by 1 limit 3",
    };
    char *const heap = (char *)(((uintptr_t)__heap_start + 63) & ~(uintptr_t)63);
    sqlite3_config(SQLITE_CONFIG_HEAP, heap, HEAP_BYTES, 64);
    sqlite3 *database;
    int result = sqlite3_open(":memory:", &database);
    for (unsigned i = 0; result == SQLITE_OK && i < sizeof statements / sizeof *statements; i++) {
        result = sqlite3_exec(database, statements[i], print_row, NULL, NULL);
    }
    if (result != SQLITE_OK) {
        printf("sqlite: %s\n", sqlite3_errmsg(database));
    }
    sqlite3_close(database);
    return result;
}
