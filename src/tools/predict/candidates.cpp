#include "tools/predict/candidates.h"

#include <algorithm>

namespace dh::dyn {

namespace {

struct Guard {
  uint32_t lock;
  bool exclusive;  // held so at every access so far
};

// What is known of a variable while the window is read.
struct Variable {
  uint32_t accesses = 0;
  uint32_t thread = 0;
  uint32_t held_index = 0;  // of the last access: most come with the same locks
  bool is_shared = false;
  bool is_written = false;
  bool has_guard = true;
  std::vector<Guard> guards;  // locks held at every access so far
};

// A lock that readers hold shared and writers hold exclusively keeps all pairs apart too; one that a writer
// holds shared does not count.
void narrow_guards(Variable& variable, const Sections& sections, LogId event, bool is_write) {
  const auto held = sections.held_at(event);
  const auto find = [&](uint32_t lock) -> const Section* {
    const Section* best = nullptr;
    for (const SectionId id : held) {
      if (sections[id].lock == lock && (best == nullptr || best->shared)) best = &sections[id];
    }
    return best;
  };
  if (variable.accesses == 0) {
    for (const SectionId id : held) variable.guards.push_back({sections[id].lock, !sections[id].shared});
  }
  std::erase_if(variable.guards, [&](const Guard& guard) {
    const Section* section = find(guard.lock);
    return section == nullptr || (is_write && section->shared);
  });
  variable.has_guard = !variable.guards.empty();
}

void look_at(Variable& variable, const EventLog& log, const Sections& sections, LogId event) {
  const bool is_write = log[event].op() == LogOp::write;
  const uint32_t held_index = sections.held_index(event);
  if (variable.accesses == 0) variable.thread = log[event].thread;
  if (variable.has_guard && (variable.accesses == 0 || is_write || held_index != variable.held_index))
    narrow_guards(variable, sections, event, is_write);
  variable.held_index = held_index;
  variable.is_shared |= log[event].thread != variable.thread;
  variable.is_written |= is_write;
  ++variable.accesses;
}

}  // namespace

std::string WorkLimit::text(const std::string& tool) const {
  const std::string where = stopped_at ? " at event " + std::to_string(*stopped_at + 1) : std::string();
  return "stopped at the limit of its work" + where +
         ": some accesses from there on were not looked at; raise the limit with " + tool + "@work=MILLIONS";
}

void sort_pairs(std::vector<RacingPair>& pairs) {
  std::sort(pairs.begin(), pairs.end(), [](const RacingPair& a, const RacingPair& b) {
    return a.second != b.second ? a.second < b.second : a.first < b.first;
  });
}

uint64_t places_key(const EventLog& log, LogId a, LogId b) {
  const auto side = [&](LogId id) { return hash_combine(log[id].location, log[id].op_bits); };
  if (log[a].location == LocId::kNone || log[b].location == LocId::kNone) return hash_combine(a, b);
  return side(a) + side(b);
}

SharedVariables::SharedVariables(const Needs& needs, const Sections& sections) {
  const EventLog& log = needs.log();
  FlatMap<uint32_t, uint32_t> index;
  std::vector<Variable> variables;
  std::vector<uint32_t> variable_of(log.size(), UINT32_MAX);
  for (LogId id = log.carried(); id < log.size(); ++id) {
    if (!log[id].is_access()) continue;
    const auto [it, is_new] = index.try_emplace(log[id].target, static_cast<uint32_t>(variables.size()));
    if (is_new) variables.emplace_back();
    look_at(variables[it->second], log, sections, id);
    variable_of[id] = it->second;
  }
  std::vector<size_t> place(variables.size(), SIZE_MAX);
  begins_.push_back(0);
  for (size_t v = 0; v < variables.size(); ++v) {
    const Variable& variable = variables[v];
    if (!variable.is_shared || !variable.is_written || variable.has_guard) continue;
    place[v] = begins_.back();
    begins_.push_back(begins_.back() + variable.accesses);
  }
  accesses_.resize(begins_.back());
  for (LogId id = log.carried(); id < log.size(); ++id) {
    if (variable_of[id] != UINT32_MAX && place[variable_of[id]] != SIZE_MAX)
      accesses_[place[variable_of[id]]++] = id;
  }
}

}  // namespace dh::dyn
