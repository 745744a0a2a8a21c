#include "whole_program/races.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "whole_program/batons.h"
#include "whole_program/elements.h"
#include "whole_program/own_objects.h"
#include "whole_program/publication.h"
#include "whole_program/start_choices.h"

namespace dh::whole {

using namespace smallir;

namespace {

// One access to one location.
struct Entry {
  uint64_t location = 0;
  uint32_t access = 0;
  ObjectId object;
};

constexpr ThreadId kUsers(UINT32_MAX - 1);

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
        own_(module, heap, traces, order_),
        publication_(module, heap, traces),
        batons_(heap, multiplicity, traces),
        limits_(limits),
        stop_(stop) {
    for (const Root& root : roots.roots) {
      for (FunctionId id : root.once) once_.insert(id.value);
    }
  }

  RaceCheck run();

 private:
  void collect();
  void check_all(bool tests, bool known);
  void check_programs(std::span<const Entry> entries, bool tests);
  void check_location(std::span<const Entry> entries, bool first_program);
  // Members of a group, ascending. Threads are walked one after another, so those of a party are neighbours.
  struct Members {
    std::vector<uint32_t> ids;       // in the entries of the location
    std::vector<uint32_t> next_run;  // by position in ids: where those of the next party begin
  };
  // Accesses of one place in the code.
  struct Group {
    bool writes = false;
    bool of_one_party = true;                // and that one runs once
    ThreadId party;                          // of the first member
    ThreadId thread;                         // of all members; invalid: of several
    uint32_t latest = 0;                     // of all members
    std::vector<uint32_t> members;           // in the entries of the location, ascending
    FlatMap<uint64_t, Members> unprotected;  // by what is compared with them
  };
  // Groups that can be compared with one group or with none: all write or none does, and all hold the same
  // locks.
  struct Family {
    bool writes = false;
    std::vector<uint32_t> locks;      // that protect the location
    std::vector<uint32_t> scattered;  // groups of several threads
    std::vector<uint32_t> sorted;     // groups of one thread, by its Order::subtree()
  };
  struct Location {
    std::span<const Entry> entries;
    std::vector<VisitId> makers;    // by entry: maker_around()
    std::vector<ThreadId> parties;  // by entry: party_of()
    Owner owner;
    bool of_each_thread = false;        // what code that all threads share does there, each does to its own
    std::vector<bool> in_shared_code;   // by entry, if of_each_thread
    std::vector<bool> of_all_programs;  // by entry, if such pairs are known from another program
    std::vector<Group> groups;
    std::vector<Family> families;
    size_t pairs = 0;
    size_t races_before = 0;
  };

