#include "jvm/agent/sampler.h"

#include <time.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "jvm/agent/agent_thread.h"

namespace dh::jvm {

namespace {

constexpr std::chrono::milliseconds kStretch{10};
constexpr double kMinUse = 1e-6;  // of processor time, by a program that waits

int64_t to_microseconds(double seconds) {
  return static_cast<int64_t>(seconds * 1e6);
}

double seconds_of(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

}  // namespace

Sampler::Sampler(JNIEnv* env, Runtime& runtime)
    : env_(env), runtime_(runtime), plan_(runtime.options().sampling), random_(plan_.seed) {}

void Sampler::start(jvmtiEnv* jvmti, JNIEnv* env, Runtime& runtime) {
  if (!start_agent_thread(jvmti, env, "deadheat sampler", run, &runtime))
    runtime.say("warning", "the JVM runs no thread for the agent; no access was checked");
}

void JNICALL Sampler::run(jvmtiEnv*, JNIEnv* env, void* runtime) {
  Sampler(env, *static_cast<Runtime*>(runtime)).sample();
}

double Sampler::now() const {
  return seconds_of(plan_.by == SamplingPlan::By::overhead ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC);
}

// At once, not when a cycle ends: the program may end before.
void Sampler::count_run_time() {
  const double time = now();
  runtime_.count("sampled run, microseconds", to_microseconds(time - counted_until_));
  counted_until_ = time;
}

bool Sampler::sleep_until(double time) {
  constexpr double kShortest = 0.001;
  constexpr double kLongest = 0.05;  // the program may use several processors, or none
  for (double left = time - now(); left > 0; left = time - now()) {
    if (runtime_.closed()) return false;
    std::this_thread::sleep_for(std::chrono::duration<double>(std::clamp(left, kShortest, kLongest)));
    count_run_time();
  }
  return !runtime_.closed();
}

void Sampler::sample() {
  const double duty = plan_.duty();
  if (duty <= 0) return;
  const double began = now();
  counted_until_ = began;
  double cycle = began;                                           // its begin
  double used = std::chrono::duration<double>(kStretch).count();  // by its stretch, as far as one knows
  double used_so_far = 0;
  for (;;) {
    const double length = used / duty;
    const double offset = std::uniform_real_distribution<double>(0, length - used)(random_);
    if (!sleep_until(cycle + offset)) return;
    const double on = now();
    // Before the stretch: the program may end in it.
    constexpr int64_t kPlanned = std::chrono::microseconds(kStretch).count();
    runtime_.count("checked stretches", 1);
    runtime_.count("checked stretches, microseconds", kPlanned);
    runtime_.upcalls().set_sampling(env_, true);
    std::this_thread::sleep_for(kStretch);
    runtime_.upcalls().set_sampling(env_, false);
    const double off = now();
    runtime_.count("checked stretches, microseconds", to_microseconds(off - on) - kPlanned);
    count_run_time();
    used = std::max(off - on, kMinUse);
    used_so_far += used;
    // What stretches used beyond their share delays the next one.
    cycle = std::max(cycle + length, began + used_so_far / duty);
    if (!sleep_until(cycle)) return;
  }
}

}  // namespace dh::jvm
