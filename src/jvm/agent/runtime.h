// The event source inside the JVM: the chain and its engine, and what ids of sites, threads and locks mean.
#pragma once

#include <jvmti.h>

#include <array>
#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "dynamic/engine.h"
#include "dynamic/trace/replay.h"
#include "dynamic/trace/report_file.h"
#include "jvm/agent/class_fields.h"
#include "jvm/agent/confirmer.h"
#include "jvm/agent/lock_names.h"
#include "jvm/agent/memo.h"
#include "jvm/agent/options.h"
#include "jvm/agent/sites.h"
#include "jvm/agent/stacks.h"
#include "jvm/agent/sweeper.h"
#include "jvm/agent/upcalls.h"

namespace dh::jvm {

// A shadow word of a Java object as it was when the call came: the Java side does the compare-and-swap when
// the call returns, and calls again if it fails. What a tool did meanwhile was right for the word it saw.
class DeferredWord final : public dyn::RemoteWord {
 public:
  uint64_t load() override { return value; }
  bool compare_exchange(uint64_t& expected, uint64_t desired) override {
    if (expected != value) {
      expected = value;
      return false;
    }
    value = desired;
    return true;
  }
  uint64_t value = 0;
};

// What the source keeps of a thread, besides its shadow. Only the thread itself reads it, except `stacks`,
// `misses` and `in_handler`; a sweep reads it while the thread runs no handler.
struct JavaThread {
  DeferredWord word;
  dyn::LastAccesses last;
  std::vector<bool> used_classes;
  StackHistory stacks;
  std::unique_ptr<Memo> memo;  // null: every access that misses is handled
  // Sites whose stack was kept, by their low bits. Read by the shim.
  static constexpr size_t kMaxSeen = contract::kMaxSeenSites;
  std::unique_ptr<std::array<uint32_t, kMaxSeen>> seen;
  std::atomic<uint64_t> misses{0};
  InHandler in_handler;
  uint64_t value = 0;  // of the access that is being handled, if it has one
  bool has_value = false;
  // What is accessed, as the native that is being called got it.
  JNIEnv* env = nullptr;
  jobject object = nullptr;
  int32_t index = -1;
  uint32_t variable = UINT32_MAX;
  bool reported = false;  // by the access that is being handled
  // How many elements the access is of, and how far apart they are.
  uint32_t count = 1;
  uint8_t stride = 1;
  // How often the access has waited for the place of an earlier one; whether it does again.
  uint32_t waits = 0;
  bool looks_again = false;
};

struct ClassInfo {
  std::atomic<dyn::ShadowLock*> lock{nullptr};  // null: not initialised yet, or has no initialiser
  uint32_t id = 0;                              // in Space::class_
};

// Thread-safe but for the constructor. One for the life of the process: threads of the target may still run
// when the JVM says it is dead.
class Runtime {
 public:
  static Result<std::unique_ptr<Runtime>> make(AgentOptions options);

  const AgentOptions& options() const { return options_; }
  dyn::ToolChain& chain() { return *chain_; }
  const dyn::ToolChain& chain() const { return *chain_; }
  dyn::Engine& engine() { return *engine_; }
  dyn::Names& names() { return names_; }
  Sites& sites() { return sites_; }
  Places& places() { return places_; }
  ClassFields& class_fields() { return class_fields_; }
  const std::vector<dyn::FastPaths>& fast_paths() const { return fast_paths_; }
  bool remembers() const { return remembers_; }
  // FastPaths::epoch_word, also where no fast path is used.
  uint8_t epoch_word() const { return epoch_word_; }
  // Whether accesses of an array's elements may be checked together, later, and share a word.
  bool uses_ranges() const;
  // With ranges: whether the handlers must hear of all elements, of many at once.
  bool tells_ranges() const { return uses_ranges() && !fast_paths_.front().covers; }
  // Whether locks that are waited for are events.
  bool wants_requests() const { return chain_->listens(dyn::EventKind::request) || confirmer_ != nullptr; }
  // A tool may give reads another value.
  bool wants_values() const { return chain_->needs.values; }
  // Where the shim looks up what the thread's accesses did; null when nothing is remembered.
  const uint64_t* memo(dyn::ShadowThread& thread) {
    const Memo* const memo = own_.of(thread).memo.get();
    return memo == nullptr ? nullptr : memo->words();
  }
  // Of tools that keep steps, many locations have the same word; of others each has its own.
  size_t memo_reads() const { return size_t{1} << (remembers_steps_ ? 6 : 15); }

