// The callees of a send: by the class of the receiver, its superclasses, or the library model.
#include <algorithm>

#include "whole_program/solver_state.h"

namespace dh::whole {

using namespace smallir;

namespace {

constexpr uint32_t kCallerSplit = 0x80000000;
constexpr int kMaxCallDepth = 4000;  // calls deeper than this count as equally deep

}  // namespace

Solver::Send Solver::send_at(InstanceId id, uint32_t index) {
  const Instruction& instruction = module_.body(module_.functions[heap_.instances[id].function])[index];
  Send send;
  send.instance = id;
  send.instruction = index;
  send.selector = instruction.selector();
  send.to_super = instruction.op == Op::super_send;
  send.result = heap_.result_node(id, index);
  for (Value value : module_.operands_of(instruction).subspan(1))
    send.arguments.push_back(value_node(id, value));
  return send;
}

Solver::Target Solver::find_target(const Object& receiver, Symbol selector, ClassId above) {
  bool class_side = receiver.kind == ObjectKind::class_object;
  uint64_t key = hash_combine(uint64_t{receiver.class_id.value} << 32 | selector.value,
                              uint64_t{above.value} << 8 | static_cast<uint64_t>(receiver.class_kind));
  key = hash_combine(key, class_side);
  auto it = targets_.find(key);
  if (it != targets_.end()) return it->second;
  Target target;
  ClassId start = receiver.class_id;
  if (above.valid()) start = module_.classes[above].superclass;
  // A modelled class is what its model says, even when its source is there; classes below it can override.
  bool modelled = !receiver.class_id.valid();
  for (ClassId at = start; at.valid() && !target.method.valid(); at = module_.classes[at].superclass) {
    modelled |= settings_.model.by_class.contains(module_.text(module_.classes[at].name));
    target.method = own_method(module_, at, selector);
  }
  if (!target.method.valid() || modelled) {
    Dialect dialect = receiver.class_id.valid() ? module_.classes[receiver.class_id].dialect : index_.dialect;
    target.model =
        find_model(settings_.model, module_.text(selector), receiver.class_kind, class_side, dialect);
    if (target.model != nullptr && target.method.valid() && target.model->on.empty()) target.model = nullptr;
    if (target.model != nullptr) target.method = {};
  }
  if (!target.method.valid() && target.model == nullptr && class_side) {
    // Classes are objects too.
    for (std::string_view name : {"Class", "Behavior", "Object"}) {
      ClassId found = index_.class_named(module_.names.find(name));
      if (found.valid() && !target.method.valid()) target.method = lookup(module_, found, selector);
    }
    // So are globals of the system that look like classes: Processor, Transcript.
    ClassKind kind = receiver.class_kind == ClassKind::safe ? ClassKind::safe : ClassKind::any;
    if (!target.method.valid()) {
      target.model = find_model(settings_.model, module_.text(selector), kind, false, Dialect::unknown);
    }
  }
  targets_.emplace(key, target);
  return target;
}

void Solver::dispatch(const Send& send, ObjectId receiver) {
  const Object object = heap_.objects[receiver];
  ClassId above;
  if (send.to_super) above = module_.functions[heap_.instances[send.instance].function].class_id;
  Target target = find_target(object, send.selector, above);
  if (target.method.valid()) {
    call_method(send, target.method, receiver);
  } else if (target.model != nullptr) {
    apply_model(send, *target.model, receiver);
  } else if (FunctionId handler = handler_of_unknown(object); handler.valid()) {
    Send message = send;
    message.arguments.clear();
    message.fallback = true;
    call_method(message, handler, receiver);
  } else {
    run_arguments_of_unknown(send);
    bool library = object.kind == ObjectKind::class_object && !module_.classes[object.class_id].defined;
    // A message to a library class usually returns an instance of it: `Delay forSeconds: 1`.
    if (library) add_object(send.result, made_by(send, module_.classes[object.class_id].other_side));
  }
}

// Proxies handle messages that they do not understand. The handler that all objects have only tells the user.
FunctionId Solver::handler_of_unknown(const Object& receiver) const {
  if (receiver.kind != ObjectKind::instance || !receiver.class_id.valid()) return {};
  FunctionId method = lookup(module_, receiver.class_id, module_.names.find("doesNotUnderstand:"));
  if (!method.valid()) return {};
  std::string_view owner = module_.text(module_.classes[module_.functions[method].class_id].name);
  return owner == "Object" || owner == "ProtoObject" ? FunctionId() : method;
}

ObjectId Solver::made_by(const Send& send, ClassId class_id) {
  Object wanted;
  wanted.kind = ObjectKind::instance;
  wanted.class_id = class_id;
  wanted.class_kind = kind_of(class_id);
  wanted.instance = send.instance;
  wanted.instruction = send.instruction;
  return object(wanted);
}

InstanceId Solver::method_instance(const Send& send, FunctionId method, ObjectId receiver) {
  const Function& function = module_.functions[method];
  uint32_t split = 0;
  bool class_side = function.class_id.valid() && module_.classes[function.class_id].is_meta;
  if (index_.is_split_by_receiver(module_, method)) {
    if (clones_[method.value] < limits_.clones_of_starters) split = receiver.value;
  } else if (class_side || index_.starters[method.index()] == Starter::argument) {
    // Functions that create objects are distinguished by their callers, or all objects of a class with its
    // own `new` were one; so are starters of blocks they get, or the first call started the threads of all.
    const Function& caller = module_.functions[heap_.instances[send.instance].function];
    if (clones_[method.value] < limits_.clones_of_class_methods) {
      split = kCallerSplit | (caller.instructions.first + send.instruction);
    }
  }
  size_t before = heap_.instances.size();
  const Instance& caller = heap_.instances[send.instance];
  guesses_ = static_cast<uint8_t>(caller.guesses + (send.fallback ? 1 : 0));
  uint16_t depth = static_cast<uint16_t>(std::min(caller.depth + 1, kMaxCallDepth));
  InstanceId callee = instance(method, caller.context, {}, split, depth);
  if (heap_.instances.size() != before && split != 0) ++clones_[method.value];
  return callee;
}

// Counts the targets of a send.
bool Solver::may_call_more(const Send& send) {
  uint64_t site = uint64_t{send.instance.value} << 32 | send.instruction;
  uint32_t& count = target_counts_[site];
  if (count == limits_.max_targets) ++heap_.megamorphic_sends;
  return ++count <= limits_.max_targets;
}

void Solver::call_method(const Send& send, FunctionId method, ObjectId receiver) {
  uint32_t told_apart = index_.is_split_by_receiver(module_, method) ? receiver.value : 0;
  uint64_t key = hash_combine(uint64_t{send.instance.value} << 32 | send.instruction,
                              uint64_t{method.value} << 32 | told_apart);
  key = hash_combine(key, uint64_t{send.selector.value} << 1 | (send.fallback ? 1 : 0));
  auto known = callees_.find(key);
  if (known != callees_.end()) {
    if (known->second.valid()) add_object(self_node(module_, heap_, known->second), receiver);
    return;
  }
  InstanceId callee = may_call_more(send) ? method_instance(send, method, receiver) : InstanceId();
  callees_.emplace(key, callee);
  if (!callee.valid()) return;
  const Function& function = module_.functions[method];
  add_object(self_node(module_, heap_, callee), receiver);
  size_t count = std::min<size_t>(function.arguments, send.arguments.size());
  for (uint32_t i = 0; i < count; ++i) {
    add_copy(send.arguments[i], local_node(module_, heap_, callee, module_.declared(function, i)));
  }
  add_copy(return_node(module_, heap_, callee), send.result);
  CallEdge edge;
  edge.instruction = send.instruction;
  edge.callee = callee;
  edge.kind = CallKind::method;
  edge.fallback = send.fallback;
  add_call(send.instance, edge);
}

void Solver::add_call(InstanceId caller, CallEdge edge) {
  uint64_t flags =
      static_cast<uint64_t>(edge.kind) | uint64_t{edge.unlocked} << 2 | uint64_t{edge.fallback} << 3;
  uint64_t key =
      hash_combine(uint64_t{caller.value} << 32 | edge.instruction, uint64_t{edge.callee.value} << 8 | flags);
  const uint64_t after = edge.after.valid() ? uint64_t{edge.after.value} + 2 : 1;
  if (!done_index_.insert(hash_combine(key, after)).second) return;
  heap_.calls[caller.index()].push_back(edge);
}

void Solver::call_block(InstanceId site, uint32_t instruction, const BlockRequest& request,
                        ObjectId closure) {
  const Object block = heap_.objects[closure];
  const Function& function = module_.functions[block.function];
  guesses_ = heap_.instances[site].guesses;
  InstanceId callee =
      instance(block.function, heap_.instances[site].context, block.instance, 0, heap_.instances[site].depth);
  size_t count = std::min<size_t>(function.arguments, request.given.size());
  for (uint32_t i = 0; i < count; ++i) {
    add_copy(request.given[i], local_node(module_, heap_, callee, module_.declared(function, i)));
  }
  add_copy(return_node(module_, heap_, callee), request.answer);
  CallEdge edge = request.edge;
  edge.instruction = instruction;
  edge.callee = callee;
  edge.kind = CallKind::block;
  add_call(site, edge);
}

void Solver::start_thread(InstanceId site, uint32_t instruction, const BlockRequest& request,
                          ObjectId closure) {
  const Object block = heap_.objects[closure];
  const Function& function = module_.functions[block.function];
  ContextId context = thread_context(site, instruction, closure);
  guesses_ = heap_.instances[site].guesses;
  InstanceId body = instance(block.function, context, block.instance, 0, 0);
  size_t count = std::min<size_t>(function.arguments, request.given.size());
  for (uint32_t i = 0; i < count; ++i) {
    add_copy(request.given[i], local_node(module_, heap_, body, module_.declared(function, i)));
  }
  Object handle;
  handle.kind = ObjectKind::thread;
  handle.class_kind = request.handle_kind;
  handle.instance = site;
  handle.instruction = instruction;
  handle.body = body;
  ObjectId made = object(handle);
  add_copy(return_node(module_, heap_, body), contents_node(made));
  add_object(request.handle_to, made);
  add_copy(return_node(module_, heap_, body), request.answer);
  if (!request.starts) return;
  CallEdge edge = request.edge;
  edge.instruction = instruction;
  edge.callee = body;
  edge.kind = CallKind::start;
  add_call(site, edge);
}

void Solver::perform(const Send& send, ObjectId receiver, ObjectId selector) {
  const Object& symbol = heap_.objects[selector];
  if (symbol.kind != ObjectKind::literal || !symbol.literal.valid()) return;
  const Literal& literal = module_.literals[symbol.literal];
  bool named = literal.kind == LiteralKind::symbol || literal.kind == LiteralKind::string;
  if (!named || !literal.text.valid()) return;
  Send sent = send;
  sent.selector = literal.text;
  sent.to_super = false;
  const SelectorModel* how =
      find_model(settings_.model, module_.text(send.selector), ClassKind::any, false, Dialect::unknown);
  if (how != nullptr && how->role == Role::perform_with_arguments) {
    NodeId contents = send.arguments.size() > 1 ? contents_of_node(send.arguments[1]) : NodeId();
    std::string_view name = module_.text(literal.text);
    size_t colons = static_cast<size_t>(std::count(name.begin(), name.end(), ':'));
    sent.arguments.assign(std::min<size_t>(colons, 16), contents);
  } else if (!sent.arguments.empty()) {
    sent.arguments.erase(sent.arguments.begin());
  }
  dispatch(sent, receiver);
}

}  // namespace dh::whole
