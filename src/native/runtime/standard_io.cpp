// Streams of the C library: their buffers are accesses, and those on pipes and sockets order their two ends.
// The library locks the streams themselves.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "native/runtime/files.h"
#include "native/runtime/real.h"
#include "native/runtime/report.h"

using namespace dh::native;

namespace {

void reads_bytes(const void* at, size_t bytes, uintptr_t pc) {
  check_range(address_of(at), bytes, false, pc);
}
void writes_bytes(const void* at, size_t bytes, uintptr_t pc) {
  check_range(address_of(at), bytes, true, pc);
}
size_t text_bytes(const char* text) {
  const Inside inside;
  return strlen(text) + 1;
}
void sends_by(FILE* stream, uintptr_t pc) {
  publish_file(fileno(stream), pc);
}
void received_by(FILE* stream, uintptr_t pc) {
  observe_file(fileno(stream), pc);
}

bool is_one_of(const char* choices, char c) {
  for (; *choices != '\0'; ++choices) {
    if (*choices == c) return true;
  }
  return false;
}

// The length of the text that `%.*s` and the like read.
size_t printed_bytes(const char* text, int precision) {
  const Inside inside;
  return precision < 0 ? strlen(text) + 1 : strnlen(text, static_cast<size_t>(precision));
}

struct Conversion {
  char kind = 0;
  int longs = 0;  // `l`; -1: `L`
  int precision = -1;
};

// After the `%`; takes the numbers that stand among the arguments.
const char* read_conversion(const char* at, va_list arguments, Conversion& found) {
  for (; *at != '\0'; ++at) {
    if (*at == 'l' || *at == 'j' || *at == 'z' || *at == 't' || *at == 'q') {
      ++found.longs;
    } else if (*at == 'L') {
      found.longs = -1;
    } else if (*at == '.') {
      found.precision = 0;
    } else if (*at == '*') {
      const int value = va_arg(arguments, int);
      if (found.precision >= 0) found.precision = value;
    } else if (*at >= '0' && *at <= '9') {
      if (found.precision >= 0) found.precision = found.precision * 10 + (*at - '0');
    } else if (*at == '$') {
      return nullptr;  // arguments by number
    } else if (!is_one_of("-+ #'hI", *at)) {
      found.kind = *at;
      return at + 1;
    }
  }
  return at;
}

// The texts among the arguments are read.
void reads_arguments(const char* format, va_list given, uintptr_t pc) {
  if (recording_thread() == nullptr) return;
  reads_bytes(format, text_bytes(format), pc);
  va_list arguments;
  va_copy(arguments, given);
  const char* at = format;
  while (at != nullptr && *at != '\0') {
    if (*at++ != '%') continue;
    Conversion found;
    at = read_conversion(at, arguments, found);
    if (at == nullptr || found.kind == '%' || found.kind == 'm') continue;
    if (found.kind == 's' && found.longs == 0) {
      const char* text = va_arg(arguments, const char*);
      if (text != nullptr) reads_bytes(text, printed_bytes(text, found.precision), pc);
    } else if (is_one_of("aAeEfFgG", found.kind)) {
      if (found.longs < 0) {
        static_cast<void>(va_arg(arguments, long double));
      } else {
        static_cast<void>(va_arg(arguments, double));
      }
    } else {
      static_cast<void>(va_arg(arguments, void*));  // numbers and pointers take a register alike
    }
  }
  va_end(arguments);
}

size_t written_bytes(int length, size_t room) {
  const size_t all = static_cast<size_t>(length) + 1;
  return length < 0 ? 0 : all < room ? all : room;
}

int print(FILE* stream, const char* format, va_list arguments, uintptr_t pc) {
  reads_arguments(format, arguments, pc);
  sends_by(stream, pc);
  return DH_REAL(vfprintf)(stream, format, arguments);
}
int print_to(char* to, size_t room, const char* format, va_list arguments, uintptr_t pc) {
  reads_arguments(format, arguments, pc);
  const int length = DH_REAL(vsnprintf)(to, room, format, arguments);
  writes_bytes(to, written_bytes(length, room), pc);
  return length;
}

}  // namespace

