// As what a process runs a function, and which process that is.
#pragma once

#include <cstdint>

#include "erlang/core/core.h"

namespace dh::erlang {

enum class RoleKind : uint8_t {
  anyone,   // any process may call it
  server,   // callbacks of a behaviour: one process per server
  start,    // runs once, when something is started
  spawned,  // a process started at some place
  holder,   // the process that holds a name
};

struct Role {
  RoleKind kind = RoleKind::anyone;
  uint32_t module = 0;  // of server and start; of holder: the name, a constant
  FunctionId function;  // of spawned, and of start where that is the start of such a process

  // The same when the process is ready.
  Role after_start() const;
  friend auto operator<=>(const Role&, const Role&) = default;
};

inline Role Role::after_start() const {
  if (kind != RoleKind::start) return *this;
  if (function.valid()) return {RoleKind::spawned, 0, function};
  return {RoleKind::server, module, FunctionId()};
}

// The kind of process that alone runs a function: a server, or the processes started at one place.
struct Process {
  uint32_t id = 0;
  bool single = false;        // there is one at a time: it is started under a name
  bool takes_name = false;    // likewise: it registers, or makes a table, under a fixed name
  bool likely = false;        // likewise, as far as is seen: one child of a supervisor, an event manager
  bool of_all_nodes = false;  // its name is one for all nodes: there is one on all of them together

  bool only_one() const { return single || takes_name; }
  friend bool operator==(const Process& a, const Process& b) { return a.id == b.id; }
};

}  // namespace dh::erlang
