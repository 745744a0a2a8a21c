#include "fleet/limited_process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace dh::fleet {
namespace {

using How = ProcessEnd::How;

int wait_forever() {
  while (true) ::pause();
}

TEST(LimitedProcess, TellsTheExitStatus) {
  const ProcessEnd end = run_limited({}, {}, [] { return 7; });
  EXPECT_EQ(end.how, How::exited);
  EXPECT_EQ(end.status, 7);
}

TEST(LimitedProcess, TellsTheSignal) {
  const ProcessEnd end = run_limited({}, {}, [] {
    ::signal(SIGSEGV, SIG_DFL);
    return ::raise(SIGSEGV);
  });
  EXPECT_EQ(end.how, How::signal);
  EXPECT_EQ(end.status, SIGSEGV);
}

TEST(LimitedProcess, EndsWhatHangs) {
  ProcessLimits limits;
  limits.seconds = 0.1;
  EXPECT_EQ(run_limited(limits, {}, wait_forever).how, How::time);
}

TEST(LimitedProcess, EndsWhatIsTooLarge) {
  ProcessLimits limits;
  limits.memory_bytes = 100 << 20;
  const ProcessEnd end = run_limited(limits, {}, [] {
    constexpr size_t kSize = 150 << 20;
    volatile char* block = static_cast<char*>(std::malloc(kSize));
    for (size_t i = 0; i < kSize; i += 4096) block[i] = 1;
    return wait_forever();
  });
  EXPECT_EQ(end.how, How::memory);
}

TEST(LimitedProcess, EndsWhatWritesTooMuch) {
  ProcessLimits limits;
  limits.file_bytes = 10'000;
  const std::string path = testing::TempDir() + "limited_process_" + std::to_string(::getpid());
  const ProcessEnd end = run_limited(limits, {}, [&] {
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    const std::string text(20'000, 'x');
    while (::write(fd, text.data(), text.size()) > 0) {
    }
    return 0;
  });
  EXPECT_EQ(end.how, How::signal);
  EXPECT_EQ(end.status, SIGXFSZ);
  ::unlink(path.c_str());
}

TEST(LimitedProcess, EndsOnRequest) {
  StopSource stop;
  stop.request();
  EXPECT_EQ(run_limited({}, StopToken(stop), wait_forever).how, How::stopped);
}

// What the body started goes with it.
TEST(LimitedProcess, EndsTheWholeGroup) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ProcessLimits limits;
  limits.seconds = 0.2;
  const ProcessEnd end = run_limited(limits, {}, [] {
    [[maybe_unused]] const pid_t other = ::fork();
    return wait_forever();
  });
  EXPECT_EQ(end.how, How::time);
  ::close(ends[1]);
  char byte = 0;
  EXPECT_EQ(::read(ends[0], &byte, 1), 0);  // returns only when every process has closed its end
  ::close(ends[0]);
}

}  // namespace
}  // namespace dh::fleet
