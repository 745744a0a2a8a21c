#include "whole_program/trace.h"

#include <algorithm>
#include <queue>
#include <utility>

#include "whole_program/locks.h"

namespace dh::whole {

using namespace smallir;

namespace {

// With more lock sets than this for one function in one thread, it is walked without the locks of its
// callers.
constexpr uint32_t kMaxLockSets = 6;

class Walker {
 public:
  Walker(const Module& module, const ProgramIndex& index, const Heap& heap, const Multiplicity& multiplicity,
         const Relevance& relevance, Traces& traces, size_t max_visits, const StopToken& stop)
      : module_(module),
        heap_(heap),
        multiplicity_(multiplicity),
        relevance_(relevance),
        traces_(traces),
        locks_(module, index, heap, multiplicity, traces),
        max_visits_(max_visits),
        stop_(stop) {
    find_callbacks();
  }

  void walk_root(const Root& root, uint32_t index, const std::vector<InstanceId>& instances);
  void walk_started();

 private:
  struct Frame {
    VisitId visit;
    uint32_t instruction = 0;
    uint32_t call = 0;   // next edge
    uint32_t use = 0;    // next model use
    uint32_t locks = 0;  // held now
    bool in_calls = false;
  };
  struct Again {
    VisitId caller;
    uint32_t time;
    VisitId callee;
  };

  ThreadId begin_thread(InstanceId body, uint32_t root);
  void end_thread(ThreadId id);
  void walk(ThreadId thread, InstanceId instance, VisitId parent, uint32_t locks);
  bool step(Frame& frame);
  void after_loop(const Frame& frame);
  void enter(const Frame& from, const CallEdge& edge, bool alone);
  VisitId open(InstanceId instance, VisitId parent, uint32_t call, uint32_t locks);
  void leave();
  void instruction_events(Frame& frame);
  void access(const Frame& frame, AccessEvent event, InstanceId instance);
  void model_use(Frame& frame, const ModelUse& use, bool alone);
  void sync(const Frame& frame, EventKind kind, ObjectId object, InstanceId body, bool certain);
  void process_made(const Frame& frame);
  void signalled_in_time(const Frame& frame);
  VisitId scope_of(VisitId visit) const;
  VisitId scope_of_join(const Frame& frame) const;
  NodeId argument_node(InstanceId instance, uint32_t instruction) const;
  void find_callbacks();
  bool gets_or_is_block(InstanceId instance);

