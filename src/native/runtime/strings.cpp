// Functions of the C library that access the program's memory where no compiler saw it.
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "native/runtime/real.h"

using namespace dh::native;

namespace {

void reads(const void* at, size_t bytes, uintptr_t pc) {
  check_range(address_of(at), bytes, false, pc);
}
void writes(const void* at, size_t bytes, uintptr_t pc) {
  check_range(address_of(at), bytes, true, pc);
}
bool is_checked() {
  return recording_thread() != nullptr;
}
size_t length_of(const char* text) {
  return DH_REAL(strlen)(text);
}
size_t bounded(const char* text, size_t most) {
  return DH_REAL(strnlen)(text, most);
}

}  // namespace

DH_EXPORT void* memcpy(void* to, const void* from, size_t bytes) noexcept {
  if (is_checked()) {
    reads(from, bytes, DH_CALLER);
    writes(to, bytes, DH_CALLER);
  }
  return DH_REAL(memcpy)(to, from, bytes);
}
DH_EXPORT void* memmove(void* to, const void* from, size_t bytes) noexcept {
  if (is_checked()) {
    reads(from, bytes, DH_CALLER);
    writes(to, bytes, DH_CALLER);
  }
  return DH_REAL(memmove)(to, from, bytes);
}
DH_EXPORT void* memset(void* to, int value, size_t bytes) noexcept {
  if (is_checked()) writes(to, bytes, DH_CALLER);
  return DH_REAL(memset)(to, value, bytes);
}
DH_EXPORT void* __tsan_memcpy(void* to, const void* from, size_t bytes) {
  reads(from, bytes, DH_CALLER);
  writes(to, bytes, DH_CALLER);
  return DH_REAL(memcpy)(to, from, bytes);
}
DH_EXPORT void* __tsan_memmove(void* to, const void* from, size_t bytes) {
  reads(from, bytes, DH_CALLER);
  writes(to, bytes, DH_CALLER);
  return DH_REAL(memmove)(to, from, bytes);
}
DH_EXPORT void* __tsan_memset(void* to, int value, size_t bytes) {
  writes(to, bytes, DH_CALLER);
  return DH_REAL(memset)(to, value, bytes);
}
DH_EXPORT int memcmp(const void* a, const void* b, size_t bytes) noexcept {
  if (is_checked()) {
    // As far as the result depends on it.
    const auto* x = static_cast<const unsigned char*>(a);
    const auto* y = static_cast<const unsigned char*>(b);
    size_t same = 0;
    while (same < bytes && x[same] == y[same]) ++same;
    const size_t looked_at = same < bytes ? same + 1 : bytes;
    reads(a, looked_at, DH_CALLER);
    reads(b, looked_at, DH_CALLER);
  }
  return DH_REAL(memcmp)(a, b, bytes);
}
DH_EXPORT size_t strlen(const char* text) noexcept {
  const size_t length = length_of(text);
  if (is_checked()) reads(text, length + 1, DH_CALLER);
  return length;
}
DH_EXPORT size_t strnlen(const char* text, size_t most) noexcept {
  const size_t length = bounded(text, most);
  if (is_checked()) reads(text, length < most ? length + 1 : most, DH_CALLER);
  return length;
}
DH_EXPORT char* strcpy(char* to, const char* from) noexcept {
  if (is_checked()) {
    const size_t length = length_of(from) + 1;
    reads(from, length, DH_CALLER);
    writes(to, length, DH_CALLER);
  }
  return DH_REAL(strcpy)(to, from);
}
DH_EXPORT char* stpcpy(char* to, const char* from) noexcept {
  if (is_checked()) {
    const size_t length = length_of(from) + 1;
    reads(from, length, DH_CALLER);
    writes(to, length, DH_CALLER);
  }
  return DH_REAL(stpcpy)(to, from);
}
DH_EXPORT char* strncpy(char* to, const char* from, size_t most) noexcept {
  if (is_checked()) {
    const size_t length = bounded(from, most);
    reads(from, length < most ? length + 1 : most, DH_CALLER);
    writes(to, most, DH_CALLER);
  }
  return DH_REAL(strncpy)(to, from, most);
}
DH_EXPORT char* strcat(char* to, const char* from) noexcept {
  if (is_checked()) {
    const size_t before = length_of(to);
    const size_t length = length_of(from) + 1;
    reads(to, before, DH_CALLER);
    reads(from, length, DH_CALLER);
    writes(to + before, length, DH_CALLER);
  }
  return DH_REAL(strcat)(to, from);
}
DH_EXPORT int strcmp(const char* a, const char* b) noexcept {
  if (is_checked()) {
    size_t same = 0;
    while (a[same] != '\0' && a[same] == b[same]) ++same;
    reads(a, same + 1, DH_CALLER);
    reads(b, same + 1, DH_CALLER);
  }
  return DH_REAL(strcmp)(a, b);
}
DH_EXPORT int strncmp(const char* a, const char* b, size_t most) noexcept {
  if (is_checked()) {
    size_t same = 0;
    while (same < most && a[same] != '\0' && a[same] == b[same]) ++same;
    const size_t looked_at = same < most ? same + 1 : most;
    reads(a, looked_at, DH_CALLER);
    reads(b, looked_at, DH_CALLER);
  }
  return DH_REAL(strncmp)(a, b, most);
}
DH_EXPORT char* strdup(const char* text) noexcept {
  const size_t length = length_of(text) + 1;
  if (is_checked()) reads(text, length, DH_CALLER);
  auto* copy = static_cast<char*>(malloc(length));
  if (copy != nullptr) memcpy(copy, text, length);
  return copy;
}

namespace {
void reads_text(const char* text, uintptr_t pc) {
  if (is_checked()) reads(text, length_of(text) + 1, pc);
}
char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}
void reads_same(const char* a, const char* b, size_t most, uintptr_t pc) {
  if (!is_checked()) return;
  size_t same = 0;
  while (same < most && a[same] != '\0' && lower(a[same]) == lower(b[same])) ++same;
  const size_t looked_at = same < most ? same + 1 : most;
  reads(a, looked_at, pc);
  reads(b, looked_at, pc);
}
}  // namespace

DH_EXPORT int strcasecmp(const char* a, const char* b) noexcept {
  reads_same(a, b, SIZE_MAX, DH_CALLER);
  return DH_REAL(strcasecmp)(a, b);
}
DH_EXPORT int strncasecmp(const char* a, const char* b, size_t most) noexcept {
  reads_same(a, b, most, DH_CALLER);
  return DH_REAL(strncasecmp)(a, b, most);
}
DH_EXPORT size_t strspn(const char* text, const char* accepted) noexcept {
  const size_t length = DH_REAL(strspn)(text, accepted);
  if (is_checked()) reads(text, length + 1, DH_CALLER);
  reads_text(accepted, DH_CALLER);
  return length;
}
DH_EXPORT size_t strcspn(const char* text, const char* rejected) noexcept {
  const size_t length = DH_REAL(strcspn)(text, rejected);
  if (is_checked()) reads(text, length + 1, DH_CALLER);
  reads_text(rejected, DH_CALLER);
  return length;
}
DH_EXPORT char* strncat(char* to, const char* from, size_t most) noexcept {
  if (is_checked()) {
    const size_t before = length_of(to);
    const size_t length = bounded(from, most);
    reads(to, before, DH_CALLER);
    reads(from, length < most ? length + 1 : most, DH_CALLER);
    writes(to + before, length + 1, DH_CALLER);
  }
  return DH_REAL(strncat)(to, from, most);
}
