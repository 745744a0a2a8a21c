#include "whole_program/access_shape.h"

#include <algorithm>
#include <span>

namespace dh::whole {

using namespace smallir;

bool reads_before_write(const AccessContext& context, const AccessEvent& access) {
  if (!access.writes || !access.variable.valid()) return access.reads && access.writes;
  std::span<const Instruction> body = context.body(access.visit);
  for (uint32_t i = 0; i < access.instruction; ++i) {
    if (body[i].op == Op::read && body[i].variable() == access.variable) return true;
  }
  return false;
}

bool is_in_update(const AccessContext& context, const AccessEvent& access) {
  if (!access.variable.valid()) return false;
  bool read = false;
  for (const Instruction& instruction : context.body(access.visit)) {
    bool same = (instruction.op == Op::read || instruction.op == Op::write) &&
                instruction.variable() == access.variable;
    if (same && read && instruction.op == Op::write) return true;
    read |= same && instruction.op == Op::read;
  }
  return false;
}

bool writes_literal(const AccessContext& context, const AccessEvent& access, LiteralKind kind) {
  if (!access.writes || !access.variable.valid()) return false;
  const Instruction& write = context.body(access.visit)[access.instruction];
  Value value = context.module.operands_of(write)[0];
  return value.kind() == Value::Kind::literal && context.module.literals[value.literal()].kind == kind;
}

bool writes_boolean(const AccessContext& context, const AccessEvent& access) {
  return writes_literal(context, access, LiteralKind::true_value) ||
         writes_literal(context, access, LiteralKind::false_value);
}

bool is_lazy_write(const AccessContext& context, const AccessEvent& access) {
  if (!access.writes || !access.variable.valid()) return false;
  if (writes_literal(context, access, LiteralKind::nil)) return false;
  // The block may call a setter that writes: look at what is around as well.
  VisitId at = access.visit;
  for (int depth = 0; depth < 3 && at.valid(); ++depth) {
    const Visit& visit = context.traces.visits[at];
    at = visit.parent;
    if (!at.valid()) return false;
    std::span<const Instruction> outer = context.body(at);
    if (!outer[visit.call].inlined()) continue;
    Value test = context.module.operands_of(outer[visit.call])[0];
    for (int steps = 0; steps < 3 && test.kind() == Value::Kind::result; ++steps) {
      const Instruction& maker = outer[test.index()];
      if (maker.op == Op::read) {
        if (maker.variable() == access.variable) return true;
        break;
      }
      if (maker.op != Op::send) break;
      test = context.module.operands_of(maker)[0];
    }
  }
  return false;
}

namespace {

bool is_comparison(std::string_view selector) {
  return selector == "==" || selector == "~~" || selector == "=" || selector == "~=";
}

bool is_among(std::string_view selector, std::span<const std::string_view> names) {
  return std::find(names.begin(), names.end(), selector) != names.end();
}

bool is_nil_test(std::string_view selector) {
  // `process ifNotNil: #terminate` reads the variable once: what is tested is what gets the message.
  constexpr std::string_view kTests[] = {"isNil",     "notNil",      "isNotNil",        "isEmptyOrNil",
                                         "ifNotNil:", "ifNotNilDo:", "ifNil:ifNotNil:", "ifNotNil:ifNil:"};
  return is_comparison(selector) || is_among(selector, kTests);
}

// What all objects understand, nil as well: it answers something harmless.
bool is_understood_by_nil(std::string_view selector) {
  constexpr std::string_view kOfAll[] = {
      "value",         "class",     "yourself", "hash",        "copy",        "printString",
      "displayString", "isKindOf:", "->",       "isMemberOf:", "respondsTo:", "isString"};
  return is_nil_test(selector) || is_among(selector, kOfAll);
}

// A method without blocks and sends that reads or writes one variable.
bool is_accessor(const AccessContext& context, const AccessEvent& access, uint32_t arguments) {
  const Visit& visit = context.traces.visits[access.visit];
  const Function& function = context.function(access.visit);
  if (!access.variable.valid() || visit.parent.valid() || function.arguments != arguments) return false;
  uint32_t accesses = 0;
  for (const Instruction& instruction : context.module.body(function)) {
    accesses += instruction.op == (access.writes ? Op::write : Op::read);
    bool other =
        instruction.op != Op::read && instruction.op != Op::write && instruction.op != Op::return_value;
    if (other) return false;
  }
  return accesses == 1;
}

}  // namespace

bool sends_to_value(const AccessContext& context, const AccessEvent& access) {
  if (access.writes) return false;
  for (const Instruction& send : context.body(access.visit)) {
    if (send.op != Op::send || send.inlined()) continue;
    if (is_understood_by_nil(context.module.text(send.selector()))) continue;
    if (context.module.operands_of(send)[0] == Value::result(access.instruction)) return true;
  }
  return false;
}

bool is_error_handled(const AccessContext& context, const AccessEvent& access) {
  constexpr std::string_view kHandlers[] = {
      "on:do:", "ifError:", "on:do:on:do:", "valueIfError:", "onDNU:do:"};
  constexpr int kNear = 3;  // blocks around it: what handles all errors of a process tells nothing
  VisitId at = access.visit;
  for (int depth = 0; depth < kNear && context.traces.visits[at].parent.valid(); ++depth) {
    const Visit& visit = context.traces.visits[at];
    if (context.function(at).kind != FunctionKind::block) return false;
    std::span<const Instruction> outer = context.body(visit.parent);
    const Instruction& send = outer[visit.call];
    if (send.op == Op::send && is_among(context.module.text(send.selector()), kHandlers)) {
      Value guarded = context.module.operands_of(send)[0];
      const FunctionId mine = context.heap.instances[visit.instance].function;
      return guarded.kind() == Value::Kind::result && outer[guarded.index()].op == Op::block &&
             outer[guarded.index()].function() == mine;
    }
    at = visit.parent;
  }
  return false;
}

bool is_only_tested(const AccessContext& context, const AccessEvent& access) {
  if (access.writes || !access.variable.valid()) return false;
  const Value read = Value::result(access.instruction);
  bool tested = false;
  for (const Instruction& use : context.body(access.visit)) {
    std::span<const Value> operands = context.module.operands_of(use);
    for (size_t i = 0; i < operands.size(); ++i) {
      if (!(operands[i] == read)) continue;
      bool test =
          i == 0 && use.op == Op::send && !use.inlined() && is_nil_test(context.module.text(use.selector()));
      if (!test) return false;
      tested = true;
    }
  }
  return tested;
}

bool is_plain_setter(const AccessContext& context, const AccessEvent& access) {
  return access.writes && is_accessor(context, access, 1);
}

bool is_plain_reset(const AccessContext& context, const AccessEvent& access) {
  return writes_literal(context, access, LiteralKind::nil) && is_accessor(context, access, 0);
}

bool is_plain_getter(const AccessContext& context, const AccessEvent& access) {
  return !access.writes && is_accessor(context, access, 0);
}

bool is_owner_check(const AccessContext& context, const AccessEvent& access) {
  if (!access.variable.valid()) return false;
  const Module& module = context.module;
  // The method and its first blocks, which follow it: such checks stand at the beginning.
  constexpr uint32_t kMaxBlocks = 16;
  FunctionId home = context.function(access.visit).home;
  size_t end = std::min<size_t>(module.functions.size(), home.index() + kMaxBlocks);
  for (FunctionId id = home; id.index() < end; id = FunctionId(id.value + 1)) {
    const Function& function = module.functions[id];
    if (function.home != home) return false;
    std::span<const Instruction> body = module.body(function);
    auto reads_variable = [&](Value value) {
      return value.kind() == Value::Kind::result && body[value.index()].op == Op::read &&
             body[value.index()].variable() == access.variable;
    };
    auto is_active_process = [&](Value value) {
      return value.kind() == Value::Kind::result && body[value.index()].op == Op::send &&
             module.text(body[value.index()].selector()) == "activeProcess";
    };
    for (const Instruction& send : body) {
      if (send.op != Op::send || !is_comparison(module.text(send.selector()))) continue;
      std::span<const Value> operands = module.operands_of(send);
      if (std::any_of(operands.begin(), operands.end(), reads_variable) &&
          std::any_of(operands.begin(), operands.end(), is_active_process))
        return true;
    }
  }
  return false;
}

}  // namespace dh::whole