#define DH_PRINT(name, parameters, call) \
  DH_EXPORT int name parameters {        \
    va_list arguments;                   \
    va_start(arguments, format);         \
    const int length = call;             \
    va_end(arguments);                   \
    return length;                       \
  }
constexpr size_t kNoLimit = INT32_MAX;
DH_PRINT(printf, (const char* format, ...), print(stdout, format, arguments, DH_CALLER))
DH_PRINT(fprintf, (FILE * stream, const char* format, ...), print(stream, format, arguments, DH_CALLER))
DH_PRINT(sprintf, (char* to, const char* format, ...) noexcept,
         print_to(to, kNoLimit, format, arguments, DH_CALLER))
DH_PRINT(snprintf, (char* to, size_t room, const char* format, ...) noexcept,
         print_to(to, room, format, arguments, DH_CALLER))
DH_EXPORT int vprintf(const char* format, va_list arguments) {
  return print(stdout, format, arguments, DH_CALLER);
}
DH_EXPORT int vfprintf(FILE* stream, const char* format, va_list arguments) {
  return print(stream, format, arguments, DH_CALLER);
}
DH_EXPORT int vsprintf(char* to, const char* format, va_list arguments) noexcept {
  return print_to(to, kNoLimit, format, arguments, DH_CALLER);
}
DH_EXPORT int vsnprintf(char* to, size_t room, const char* format, va_list arguments) noexcept {
  return print_to(to, room, format, arguments, DH_CALLER);
}

// Into a block of their own, or straight to a file.
namespace {
int print_to_block(char** to, const char* format, va_list arguments, uintptr_t pc) {
  reads_arguments(format, arguments, pc);
  const int length = DH_REAL(vasprintf)(to, format, arguments);
  if (length >= 0) {
    writes_bytes(to, sizeof *to, pc);
    writes_bytes(*to, static_cast<size_t>(length) + 1, pc);
  }
  return length;
}
int print_to_file(int file, const char* format, va_list arguments, uintptr_t pc) {
  reads_arguments(format, arguments, pc);
  publish_file(file, pc);
  return DH_REAL(vdprintf)(file, format, arguments);
}
}  // namespace
DH_PRINT(asprintf, (char** to, const char* format, ...) noexcept,
         print_to_block(to, format, arguments, DH_CALLER))
DH_PRINT(dprintf, (int file, const char* format, ...), print_to_file(file, format, arguments, DH_CALLER))
DH_EXPORT int vasprintf(char** to, const char* format, va_list arguments) noexcept {
  return print_to_block(to, format, arguments, DH_CALLER);
}
DH_EXPORT int vdprintf(int file, const char* format, va_list arguments) {
  return print_to_file(file, format, arguments, DH_CALLER);
}

// With -D_FORTIFY_SOURCE.
extern "C" {
int __vfprintf_chk(FILE*, int, const char*, va_list);
int __vsnprintf_chk(char*, size_t, int, size_t, const char*, va_list);
int __vsprintf_chk(char*, int, size_t, const char*, va_list);
int __vasprintf_chk(char**, int, const char*, va_list);
}
namespace {
int print_checked(FILE* stream, int flag, const char* format, va_list arguments, uintptr_t pc) {
  reads_arguments(format, arguments, pc);
  sends_by(stream, pc);
  return DH_REAL(__vfprintf_chk)(stream, flag, format, arguments);
}
int print_checked_to(char* to, size_t most, int flag, size_t room, const char* format, va_list arguments,
                     uintptr_t pc) {
  reads_arguments(format, arguments, pc);
  const int length = most == SIZE_MAX ? DH_REAL(__vsprintf_chk)(to, flag, room, format, arguments)
                                      : DH_REAL(__vsnprintf_chk)(to, most, flag, room, format, arguments);
  writes_bytes(to, written_bytes(length, most), pc);
  return length;
}
int print_checked_to_block(char** to, int flag, const char* format, va_list arguments, uintptr_t pc) {
  reads_arguments(format, arguments, pc);
  const int length = DH_REAL(__vasprintf_chk)(to, flag, format, arguments);
  if (length >= 0) writes_bytes(to, sizeof *to, pc);
  return length;
}
}  // namespace
DH_PRINT(__printf_chk, (int flag, const char* format, ...),
         print_checked(stdout, flag, format, arguments, DH_CALLER))
