#include "tools/predict/sections.h"

#include <algorithm>

namespace dh::dyn {

Sections::Sections(const Needs& needs) : needs_(needs) {
  held_offsets_ = {0, 0};  // index 0: nothing is held
  lock_sets_ = {0};
  const EventLog& log = needs.log();
  std::vector<std::vector<SectionId>> now(needs.threads());
  std::vector<uint32_t> index(needs.threads(), 0);
  held_.reserve(log.size());
  for (LogId id = 0; id < log.size(); ++id) {
    const LoggedEvent& event = log[id];
    const bool acquires = event.op() == LogOp::acquire;
    if (acquires || event.op() == LogOp::release) {
      auto& mine = now[event.thread];
      if (acquires) {
        open(id, event, mine);
      } else {
        close(id, event, mine);
      }
      if (mine.empty()) {
        index[event.thread] = 0;
      } else {
        held_words_.insert(held_words_.end(), mine.begin(), mine.end());
        held_offsets_.push_back(held_words_.size());
        index[event.thread] = static_cast<uint32_t>(held_offsets_.size() - 2);
        lock_sets_.push_back(lock_set_of(mine));
      }
    }
    held_.push_back(index[event.thread]);
  }
}

void Sections::open(LogId id, const LoggedEvent& event, std::vector<SectionId>& now) {
  const auto [it, is_new] = lock_index_.try_emplace(event.target, static_cast<uint32_t>(rows_.size()));
  if (is_new) {
    rows_.emplace_back();
    lock_ids_.push_back(event.target);
  }
  const auto section = static_cast<SectionId>(all_.size());
  all_.push_back({event.thread, it->second, id, kNoEvent, event.shared != 0});
  now.push_back(section);
  section_at_.emplace(id, section);
  add_to_row(section);
}

void Sections::close(LogId id, const LoggedEvent& event, std::vector<SectionId>& now) {
  for (auto it = now.rbegin(); it != now.rend(); ++it) {
    Section& section = all_[*it];
    if (lock_ids_[section.lock] != event.target || section.shared != (event.shared != 0)) continue;
    section.release = id;
    section_at_.emplace(id, *it);
    now.erase(std::next(it).base());
    return;
  }
}

// Sets are equal when their sums of mixed hashes are: 64 bits of them do not meet by chance.
uint32_t Sections::lock_set_of(const std::vector<SectionId>& held) {
  uint64_t hash = 0;
  for (const SectionId id : held) hash += hash_combine(all_[id].lock, all_[id].shared);
  return lock_set_ids_.try_emplace(hash, static_cast<uint32_t>(lock_set_ids_.size() + 1)).first->second;
}

void Sections::add_to_row(SectionId id) {
  const Section& section = all_[id];
  auto& rows = rows_[section.lock];
  const auto [it, is_new] = row_index_.try_emplace(uint64_t{section.lock} << 32 | section.thread,
                                                   static_cast<uint32_t>(rows.size()));
  if (is_new) rows.push_back(Row{section.thread, {}, {}, false});
  Row* const row = &rows[it->second];
  if (section.shared && !row->mixed) {
    row->mixed = true;
    row->exclusive = row->all;
  }
  row->all.push_back(id);
  if (row->mixed && !section.shared) row->exclusive.push_back(id);
}

const Section* Sections::last_inside(const std::vector<SectionId>& sections, uint32_t progress) const {
  const auto after =
      std::upper_bound(sections.begin(), sections.end(), progress,
                       [&](uint32_t p, SectionId s) { return p < needs_.number(all_[s].acquire); });
  return after == sections.begin() ? nullptr : &all_[*std::prev(after)];
}

bool Sections::have_common_lock(LogId a, LogId b) const {
  for (const SectionId x : held_at(a)) {
    for (const SectionId y : held_at(b)) {
      if (all_[x].lock == all_[y].lock && all_[x].excludes(all_[y])) return true;
    }
  }
  return false;
}

}  // namespace dh::dyn
