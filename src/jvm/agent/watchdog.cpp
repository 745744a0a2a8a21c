#include "jvm/agent/watchdog.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>

#include "jvm/agent/agent_thread.h"
#include "jvm/agent/resolve.h"
#include "tools/predict/deadlock.h"
#include "tools/registry.h"

namespace dh::jvm {

namespace {

constexpr std::chrono::milliseconds kInterval{500};
constexpr int kIdleLooks = 4;  // before the program is ended

constexpr jint kBlocked = JVMTI_THREAD_STATE_BLOCKED_ON_MONITOR_ENTER;
constexpr jint kParked = JVMTI_THREAD_STATE_PARKED | JVMTI_THREAD_STATE_WAITING_INDEFINITELY;

struct ThreadInfo {
  std::string name;
  bool is_daemon = false;
};

ThreadInfo info_of(jvmtiEnv* jvmti, JNIEnv* env, jthread thread) {
  jvmtiThreadInfo info{};
  if (jvmti->GetThreadInfo(thread, &info) != JVMTI_ERROR_NONE) return {"", true};
  ThreadInfo result{info.name == nullptr ? "" : info.name, info.is_daemon == JNI_TRUE};
  jvmti->Deallocate(reinterpret_cast<unsigned char*>(info.name));
  if (info.thread_group != nullptr) env->DeleteLocalRef(info.thread_group);
  if (info.context_class_loader != nullptr) env->DeleteLocalRef(info.context_class_loader);
  return result;
}

// Suspends threads for as long as it lives.
class Suspension {
 public:
  explicit Suspension(jvmtiEnv* jvmti) : jvmti_(jvmti) {}
  ~Suspension() {
    for (const jthread thread : threads_) jvmti_->ResumeThread(thread);
  }
  Suspension(const Suspension&) = delete;
  Suspension& operator=(const Suspension&) = delete;
  bool add(jthread thread) {
    const jvmtiError error = jvmti_->SuspendThread(thread);
    if (error == JVMTI_ERROR_NONE) threads_.push_back(thread);
    return error == JVMTI_ERROR_NONE || error == JVMTI_ERROR_THREAD_SUSPENDED;  // by a debugger
  }