DH_PRINT(__fprintf_chk, (FILE * stream, int flag, const char* format, ...),
         print_checked(stream, flag, format, arguments, DH_CALLER))
DH_PRINT(__sprintf_chk, (char* to, int flag, size_t room, const char* format, ...),
         print_checked_to(to, SIZE_MAX, flag, room, format, arguments, DH_CALLER))
DH_PRINT(__snprintf_chk, (char* to, size_t most, int flag, size_t room, const char* format, ...),
         print_checked_to(to, most, flag, room, format, arguments, DH_CALLER))
DH_PRINT(__asprintf_chk, (char** to, int flag, const char* format, ...),
         print_checked_to_block(to, flag, format, arguments, DH_CALLER))
DH_EXPORT int __vprintf_chk(int flag, const char* format, va_list arguments) {
  return print_checked(stdout, flag, format, arguments, DH_CALLER);
}
DH_EXPORT int __vfprintf_chk(FILE* stream, int flag, const char* format, va_list arguments) {
  return print_checked(stream, flag, format, arguments, DH_CALLER);
}
DH_EXPORT int __vsprintf_chk(char* to, int flag, size_t room, const char* format, va_list arguments) {
  return print_checked_to(to, SIZE_MAX, flag, room, format, arguments, DH_CALLER);
}
DH_EXPORT int __vsnprintf_chk(char* to, size_t most, int flag, size_t room, const char* format,
                              va_list arguments) {
  return print_checked_to(to, most, flag, room, format, arguments, DH_CALLER);
}
DH_EXPORT int __vasprintf_chk(char** to, int flag, const char* format, va_list arguments) {
  return print_checked_to_block(to, flag, format, arguments, DH_CALLER);
}

DH_EXPORT int fputs(const char* text, FILE* stream) {
  if (recording_thread() != nullptr) reads_bytes(text, text_bytes(text), DH_CALLER);
  sends_by(stream, DH_CALLER);
  return DH_REAL(fputs)(text, stream);
}
DH_EXPORT int puts(const char* text) {
  if (recording_thread() != nullptr) reads_bytes(text, text_bytes(text), DH_CALLER);
  sends_by(stdout, DH_CALLER);
  return DH_REAL(puts)(text);
}
DH_EXPORT size_t fwrite(const void* from, size_t bytes, size_t count, FILE* stream) {
  reads_bytes(from, bytes * count, DH_CALLER);
  sends_by(stream, DH_CALLER);
  return DH_REAL(fwrite)(from, bytes, count, stream);
}
DH_EXPORT size_t fread(void* to, size_t bytes, size_t count, FILE* stream) {
  const size_t done = DH_REAL(fread)(to, bytes, count, stream);
  received_by(stream, DH_CALLER);
  writes_bytes(to, bytes * done, DH_CALLER);
  return done;
}
DH_EXPORT char* fgets(char* to, int room, FILE* stream) {
  char* text = DH_REAL(fgets)(to, room, stream);
  received_by(stream, DH_CALLER);
  if (text != nullptr && recording_thread() != nullptr) writes_bytes(to, text_bytes(to), DH_CALLER);
  return text;
}
DH_EXPORT ssize_t getline(char** line, size_t* room, FILE* stream) {
  const ssize_t length = DH_REAL(getline)(line, room, stream);
  received_by(stream, DH_CALLER);
  if (length >= 0) writes_bytes(*line, static_cast<size_t>(length) + 1, DH_CALLER);
  return length;
}
DH_EXPORT int fflush(FILE* stream) {
  if (stream != nullptr) sends_by(stream, DH_CALLER);
  return DH_REAL(fflush)(stream);
}
DH_EXPORT int fclose(FILE* stream) {
  if (fileno(stream) == STDERR_FILENO) keep_error_output();
  sends_by(stream, DH_CALLER);
  return DH_REAL(fclose)(stream);
}
