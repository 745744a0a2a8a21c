// A long trace is a stream: what stays in memory follows variables, threads and locks, not events.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <thread>

#include "tools/testing/testing.h"

namespace dh::dyn::testing {
namespace {

// Freed memory stays resident under AddressSanitizer, in its quarantine.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define DH_KEEPS_FREED_MEMORY
#endif
#endif

size_t resident_bytes() {
  size_t all = 0;
  size_t resident = 0;
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr || std::fscanf(file, "%zu %zu", &all, &resident) != 2) resident = 0;
  if (file != nullptr) std::fclose(file);
  return resident * static_cast<size_t>(::sysconf(_SC_PAGESIZE));
}

// Rounds in which each of four threads works on its own, on locked and on racy data.
void write_rounds(int fd, int rounds) {
  std::string text;
  for (int i = 0; i < rounds; ++i) {
    const std::string t = "T" + std::to_string(i % 4) + "|";
    const std::string x = std::to_string(i % 97);
    text += t + "begin(b)|1\n" + t + "acq(l)|2\n" + t + "r(x" + x + ")|3\n" + t + "w(x" + x + ")|4\n" + t +
            "rel(l)|5\n";
    text += t + "end(b)|6\n" + t + "r(shared" + x + ")|7\n" + t + "w(racy)|8\n";
    if (text.size() < 1 << 16 && i + 1 < rounds) continue;
    for (size_t at = 0; at < text.size();) {
      const ssize_t n = ::write(fd, text.data() + at, text.size() - at);
      if (n <= 0) return;
      at += static_cast<size_t>(n);
    }
    text.clear();
  }
  ::close(fd);
}

TEST(Stream, MemoryDoesNotFollowEvents) {
  constexpr int kRounds = 100'000;  // of eight events
  for (const char* tools : {"FastTrack", "ThreadLocal:ReadOnly:LockSet", "FastTrack:Velodrome", "DJIT+"}) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    std::thread writer(write_rounds, ends[1], kRounds);
    auto reader = open_trace("/dev/fd/" + std::to_string(ends[0]));
    ASSERT_TRUE(reader.has_value());
    ReportSink sink;
    auto chain = build_chain(tools, sink, (*reader)->names());
    const size_t before = resident_bytes();
    Replay replay(**reader, **chain);
    const ReplayResult result = replay.run();
    const size_t after = resident_bytes();
    writer.join();
    ::close(ends[0]);
    EXPECT_EQ(result.events, 8u * kRounds) << tools << (result.error ? result.error->message : "");
#ifndef DH_KEEPS_FREED_MEMORY
    // The events alone would take 24 bytes each, 19 MB.
    EXPECT_LT(after - std::min(before, after), size_t{12} << 20) << tools;
#else
    (void)before, (void)after;
#endif
  }
}

#ifndef DH_KEEPS_FREED_MEMORY
size_t memory_of(const char* tools, const std::string& trace) {
  auto reader = read_std(InputStream::from_text(trace));
  ReportSink sink;
  auto chain = build_chain(tools, sink, reader->names());
  const size_t before = resident_bytes();
  Replay replay(*reader, **chain);
  const ReplayResult result = replay.run();
  EXPECT_FALSE(result.error.has_value()) << result.error->message;
  const size_t after = resident_bytes();
  return after - std::min(before, after);
}

TEST(Stream, MemoryFollowsThreads) {
  std::string joined = "m|w(x)|1\n";
  std::string ended = joined;
  for (int i = 0; i < 5000; ++i) {
    const std::string t = "c" + std::to_string(i);
    const std::string work =
        "m|fork(" + t + ")|2\n" + t + "|r(x)|3\n" + t + "|acq(l)|4\n" + t + "|rel(l)|5\n";
    joined += work + "m|join(" + t + ")|6\n";
    if (i < 2500) ended += work + t + "|thread_exit|7\n";
  }
  for (const char* tools : {"FastTrack", "HappensBefore", "EraserWithBarrier", "Goldilocks", "Velodrome"})
    EXPECT_LT(memory_of(tools, joined), size_t{24} << 20) << tools;
  // Threads that nobody joins are all concurrent: their clocks take 4 bytes for each pair, 12 MB here.
  EXPECT_LT(memory_of("FastTrack", ended), size_t{40} << 20);
}

TEST(Stream, MemoryFollowsLocksAndBarriers) {
  std::string locks;
  std::string barriers;
  for (int i = 0; i < 15000; ++i) {
    const std::string n = std::to_string(i);
    for (const char* t : {"a|", "b|"})
      locks += t + ("acq(l" + n) + ")|1\n" + t + "w(x" + n + ")|2\n" + t + "rel(l" + n + ")|3\n";
    barriers +=
        "a|w(x" + n +
        ")|1\na|barrier_enter(z)|2\nb|barrier_enter(z)|3\na|barrier_leave(z)|4\nb|barrier_leave(z)|5\n";
  }
  for (const char* tools : {"FastTrack", "LockSet", "Goldilocks", "Velodrome"}) {
    EXPECT_LT(memory_of(tools, locks), size_t{40} << 20) << tools;
    EXPECT_LT(memory_of(tools, barriers), size_t{40} << 20) << tools;
  }
}
#endif

}  // namespace
}  // namespace dh::dyn::testing
