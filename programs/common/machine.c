// What picolibc wants of a machine: a console that only prints, an exit, and no files. Time stands still, so that a
// program retires the same instructions on every core.
#include "machine.h"
#include <stdio.h>
#include <sys/time.h>
#include <sys/times.h>
#include <unistd.h>

static int put(char byte, FILE *file) {
    (void)file;
    DEVICE(MACHINE_CONSOLE) = (unsigned char)byte;
    return 0;
}

static int get(FILE *file) {
    (void)file;
    return EOF;
}

static FILE console = FDEV_SETUP_STREAM(put, get, NULL, _FDEV_SETUP_RW);
FILE *const stdin = &console;
FILE *const stdout = &console;
FILE *const stderr = &console;

void _exit(int code) {
    DEVICE(MACHINE_EXIT) = (uint32_t)code;
    for (;;) {
    }
}

int open(const char *path, int flags, ...) {
    (void)path, (void)flags;
    return -1;
}

int close(int file) {
    (void)file;
    return -1;
}

ssize_t read(int file, void *bytes, size_t count) {
    (void)file, (void)bytes, (void)count;
    return -1;
}

ssize_t write(int file, const void *bytes, size_t count) {
    (void)file;
    for (size_t i = 0; i < count; i++) {
        put(((const char *)bytes)[i], NULL);
    }
    return (ssize_t)count;
}

off_t lseek(int file, off_t offset, int whence) {
    (void)file, (void)offset, (void)whence;
    return -1;
}

int unlink(const char *path) {
    (void)path;
    return -1;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    (void)zone;
    now->tv_sec = 0;
    now->tv_usec = 0;
    return 0;
}

clock_t times(struct tms *now) {
    now->tms_utime = now->tms_stime = now->tms_cutime = now->tms_cstime = 0;
    return 0;
}

int getpid(void) { return 1; }

int kill(int process, int signal) {
    (void)process;
    _exit(128 + signal);
}
