// What is put under a key that is the same for all processes, or in the process dictionary, and read there
// again: persistent terms, application variables. Tables travel that way.
#pragma once

#include <vector>

#include "erlang/core/link.h"
#include "erlang/core/model.h"

namespace dh::erlang {

struct KeptValues {
  struct Use {
    uint32_t slot = 0;  // one for each key
    NodeId node;        // the value that is put, or what the read gives
  };
  uint32_t slots = 0;
  std::vector<Use> puts, reads;
};

KeptValues find_kept_values(const Core& core, const Model& model);

}  // namespace dh::erlang
