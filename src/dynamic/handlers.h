// How a tool's handlers are found: by the event's name, else its group, else `any`. At compile time.
#pragma once

#include <array>

#include "dynamic/tool.h"

namespace dh::dyn {

template <typename T>
concept OwningTool = requires(T tool, Event& e) {
  { tool.make(e) } -> std::same_as<uint64_t>;
};

// False: the tool listens to accesses, but need not see those that fast paths settle.
template <typename T>
constexpr bool needs_accesses() {
  if constexpr (requires { T::kNeedsNoAccess; }) {
    return !T::kNeedsNoAccess;
  } else {
    return true;
  }
}

// The listener of one kind. Listener<T, kind>::present says whether T has one.
template <typename T, EventKind Kind>
struct Listener;

#define DH_EVENT(name, group, target)                                               \
  template <typename T>                                                             \
  struct Listener<T, EventKind::name> {                                             \
    static constexpr bool by_name = requires(T tool, Event& e) { tool.name(e); };   \
    static constexpr bool by_group = requires(T tool, Event& e) { tool.group(e); }; \
    static constexpr bool by_any = requires(T tool, Event& e) { tool.any(e); };     \
    static constexpr bool present = by_name || by_group || by_any;                  \
    static Flow call(T& tool, Event& e) {                                           \
      if constexpr (by_name) {                                                      \
        return tool.name(e);                                                        \
      } else if constexpr (by_group) {                                              \
        return tool.group(e);                                                       \
      } else if constexpr (by_any) {                                                \
        return tool.any(e);                                                         \
      } else {                                                                      \
        return Flow::pass;                                                          \
      }                                                                             \
    }                                                                               \
  };
#include "dynamic/events.def"
#undef DH_EVENT

template <typename T>
constexpr std::array<bool, kEventKinds> listened_kinds() {
  return {
#define DH_EVENT(name, group, target) Listener<T, EventKind::name>::present,
#include "dynamic/events.def"
#undef DH_EVENT
  };
}

template <typename T>
AccessRole access_role(const T& tool) {
  AccessRole role;
  role.owns = OwningTool<T>;
  role.listens[0] = Listener<T, EventKind::read>::present && needs_accesses<T>();
  role.listens[1] = Listener<T, EventKind::write>::present && needs_accesses<T>();
  if constexpr (requires(FastPaths & paths) { tool.fast_paths(paths); }) {
    role.declare = [&tool](FastPaths& paths) { tool.fast_paths(paths); };
  }
  return role;
}

// Calls the handler for the event's kind, if there is one.
template <typename T>
inline Flow call_handler(T& tool, Event& e) {
  switch (e.kind) {
#define DH_EVENT(name, group, target) \
  case EventKind::name:               \
    return Listener<T, EventKind::name>::call(tool, e);
#include "dynamic/events.def"
#undef DH_EVENT
  }
  return Flow::pass;
}

// The same for accesses, without the large switch.
template <typename T>
inline Flow call_access(T& tool, Event& e) {
  return e.kind == EventKind::read ? Listener<T, EventKind::read>::call(tool, e)
                                   : Listener<T, EventKind::write>::call(tool, e);
}

}  // namespace dh::dyn