  const uint32_t* seen(dyn::ShadowThread& thread);
  // The thread is at a place that the shim has not seen it at.
  void see(dyn::ShadowThread& thread, uint32_t site);

  dyn::ShadowThread* new_thread(std::string_view name, bool running);
  dyn::ShadowLock* new_lock(dyn::Space space, std::string_view name);
  // The object is gone.
  void forget(dyn::ShadowLock& lock);
  void forget(dyn::ShadowThread& thread);
  // Frees states and threads that nothing refers to, if there are many; by a thread that runs no handler.
  void sweep_if_due();
  // Instead of a word: a sweep came between; the word must be loaded again.
  static constexpr auto kLookAgain = static_cast<uint64_t>(contract::kLookAgain);
  const std::atomic<uint32_t>& sweeps() const { return sweeper_.count(); }
  uint32_t variable(std::string_view name);
  uint32_t method(std::string_view name);
  ClassInfo& new_class(std::string_view name, uint32_t& number);
  ClassInfo* class_info(uint32_t number);
  void class_gone(uint32_t number);

  uint64_t access(dyn::ShadowThread& thread, uint64_t word, uint32_t site, uint32_t last_read,
                  uint32_t last_write, int32_t index, uint32_t sweeps);
  // Whether the next access is one that waits for the place of an earlier one.
  bool looks_again(dyn::ShadowThread& thread) { return own_.of(thread).waits > 0; }
  // What the thread's next access is to; null: not known, or a static field.
  void set_object(dyn::ShadowThread& thread, JNIEnv* env, jobject object, int32_t index);
  // The same with the value that is written, or was read; then `replaced` says what the read returns.
  uint64_t access_value(dyn::ShadowThread& thread, uint64_t word, uint32_t site, uint32_t last_read,
                        uint32_t last_write, int32_t index, uint32_t sweeps, uint64_t value);
  // The variable of the thread's next accesses, where the site does not say it; UINT32_MAX: it does.
  void set_variable(dyn::ShadowThread& thread, uint32_t variable) { own_.of(thread).variable = variable; }
  // How many elements the thread's next accesses are of, and how far apart.
  void set_elements(dyn::ShadowThread& thread, uint32_t count, uint8_t stride) {
    JavaThread& own = own_.of(thread);
    own.count = count;
    own.stride = stride;
  }
  uint64_t elements_word(dyn::ShadowThread& thread, uint32_t first, uint32_t count) {
    return chain_->branches.front()->elements_word(thread, first, count);
  }
  uint64_t replaced(dyn::ShadowThread& thread) { return own_.of(thread).value; }
  void sync(dyn::ShadowThread& thread, dyn::EventKind kind, dyn::ShadowLock& lock, uint32_t site, int detail);
  void thread_event(dyn::ShadowThread& thread, dyn::EventKind kind, dyn::ShadowThread* other, uint32_t site);
  // Orders the thread after all threads that have ended.
  void join_ended(dyn::ShadowThread& thread, uint32_t site);
  // Orders the thread after the initialisation of the class, if that is over.
  void use_class(dyn::ShadowThread& thread, uint32_t number, uint32_t site);
  void class_init(dyn::ShadowThread& thread, uint32_t class_number, uint32_t site);
  void method_event(dyn::ShadowThread& thread, dyn::EventKind kind, uint32_t site);

  // The JVM's interface; from VMInit on.
  void set_jvm(jvmtiEnv* jvmti, Upcalls upcalls) {
    frames_.set_jvmti(jvmti);
    upcalls_ = upcalls;
  }
  jvmtiEnv* jvmti() const { return frames_.jvmti(); }
  const Upcalls& upcalls() const { return upcalls_; }
  std::mutex& class_mutex() { return class_mutex_; }  // guards tags of classes
  // The class whose code called the shim.
  jclass caller() const { return frames_.caller(); }
  const Frames& frames() const { return frames_; }
  // Null: nothing is to be confirmed.
  Confirmer* confirmer() { return confirmer_.get(); }
  // A thread is at a site, before its access or lock operation; does nothing where nothing waits.
  void arrive_at_access(dyn::ShadowThread& thread, JNIEnv* env, uint32_t site, jobject object, int32_t index);
  // For reports of the source itself.
  dyn::ReportSink& reports() { return reports_; }
  std::string lock_name(const dyn::ShadowLock& lock);
  void count(std::string_view what, int64_t n);
  void say(std::string_view severity, std::string text);
  // Of different races so far.
  uint64_t distinct_reports() const { return distinct_reports_.load(std::memory_order_relaxed); }
  bool closed() const { return closed_.load(std::memory_order_relaxed); }
  // Ends the analysis and writes the remaining output. Called once.
  void close();

