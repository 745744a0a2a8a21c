// Switches the checks of accesses on and off: stretches of constant length at random times, which take the
// share of the run that the plan says. Synchronization is followed all the time, so that no report is false
// (M. D. Bond, K. E. Coons, K. S. McKinley: PACER: Proportional Detection of Data Races, PLDI 2010).
//
// The run is cut into cycles, and each cycle has one stretch, at a random place in it: every moment is in a
// stretch with the same probability, and a short run has its share, too. With a budget of overhead, the clock
// is the processor time of the process: what checks cost in a stretch is part of what the stretch uses.
#pragma once

#include <jvmti.h>

#include <random>

#include "jvm/agent/runtime.h"

namespace dh::jvm {

// Lives in a thread of its own.
class Sampler {
 public:
  // Starts the thread; the runtime must live as long as the JVM.
  static void start(jvmtiEnv* jvmti, JNIEnv* env, Runtime& runtime);

 private:
  Sampler(JNIEnv* env, Runtime& runtime);
  static void JNICALL run(jvmtiEnv* jvmti, JNIEnv* env, void* runtime);

  void sample();
  // By the clock of the plan, in seconds.
  double now() const;
  // False: the analysis is over.
  bool sleep_until(double time);
  void count_run_time();

  JNIEnv* const env_;
  Runtime& runtime_;
  const SamplingPlan plan_;
  std::mt19937_64 random_;
  double counted_until_ = 0;
};

}  // namespace dh::jvm
