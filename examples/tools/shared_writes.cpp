// SharedWrites: variables that more than one thread writes, ordered or not. For data that one thread is meant to own.
//
//   c++ -std=c++17 -O2 -fPIC -shared -I include examples/tools/shared_writes.cpp -o libshared_writes.so
//   deadheat run --load ./libshared_writes.so --tools SharedWrites -- java -cp classes Main
#include <atomic>
#include <string>

#include "deadheat/tool.h"

namespace {

using namespace deadheat;

constexpr FindingKind kFindings[] = {{
    "nondeterminism",
    "{target} has more than one writer: {thread} and, before it, {earlier_thread}.",
    "Let one thread own the variable, or guard it with a lock.",
}};

// The word of a location: 0, no thread has written it; else the number of its last writer plus one.
class SharedWrites final : public Tool {
 public:
  explicit SharedWrites(Setup& setup) : host_(setup.host()) {}

  Flow handle(Event& e) override {
    const uint64_t writer = uint64_t{e.thread} + 1;
    if (e.kind == EventKind::read || e.word == writer) return Flow::pass;
    const bool is_first = e.word == 0;
    if (!host_.put(e, writer)) return Flow::retry;
    if (is_first) return Flow::pass;
    changes_.fetch_add(1, std::memory_order_relaxed);
    host_.report(e, 0, nullptr);
    return Flow::pass;
  }

  void finish(Output& output) override {
    output.line((std::to_string(changes_.load()) + " changes of writer").c_str());
  }

 private:
  Host& host_;
  std::atomic<uint64_t> changes_{0};
};

constexpr Description kDescription{
    kApiVersion, "SharedWrites", "variables that more than one thread writes", true, kAccesses, kFindings, 1,
    [](Setup& setup) -> Tool* { return new SharedWrites(setup); },
};

}  // namespace

DEADHEAT_TOOL {
  return &kDescription;
}
