#include "whole_program/races.h"

#include <algorithm>
#include <tuple>

#include "whole_program/publication.h"

namespace dh::whole {

using namespace smallir;

namespace {

// One access to one location.
struct Entry {
  uint64_t location = 0;
  uint32_t access = 0;
  ObjectId object;
};

class Checker {
 public:
  Checker(const Module& module, const Heap& heap, const Multiplicity& multiplicity,
          const Relevance& relevance, const Roots& roots, const Traces& traces, const RaceLimits& limits,
          const StopToken& stop)
      : module_(module),
        heap_(heap),
        multiplicity_(multiplicity),
        relevance_(relevance),
        roots_(roots),
        traces_(traces),
        order_(module, heap, multiplicity, roots, traces),
        publication_(module, heap, traces),
        limits_(limits),
        stop_(stop) {
    for (const Root& root : roots.roots) {
      for (FunctionId id : root.once) once_.insert(id.value);
    }
  }

  RaceCheck run();

 private:
  void collect();
  void check_programs(std::span<const Entry> entries);
  void check_location(std::span<const Entry> entries);
  // Accesses of one place in the code.
  struct Group {
    bool writes = false;
    std::vector<uint32_t> members;                         // in the entries of the location, ascending
    FlatMap<uint32_t, std::vector<uint32_t>> unprotected;  // by set of locks
  };

  size_t check_groups(std::span<const Entry> all, Group& left, Group& right);
  const std::vector<uint32_t>& unprotected(std::span<const Entry> all, Group& group, const AccessEvent& from,
                                           Owner owner);
  // True: they race, and that is known now.
  bool check_pair(const Entry& a, const Entry& b);
  bool under_construction(const AccessEvent& access, ObjectId object, ThreadId other) const;
  bool of_each_thread(const AccessEvent& a, const AccessEvent& b, ObjectId object) const;
  bool both_in_library(const AccessEvent& a, const AccessEvent& b) const;
  bool started_within(ThreadId thread, VisitId visit) const;
  void merge_updates();
  bool can_meet(ThreadId a, ThreadId b) const;
  bool share_a_lock(const AccessEvent& a, const AccessEvent& b, Owner owner) const;
  Owner owner_of_entry(const Entry& entry) const;
  ThreadId thread_of(const AccessEvent& access) const { return traces_.visits[access.visit].thread; }
  // The instruction in the text, whatever instance it is in.
  uint32_t code_of(const AccessEvent& access) const {
    const Instance& instance = heap_.instances[traces_.visits[access.visit].instance];
    return module_.functions[instance.function].instructions.first + access.instruction;
  }

