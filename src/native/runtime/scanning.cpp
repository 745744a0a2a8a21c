// Texts that are taken apart by a format: what each conversion writes.
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "native/runtime/files.h"
#include "native/runtime/wrap.h"

using namespace dh::native;

namespace {

struct ScanConversion {
  bool is_dropped = false;   // `*`
  bool makes_block = false;  // `m`
  int length = 0;            // of `h` (-1), `hh` (-2), `l` (1), `ll`, `j`, `z`, `t`, `q` (2), `L` (3)
  size_t width = 0;
  char kind = 0;
};

// After the `%`.
const char* read_scan_conversion(const char* at, ScanConversion& found) {
  for (; *at != '\0'; ++at) {
    if (*at == '*') {
      found.is_dropped = true;
    } else if (*at == 'm') {
      found.makes_block = true;
    } else if (*at >= '0' && *at <= '9') {
      found.width = found.width * 10 + static_cast<size_t>(*at - '0');
    } else if (*at == 'h') {
      --found.length;
    } else if (*at == 'l') {
      ++found.length;
    } else if (*at == 'j' || *at == 'z' || *at == 't' || *at == 'q') {
      found.length = 2;
    } else if (*at == 'L') {
      found.length = 3;
    } else if (*at != '\'' && *at != 'I') {
      break;
    }
  }
  found.kind = *at;
  if (*at == '\0') return at;
  if (*at++ != '[') return at;
  if (*at == '^') ++at;
  if (*at == ']') ++at;
  while (*at != '\0' && *at != ']') ++at;
  return *at == '\0' ? at : at + 1;
}

size_t number_bytes(int length) {
  return length <= -2 ? 1 : length == -1 ? sizeof(short) : length == 0 ? sizeof(int) : sizeof(long);
}

size_t scanned_bytes(const ScanConversion& found, const void* at) {
  const size_t unit = found.length > 0 ? sizeof(wchar_t) : 1;
  switch (found.kind) {
    case 's':
    case '[':
      if (found.makes_block) return sizeof(void*);
      return found.length > 0 ? (Accesses::length(static_cast<const wchar_t*>(at)) + 1) * unit
                              : Accesses::length(static_cast<const char*>(at)) + 1;
    case 'c':
      return found.makes_block ? sizeof(void*) : (found.width == 0 ? 1 : found.width) * unit;
    case 'p':
      return sizeof(void*);
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
      return found.length >= 2 ? sizeof(long double) : found.length == 1 ? sizeof(double) : sizeof(float);
    default:
      return number_bytes(found.length);
  }
}

// `converted`: how many conversions succeeded.
void writes_arguments(const Accesses& call, const char* format, va_list given, int converted) {
  if (recording_thread() == nullptr) return;
  va_list arguments;
  va_copy(arguments, given);
  for (const char* at = format; *at != '\0' && converted > 0;) {
    if (*at++ != '%') continue;
    ScanConversion found;
    at = read_scan_conversion(at, found);
    if (found.kind == '%' || found.kind == '$' || found.is_dropped) {
      if (found.kind == '$') break;  // arguments by number
      continue;
    }
    const void* to = va_arg(arguments, void*);
    call.writes(to, scanned_bytes(found, to));
    if (found.kind != 'n') --converted;
  }
  va_end(arguments);
}

int scan(const char* text, const char* format, va_list arguments, const Accesses& call,
         int (*real)(const char*, const char*, va_list)) {
  va_list copy;
  va_copy(copy, arguments);
  const int converted = real(text, format, copy);
  va_end(copy);
  if (recording_thread() != nullptr) call.reads_text(text);
  writes_arguments(call, format, arguments, converted);
  return converted;
}
int scan_stream(FILE* stream, const char* format, va_list arguments, const Accesses& call,
                int (*real)(FILE*, const char*, va_list)) {
  va_list copy;
  va_copy(copy, arguments);
  const int converted = real(stream, format, copy);
  va_end(copy);
  observe_file(fileno(stream), call.pc);
  writes_arguments(call, format, arguments, converted);
  return converted;
}

template <typename From>
using Scanner = int (*)(From, const char*, va_list);
template <typename From>
Scanner<From> scanner(std::atomic<void*>& found, const char* name) {
  return real_function<Scanner<From>>(found, name);
}

}  // namespace

#define DH_SCAN(name, real_name, way, type, parameters, from)                               \
  DH_EXPORT int name parameters {                                                           \
    static std::atomic<void*> found{nullptr};                                               \
    va_list arguments;                                                                      \
    va_start(arguments, format);                                                            \
    const int converted =                                                                   \
        way(from, format, arguments, Accesses{DH_CALLER}, scanner<type>(found, real_name)); \
    va_end(arguments);                                                                      \
    return converted;                                                                       \
  }
#define DH_SCAN_LIST(name, real_name, way, type, parameters, from)                             \
  DH_EXPORT int name parameters {                                                              \
    static std::atomic<void*> found{nullptr};                                                  \
    return way(from, format, arguments, Accesses{DH_CALLER}, scanner<type>(found, real_name)); \
  }
// Compiled code calls them by a name for each standard.
#define DH_SCANS(prefix)                                                                               \
  extern "C" {                                                                                         \
  int dh_##prefix##sscanf(const char*, const char*, ...) asm(#prefix "sscanf");                        \
  int dh_##prefix##fscanf(FILE*, const char*, ...) asm(#prefix "fscanf");                              \
  int dh_##prefix##scanf(const char*, ...) asm(#prefix "scanf");                                       \
  int dh_##prefix##vsscanf(const char*, const char*, va_list) asm(#prefix "vsscanf");                  \
  int dh_##prefix##vfscanf(FILE*, const char*, va_list) asm(#prefix "vfscanf");                        \
  }                                                                                                    \
  DH_SCAN(dh_##prefix##sscanf, #prefix "vsscanf", scan, const char*,                                   \
          (const char* text, const char* format, ...), text)                                           \
  DH_SCAN(dh_##prefix##fscanf, #prefix "vfscanf", scan_stream, FILE*,                                  \
          (FILE * stream, const char* format, ...), stream)                                            \
  DH_SCAN(dh_##prefix##scanf, #prefix "vfscanf", scan_stream, FILE*, (const char* format, ...), stdin) \
  DH_SCAN_LIST(dh_##prefix##vsscanf, #prefix "vsscanf", scan, const char*,                             \
               (const char* text, const char* format, va_list arguments), text)                        \
  DH_SCAN_LIST(dh_##prefix##vfscanf, #prefix "vfscanf", scan_stream, FILE*,                            \
               (FILE * stream, const char* format, va_list arguments), stream)
DH_SCANS()
DH_SCANS(__isoc99_)
DH_SCANS(__isoc23_)
