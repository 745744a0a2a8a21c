#include "tools/lock_set.h"

namespace dh::dyn {

LockSet::LockSet(ToolSetup& setup)
    : name_(setup.name),
      tag_(DefaultLayout::owner_bits(setup.owner)),
      reports_(setup.reports),
      counter_(setup.reports.counter(setup.name)),
      held_(setup),
      words_{setup.thread_word(), setup.thread_word(), setup.thread_word()} {}

void LockSet::thread_made(ShadowThread& thread) {
  held_.thread_made(thread);
  refresh_words(thread);
}

Flow LockSet::update(Event& e) {
  held_.update(e);
  refresh_words(*e.thread);
  return Flow::pass;
}

void LockSet::refresh_words(ShadowThread& thread) {
  if (words_[2] >= kThreadWords) return;
  thread.words[words_[2]] = tag_ | kInflatedBit;
  const uint32_t sets[2] = {held_.held_for_reads(thread), held_.held_for_writes(thread)};
  for (int i = 0; i < 2; ++i) thread.words[words_[i]] = sets[i] != 0 ? tag_ | sets[i] : ~uint64_t{0};
}

// The location's set is the set that the thread holds, and not empty.
void LockSet::fast_paths(FastPaths& paths) const {
  paths.covers = true;
  if (words_[2] >= kThreadWords) return;
  paths.settled.push_back({~uint64_t{0}, words_[2], false, 0, 0});
  paths.read.push_back({~uint64_t{0}, words_[0], false, 0, 0});
  paths.write.push_back({~uint64_t{0}, words_[1], false, 0, 0});
}

void LockSet::sweep(const LiveWords& live) {
  FlatSet<uint32_t> used;
  live([&](uint64_t word) {
    if ((word & DefaultLayout::kOwnerMask) == tag_) used.insert(index_of(word));
  });
  held_.sweep(std::move(used));
}

// The inflated bit says that the location was reported.
Flow LockSet::no_lock(Event& e, uint32_t before) {
  if ((e.shadow & kInflatedBit) != 0) {
    counter_.add(e.location, e.concurrent);
    return Flow::advance;
  }
  if (!e.put(tag_ | kInflatedBit)) return Flow::retry;
  RawReport report = discipline_report(name_, e);
  report.previous.locks = held_.locks(before);
  reports_.add(std::move(report));
  return Flow::advance;
}

RawReport discipline_report(const std::string& tool, const Event& e) {
  RawReport report = make_report(tool, e);
  if (e.last == nullptr) return report;
  const LastAccesses& last = *e.last;
  const bool other_read = last.read.thread.valid() && last.read.thread != e.thread->id;
  const bool other_write = last.write.thread.valid() && last.write.thread != e.thread->id;
  const bool use_write = other_write || (!other_read && last.write.thread.valid());
  const LastAccess& earlier = use_write ? last.write : last.read;
  report.previous.kind = use_write ? EventKind::write : EventKind::read;
  report.previous.thread = earlier.thread;
  report.previous.location = earlier.location;
  report.previous.position = earlier.position;
  report.previous.known = earlier.thread.valid();
  return report;
}

}  // namespace dh::dyn