  const Module& module_;
  const Heap& heap_;
  const Multiplicity& multiplicity_;
  const Relevance& relevance_;
  const Roots& roots_;
  const Traces& traces_;
  Order order_;
  Publication publication_;
  RaceLimits limits_;
  StopToken stop_;
  std::vector<Entry> entries_;
  FlatSet<uint32_t> once_;  // functions that roots run first
  FlatSet<uint64_t> reported_;
  RaceCheck result_;
};

void Checker::collect() {
  for (uint32_t i = 0; i < traces_.accesses.size(); ++i) {
    const AccessEvent& access = traces_.accesses[i];
    if (entries_.size() > limits_.max_entries) {
      result_.stopped_by_limit = true;
      return;
    }
    if (access.place.valid()) {
      entries_.push_back({variable_location(access.place), i, {}});
    } else if (access.object.valid()) {
      entries_.push_back({contents_location(access.object), i, access.object});
    } else {
      heap_.points_to_of(access.base).for_each([&](uint32_t object) {
        uint64_t location = field_location(ObjectId(object), access.variable);
        if (relevance_.locations.contains(location)) entries_.push_back({location, i, ObjectId(object)});
      });
    }
  }
  std::sort(entries_.begin(), entries_.end(), [&](const Entry& a, const Entry& b) {
    return std::tie(a.location, a.access) < std::tie(b.location, b.access);
  });
}

bool Checker::can_meet(ThreadId a, ThreadId b) const {
  if (a == b) return traces_.threads[a].multiple;
  const Root& root_a = roots_.roots[traces_.threads[a].root];
  const Root& root_b = roots_.roots[traces_.threads[b].root];
  // All library roots are called by one process.
  bool users = root_a.kind == RootKind::library && root_b.kind == RootKind::library;
  if (users && !traces_.threads[a].body.valid() && !traces_.threads[b].body.valid()) return false;
  uint32_t left = root_a.group, right = root_b.group;
  return left == right || left == 0 || right == 0;
}

bool Checker::share_a_lock(const AccessEvent& a, const AccessEvent& b, Owner owner) const {
  const auto& left = traces_.lock_sets[a.locks];
  const auto& right = traces_.lock_sets[b.locks];
  for (uint32_t lock : left) {
    InstanceId only_of = traces_.locks[lock].only_of;
    if (only_of.valid() && only_of != owner.instance) continue;
    if (std::binary_search(right.begin(), right.end(), lock)) return true;
  }
  return false;
}

Owner Checker::owner_of_entry(const Entry& entry) const {
  const AccessEvent& access = traces_.accesses[entry.access];
  if (entry.object.valid()) {
    const Object& object = heap_.objects[entry.object];
    return {object.kind == ObjectKind::unknown ? InstanceId() : object.instance};
  }
  VariableKind kind = module_.variables[access.variable].kind;
  if (kind == VariableKind::class_variable || kind == VariableKind::global) return {};
  return {owner_of(module_, heap_, traces_.visits[access.visit].instance, access.variable)};
}

bool Checker::started_within(ThreadId id, VisitId visit) const {
  for (int depth = 0; depth < 64; ++depth) {
    const Thread& thread = traces_.threads[id];
    if (thread.starts.empty()) return false;
    const SyncEvent& start = traces_.syncs[thread.starts[0]];
    for (VisitId at = start.visit; at.valid(); at = traces_.visits[at].parent) {
      if (at == visit) return true;
    }
    if (start.thread.value >= id.value) return false;
    id = start.thread;
  }
  return true;
}

// Whether an object's maker (a class method, or `initialize` sent by `new`) has not answered it yet, so that
// no other thread can have it, except one that was started in the meantime.
bool Checker::under_construction(const AccessEvent& access, ObjectId id, ThreadId other) const {
  if (!id.valid()) return false;
  const Object& object = heap_.objects[id];
  if (object.kind != ObjectKind::instance || !object.instance.valid()) return false;
  const Function& maker = module_.functions[heap_.instances[object.instance].function];
  bool by_class = maker.class_id.valid() && module_.classes[maker.class_id].is_meta;
  VisitId inner = access.visit;
  for (VisitId at = access.visit; at.valid(); inner = at, at = traces_.visits[at].parent) {
    if (traces_.visits[at].instance != object.instance) continue;
    bool by_new = inner != at && traces_.visits[inner].call == object.instruction;
    if (by_class || by_new) return !started_within(other, by_class ? at : inner);
  }
  return false;
}

// Code that is analysed once for all threads makes what each thread has for itself, as long as it does not
// escape; an activation belongs to its thread, unless a block of it runs in another one.
bool Checker::of_each_thread(const AccessEvent& a, const AccessEvent& b, ObjectId object) const {
  if (object.valid()) return !multiplicity_.escapes[object.index()];
  auto in_shared_code = [&](const AccessEvent& access) {
    return heap_.instances[traces_.visits[access.visit].instance].context == kSharedContext;
  };
  return in_shared_code(a) && in_shared_code(b);
}

bool Checker::both_in_library(const AccessEvent& a, const AccessEvent& b) const {
  auto in_library = [&](const AccessEvent& access) {
    const Instance& instance = heap_.instances[traces_.visits[access.visit].instance];
    return module_.in_library(module_.functions[instance.function].file);
  };
  return in_library(a) && in_library(b);
}

bool Checker::check_pair(const Entry& left, const Entry& right) {
  const AccessEvent& a = traces_.accesses[left.access];
  const AccessEvent& b = traces_.accesses[right.access];
  ThreadId thread_a = thread_of(a), thread_b = thread_of(b);
  Owner owner = owner_of_entry(left);
  if (both_in_library(a, b)) return false;
  uint32_t code_a = code_of(a), code_b = code_of(b);
  uint64_t key =
      hash_combine(uint64_t{std::min(code_a, code_b)} << 32 | std::max(code_a, code_b), a.variable.value);
  if (reported_.contains(key)) return true;
  ++result_.pairs;
  bool confined = left.object.valid() && heap_.objects[left.object].confined;
  if (confined && !multiplicity_.escapes[left.object.index()]) return false;
  if (under_construction(a, left.object, thread_b) || under_construction(b, left.object, thread_a))
    return false;
  if (order_.ordered_by_queue(a, b, left.object) || order_.apart_by_waiting(a, b)) return false;
  bool twice = thread_a == thread_b;
  // Objects that a run makes and that do not escape belong to it alone. Threads can have the same context.
  ContextId context = owner.instance.valid() ? heap_.instances[owner.instance].context : ContextId();
  bool made_here = context.valid() && context == traces_.threads[thread_a].context &&
                   context == traces_.threads[thread_b].context;
  if (context == kSharedContext && of_each_thread(a, b, left.object)) return false;
  if (made_here && (!left.object.valid() || !multiplicity_.escapes[left.object.index()])) return false;
  if (twice) {
    const Thread& thread = traces_.threads[thread_a];
    if (order_.private_to_each_run(thread_a, owner)) return false;
    // The first calls on the receiver of a root (initialize) come before all others.
    auto at_the_beginning = [&](const AccessEvent& access) {
      VisitId at = access.visit;
      while (traces_.visits[at].parent.valid()) at = traces_.visits[at].parent;
      const Instance& instance = heap_.instances[traces_.visits[at].instance];
      return once_.contains(instance.function.value);
    };
    if (!thread.body.valid() && (at_the_beginning(a) || at_the_beginning(b))) return false;
  } else if (order_.before(a, b, owner) || order_.before(b, a, owner)) {
    return false;
  }
  if (publication_.before_it(a, left.object) || publication_.before_it(b, left.object)) return false;
  reported_.insert(key);
  auto rank = [&](const AccessEvent& access, uint32_t code) {
    const Instance& instance = heap_.instances[traces_.visits[access.visit].instance];
    const Range& place = module_.instructions[code].place;
    return std::tuple(!access.writes, module_.functions[instance.function].file, place, code);
  };
  bool swap = rank(b, code_b) < rank(a, code_a);
  Race race;
  race.first = swap ? right.access : left.access;
  race.second = swap ? left.access : right.access;
  race.object = left.object;
  race.same_thread_twice = twice;
  race.key = key;
  result_.races.push_back(race);
  return true;
}

// Threads of different programs never meet: each program is checked with what runs with all of them.
void Checker::check_programs(std::span<const Entry> all) {
  auto group_of = [&](const Entry& entry) {
    return roots_.roots[traces_.threads[thread_of(traces_.accesses[entry.access])].root].group;
  };
  std::vector<uint32_t> groups;
  for (const Entry& entry : all) groups.push_back(group_of(entry));
  std::sort(groups.begin(), groups.end());
  groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
  if (groups.size() < 2 || (groups.size() == 2 && groups[0] == 0)) {
    check_location(all);
    return;
  }
  // Each entry is copied once for its own program; only what runs with all of them is copied for each.
  std::vector<std::vector<Entry>> programs(groups.size());
  for (const Entry& entry : all) {
    auto at = std::lower_bound(groups.begin(), groups.end(), group_of(entry)) - groups.begin();
    bool common = groups[static_cast<size_t>(at)] == 0;
    size_t first = common ? 0 : static_cast<size_t>(at), last = common ? groups.size() - 1 : first;
    for (size_t g = first; g <= last; ++g) programs[g].push_back(entry);
  }
  for (size_t g = 0; g < groups.size(); ++g) {
    if (groups[g] != 0) check_location(programs[g]);
  }
}

void Checker::check_location(std::span<const Entry> all) {
  bool written = false, several = false;
  ThreadId first = thread_of(traces_.accesses[all[0].access]);
  for (const Entry& entry : all) {
    const AccessEvent& access = traces_.accesses[entry.access];
    written |= access.writes;
    several |= thread_of(access) != first || traces_.threads[first].multiple;
  }
  if (!written || !several) return;
  ++result_.locations;
  // Places in the code, each by all threads and with all locks: one race of two places is enough.
  std::vector<Group> groups;
  FlatMap<uint64_t, size_t> by_code;
  for (uint32_t i = 0; i < all.size(); ++i) {
    const AccessEvent& access = traces_.accesses[all[i].access];
    auto [it, added] =
        by_code.emplace(uint64_t{code_of(access)} << 1 | (access.writes ? 1 : 0), groups.size());
    if (added) groups.push_back({access.writes, {}, {}});
    groups[it->second].members.push_back(i);
  }
  size_t pairs = 0;
  for (size_t g = 0; g < groups.size(); ++g) {
    for (size_t h = g; h < groups.size(); ++h) {
      if (!groups[g].writes && !groups[h].writes) continue;
      pairs += check_groups(all, groups[g], groups[h]);
      if (pairs < limits_.max_pairs_each) continue;
      result_.stopped_by_limit = true;
      return;
    }
  }
}

// Those of a group that no lock of the set protects from.
const std::vector<uint32_t>& Checker::unprotected(std::span<const Entry> all, Group& group,
                                                  const AccessEvent& from, Owner owner) {
  auto [it, added] = group.unprotected.emplace(from.locks, std::vector<uint32_t>());
  if (added) {
    for (uint32_t member : group.members) {
      if (!share_a_lock(from, traces_.accesses[all[member].access], owner)) it->second.push_back(member);
    }
  }
  return it->second;
}

// Looks for a pair that races, the earliest accesses first. Returns the number of pairs it examined.
size_t Checker::check_groups(std::span<const Entry> all, Group& left, Group& right) {
  const bool same = &left == &right;
  const Owner owner = owner_of_entry(all[left.members[0]]);
  size_t compared = 1;
  auto against = [&](uint32_t i, Group& others, bool with_itself) {
    const std::vector<uint32_t>& open = unprotected(all, others, traces_.accesses[all[i].access], owner);
    auto first = with_itself ? std::lower_bound(open.begin(), open.end(), i)
                             : std::upper_bound(open.begin(), open.end(), i);
    for (auto j = first; j != open.end() && compared < limits_.max_pairs_each; ++j) {
      if (!can_meet(thread_of(traces_.accesses[all[i].access]), thread_of(traces_.accesses[all[*j].access])))
        continue;
      ++compared;
      if (check_pair(all[i], all[*j])) return true;
    }
    return false;
  };
  for (size_t l = 0, r = 0; compared < limits_.max_pairs_each;) {
    bool from_left =
        l < left.members.size() && (same || r == right.members.size() || left.members[l] < right.members[r]);
    if (!from_left && (same || r == right.members.size())) break;
    if (from_left ? against(left.members[l++], right, same) : against(right.members[r++], left, false)) break;
  }
  return compared;
}

// `x := x + 1` against another write is one finding, not two: reads that belong to a write which races with
// the same access are left out.
void Checker::merge_updates() {
  auto line_of = [&](uint32_t access) {
    uint32_t code = code_of(traces_.accesses[access]);
    return module_.instructions[code].place.line;
  };
  auto function_of = [&](uint32_t access) {
    return heap_.instances[traces_.visits[traces_.accesses[access].visit].instance].function.value;
  };
  auto key_of = [&](uint32_t fixed, uint32_t other) {
    uint64_t key = hash_combine(code_of(traces_.accesses[fixed]), traces_.accesses[fixed].variable.value);
    return hash_combine(key, uint64_t{function_of(other)} << 32 | line_of(other));
  };
  FlatSet<uint64_t> writes;
  for (const Race& race : result_.races) {
    if (!traces_.accesses[race.second].writes) continue;
    writes.insert(key_of(race.first, race.second));
    writes.insert(key_of(race.second, race.first));
  }
  std::erase_if(result_.races, [&](const Race& race) {
    return !traces_.accesses[race.second].writes && writes.contains(key_of(race.first, race.second));
  });
}

RaceCheck Checker::run() {
  collect();
  // Known objects first: their races make better reports of the same places.
  for (bool known : {true, false}) {
    for (size_t i = 0; i < entries_.size() && !stop_.requested();) {
      size_t end = i;
      while (end < entries_.size() && entries_[end].location == entries_[i].location) ++end;
      ObjectId object = entries_[i].object;
      bool unknown = object.valid() && heap_.objects[object].kind == ObjectKind::unknown;
      if (unknown != known) check_programs(std::span(entries_).subspan(i, end - i));
      i = end;
    }
  }
  merge_updates();
  return std::move(result_);
}

}  // namespace

RaceCheck find_races(const Module& module, const Heap& heap, const Multiplicity& multiplicity,
                     const Relevance& relevance, const Roots& roots, const Traces& traces,
                     const RaceLimits& limits, const StopToken& stop) {
  return Checker(module, heap, multiplicity, relevance, roots, traces, limits, stop).run();
}

}  // namespace dh::whole
