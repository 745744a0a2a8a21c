#include "whole_program/self_sends.h"

namespace dh::whole {

using namespace smallir;

namespace {

// Where the body of a method sends a message to self first; its size if it does not.
size_t first_send_to_self(const Module& module, FunctionId method, Symbol selector) {
  std::span<const Instruction> body = module.body(module.functions[method]);
  for (size_t i = 0; i < body.size(); ++i) {
    bool to_self = body[i].op == Op::send && module.operands_of(body[i])[0].kind() == Value::Kind::self;
    if (to_self && body[i].selector() == selector) return i;
  }
  return body.size();
}

}  // namespace

bool is_sent_only_by(const Module& module, FunctionId method, const FlatSet<uint32_t>& senders) {
  const Function& sent = module.functions[method];
  if (!sent.class_id.valid()) return false;
  for (FunctionId home : module.methods_of(module.classes[sent.class_id])) {
    if (senders.contains(home.value) || home == method) continue;
    for (FunctionId id = home; id.index() < module.functions.size(); id = FunctionId(id.value + 1)) {
      const Function& function = module.functions[id];
      if (function.home != home) break;
      for (const Instruction& send : module.body(function)) {
        bool to_self = send.op == Op::send && module.operands_of(send)[0].kind() == Value::Kind::self;
        if (to_self && send.selector() == sent.name) return false;
      }
    }
  }
  return true;
}

bool is_sent_before_start(const Module& module, FunctionId step, FunctionId starter) {
  const Function& sent = module.functions[step];
  if (!sent.class_id.valid() || step == starter) return false;
  bool any = false;
  for (FunctionId method : module.methods_of(module.classes[sent.class_id])) {
    size_t at = first_send_to_self(module, method, sent.name);
    size_t end = module.functions[method].instructions.count;
    if (at == end) continue;
    size_t start = first_send_to_self(module, method, module.functions[starter].name);
    if (method != starter && (start == end || start < at)) return false;
    any = true;
  }
  return any;
}

}  // namespace dh::whole
