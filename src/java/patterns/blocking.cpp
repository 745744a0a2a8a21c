#include "java/patterns/blocking.h"

namespace dh::java {

namespace {

struct BlockingMethod {
  std::string_view type;  // qualified
  std::string_view method;
  size_t untimed_args = 0;  // more arguments: with a timeout
  std::string_view what;
};

constexpr BlockingMethod kMethods[] = {
    {"java.lang.Thread", "join", 0, "waits for a thread to end"},
    {"java.util.concurrent.Future", "get", 0, "waits for a task"},
    {"java.util.concurrent.CompletableFuture", "get", 0, "waits for a task"},
    {"java.util.concurrent.CompletableFuture", "join", 0, "waits for a task"},
    {"java.util.concurrent.ScheduledFuture", "get", 0, "waits for a task"},
    {"java.util.concurrent.FutureTask", "get", 0, "waits for a task"},
    {"com.google.common.util.concurrent.ListenableFuture", "get", 0, "waits for a task"},
    {"java.util.concurrent.CountDownLatch", "await", 0, "waits for a latch"},
    {"java.util.concurrent.CyclicBarrier", "await", 0, "waits at a barrier"},
    {"java.util.concurrent.Phaser", "arriveAndAwaitAdvance", 0, "waits at a barrier"},
    {"java.util.concurrent.Exchanger", "exchange", 1, "waits for a partner"},
    {"java.util.concurrent.BlockingQueue", "take", 0, "waits for an element"},
    {"java.util.concurrent.BlockingQueue", "put", 1, "waits for room in a queue"},
    {"java.util.concurrent.LinkedBlockingQueue", "take", 0, "waits for an element"},
    {"java.util.concurrent.ArrayBlockingQueue", "take", 0, "waits for an element"},
    {"java.util.concurrent.ArrayBlockingQueue", "put", 1, "waits for room in a queue"},
    {"java.util.concurrent.SynchronousQueue", "take", 0, "waits for an element"},
    {"java.util.concurrent.SynchronousQueue", "put", 1, "waits for a partner"},
    {"java.util.concurrent.ExecutorService", "awaitTermination", 1, "waits for the tasks of an executor"},
    {"java.util.concurrent.ThreadPoolExecutor", "awaitTermination", 1, "waits for the tasks of an executor"},
    {"java.util.concurrent.ExecutorService", "invokeAll", 1, "waits for the tasks of an executor"},
    {"java.util.concurrent.ExecutorService", "invokeAny", 1, "waits for a task"},
    {"java.util.concurrent.CompletionService", "take", 0, "waits for a task"},
    {"java.util.concurrent.ExecutorCompletionService", "take", 0, "waits for a task"},
    {"java.util.concurrent.ForkJoinTask", "get", 0, "waits for a task"},
    {"java.util.concurrent.ForkJoinTask", "join", 0, "waits for a task"},
    {"java.util.concurrent.Phaser", "awaitAdvance", 1, "waits at a barrier"},
    {"java.util.concurrent.BlockingDeque", "take", 0, "waits for an element"},
    {"java.util.concurrent.BlockingDeque", "takeFirst", 0, "waits for an element"},
    {"java.util.concurrent.BlockingDeque", "takeLast", 0, "waits for an element"},
    {"java.util.concurrent.LinkedBlockingDeque", "take", 0, "waits for an element"},
    {"java.util.concurrent.LinkedBlockingDeque", "takeFirst", 0, "waits for an element"},
    {"java.util.concurrent.LinkedBlockingDeque", "takeLast", 0, "waits for an element"},
    {"java.util.concurrent.PriorityBlockingQueue", "take", 0, "waits for an element"},
    {"java.util.concurrent.DelayQueue", "take", 0, "waits for an element"},
    {"java.util.concurrent.LinkedTransferQueue", "take", 0, "waits for an element"},
    {"java.util.concurrent.TransferQueue", "take", 0, "waits for an element"},
    {"java.util.concurrent.TransferQueue", "transfer", 1, "waits for a partner"},
    {"java.lang.Process", "waitFor", 0, "waits for a process"},
};

}  // namespace

Blocking blocking_call(const Code& code, const Call& call) {
  std::string_view name = code.text(call.name.name);
  if (name == "wait" && call.args.size() <= 2 && !is_a<Super>(call.target)) {
    if (!code.targets(call).empty()) return {};
    return {BlocksBy::monitor_waiting, !call.args.empty(), "waits for a notification"};
  }
  if (call.target == nullptr) return {};
  if (name == "sleep") {
    TypeRef type = code.named_type(call.target);
    std::string_view simple = type.simple.valid() ? code.text(type.simple) : "";
    bool of_unit = false;
    if (const auto* unit = as<FieldAccess>(call.target)) {  // TimeUnit.SECONDS.sleep(1)
      TypeRef owner = code.named_type(unit->target);
      of_unit = owner.simple.valid() && code.text(owner.simple) == "TimeUnit";
    }
    if ((simple == "Thread" && !type.type.valid()) || of_unit) return {BlocksBy::sleeping, true, "sleeps"};
    return {};
  }
  if (name == "sleepUninterruptibly" || name == "joinUninterruptibly")
    return {BlocksBy::sleeping, true, "sleeps"};
  bool listed = false;
  for (const BlockingMethod& one : kMethods) listed = listed || one.method == name;
  bool awaits = name == "await" || name == "awaitNanos" || name == "awaitUninterruptibly";
  if (!listed && !awaits) return {};
  TypeRef type = code.type_of(call.target);
  if (!type.known() || type.is_array()) return {};
  if (awaits && type.qualified == "java.util.concurrent.locks.Condition")
    return {BlocksBy::condition_waiting, !call.args.empty(), "waits for a condition"};
  for (const BlockingMethod& one : kMethods) {
    if (one.method != name || one.type != type.qualified || call.args.size() < one.untimed_args) continue;
    return {BlocksBy::waiting, call.args.size() > one.untimed_args, one.what};
  }
  return {};
}

bool blocks_for_long(const Blocking& blocking) {
  return blocking.by == BlocksBy::sleeping || (blocking.by == BlocksBy::waiting && !blocking.timed);
}

uint32_t number_of_wait(std::string_view what) {
  for (uint32_t i = 0; i < std::size(kMethods); ++i) {
    if (kMethods[i].what == what) return i;
  }
  return static_cast<uint32_t>(std::size(kMethods)) + (what == "sleeps" ? 0 : 1);
}

std::string_view text_of_wait(uint32_t number) {
  if (number < std::size(kMethods)) return kMethods[number].what;
  return number == std::size(kMethods) ? "sleeps" : "waits for a notification";
}

}  // namespace dh::java
