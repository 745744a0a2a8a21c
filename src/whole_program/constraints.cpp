// From the instructions of an instance to constraints.
#include <algorithm>

#include "whole_program/solver_state.h"

namespace dh::whole {

using namespace smallir;

InstanceId Solver::instance(FunctionId function, ContextId context, InstanceId parent, uint32_t split,
                            uint16_t depth) {
  InstanceKey key{function.value, context.value, parent.value, split};
  auto it = instance_index_.find(key);
  if (it != instance_index_.end()) return it->second;
  // Roots and threads, and blocks of functions that a thread has of its own, are never shared.
  bool own =
      depth == 0 || context == users_ || (parent.valid() && heap_.instances[parent].context == context);
  if (!own && context != kSharedContext && !may_have_of_its_own(context)) {
    return instance(function, kSharedContext, parent, split, depth);
  }
  if (context != kSharedContext) ++functions_of_threads_;
  ++functions_of_context_[context.index()];
  const Function& code = module_.functions[function];
  Instance made;
  made.function = function;
  made.context = context;
  made.parent = parent;
  made.split = split;
  made.guesses = guesses_;
  made.depth = depth;
  made.first = new_nodes(code.instructions.count + 2 + code.variables.count);
  made.home = parent.valid() ? heap_.instances[parent].home : heap_.instances.next_id();
  InstanceId id = heap_.instances.add(made);
  instance_index_.emplace(key, id);
  heap_.calls.emplace_back();
  heap_.model_uses.emplace_back();
  if (unread_.size() <= depth) unread_.resize(depth + 1u);
  unread_[depth].push_back(id.value);
  return id;
}

// Code is read nearest to the starts first, so all threads together have the nearest functions of their own.
bool Solver::may_have_of_its_own(ContextId context) const {
  return functions_of_threads_ < limits_.max_functions_of_threads ||
         functions_of_context_[context.index()] < limits_.min_functions_of_thread;
}

ContextId Solver::thread_context(InstanceId site, uint32_t instruction, ObjectId closure) {
  const Instance& at = heap_.instances[site];
  // The receiver of the home method distinguishes threads of different objects: by the place that makes it,
  // not by its identity, which depends on contexts itself and would never end.
  uint64_t element = uint64_t{module_.functions[at.function].instructions.first} + instruction;
  const Object& started = heap_.objects[closure];
  bool is_block = started.kind == ObjectKind::closure;
  uint32_t split = is_block ? heap_.instances[heap_.instances[started.instance].home].split : closure.value;
  if (split != 0 && split < heap_.objects.size()) {
    const Object& receiver = heap_.objects[ObjectId(split)];
    if (receiver.instance.valid()) {
      const Function& maker = module_.functions[heap_.instances[receiver.instance].function];
      element = hash_combine(element, uint64_t{maker.instructions.first} + receiver.instruction);
    }
    element = hash_combine(element, receiver.class_id.value);
  }
  std::vector<uint32_t> chain = contexts_[at.context.index()];
  chain.push_back(static_cast<uint32_t>(hash_mix(element)));
  size_t depth = std::min(static_cast<size_t>(settings_.context_depth), limits_.context_depth);
  if (chain.size() > depth) chain.erase(chain.begin(), chain.end() - static_cast<std::ptrdiff_t>(depth));
  // Chains that were cut belong to no root any more; short ones do.
  uint64_t key = chain.size() < depth || depth == 0 ? hash_mix(at.context.value + 1) : 0;
  for (uint32_t part : chain) key = hash_combine(key, part);
  auto [it, added] = context_index_.emplace(key, static_cast<uint32_t>(contexts_.size()));
  if (added) {
    bool library = of_library_[at.context.index()];
    contexts_[new_context().index()] = std::move(chain);
    of_library_.back() = library;
  }
  return ContextId(it->second);
}

NodeId Solver::constant_node(ObjectId object) {
  auto it = constants_.find(object.value);
  if (it != constants_.end()) return it->second;
  NodeId node = new_nodes(1);
  constants_.emplace(object.value, node);
  add_object(node, object);
  return node;
}

ObjectId Solver::literal_object(LiteralId id) {
  const Literal& literal = module_.literals[id];
  Object wanted;
  wanted.kind = ObjectKind::literal;
  wanted.class_kind = ClassKind::immutable;
  auto of_class = [&](std::string_view name) {
    wanted.class_id = index_.class_named(module_.names.find(name));
  };
  switch (literal.kind) {
    case LiteralKind::nil:
    case LiteralKind::opaque:
    case LiteralKind::binding:
      return {};
    case LiteralKind::true_value:
      of_class("True");
      break;
    case LiteralKind::false_value:
      of_class("False");
      break;
    case LiteralKind::integer:
      of_class("SmallInteger");
      if (!wanted.class_id.valid()) of_class("Integer");
      break;
    case LiteralKind::number:
      of_class("Float");
      break;
    case LiteralKind::character:
      of_class("Character");
      break;
    case LiteralKind::symbol:
      of_class("Symbol");
      wanted.literal = id;
      break;
    case LiteralKind::string:
      of_class("String");
      wanted.literal = id;
      wanted.class_kind = ClassKind::collection;
      break;
    case LiteralKind::array:
      of_class("Array");
      wanted.literal = id;
      wanted.class_kind = ClassKind::collection;
      break;
    case LiteralKind::bytes:
      of_class("ByteArray");
      wanted.literal = id;
      wanted.class_kind = ClassKind::collection;
      break;
  }
  // Numbers, characters and booleans are one object per kind: they are immutable.
  ObjectId made = object(wanted, static_cast<uint64_t>(literal.kind));
  if (literal.kind == LiteralKind::array) {
    for (LiteralId element : module_.elements_of(literal)) {
      if (module_.literals[element].kind == LiteralKind::array) continue;
      add_object(contents_node(made), literal_object(element));
    }
  }
  return made;
}

NodeId Solver::value_node(InstanceId id, Value value) {
  switch (value.kind()) {
    case Value::Kind::none:
    case Value::Kind::context:
      return {};
    case Value::Kind::result:
      return heap_.result_node(id, value.index());
    case Value::Kind::self:
      return self_node(module_, heap_, id);
    case Value::Kind::literal: {
      ObjectId object = literal_object(value.literal());
      return object.valid() ? constant_node(object) : NodeId();
    }
    case Value::Kind::class_ref:
      return constant_node(class_object(value.class_id()));
  }
  return {};
}

NodeId Solver::variable_node(InstanceId id, VariableId variable) {
  switch (module_.variables[variable].kind) {
    case VariableKind::argument:
    case VariableKind::temporary:
      return local_node(module_, heap_, id, variable);
    case VariableKind::field:
      return {};
    case VariableKind::class_variable:
    case VariableKind::global: {
      auto it = heap_.shared_variables.find(variable.value);
      if (it != heap_.shared_variables.end()) return it->second;
      NodeId node = new_nodes(1);
      heap_.shared_variables.emplace(variable.value, node);
      return node;
    }
  }
  return {};
}

void Solver::read_code(InstanceId id) {
  const Function& function = module_.functions[heap_.instances[id].function];
  for (uint32_t i = 0; i < function.instructions.count && !stopped_; ++i) read_instruction(id, i);
}

void Solver::read_instruction(InstanceId id, uint32_t index) {
  const Function& function = module_.functions[heap_.instances[id].function];
  const Instruction& instruction = module_.body(function)[index];
  std::span<const Value> operands = module_.operands_of(instruction);
  NodeId result = heap_.result_node(id, index);
  switch (instruction.op) {
    case Op::read:
      if (operands.empty()) {
        add_copy(variable_node(id, instruction.variable()), result);
      } else {
        listen(value_node(id, operands[0]), {Reaction::load, id, index, instruction.target, result});
      }
      return;
    case Op::write: {
      NodeId from = value_node(id, operands[0]);
      if (operands.size() == 1) {
        add_copy(from, variable_node(id, instruction.variable()));
      } else if (from.valid()) {
        listen(value_node(id, operands[1]), {Reaction::store, id, index, instruction.target, from});
      }
      return;
    }
    case Op::send:
    case Op::super_send: {
      if (instruction.inlined()) {
        read_inlined(id, index);
        return;
      }
      sends_.emplace_back(id, index);
      listen(value_node(id, operands[0]), {Reaction::send, id, index, 0, {}});
      return;
    }
    case Op::block: {
      Object closure;
      closure.kind = ObjectKind::closure;
      closure.class_kind = ClassKind::block;
      closure.function = instruction.function();
      closure.instance = id;
      closure.instruction = index;
      add_object(result, object(closure));
      return;
    }
    case Op::array: {
      Object array;
      array.kind = ObjectKind::instance;
      array.class_kind = ClassKind::collection;
      array.class_id = index_.class_named(module_.names.find("Array"));
      array.instance = id;
      array.instruction = index;
      ObjectId made = object(array);
      add_object(result, made);
      for (Value value : operands) add_copy(value_node(id, value), contents_node(made));
      return;
    }
    case Op::new_object: {
      Object wanted;
      wanted.kind = ObjectKind::instance;
      wanted.class_id = instruction.class_id();
      wanted.class_kind = kind_of(wanted.class_id);
      wanted.instance = id;
      wanted.instruction = index;
      add_object(result, object(wanted));
      return;
    }
    case Op::return_value:
      add_copy(value_node(id, operands[0]), return_node(module_, heap_, id));
      return;
    case Op::return_home:
      add_copy(value_node(id, operands[0]), return_node(module_, heap_, heap_.instances[id].home));
      return;
  }
}

namespace {

// `a ifNil: [...]` answers a or what the block answers; `a ifNotNil: [...]` and sends with a block for each
// case answer what a block answers, or nothing.
bool may_answer_receiver(std::string_view selector) {
  return selector == "ifNil:" || selector == "ifEmpty:" || selector == "ifNotEmpty:" ||
         selector == "ifNotEmptyDo:";
}

}  // namespace

// Control structures whose literal blocks the compiler runs in place, whatever the receiver is.
void Solver::read_inlined(InstanceId id, uint32_t index) {
  const Function& function = module_.functions[heap_.instances[id].function];
  const Instruction& instruction = module_.body(function)[index];
  std::span<const Value> operands = module_.operands_of(instruction);
  auto block_in = [&](uint32_t i) -> const Instruction* {
    if (i >= operands.size() || operands[i].kind() != Value::Kind::result) return nullptr;
    const Instruction& maker = module_.body(function)[operands[i].index()];
    return maker.op == Op::block ? &maker : nullptr;
  };
  ClassKind kind = block_in(0) != nullptr ? ClassKind::block : ClassKind::any;
  const SelectorModel* model =
      find_model(settings_.model, module_.text(instruction.selector()), kind, false, Dialect::unknown);
  if (model == nullptr) {
    run_arguments_of_unknown(send_at(id, index));
    return;
  }
  NodeId result = heap_.result_node(id, index);
  NodeId receiver = value_node(id, operands[0]);
  for (const BlockRun& run : model->runs) {
    const Instruction* maker = block_in(run.operand);
    if (maker == nullptr) continue;
    BlockRequest request;
    for (ValueSource given : run.given) {
      bool whole = given.kind == ValueSource::Kind::receiver;
      request.given.push_back(whole ? receiver : NodeId());
      if (whole && may_answer_receiver(module_.text(instruction.selector()))) add_copy(receiver, result);
    }
    if (model->answers.kind == ValueSource::Kind::block_result) request.answer = result;
    request.edge.often = run.often;
    request.edge.certain = run.certain;
    Object closure;
    closure.kind = ObjectKind::closure;
    closure.class_kind = ClassKind::block;
    closure.function = maker->function();
    closure.instance = id;
    closure.instruction = operands[run.operand].index();
    call_block(id, index, request, object(closure));
  }
}

}  // namespace dh::whole