 private:
  explicit Runtime(AgentOptions options);
  Result<void> set_up();
  // Null: not one of ours.
  JavaThread* own_of(dyn::ThreadId thread);
  void add_stacks(dyn::RawReport& report);
  void add_object(dyn::RawReport& report);
  dyn::LastAccess last_access(uint32_t place);
  bool may_wait(const JavaThread& own, int32_t index) const;
  void wait_for_place(JavaThread& own);
  uint64_t handle_access(dyn::ShadowThread& thread, JavaThread& own, uint64_t word, uint32_t site,
                         uint32_t last_read, uint32_t last_write, int32_t index);
  uint64_t access_by_number(dyn::Event& e, uint64_t word, const SiteInfo& site, int32_t index);
  static constexpr size_t kMaxMemos = 4096;
  static constexpr uint32_t kMaxWaitsOfElements = 12;
  // As LastAccess::position: the thread accessed other elements of the array at other sites in that epoch.
  static constexpr uint64_t kOneOfSeveral = 1;
  dyn::LocId location(uint32_t site);
  void remember(JavaThread& own, const SiteInfo& info, uint64_t word, uint32_t site, uint32_t last_read,
                uint32_t last_write);
  void forget_memo(dyn::ShadowThread& thread);
  size_t free_threads();
  Confirmer::Arrival arrival(dyn::ShadowThread& thread, const SiteInfo& site);
  void arrive_at_lock(dyn::ShadowThread& thread, dyn::EventKind kind, const dyn::ShadowLock& lock,
                      uint32_t site);
  void note_report(const dyn::RawReport& report);
  void feed_sync(dyn::ShadowThread& thread, dyn::EventKind kind, dyn::ShadowLock& lock, uint32_t site,
                 int detail);
  uint64_t misses();
  std::vector<std::string> stack_lines();

  const AgentOptions options_;
  dyn::Names names_;
  dyn::ReportSink reports_;
  std::unique_ptr<dyn::ReportWriter> writer_;
  std::unique_ptr<dyn::ToolChain> chain_;
  dyn::Decoration<dyn::ShadowThread, JavaThread> own_;
  std::unique_ptr<dyn::Engine> engine_;
  std::vector<dyn::FastPaths> fast_paths_;
  // Words live here, not in Java objects, which hold a number: several branches, or every event is recorded.
  bool words_by_number_ = false;
  bool keeps_names_ = false;   // of locks that are gone
  bool keeps_states_ = true;   // else handlers need not keep sweeps away
  bool asks_for_last_ = true;  // accesses, for reports
  bool remembers_ = false;
  bool remembers_steps_ = false;  // else reads that change nothing only
  uint8_t epoch_word_ = dyn::kZeroWord;
  Sites sites_;
  Places places_;
  ClassFields class_fields_;
  Frames frames_;
  StackStore stack_store_;
  Upcalls upcalls_;
  LockNames lock_names_;
  Sweeper sweeper_;
  std::unique_ptr<Confirmer> confirmer_;
  std::mutex class_mutex_;

  std::mutex mutex_;                                // guards the tables below
  std::vector<dyn::ShadowThread*> threads_;         // by id; null: gone
  std::vector<dyn::ShadowThread*> collected_;       // whose objects are gone
  std::atomic<dyn::ShadowThread*> ended_{nullptr};  // stands for threads that are gone: after all of them
  uint64_t misses_of_gone_ = 0;
  std::atomic<size_t> collected_count_{0};
  std::atomic<size_t> memos_{0};
  std::atomic<int64_t> ended_count_{0};  // of threads that have ended and are still kept
  std::deque<ClassInfo> classes_;
  FlatMap<std::string, uint32_t> variables_, methods_, class_names_;
  std::vector<std::pair<std::string, int64_t>> counts_;
  std::vector<std::string> messages_;

  std::mutex numbered_mutex_;  // guards what access_by_number keeps, and orders all events
  std::vector<uint32_t>
      field_of_;  // by number of a location: the field, or that it is an element of an array
  std::unique_ptr<dyn::VarTable> numbered_;
  uint64_t position_ = 0;

  std::atomic<uint64_t> misuses_{0};
  std::atomic<uint64_t> distinct_reports_{0};
  std::atomic<uint32_t> waits_in_vain_{0};
  std::atomic<bool> closed_{false};
};

}  // namespace dh::jvm
