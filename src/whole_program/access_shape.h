// What the code around an access says about it: whether it is a lazy initialization, a flag, a plain getter.
#pragma once

#include "whole_program/trace.h"

namespace dh::whole {

// The program and what its threads do.
struct AccessContext {
  const smallir::Module& module;
  const Heap& heap;
  const Traces& traces;

  const smallir::Function& function(VisitId visit) const {
    return module.functions[heap.instances[traces.visits[visit].instance].function];
  }
  std::span<const smallir::Instruction> body(VisitId visit) const { return module.body(function(visit)); }
};

// `x := x + 1`: the same function reads the variable before it writes it.
bool reads_before_write(const AccessContext& context, const AccessEvent& access);

// In a function that reads the variable and then writes it.
bool is_in_update(const AccessContext& context, const AccessEvent& access);

bool writes_literal(const AccessContext& context, const AccessEvent& access, smallir::LiteralKind kind);
bool writes_boolean(const AccessContext& context, const AccessEvent& access);

// A write in a block that is only run when the variable was nil. `x ifNotNil: [ ... x := nil ]` is none.
bool is_lazy_write(const AccessContext& context, const AccessEvent& access);

// The value that was read gets a message that nil would not understand.
bool sends_to_value(const AccessContext& context, const AccessEvent& access);

// In a block whose errors a handler near it takes: `[ socket send: data ] on: Error do: [ ... ]`.
bool is_error_handled(const AccessContext& context, const AccessEvent& access);

// The value that was read is compared with nil, and not used otherwise.
bool is_only_tested(const AccessContext& context, const AccessEvent& access);

// `delay: aDelay [ delay := aDelay ]`, sent from outside.
bool is_plain_setter(const AccessContext& context, const AccessEvent& access);
// `reset [ instance := nil ]`, sent from outside.
bool is_plain_reset(const AccessContext& context, const AccessEvent& access);
// `delay [ ^delay ]`, sent from outside.
bool is_plain_getter(const AccessContext& context, const AccessEvent& access);

// The method of the access compares the variable with the active process: only that process can make the
// comparison come out true.
bool is_owner_check(const AccessContext& context, const AccessEvent& access);

}  // namespace dh::whole
