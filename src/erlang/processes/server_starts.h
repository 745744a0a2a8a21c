// Under which names the servers of behaviours are started.
#pragma once

#include <string>
#include <vector>

#include "erlang/values/values.h"

namespace dh::erlang {

struct CallGraph;

// The servers of a module, by all places that start them.
struct ServerNames {
  bool started = false;
  bool named = false;  // some have a name
  bool many = false;   // some have no name, or one that is not the same each time
  std::string name;    // "{local,cache}"; of all of them, unless they are many

  // A name proves one process only where it is the same at all starts.
  bool one() const { return !many && !name.empty(); }
  // Of {global, Name} there is one on all nodes together, of {local, Name} one on each.
  bool one_of_all_nodes() const { return one() && name.starts_with("{global,"); }
};

// By module.
std::vector<ServerNames> find_server_names(const Core& core, const Model& model, const Values& values,
                                           const CallGraph& graph);

}  // namespace dh::erlang
