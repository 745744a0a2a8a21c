// Where functions are called, and what is known of the process that gets there.
#pragma once

#include <vector>

#include "erlang/values.h"

namespace dh::erlang {

struct CallSite {
  FunctionId function;  // who is called; in a list of callers: who calls
  uint32_t call = 0;    // of the caller
  Callback how = Callback::once;
  bool in_loop = false;  // of a comprehension, or of a library function that goes through a list
  ConstantId holder;     // only the process of this name gets there: inside `whereis(Name) =:= self()`
};

// In the order of the text.
std::vector<CallSite> call_sites_in(const Core& core, const Model& model, const Values& values, FunctionId f);

// The call is inside a comprehension.
bool is_in_loop(const Core& core, const Model& model, FunctionId f, uint32_t call);

// The name that the process has which gets to a call, or an invalid id.
ConstantId holder_of_call(const Core& core, const Model& model, FunctionId f, uint32_t call);

// Registers a fixed name, or makes a table under a fixed name: only one process at a time can.
bool takes_a_name(const Core& core, const Model& model, FunctionId f, const Call& call);

// One of its arguments is self().
bool is_about_itself(const Core& core, const Model& model, FunctionId f, const Call& call);

// By function that is called: all places that call it.
std::vector<std::vector<CallSite>> callers_of(const std::vector<std::vector<CallSite>>& sites);

}  // namespace dh::erlang
