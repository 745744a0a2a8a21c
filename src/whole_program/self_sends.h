// Which methods of a class send which others to self: who calls a public method, as a rule.
#pragma once

#include "base/hash.h"
#include "smallir/module.h"

namespace dh::whole {

// Whether all methods of its class that send it to self are among the given ones.
bool is_sent_only_by(const smallir::Module& module, smallir::FunctionId method,
                     const FlatSet<uint32_t>& senders);

// `start [ self connect. self listen ]`, where listen starts the thread: users send start, not connect.
bool is_sent_before_start(const smallir::Module& module, smallir::FunctionId step,
                          smallir::FunctionId starter);

// `process ifNil: [ process := [...] fork ]`, `self stop. process := [...] fork`: the method that starts a
// thread keeps it in a variable that it, or what it sends to self, reads before.
bool is_guarded_start(const smallir::Module& module, smallir::FunctionId starter, uint32_t instruction);

}  // namespace dh::whole
