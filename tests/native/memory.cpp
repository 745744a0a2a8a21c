// Memory in every form: parts of words, wide and unaligned accesses, copies, functions of the C library,
// pages, stacks, blocks that are used again, virtual tables. The argument chooses; a line with "bad NAME"
// takes part in the finding of scenario NAME, scenarios without such lines are silent.
#include <alloca.h>
#include <dlfcn.h>
#include <immintrin.h>
#include <pthread.h>
#include <sched.h>
#include <search.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include <wchar.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

#include "two_threads.h"

namespace {

thread_local volatile long sink;

// The first ends before the second begins, without order.
template <typename First, typename Second>
void one_by_one(First first, Second second) {
  both(
      [&] {
        first();
        advance(1);
      },
      [&] {
        await(1);
        second();
      });
}

// Parts of words.
struct Bits {
  unsigned a : 3, b : 5;
  unsigned : 0;
  unsigned c : 4;
} bits;
// Places that are executed often are checked in another way: they are warmed up by memory of their own.
template <typename T>
__attribute__((noinline)) void fill_often(T* to, size_t count, size_t step) {
  volatile T* at = to;
  for (size_t i = 0; i < count; i += step) at[i] = static_cast<T>(i);  // bad frequent_*
}
template <typename T>
__attribute__((noinline)) void sum_often(const T* from, size_t count, size_t step) {
  const volatile T* at = from;
  long sum = 0;
  for (size_t i = 0; i < count; i += step) sum += at[i];  // bad frequent_*
  sink = sum;
}
constexpr size_t kMany = 4000;
template <typename T, typename First, typename Second>
void warmed_up(First first, Second second) {
  const auto warm = [] {
    std::vector<T> own(kMany);
    for (int i = 0; i < 4; ++i) {
      fill_often(own.data(), kMany, 1);
      sum_often(own.data(), kMany, 1);
    }
  };
  one_by_one(
      [&] {
        warm();
        first();
      },
      [&] {
        warm();
        second();
      });
}
int many_words[kMany];
uint64_t many_wide[kMany];
char many_bytes[kMany];
void frequent_word_race() {
  warmed_up<int>([] { fill_often(many_words, kMany, 1); }, [] { sum_often(many_words, kMany, 7); });
}
void frequent_wide_race() {
  warmed_up<uint64_t>([] { sum_often(many_wide, kMany, 1); }, [] { fill_often(many_wide, kMany, 7); });
}
void frequent_byte_race() {
  warmed_up<char>([] { fill_often(many_bytes, kMany, 2); }, [] { sum_often(many_bytes, kMany, 5); });
}
void often_apart() {
  for (int turn = 0; turn < 3; ++turn) {
    both(
        [] {
          fill_often(many_bytes, kMany, 2);
          sum_often(many_bytes, kMany, 2);
        },
        [] {
          fill_often(many_bytes + 1, kMany - 1, 2);
          sum_often(many_bytes + 1, kMany - 1, 2);
        });
    fill_often(many_bytes, kMany, 1);
  }
}
void same_unit() {
  both([] { bits.a = 1; }, [] { bits.b = 2; });  // bad same_unit
  sink = bits.a + bits.b;
}
void other_unit() {
  both([] { bits.a = 1; }, [] { bits.c = 2; });
  sink = bits.a + bits.c;
}
char many[64];
void wide_and_narrow() {
  one_by_one([] { *reinterpret_cast<volatile uint64_t*>(many + 8) = 1; },  // bad wide_and_narrow
             [] { sink = many[15]; });                                     // bad wide_and_narrow
}
void wide_and_next() {
  one_by_one([] { *reinterpret_cast<volatile uint64_t*>(many + 8) = 1; }, [] { sink = many[16] + many[7]; });
}
struct [[gnu::packed]] Packed {
  char head;
  uint64_t value;
  char tail;
} packed;
void unaligned() {
  one_by_one([] { packed.value = 3; },      // bad unaligned
             [] { sink = packed.value; });  // bad unaligned
}
void unaligned_neighbours() {
  one_by_one([] { packed.value = 3; }, [] { packed.head = packed.tail; });
}
__extension__ typedef __int128 Wide;
Wide wide;
void wide_integers() {
  one_by_one([] { wide = 5; },                         // bad wide_integers
             [] { sink = static_cast<long>(wide); });  // bad wide_integers
}
__m128i vector_value;
void vectors() {
  one_by_one([] { vector_value = _mm_set1_epi32(3); },                           // bad vectors
             [] { sink = reinterpret_cast<volatile int*>(&vector_value)[3]; });  // bad vectors
}
std::complex<double> complex_value;
void complex_numbers() {
  one_by_one(
      [] {
        complex_value = {1, 2};  // bad complex_numbers
      },
      [] { sink = static_cast<long>(complex_value.imag()); });  // bad complex_numbers
}
struct Small {
  int values[3];
};
struct Big {
  int values[100];
};
Small small, small_copy;
Big big, big_copy;
void small_copies() {
  one_by_one([] { small = small_copy; },       // bad small_copies
             [] { sink = small.values[2]; });  // bad small_copies
}
void big_copies() {
  one_by_one([] { big = big_copy; },          // bad big_copies
             [] { sink = big.values[99]; });  // bad big_copies
}
void copied_from() {
  one_by_one([] { big_copy = big; },       // bad copied_from
             [] { big.values[50] = 2; });  // bad copied_from
}
int grid[8][8];
void columns() {
  both(
      [] {
        for (auto& row : grid) row[1] = 2;
      },
      [] {
        for (auto& row : grid) row[2] = 3;
      });
}
void row_and_column() {
  one_by_one(
      [] {
        for (auto& row : grid) row[1] = 2;  // bad row_and_column
      },
      [] {
        for (int& value : grid[3]) value = 3;  // bad row_and_column
      });
}
thread_local int own = 0;
void foreign_thread_local() {
  static std::atomic<int*> pointer{nullptr};
  both(
      [] {
        own = 1;  // bad foreign_thread_local
        pointer.store(&own, std::memory_order_relaxed);
        await(1);
      },
      [] {
        while (pointer.load(std::memory_order_relaxed) == nullptr) sched_yield();
        *pointer.load(std::memory_order_relaxed) = 2;  // bad foreign_thread_local
        advance(1);
      });
}
void foreign_stack() {
  static std::atomic<int*> pointer{nullptr};
  both(
      [] {
        volatile int local = 1;  // bad foreign_stack
        pointer.store(const_cast<int*>(&local), std::memory_order_relaxed);
        await(1);
      },
      [] {
        while (pointer.load(std::memory_order_relaxed) == nullptr) sched_yield();
        *pointer.load(std::memory_order_relaxed) = 2;  // bad foreign_stack
        advance(1);
      });
}

// The C library's functions: the text or the memory is written by the other thread.
char text[64] = "some words";
char copy[256];
wchar_t wide_text[32] = L"some words";
int numbers[16] = {5, 4, 3, 2, 1};
[[gnu::noinline]] void change_text() {
  text[3] = 'f';  // bad reads_*
}
template <typename Read>
void reads(Read read) {
  one_by_one(read, [] { change_text(); });
}
void reads_mempcpy() {
  reads([] { mempcpy(copy, text, 8); });  // bad reads_mempcpy
}
void reads_strsep() {
  reads([] {
    char* at = text;
    sink = strsep(&at, "z") != nullptr;  // bad reads_strsep
  });
}
void reads_strndup() {
  reads([] {
    char* made = strndup(text, 5);  // bad reads_strndup
    sink = made[1];
    free(made);
  });
}
void reads_memmem() {
  reads([] { sink = memmem(text, 10, "xy", 2) == nullptr; });  // bad reads_memmem
}
void reads_strcasestr() {
  reads([] { sink = strcasestr(text, "XY") == nullptr; });  // bad reads_strcasestr
}
void reads_asprintf() {
  reads([] {
    char* made;
    sink = asprintf(&made, "<%s>", text);  // bad reads_asprintf
    free(made);
  });
}
void reads_sscanf() {
  reads([] {
    char word[32];
    sink = sscanf(text, "%31s", word);  // bad reads_sscanf
  });
}
void reads_strtof() {
  reads([] { sink = static_cast<long>(strtof(text + 3, nullptr)); });  // bad reads_strtof
}
void reads_atof() {
  reads([] { sink = static_cast<long>(atof(text + 3)); });  // bad reads_atof
}
void reads_strcoll() {
  reads([] { sink = strcoll(text, "some"); });  // bad reads_strcoll
}
void reads_strxfrm() {
  reads([] { sink = static_cast<long>(strxfrm(copy, text, 20)); });  // bad reads_strxfrm
}
void reads_strverscmp() {
  reads([] { sink = strverscmp(text, "some"); });  // bad reads_strverscmp
}
void reads_memrchr() {
  reads([] { sink = memrchr(text, 'z', 10) == nullptr; });  // bad reads_memrchr
}
void reads_strchrnul() {
  reads([] { sink = *strchrnul(text, 'z'); });  // bad reads_strchrnul
}
void reads_rawmemchr() {
  reads([] { sink = *static_cast<char*>(rawmemchr(text, ' ')); });  // bad reads_rawmemchr
}
void reads_dprintf() {
  reads([] { sink = dprintf(-1, "%s", text); });  // bad reads_dprintf
}
void reads_bcmp() {
  reads([] { sink = bcmp(text, copy, 1) + bcmp(text + 3, "ee", 2); });  // bad reads_bcmp
}
void reads_strtok() {
  reads([] { sink = strtok(text, "z") != nullptr; });  // bad reads_strtok
}
void reads_stpncpy() {
  reads([] { stpncpy(copy, text, 20); });  // bad reads_stpncpy
}
void reads_path() {
  reads([] {
    struct stat found;
    sink = stat(text, &found);  // bad reads_path
  });
}
[[gnu::noinline]] void look_at_copy() {
  sink = copy[2];  // bad writes_*
}
template <typename Write>
void writes(Write write) {
  one_by_one(write, [] { look_at_copy(); });
}
void writes_bzero() {
  writes([] { bzero(copy, sizeof copy); });  // bad writes_bzero
}
void writes_explicit_bzero() {
  writes([] { explicit_bzero(copy, sizeof copy); });  // bad writes_explicit_bzero
}
void writes_stpncpy() {
  writes([] { stpncpy(copy, "x", 20); });  // bad writes_stpncpy
}
void writes_mempcpy() {
  writes([] { mempcpy(copy, "some", 4); });  // bad writes_mempcpy
}
void writes_bcopy() {
  writes([] { bcopy("some", copy, 4); });  // bad writes_bcopy
}
void writes_strftime() {
  writes([] {
    tm now{};
    sink = static_cast<long>(strftime(copy, 20, "%Y", &now));  // bad writes_strftime
  });
}
void writes_getcwd() {
  writes([] { sink = getcwd(copy, sizeof copy) != nullptr; });  // bad writes_getcwd
}
void writes_sscanf() {
  writes([] { sink = sscanf("words", "%s", copy); });  // bad writes_sscanf
}
tm moment;
void time_written() {
  time_t now = 5;
  one_by_one([&] { gmtime_r(&now, &moment); }, [] { sink = moment.tm_year; });  // bad time_written
}
timespec instant;
void clock_written() {
  one_by_one([] { clock_gettime(CLOCK_MONOTONIC, &instant); },  // bad clock_written
             [] { sink = instant.tv_nsec; });                   // bad clock_written
}
struct stat status;
void stat_written() {
  one_by_one([] { stat("/", &status); },                         // bad stat_written
             [] { sink = static_cast<long>(status.st_size); });  // bad stat_written
}
void wide_read() {
  one_by_one([] { sink = static_cast<long>(wcslen(wide_text)); },  // bad wide_read
             [] { wide_text[3] = L'f'; });                         // bad wide_read
}
void wide_written() {
  one_by_one([] { wmemset(wide_text, L'x', 8); }, [] { sink = wide_text[3]; });  // bad wide_written
}
int compare(const void* a, const void* b) {
  return *static_cast<const int*>(a) - *static_cast<const int*>(b);
}
void sorted() {
  one_by_one([] { qsort(numbers, 5, sizeof(int), compare); },  // bad sorted
             [] { sink = numbers[2]; });                       // bad sorted
}
void copied_halves() {
  both([] { memcpy(copy, text, 32); }, [] { memcpy(copy + 32, text + 32, 32); });
}
void overlapping_copies() {
  const volatile size_t half = 32;  // else gcc makes instructions of it that nothing announces
  one_by_one([&] { memmove(copy, text, half + 1); },                 // bad overlapping_copies
             [&] { memmove(copy + half, text + half, half - 2); });  // bad overlapping_copies
}
void formatted_apart() {
  both([] { snprintf(copy, 100, "%d", 12345); }, [] { snprintf(copy + 100, 100, "%s", "text"); });
}

// Blocks and pages.
void reallocated() {
  static std::atomic<char*> block{nullptr};
  block = static_cast<char*>(malloc(100));
  one_by_one([] { block.load(std::memory_order_relaxed)[4] = 1; },                 // bad reallocated
             [] { free(realloc(block.load(std::memory_order_relaxed), 4000)); });  // bad reallocated
}
void recycled_blocks() {
  const auto work = [] {
    for (int i = 0; i < 300; ++i) {
      auto* block = static_cast<char*>(malloc(2000));
      block[i] = 1;
      free(block);
    }
  };
  both(work, work);
}
void recycled_objects() {
  const auto work = [] {
    for (int i = 0; i < 300; ++i) {
      auto values = std::make_unique<std::vector<int>>(i % 40 + 1);
      (*values)[0] = i;
    }
  };
  both(work, work);
}
void freed_twice_ordered() {
  auto* block = static_cast<int*>(malloc(64));
  std::thread([block] { *block = 1; }).join();
  std::thread([block] { free(block); }).join();
}
void freed_by_other() {
  auto* block = static_cast<int*>(malloc(64));
  one_by_one([&] { *block = 1; },    // bad freed_by_other
             [&] { free(block); });  // bad freed_by_other
}
void deleted_by_other() {
  auto* block = new int[10];
  one_by_one([&] { sink = static_cast<volatile int*>(block)[9]; },  // bad deleted_by_other
             [&] { delete[] block; });                              // bad deleted_by_other
}
void aligned_new() {
  struct alignas(64) Line {
    int value;
  };
  const auto work = [] {
    for (int i = 0; i < 100; ++i) {
      auto* line = new Line{i};
      sink = line->value;
      delete line;
    }
  };
  both(work, work);
}
void mapped_again() {
  const auto work = [] {
    for (int i = 0; i < 50; ++i) {
      void* pages = mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      static_cast<volatile char*>(pages)[5000] = 1;
      munmap(pages, 8192);
    }
  };
  both(work, work);
}
void shared_pages() {
  static void* pages = mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  one_by_one([] { static_cast<volatile char*>(pages)[10] = 1; },   // bad shared_pages
             [] { static_cast<volatile char*>(pages)[10] = 2; });  // bad shared_pages
}
void moved_pages() {
  auto* pages =
      static_cast<char*>(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  both(
      [] {
        for (int i = 0; i < 20; ++i) {
          void* block = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
          block = mremap(block, 4096, 1 << 20, MREMAP_MAYMOVE);
          static_cast<volatile char*>(block)[100000] = 1;
          munmap(block, 1 << 20);
        }
      },
      [] {
        for (int i = 0; i < 20; ++i) {
          void* block = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
          block = mremap(block, 4096, 1 << 20, MREMAP_MAYMOVE);
          static_cast<volatile char*>(block)[100000] = 1;
          munmap(block, 1 << 20);
        }
      });
  munmap(pages, 4096);
}
void large_blocks() {
  const auto work = [] {
    for (int i = 0; i < 20; ++i) {
      auto* block = static_cast<char*>(malloc(3 << 20));
      block[2 << 20] = 1;
      free(block);
    }
  };
  both(work, work);
}

// Stacks.
[[gnu::noinline]] void use_stack(int depth) {
  volatile char local[512];
  local[depth & 511] = 1;
  sink = local[depth & 511];
  if (depth > 0) use_stack(depth - 1);
}
void stacks_one_after_other() {
  for (int i = 0; i < 30; ++i) {
    pthread_t thread;
    pthread_create(
        &thread, nullptr,
        [](void*) -> void* {
          use_stack(30);
          return nullptr;
        },
        nullptr);
    pthread_detach(thread);
  }
  for (int i = 0; i < 30; ++i) std::thread([] { use_stack(40); }).join();
}
void own_stack() {
  alignas(16) static char stack[2][1 << 16];
  const auto run = [](void* memory) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, memory, sizeof stack[0]);
    pthread_t thread;
    if (pthread_create(
            &thread, &attributes,
            [](void*) -> void* {
              use_stack(10);
              return nullptr;
            },
            nullptr) != 0)
      abort();
    pthread_join(thread, nullptr);
  };
  run(stack[0]);
  run(stack[0]);
}
void allocated_on_stack() {
  const auto work = [] {
    for (int i = 1; i < 50; ++i) {
      auto* values = static_cast<volatile char*>(alloca(i * 10));
      values[i] = 1;
    }
  };
  both(work, work);
}
jmp_buf target;
void jumped() {
  std::thread([] {
    static int i;
    for (i = 0; i < 2000; ++i) {
      if (setjmp(target) == 0) {
        use_stack(5);
        longjmp(target, 1);
      }
    }
  }).join();
}
ucontext_t outer, inner;
void contexts() {
  static char stack[1 << 16];
  getcontext(&inner);
  inner.uc_stack = {stack, 0, sizeof stack};
  inner.uc_link = &outer;
  makecontext(
      &inner,
      [] {
        use_stack(10);
        swapcontext(&inner, &outer);
        use_stack(20);
      },
      0);
  for (int i = 0; i < 2; ++i) swapcontext(&outer, &inner);
}
stack_t alternate;
void signal_stacks() {
  static char stack[1 << 16];
  alternate = {stack, 0, sizeof stack};
  sigaltstack(&alternate, nullptr);
  struct sigaction action {};
  action.sa_handler = [](int) { use_stack(5); };
  action.sa_flags = SA_ONSTACK;
  sigaction(SIGUSR1, &action, nullptr);
  for (int i = 0; i < 10; ++i) raise(SIGUSR1);
}
void thrown_through() {
  const auto work = [] {
    for (int i = 0; i < 300; ++i) {
      try {
        use_stack(3);
        std::vector<int>(3).at(5) = 1;
      } catch (const std::exception& error) {
        sink = error.what()[0];
      }
    }
  };
  both(work, work);
}

