#include "cli/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <new>
#include <thread>

#include "base/memory.h"
#include "base/resources.h"

namespace dh {
namespace {

using namespace std::chrono_literals;

Finding some_finding() {
  Finding finding;
  finding.rule = Rule::unused_ignore;
  return finding;
}

TEST(SessionTest, ReturnsWhatTheBodyFound) {
  SessionResult result = run_session({}, [](CheckSink& sink, StopToken) { sink.add(some_finding()); });
  EXPECT_EQ(result.contents.findings.size(), 1u);
  EXPECT_FALSE(result.interrupted || result.timed_out || result.abandoned);
}

TEST(SessionTest, ATimeLimitStopsAPoliteBody) {
  SessionResult result = run_session({.time_limit_seconds = 0.05}, [](CheckSink& sink, StopToken stop) {
    sink.add(some_finding());
    while (!stop.requested()) std::this_thread::sleep_for(1ms);
  });
  EXPECT_TRUE(result.timed_out);
  EXPECT_FALSE(result.abandoned);
  EXPECT_EQ(result.contents.findings.size(), 1u);
}

TEST(SessionTest, ABodyThatDoesNotListenIsLeftBehindAndNothingIsLost) {
  SessionResult result = run_session({.time_limit_seconds = 0.05}, [](CheckSink& sink, StopToken) {
    sink.add(some_finding());
    std::this_thread::sleep_for(3s);
  });
  EXPECT_TRUE(result.abandoned);
  EXPECT_EQ(result.contents.findings.size(), 1u);
}

TEST(SessionTest, AMemoryLimitStopsAndNamesThePhase) {
  SessionResult result = run_session({.memory_limit_bytes = resident_bytes() + (int64_t{64} << 20)},
                                     [](CheckSink& sink, StopToken stop) {
                                       sink.phase("fill memory");
                                       sink.add(some_finding());
                                       std::vector<std::string> filled;
                                       while (!stop.requested() && filled.size() < 4096)
                                         filled.emplace_back(size_t{1} << 20, 'x');
                                     });
  EXPECT_THAT(result.out_of_memory, testing::HasSubstr("in the phase 'fill memory'"));
  EXPECT_THAT(result.out_of_memory, testing::HasSubstr("--memory-limit"));
  EXPECT_EQ(result.contents.findings.size(), 1u);
}

TEST(SessionTest, AnAnalysisOverTheMemoryLimitMayFinishAsLongAsItMakesProgress) {
  const auto finish_in_steps = [](CheckSink& sink, StopToken stop) {
    while (!stop.requested()) std::this_thread::sleep_for(1ms);
    for (int step = 0; step < 30; ++step) {
      sink.phase("finish " + std::to_string(step));
      std::this_thread::sleep_for(50ms);
    }
    sink.add(some_finding());
  };
  bool has_finished = false;
  for (int i = 0; i < 10 && !has_finished; ++i) {  // on a busy machine a step may take too long
    SessionResult result = run_session({.memory_limit_bytes = resident_bytes() - 1}, finish_in_steps);
    EXPECT_THAT(result.out_of_memory, testing::HasSubstr("--memory-limit"));
    has_finished = result.contents.findings.size() == 1;
  }
  EXPECT_TRUE(has_finished);
}

// As oneTBB does. Before the next one: memory that `new` was refused stays noted for the life of the process.
TEST(SessionTest, ALibraryThatRunsOutOfMemoryByItselfStopsAndNamesThePhase) {
  SessionResult result = run_session({}, [](CheckSink& sink, StopToken) {
    sink.phase("in a library");
    sink.add(some_finding());
    throw std::bad_alloc();
  });
  EXPECT_THAT(result.out_of_memory, testing::HasSubstr("in the phase 'in a library'"));
  EXPECT_TRUE(result.stopped());
  EXPECT_EQ(result.contents.findings.size(), 1u);
}

// As oneTBB does, too. In a process of its own: the thread of the analysis never ends.
TEST(SessionDeathTest, ALibraryThatThrowsWhereNothingMayBeThrownStopsAndNamesThePhase) {
  const auto report = [] {
    const SessionResult result = run_session({}, [](CheckSink& sink, StopToken) {
      sink.phase("in a library");
      sink.add(some_finding());
      const auto refuse = [] { throw std::bad_alloc(); };
      [&]() noexcept { refuse(); }();
    });
    std::fprintf(stderr, "%zu finding, %s", result.contents.findings.size(), result.out_of_memory.c_str());
    ::_exit(result.abandoned ? 3 : 0);
  };
  EXPECT_EXIT(report(), testing::ExitedWithCode(3), "1 finding, out of memory in the phase 'in a library'");
}

TEST(SessionTest, ARefusedAllocationStopsAndNamesThePhase) {
  SessionResult result = run_session({}, [](CheckSink& sink, StopToken) {
    sink.phase("too much");
    sink.add(some_finding());
    // What `new` does; under AddressSanitizer a real one would end the process.
    while (std::new_handler handler = std::get_new_handler()) handler();
    throw std::bad_alloc();
  });
  EXPECT_THAT(result.out_of_memory, testing::HasSubstr("in the phase 'too much'"));
  EXPECT_FALSE(result.abandoned);
  EXPECT_EQ(result.contents.findings.size(), 1u);
}

// Last: the signal stays noted for the life of the process.
TEST(SessionTest, ZInterruptStops) {
  SessionResult result = run_session({}, [](CheckSink& sink, StopToken stop) {
    sink.add(some_finding());
    ::raise(SIGINT);
    while (!stop.requested()) std::this_thread::sleep_for(1ms);
  });
  EXPECT_TRUE(result.interrupted);
  EXPECT_EQ(result.contents.findings.size(), 1u);
}

}  // namespace
}  // namespace dh
