// Where functions are called, and what is known of the process that gets there.
#pragma once

#include <vector>

#include "erlang/values/values.h"

namespace dh::erlang {

constexpr uint32_t kNoClaim = UINT32_MAX;

// What holds at a call, from what happened before it and the clauses around it.
struct Around {
  bool in_loop = false;
  ConstantId holder;          // the name of the process that alone gets there
  uint32_t claim = kNoClaim;  // a call that has let this process through and lets no other: ets:insert_new/2
  bool keeps_claim = false;   // the function does not undo the claim after this call
  bool ended = false;         // after a call that does not return
};

struct CallSite {
  FunctionId function;  // who is called; in a list of callers: who calls
  uint32_t call = 0;    // of the caller
  Callback how = Callback::once;
  // Of a comprehension, or of a library function that does it any number of times; of the start of a process:
  // also where another call on the way starts the same function.
  bool in_loop = false;
  ConstantId holder;  // only the process of this name gets there: inside `whereis(Name) =:= self()`
  // Only who has claimed something gets there: see Around; of the start of a process, which gets the claim.
  bool claimed = false;
  bool in_vain = false;  // of what is done under a lock: see lock_in_vain
};

// By call of the function.
std::vector<Around> around_calls(const Core& core, const Model& model, FunctionId f);

// In the order of the text; `around` is what holds at the calls of the function.
std::vector<CallSite> call_sites_in(const Core& core, const Model& model, const Values& values, FunctionId f,
                                    std::span<const Around> around);

// Registers a fixed name, or makes a table under a fixed name: only one process at a time can.
bool takes_a_name(const Core& core, const Model& model, FunctionId f, const Call& call);

// Gives a process a name, as far as takes_a_name says so of it.
bool registers(const Model& model, const Call& call);

// A table of a fixed name is made only where there is none, or its failure is caught: a second process gets
// on without having made it.
bool lets_others_on(const Core& core, const Model& model, FunctionId f, const Call& call);

// The process does not get past the clause: it raises, or what it gives says so to its starter.
bool gives_up(const Core& core, const Model& model, const CoreFunction& f, const CoreClause& clause);

// A call of one of the functions, with whatever arguments.
bool is_one_of(const std::vector<Model::AnyArity>& names, const Call& call);

// Takes a lock by {Resource, Requester} that keeps no other process of the node away: each has a resource of
// its own, with self() in it, or all are the same requester, without self().
bool lock_in_vain(const Core& core, const Model& model, FunctionId f, const Call& call);

// The Resource of such a call, where it is seen; otherwise an invalid id.
ValueId locked_resource(const Core& core, const Model& model, FunctionId f, const Call& call);

// The N of {local, N}, the name that a server is started under, or an invalid id.
ConstantId local_name(const Core& core, FunctionId f, ValueId name);

// One of its arguments is self().
bool is_about_itself(const Core& core, const Model& model, FunctionId f, const Call& call);

// By function that is called: all places that call it.
std::vector<std::vector<CallSite>> callers_of(const std::vector<std::vector<CallSite>>& sites);

}  // namespace dh::erlang