  bool find_own_code(Location& at) const;
  std::vector<Group> group_by_code(const Location& at) const;
  void make_families(Location& at) const;
  std::vector<uint32_t> locks_of_all(const Location& at, const Group& group) const;
  bool check_families(Location& at, const Family& left, const Family& right);
  bool check_sorted(Location& at, uint32_t group, const Family& others);
  bool check_two(Location& at, uint32_t left, uint32_t right);
  bool is_known(const Location& at, const Group& left, const Group& right) const;
  void thin_out(std::span<const Entry> entries, std::vector<uint32_t>& members) const;
  size_t check_groups(const Location& at, Group& left, Group& right);
  bool excludes(const Location& at, uint32_t i, uint32_t j) const;
  const Members& unprotected(const Location& at, Group& group, uint32_t from);
  bool is_private(const Entry& entry) const;
  // True: they race, and that is known now.
  bool check_pair(const Entry& a, const Entry& b, Owner owner);
  VisitId maker_around(const Entry& entry) const;
  bool under_construction(VisitId maker, ThreadId other);
  uint32_t program_of(const Entry& entry) const;
  bool is_of_test(const Entry& entry) const;
  bool both_in_library(const AccessEvent& a, const AccessEvent& b) const;
  bool started_within(ThreadId thread, VisitId visit) const;
  void merge_updates();
  ThreadId party_of(const AccessEvent& access) const;
  bool meets_itself(ThreadId party) const;
  bool share_a_lock(const AccessEvent& a, const AccessEvent& b, Owner owner) const;
  Owner owner_of_entry(const Entry& entry) const;
  ThreadId thread_of(const AccessEvent& access) const { return traces_.visits[access.visit].thread; }
  uint64_t key_of(const AccessEvent& a, const AccessEvent& b) const {
    auto [low, high] = std::minmax({code_of(a), code_of(b)});
    return hash_combine(uint64_t{low} << 32 | high, a.variable.value);
  }
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
  OwnObjects own_;
  Publication publication_;
  Batons batons_;
  RaceLimits limits_;
  StopToken stop_;
  std::vector<Entry> entries_;
  FlatSet<uint32_t> once_;  // functions that roots run first
  FlatSet<uint64_t> reported_;
  Members few_;                             // of a small group
  FlatMap<uint64_t, bool> started_within_;  // by thread and visit
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

// All library roots are called by one process: their threads are one party. Only threads of one program are
// compared, so two parties can always meet.
ThreadId Checker::party_of(const AccessEvent& access) const {
  ThreadId id = thread_of(access);
  const Thread& thread = traces_.threads[id];
  bool is_user = !thread.body.valid() && roots_.roots[thread.root].kind == RootKind::library;
  return is_user ? kUsers : id;
}

bool Checker::meets_itself(ThreadId party) const {
  return party != kUsers && traces_.threads[party].multiple;
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

// The visit of an object's maker (a class method, or `initialize` sent by `new`) around an access to it: the
// maker has not answered the object yet. Invalid if there is none.
VisitId Checker::maker_around(const Entry& entry) const {
  if (!entry.object.valid()) return {};
  const Object& object = heap_.objects[entry.object];
  if (object.kind != ObjectKind::instance || !object.instance.valid()) return {};
  const Function& maker = module_.functions[heap_.instances[object.instance].function];
  bool by_class = maker.class_id.valid() && module_.classes[maker.class_id].is_meta;
  VisitId inner = traces_.accesses[entry.access].visit;
  for (VisitId at = inner; at.valid(); inner = at, at = traces_.visits[at].parent) {
    if (traces_.visits[at].instance != object.instance) continue;
    bool by_new = inner != at && traces_.visits[inner].call == object.instruction;
    if (by_class) return at;
    if (by_new) return inner;
  }
  return {};
}

// Whether no other thread can have the object yet, except one that was started in the meantime.
bool Checker::under_construction(VisitId maker, ThreadId other) {
  if (!maker.valid()) return false;
  auto [it, added] = started_within_.emplace(uint64_t{other.value} << 32 | maker.value, false);
  if (added) it->second = started_within(other, maker);
  return !it->second;
}

// Whether each thread has an object of its own there.
bool Checker::is_private(const Entry& entry) const {
  if (!entry.object.valid() || multiplicity_.escapes[entry.object.index()]) return false;
  InstanceId maker = owner_of_entry(entry).instance;
  return heap_.objects[entry.object].confined ||
         (maker.valid() && heap_.instances[maker].context == kSharedContext);
}

// An activation of code that is analysed once for all threads belongs to its thread, unless a block of it
// runs in another one. False: nothing else is at the location.
bool Checker::find_own_code(Location& at) const {
  const Entry& first = at.entries[0];
  InstanceId maker = at.owner.instance;
  at.of_each_thread =
      !first.object.valid() && maker.valid() && heap_.instances[maker].context == kSharedContext;
  if (!at.of_each_thread) return true;
  for (const Entry& entry : at.entries) {
    InstanceId instance = traces_.visits[traces_.accesses[entry.access].visit].instance;
    at.in_shared_code.push_back(heap_.instances[instance].context == kSharedContext);
  }
  return std::find(at.in_shared_code.begin(), at.in_shared_code.end(), false) != at.in_shared_code.end();
}

bool Checker::both_in_library(const AccessEvent& a, const AccessEvent& b) const {
  auto in_library = [&](const AccessEvent& access) {
    const Instance& instance = heap_.instances[traces_.visits[access.visit].instance];
    return module_.in_library(module_.functions[instance.function].file);
  };
  return in_library(a) && in_library(b);
}

bool Checker::check_pair(const Entry& left, const Entry& right, Owner owner) {
  const AccessEvent& a = traces_.accesses[left.access];
  const AccessEvent& b = traces_.accesses[right.access];
  ThreadId thread_a = thread_of(a), thread_b = thread_of(b);
  uint32_t code_a = code_of(a), code_b = code_of(b);
  ++result_.pairs;
  if (order_.ordered_by_queue(a, b, left.object) || order_.apart_by_waiting(a, b)) return false;
  if (batons_.both_held(a, b)) return false;
  if (are_different_elements(module_, heap_, multiplicity_, traces_, order_, a, b)) return false;
  bool twice = thread_a == thread_b;
  // Objects that a run makes and that do not escape belong to it alone. Threads can have the same context.
  ContextId context = owner.instance.valid() ? heap_.instances[owner.instance].context : ContextId();
  bool made_here = context.valid() && context == traces_.threads[thread_a].context &&
                   context == traces_.threads[thread_b].context;
  if (made_here && (!left.object.valid() || !multiplicity_.escapes[left.object.index()])) return false;
  if (twice) {
    const Thread& thread = traces_.threads[thread_a];
    bool own = left.object.valid() ? own_.of_each_run(thread_a, left.object)
                                   : order_.private_to_each_run(thread_a, owner);
    if (own) return false;
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
  // Both threads have what they capture from the activation that starts them.
  const bool captured = a.place.valid() && owner.instance.valid();
  if (!twice && captured && are_alternatives({module_, heap_, traces_}, thread_a, thread_b, owner.instance)) {
    return false;
  }
  if (publication_.before_it(a, left.object) || publication_.before_it(b, left.object)) return false;
  uint64_t key = key_of(a, b);
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

uint32_t Checker::program_of(const Entry& entry) const {
  return roots_.roots[traces_.threads[thread_of(traces_.accesses[entry.access])].root].group;
}

bool Checker::is_of_test(const Entry& entry) const {
  return roots_.roots[traces_.threads[thread_of(traces_.accesses[entry.access])].root].kind == RootKind::test;
}

// Threads of different programs never meet: each program is checked with what runs with all of them. Either
// the tests among the programs or the others; the pairs of what runs with all are among those of the others.
void Checker::check_programs(std::span<const Entry> all, bool tests) {
  std::vector<uint32_t> groups;
  for (const Entry& entry : all) {
    if (is_of_test(entry) == tests) groups.push_back(program_of(entry));
  }
  if (groups.empty()) return;
  std::sort(groups.begin(), groups.end());
  groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
  // Each entry is copied once for its own program; only what runs with all of them is copied for each.
  std::vector<std::vector<Entry>> programs(groups.size());
  for (const Entry& entry : all) {
    const uint32_t group = program_of(entry);
    auto at = std::lower_bound(groups.begin(), groups.end(), group);
    if (group == 0) {
      for (std::vector<Entry>& program : programs) program.push_back(entry);
    } else if (at != groups.end() && *at == group) {
      programs[static_cast<size_t>(at - groups.begin())].push_back(entry);
    }
  }
  bool first = !tests;
  for (size_t g = 0; g < groups.size(); ++g) {
    if (groups[g] != 0 || groups.size() == 1) check_location(programs[g], std::exchange(first, false));
  }
}

void Checker::check_location(std::span<const Entry> all, bool first_program) {
  bool written = false, several = false;
  const ThreadId first = party_of(traces_.accesses[all[0].access]);
  for (const Entry& entry : all) {
    const AccessEvent& access = traces_.accesses[entry.access];
    written |= access.writes;
    several |= party_of(access) != first || meets_itself(first);
  }
  if (!written || !several || is_private(all[0])) return;
  Location at;
  at.entries = all;
  at.owner = owner_of_entry(all[0]);
  if (!find_own_code(at)) return;
  ++result_.locations;
  for (const Entry& entry : all) {
    at.makers.push_back(maker_around(entry));
    at.parties.push_back(party_of(traces_.accesses[entry.access]));
    if (!first_program) at.of_all_programs.push_back(program_of(entry) == 0);
  }
  at.groups = group_by_code(at);
  make_families(at);
  at.races_before = result_.races.size();
  for (size_t f = 0; f < at.families.size(); ++f) {
    for (size_t g = f; g < at.families.size(); ++g) {
      if (!check_families(at, at.families[f], at.families[g])) return;
    }
  }
}

// The locks that protect all members of a group. A lock of one activation protects only what that one made.
std::vector<uint32_t> Checker::locks_of_all(const Location& at, const Group& group) const {
  std::vector<uint32_t> common;
  for (size_t i = 0; i < group.members.size(); ++i) {
    const AccessEvent& access = traces_.accesses[at.entries[group.members[i]].access];
    const std::vector<uint32_t>& held = traces_.lock_sets[access.locks];
    if (i == 0) common = held;
    std::erase_if(common, [&](uint32_t lock) {
      InstanceId only_of = traces_.locks[lock].only_of;
      return (only_of.valid() && only_of != at.owner.instance) ||
             !std::binary_search(held.begin(), held.end(), lock);
    });
    if (common.empty()) break;
  }
  return common;
}

void Checker::make_families(Location& at) const {
  std::map<std::pair<bool, std::vector<uint32_t>>, size_t> by_kind;
  for (uint32_t g = 0; g < at.groups.size(); ++g) {
    const Group& group = at.groups[g];
    std::vector<uint32_t> locks = locks_of_all(at, group);
    auto [it, added] = by_kind.emplace(std::pair(group.writes, locks), at.families.size());
    if (added) at.families.push_back({group.writes, std::move(locks), {}, {}});
    Family& family = at.families[it->second];
    (group.thread.valid() ? family.sorted : family.scattered).push_back(g);
  }
  for (Family& family : at.families) {
    std::stable_sort(family.sorted.begin(), family.sorted.end(), [&](uint32_t a, uint32_t b) {
      return order_.subtree(at.groups[a].thread).first < order_.subtree(at.groups[b].thread).first;
    });
  }
}

// False: nothing more is to be done for the location.
bool Checker::check_families(Location& at, const Family& left, const Family& right) {
  if (!left.writes && !right.writes) return true;
  bool locked = std::any_of(left.locks.begin(), left.locks.end(), [&](uint32_t lock) {
    return std::binary_search(right.locks.begin(), right.locks.end(), lock);
  });
  if (locked) return true;
  const bool same = &left == &right;
  for (uint32_t g : left.scattered) {
    for (uint32_t h : right.scattered) {
      if ((!same || g <= h) && !check_two(at, g, h)) return false;
    }
    for (uint32_t h : right.sorted) {
      if (!check_two(at, g, h)) return false;
    }
  }
  for (uint32_t g : left.sorted) {
    if (same && !check_two(at, g, g)) return false;
    for (uint32_t h : right.scattered) {
      if (!same && !check_two(at, g, h)) return false;
    }
    if (!check_sorted(at, g, right)) return false;
  }
  for (uint32_t g : right.sorted) {
    if (!same && !check_sorted(at, g, left)) return false;
  }
  return true;
}

// Compares a group of one thread with those of threads that come after it in the tree of starts, without
// those that it starts later than its accesses: a chain of starts is not quadratic.
bool Checker::check_sorted(Location& at, uint32_t g, const Family& others) {
  const Group& group = at.groups[g];
  auto begin_of = [&](uint32_t h) { return order_.subtree(at.groups[h].thread).first; };
  auto position = [&](uint32_t number) {
    return std::lower_bound(others.sorted.begin(), others.sorted.end(), number,
                            [&](uint32_t h, uint32_t n) { return begin_of(h) < n; });
  };
  auto [begin, end] = order_.subtree(group.thread);
  auto it = position(begin);
  auto ordered = position(order_.started_after(group.thread, group.latest));
  auto after = position(end);
  for (; it != others.sorted.end(); ++it) {
    if (it == ordered) it = after;
    if (it == others.sorted.end()) break;
    // Groups of the same thread see each other twice.
    bool again = begin_of(*it) == begin && g >= *it;
    if (!again && !check_two(at, g, *it)) return false;
  }
  return true;
}

// False: there are enough pairs.
bool Checker::check_two(Location& at, uint32_t g, uint32_t h) {
  Group& left = at.groups[std::min(g, h)];
  Group& right = at.groups[std::max(g, h)];
  bool apart = left.of_one_party && right.of_one_party && left.party == right.party;
  if (apart || is_known(at, left, right)) return true;
  // So many pairs of places say that nothing protects the variable; more of them say nothing new.
  if (result_.races.size() - at.races_before >= limits_.max_races_each) {
    ++result_.locations_with_more;
    return false;
  }
  at.pairs += check_groups(at, left, right);
  if (stop_.requested()) return false;
  if (at.pairs < limits_.max_pairs_each) return true;
  result_.stopped_by_limit = true;
  return false;
}

bool Checker::is_known(const Location& at, const Group& left, const Group& right) const {
  const AccessEvent& a = traces_.accesses[at.entries[left.members[0]].access];
  const AccessEvent& b = traces_.accesses[at.entries[right.members[0]].access];
  return both_in_library(a, b) || reported_.contains(key_of(a, b));
}

// Places in the code, each by all threads and with all locks: one race of two places is enough.
std::vector<Checker::Group> Checker::group_by_code(const Location& at) const {
  std::span<const Entry> all = at.entries;
  std::vector<Group> groups;
  FlatMap<uint64_t, size_t> by_code;
  for (uint32_t i = 0; i < all.size(); ++i) {
    const AccessEvent& access = traces_.accesses[all[i].access];
    ThreadId party = at.parties[i], thread = thread_of(access);
    auto [it, added] =
        by_code.emplace(uint64_t{code_of(access)} << 1 | (access.writes ? 1 : 0), groups.size());
    if (added) groups.push_back({access.writes, !meets_itself(party), party, thread, 0, {}, {}});
    Group& group = groups[it->second];
    group.of_one_party &= group.party == party;
    if (group.thread != thread) group.thread = {};
    group.latest = std::max(group.latest, traces_.latest(access));
    group.members.push_back(i);
  }
  std::stable_partition(groups.begin(), groups.end(), [](const Group& group) { return group.writes; });
  for (Group& group : groups) thin_out(all, group.members);
  return groups;
}

// One thread can reach one place with one set of locks on thousands of paths. Accesses at different times are
// enough to find one that is not ordered.
void Checker::thin_out(std::span<const Entry> all, std::vector<uint32_t>& members) const {
  constexpr size_t kMaxEach = 32;
  if (members.size() <= kMaxEach) return;
  FlatMap<uint64_t, std::vector<uint32_t>> alike;  // by thread and locks
  for (uint32_t member : members) {
    const AccessEvent& access = traces_.accesses[all[member].access];
    alike[uint64_t{thread_of(access).value} << 32 | access.locks].push_back(member);
  }
  members.clear();
  for (const auto& entry : alike) {
    const std::vector<uint32_t>& same = entry.second;
    const size_t kept = std::min(same.size(), kMaxEach);
    for (size_t i = 0; i < kept; ++i)
      members.push_back(same[i * (same.size() - 1) / std::max<size_t>(kept - 1, 1)]);
  }
  std::sort(members.begin(), members.end());
}

// Whether two accesses that no lock protects never meet.
bool Checker::excludes(const Location& at, uint32_t i, uint32_t j) const {
  return (at.of_each_thread && at.in_shared_code[i] && at.in_shared_code[j]) ||
         (!at.of_all_programs.empty() && at.of_all_programs[i] && at.of_all_programs[j]);
}

// Those of a group that can meet one access and that no lock protects from it.
const Checker::Members& Checker::unprotected(const Location& at, Group& group, uint32_t from) {
  constexpr size_t kFew = 4;
  const AccessEvent& access = traces_.accesses[at.entries[from].access];
  uint32_t kind = (at.of_each_thread && at.in_shared_code[from] ? 1 : 0) |
                  (!at.of_all_programs.empty() && at.of_all_programs[from] ? 2 : 0);
  const bool few = group.members.size() <= kFew;
  bool added = few;
  Members* found = &few_;
  if (!few) {
    auto [it, is_new] = group.unprotected.emplace(uint64_t{access.locks} << 2 | kind, Members());
    found = &it->second;
    added = is_new;
  }
  Members& open = *found;
  if (!added) return open;
  open.ids.clear();
  for (uint32_t member : group.members) {
    if (excludes(at, from, member)) continue;
    const AccessEvent& other = traces_.accesses[at.entries[member].access];
    if (!share_a_lock(access, other, at.owner)) open.ids.push_back(member);
  }
  open.next_run.resize(open.ids.size());
  for (size_t i = open.ids.size(); i-- > 0;) {
    bool last = i + 1 == open.ids.size() || at.parties[open.ids[i]] != at.parties[open.ids[i + 1]];
    open.next_run[i] = last ? static_cast<uint32_t>(i + 1) : open.next_run[i + 1];
  }
  return open;
}

// Looks for a pair that races, the earliest accesses first. Returns the number of pairs it examined.
size_t Checker::check_groups(const Location& at, Group& left, Group& right) {
  const bool same = &left == &right;
  size_t compared = 0;
  auto thread_at = [&](uint32_t i) { return thread_of(traces_.accesses[at.entries[i].access]); };
  auto against = [&](uint32_t i, Group& others, bool with_itself) {
    const Members& open = unprotected(at, others, i);
    const ThreadId mine = thread_at(i);
    auto first = with_itself ? std::lower_bound(open.ids.begin(), open.ids.end(), i)
                             : std::upper_bound(open.ids.begin(), open.ids.end(), i);
    for (size_t j = static_cast<size_t>(first - open.ids.begin()); j < open.ids.size();) {
      if (at.parties[i] == at.parties[open.ids[j]] && !meets_itself(at.parties[i])) {
        j = open.next_run[j];
        continue;
      }
      const uint32_t other = open.ids[j++];
      if (under_construction(at.makers[i], thread_at(other))) continue;
      if (under_construction(at.makers[other], mine)) continue;
      if (++compared >= limits_.max_pairs_each) return false;
      if (check_pair(at.entries[i], at.entries[other], at.owner)) return true;
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

void Checker::check_all(bool tests, bool known) {
  for (size_t i = 0; i < entries_.size() && !stop_.requested();) {
    size_t end = i;
    while (end < entries_.size() && entries_[end].location == entries_[i].location) ++end;
    ObjectId object = entries_[i].object;
    bool unknown = object.valid() && heap_.objects[object].kind == ObjectKind::unknown;
    if (unknown != known) check_programs(std::span(entries_).subspan(i, end - i), tests);
    i = end;
  }
}

RaceCheck Checker::run() {
  collect();
  // Tests last: a race that needs no test is not shown as one of a test, whatever object it is of. Known
  // objects before others: their races make better reports of the same places.
  for (bool tests : {false, true}) {
    for (bool known : {true, false}) check_all(tests, known);
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
