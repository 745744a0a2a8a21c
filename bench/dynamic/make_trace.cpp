#include "dynamic/make_trace.h"

#include <random>
#include <vector>

#include "dynamic/trace/binary_trace.h"
#include "dynamic/trace/std_trace.h"

namespace dh::bench {

namespace {

using namespace dh::dyn;

class Maker {
 public:
  Maker(TraceWriter& writer, const TraceShape& shape) : writer_(writer), shape_(shape), random_(1) {}

  void run() {
    for (uint32_t t = 1; t < shape_.threads; ++t) emit(0, EventKind::start_pre, t);
    while (made_ < shape_.events) {
      const uint32_t t = pick(shape_.threads);
      const uint32_t roll = pick(100);
      // A burst of one thread, as real schedules have them.
      if (roll < 70) {
        own_data(t);
      } else if (roll < 90) {
        locked_data(t);
      } else {
        read_shared(t);
      }
      if (pick(20000) == 0) emit(t, EventKind::write, shape_.variables - 1 - pick(20));  // a race
    }
  }

 private:
  uint32_t pick(uint32_t n) { return static_cast<uint32_t>(random_() % n); }

  void emit(uint32_t t, EventKind kind, uint32_t target) {
    writer_.write({kind, 0, t, target, pick(shape_.locations), 0});
    ++made_;
  }

  void own_data(uint32_t t) {
    const uint32_t each = shape_.variables / 2 / shape_.threads;
    const uint32_t base = t * each + pick(each - 16);
    for (uint32_t i = 0; i < 16; ++i) emit(t, i % 4 == 3 ? EventKind::write : EventKind::read, base + i);
  }

  void locked_data(uint32_t t) {
    const bool is_own = shape_.own_locks != 0 && pick(100) < shape_.own_locks;
    const uint32_t lock = is_own ? t % shape_.locks : pick(shape_.locks);
    const uint32_t each = shape_.variables / 3 / shape_.locks;
    emit(t, EventKind::acquire, lock);
    for (uint32_t i = 0, n = 4 + pick(8); i < n; ++i) {
      emit(t, i % 3 == 2 ? EventKind::write : EventKind::read,
           shape_.variables / 2 + lock * each + pick(each));
    }
    emit(t, EventKind::release, lock);
  }

  void read_shared(uint32_t t) {
    const uint32_t tables = shape_.variables / 6 - 20;
    for (uint32_t i = 0; i < 8; ++i) emit(t, EventKind::read, shape_.variables * 5 / 6 + pick(tables));
  }

  TraceWriter& writer_;
  const TraceShape shape_;
  std::mt19937_64 random_;
  uint64_t made_ = 0;
};

}  // namespace

bool make_trace(const std::string& path, const TraceShape& shape) {
  Names names;
  for (uint32_t i = 0; i < shape.threads; ++i) names.add(Space::thread, "T" + std::to_string(i));
  for (uint32_t i = 0; i < shape.variables; ++i) names.add(Space::variable, "V" + std::to_string(i));
  for (uint32_t i = 0; i < shape.locks; ++i) names.add(Space::lock, "L" + std::to_string(i));
  for (uint32_t i = 0; i < shape.locations; ++i) names.add_location(i);
  auto writer = path.ends_with(".std") ? write_std(path, names) : write_binary(path, names);
  if (!writer) return false;
  Maker(**writer, shape).run();
  return (*writer)->close().has_value();
}

}  // namespace dh::bench
