// The rarer functions of <string.h>, <wchar.h> and <stdlib.h>, and those that compilers call for
// _FORTIFY_SOURCE.
#include "native/runtime/wrap.h"

using namespace dh::native;

// Searches and copies.
DH_WRAP(void*, mempcpy, (void* to, const void* from, size_t bytes), (to, from, bytes), {
  call.reads(from, bytes);
  call.writes(to, bytes);
})
DH_WRAP_VOID(bcopy, (const void* from, void* to, size_t bytes), (from, to, bytes), {
  call.reads(from, bytes);
  call.writes(to, bytes);
})
DH_WRAP_VOID(bzero, (void* to, size_t bytes), (to, bytes), call.writes(to, bytes))
DH_WRAP_VOID(explicit_bzero, (void* to, size_t bytes), (to, bytes), call.writes(to, bytes))
DH_WRAP(int, bcmp, (const void* a, const void* b, size_t bytes), (a, b, bytes),
        call.reads_same(static_cast<const char*>(a), static_cast<const char*>(b), bytes))
DH_WRAP(void*, memccpy, (void* to, const void* from, int last, size_t bytes), (to, from, last, bytes), {
  const size_t copied = result == nullptr ? bytes : address_of(result) - address_of(to);
  call.reads(from, copied);
  call.writes(to, copied);
})
DH_WRAP(void*, memmem, (const void* at, size_t bytes, const void* wanted, size_t length),
        (at, bytes, wanted, length), {
          call.reads(wanted, length);
          call.reads(at, result == nullptr ? bytes : address_of(result) - address_of(at) + length);
        })
DH_WRAP(void*, memrchr, (const void* at, int wanted, size_t bytes), (at, wanted, bytes), {
  const auto* from = result == nullptr ? at : result;
  call.reads(from, address_of(at) + bytes - address_of(from));
})
DH_WRAP(void*, rawmemchr, (const void* at, int wanted), (at, wanted),
        call.reads(at, address_of(result) - address_of(at) + 1))
DH_WRAP(char*, strchrnul, (const char* text, int wanted), (text, wanted), call.reads_to(text, result))
DH_WRAP(char*, index, (const char* text, int wanted), (text, wanted), call.reads_to(text, result))
DH_WRAP(char*, rindex, (const char* text, int wanted), (text, wanted), call.reads_text(text))
DH_WRAP(char*, strcasestr, (const char* text, const char* wanted), (text, wanted), {
  call.reads_text(wanted);
  call.reads_to(text, result == nullptr || *wanted == '\0' ? result : result + call.length(wanted) - 1);
})
DH_WRAP(char*, stpncpy, (char* to, const char* from, size_t most), (to, from, most), {
  call.reads_text(from, most);
  call.writes(to, most);
})
DH_WRAP(char*, strndup, (const char* text, size_t most), (text, most), {
  call.reads_text(text, most);
  call.writes_text(result);
})
DH_WRAP(int, strcoll, (const char* a, const char* b), (a, b), {
  call.reads_text(a);
  call.reads_text(b);
})
DH_WRAP(int, strverscmp, (const char* a, const char* b), (a, b), {
  call.reads_text(a);
  call.reads_text(b);
})
DH_WRAP(size_t, strxfrm, (char* to, const char* from, size_t room), (to, from, room), {
  call.reads_text(from);
  call.writes(to, result < room ? result + 1 : room);
})
DH_WRAP_VOID(swab, (const void* from, void* to, ssize_t bytes), (from, to, bytes), {
  if (bytes > 1) {
    call.reads(from, static_cast<size_t>(bytes) & ~size_t{1});
    call.writes(to, static_cast<size_t>(bytes) & ~size_t{1});
  }
})

// Words of a text: the separator after the word is overwritten.
namespace {
char* next_word(char* text, const char* separators, char** rest, const Accesses& call) {
  static std::atomic<void*> found{nullptr};
  const char* begin = text != nullptr ? text : *rest;
  using Function = char* (*)(char*, const char*, char**);
  char* word = real_function<Function>(found, "strtok_r")(text, separators, rest);
  if (recording_thread() == nullptr) return word;
  call.reads_text(separators);
  if (word == nullptr) {
    if (begin != nullptr) call.reads_text(begin);
    return word;
  }
  const size_t length = call.length(word);
  call.reads(begin, static_cast<size_t>(word - begin) + length + 1);
  if (*rest != word + length) call.writes(word + length, 1);
  return word;
}
char* rest_of_words = nullptr;  // one for all threads, as the C library has it
}  // namespace
DH_EXPORT char* strtok_r(char* text, const char* separators, char** rest) noexcept {
  return next_word(text, separators, rest, Accesses{DH_CALLER});
}
DH_EXPORT char* __strtok_r(char* text, const char* separators, char** rest) noexcept {
  return next_word(text, separators, rest, Accesses{DH_CALLER});
}
DH_EXPORT char* strtok(char* text, const char* separators) noexcept {
  const Accesses call{DH_CALLER};
  call.writes(&rest_of_words, sizeof rest_of_words);
  return next_word(text, separators, &rest_of_words, call);
}
DH_WRAP(char*, strsep, (char** at, const char* separators), (at, separators), {
  call.reads_text(separators);
  call.writes(at, sizeof *at);
  if (result != nullptr) call.reads_text(result);
  if (result != nullptr && *at != nullptr) call.writes(*at - 1, 1);
})