// Libraries.
void loaded_by_both() {
  const auto work = [] {
    void* library = dlopen("libm.so.6", RTLD_NOW);
    if (library == nullptr) abort();
    const auto cosine = reinterpret_cast<double (*)(double)>(dlsym(library, "cos"));
    sink = static_cast<long>(cosine(0));
    dlclose(library);
  };
  both(work, work);
}
struct Shape {
  explicit Shape(long length) : side(length) {}  // bad made_without_order
  virtual ~Shape() = default;                    // bad used_while_deleted
  long side;
};
void used_while_deleted() {
  static Shape* shape = new Shape(3);
  one_by_one([] { sink = shape->side; },  // bad used_while_deleted
             [] { delete shape; });       // its destructor frees it
}
void made_without_order() {
  static std::atomic<Shape*> shape{nullptr};
  both([] { shape.store(new Shape(3), std::memory_order_relaxed); },
       [] {
         while (shape.load(std::memory_order_relaxed) == nullptr) sched_yield();
         sink = shape.load(std::memory_order_relaxed)->side;  // bad made_without_order
       });
}
int* volatile location;
int pointed;
void pointer_and_value() {
  location = &pointed;
  one_by_one([] { *location = 1; },      // bad pointer_and_value
             [] { sink = *location; });  // bad pointer_and_value
}
volatile int busy_flag;
void volatile_flag() {
  both([] { busy_flag = 1; },  // bad volatile_flag
       [] {
         while (busy_flag == 0) sched_yield();  // bad volatile_flag
       });
}
const int constants[4] = {1, 2, 3, 4};
void constants_only() {
  both([] { sink = constants[sink & 3]; }, [] { sink = constants[sink & 1]; });
}