 private:
  jvmtiEnv* jvmti_;
  std::vector<jthread> threads_;
};

}  // namespace

Watchdog::Watchdog(jvmtiEnv* jvmti, JNIEnv* env, Runtime& runtime)
    : jvmti_(jvmti), env_(env), runtime_(runtime) {
  const jclass thread = env->FindClass("java/lang/Thread");
  if (thread != nullptr) blocker_ = env->GetFieldID(thread, "parkBlocker", "Ljava/lang/Object;");
  env->ExceptionClear();
  synchronizer_ = env->FindClass("java/util/concurrent/locks/AbstractOwnableSynchronizer");
  if (synchronizer_ != nullptr)
    owner_ = env->GetFieldID(synchronizer_, "exclusiveOwnerThread", "Ljava/lang/Thread;");
  env->ExceptionClear();
}

void Watchdog::start(jvmtiEnv* jvmti, JNIEnv* env, Runtime& runtime) {
  if (!start_agent_thread(jvmti, env, "deadheat watchdog", run, &runtime))
    runtime.say("warning", "the JVM runs no thread for the agent; deadlocks are not looked for");
}

void JNICALL Watchdog::run(jvmtiEnv* jvmti, JNIEnv* env, void* runtime) {
  Watchdog(jvmti, env, *static_cast<Runtime*>(runtime)).watch();
}

void Watchdog::watch() {
  constexpr jint kReferencesOfAThread = 4;
  while (!runtime_.closed()) {
    std::this_thread::sleep_for(kInterval);
    if (runtime_.closed()) return;
    const std::vector<jthread> threads = all_threads();
    const auto capacity = static_cast<jint>(threads.size() + 1) * kReferencesOfAThread;
    if (env_->PushLocalFrame(capacity) == JNI_OK) {
      look(threads);
      env_->PopLocalFrame(nullptr);
    }
    if (env_->ExceptionCheck()) env_->ExceptionClear();
    for (const jthread thread : threads) env_->DeleteLocalRef(thread);
  }
}

std::vector<jthread> Watchdog::all_threads() {
  jint count = 0;
  jthread* threads = nullptr;
  if (jvmti_->GetAllThreads(&count, &threads) != JVMTI_ERROR_NONE) return {};
  std::vector<jthread> result(threads, threads + count);
  jvmti_->Deallocate(reinterpret_cast<unsigned char*>(threads));
  return result;
}

void Watchdog::look(const std::vector<jthread>& threads) {
  std::vector<Waiter> waiters;
  for (const jthread thread : threads) {
    const Waiter waiter = waiter_of(thread);
    if (waiter.owner != nullptr) waiters.push_back(waiter);
  }
  if (waiters.size() > 1) {
    for (std::vector<Waiter>& cycle : find_cycles(waiters)) report_if_stuck(std::move(cycle));
  }
  const OnDeadlock action = runtime_.options().on_deadlock;
  if (reported_.empty() || action == OnDeadlock::go_on) return;
  idle_looks_ = nothing_runs(threads) ? idle_looks_ + 1 : 0;
  if (action == OnDeadlock::end || idle_looks_ >= kIdleLooks) end_program();
}

Watchdog::Waiter Watchdog::waiter_of(jthread thread) {
  jint state = 0;
  if (jvmti_->GetThreadState(thread, &state) != JVMTI_ERROR_NONE) return {};
  const bool is_monitor = (state & kBlocked) != 0;
  jobject lock = nullptr;
  if (is_monitor) {
    jvmti_->GetCurrentContendedMonitor(thread, &lock);
  } else if ((state & kParked) == kParked) {
    lock = parked_for(thread);
  }
  if (lock == nullptr) return {};
  return {thread, lock, owner_of(lock, is_monitor)};
}

jobject Watchdog::parked_for(jthread thread) {
  if (blocker_ == nullptr || owner_ == nullptr) return nullptr;
  const jobject blocker = env_->GetObjectField(thread, blocker_);
  return blocker != nullptr && env_->IsInstanceOf(blocker, synchronizer_) == JNI_TRUE ? blocker : nullptr;
}

jthread Watchdog::owner_of(jobject lock, bool is_monitor) {
  if (!is_monitor) return env_->GetObjectField(lock, owner_);
  jvmtiMonitorUsage usage{};
  if (jvmti_->GetObjectMonitorUsage(lock, &usage) != JVMTI_ERROR_NONE) return nullptr;
  for (jint i = 0; i < usage.waiter_count; ++i) env_->DeleteLocalRef(usage.waiters[i]);
  for (jint i = 0; i < usage.notify_waiter_count; ++i) env_->DeleteLocalRef(usage.notify_waiters[i]);
  jvmti_->Deallocate(reinterpret_cast<unsigned char*>(usage.waiters));
  jvmti_->Deallocate(reinterpret_cast<unsigned char*>(usage.notify_waiters));
  return usage.owner;
}

// Everyone waits for at most one thread: a walk that comes back to itself is a cycle.
std::vector<std::vector<Watchdog::Waiter>> Watchdog::find_cycles(const std::vector<Waiter>& waiters) {
  constexpr size_t kNone = SIZE_MAX;
  FlatMap<jint, std::vector<size_t>> by_hash;
  const auto hash_of = [&](jthread thread) {
    jint hash = 0;
    jvmti_->GetObjectHashCode(thread, &hash);
    return hash;
  };
  for (size_t i = 0; i < waiters.size(); ++i) by_hash[hash_of(waiters[i].thread)].push_back(i);
  std::vector<size_t> next(waiters.size(), kNone);
  for (size_t i = 0; i < waiters.size(); ++i) {
    for (const size_t other : by_hash[hash_of(waiters[i].owner)]) {
      if (env_->IsSameObject(waiters[other].thread, waiters[i].owner) == JNI_TRUE) next[i] = other;
    }
  }
  std::vector<std::vector<Waiter>> cycles;
  std::vector<size_t> visited(waiters.size(), kNone);
  for (size_t start = 0; start < waiters.size(); ++start) {
    size_t at = start;
    for (; at != kNone && visited[at] == kNone; at = next[at]) visited[at] = start;
    if (at == kNone || visited[at] != start) continue;
    std::vector<Waiter> cycle{waiters[at]};
    for (size_t i = next[at]; i != at; i = next[i]) cycle.push_back(waiters[i]);
    cycles.push_back(std::move(cycle));
  }
  return cycles;
}

bool Watchdog::still_waits(const std::vector<Waiter>& cycle) {
  return std::all_of(cycle.begin(), cycle.end(), [&](const Waiter& before) {
    const Waiter now = waiter_of(before.thread);
    return env_->IsSameObject(now.lock, before.lock) == JNI_TRUE &&
           env_->IsSameObject(now.owner, before.owner) == JNI_TRUE;
  });
}

void Watchdog::report_if_stuck(const std::vector<Waiter>& cycle) {
  uint64_t key = 0;
  for (const Waiter& waiter : cycle)
    key += hash_combine(1, reinterpret_cast<uintptr_t>(runtime_.upcalls().attach(env_, waiter.thread)));
  if (reported_.contains(key)) return;
  Suspension suspension(jvmti_);
  for (const Waiter& waiter : cycle) {
    if (!suspension.add(waiter.thread)) return;
  }
  if (!still_waits(cycle)) return;
  reported_.insert(key);
  report(cycle);
}

// Where the program's own code waits: without the frames of the JDK that park the thread.
std::vector<dyn::LocId> Watchdog::stack_of(jthread thread) {
  std::vector<dyn::LocId> stack =
      runtime_.frames().places(runtime_.frames().capture(thread), runtime_.places());
  const std::lock_guard names_lock(runtime_.names().guard());
  const auto own = std::find_if(stack.begin(), stack.end(), [&](dyn::LocId place) {
    const std::string symbol(runtime_.names().location(place).symbol);
    return !symbol.starts_with("java.") && !symbol.starts_with("jdk.");
  });
  if (own != stack.end()) stack.erase(stack.begin(), own);
  return stack;
}

// Reads what a suspended thread and the one it waits for hold: both wait in the JVM, not in a handler.
Watchdog::Party Watchdog::party_of(const Waiter& waiter, const dyn::ShadowThread& thread,
                                   const dyn::ShadowThread& owner) {
  const std::string lock = object_name(env_, runtime_, waiter.lock);
  const auto held = std::find_if(owner.held.begin(), owner.held.end(), [&](const auto& candidate) {
    return runtime_.lock_name(*candidate.lock) == lock;
  });
  const bool is_seen = held != owner.held.end();  // it may have been acquired in code of the JDK
  Party party;
  dyn::RawAccess& access = party.waits;
  access.kind = dyn::EventKind::request;
  access.known = true;
  access.thread = thread.id;
  access.target = is_seen ? held->lock->id : runtime_.new_lock(dyn::Space::lock, lock)->id;
  access.stack = stack_of(waiter.thread);
  if (!access.stack.empty()) access.location = access.stack.front();
  access.knows_locks = true;
  for (const dyn::ShadowThread::Held& own : thread.held) access.locks.push_back(own.lock->id);
  party.held = {dyn::EventKind::acquire, owner.id, access.target, is_seen ? held->location : dyn::LocId(), 0};
  party.name = info_of(jvmti_, env_, waiter.thread).name;
  return party;
}

void Watchdog::report(const std::vector<Waiter>& cycle) {
  std::vector<Party> parties;
  for (size_t i = 0; i < cycle.size(); ++i) {
    const dyn::ShadowThread* thread = runtime_.upcalls().attach(env_, cycle[i].thread);
    const dyn::ShadowThread* owner = runtime_.upcalls().attach(env_, cycle[(i + 1) % cycle.size()].thread);
    if (thread == nullptr || owner == nullptr) return;  // the JVM ends
    parties.push_back(party_of(cycle[i], *thread, *owner));
  }
  // The same deadlock reads the same in every run.
  const auto first = std::min_element(parties.begin(), parties.end(), [](const Party& a, const Party& b) {
    return std::pair(a.waits.location, a.name) < std::pair(b.waits.location, b.name);
  });
  std::rotate(parties.begin(), first, parties.end());
  dyn::RawReport report;
  report.tool = dyn::tool_in_role(dyn::ToolRole::deadlock_detector).name;
  report.finding = dyn::Deadlock::kHappened;
  report.space = dyn::Space::lock;
  std::string names;
  for (Party& party : parties) {
    names += (names.empty() ? "" : ", ") + party.name;
    report.held.push_back(party.held);
    dyn::add_party(report, std::move(party.waits));
  }
  report.target = report.current.target;
  runtime_.reports().add(std::move(report));
  // Not fmt::print, which throws where standard error cannot be written.
  std::fputs(fmt::format("deadheat: deadlock: {} wait for each other\n", names).c_str(), stderr);
}

bool Watchdog::nothing_runs(const std::vector<jthread>& threads) {
  constexpr jint kStuck = kBlocked | JVMTI_THREAD_STATE_WAITING_INDEFINITELY;
  return std::all_of(threads.begin(), threads.end(), [&](jthread thread) {
    jint state = 0;
    if (jvmti_->GetThreadState(thread, &state) != JVMTI_ERROR_NONE) return true;
    if ((state & JVMTI_THREAD_STATE_ALIVE) == 0 || (state & kStuck) != 0) return true;
    const ThreadInfo info = info_of(jvmti_, env_, thread);
    return info.is_daemon || info.name == "DestroyJavaVM";
  });
}

// Hooks and finalizers do not run: they could wait for the same locks.
void Watchdog::end_program() {
  runtime_.say("warning",
               fmt::format("the program was ended with status {}, as deadlocked threads do not go on; "
                           "--on-deadlock continue leaves it running",
                           kExitStatus));
  const jclass type = env_->FindClass("java/lang/Runtime");
  const jmethodID get =
      type == nullptr ? nullptr : env_->GetStaticMethodID(type, "getRuntime", "()Ljava/lang/Runtime;");
  const jmethodID halt = type == nullptr ? nullptr : env_->GetMethodID(type, "halt", "(I)V");
  if (get == nullptr || halt == nullptr) return;
  env_->CallVoidMethod(env_->CallStaticObjectMethod(type, get), halt, kExitStatus);
}

}  // namespace dh::jvm
