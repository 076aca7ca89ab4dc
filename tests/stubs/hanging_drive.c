/* A drive that does not answer: loaded in front of the C library, it holds back every look at paths that begin with
 * HANGING_DRIVE for as long as the file HANGING_DRIVE_GATE is there.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void wait_for(const char *path) {
    static int (*real_access)(const char *, int);
    const char *drive = getenv("HANGING_DRIVE"), *gate = getenv("HANGING_DRIVE_GATE");
    if (!real_access) real_access = dlsym(RTLD_NEXT, "access");
    if (!path || !drive || !gate || strncmp(path, drive, strlen(drive))) return;
    while (real_access(gate, F_OK) == 0) usleep(20000);
}

#define NEXT(kind, name, ...) static kind (*real)(__VA_ARGS__); if (!real) real = dlsym(RTLD_NEXT, name)

int stat(const char *path, struct stat *found) { NEXT(int, "stat", const char *, struct stat *); wait_for(path); return real(path, found); }
int stat64(const char *path, struct stat64 *found) { NEXT(int, "stat64", const char *, struct stat64 *); wait_for(path); return real(path, found); }
int lstat(const char *path, struct stat *found) { NEXT(int, "lstat", const char *, struct stat *); wait_for(path); return real(path, found); }
int lstat64(const char *path, struct stat64 *found) { NEXT(int, "lstat64", const char *, struct stat64 *); wait_for(path); return real(path, found); }
int fstatat(int at, const char *path, struct stat *found, int flags) { NEXT(int, "fstatat", int, const char *, struct stat *, int); wait_for(path); return real(at, path, found, flags); }
int fstatat64(int at, const char *path, struct stat64 *found, int flags) { NEXT(int, "fstatat64", int, const char *, struct stat64 *, int); wait_for(path); return real(at, path, found, flags); }
int access(const char *path, int mode) { NEXT(int, "access", const char *, int); wait_for(path); return real(path, mode); }
DIR *opendir(const char *path) { NEXT(DIR *, "opendir", const char *); wait_for(path); return real(path); }

static mode_t mode_of(int flags, va_list rest) { return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; }

int open(const char *path, int flags, ...) {
    NEXT(int, "open", const char *, int, ...);
    va_list rest; va_start(rest, flags); mode_t mode = mode_of(flags, rest); va_end(rest);
    wait_for(path);
    return real(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    NEXT(int, "open64", const char *, int, ...);
    va_list rest; va_start(rest, flags); mode_t mode = mode_of(flags, rest); va_end(rest);
    wait_for(path);
    return real(path, flags, mode);
}
