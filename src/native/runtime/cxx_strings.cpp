// std::string before C++20: programs call the functions that libstdc++ has compiled, which are not
// instrumented. What they access of the string itself is told here; its characters are accessed by memcpy()
// and the like.
#include "native/runtime/cxx_library.h"
#include "native/runtime/real.h"

using namespace dh::native;

namespace {

using Word = uintptr_t;
using Method = Word (*)(Word, Word, Word, Word, Word, Word);

// A string has a pointer, a length, and room for a short text.
constexpr size_t kString = 32;
constexpr size_t kPointer = 8;
constexpr size_t kPointerAndLength = 16;

void changes(Word string, uintptr_t pc) {
  if (!is_cxx_library_code(pc)) check_range(string, kString, true, pc);
}
void reads_word(Word string, size_t bytes, uintptr_t pc) {
  if (!is_cxx_library_code(pc)) check_range(string, bytes, false, pc);
}
void reads_length(Word string, uintptr_t pc) {
  if (!is_cxx_library_code(pc)) check_range(string + kPointer, kPointer, false, pc);
}

Method real_method(std::atomic<void*>& found, const char* name) {
  if (found.load(std::memory_order_relaxed) == nullptr) found.store(find_real(name, nullptr));
  return reinterpret_cast<Method>(found.load(std::memory_order_relaxed));
}

}  // namespace

// All arguments of these functions are words in registers.
#define DH_METHOD_NAMED(id, symbol, note)                                  \
  extern "C" Word id(Word, Word, Word, Word, Word, Word) asm(symbol);      \
  DH_EXPORT Word id(Word string, Word a, Word b, Word c, Word d, Word e) { \
    static std::atomic<void*> found{nullptr};                              \
    const uintptr_t pc = DH_CALLER;                                        \
    note;                                                                  \
    return real_method(found, symbol)(string, a, b, c, d, e);              \
  }
#define DH_JOIN_TEXT(a, b) a##b
#define DH_JOIN(a, b) DH_JOIN_TEXT(a, b)
#define DH_METHOD(prefix, name, note)                   \
  DH_METHOD_NAMED(DH_JOIN(string_method_, __COUNTER__), \
                  prefix "St7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE" name, note)

#define DH_CHANGES(name) DH_METHOD("_ZN", name, changes(string, pc))
#define DH_CHANGES_BY(name, source) \
  DH_METHOD("_ZN", name, (reads_word(source, kPointerAndLength, pc), changes(string, pc)))
#define DH_READS(name) DH_METHOD("_ZNK", name, reads_word(string, kPointerAndLength, pc))
#define DH_READS_BOTH(name, other) \
  DH_METHOD("_ZNK", name,          \
            (reads_word(string, kPointerAndLength, pc), reads_word(other, kPointerAndLength, pc)))
#define DH_READS_POINTER(name) DH_METHOD("_ZNK", name, reads_word(string, kPointer, pc))
#define DH_READS_LENGTH(name) DH_METHOD("_ZNK", name, reads_length(string, pc))

DH_CHANGES("9_M_appendEPKcm")
DH_CHANGES("10_M_replaceEmmPKcm")
DH_CHANGES("14_M_replace_auxEmmmc")
DH_CHANGES("9_M_mutateEmmPKcm")
DH_CHANGES("8_M_eraseEmm")
DH_CHANGES("7reserveEm")
DH_CHANGES("7reserveEv")
DH_CHANGES("6resizeEm")
DH_CHANGES("6resizeEmc")
DH_CHANGES("13shrink_to_fitEv")
DH_CHANGES("9push_backEc")
DH_CHANGES("8pop_backEv")
DH_CHANGES("5clearEv")
DH_CHANGES("5eraseEmm")
DH_CHANGES("6appendEPKc")
DH_CHANGES("6appendEPKcm")
DH_CHANGES("6appendEmc")
DH_CHANGES("6assignEPKc")
DH_CHANGES("6assignEPKcm")
DH_CHANGES("6assignEmc")
DH_CHANGES("6insertEmPKc")
DH_CHANGES("6insertEmPKcm")
DH_CHANGES("6insertEmmc")
DH_CHANGES("7replaceEmmPKc")
DH_CHANGES("7replaceEmmPKcm")
DH_CHANGES("7replaceEmmmc")
DH_CHANGES("aSEPKc")
DH_CHANGES("aSEc")
DH_CHANGES("pLEPKc")
DH_CHANGES("pLEc")
DH_CHANGES_BY("9_M_assignERKS4_", a)
DH_CHANGES_BY("6appendERKS4_", a)
DH_CHANGES_BY("6appendERKS4_mm", a)
DH_CHANGES_BY("6assignERKS4_", a)
DH_CHANGES_BY("6assignERKS4_mm", a)
DH_CHANGES_BY("6insertEmRKS4_", b)
DH_CHANGES_BY("7replaceEmmRKS4_", c)
DH_CHANGES_BY("aSERKS4_", a)
DH_CHANGES_BY("pLERKS4_", a)
DH_METHOD("_ZN", "C1ERKS4_", reads_word(a, kPointerAndLength, pc))
DH_METHOD("_ZN", "C2ERKS4_", reads_word(a, kPointerAndLength, pc))
DH_METHOD("_ZN", "4swapERS4_", (changes(string, pc), changes(a, pc)))
DH_METHOD("_ZN", "aSEOS4_", (changes(string, pc), changes(a, pc)))
DH_METHOD("_ZN", "6assignEOS4_", (changes(string, pc), changes(a, pc)))

DH_READS_LENGTH("4sizeEv")
DH_READS_LENGTH("6lengthEv")
DH_READS_LENGTH("5emptyEv")
DH_READS_POINTER("4dataEv")
DH_READS_POINTER("5c_strEv")
DH_READS_POINTER("ixEm")
DH_READS_POINTER("5frontEv")
DH_READS_POINTER("5beginEv")
DH_METHOD("_ZN", "ixEm", reads_word(string, kPointer, pc))
DH_METHOD("_ZN", "5frontEv", reads_word(string, kPointer, pc))
DH_METHOD("_ZN", "5beginEv", reads_word(string, kPointer, pc))
DH_METHOD("_ZN", "2atEm", reads_word(string, kPointerAndLength, pc))
DH_METHOD("_ZN", "4backEv", reads_word(string, kPointerAndLength, pc))
DH_METHOD("_ZN", "3endEv", reads_word(string, kPointerAndLength, pc))
DH_READS("2atEm")
DH_READS("4backEv")
DH_READS("3endEv")
DH_READS("4copyEPcmm")
DH_READS("7compareEPKc")
DH_READS("4findEPKcm")
DH_READS("4findEPKcmm")
DH_READS("4findEcm")
DH_READS("5rfindEPKcm")
DH_READS("5rfindEPKcmm")
DH_READS("5rfindEcm")
DH_READS("13find_first_ofEPKcmm")
DH_READS("12find_last_ofEPKcmm")
DH_READS("17find_first_not_ofEPKcmm")
DH_READS("16find_last_not_ofEPKcmm")
DH_READS_BOTH("7compareERKS4_", a)
DH_READS_BOTH("4findERKS4_m", a)
DH_READS_BOTH("5rfindERKS4_m", a)
// The first argument is where the result goes.
DH_METHOD("_ZNK", "6substrEmm", reads_word(a, kPointerAndLength, pc))
