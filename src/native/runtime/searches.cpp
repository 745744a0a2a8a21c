// Searches in texts, whose declarations differ between C and C++: declared here as C has them.
#include "native/runtime/real.h"

using namespace dh::native;

namespace {

size_t text_length(const char* text) {
  size_t length = 0;
  while (text[length] != '\0') ++length;
  return length;
}

// They read up to what they find, or to the end of the text.
void reads_to(const char* text, const char* found, uintptr_t pc) {
  if (recording_thread() == nullptr) return;
  const size_t bytes = found != nullptr ? static_cast<size_t>(found - text) + 1 : text_length(text) + 1;
  check_range(address_of(text), bytes, false, pc);
}
void reads_whole(const char* text, uintptr_t pc) {
  reads_to(text, nullptr, pc);
}

template <typename Function>
Function real(std::atomic<void*>& found, const char* name) {
  if (found.load(std::memory_order_relaxed) == nullptr) found.store(find_real(name, nullptr));
  return reinterpret_cast<Function>(found.load(std::memory_order_relaxed));
}

}  // namespace

#define DH_SEARCH(name, type)                                                  \
  DH_EXPORT char* name(const char* text, type wanted) noexcept {               \
    static std::atomic<void*> found{nullptr};                                  \
    char* at = real<char* (*)(const char*, type)>(found, #name)(text, wanted); \
    note_##name(text, at, wanted, DH_CALLER);                                  \
    return at;                                                                 \
  }

namespace {
void note_strchr(const char* text, const char* at, int, uintptr_t pc) {
  reads_to(text, at, pc);
}
void note_strrchr(const char* text, const char*, int, uintptr_t pc) {
  reads_whole(text, pc);
}
void note_strstr(const char* text, const char* at, const char* wanted, uintptr_t pc) {
  reads_whole(wanted, pc);
  if (at == nullptr || *wanted == '\0') return reads_to(text, at, pc);
  reads_to(text, at + text_length(wanted) - 1, pc);
}
void note_strpbrk(const char* text, const char* at, const char* wanted, uintptr_t pc) {
  reads_to(text, at, pc);
  reads_whole(wanted, pc);
}
}  // namespace

DH_SEARCH(strchr, int)
DH_SEARCH(strrchr, int)
DH_SEARCH(strstr, const char*)
DH_SEARCH(strpbrk, const char*)

DH_EXPORT void* memchr(const void* at, int wanted, size_t bytes) noexcept {
  static std::atomic<void*> found{nullptr};
  void* result = real<void* (*)(const void*, int, size_t)>(found, "memchr")(at, wanted, bytes);
  const size_t looked_at = result == nullptr ? bytes : address_of(result) - address_of(at) + 1;
  check_range(address_of(at), looked_at, false, DH_CALLER);
  return result;
}

// Numbers in texts: where they end says what was read of them.
namespace {
template <typename Number, typename... Base>
Number parse(std::atomic<void*>& found, const char* name, const char* text, char** rest, uintptr_t pc,
             Base... base) {
  char* last = nullptr;
  const Number value = real<Number (*)(const char*, char**, Base...)>(found, name)(text, &last, base...);
  reads_to(text, last, pc);
  if (rest != nullptr) *rest = last;
  return value;
}
}  // namespace
#define DH_NUMBER(name, type)                                             \
  DH_EXPORT type name(const char* text, char** rest, int base) noexcept { \
    static std::atomic<void*> found{nullptr};                             \
    return parse<type>(found, #name, text, rest, DH_CALLER, base);        \
  }
#define DH_DECIMAL(name, type)                                  \
  DH_EXPORT type name(const char* text, char** rest) noexcept { \
    static std::atomic<void*> found{nullptr};                   \
    return parse<type>(found, #name, text, rest, DH_CALLER);    \
  }
DH_NUMBER(strtol, long)
DH_NUMBER(strtoul, unsigned long)
DH_NUMBER(strtoll, long long)
DH_NUMBER(strtoull, unsigned long long)
DH_NUMBER(strtoimax, intmax_t)
DH_NUMBER(strtoumax, uintmax_t)
// Programs that were built with a later C library call these.
DH_NUMBER(__isoc23_strtol, long)
DH_NUMBER(__isoc23_strtoul, unsigned long)
DH_NUMBER(__isoc23_strtoll, long long)
DH_NUMBER(__isoc23_strtoull, unsigned long long)
DH_DECIMAL(strtof, float)
DH_DECIMAL(strtod, double)
DH_DECIMAL(strtold, long double)

DH_EXPORT int atoi(const char* text) noexcept {
  static std::atomic<void*> found{nullptr};
  return static_cast<int>(parse<long>(found, "strtol", text, nullptr, DH_CALLER, 10));
}
DH_EXPORT long atol(const char* text) noexcept {
  static std::atomic<void*> found{nullptr};
  return parse<long>(found, "strtol", text, nullptr, DH_CALLER, 10);
}
DH_EXPORT long long atoll(const char* text) noexcept {
  static std::atomic<void*> found{nullptr};
  return parse<long long>(found, "strtoll", text, nullptr, DH_CALLER, 10);
}
DH_EXPORT double atof(const char* text) noexcept {
  static std::atomic<void*> found{nullptr};
  return parse<double>(found, "strtod", text, nullptr, DH_CALLER);
}
