// A sequence of tools put together at run time. Which tool hears which event next is worked out when the
// branch is built, so an event visits only the tools that listen to its kind.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "dynamic/branch.h"
#include "dynamic/handlers.h"

namespace dh::dyn {

// A tool with its type erased: functions in plain tables.
struct ToolNode {
  std::string name;
  std::unique_ptr<void, void (*)(void*)> tool{nullptr, [](void*) {}};
  unsigned owner = 0;
  std::array<Flow (*)(void*, Event&), kEventKinds> handlers{};  // null: does not listen
  uint64_t (*make)(void*, Event&) = nullptr;
  void (*unmake)(void*, uint64_t) = nullptr;
  void (*after)(void*, Event&) = nullptr;
  uint64_t (*elements_word)(void*, ShadowThread&, uint32_t, uint32_t) = nullptr;
  void (*thread_made)(void*, ShadowThread&) = nullptr;
  void (*thread_begins)(void*, ShadowThread&) = nullptr;
  AccessRole (*role)(const void*) = nullptr;
  void (*finish)(void*, ToolOutput&) = nullptr;
  void (*sweep)(void*, const LiveWords&) = nullptr;
  size_t (*states)(const void*) = nullptr;
  bool (*can_forget)(const void*, const ShadowThread&) = nullptr;  // null: never
};

template <typename T>
ToolNode make_node(ToolSetup& setup) {
  ToolNode node;
  node.name = setup.name;
  node.tool = {std::make_unique<T>(setup).release(), [](void* p) { std::unique_ptr<T>(static_cast<T*>(p)); }};
  node.owner = setup.owner;
#define DH_EVENT(event, group, target)                                             \
  if constexpr (Listener<T, EventKind::event>::present) {                          \
    node.handlers[static_cast<size_t>(EventKind::event)] = [](void* p, Event& e) { \
      return Listener<T, EventKind::event>::call(*static_cast<T*>(p), e);          \
    };                                                                             \
  }
#include "dynamic/events.def"
#undef DH_EVENT
  if constexpr (OwningTool<T>) node.make = [](void* p, Event& e) { return static_cast<T*>(p)->make(e); };
  if constexpr (requires(T t, uint64_t w) { t.unmake(w); }) {
    node.unmake = [](void* p, uint64_t word) { static_cast<T*>(p)->unmake(word); };
  }
  if constexpr (requires(T t, Event & e) { t.after(e); }) {
    node.after = [](void* p, Event& e) { static_cast<T*>(p)->after(e); };
  }
  if constexpr (requires(T t, ShadowThread & s) { t.elements_word(s, 0U, 0U); }) {
    node.elements_word = [](void* p, ShadowThread& thread, uint32_t first, uint32_t count) {
      return static_cast<T*>(p)->elements_word(thread, first, count);
    };
  }
  if constexpr (requires(T t, ShadowThread & s) { t.thread_made(s); }) {
    node.thread_made = [](void* p, ShadowThread& thread) { static_cast<T*>(p)->thread_made(thread); };
  }
  if constexpr (requires(T t, ShadowThread & s) { t.thread_begins(s); }) {
    node.thread_begins = [](void* p, ShadowThread& thread) { static_cast<T*>(p)->thread_begins(thread); };
  }
  node.role = [](const void* p) { return access_role(*static_cast<const T*>(p)); };
  if constexpr (requires(T t, ToolOutput & o) { t.finish(o); }) {
    node.finish = [](void* p, ToolOutput& output) { static_cast<T*>(p)->finish(output); };
  }
  if constexpr (requires(T t, const LiveWords& l) { t.sweep(l); }) {
    node.sweep = [](void* p, const LiveWords& live) { static_cast<T*>(p)->sweep(live); };
  }
  if constexpr (requires(const T t) { t.states(); }) {
    node.states = [](const void* p) { return static_cast<const T*>(p)->states(); };
  }
  if constexpr (requires(const T t, const ShadowThread& s) { t.can_forget(s); }) {
    node.can_forget = [](const void* p, const ShadowThread& thread) {
      return static_cast<const T*>(p)->can_forget(thread);
    };
  }
  return node;
}

class DynamicBranch final : public Branch {
 public:
  explicit DynamicBranch(std::vector<ToolNode> nodes);

  void dispatch(Event& e) override { run(e); }
  void run(Event& e) { from(e, first_[static_cast<size_t>(e.kind)]); }
  bool listens(EventKind kind) const override;
  void thread_made(ShadowThread& thread) override;
  void thread_begins(ShadowThread& thread) override;
  uint64_t elements_word(ShadowThread& thread, uint32_t first, uint32_t count) override;
  FastPaths fast_paths() const override;
  void finish(std::vector<ToolOutput>& outputs) override;
  void sweep(const LiveWords& live) override;
  size_t states() const override;
  bool can_forget(const ShadowThread& thread) const override;
  bool keeps_states() const override;

 private:
  // A step of one kind's path: who hears it, and what comes next. The path ends with a null node.
  struct Step {
    ToolNode* node = nullptr;
    Flow (*handler)(void*, Event&) = nullptr;
  };
  void from(Event& e, const Step* step);
  bool owned_access(Event& e, const Step& step);
  bool hand_to(Event& e, ToolNode& node);

  std::vector<ToolNode> nodes_;
  std::vector<ToolNode*> next_owner_;  // by owner tag; null after the last
  std::array<std::vector<Step>, kEventKinds> steps_;
  std::array<const Step*, kEventKinds> first_{};
};

}  // namespace dh::dyn
