#include "whole_program/elements.h"

#include <algorithm>

namespace dh::whole {

using namespace smallir;

namespace {

bool has_fixed_size(const Module& module, const Object& object) {
  constexpr std::string_view kArrays[] = {"Array",        "ByteArray", "WordArray",       "FloatArray",
                                          "WeakArray",    "Bitmap",    "DoubleByteArray", "DoubleWordArray",
                                          "IntegerArray", "String",    "ByteString",      "WideString"};
  for (ClassId at = object.class_id; at.valid(); at = module.classes[at].superclass) {
    std::string_view name = module.text(module.classes[at].name);
    if (std::find(std::begin(kArrays), std::end(kArrays), name) != std::end(kArrays)) return true;
  }
  return false;
}

struct Index {
  enum class Kind : uint8_t { unknown, constant, variable } kind = Kind::unknown;
  Symbol constant;
  VariableId variable;
};

Index index_of(const Module& module, const Heap& heap, const Traces& traces, const AccessEvent& access) {
  const Instance& instance = heap.instances[traces.visits[access.visit].instance];
  std::span<const Instruction> body = module.body(module.functions[instance.function]);
  const Instruction& send = body[access.instruction];
  if (send.op != Op::send) return {};
  std::string_view selector = module.text(send.selector());
  if (selector != "at:" && selector != "at:put:" && selector != "basicAt:" && selector != "basicAt:put:")
    return {};
  Value index = module.operands_of(send)[1];
  if (index.kind() == Value::Kind::literal) {
    const Literal& literal = module.literals[index.literal()];
    if (literal.kind != LiteralKind::integer) return {};
    return {Index::Kind::constant, literal.text, {}};
  }
  if (index.kind() != Value::Kind::result || body[index.index()].op != Op::read) return {};
  return {Index::Kind::variable, {}, body[index.index()].variable()};
}

// Whether the variable counts the turns of a loop: the argument of `1 to: n do: [ :i | ... ]`.
bool counts_turns(const Module& module, FunctionId block, VariableId variable) {
  const Function& function = module.functions[block];
  if (function.kind != FunctionKind::block || !function.parent.valid() ||
      module.variables[variable].assigned) {
    return false;
  }
  std::span<const Instruction> outer = module.body(module.functions[function.parent]);
  for (const Instruction& send : outer) {
    if (send.op != Op::send) continue;
    std::span<const Value> operands = module.operands_of(send);
    std::string_view selector = module.text(send.selector());
    uint32_t position = 0;  // of the number among the block's arguments
    if (selector == "withIndexDo:" || selector == "doWithIndex:") position = 1;
    bool counting =
        position == 1 || selector == "to:do:" || selector == "to:by:do:" || selector == "keysAndValuesDo:";
    if (!counting && (selector == "do:" || selector == "collect:")) {
      Value numbers = operands[0];
      counting = numbers.kind() == Value::Kind::result && outer[numbers.index()].op == Op::send &&
                 module.text(outer[numbers.index()].selector()) == "to:";
    }
    if (!counting || position >= function.arguments || module.declared(function, position) != variable)
      continue;
    Value last = operands.back();
    bool runs_it = last.kind() == Value::Kind::result && outer[last.index()].op == Op::block &&
                   outer[last.index()].function() == block;
    if (runs_it) return true;
  }
  return false;
}

}  // namespace

bool are_different_elements(const Module& module, const Heap& heap, const Multiplicity& multiplicity,
                            const Traces& traces, const Order& order, const AccessEvent& a,
                            const AccessEvent& b) {
  if (!a.object.valid() || a.object != b.object) return false;
  Index left = index_of(module, heap, traces, a);
  if (left.kind == Index::Kind::unknown || !has_fixed_size(module, heap.objects[a.object])) return false;
  Index right = index_of(module, heap, traces, b);
  if (left.kind != right.kind) return false;
  if (left.kind == Index::Kind::constant) return left.constant != right.constant;
  ThreadId thread = traces.visits[a.visit].thread;
  if (left.variable != right.variable || thread != traces.visits[b.visit].thread) return false;
  InstanceId turn = owner_of(module, heap, traces.visits[a.visit].instance, left.variable);
  if (!turn.valid() || !counts_turns(module, heap.instances[turn].function, left.variable)) return false;
  InstanceId around = heap.instances[turn].parent;
  bool one_loop = around.valid() && multiplicity.runs[around.index()] < 2;
  return one_loop && order.private_to_each_run(thread, Owner{turn});
}

}  // namespace dh::whole
