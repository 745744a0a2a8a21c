#include "whole_program/confidence.h"

#include <algorithm>

#include "whole_program/block_runs.h"
#include "whole_program/passed_blocks.h"
#include "whole_program/self_sends.h"

namespace dh::whole {

using namespace smallir;

namespace {

bool runs_once_by_name(const Module& module, const ProgramIndex& index, const Heap& heap,
                       const Traces& traces, const AccessEvent& access) {
  for (VisitId at = access.visit; at.valid(); at = cause_of(traces, at)) {
    const Function& function = module.functions[heap.instances[traces.visits[at].instance].function];
    if (function.kind == FunctionKind::method && index.once_only.contains(function.name.value)) return true;
  }
  return false;
}

bool in_a_started_thread(const Roots& roots, const Traces& traces, const AccessEvent& access) {
  const Thread& thread = traces.threads[traces.visits[access.visit].thread];
  return thread.body.valid() || roots.roots[thread.root].kind == RootKind::entry;
}

// `a`'s thread signals after it what `b`'s thread waits for before it, in this turn of a loop or the last
// one.
bool may_be_before(const Traces& traces, const AccessEvent& a, const AccessEvent& b) {
  constexpr size_t kMax = 256;  // events of a thread: beyond, there is always some that fits
  const auto& left = traces.signals_and_waits[traces.visits[a.visit].thread.index()];
  const auto& right = traces.signals_and_waits[traces.visits[b.visit].thread.index()];
  if (left.size() > kMax || right.size() > kMax) return false;
  for (uint32_t s : left) {
    const SyncEvent& signal = traces.syncs[s];
    if (signal.kind != EventKind::signal || signal.time < a.time) continue;
    for (uint32_t w : right) {
      const SyncEvent& wait = traces.syncs[w];
      if (wait.kind == EventKind::wait && wait.object == signal.object && wait.time < traces.latest(b))
        return true;
    }
  }
  return false;
}

// A race with all that the factors ask about.
struct RatedRace {
  const Module& module;
  const ProgramIndex& index;
  const Heap& heap;
  const Multiplicity& multiplicity;
  const Roots& roots;
  const Traces& traces;
  const Race& race;
  const AccessEvent& a = traces.accesses[race.first];
  const AccessEvent& b = traces.accesses[race.second];
  AccessContext context{module, heap, traces};
};

bool is_library_thread(const RatedRace& r, const AccessEvent& access) {
  const Thread& thread = r.traces.threads[r.traces.visits[access.visit].thread];
  return r.roots.roots[thread.root].kind == RootKind::library;
}

// The call of a user, or another root: where the thread of an access comes from, through all starts.
VisitId call_of_user(const RatedRace& r, const AccessEvent& access) {
  VisitId at = access.visit;
  for (VisitId cause = at; cause.valid(); cause = cause_of(r.traces, at)) at = cause;
  return at;
}

FunctionId method_of_user(const RatedRace& r, const AccessEvent& access) {
  return r.context.function(call_of_user(r, access)).home;
}

// One call of a user starts both threads: nothing else has to happen meanwhile. Where both run several times,
// the race can be one of two calls.
bool started_by_one_call(const RatedRace& r) {
  const Thread& first = r.traces.threads[r.traces.visits[r.a.visit].thread];
  const Thread& second = r.traces.threads[r.traces.visits[r.b.visit].thread];
  return !r.race.same_thread_twice && first.body.valid() && second.body.valid() &&
         !(first.multiple && second.multiple) && call_of_user(r, r.a) == call_of_user(r, r.b);
}

// Threads that different calls of a user start: that the user makes both calls at a time is only assumed.
bool started_by_different_calls(const RatedRace& r) {
  return is_library_thread(r, r.a) && is_library_thread(r, r.b) &&
         method_of_user(r, r.a) != method_of_user(r, r.b);
}

bool both_started(const RatedRace& r) {
  return in_a_started_thread(r.roots, r.traces, r.a) && in_a_started_thread(r.roots, r.traces, r.b) &&
         !started_by_different_calls(r);
}

// The side without a lock, if the other one holds one; null else.
const AccessEvent* side_without_lock(const RatedRace& r) {
  auto holds_lock = [&](const AccessEvent& access) {
    const std::vector<uint32_t>& held = r.traces.lock_sets[access.locks];
    return std::any_of(held.begin(), held.end(),
                       [&](uint32_t lock) { return r.traces.locks[lock].kind != Lock::Kind::ui_process; });
  };
  if (holds_lock(r.a) == holds_lock(r.b)) return nullptr;
  const AccessEvent& open = holds_lock(r.a) ? r.b : r.a;
  // A test before the lock is taken, as a rule followed by one with the lock.
  return is_only_tested(r.context, open) ? nullptr : &open;
}

bool written_without_lock(const RatedRace& r) {
  const AccessEvent* open = side_without_lock(r);
  return open != nullptr && open->writes;
}

bool has_lazy_write(const RatedRace& r) {
  return is_lazy_write(r.context, r.a) || is_lazy_write(r.context, r.b);
}

// `^default ifNil: [lock critical: [default ifNil: [default := self new]]]` forgets nothing.
bool read_without_lock(const RatedRace& r) {
  const AccessEvent* open = side_without_lock(r);
  return open != nullptr && !open->writes && !has_lazy_write(r);
}

bool is_used_by_all(ClassKind kind) {
  switch (kind) {
    case ClassKind::collection:
    case ClassKind::queue:
    case ClassKind::semaphore:
    case ClassKind::mutex_semaphore:
    case ClassKind::mutex:
    case ClassKind::monitor:
      return true;
    case ClassKind::any:
    case ClassKind::block:
    case ClassKind::message_send:
    case ClassKind::process:
    case ClassKind::promise:
    case ClassKind::delay:
    case ClassKind::stream:
    case ClassKind::holder:
    case ClassKind::process_local:
    case ClassKind::immutable:
    case ClassKind::safe:
      return false;
  }
  return false;
}

// What a thread puts into the collection that is replaced is lost; two locks exclude nobody.
bool is_lazy_shared(const RatedRace& r) {
  auto makes_shared = [&](const AccessEvent& access) {
    if (!is_lazy_write(r.context, access)) return false;
    const Visit& visit = r.traces.visits[access.visit];
    Value value = r.module.operands_of(r.context.body(access.visit)[access.instruction])[0];
    if (value.kind() != Value::Kind::result) return false;
    const ObjectSet& made = r.heap.points_to_of(r.heap.result_node(visit.instance, value.index()));
    bool all = made.size() > 0;
    made.for_each([&](uint32_t id) {
      const Object& object = r.heap.objects[ObjectId(id)];
      // Tables that are filled when they are made are all alike.
      bool constant = object.class_kind == ClassKind::collection && !r.multiplicity.changed[id];
      all &= object.kind != ObjectKind::literal && !constant && is_used_by_all(object.class_kind);
    });
    return all;
  };
  return makes_shared(r.a) || makes_shared(r.b);
}

bool in_library_mode(const RatedRace& r) {
  return is_library_thread(r, r.a) || is_library_thread(r, r.b);
}

// `started ifFalse: [ started := true. self start ]` in two threads that the program itself starts: both do
// it.
bool is_done_twice(const RatedRace& r) {
  auto tests_and_sets = [&](const AccessEvent& access) {
    if (!writes_boolean(r.context, access) || !is_lazy_write(r.context, access)) return false;
    return std::any_of(r.context.body(access.visit).begin(), r.context.body(access.visit).end(),
                       [](const Instruction& other) { return other.op == Op::send; });
  };
  return !in_library_mode(r) && r.a.writes && r.b.writes && tests_and_sets(r.a) && tests_and_sets(r.b);
}

bool is_lazy(const RatedRace& r) {
  return has_lazy_write(r) && !is_lazy_shared(r) && !is_done_twice(r);
}

bool is_iteration(const RatedRace& r, const AccessEvent& access) {
  if (access.variable.valid() || access.writes) return false;
  for (const ModelUse& use : r.heap.model_uses[r.traces.visits[access.visit].instance.index()]) {
    if (use.instruction != access.instruction || !use.model->reads) continue;
    const std::vector<BlockRun>& runs = use.model->runs;
    if (std::any_of(runs.begin(), runs.end(), [](const BlockRun& run) { return run.often; })) return true;
  }
  return false;
}

bool changed_while_iterated(const RatedRace& r) {
  return (r.a.writes && is_iteration(r, r.b)) || (r.b.writes && is_iteration(r, r.a));
}

// Two calls of one method that clears the variable: users do not reset an object twice at a time.
bool is_same_method_of_users(const RatedRace& r) {
  auto home = [&](const AccessEvent& access) { return r.context.function(access.visit).home; };
  return home(r.a) == home(r.b) && !both_started(r);
}

bool set_to_nil_while_used(const RatedRace& r) {
  auto clears = [&](const AccessEvent& clear, const AccessEvent& use) {
    return writes_literal(r.context, clear, LiteralKind::nil) && sends_to_value(r.context, use) &&
           !is_error_handled(r.context, use);
  };
  return (clears(r.a, r.b) || clears(r.b, r.a)) && !is_same_method_of_users(r);
}

// Each call on a long path may have another receiver than the analysis knows.
bool is_far(const RatedRace& r) {
  constexpr int kLongPath = 8;
  auto far = [&](const AccessEvent& access) {
    int calls = 0;
    for (VisitId at = access.visit; at.valid(); at = r.traces.visits[at].parent) {
      FunctionId function = r.heap.instances[r.traces.visits[at].instance].function;
      calls += r.module.functions[function].kind == FunctionKind::method;
    }
    return calls > kLongPath;
  };
  return far(r.a) || far(r.b);
}

bool is_lost_update(const RatedRace& r) {
  auto updates = [&](const AccessEvent& access) {
    return reads_before_write(r.context, access) && !writes_literal(r.context, access, LiteralKind::nil);
  };
  return !has_lazy_write(r) && updates(r.a) && updates(r.b);
}

bool is_flag(const RatedRace& r) {
  if (is_done_twice(r)) return false;
  return writes_boolean(r.context, r.a) && (!r.b.writes || writes_boolean(r.context, r.b));
}

bool by_guessed_call(const RatedRace& r) {
  return r.traces.visits[r.a.visit].fallback || r.traces.visits[r.b.visit].fallback;
}

bool of_unknown_object(const RatedRace& r) {
  return r.race.object.valid() && r.heap.objects[r.race.object].kind == ObjectKind::unknown;
}

bool of_several_objects(const RatedRace& r) {
  return r.race.object.valid() && !of_unknown_object(r) && !r.multiplicity.single(r.heap, r.race.object);
}

bool by_setter(const RatedRace& r) {
  if (is_plain_reset(r.context, r.a) || is_plain_reset(r.context, r.b)) return true;
  return (is_plain_setter(r.context, r.a) && !r.b.writes) || (is_plain_setter(r.context, r.b) && !r.a.writes);
}

// Two writes that do not depend on the old value: the last one stays, as if they came one after the other.
bool by_blind_writes(const RatedRace& r) {
  if (!r.a.variable.valid() || !r.a.writes || !r.b.writes || has_lazy_write(r)) return false;
  return !reads_before_write(r.context, r.a) && !reads_before_write(r.context, r.b);
}

// `count := 0` beside `count := count + 1` of the other: what a run begins with.
bool by_reset(const RatedRace& r) {
  auto resets = [&](const AccessEvent& reset, const AccessEvent& other) {
    return writes_literal(r.context, reset, LiteralKind::integer) && is_in_update(r.context, other) &&
           !reads_before_write(r.context, reset);
  };
  return resets(r.a, r.b) || resets(r.b, r.a);
}

bool by_getter(const RatedRace& r) {
  return is_plain_getter(r.context, r.a) || is_plain_getter(r.context, r.b);
}

bool is_owner_compared(const RatedRace& r) {
  return is_owner_check(r.context, r.a) || is_owner_check(r.context, r.b);
}

bool is_one_of_many(const RatedRace& r) {
  constexpr size_t kMany = 10;
  return r.heap.points_to_of(r.a.base).size() >= kMany || r.heap.points_to_of(r.b.base).size() >= kMany;
}

bool maybe_ordered(const RatedRace& r) {
  return !r.race.same_thread_twice &&
         (may_be_before(r.traces, r.a, r.b) || may_be_before(r.traces, r.b, r.a));
}

// A thread waits in a loop, however often, for signals of which the other side gives one, and goes on then.
bool after_loop_of_waits(const RatedRace& r) {
  constexpr size_t kMax = 256;
  auto waited_for = [&](const AccessEvent& a, const AccessEvent& b) {
    const auto& left = r.traces.signals_and_waits[r.traces.visits[a.visit].thread.index()];
    const auto& right = r.traces.signals_and_waits[r.traces.visits[b.visit].thread.index()];
    if (left.size() > kMax || right.size() > kMax) return false;
    for (uint32_t w : right) {
      const SyncEvent& wait = r.traces.syncs[w];
      VisitId loop = wait.visit;
      while (loop.valid() && !r.traces.visits[loop].often) loop = r.traces.visits[loop].parent;
      if (wait.kind != EventKind::wait || !loop.valid() || b.time < r.traces.visits[loop].end) continue;
      bool signalled = std::any_of(left.begin(), left.end(), [&](uint32_t s) {
        const SyncEvent& signal = r.traces.syncs[s];
        return signal.kind == EventKind::signal && signal.object == wait.object &&
               signal.time > r.traces.latest(a);
      });
      if (signalled) return true;
    }
    return false;
  };
  return !r.race.same_thread_twice && (waited_for(r.a, r.b) || waited_for(r.b, r.a));
}

// One side ends a thread that runs the code of the other side, and goes on then. There may be several such
// threads, so that this orders nothing for certain.
bool maybe_joined(const RatedRace& r) {
  auto ended_before = [&](const AccessEvent& ended, const AccessEvent& after) {
    const Thread& thread = r.traces.threads[r.traces.visits[ended.visit].thread];
    if (!thread.body.valid()) return false;
    const auto& joins = r.traces.joins[r.traces.visits[after.visit].thread.index()];
    return std::any_of(joins.begin(), joins.end(), [&](uint32_t j) {
      const SyncEvent& join = r.traces.syncs[j];
      return join.time < after.time &&
             r.heap.instances[join.body].function == r.heap.instances[thread.body].function &&
             common_visit(r.traces, join.visit, after.visit).valid();  // else another call of a user
    });
  };
  return ended_before(r.a, r.b) || ended_before(r.b, r.a);
}

bool of_load_time(const RatedRace& r, const AccessEvent& access) {
  return r.roots.roots[r.traces.threads[r.traces.visits[access.visit].thread].root].kind ==
         RootKind::load_time;
}

bool once_only(const RatedRace& r) {
  if (of_load_time(r, r.a) || of_load_time(r, r.b)) return true;
  return runs_once_by_name(r.module, r.index, r.heap, r.traces, r.a) ||
         runs_once_by_name(r.module, r.index, r.heap, r.traces, r.b);
}

bool by_assumed_calls(const RatedRace& r) {
  return in_library_mode(r) && !started_by_one_call(r);
}

// The methods on the path from the start of a thread to an access.
FlatSet<uint32_t> methods_on_path(const RatedRace& r, VisitId visit) {
  FlatSet<uint32_t> methods;
  for (; visit.valid(); visit = r.traces.visits[visit].parent) {
    const Function& function = r.context.function(visit);
    if (function.kind == FunctionKind::method) methods.insert(function.home.value);
  }
  return methods;
}

// A user would have to call a method that is there for the other thread: it runs it itself, and so do no
// others.
bool by_own_step(const RatedRace& r) {
  auto enters_step = [&](const AccessEvent& user, const AccessEvent& other) {
    const Thread& thread = r.traces.threads[r.traces.visits[user.visit].thread];
    const Thread& runner = r.traces.threads[r.traces.visits[other.visit].thread];
    if (thread.body.valid() || !runner.body.valid()) return false;
    if (r.roots.roots[thread.root].kind != RootKind::library) return false;
    VisitId entry = user.visit;
    while (r.traces.visits[entry].parent.valid()) entry = r.traces.visits[entry].parent;
    FunctionId called = r.context.function(entry).home;
    FlatSet<uint32_t> path = methods_on_path(r, other.visit);
    if (!path.contains(called.value)) return false;
    path.insert(r.context.function(r.traces.syncs[runner.starts[0]].visit).home.value);
    return is_sent_only_by(r.module, called, path);
  };
  return enters_step(r.a, r.b) || enters_step(r.b, r.a);
}

// A user would have to call a step that the class itself does before it starts the thread.
bool by_setup_step(const RatedRace& r) {
  auto enters_step = [&](const AccessEvent& user, const AccessEvent& other) {
    const Thread& thread = r.traces.threads[r.traces.visits[user.visit].thread];
    const Thread& runner = r.traces.threads[r.traces.visits[other.visit].thread];
    if (thread.body.valid() || !runner.body.valid() || !is_library_thread(r, user)) return false;
    VisitId entry = user.visit;
    while (r.traces.visits[entry].parent.valid()) entry = r.traces.visits[entry].parent;
    FunctionId starter = r.context.function(r.traces.syncs[runner.starts[0]].visit).home;
    return is_sent_before_start(r.module, r.context.function(entry).home, starter);
  };
  return enters_step(r.a, r.b) || enters_step(r.b, r.a);
}

bool by_guarded_step(const RatedRace& r) {
  auto enters_step = [&](const AccessEvent& user) {
    const Thread& thread = r.traces.threads[r.traces.visits[user.visit].thread];
    RootKind kind = r.roots.roots[thread.root].kind;
    if (thread.body.valid() || (kind != RootKind::library && kind != RootKind::api)) return false;
    VisitId entry = user.visit;
    while (r.traces.visits[entry].parent.valid()) entry = r.traces.visits[entry].parent;
    return r.index.guarded_steps.contains(r.context.function(entry).name.value);
  };
  return enters_step(r.a) || enters_step(r.b);
}

bool by_block_of_another(const RatedRace& r) {
  return runs_block_of_another(r.context, r.a.visit) || runs_block_of_another(r.context, r.b.visit);
}

bool by_block_twice(const RatedRace& r) {
  return needs_block_twice(r.context, r.multiplicity, r.a, r.b, r.race.object);
}

bool in_api_mode(const RatedRace& r) {
  return r.roots.roots[r.traces.threads[r.traces.visits[r.a.visit].thread].root].kind == RootKind::api;
}

// A lock on one side says that the object is made to be shared.
// Most objects of a package without processes are made and used by one user: nodes of a tree, visitors,
// streams.
bool is_object_of_api(const RatedRace& r) {
  if (!in_api_mode(r) || !r.race.object.valid() || r.a.locks != 0 || r.b.locks != 0) return false;
  return r.heap.objects[r.race.object].kind == ObjectKind::instance &&
         !r.multiplicity.global[r.race.object.index()];
}

bool is_test_function(const Module& module, const Function& function) {
  for (const Pragma& pragma : module.pragmas_of(module.functions[function.home])) {
    if (module.text(pragma.selector).starts_with("gtExample")) return true;
  }
  if (!function.class_id.valid()) return false;
  const Class& klass = module.classes[function.class_id];
  std::string_view package = module.text(function.package.valid() ? function.package : klass.package);
  if (package.find("-Test") != std::string_view::npos || package.ends_with("Tests")) return true;
  return is_test_class(module, klass.is_meta ? klass.other_side : function.class_id);
}

// In a test, or in a thread that a test starts.
bool is_test_code(const RatedRace& r, const AccessEvent& access) {
  const Thread& thread = r.traces.threads[r.traces.visits[access.visit].thread];
  if (r.roots.roots[thread.root].kind == RootKind::test) return true;
  if (is_test_function(r.module, r.context.function(access.visit))) return true;
  return !thread.starts.empty() &&
         is_test_function(r.module, r.context.function(r.traces.syncs[thread.starts[0]].visit));
}

bool is_made_by_test(const RatedRace& r) {
  if (!r.race.object.valid() || !r.heap.objects[r.race.object].instance.valid()) return false;
  const Instance& maker = r.heap.instances[r.heap.objects[r.race.object].instance];
  return is_test_function(r.module, r.module.functions[maker.function]);
}

bool in_a_test(const RatedRace& r) {
  return is_test_code(r, r.a) || is_test_code(r, r.b) || is_made_by_test(r);
}

bool made_in_shared_code(const RatedRace& r) {
  if (!r.race.object.valid()) return false;
  const Object& object = r.heap.objects[r.race.object];
  return object.instance.valid() && r.heap.instances[object.instance].context == kSharedContext;
}

// The same place starts both threads, in whatever ways it is reached.
bool started_at_same_place(const RatedRace& r) {
  auto start_of = [&](const AccessEvent& access) {
    const Thread& thread = r.traces.threads[r.traces.visits[access.visit].thread];
    return thread.starts.empty() ? nullptr : &r.traces.syncs[thread.starts[0]];
  };
  const SyncEvent* first = start_of(r.a);
  const SyncEvent* second = start_of(r.b);
  if (first == nullptr || second == nullptr || first->instruction != second->instruction) return false;
  auto function = [&](const SyncEvent* start) {
    return r.heap.instances[r.traces.visits[start->visit].instance].function;
  };
  return function(first) == function(second);
}

// The user's call itself starts the thread, after this access: it would have to be called again meanwhile.
bool is_before_own_start(const RatedRace& r, const AccessEvent& user, const AccessEvent& other) {
  const Visit& visit = r.traces.visits[user.visit];
  const Thread& runner = r.traces.threads[r.traces.visits[other.visit].thread];
  if (r.traces.threads[visit.thread].body.valid() || !runner.body.valid()) return false;
  return std::any_of(runner.starts.begin(), runner.starts.end(), [&](uint32_t s) {
    const SyncEvent& start = r.traces.syncs[s];
    return start.thread == visit.thread && user.time < start.time &&
           common_visit(r.traces, start.visit, user.visit).valid();
  });
}

bool started_twice(const RatedRace& r) {
  if (!in_library_mode(r)) return false;
  return r.race.same_thread_twice || started_at_same_place(r) || is_before_own_start(r, r.a, r.b) ||
         is_before_own_start(r, r.b, r.a);
}

bool guarded_start(const RatedRace& r) {
  if (!started_twice(r)) return false;
  auto is_guarded = [&](const AccessEvent& access) {
    const Thread& thread = r.traces.threads[r.traces.visits[access.visit].thread];
    if (thread.starts.empty()) return true;  // the user: the other side is what is started
    const SyncEvent& start = r.traces.syncs[thread.starts[0]];
    FunctionId starter = r.heap.instances[r.traces.visits[start.visit].instance].function;
    return is_guarded_start(r.module, starter, start.instruction);
  };
  return is_guarded(r.a) && is_guarded(r.b);
}

// Users of a class set most variables before its threads run: such a pair needs a further sign to be
// believed.
bool without_sign_of_harm(const RatedRace& r) {
  if (!in_library_mode(r) && !in_api_mode(r)) return false;
  return !both_started(r) && !written_without_lock(r) && !has_lazy_write(r) && !changed_while_iterated(r) &&
         !set_to_nil_while_used(r) && !is_lost_update(r);
}

struct FactorRule {
  RaceFactor factor;
  bool (*applies)(const RatedRace&);
};

constexpr FactorRule kFactorRules[] = {
    {RaceFactor::both_started, both_started},
    {RaceFactor::one_side_locked, written_without_lock},
    {RaceFactor::read_without_lock, read_without_lock},
    {RaceFactor::lazy, is_lazy},
    {RaceFactor::lazy_shared, is_lazy_shared},
    {RaceFactor::iterated, changed_while_iterated},
    {RaceFactor::set_to_nil, set_to_nil_while_used},
    {RaceFactor::far, is_far},
    {RaceFactor::update, is_lost_update},
    {RaceFactor::flag, is_flag},
    {RaceFactor::guessed_call, by_guessed_call},
    {RaceFactor::unknown_object, of_unknown_object},
    {RaceFactor::several_objects, of_several_objects},
    {RaceFactor::setter, by_setter},
    {RaceFactor::blind_writes, by_blind_writes},
    {RaceFactor::reset, by_reset},
    {RaceFactor::getter, by_getter},
    {RaceFactor::owner, is_owner_compared},
    {RaceFactor::one_of_many, is_one_of_many},
    {RaceFactor::maybe_ordered, maybe_ordered},
    {RaceFactor::all_signals, after_loop_of_waits},
    {RaceFactor::maybe_joined, maybe_joined},
    {RaceFactor::once_only, once_only},
    {RaceFactor::library, by_assumed_calls},
    {RaceFactor::own_step, by_own_step},
    {RaceFactor::setup_step, by_setup_step},
    {RaceFactor::guarded_step, by_guarded_step},
    {RaceFactor::block_of_another, by_block_of_another},
    {RaceFactor::block_twice, by_block_twice},
    {RaceFactor::plain, without_sign_of_harm},
    {RaceFactor::api, in_api_mode},
    {RaceFactor::api_object, is_object_of_api},
    {RaceFactor::in_test, in_a_test},
    {RaceFactor::shared_code, made_in_shared_code},
    {RaceFactor::started_twice, started_twice},
    {RaceFactor::guarded_start, guarded_start},
};

}  // namespace

Confidence rate(const Module& module, const ProgramIndex& index, const Heap& heap,
                const Multiplicity& multiplicity, const Roots& roots, const Traces& traces,
                const Race& race) {
  RatedRace rated{module, index, heap, multiplicity, roots, traces, race};
  Confidence confidence(index.factors[RaceFactor::start]);
  for (const FactorRule& rule : kFactorRules) {
    WeighedFactor factor = index.factors[rule.factor];
    if (factor.weight != 0 && rule.applies(rated)) confidence.apply(factor);
  }
  return confidence;
}

}  // namespace dh::whole
