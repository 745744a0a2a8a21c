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

// The write that keeps the thread which a send starts; null if none does.
const Instruction* keeps_thread(std::span<const Instruction> body, const Module& module, uint32_t start) {
  Value receiver = module.operands_of(body[start])[0];
  VariableId resumed;
  if (receiver.kind() == Value::Kind::result && body[receiver.index()].op == Op::read) {
    resumed = body[receiver.index()].variable();
  }
  for (const Instruction& write : body) {
    if (write.op != Op::write) continue;
    if (write.variable() == resumed || module.operands_of(write)[0] == Value::result(start)) return &write;
  }
  return nullptr;
}

// Whether a method or one of its blocks reads the variable before a place, there or in a method sent to self.
bool reads_before(const Module& module, FunctionId method, VariableId variable, const Range& before,
                  bool through_self) {
  const Function& home = module.functions[method];
  for (FunctionId id = method; id.index() < module.functions.size(); id = FunctionId(id.value + 1)) {
    const Function& function = module.functions[id];
    if (function.home != method) break;
    for (const Instruction& instruction : module.body(function)) {
      if (through_self && !(instruction.place < before)) continue;
      if (instruction.op == Op::read && instruction.variable() == variable) return true;
      if (!through_self || instruction.op != Op::send || !home.class_id.valid()) continue;
      if (module.operands_of(instruction)[0].kind() != Value::Kind::self) continue;
      for (FunctionId sent : module.methods_of(module.classes[home.class_id])) {
        if (sent == method || module.functions[sent].name != instruction.selector()) continue;
        if (reads_before(module, sent, variable, before, false)) return true;
      }
    }
  }
  return false;
}

}  // namespace

bool is_guarded_start(const Module& module, FunctionId starter, uint32_t instruction) {
  const Function& function = module.functions[starter];
  const Instruction* kept = keeps_thread(module.body(function), module, instruction);
  if (kept == nullptr) return false;
  VariableKind kind = module.variables[kept->variable()].kind;
  if (kind == VariableKind::argument || kind == VariableKind::temporary) return false;
  return reads_before(module, function.home, kept->variable(), kept->place, true);
}

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