  const Module& module_;
  const Heap& heap_;
  const Multiplicity& multiplicity_;
  const Relevance& relevance_;
  Traces& traces_;
  LockSets locks_;
  size_t max_visits_;
  StopToken stop_;
  ThreadId thread_;
  uint32_t time_ = 0;
  std::vector<Frame> stack_;
  FlatMap<uint64_t, VisitId> visited_;        // by instance and locks, in this thread
  FlatMap<uint32_t, uint32_t> lock_sets_of_;  // by instance, in this thread
  std::vector<Again> again_;
  FlatMap<uint32_t, ThreadId> by_body_;
  std::vector<std::pair<InstanceId, uint32_t>> to_walk_;  // with the locks that it begins with
  size_t next_ = 0;
  FlatMap<uint32_t, InstanceId> after_;  // by body: the one body at whose end it is started; invalid: several
  InstanceId after_this_;                // of the thread that is walked next
  FlatMap<uint32_t, bool> gets_block_;   // by instance
  FlatMap<uint32_t, VisitId> made_;      // by body: where its process is made; invalid: at several places
  FlatSet<uint32_t> resumed_;            // bodies whose threads something resumes after their start
};

// Blocks that are started when another thread has ended: callbacks of promises.
void Walker::find_callbacks() {
  for (const std::vector<CallEdge>& calls : heap_.calls) {
    for (const CallEdge& edge : calls) {
      if (edge.kind != CallKind::start) continue;
      auto [it, added] = after_.emplace(edge.callee.value, edge.after);
      if (!added && it->second != edge.after) it->second = {};
    }
  }
}

// A block, or a method that is passed one.
bool Walker::gets_or_is_block(InstanceId id) {
  const Instance& instance = heap_.instances[id];
  const Function& function = module_.functions[instance.function];
  if (instance.parent.valid()) return true;
  if (function.arguments == 0) return false;
  auto [it, added] = gets_block_.emplace(id.value, false);
  if (!added) return it->second;
  bool found = false;
  for (uint32_t i = 0; i < function.arguments; ++i) {
    NodeId argument = local_node(module_, heap_, id, VariableId(function.variables.first + i));
    heap_.points_to_of(argument).for_each(
        [&](uint32_t object) { found |= heap_.objects[ObjectId(object)].kind == ObjectKind::closure; });
  }
  return it->second = found;
}

ThreadId Walker::begin_thread(InstanceId body, uint32_t root) {
  Thread thread;
  thread.body = body;
  thread.root = root;
  thread_ = traces_.threads.add(thread);
  time_ = 0;
  visited_.clear();
  lock_sets_of_.clear();
  again_.clear();
  return thread_;
}

void Walker::walk_root(const Root& root, uint32_t index, const std::vector<InstanceId>& instances) {
  ThreadId id = begin_thread({}, index);
  traces_.threads[id].multiple = called_in_parallel(root.kind);
  if (!instances.empty()) traces_.threads[id].context = heap_.instances[instances[0]].context;
  traces_.threads[id].first = traces_.visits.next_id();
  for (InstanceId instance : instances) walk(id, instance, {}, 0);
  end_thread(id);
}

void Walker::walk_started() {
  for (; next_ < to_walk_.size() && traces_.end == Traces::End::complete; ++next_) {
    auto [body, locks] = to_walk_[next_];
    ThreadId creator = traces_.syncs[traces_.threads[by_body_[body.value]].starts[0]].thread;
    uint32_t root = traces_.threads[creator].root;
    ThreadId id = by_body_[body.value];
    traces_.threads[id].root = root;
    thread_ = id;
    time_ = 0;
    visited_.clear();
    lock_sets_of_.clear();
    again_.clear();
    Thread& thread = traces_.threads[id];
    thread.multiple = multiplicity_.runs[body.index()] > 1;
    thread.context = heap_.instances[body].context;
    thread.first = traces_.visits.next_id();
    after_this_ = after_[body.value];
    walk(id, body, {}, locks);
    end_thread(id);
  }
  for (Thread& thread : traces_.threads) {
    auto made = thread.body.valid() ? made_.find(thread.body.value) : made_.end();
    if (made != made_.end()) thread.made = made->second;
    thread.resumed = thread.starts.size() > 1 || resumed_.contains(thread.body.value);
  }
}

VisitId Walker::open(InstanceId instance, VisitId parent, uint32_t call, uint32_t locks) {
  Visit visit;
  visit.instance = instance;
  visit.thread = thread_;
  visit.parent = parent;
  visit.call = call;
  visit.begin = ++time_;
  visit.locks = locks;
  VisitId id = traces_.visits.add(visit);
  visited_.emplace(uint64_t{instance.value} << 32 | locks, id);
  traces_.first_visits.emplace(uint64_t{thread_.value} << 32 | instance.value, id);
  if (traces_.visits.size() > max_visits_) traces_.end = Traces::End::limit;
  return id;
}

void Walker::walk(ThreadId, InstanceId instance, VisitId parent, uint32_t locks) {
  if (visited_.contains(uint64_t{instance.value} << 32 | locks)) return;
  Frame frame;
  frame.visit = open(instance, parent, 0, locks);
  frame.locks = locks;
  stack_.push_back(frame);
  if (after_this_.valid()) sync(frame, EventKind::join, {}, std::exchange(after_this_, {}), true);
  size_t steps = 0;
  while (!stack_.empty()) {
    if (steps++ % 4096 == 0 && stop_.requested()) traces_.end = Traces::End::stop_requested;
    if (traces_.end != Traces::End::complete) stack_.clear();
    if (!stack_.empty() && !step(stack_.back())) leave();
  }
}

// Does one instruction or begins one call; false at the end of the function.
bool Walker::step(Frame& frame) {
  InstanceId instance = traces_.visits[frame.visit].instance;
  const Function& function = module_.functions[heap_.instances[instance].function];
  if (frame.instruction >= function.instructions.count) return false;
  const std::vector<CallEdge>& calls = heap_.calls[instance.index()];
  if (!frame.in_calls) {
    ++time_;
    instruction_events(frame);
    frame.in_calls = true;
  }
  if (frame.call < calls.size() && calls[frame.call].instruction == frame.instruction) {
    const CallEdge& edge = calls[frame.call];
    bool alone = (frame.call == 0 || calls[frame.call - 1].instruction != frame.instruction) &&
                 (frame.call + 1 == calls.size() || calls[frame.call + 1].instruction != frame.instruction);
    ++frame.call;
    Frame from = frame;  // entering can move the stack
    enter(from, edge, alone);
    return true;
  }
  after_loop(frame);
  ++frame.instruction;
  frame.in_calls = false;
  return true;
}

// `[ process isTerminated ] whileFalse: [...]`: after the loop the process has ended.
void Walker::after_loop(const Frame& frame) {
  InstanceId instance = traces_.visits[frame.visit].instance;
  std::span<const Instruction> body = module_.body(module_.functions[heap_.instances[instance].function]);
  const Instruction& loop = body[frame.instruction];
  if (loop.op != Op::send || !loop.inlined()) return;
  std::string_view selector = module_.text(loop.selector());
  bool until = selector == "whileFalse:" || selector == "whileFalse";
  if (!until && selector != "whileTrue:" && selector != "whileTrue") return;
  Value condition = module_.operands_of(loop)[0];
  if (condition.kind() != Value::Kind::result || body[condition.index()].op != Op::block) return;
  FunctionId block = body[condition.index()].function();
  std::span<const Instruction> test = module_.body(module_.functions[block]);
  Value answer = module_.operands_of(test.back())[0];
  while (answer.kind() == Value::Kind::result && test[answer.index()].op == Op::send &&
         module_.text(test[answer.index()].selector()) == "not") {
    until = !until;
    answer = module_.operands_of(test[answer.index()])[0];
  }
  if (!until || answer.kind() != Value::Kind::result) return;
  for (const CallEdge& edge : heap_.calls[instance.index()]) {
    if (edge.instruction != frame.instruction || heap_.instances[edge.callee].function != block) continue;
    const ModelUse* only = nullptr;
    for (const ModelUse& use : heap_.model_uses[edge.callee.index()]) {
      if (use.instruction != answer.index()) continue;
      if (only != nullptr) return;
      only = &use;
    }
    if (only == nullptr || !only->receiver.valid() || !heap_.objects[only->receiver].body.valid()) return;
    Role role = only->model->role;
    if (role != Role::ended && role != Role::paused) return;
    ++time_;
    sync(frame, role == Role::ended ? EventKind::join : EventKind::pause, {},
         heap_.objects[only->receiver].body, true);
    return;
  }
}

VisitId Walker::scope_of(VisitId visit) const {
  while (visit.valid() && traces_.visits[visit].certain && traces_.visits[visit].parent.valid()) {
    visit = traces_.visits[visit].parent;
  }
  return visit;
}

// `process ifNotNil: [ process terminate ]`: where it is nil, there is no thread to wait for.
VisitId Walker::scope_of_join(const Frame& frame) const {
  VisitId scope = scope_of(frame.visit);
  const Visit& visit = traces_.visits[frame.visit];
  if (scope != frame.visit || !visit.parent.valid()) return scope;
  auto body_of = [&](VisitId id) {
    return module_.body(module_.functions[heap_.instances[traces_.visits[id].instance].function]);
  };
  auto variable_of = [&](std::span<const Instruction> body, uint32_t send) {
    Value receiver = module_.operands_of(body[send])[0];
    bool is_read = receiver.kind() == Value::Kind::result && body[receiver.index()].op == Op::read;
    return is_read ? body[receiver.index()].variable() : VariableId();
  };
  std::span<const Instruction> outer = body_of(visit.parent);
  if (!outer[visit.call].inlined() || module_.text(outer[visit.call].selector()) != "ifNotNil:") return scope;
  VariableId joined = variable_of(body_of(frame.visit), frame.instruction);
  bool same = joined.valid() && variable_of(outer, visit.call) == joined;
  return same ? scope_of(visit.parent) : scope;
}

void Walker::sync(const Frame& frame, EventKind kind, ObjectId object, InstanceId body, bool certain) {
  SyncEvent event;
  event.kind = kind;
  event.thread = thread_;
  event.visit = frame.visit;
  event.instruction = frame.instruction;
  event.time = time_;
  event.scope = kind == EventKind::join ? scope_of_join(frame) : scope_of(frame.visit);
  event.object = object;
  event.body = body;
  event.certain = certain;
  traces_.syncs.push_back(event);
}

void Walker::enter(const Frame& from, const CallEdge& edge, bool alone) {
  if (edge.kind == CallKind::start) {
    if (edge.role == Role::resume && multiplicity_.started.contains(edge.callee.value)) {
      resumed_.insert(edge.callee.value);  // goes on, and does not begin again
      return;
    }
    ++time_;
    sync(from, EventKind::start, {}, edge.callee, alone);
    uint32_t index = static_cast<uint32_t>(traces_.syncs.size() - 1);
    auto [it, added] = by_body_.emplace(edge.callee.value, ThreadId());
    if (added) {
      Thread thread;
      thread.body = edge.callee;
      it->second = traces_.threads.add(thread);
      uint32_t locks = edge.unpreempted ? locks_.with(0, {Lock::Kind::no_preemption, 0, 0, {}}) : 0;
      if (edge.role == Role::later_in_ui) locks = locks_.with(locks, {Lock::Kind::ui_process, 0, 0, {}});
      to_walk_.emplace_back(edge.callee, locks);
    }
    traces_.threads[it->second].starts.push_back(index);
    return;
  }
  if (!relevance_.instances[edge.callee.index()]) return;
  uint32_t locks = from.locks;
  InstanceId caller = traces_.visits[from.visit].instance;
  if (is_critical(edge.role) && !edge.unlocked)
    locks = locks_.take(locks, caller, from.instruction, edge.role);
  if (edge.joined) {
    locks = locks_.without_preemption_lock(locks);
    stack_.back().locks = locks_.without_preemption_lock(stack_.back().locks);
  }
  if (edge.unpreempted) locks = locks_.with(locks, {Lock::Kind::no_preemption, 0, 0, {}});
  if (edge.kind == CallKind::method) locks = locks_.for_callee(locks, caller, from.instruction, edge.callee);
  uint64_t key = uint64_t{edge.callee.value} << 32 | locks;
  auto it = visited_.find(key);
  if (it == visited_.end() && lock_sets_of_[edge.callee.value] >= kMaxLockSets) {
    // Its own lock is held in any case.
    bool own = is_critical(edge.role) && !edge.unlocked;
    locks = own ? locks_.take(0, caller, from.instruction, edge.role) : 0;
    it = visited_.find(uint64_t{edge.callee.value} << 32 | locks);
  }
  if (it != visited_.end()) {
    again_.push_back({from.visit, ++time_, it->second});
    if (gets_or_is_block(edge.callee)) {
      traces_.further_calls.push_back({it->second, from.visit, from.instruction});
    }
    const Visit& visit = traces_.visits[it->second];
    if (visit.locks_after != visit.locks && visit.end != 0) {
      stack_.back().locks = locks_.after_call(from.locks, visit.locks, visit.locks_after);
    }
    return;
  }
  ++lock_sets_of_[edge.callee.value];
  VisitId id = open(edge.callee, from.visit, from.instruction, locks);
  Visit& visit = traces_.visits[id];
  visit.often = edge.often;
  visit.joined = edge.joined;
  visit.certain = edge.kind == CallKind::method ? alone && !edge.fallback : edge.certain && !edge.unlocked;
  visit.fallback = edge.fallback || traces_.visits[from.visit].fallback;
  Frame frame;
  frame.visit = id;
  frame.locks = locks;
  stack_.push_back(frame);
  if (edge.role == Role::timed_wait && !edge.unlocked) signalled_in_time(stack_.back());
}

// A block that runs when the signal that the send waits for has come.
void Walker::signalled_in_time(const Frame& frame) {
  const Visit& visit = traces_.visits[frame.visit];
  for (const ModelUse& use : heap_.model_uses[traces_.visits[visit.parent].instance.index()]) {
    if (use.instruction != visit.call || use.model->role != Role::timed_wait) continue;
    if (use.receiver.valid()) sync(frame, EventKind::wait, use.receiver, {}, true);
  }
}

void Walker::leave() {
  Frame done = stack_.back();
  stack_.pop_back();
  Visit& visit = traces_.visits[done.visit];
  visit.end = ++time_;
  visit.locks_after = done.locks;
  if (stack_.empty() || done.locks == visit.locks) return;
  stack_.back().locks = locks_.after_call(stack_.back().locks, visit.locks, done.locks);
}

void Walker::access(const Frame& frame, AccessEvent event, InstanceId instance) {
  event.visit = frame.visit;
  event.instruction = frame.instruction;
  event.time = time_;
  VariableKind kind = event.variable.valid() ? module_.variables[event.variable].kind : VariableKind::field;
  bool of_all = kind == VariableKind::class_variable || kind == VariableKind::global;
  event.locks = locks_.for_access(frame.locks, instance, of_all);
  if (event.writes) event.locks = locks_.for_write(event.locks);
  traces_.accesses.push_back(event);
}

void Walker::instruction_events(Frame& frame) {
  InstanceId instance = traces_.visits[frame.visit].instance;
  const Function& function = module_.functions[heap_.instances[instance].function];
  const Instruction& instruction = module_.body(function)[frame.instruction];
  if (instruction.op == Op::read || instruction.op == Op::write) {
    AccessEvent event;
    event.writes = instruction.op == Op::write;
    event.reads = !event.writes;
    event.variable = instruction.variable();
    AccessedVariable what = accessed_by(module_, heap_, instance, instruction);
    event.place = what.place;
    event.base = what.base;
    bool relevant = what.place.valid() ? relevance_.locations.contains(variable_location(what.place))
                                       : relevance_.field(heap_, what.base, event.variable);
    if (!what.valid() || !relevant) return;
    access(frame, event, instance);
    return;
  }
  const std::vector<ModelUse>& uses = heap_.model_uses[instance.index()];
  uint32_t first = frame.use;
  while (frame.use < uses.size() && uses[frame.use].instruction == frame.instruction) ++frame.use;
  for (uint32_t i = first; i < frame.use; ++i) model_use(frame, uses[i], frame.use - first == 1);
}

void Walker::process_made(const Frame& frame) {
  InstanceId instance = traces_.visits[frame.visit].instance;
  heap_.points_to_of(heap_.result_node(instance, frame.instruction)).for_each([&](uint32_t id) {
    const Object& process = heap_.objects[ObjectId(id)];
    if (!process.body.valid() || process.instance != instance) return;
    auto [it, added] = made_.emplace(process.body.value, frame.visit);
    if (!added && it->second != frame.visit) it->second = {};
  });
}

// The first argument of a send.
NodeId Walker::argument_node(InstanceId instance, uint32_t instruction) const {
  const Function& function = module_.functions[heap_.instances[instance].function];
  std::span<const Value> operands = module_.operands_of(module_.body(function)[instruction]);
  if (operands.size() < 2) return {};
  if (operands[1].kind() == Value::Kind::self) return self_node(module_, heap_, instance);
  if (operands[1].kind() != Value::Kind::result) return {};
  return heap_.result_node(instance, operands[1].index());
}

void Walker::model_use(Frame& frame, const ModelUse& use, bool alone) {
  InstanceId instance = traces_.visits[frame.visit].instance;
  const SelectorModel& model = *use.model;
  if (use.receiver.valid() && (model.reads || model.writes)) {
    const Object& object = heap_.objects[use.receiver];
    bool is_class = object.kind == ObjectKind::class_object;
    bool relevant = relevance_.locations.contains(contents_location(use.receiver));
    if (relevant && !is_class && contents_can_race(module_, object)) {
      AccessEvent event;
      event.writes = model.writes;
      event.reads = model.reads;
      event.object = use.receiver;
      access(frame, event, instance);
    }
  }
  switch (model.role) {
    case Role::request_end:
      frame.locks = locks_.without_preemption_lock(frame.locks);
      if (use.receiver.valid() && heap_.objects[use.receiver].body.valid()) {
        sync(frame, EventKind::join, {}, heap_.objects[use.receiver].body, false);
      }
      return;
    case Role::join:
      if (!use.receiver.valid()) return;
      if (heap_.objects[use.receiver].body.valid()) {
        sync(frame, EventKind::join, {}, heap_.objects[use.receiver].body, alone);
      } else if (heap_.objects[use.receiver].class_kind == ClassKind::promise) {
        sync(frame, EventKind::wait, use.receiver, {}, alone);  // for who resolves it
      }
      return;
    case Role::signal:
    case Role::signal_all:
    case Role::put:
      if (!use.receiver.valid()) return;
      sync(frame, EventKind::signal, use.receiver, {}, alone);
      traces_.syncs.back().many = model.role == Role::signal_all;
      if (model.role == Role::put) traces_.syncs.back().given = argument_node(instance, frame.instruction);
      return;
    case Role::wait:
    case Role::take:
      if (use.receiver.valid()) sync(frame, EventKind::wait, use.receiver, {}, alone);
      frame.locks = locks_.without_preemption_lock(frame.locks);
      return;
    case Role::acquire:
      frame.locks = locks_.take(frame.locks, instance, frame.instruction);
      return;
    case Role::release:
      frame.locks = locks_.release(frame.locks, instance, frame.instruction);
      return;
    case Role::no_order:
    case Role::timed_wait:
      if (use.receiver.valid()) traces_.timed_waits.insert(use.receiver.value);
      frame.locks = locks_.without_preemption_lock(frame.locks);
      return;
    case Role::lock_wait:
      frame.locks = locks_.without_preemption_lock(frame.locks);
      return;
    case Role::allocate:
      traces_.made_at.emplace(uint64_t{frame.visit.value} << 32 | frame.instruction, time_);
      return;
    case Role::create_thread:
      process_made(frame);
      return;
    case Role::none:
    case Role::start_thread:
    case Role::resume:
    case Role::start_and_join:
    case Role::promise:
    case Role::ended:
    case Role::paused:
    case Role::critical:
    case Role::critical_read:
    case Role::critical_write:
    case Role::lock_signal:
    case Role::unpreempted:
    case Role::fork_unpreempted:
    case Role::later:
    case Role::later_in_ui:
    case Role::later_send:
    case Role::perform:
    case Role::perform_with_arguments:
    case Role::evaluate:
    case Role::evaluate_with_arguments:
    case Role::keep_send:
    case Role::send_to_contents:
      return;
  }
}

// Latest times: an event may run again until the outermost loop around it ends, and whenever its function is
// called again. Largest first, so each visit is settled once.
void Walker::end_thread(ThreadId id) {
  uint32_t first = traces_.threads[id].first.value;
  uint32_t end = static_cast<uint32_t>(traces_.visits.size());
  for (uint32_t v = first; v < end; ++v) {
    Visit& visit = traces_.visits[VisitId(v)];
    if (visit.often) visit.latest = visit.end;
    if (visit.parent.valid()) visit.latest = std::max(visit.latest, traces_.visits[visit.parent].latest);
  }
  if (again_.empty()) return;
  // What each visit calls: ranges in one list.
  std::vector<uint32_t> begin(end - first + 1), inner;
  auto for_each_call = [&](auto&& body) {
    for (uint32_t v = first; v < end; ++v) {
      VisitId parent = traces_.visits[VisitId(v)].parent;
      if (parent.valid()) body(parent.value - first, v);
    }
    for (const Again& again : again_) body(again.caller.value - first, again.callee.value);
  };
  for_each_call([&](uint32_t caller, uint32_t) { ++begin[caller + 1]; });
  for (size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
  inner.resize(begin.back());
  std::vector<uint32_t> next(begin.begin(), begin.end() - 1);
  for_each_call([&](uint32_t caller, uint32_t callee) { inner[next[caller]++] = callee; });
  std::priority_queue<std::pair<uint32_t, uint32_t>> work;
  for (const Again& again : again_) {
    traces_.visits[again.callee].called_again = true;
    work.emplace(std::max(again.time, traces_.visits[again.caller].latest), again.callee.value);
  }
  std::vector<bool> settled(end - first);
  while (!work.empty()) {
    auto [time, v] = work.top();
    work.pop();
    if (settled[v - first]) continue;
    settled[v - first] = true;
    Visit& visit = traces_.visits[VisitId(v)];
    visit.latest = std::max(visit.latest, time);
    for (uint32_t i = begin[v - first]; i < begin[v - first + 1]; ++i) {
      if (!settled[inner[i] - first]) work.emplace(visit.latest, inner[i]);
    }
  }
}

}  // namespace

VisitId cause_of(const Traces& traces, VisitId visit) {
  const Visit& inner = traces.visits[visit];
  if (inner.parent.valid()) return inner.parent;
  const Thread& thread = traces.threads[inner.thread];
  if (thread.starts.empty()) return {};
  const SyncEvent& start = traces.syncs[thread.starts[0]];
  return start.thread.value < inner.thread.value ? start.visit : VisitId();
}

VisitId common_visit(const Traces& traces, VisitId a, VisitId b) {
  // Parents have smaller ids than what they call.
  while (a.valid() && b.valid() && a != b) {
    VisitId& deeper = a.value > b.value ? a : b;
    deeper = traces.visits[deeper].parent;
  }
  return a.valid() && b.valid() ? a : VisitId();
}

uint32_t latest_within(const Traces& traces, const AccessEvent& access, VisitId around) {
  uint32_t latest = access.time;
  for (VisitId at = access.visit; at != around; at = traces.visits[at].parent) {
    if (!at.valid() || traces.visits[at].called_again) return traces.latest(access);
    if (traces.visits[at].often) latest = traces.visits[at].end;
  }
  return latest;
}

uint32_t time_of_making(const Traces& traces, VisitId maker, uint32_t instruction) {
  auto it = traces.made_at.find(uint64_t{maker.value} << 32 | instruction);
  return it != traces.made_at.end() ? it->second : traces.visits[maker].begin;
}

Traces build_traces(const Module& module, const ProgramIndex& index, const Heap& heap,
                    const Multiplicity& multiplicity, const Relevance& relevance, const Roots& roots,
                    const RootInstances& instances, size_t max_visits, const StopToken& stop) {
  Traces traces;
  traces.lock_sets.emplace_back();
  Walker walker(module, index, heap, multiplicity, relevance, traces, max_visits, stop);
  // Users of a library are all alike: one thread, which may run more than once at a time, calls all of it.
  std::vector<InstanceId> api;
  uint32_t api_root = 0;
  for (uint32_t root = 0; root < roots.roots.size(); ++root) {
    const std::vector<InstanceId>& own = instances.instances[root];
    if (own.empty()) continue;
    if (roots.roots[root].kind == RootKind::api) {
      api.insert(api.end(), own.begin(), own.end());
      api_root = root;
    } else {
      walker.walk_root(roots.roots[root], root, own);
    }
  }
  if (!api.empty()) walker.walk_root(roots.roots[api_root], api_root, api);
  walker.walk_started();
  std::stable_sort(
      traces.further_calls.begin(), traces.further_calls.end(),
      [](const FurtherCall& a, const FurtherCall& b) { return a.callee.value < b.callee.value; });
  traces.signals_and_waits.resize(traces.threads.size());
  traces.joins.resize(traces.threads.size());
  for (uint32_t i = 0; i < traces.syncs.size(); ++i) {
    const SyncEvent& event = traces.syncs[i];
    if (event.kind == EventKind::join) traces.joins[event.thread.index()].push_back(i);
    if (event.kind != EventKind::signal && event.kind != EventKind::wait) continue;
    traces.signals_and_waits[event.thread.index()].push_back(i);
  }
  return traces;
}

}  // namespace dh::whole
