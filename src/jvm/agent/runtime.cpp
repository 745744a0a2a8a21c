#include "jvm/agent/runtime.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>

#include "jvm/agent/resolve.h"
#include "tools/loaded_tool.h"
#include "tools/registry.h"

namespace dh::jvm {

using dyn::Event;
using dyn::EventKind;
using dyn::LocId;
using dyn::ShadowLock;
using dyn::ShadowThread;
using dyn::Space;

Runtime::Runtime(AgentOptions options)
    : options_(std::move(options)),
      reports_(options_.max_reports),
      places_(names_),
      class_fields_(options_.one_per_object) {
  if (!options_.confirm.targets.empty()) confirmer_ = std::make_unique<Confirmer>(options_.confirm);
}

Result<std::unique_ptr<Runtime>> Runtime::make(AgentOptions options) {
  std::unique_ptr<Runtime> runtime(new Runtime(std::move(options)));
  if (Result<void> ready = runtime->set_up(); !ready) return tl::unexpected(ready.error());
  return runtime;
}

Result<void> Runtime::set_up() {
  const std::string path = fmt::format("{}/{}.reports", options_.reports, ::getpid());
  auto writer = dyn::ReportWriter::open(path, names_);
  if (!writer) return tl::unexpected(writer.error());
  writer_ = std::move(*writer);
  for (const std::string& library : options_.load)
    if (const Result<void> loaded = dyn::load_tool(library); !loaded) return tl::unexpected(loaded.error());
  auto chain = dyn::build_chain(options_.chain, reports_, names_);
  if (!chain) return tl::unexpected(chain.error());
  chain_ = std::move(*chain);
  own_ = dyn::Decoration<ShadowThread, JavaThread>(chain_->thread_layout);
  words_by_number_ = chain_->needs.names || chain_->words() != 1;
  keeps_names_ = chain_->needs.names || chain_->needs.lock_names;
  keeps_states_ = std::ranges::any_of(chain_->branches, [](const auto& b) { return b->keeps_states(); });
  asks_for_last_ = keeps_states_ || words_by_number_ || !chain_->needs.stacks;
  if (!keeps_names_)
    names_.set_lookup([this](Space space, uint32_t id) { return lock_names_.find(space, id); });
  if (words_by_number_) {
    numbered_ = std::make_unique<dyn::VarTable>(chain_->words());
    fast_paths_.resize(1);  // none: every access comes here
  } else {
    fast_paths_ = chain_->fast_paths();
    for (std::vector<dyn::FastPath>* paths : {&fast_paths_[0].read, &fast_paths_[0].write}) {
      if (paths->empty()) continue;  // some tool needs all of them
      paths->insert(paths->end(), fast_paths_[0].settled.begin(), fast_paths_[0].settled.end());
    }
    epoch_word_ = fast_paths_.front().epoch_word;
    remembers_steps_ = fast_paths_.front().repeats;
    remembers_ = fast_paths_.front().repeats_reads && options_.uses(Optimisation::memo);
    if (!options_.uses(Optimisation::fast_paths)) {
      fast_paths_.front() = {};
      remembers_ = false;
    }
  }
  engine_ = std::make_unique<dyn::Engine>(*chain_, dyn::EngineOptions{.concurrent = !words_by_number_});
  // Reports are made while numbered_mutex_ is held, or of targets that have no numbers of their own.
  reports_.group_targets([this](uint32_t target) {
    return target < field_of_.size() && field_of_[target] != UINT32_MAX ? field_of_[target] : target;
  });
  reports_.on_every_report([this](const dyn::RawReport& report) { note_report(report); });
  reports_.on_new_report([this](dyn::RawReport& report) {
    add_stacks(report);
    add_object(report);
    if (!keeps_names_) lock_names_.put_into(report, names_);
    writer_->add(report);
    distinct_reports_.fetch_add(1, std::memory_order_relaxed);
  });
  return {};
}

bool Runtime::uses_ranges() const {
  // One owner's number marks words that are elsewhere (DeadHeatRanges.HERE).
  constexpr auto kMaxTools = 6;
  const auto tools = 1 + std::count(options_.chain.begin(), options_.chain.end(), ':');
  const dyn::FastPaths& paths = fast_paths_.front();
  return paths.ranges && !paths.read.empty() && !paths.write.empty() && !words_by_number_ &&
         !chain_->needs.values && options_.arrays && !options_.one_per_array && tools <= kMaxTools &&
         options_.uses(Optimisation::ranges);
}

ShadowThread* Runtime::new_thread(std::string_view name, bool running) {
  std::unique_lock<std::mutex> order;
  if (words_by_number_) order = std::unique_lock(numbered_mutex_);
  const std::lock_guard lock(mutex_);
  uint32_t id;
  {
    const std::lock_guard names_lock(names_.guard());
    id = names_.add(Space::thread, name);
  }
  ShadowThread& thread = engine_->new_thread(dyn::ThreadId(id), nullptr);
  if (running) thread.phase = ShadowThread::Phase::running;
  threads_.push_back(&thread);
  if (remembers_ && memos_ < kMaxMemos) {
    own_.of(thread).memo = std::make_unique<Memo>(memo_reads());
    ++memos_;
  }
  return &thread;
}

ShadowLock* Runtime::new_lock(Space space, std::string_view name) {
  if (!keeps_names_) return &engine_->new_lock(space, lock_names_.add(space, name));
  // Ids and names are made in the same order: the two belong together.
  const std::lock_guard lock(mutex_);
  const std::lock_guard names_lock(names_.guard());
  return &engine_->new_lock(space, names_.add(space, name));
}

std::string Runtime::lock_name(const ShadowLock& lock) {
  if (!keeps_names_) return lock_names_.find(lock.space, lock.id);
  const std::lock_guard names_lock(names_.guard());
  return std::string(names_.name(lock.space, lock.id));
}

void Runtime::forget(ShadowLock& lock) {
  if (keeps_names_ || closed()) return;
  lock_names_.forget(lock.space, lock.id);
  engine_->forget(lock);
}

void Runtime::forget(ShadowThread& thread) {
  // Without sweeps nobody knows whether words name it.
  if (!keeps_states_ || words_by_number_ || closed()) return;
  const std::lock_guard lock(mutex_);
  collected_.push_back(&thread);
  collected_count_.store(collected_.size(), std::memory_order_relaxed);
}

// A walk through the heap.
void Runtime::sweep_if_due() {
  const size_t ended = collected_count_.load(std::memory_order_relaxed);
  if (words_by_number_ || !sweeper_.due(*chain_, ended)) return;
  std::vector<JavaThread*> all;
  // Words of objects that nobody has collected yet keep them.
  constexpr int64_t kManyEnded = 1024;
  if (ended_count_.load(std::memory_order_relaxed) >= kManyEnded) frames_.jvmti()->ForceGarbageCollection();
  const auto others = [&] {
    const std::lock_guard lock(mutex_);
    std::vector<InHandler*> flags;
    for (ShadowThread* thread : threads_) {
      if (thread == nullptr) continue;
      all.push_back(&own_.of(*thread));
      flags.push_back(&all.back()->in_handler);
    }
    return flags;
  };
  const auto roots = [&](std::vector<uint64_t>& words) {
    for (const JavaThread* thread : all) {
      words.push_back(thread->word.value);
      if (thread->memo != nullptr) thread->memo->add_words(words);
    }
  };
  sweeper_.sweep(frames_.jvmti(), *chain_, ended, others, roots, [this] { return free_threads(); });
}

// During a sweep: no handler runs. The JVM's end is after all threads, these too.
size_t Runtime::free_threads() {
  const std::lock_guard lock(mutex_);
  if (closed()) return collected_.size();
  std::erase_if(collected_, [&](ShadowThread* thread) {
    // A virtual thread that nobody can wake up is collected while it waits.
    if (thread->phase == ShadowThread::Phase::running) {
      engine_->feed(engine_->event(*thread, EventKind::thread_exit, 0, {}));
      ++ended_count_;
    }
    if (thread->phase != ShadowThread::Phase::ended) return false;
    const auto forgets = [&](const auto& branch) { return branch->can_forget(*thread); };
    if (!std::ranges::all_of(chain_->branches, forgets)) return false;
    ShadowThread* ended = ended_.load();
    if (ended == nullptr) {
      const std::lock_guard names_lock(names_.guard());
      ended = &engine_->new_thread(dyn::ThreadId(names_.add(Space::thread, "ended threads")), nullptr);
      threads_.push_back(ended);
      ended_.store(ended);
    }
    Event& e = engine_->event(*ended, EventKind::join_post, thread->id.value, {});
    e.lock = nullptr;
    e.other = thread;
    engine_->feed(e);
    const JavaThread& own = own_.of(*thread);
    const uint64_t misses = own.misses.load(std::memory_order_relaxed);
    const bool has_memo = own.memo != nullptr;
    const uint32_t id = thread->id.value;
    if (!engine_->forget(*thread)) return false;
    threads_[id] = nullptr;
    misses_of_gone_ += misses;
    memos_ -= has_memo ? 1 : 0;
    --ended_count_;
    return true;
  });
  collected_count_.store(collected_.size(), std::memory_order_relaxed);
  return collected_.size();
}

uint32_t Runtime::variable(std::string_view name) {
  const std::lock_guard lock(mutex_);
  const auto [it, is_new] = variables_.try_emplace(std::string(name), 0);
  if (is_new) {
    const std::lock_guard names_lock(names_.guard());
    it->second = names_.add(Space::variable, name);
  }
  return it->second;
}

uint32_t Runtime::method(std::string_view name) {
  const std::lock_guard lock(mutex_);
  const auto [it, is_new] = methods_.try_emplace(std::string(name), 0);
  if (is_new) {
    const std::lock_guard names_lock(names_.guard());
    it->second = names_.add(Space::method, name);
  }
  return it->second;
}

ClassInfo& Runtime::new_class(std::string_view name, uint32_t& number) {
  const std::lock_guard lock(mutex_);
  ClassInfo& info = classes_.emplace_back();
  // Classes of one name share an id: only the name is used.
  const auto [it, is_new] = class_names_.try_emplace(std::string(name), 0);
  if (is_new || keeps_names_) {
    const std::lock_guard names_lock(names_.guard());
    it->second = names_.add(Space::class_, name);
  }
  info.id = it->second;
  number = static_cast<uint32_t>(classes_.size());
  return info;
}

ClassInfo* Runtime::class_info(uint32_t number) {
  const std::lock_guard lock(mutex_);
  return number == 0 || number > classes_.size() ? nullptr : &classes_[number - 1];
}

void Runtime::class_gone(uint32_t number) {
  class_fields_.forget(number);
  ClassInfo* info = class_info(number);
  ShadowLock* lock = info == nullptr ? nullptr : info->lock.exchange(nullptr);
  if (lock != nullptr && !keeps_names_ && !closed()) engine_->forget(*lock);
}

LocId Runtime::location(uint32_t site) {
  const SiteInfo* info = site == 0 ? nullptr : sites_.find(site);
  return info == nullptr ? LocId() : info->location;
}

uint64_t Runtime::access(ShadowThread& thread, uint64_t word, uint32_t site, uint32_t last_read,
                         uint32_t last_write, int32_t index, uint32_t sweeps) {
  JavaThread& own = own_.of(thread);
  uint64_t result;
  {
    std::optional<Sweeper::Use> use;  // costs as much as all the rest of a short handler
    if (keeps_states_) use.emplace(sweeper_, own.in_handler);
    if (sweeps != sweeper_.count().load(std::memory_order_relaxed)) return kLookAgain;
    result = handle_access(thread, own, word, site, last_read, last_write, index);
  }
  if (own.looks_again) return wait_for_place(own), kLookAgain;
  if (own.waits >= kMaxWaitsOfElements) waits_in_vain_.fetch_add(1, std::memory_order_relaxed);
  own.waits = 0;
  constexpr uint64_t kSweepCheckInterval = 1024;
  if (own.misses.load(std::memory_order_relaxed) % kSweepCheckInterval == 0) sweep_if_due();
  return result;
}

// A place and its tag as the shim keeps them; see contract.def.
dyn::LastAccess Runtime::last_access(uint32_t place) {
  using namespace contract;
  static_assert(Sites::kChunk * Sites::kChunks <= size_t{1} << kPlaceTagShift);
  static_assert(kPlaceTagShift + kPlaceTagBits == 31 && kPlaceTagBits == dyn::kPlaceTagBits);
  static_assert(kEpochBits == dyn::DefaultLayout::kEpochBits && kClockBits == dyn::DefaultLayout::kClockBits);
  const uint32_t tag = place >> kPlaceTagShift & ((1U << kPlaceTagBits) - 1);
  return {location(place & ((1U << kPlaceTagShift) - 1)),
          {},
          place >> 31 != 0 ? kOneOfSeveral : 0,
          epoch_word_ == dyn::kZeroWord ? dyn::LastAccess::kAnyEpoch : tag};
}

// The other thread is a few instructions away from its place, unless it is not running. Places in arrays may
// have been replaced for good.
bool Runtime::may_wait(const JavaThread& own, int32_t index) const {
  constexpr uint32_t kMaxWaits = 40, kMaxWaitsInVain = 32;
  return own.waits < (index < 0 ? kMaxWaits : kMaxWaitsOfElements) &&
         waits_in_vain_.load(std::memory_order_relaxed) < kMaxWaitsInVain;
}

void Runtime::wait_for_place(JavaThread& own) {
  constexpr uint32_t kYields = 8;
  own.looks_again = false;
  if (own.waits++ < kYields) {
    std::this_thread::yield();
  } else {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

uint64_t Runtime::access_value(ShadowThread& thread, uint64_t word, uint32_t site, uint32_t last_read,
                               uint32_t last_write, int32_t index, uint32_t sweeps, uint64_t value) {
  JavaThread& own = own_.of(thread);
  own.value = value;
  own.has_value = true;
  const uint64_t result = access(thread, word, site, last_read, last_write, index, sweeps);
  own.has_value = false;
  return result;
}

uint64_t Runtime::handle_access(ShadowThread& thread, JavaThread& own, uint64_t word, uint32_t site,
                                uint32_t last_read, uint32_t last_write, int32_t index) {
  SiteInfo* info = sites_.find(site);
  if (info == nullptr || closed()) return word;
  own.misses.store(own.misses.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  if (const uint32_t number = info->class_id.load(std::memory_order_relaxed); number != 0)
    use_class(thread, number, site);
  const bool writes = writes_at(*info, index);
  if (info->kind == SiteKind::call) {
    if (index >= 0) index &= ~kWrittenByCall;
    if (index >= 0 && own.variable == UINT32_MAX &&
        info->variable.load(std::memory_order_relaxed) == UINT32_MAX)
      info->variable.store(variable(kArrayElement));
  }
  const EventKind kind = writes ? EventKind::write : EventKind::read;
  if (chain_->needs.stacks && own.stacks.is_new(info->location))
    own.stacks.keep(info->location, stack_store_.intern(frames_.capture()));
  const uint32_t variable =
      own.variable != UINT32_MAX ? own.variable : info->variable.load(std::memory_order_relaxed);
  Event& e = engine_->event(thread, kind, variable, info->location);
  e.index = index < 0 ? -1 : index;
  e.count = own.count;
  e.stride = own.stride;
  e.value = own.has_value ? own.value : 0;
  e.replace_value = own.has_value && !writes ? &own.value : nullptr;
  if (words_by_number_) return access_by_number(e, word, *info, index);
  if (asks_for_last_) own.last = {last_access(last_write), last_access(last_read), index < 0};
  e.last = &own.last;
  e.look_again = may_wait(own, index) ? &own.looks_again : nullptr;
  own.word.value = word;
  own.reported = false;
  dyn::RemoteWord* const remote = &own.word;
  engine_->access(e, &remote);
  if (own.looks_again) return word;
  if (own.memo != nullptr && !own.reported) remember(own, *info, word, site, last_read, last_write);
  return own.word.value;
}

void Runtime::remember(JavaThread& own, const SiteInfo& info, uint64_t word, uint32_t site,
                       uint32_t last_read, uint32_t last_write) {
  const uint64_t next = own.word.value;
  if (info.kind == SiteKind::call) return;  // one site that both reads and writes
  if (own.count > 1) return;                // the word is that of other elements, too
  // A read of a static field is also a use of its class, which no other site can stand for.
  const bool changes_nothing = next == word && !is_write(info.kind);
  if (changes_nothing && info.class_id.load(std::memory_order_relaxed) == 0) {
    own.memo->add_read(word);
  } else if (remembers_steps_ || changes_nothing) {
    own.memo->add_step(word, next, site, last_read, last_write);
  }
}

const uint32_t* Runtime::seen(ShadowThread& thread) {
  JavaThread& own = own_.of(thread);
  if (own.seen == nullptr) own.seen = std::make_unique<std::array<uint32_t, JavaThread::kMaxSeen>>();
  return own.seen->data();
}

void Runtime::see(ShadowThread& thread, uint32_t site) {
  const SiteInfo* info = sites_.find(site);
  if (info == nullptr || closed()) return;
  JavaThread& own = own_.of(thread);
  if (own.seen != nullptr) (*own.seen)[site % JavaThread::kMaxSeen] = site;
  if (!chain_->needs.stacks || !own.stacks.is_new(info->location)) return;
  const RawStack* stack = stack_store_.intern(frames_.capture());
  own.stacks.keep(info->location, stack);
  // Other sites of the method do not ask.
  for (uint32_t next = site + 1;; ++next) {
    const SiteInfo* other = sites_.find(next);
    if (other == nullptr || other->method != info->method) break;
    if (other->same_stack && own.stacks.is_new(other->location)) own.stacks.keep(other->location, stack);
  }
}

void Runtime::forget_memo(ShadowThread& thread) {
  JavaThread& own = own_.of(thread);
  if (own.memo != nullptr) own.memo->forget();
}

// The same as a replay of the recorded trace would do, in the same order.
uint64_t Runtime::access_by_number(Event& e, uint64_t word, const SiteInfo& site, int32_t index) {
  const std::lock_guard order(numbered_mutex_);
  if (closed()) return word;
  if (word == 0) {
    const std::lock_guard names_lock(names_.guard());
    const std::string name(names_.name(Space::variable, e.target));
    const uint32_t number =
        names_.add(Space::variable, index < 0 ? name : fmt::format("{}[{}]", name, index));
    if (number >= field_of_.size()) field_of_.resize(number + number / 2 + 1, UINT32_MAX);
    field_of_[number] = e.target;
    word = uint64_t{number} + 1;
  }
  e.target = static_cast<uint32_t>(word - 1);
  e.position = position_++;
  dyn::VarTable::Cell& cell = (*numbered_)[e.target];
  JavaThread& own = own_.of(*e.thread);  // keeps what the event points to
  own.last = cell.last.unpack();
  e.last = &own.last;
  chain_->dispatch_access(e, cell.words);
  dyn::PackedAccess& last = e.is_write() ? cell.last.write : cell.last.read;
  last = {site.location, e.thread->id, e.position};
  return word;
}

void Runtime::use_class(ShadowThread& thread, uint32_t number, uint32_t site) {
  JavaThread& own = own_.of(thread);
  if (number < own.used_classes.size() && own.used_classes[number]) return;
  ClassInfo* info = class_info(number);
  ShadowLock* lock = info == nullptr ? nullptr : info->lock.load(std::memory_order_acquire);
  if (lock == nullptr) return;
  if (number >= own.used_classes.size()) own.used_classes.resize(number + 64);
  own.used_classes[number] = true;
  sync(thread, EventKind::class_use, *lock, site, 0);
}

void Runtime::class_init(ShadowThread& thread, uint32_t class_number, uint32_t site) {
  ClassInfo* info = class_info(class_number);
  if (info == nullptr || info->lock.load(std::memory_order_relaxed) != nullptr) return;
  ShadowLock& lock = engine_->new_lock(Space::class_, info->id);
  sync(thread, EventKind::class_init, lock, site, 0);
  info->lock.store(&lock, std::memory_order_release);
}

void Runtime::sync(ShadowThread& thread, EventKind kind, ShadowLock& lock, uint32_t site, int detail) {
  if (confirmer_ != nullptr && kind == EventKind::request) arrive_at_lock(thread, kind, lock, site);
  feed_sync(thread, kind, lock, site, detail);
  if (confirmer_ != nullptr && kind == EventKind::acquire) arrive_at_lock(thread, kind, lock, site);
}

// Outside of handlers: the thread may be blocked for a while.
void Runtime::arrive_at_lock(ShadowThread& thread, EventKind kind, const ShadowLock& lock, uint32_t site) {
  const SiteInfo* info = sites_.find(site);
  if (info != nullptr && info->watched != 0) confirmer_->lock(arrival(thread, *info), kind, lock);
}

void Runtime::arrive_at_access(ShadowThread& thread, JNIEnv* env, uint32_t site, jobject object,
                               int32_t index) {
  const SiteInfo* info = confirmer_ == nullptr ? nullptr : sites_.find(site);
  if (info == nullptr || info->watched == 0) return;
  Confirmer::Arrival at = arrival(thread, *info);
  at.env = env;
  at.object = object;
  at.index = index < 0 ? -1 : index & ~kWrittenByCall;
  at.writes = writes_at(*info, index);
  confirmer_->access(at);
}

Confirmer::Arrival Runtime::arrival(ShadowThread& thread, const SiteInfo& site) {
  const std::lock_guard names_lock(names_.guard());
  const dyn::LocationName where = names_.location(site.location);
  return {site.watched, &thread,
          fmt::format("{} at {} ({}:{})", names_.name(Space::thread, thread.id.value), where.symbol,
                      where.path, where.line)};
}

void Runtime::feed_sync(ShadowThread& thread, EventKind kind, ShadowLock& lock, uint32_t site, int detail) {
  const Sweeper::Use use(sweeper_, own_.of(thread).in_handler);
  std::unique_lock<std::mutex> order;
  if (words_by_number_) order = std::unique_lock(numbered_mutex_);
  if (closed()) return;
  Event& e = engine_->event(thread, kind, lock.id, location(site));
  e.position = words_by_number_ ? position_++ : 0;
  e.lock = &lock;
  e.other = nullptr;
  e.mode = lock.space == Space::lock && detail == 1 ? dyn::LockMode::shared : dyn::LockMode::exclusive;
  e.hand_over = lock.space == Space::channel ? static_cast<dyn::HandOver>(detail) : dyn::HandOver::other;
  forget_memo(thread);
  if (engine_->feed(e) != dyn::Misuse::none) misuses_.fetch_add(1, std::memory_order_relaxed);
}

void Runtime::thread_event(ShadowThread& thread, EventKind kind, ShadowThread* other, uint32_t site) {
  const Sweeper::Use use(sweeper_, own_.of(thread).in_handler);
  std::unique_lock<std::mutex> order;
  if (words_by_number_) order = std::unique_lock(numbered_mutex_);
  if (closed()) return;
  Event& e = engine_->event(thread, kind, other == nullptr ? 0 : other->id.value, location(site));
  e.position = words_by_number_ ? position_++ : 0;
  e.lock = nullptr;
  e.other = other;
  forget_memo(thread);
  if (engine_->feed(e) != dyn::Misuse::none) misuses_.fetch_add(1, std::memory_order_relaxed);
  if (kind != EventKind::thread_exit) return;
  JavaThread& own = own_.of(thread);  // the shim has lost their addresses
  if (own.memo != nullptr) --memos_;
  ++ended_count_;
  own.memo.reset();
  own.seen.reset();
  own.stacks.end();
  own.used_classes = {};
}

void Runtime::join_ended(ShadowThread& thread, uint32_t site) {
  std::vector<ShadowThread*> ended;
  {
    const std::lock_guard lock(mutex_);
    for (ShadowThread* other : threads_) {
      if (other == nullptr || other == &thread) continue;
      if (other->phase == ShadowThread::Phase::ended) ended.push_back(other);
    }
  }
  for (ShadowThread* other : ended) thread_event(thread, EventKind::join_post, other, site);
  // Last: a sweep may have come between.
  if (ShadowThread* gone = ended_.load(); gone != nullptr)
    thread_event(thread, EventKind::join_post, gone, site);
}

void Runtime::method_event(ShadowThread& thread, EventKind kind, uint32_t site) {
  const Sweeper::Use use(sweeper_, own_.of(thread).in_handler);
  const SiteInfo* info = sites_.find(site);
  if (info == nullptr || closed()) return;
  std::unique_lock<std::mutex> order;
  if (words_by_number_) order = std::unique_lock(numbered_mutex_);
  Event& e = engine_->event(thread, kind, info->method, info->location);
  e.position = words_by_number_ ? position_++ : 0;
  e.lock = nullptr;
  e.other = nullptr;
  forget_memo(thread);
  engine_->feed(e);
}

// By the thread whose access it is, while its handler runs.
void Runtime::note_report(const dyn::RawReport& report) {
  if (JavaThread* own = own_of(report.current.thread)) own->reported = true;
}

JavaThread* Runtime::own_of(dyn::ThreadId thread) {
  const std::lock_guard lock(mutex_);
  if (!thread.valid() || thread.index() >= threads_.size()) return nullptr;
  ShadowThread* const known = threads_[thread.index()];
  return known == nullptr ? nullptr : &own_.of(*known);
}

void Runtime::add_stacks(dyn::RawReport& report) {
  if (!report.current.stack.empty()) return;  // the watchdog's, of other threads
  report.current.stack = frames_.places(frames_.capture(), places_);
  dyn::RawAccess& previous = report.previous;
  if (!previous.known || !previous.thread.valid()) return;
  JavaThread* thread = own_of(previous.thread);
  if (thread == nullptr || words_by_number_ || !chain_->needs.stacks) return;
  // Tags are short: where the thread has never been, its access was not.
  if (previous.location.valid() && !thread->stacks.knows(previous.location)) previous.location = {};
  const JavaThread* current = own_of(report.current.thread);
  const bool is_element = current != nullptr && current->index >= 0;
  const bool is_one_of_several = previous.position == kOneOfSeveral;
  previous.position = 0;
  if (!previous.location.valid()) {
    report.note = is_element
                      ? "The place of the earlier access is not known: the array keeps the last places of a "
                        "few threads, and later accesses to other elements have replaced it."
                      : "The place of the earlier access is not known: it was replaced by that of another "
                        "access before it could be read.";
    return;
  }
  if (is_one_of_several)
    report.note =
        "The earlier thread accessed elements of the array in several lines before its next synchronization; "
        "the place of the earlier access is one of them.";
  previous.stack = frames_.places(thread->stacks.find(previous.location), places_);
  if (!previous.stack.empty())
    previous.stack.front() = previous.location;  // see() may know it of another line
}

void Runtime::set_object(ShadowThread& thread, JNIEnv* env, jobject object, int32_t index) {
  JavaThread& own = own_.of(thread);
  own.env = env;
  own.object = object;
  own.index = index;
}

// By the thread whose access it is, while the native that it called has the object.
void Runtime::add_object(dyn::RawReport& report) {
  const JavaThread* thread = own_of(report.current.thread);
  if (thread == nullptr || thread->object == nullptr) return;
  const JavaThread& own = *thread;
  report.object = object_name(own.env, *this, own.object);
  if (own.index >= 0) report.object += fmt::format(", element {}", own.index);
}

void Runtime::count(std::string_view what, int64_t n) {
  const std::lock_guard lock(mutex_);
  for (auto& [name, value] : counts_) {
    if (name != what) continue;
    value += n;
    return;
  }
  counts_.emplace_back(what, n);
}

void Runtime::say(std::string_view severity, std::string text) {
  const std::lock_guard lock(mutex_);
  messages_.push_back(fmt::format("{}\t{}", severity, text));
}

uint64_t Runtime::misses() {
  const std::lock_guard lock(mutex_);
  uint64_t sum = misses_of_gone_;
  for (ShadowThread* thread : threads_)
    if (thread != nullptr) sum += own_.of(*thread).misses.load(std::memory_order_relaxed);
  return sum;
}

// The stacks of a recorded run, for reports that are made of the record: "stack TAB thread TAB place TAB
// frames", all but the first word by number. Asked while names may still be added.
std::vector<std::string> Runtime::stack_lines() {
  constexpr size_t kMaxFrames = 1 << 20;
  std::vector<ShadowThread*> threads;
  {
    const std::lock_guard lock(mutex_);
    threads = threads_;
  }
  std::vector<std::string> lines;
  size_t frames = 0;
  for (ShadowThread* thread : threads) {
    if (thread == nullptr) continue;
    for (const auto& [place, stack] : own_.of(*thread).stacks.all()) {
      frames += stack.size();
      if (frames > kMaxFrames) return lines;
      std::string line = fmt::format("stack\t{}\t{}\t", thread->id.value, place.value);
      for (const LocId frame : frames_.places(stack, places_)) line += fmt::format("{} ", frame.value);
      lines.push_back(std::move(line));
    }
  }
  return lines;
}

void Runtime::close() {
  {
    const std::lock_guard order(numbered_mutex_);
    if (closed_.exchange(true)) return;
  }
  const bool is_recorded = chain_->needs.lock_names && chain_->needs.stacks;
  const std::vector<std::string> stacks = is_recorded ? stack_lines() : std::vector<std::string>();
  std::vector<dyn::ToolOutput> outputs = chain_->finish();
  dyn::ToolOutput own{"", {}, {}};
  count("classes of the program", 0);  // said even if there are none
  count("sites", sites_.next() - 1);
  count("accesses handled by the tools", static_cast<int64_t>(misses()));
  count("state sweeps", sweeper_.count().load());
  count("state sweeps, milliseconds", sweeper_.time().count());
  count("impossible events", static_cast<int64_t>(misuses_.load()));
  {
    const std::lock_guard lock(mutex_);
    own.lines = messages_;
    own.lines.insert(own.lines.end(), stacks.begin(), stacks.end());
    if (confirmer_ != nullptr) std::ranges::move(confirmer_->results(), std::back_inserter(own.lines));
    for (const auto& [name, value] : counts_) own.lines.push_back(fmt::format("stat\t{}\t{}", name, value));
    own.lines.push_back(fmt::format("stat\tthreads\t{}", threads_.size() - (ended_ != nullptr ? 1 : 0)));
  }
  outputs.push_back(std::move(own));
  const auto counts = reports_.counts();
  (void)writer_->finish(reports_.take(), counts, outputs);
}

}  // namespace dh::jvm