const struct {
  const char* name;
  void (*run)();
} scenarios[] = {
#define S(name) \
  { #name, name }
    S(same_unit),
    S(other_unit),
    S(wide_and_narrow),
    S(wide_and_next),
    S(unaligned),
    S(unaligned_neighbours),
    S(wide_integers),
    S(vectors),
    S(complex_numbers),
    S(small_copies),
    S(big_copies),
    S(copied_from),
    S(columns),
    S(row_and_column),
    S(frequent_word_race),
    S(frequent_wide_race),
    S(frequent_byte_race),
    S(often_apart),
    S(foreign_thread_local),
    S(foreign_stack),
    S(reads_mempcpy),
    S(reads_strsep),
    S(reads_strndup),
    S(reads_memmem),
    S(reads_strcasestr),
    S(reads_asprintf),
    S(reads_sscanf),
    S(reads_strtof),
    S(reads_atof),
    S(reads_strcoll),
    S(reads_strxfrm),
    S(reads_strverscmp),
    S(reads_memrchr),
    S(reads_strchrnul),
    S(reads_rawmemchr),
    S(reads_dprintf),
    S(reads_bcmp),
    S(reads_strtok),
    S(reads_stpncpy),
    S(reads_path),
    S(writes_bzero),
    S(writes_explicit_bzero),
    S(writes_stpncpy),
    S(writes_mempcpy),
    S(writes_bcopy),
    S(writes_strftime),
    S(writes_getcwd),
    S(writes_sscanf),
    S(time_written),
    S(clock_written),
    S(stat_written),
    S(wide_read),
    S(wide_written),
    S(sorted),
    S(copied_halves),
    S(overlapping_copies),
    S(formatted_apart),
    S(reallocated),
    S(recycled_blocks),
    S(recycled_objects),
    S(freed_twice_ordered),
    S(freed_by_other),
    S(deleted_by_other),
    S(aligned_new),
    S(mapped_again),
    S(shared_pages),
    S(moved_pages),
    S(large_blocks),
    S(stacks_one_after_other),
    S(own_stack),
    S(allocated_on_stack),
    S(jumped),
    S(contexts),
    S(signal_stacks),
    S(thrown_through),
    S(loaded_by_both),
    S(used_while_deleted),
    S(made_without_order),
    S(pointer_and_value),
    S(volatile_flag),
    S(constants_only)};

}  // namespace

int main(int argc, char** argv) {
  for (const auto& scenario : scenarios) {
    if (argc < 2) puts(scenario.name);
    if (argc > 1 && strcmp(argv[1], scenario.name) == 0) scenario.run();
  }
}
