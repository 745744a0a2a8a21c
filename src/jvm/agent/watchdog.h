// Deadlocks that happen: threads of which each waits for a monitor, or a lock of java.util.concurrent, that
// the next one holds. They are reported while they wait, and the program is ended where nothing else will do
// it.
#pragma once

#include <jvmti.h>

#include <vector>

#include "base/hash.h"
#include "jvm/agent/runtime.h"

namespace dh::jvm {

// Lives in a thread of its own, which the program does not see. Looks at all platform threads twice a second;
// what looks like a cycle is looked at again while its threads are suspended, so that it is one.
class Watchdog {
 public:
  // The status of a program that was ended because of a deadlock.
  static constexpr jint kExitStatus = 70;

  // Starts the thread; the runtime must live as long as the JVM.
  static void start(jvmtiEnv* jvmti, JNIEnv* env, Runtime& runtime);

 private:
  // A thread that waits, without a limit of time, for what another one holds. Local references.
  struct Waiter {
    jthread thread = nullptr;
    jobject lock = nullptr;
    jthread owner = nullptr;
  };

  Watchdog(jvmtiEnv* jvmti, JNIEnv* env, Runtime& runtime);
  static void JNICALL run(jvmtiEnv* jvmti, JNIEnv* env, void* runtime);

  void watch();
  void look(const std::vector<jthread>& threads);
  std::vector<jthread> all_threads();
  Waiter waiter_of(jthread thread);
  jobject parked_for(jthread thread);
  jthread owner_of(jobject lock, bool is_monitor);
  std::vector<std::vector<Waiter>> find_cycles(const std::vector<Waiter>& waiters);
  // Whether the threads of the cycle still wait as they did, now that they cannot run.
  bool still_waits(const std::vector<Waiter>& cycle);
  void report_if_stuck(const std::vector<Waiter>& cycle);
  // One thread of a report.
  struct Party {
    dyn::RawAccess waits;
    dyn::RawStep held;  // what it waits for, by the next thread
    std::string name;
  };
  std::vector<dyn::LocId> stack_of(jthread thread);
  Party party_of(const Waiter& waiter, const dyn::ShadowThread& thread, const dyn::ShadowThread& owner);
  void report(const std::vector<Waiter>& cycle);
  // Whether every thread that keeps the program alive waits without a limit of time.
  bool nothing_runs(const std::vector<jthread>& threads);
  void end_program();

  jvmtiEnv* const jvmti_;
  JNIEnv* const env_;
  Runtime& runtime_;
  jfieldID blocker_ = nullptr;  // of Thread
  jclass synchronizer_ = nullptr;
  jfieldID owner_ = nullptr;  // of a synchronizer
  FlatSet<uint64_t> reported_;
  int idle_looks_ = 0;  // since a deadlock, in which nothing ran
};

}  // namespace dh::jvm
