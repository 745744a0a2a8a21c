#include "tools/predict/sections.h"

#include <algorithm>

namespace dh::dyn {

Sections::Sections(const Needs& needs) : needs_(needs), nodes_{{0, 0, 0, 0}} {
  const EventLog& log = needs.log();
  number_locks(log);
  std::vector<uint32_t> now(needs.threads(), 0);
  held_.reserve(log.size());
  for (LogId id = 0; id < log.size(); ++id) {
    const LoggedEvent& event = log[id];
    uint32_t& mine = now[event.thread];
    if (event.op() == LogOp::acquire) {
      mine = open(id, event, mine);
    } else if (event.op() == LogOp::release) {
      mine = close(id, event, mine);
    }
    held_.push_back(mine);
  }
}

void Sections::number_locks(const EventLog& log) {
  std::vector<uint32_t> first_thread;
  for (const LoggedEvent& event : log.events()) {
    if (event.op() != LogOp::acquire) continue;
    const auto [it, is_new] = lock_index_.try_emplace(event.target, static_cast<uint32_t>(lock_ids_.size()));
    if (is_new) {
      lock_ids_.push_back(event.target);
      first_thread.push_back(event.thread);
      is_used_by_many_.push_back(false);
    } else if (first_thread[it->second] != event.thread) {
      is_used_by_many_[it->second] = true;
    }
  }
  rows_.resize(lock_ids_.size());
}

// Sets are equal when their sums of mixed hashes are: 64 bits of them do not meet by chance.
uint32_t Sections::inside(uint32_t outer, SectionId section) {
  const uint64_t hash = nodes_[outer].hash + hash_combine(all_[section].lock, all_[section].shared);
  const auto next = static_cast<uint32_t>(lock_set_ids_.size() + 1);
  nodes_.push_back({section, outer, lock_set_ids_.try_emplace(hash, next).first->second, hash});
  return static_cast<uint32_t>(nodes_.size() - 1);
}

uint32_t Sections::open(LogId id, const LoggedEvent& event, uint32_t now) {
  const uint32_t lock = lock_index_.at(event.target);
  const auto section = static_cast<SectionId>(all_.size());
  all_.push_back({event.thread, lock, id, kNoEvent, event.shared != 0});
  if (is_used_by_many_[lock]) add_to_row(section);
  return inside(now, section);
}

uint32_t Sections::close(LogId id, const LoggedEvent& event, uint32_t now) {
  std::vector<SectionId> inner;  // stay open; empty where the innermost is released first
  for (uint32_t at = now; at != 0; at = nodes_[at].outer) {
    const SectionId found = nodes_[at].section;
    Section& section = all_[found];
    if (lock_ids_[section.lock] != event.target || section.shared != (event.shared != 0)) {
      inner.push_back(found);
      continue;
    }
    section.release = id;
    uint32_t rest = nodes_[at].outer;
    for (auto it = inner.rbegin(); it != inner.rend(); ++it) rest = inside(rest, *it);
    return rest;
  }
  return now;
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