// Texts of wide characters.
DH_WRAP(size_t, wcslen, (const wchar_t* text), (text), call.reads_text(text))
DH_WRAP(size_t, wcsnlen, (const wchar_t* text, size_t most), (text, most), call.reads_text(text, most))
DH_WRAP(wchar_t*, wcscpy, (wchar_t * to, const wchar_t* from), (to, from), {
  call.reads_text(from);
  call.writes_text(to);
})
DH_WRAP(wchar_t*, wcsncpy, (wchar_t * to, const wchar_t* from, size_t most), (to, from, most), {
  call.reads_text(from, most);
  call.writes(to, most * sizeof *to);
})
DH_WRAP(wchar_t*, wcscat, (wchar_t * to, const wchar_t* from), (to, from), {
  call.reads_text(from);
  call.writes_text(to);
})
DH_WRAP(int, wcscmp, (const wchar_t* a, const wchar_t* b), (a, b), {
  call.reads_text(a);
  call.reads_text(b);
})
DH_WRAP(wchar_t*, wmemcpy, (wchar_t * to, const wchar_t* from, size_t count), (to, from, count), {
  call.reads(from, count * sizeof *from);
  call.writes(to, count * sizeof *to);
})
DH_WRAP(wchar_t*, wmemmove, (wchar_t * to, const wchar_t* from, size_t count), (to, from, count), {
  call.reads(from, count * sizeof *from);
  call.writes(to, count * sizeof *to);
})
DH_WRAP(wchar_t*, wmemset, (wchar_t * to, wchar_t value, size_t count), (to, value, count),
        call.writes(to, count * sizeof *to))
DH_WRAP(int, wmemcmp, (const wchar_t* a, const wchar_t* b, size_t count), (a, b, count), {
  call.reads(a, count * sizeof *a);
  call.reads(b, count * sizeof *b);
})
DH_WRAP(size_t, mbstowcs, (wchar_t * to, const char* from, size_t room), (to, from, room), {
  call.reads_text(from);
  if (to != nullptr && result <= room) call.writes(to, (result < room ? result + 1 : room) * sizeof *to);
})
DH_WRAP(size_t, wcstombs, (char* to, const wchar_t* from, size_t room), (to, from, room), {
  call.reads_text(from);
  if (to != nullptr && result <= room) call.writes(to, result < room ? result + 1 : room);
})

// Sorting: the comparisons are the program's, the moves are not.
using Compare = int (*)(const void*, const void*);
using CompareWith = int (*)(const void*, const void*, void*);
DH_WRAP_VOID_AS(qsort, (void* at, size_t count, size_t bytes, Compare compare), , (at, count, bytes, compare),
                {
                  if (count > 1) call.writes(at, count * bytes);
                })
DH_WRAP_VOID_AS(qsort_r, (void* at, size_t count, size_t bytes, CompareWith compare, void* with), ,
                (at, count, bytes, compare, with), {
                  if (count > 1) call.writes(at, count * bytes);
                })

// With -D_FORTIFY_SOURCE. The C library ends the program when there is no room.
DH_WRAP(void*, __memcpy_chk, (void* to, const void* from, size_t bytes, size_t room), (to, from, bytes, room),
        {
          call.reads(from, bytes);
          call.writes(to, bytes);
        })
DH_WRAP(void*, __memmove_chk, (void* to, const void* from, size_t bytes, size_t room),
        (to, from, bytes, room), {
          call.reads(from, bytes);
          call.writes(to, bytes);
        })
DH_WRAP(void*, __mempcpy_chk, (void* to, const void* from, size_t bytes, size_t room),
        (to, from, bytes, room), {
          call.reads(from, bytes);
          call.writes(to, bytes);
        })
DH_WRAP(void*, __memset_chk, (void* to, int value, size_t bytes, size_t room), (to, value, bytes, room),
        call.writes(to, bytes))
DH_WRAP(char*, __strcpy_chk, (char* to, const char* from, size_t room), (to, from, room), {
  call.reads_text(from);
  call.writes_text(to);
})
DH_WRAP(char*, __stpcpy_chk, (char* to, const char* from, size_t room), (to, from, room), {
  call.reads_text(from);
  call.writes_text(to);
})
DH_WRAP(char*, __strncpy_chk, (char* to, const char* from, size_t most, size_t room), (to, from, most, room),
        {
          call.reads_text(from, most);
          call.writes(to, most);
        })
DH_WRAP(char*, __strcat_chk, (char* to, const char* from, size_t room), (to, from, room), {
  const size_t added = call.length(from) + 1;
  call.reads(from, added);
  call.writes(to + call.length(to) + 1 - added, added);
})
DH_WRAP(char*, __strncat_chk, (char* to, const char* from, size_t most, size_t room), (to, from, most, room),
        {
          const size_t added = call.length(from, most);
          call.reads_text(from, most);
          call.writes(to + call.length(to) - added, added + 1);
        })
