// Functions that read texts for the system, and write what it says: paths, times, states of files.
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "native/runtime/wrap.h"

using namespace dh::native;

// Paths.
#define DH_PATH(type, name, parameters, arguments) \
  DH_WRAP(type, name, parameters, arguments, call.reads_text(path))
DH_PATH(int, access, (const char* path, int mode), (path, mode))
DH_PATH(int, chdir, (const char* path), (path))
DH_PATH(int, chmod, (const char* path, mode_t mode), (path, mode))
DH_PATH(int, mkdir, (const char* path, mode_t mode), (path, mode))
DH_PATH(int, rmdir, (const char* path), (path))
DH_PATH(int, unlink, (const char* path), (path))
DH_PATH(int, remove, (const char* path), (path))
DH_PATH(int, truncate, (const char* path, off_t bytes), (path, bytes))
DH_PATH(char*, getenv, (const char* path), (path))
DH_WRAP(int, rename, (const char* from, const char* to), (from, to), {
  call.reads_text(from);
  call.reads_text(to);
})
DH_WRAP_AS(FILE*, fopen, (const char* path, const char* mode), , (path, mode), call.reads_text(path))
DH_WRAP_AS(FILE*, fopen64, (const char* path, const char* mode), , (path, mode), call.reads_text(path))
DH_WRAP(char*, getcwd, (char* to, size_t room), (to, room), call.writes_text(result))
DH_WRAP(char*, realpath, (const char* path, char* to), (path, to), {
  call.reads_text(path);
  call.writes_text(result);
})
DH_WRAP(ssize_t, readlink, (const char* path, char* to, size_t room), (path, to, room), {
  call.reads_text(path);
  if (result > 0) call.writes(to, static_cast<size_t>(result));
})

// What the system says about files.
#define DH_STAT(name, type)                                      \
  DH_WRAP(int, name, (const char* path, type* to), (path, to), { \
    call.reads_text(path);                                       \
    if (result == 0) call.writes(to, sizeof *to);                \
  })
using FileState = struct stat;
using FileState64 = struct stat64;
DH_STAT(stat, FileState)
DH_STAT(lstat, FileState)
DH_STAT(stat64, FileState64)
DH_STAT(lstat64, FileState64)
#define DH_SAYS(name, parameters, arguments)      \
  DH_WRAP(int, name, parameters, arguments, {     \
    if (result == 0) call.writes(to, sizeof *to); \
  })
DH_SAYS(fstat, (int file, FileState* to), (file, to))
DH_SAYS(fstat64, (int file, FileState64* to), (file, to))
DH_SAYS(uname, (utsname * to), (to))
DH_SAYS(getrlimit, (__rlimit_resource_t what, rlimit* to), (what, to))
DH_SAYS(getrusage, (__rusage_who_t who, rusage* to), (who, to))

// Times.
DH_SAYS(clock_gettime, (clockid_t clock, timespec* to), (clock, to))
DH_SAYS(gettimeofday, (timeval * to, void* zone), (to, zone))
DH_WRAP(time_t, time, (time_t * to), (to), {
  if (to != nullptr) call.writes(to, sizeof *to);
})
#define DH_BROKEN_DOWN(name)                                       \
  DH_WRAP(tm*, name, (const time_t* given, tm* to), (given, to), { \
    call.reads(given, sizeof *given);                              \
    if (result != nullptr) call.writes(to, sizeof *to);            \
  })
DH_BROKEN_DOWN(gmtime_r)
DH_BROKEN_DOWN(localtime_r)
// These have one result for all threads.
#define DH_ONE_RESULT(type, name, argument, note)          \
  DH_WRAP(type*, name, (const argument* given), (given), { \
    call.reads(given, sizeof *given);                      \
    if (result != nullptr) note;                           \
  })
DH_ONE_RESULT(tm, gmtime, time_t, call.writes(result, sizeof *result))
DH_ONE_RESULT(tm, localtime, time_t, call.writes(result, sizeof *result))
DH_ONE_RESULT(char, ctime, time_t, call.writes_text(result))
DH_ONE_RESULT(char, asctime, tm, call.writes_text(result))
DH_WRAP(char*, ctime_r, (const time_t* given, char* to), (given, to), {
  call.reads(given, sizeof *given);
  call.writes_text(result);
})
DH_WRAP(char*, asctime_r, (const tm* given, char* to), (given, to), {
  call.reads(given, sizeof *given);
  call.writes_text(result);
})
DH_WRAP(time_t, mktime, (tm * given), (given), call.writes(given, sizeof *given))
DH_WRAP(size_t, strftime, (char* to, size_t room, const char* format, const tm* given),
        (to, room, format, given), {
          call.reads_text(format);
          call.reads(given, sizeof *given);
          if (result != 0) call.writes(to, result + 1);
        })

// Others.
DH_WRAP(char*, strerror_r, (int error, char* to, size_t room), (error, to, room), {
  if (result == to && room != 0) call.writes_text(result);
})
DH_WRAP(int, __xpg_strerror_r, (int error, char* to, size_t room), (error, to, room), {
  if (room != 0) call.writes_text(to);
})
DH_WRAP(int, gethostname, (char* to, size_t room), (to, room), {
  if (result == 0) call.writes_text(to);
})
DH_WRAP(ssize_t, getrandom, (void* to, size_t bytes, unsigned flags), (to, bytes, flags), {
  if (result > 0) call.writes(to, static_cast<size_t>(result));
})
DH_WRAP_AS(int, getentropy, (void* to, size_t bytes), , (to, bytes), {
  if (result == 0) call.writes(to, bytes);
})
