#include "native/runtime/openmp.h"

#include <link.h>
#include <pthread.h>

#include <algorithm>

#include "native/runtime/lock_order.h"
#include "native/runtime/report.h"

namespace dh::native {

// Tasks of one parent that name the same location: readers are after the writers before them, a writer is
// after both. The members of a set are to the others like writers.
struct Location {
  uintptr_t address = 0;
  const Task* parent = nullptr;
  OrderPoint writers, readers, members;
  Location* next = nullptr;  // of the same bucket, or free
  Location* next_of_parent = nullptr;
};

struct Dependence {
  Location* location;
  DependenceKind kind;
  Dependence* next;
};

namespace {

// Objects that are used again: the runtime's memory is never given back.
template <typename T>
class Pool {
 public:
  T* take() {
    {
      const Locked locked(lock_);
      if (T* item = free_) {
        free_ = item->next;
        return item;
      }
    }
    return static_cast<T*>(allocate(sizeof(T)));
  }
  void give_back(T* item) {
    const Locked locked(lock_);
    item->next = free_;
    free_ = item;
  }

 private:
  SpinLock lock_;
  T* free_ = nullptr;
};

struct PooledTask : Task {
  Location* locations = nullptr;  // that its children name
  PooledTask* next = nullptr;
};
struct PooledGroup : TaskGroup {
  PooledGroup* next = nullptr;
};

Pool<Team> teams;
Pool<PooledTask> tasks;
Pool<PooledGroup> groups;
Pool<Location> free_locations;
Pool<Dependence> free_dependences;

constexpr size_t kLocationBuckets = 4096;
Location* locations[kLocationBuckets];
SpinLock locations_lock;

thread_local Task* running __attribute__((tls_model("initial-exec"))) = nullptr;
thread_local uintptr_t lowest_stack __attribute__((tls_model("initial-exec"))) = 0;
thread_local OrderPoint reduction_copies __attribute__((tls_model("initial-exec")));

void forget(OrderPoint& point) {
  point.clock.width = 0;
}

size_t location_bucket(const Task* parent, uintptr_t address) {
  return (address ^ reinterpret_cast<uintptr_t>(parent) * 31) * 0x9E3779B97F4A7C15ull >> 52;
}

Location& location_of(PooledTask& parent, uintptr_t address) {
  const Locked locked(locations_lock);
  Location*& head = locations[location_bucket(&parent, address)];
  for (Location* at = head; at != nullptr; at = at->next) {
    if (at->address == address && at->parent == &parent) return *at;
  }
  Location* location = free_locations.take();
  location->address = address;
  location->parent = &parent;
  forget(location->writers);
  forget(location->readers);
  forget(location->members);
  location->next = head;
  head = location;
  location->next_of_parent = parent.locations;
  parent.locations = location;
  return *location;
}

void free_locations_of(PooledTask& parent) {
  const Locked locked(locations_lock);
  while (Location* location = parent.locations) {
    parent.locations = location->next_of_parent;
    Location** at = &locations[location_bucket(&parent, location->address)];
    while (*at != location) at = &(*at)->next;
    *at = location->next;
    free_locations.give_back(location);
  }
}

PooledTask* new_task(Task* parent, Team* team, TaskKind kind) {
  PooledTask* task = tasks.take();
  task->parent = parent;
  task->team = team;
  task->group = nullptr;
  task->thread = task->suspended = nullptr;
  task->dependences = nullptr;
  task->private_data = nullptr;
  forget(task->children);
  forget(task->done);
  task->barriers_passed = 0;
  task->references.store(1);
  task->kind = kind;
  task->is_final = task->has_reduction = false;
  task->locations = nullptr;
  if (parent != nullptr) parent->references.fetch_add(1);
  return task;
}

void wait_for(Thread& thread, Location& location, DependenceKind kind, uint32_t place) {
  acquire(thread, location.writers, place);
  if (kind != DependenceKind::in) acquire(thread, location.readers, place);
  if (kind != DependenceKind::set) acquire(thread, location.members, place);
}

OrderPoint& point_of(Location& location, DependenceKind kind) {
  switch (kind) {
    case DependenceKind::in:
      return location.readers;
    case DependenceKind::out:
      return location.writers;
    case DependenceKind::set:
      return location.members;
  }
  return location.writers;
}

uintptr_t find_lowest_stack() {
  pthread_attr_t attributes;
  void* stack = nullptr;
  size_t bytes = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 1;
  pthread_attr_getstack(&attributes, &stack, &bytes);
  pthread_attr_destroy(&attributes);
  return reinterpret_cast<uintptr_t>(stack);
}

// Tasks use the stack of the thread of the program that runs them, one after the other.
void clear_stack_below(uintptr_t stack) {
  constexpr uintptr_t kNear = 16 << 10;
  if (lowest_stack == 0) lowest_stack = find_lowest_stack();
  if (lowest_stack == 1 || stack <= lowest_stack) return;
  const uintptr_t near = std::max(lowest_stack, stack - kNear);
  clear_shadow(near, stack - near);
  if (near > lowest_stack) clear_shadow(lowest_stack, near - lowest_stack);
}

void free_dependences_of(Task& task) {
  while (Dependence* dependence = task.dependences) {
    task.dependences = dependence->next;
    free_dependences.give_back(dependence);
  }
}

}  // namespace

CodeRange openmp_code;

void note_code(const void* function, CodeRange& range) {
  struct Search {
    uintptr_t at;
    CodeRange& range;
  } search{reinterpret_cast<uintptr_t>(function), range};
  const auto look = [](dl_phdr_info* module, size_t, void* given) {
    const auto& [at, found] = *static_cast<Search*>(given);
    for (unsigned i = 0; i < module->dlpi_phnum; ++i) {
      const auto& segment = module->dlpi_phdr[i];
      const uintptr_t begin = module->dlpi_addr + segment.p_vaddr;
      if (segment.p_type != PT_LOAD || at - begin >= segment.p_memsz) continue;
      found.begin.store(begin);
      found.end.store(begin + segment.p_memsz);
      return 1;
    }
    return 0;
  };
  if (function != nullptr) dl_iterate_phdr(look, &search);
}

void note_openmp_code(const void* function) {
  note_code(function, openmp_code);
}

void release(Thread& thread, OrderPoint& point, uint32_t place) {
  thread.sync_place = place;
  const Locked locked(point.lock);
  release_into(thread, point.clock, true);
}

void acquire(Thread& thread, OrderPoint& point, uint32_t place) {
  thread.sync_place = place;
  const Locked locked(point.lock);
  acquire(thread, point.clock);
}

Task& current_task() {
  if (running == nullptr) running = new_task(nullptr, nullptr, TaskKind::implicit);
  return *running;
}

namespace {

// Iterations that have the same point look ordered.
OrderPoint iterations[4096];
OrderPoint& point_of(const Team& team, Iteration iteration) {
  uint64_t hash = reinterpret_cast<uintptr_t>(&team);
  for (unsigned i = 0; i < iteration.count; ++i)
    hash = (hash ^ static_cast<uint64_t>(iteration.counters[i])) * 0x9E3779B97F4A7C15ull;
  return iterations[hash >> 52];
}

}  // namespace

Team* begin_region(uintptr_t pc) {
  Thread* thread = recording_thread();
  if (thread == nullptr) return nullptr;
  const Inside inside;
  Team* team = teams.take();
  for (OrderPoint* point : {&team->fork, &team->end, &team->ordered, &team->barriers[0], &team->barriers[1],
                            &team->tasks[0], &team->tasks[1]})
    forget(*point);
  team->maker = &current_task();
  begin_turns(*team, pc);
  team->references.store(1);
  release(*thread, team->fork, place_of(*thread, pc));
  return team;
}

namespace {
void leave_team(Team& team) {
  if (team.references.fetch_sub(1) == 1) teams.give_back(&team);
}
}  // namespace

void end_region(Team* team, uintptr_t pc) {
  Thread* thread = recording_thread();
  if (thread == nullptr || team == nullptr) return;
  const Inside inside;
  const uint32_t place = place_of(*thread, pc);
  for (OrderPoint* point : {&team->end, &team->tasks[0], &team->tasks[1]}) acquire(*thread, *point, place);
  leave_team(*team);
}

void begin_implicit_task(Team& team, unsigned threads, uintptr_t pc) {
  Thread* thread = recording_thread();
  if (thread == nullptr) return;
  await_team(team, threads);
  const Inside inside;
  team.references.fetch_add(1);
  Task* task = new_task(team.maker, &team, TaskKind::implicit);
  task->suspended_task = running;
  task->is_final = team.maker->is_final;
  running = task;
  acquire(*thread, team.fork, place_of(*thread, pc));
}

void end_implicit_task(uintptr_t pc) {
  Thread* thread = recording_thread();
  if (thread == nullptr || running == nullptr || running->team == nullptr) return;
  const Inside inside;
  Task* task = running;
  release(*thread, task->team->end, place_of(*thread, pc));
  running = task->suspended_task;
  leave_team(*task->team);
  drop_task(*task);
}

void enter_barrier(uintptr_t pc) {
  Thread* thread = recording_thread();
  Task& task = current_task();
  if (thread == nullptr || task.team == nullptr) return;
  const Inside inside;
  release(*thread, task.team->barriers[task.barriers_passed & 1], place_of(*thread, pc));
}

void leave_barrier(uintptr_t pc) {
  Thread* thread = recording_thread();
  Task& task = current_task();
  if (thread == nullptr || task.team == nullptr) return;
  const Inside inside;
  const uint32_t place = place_of(*thread, pc);
  acquire(*thread, task.team->barriers[task.barriers_passed & 1], place);
  acquire(*thread, task.team->tasks[task.barriers_passed & 1], place);
  ++task.barriers_passed;
}

Task* make_task(TaskKind kind, bool is_final, uintptr_t pc) {
  Thread* thread = recording_thread();
  if (thread == nullptr) return nullptr;
  const Inside inside;
  Task& parent = current_task();
  Task* task = new_task(&parent, parent.team, parent.is_final ? TaskKind::included : kind);
  task->is_final = is_final || parent.is_final;
  task->group = parent.group;
  task->barriers_passed = parent.barriers_passed;
  const uint32_t place = place_of(*thread, pc);
  constexpr size_t kFrames = 1 << 20;
  task->thread = new_thread(thread, place, kFrames);
  if (task->thread != nullptr) {
    note_thread(*task->thread);
    order_creation(*thread, *task->thread);
    note_thread_name(task->thread->number, "OpenMP task");
  }
  return task;
}

void add_dependence(Task& task, uintptr_t address, DependenceKind kind) {
  const Inside inside;
  Dependence* dependence = free_dependences.take();
  dependence->location = &location_of(static_cast<PooledTask&>(*task.parent), address);
  dependence->kind = kind;
  dependence->next = task.dependences;
  task.dependences = dependence;
}

void begin_task(Task& task, uintptr_t stack) {
  const Inside inside;
  task.suspended_task = running;
  running = &task;
  if (task.thread == nullptr || current() == nullptr) return;
  task.suspended = current();
  task.suspended_top = __deadheat_view.top;
  clear_stack_below(stack);
  switch_to(*task.thread, task.thread->frames);
  note_runner(task.thread->number, task.suspended->number);
  for (Dependence* at = task.dependences; at != nullptr; at = at->next)
    wait_for(*task.thread, *at->location, at->kind, task.thread->created_at);
}

namespace {
// To all that may wait for the task.
void release_to_waiting(Thread& thread, Task& task, uint32_t place) {
  for (Dependence* at = task.dependences; at != nullptr; at = at->next)
    release(thread, point_of(*at->location, at->kind), place);
  release(thread, task.parent->children, place);
  if (task.group != nullptr) release(thread, task.group->end, place);
  if (task.team != nullptr) release(thread, task.team->tasks[task.barriers_passed & 1], place);
  if (task.kind == TaskKind::included) release(thread, task.done, place);
}
}  // namespace

void fulfill_task(Task& task, uintptr_t pc) {
  Thread* thread = recording_thread();
  if (thread == nullptr) return;
  const Inside inside;
  release_to_waiting(*thread, task, place_of(*thread, pc));
}

void end_task(Task& task, uintptr_t stack) {
  const Inside inside;
  running = task.suspended_task;
  if (Thread* own = task.suspended == nullptr ? nullptr : task.thread) {
    const uint32_t place = own->created_at;
    release_to_waiting(*own, task, place);
    if (task.has_reduction) release(*own, reduction_copies, place);
    end_thread(*own);
    recycle_thread(*own);
    clear_stack_below(stack);
    switch_to(*task.suspended, task.suspended_top);
    if (task.has_reduction) acquire(*task.suspended, reduction_copies, place);
  }
  drop_task(task);
}

void suspend_task(Task& task, uintptr_t stack) {
  const Inside inside;
  running = task.suspended_task;
  if (task.suspended == nullptr) return;
  clear_stack_below(stack);
  switch_to(*task.suspended, task.suspended_top);
  task.suspended = nullptr;
}

Task* make_wait() {
  if (recording_thread() == nullptr) return nullptr;
  const Inside inside;
  return new_task(&current_task(), nullptr, TaskKind::included);
}

void end_wait(Task& task, uintptr_t pc) {
  if (Thread* thread = recording_thread()) {
    const Inside inside;
    for (Dependence* at = task.dependences; at != nullptr; at = at->next)
      wait_for(*thread, *at->location, at->kind, place_of(*thread, pc));
  }
  drop_task(task);
}

void drop_task(Task& task) {
  Task* at = &task;
  while (at != nullptr && at->references.fetch_sub(1) == 1) {
    Task* parent = at->parent;
    auto* pooled = static_cast<PooledTask*>(at);
    free_dependences_of(*at);
    free_locations_of(*pooled);
    tasks.give_back(pooled);
    at = parent;
  }
}

void wait_for_included(Task& task, uintptr_t pc) {
  if (Thread* thread = recording_thread(); thread != nullptr && task.kind == TaskKind::included) {
    const Inside inside;
    acquire(*thread, task.done, place_of(*thread, pc));
  }
  drop_task(task);
}

void wait_for_children(uintptr_t pc) {
  Thread* thread = recording_thread();
  if (thread == nullptr) return;
  const Inside inside;
  acquire(*thread, current_task().children, place_of(*thread, pc));
}

void wait_for_dependence(uintptr_t address, DependenceKind kind, uintptr_t pc) {
  Thread* thread = recording_thread();
  if (thread == nullptr) return;
  const Inside inside;
  wait_for(*thread, location_of(static_cast<PooledTask&>(current_task()), address), kind,
           place_of(*thread, pc));
}

void begin_group() {
  const Inside inside;
  TaskGroup* group = groups.take();
  forget(group->end);
  group->outer = current_task().group;
  current_task().group = group;
}

void end_group(uintptr_t pc) {
  Task& task = current_task();
  TaskGroup* group = task.group;
  if (group == nullptr) return;
  task.group = group->outer;
  const Inside inside;
  if (Thread* thread = current()) acquire(*thread, group->end, place_of(*thread, pc));
  groups.give_back(static_cast<PooledGroup*>(group));
}

void use_reduction_copies(uintptr_t pc) {
  Thread* thread = recording_thread();
  Task& task = current_task();
  if (thread == nullptr || task.suspended == nullptr || task.has_reduction) return;
  const Inside inside;
  const uint32_t place = place_of(*thread, pc);
  CallFrame* top = __deadheat_view.top;
  task.has_reduction = true;
  switch_to(*task.suspended, task.suspended_top);
  release(*task.suspended, reduction_copies, place);
  switch_to(*thread, top);
  acquire(*thread, reduction_copies, place);
}

void ignore_accesses(bool is_begin) {
  if (Thread* thread = current()) thread->ignore += is_begin ? 1u : UINT32_MAX;
}

void end_iteration(Iteration iteration, uintptr_t pc) {
  Thread* thread = recording_thread();
  const Team* team = current_task().team;
  if (thread == nullptr || team == nullptr) return;
  const Inside inside;
  release(*thread, point_of(*team, iteration), place_of(*thread, pc));
}

void wait_for_iteration(Iteration iteration, uintptr_t pc) {
  Thread* thread = recording_thread();
  const Team* team = current_task().team;
  if (thread == nullptr || team == nullptr) return;
  const Inside inside;
  acquire(*thread, point_of(*team, iteration), place_of(*thread, pc));
}

void enter_ordered(uintptr_t pc) {
  Thread* thread = recording_thread();
  Task& task = current_task();
  if (thread == nullptr || task.team == nullptr) return;
  const Inside inside;
  acquire(*thread, task.team->ordered, place_of(*thread, pc));
}

void leave_ordered(uintptr_t pc) {
  Thread* thread = recording_thread();
  Task& task = current_task();
  if (thread == nullptr || task.team == nullptr) return;
  const Inside inside;
  release(*thread, task.team->ordered, place_of(*thread, pc));
}

}  // namespace dh::native
