// The effect of library methods on values, blocks and threads, as their models say.
#include "whole_program/solver_state.h"

namespace dh::whole {

using namespace smallir;

namespace {

// Whether later phases need to know that a model was used.
bool matters_later(const SelectorModel& model) {
  return model.reads || model.writes || model.role != Role::none;
}

}  // namespace

void Solver::apply_model(const Send& send, const SelectorModel& model, ObjectId receiver) {
  uint64_t key = hash_combine(uint64_t{send.instance.value} << 32 | send.instruction,
                              uint64_t{receiver.value} << 32 | (&model - settings_.model.selectors.data()));
  if (!done_index_.insert(hash_combine(key, 2)).second) return;
  // Literal strings and arrays have a fixed size: a send that adds to them means another object.
  if (model.resizes && receiver.valid() && heap_.objects[receiver].kind == ObjectKind::literal) return;
  if (matters_later(model)) {
    heap_.model_uses[send.instance.index()].push_back({send.instruction, &model, receiver});
  }
  if (receiver.valid()) {
    for (uint8_t argument : model.stores) {
      bool in_new_object = model.role == Role::allocate || model.makes != ClassKind::any;
      if (argument > send.arguments.size() || in_new_object) continue;
      add_copy(send.arguments[argument - 1u], contents_node(receiver));
    }
  }
  apply_runs(send, model, receiver);
  apply_role(send, model, receiver);
  apply_answer(send, model, receiver);
}

NodeId Solver::source_node(const Send& send, ValueSource source, ObjectId receiver) {
  auto argument = [&]() -> NodeId {
    if (source.index == 0 || source.index > send.arguments.size()) return {};
    return send.arguments[source.index - 1u];
  };
  switch (source.kind) {
    case ValueSource::Kind::receiver:
      return receiver.valid() ? constant_node(receiver) : NodeId();
    case ValueSource::Kind::argument:
      return argument();
    case ValueSource::Kind::contents:
      return receiver.valid() ? contents_node(receiver) : NodeId();
    case ValueSource::Kind::contents_of_argument:
      return contents_of_node(argument());
    case ValueSource::Kind::class_of_receiver: {
      if (!receiver.valid()) return {};
      const Object& object = heap_.objects[receiver];
      if (!object.class_id.valid() || object.kind == ObjectKind::class_object) return {};
      return constant_node(class_object(object.class_id));
    }
    case ValueSource::Kind::nothing:
    case ValueSource::Kind::block_result:
    case ValueSource::Kind::fresh:
    case ValueSource::Kind::copy:
    case ValueSource::Kind::collected:
    case ValueSource::Kind::thread:
      return {};
  }
  return {};
}

void Solver::run_operand(const Send& send, uint8_t operand, ObjectId receiver, BlockRequest request) {
  if (operand == 0) {
    if (!receiver.valid()) return;
    if (heap_.objects[receiver].class_kind == ClassKind::message_send) run_kept(send, request, receiver);
    if (heap_.objects[receiver].kind != ObjectKind::closure) return;
    if (request.thread) {
      start_thread(send.instance, send.instruction, request, receiver);
    } else {
      call_block(send.instance, send.instruction, request, receiver);
    }
    return;
  }
  if (operand <= send.arguments.size()) run_blocks_at(send, send.arguments[operand - 1u], std::move(request));
}

void Solver::run_blocks_at(const Send& send, NodeId node, BlockRequest request) {
  requests_.push_back(std::move(request));
  uint32_t index = static_cast<uint32_t>(requests_.size() - 1);
  listen(node, {Reaction::run_block, send.instance, send.instruction, index, {}});
}

void Solver::apply_runs(const Send& send, const SelectorModel& model, ObjectId receiver) {
  for (const BlockRun& run : model.runs) {
    BlockRequest request;
    for (ValueSource given : run.given) request.given.push_back(source_node(send, given, receiver));
    request.edge.often = run.often;
    request.edge.certain = run.certain;
    request.edge.unlocked = run.unlocked;
    request.edge.role = model.role;
    request.edge.unpreempted = model.role == Role::unpreempted;
    if (model.answers.kind == ValueSource::Kind::block_result) {
      // Alternatives (ifTrue:ifFalse:, at:ifAbsent:) answer what any of their blocks answers.
      request.answer = send.result;
    } else if (model.answers.kind == ValueSource::Kind::collected && model.answers.index == run.operand) {
      Object collection;
      collection.kind = ObjectKind::instance;
      collection.class_kind = ClassKind::collection;
      if (receiver.valid()) collection.class_id = heap_.objects[receiver].class_id;
      collection.instance = send.instance;
      collection.instruction = send.instruction;
      ObjectId made = object(collection, 3);
      add_object(send.result, made);
      request.answer = contents_node(made);
    }
    if (!run.contents) {
      run_operand(send, run.operand, receiver, std::move(request));
    } else if (receiver.valid()) {
      run_blocks_at(send, contents_node(receiver), std::move(request));
    }
  }
}

void Solver::apply_role(const Send& send, const SelectorModel& model, ObjectId receiver) {
  BlockRequest request;
  request.edge.role = model.role;
  switch (model.role) {
    case Role::allocate:
      allocate(send, model, receiver);
      return;
    case Role::start_thread:
    case Role::create_thread:
    case Role::promise:
    case Role::fork_unpreempted:
    case Role::later:
    case Role::later_in_ui:
      request.thread = true;
      request.starts = model.role != Role::create_thread;
      request.edge.unpreempted = model.role == Role::fork_unpreempted;
      request.handle_kind = model.role == Role::promise ? ClassKind::promise : ClassKind::process;
      if (model.role == Role::later && receiver.valid()) request.edge.after = heap_.objects[receiver].body;
      if (model.answers.kind == ValueSource::Kind::thread) request.handle_to = send.result;
      if (model.answers.kind == ValueSource::Kind::block_result) request.answer = send.result;
      for (ValueSource given : model.gives) request.given.push_back(source_node(send, given, receiver));
      run_operand(send, model.body, receiver, std::move(request));
      return;
    case Role::start_and_join:
      // Its sender waits for it, whatever locks it holds: as if the block ran in place.
      request.edge.joined = true;
      request.edge.certain = true;
      if (model.answers.kind == ValueSource::Kind::block_result) request.answer = send.result;
      run_operand(send, model.body, receiver, std::move(request));
      return;
    case Role::resume:
      if (receiver.valid() && heap_.objects[receiver].body.valid()) {
        CallEdge edge = request.edge;
        edge.instruction = send.instruction;
        edge.callee = heap_.objects[receiver].body;
        edge.kind = CallKind::start;
        add_call(send.instance, edge);
      }
      return;
    case Role::evaluate:
      request.given = send.arguments;
      request.answer = send.result;
      run_operand(send, 0, receiver, std::move(request));
      return;
    case Role::evaluate_with_arguments:
      if (!send.arguments.empty()) request.given.assign(8, contents_of_node(send.arguments[0]));
      request.answer = send.result;
      run_operand(send, 0, receiver, std::move(request));
      return;
    case Role::perform:
    case Role::perform_with_arguments:
      // The model applies to the send as written; a performed perform: is not followed.
      if (!send.arguments.empty() && receiver.valid() &&
          send.selector == send_at(send.instance, send.instruction).selector) {
        listen(send.arguments[0], {Reaction::perform, send.instance, send.instruction, receiver.value, {}});
      }
      return;
    case Role::later_send:
      apply_later_send(send, model, receiver);
      return;
    case Role::keep_send:
      if (receiver.valid() && send.arguments.size() >= 3) keep_send(send, receiver);
      return;
    case Role::send_to_contents:
      if (receiver.valid()) send_to_contents(send, model, receiver);
      return;
    case Role::put:
      if (receiver.valid() && !send.arguments.empty() && model.stores.empty()) {
        add_copy(send.arguments[0], contents_node(receiver));
      }
      return;
    case Role::none:
    case Role::join:
    case Role::ended:
    case Role::request_end:
    case Role::paused:
    case Role::critical:
    case Role::critical_read:
    case Role::critical_write:
    case Role::acquire:
    case Role::release:
    case Role::lock_wait:
    case Role::lock_signal:
    case Role::signal:
    case Role::signal_all:
    case Role::wait:
    case Role::timed_wait:
    case Role::take:
    case Role::unpreempted:
    case Role::no_order:
      return;
  }
}

// `announcer when: Event send: #changed: to: self`: as if the receiver held a block that sends it.
void Solver::keep_send(const Send& send, ObjectId receiver) {
  Object wanted;
  wanted.kind = ObjectKind::instance;
  wanted.class_kind = ClassKind::message_send;
  wanted.instance = send.instance;
  wanted.instruction = send.instruction;
  ObjectId made = object(wanted, 6);
  add_copy(send.arguments[1], contents_node(made));
  add_copy(send.arguments[2], contents_node(made));
  add_object(contents_node(receiver), made);
}

void Solver::send_to_contents(const Send& send, const SelectorModel& model, ObjectId receiver) {
  for (const std::string& name : model.notifies) {
    Symbol selector = module_.names.find(name);
    if (!selector.valid()) continue;
    Send sent = send;
    sent.selector = selector;
    sent.result = {};
    sent.to_super = false;
    listen_for_send(contents_node(receiver), std::move(sent), Reaction::run_symbol);
  }
}

// Sends what a MessageSend keeps: its selector to its receiver, both among its contents.
void Solver::run_kept(const Send& send, const BlockRequest& request, ObjectId kept) {
  if (request.thread) return;
  Send sent = send;
  sent.result = request.answer;
  sent.arguments = request.given;
  sent.to_super = false;
  listen_for_send(contents_node(kept), std::move(sent), Reaction::run_kept);
}

void Solver::listen_for_send(NodeId node, Send send, Reaction reaction) {
  Listener listener{reaction, send.instance, send.instruction, 0, node};
  symbol_sends_.push_back(std::move(send));
  listener.what = static_cast<uint32_t>(symbol_sends_.size() - 1);
  listen(node, listener);
}

// The message as if a block that sends it were started as a thread.
void Solver::apply_later_send(const Send& send, const SelectorModel& model, ObjectId receiver) {
  if (model.to > send.arguments.size()) return;
  Listener listener{Reaction::later, send.instance, send.instruction, 0, {}};
  listener.what = static_cast<uint32_t>(&model - settings_.model.selectors.data());
  if (model.to != 0) {
    listen(send.arguments[model.to - 1u], listener);
  } else if (receiver.valid()) {
    later(send, model, receiver);
  }
}

void Solver::later(const Send& send, const SelectorModel& model, ObjectId receiver) {
  Symbol selector = model.sends.empty() ? literal_selector(send, 0) : module_.names.find(model.sends);
  if (!selector.valid()) return;
  FunctionId method = find_target(heap_.objects[receiver], selector, {}).method;
  if (!method.valid()) return;
  InstanceId body = instance(method, thread_context(send.instance, send.instruction, receiver), {},
                             index_.starts(method) ? receiver.value : 0, 0);
  add_object(self_node(module_, heap_, body), receiver);
  const Function& function = module_.functions[method];
  for (uint32_t i = 0; i < function.arguments && model.to + i < send.arguments.size(); ++i) {
    add_copy(send.arguments[model.to + i], local_node(module_, heap_, body, module_.declared(function, i)));
  }
  CallEdge edge;
  edge.instruction = send.instruction;
  edge.callee = body;
  edge.kind = CallKind::start;
  edge.role = model.role;
  add_call(send.instance, edge);
}

// The literal symbol that is an argument in the source.
Symbol Solver::literal_selector(const Send& send, uint32_t argument) const {
  const Function& function = module_.functions[heap_.instances[send.instance].function];
  std::span<const Value> operands = module_.operands_of(module_.body(function)[send.instruction]);
  if (operands.size() <= argument + 1 || operands[argument + 1].kind() != Value::Kind::literal) return {};
  return module_.literals[operands[argument + 1].literal()].text;
}

void Solver::allocate(const Send& send, const SelectorModel& model, ObjectId receiver) {
  if (!receiver.valid() || heap_.objects[receiver].kind != ObjectKind::class_object) return;
  ClassId class_id = module_.classes[heap_.objects[receiver].class_id].other_side;
  Object wanted;
  wanted.kind = ObjectKind::instance;
  wanted.class_id = class_id;
  wanted.class_kind = model.makes != ClassKind::any ? model.makes : kind_of(class_id);
  wanted.instance = send.instance;
  wanted.instruction = send.instruction;
  ObjectId made = object(wanted);
  add_object(send.result, made);
  for (uint8_t argument : model.stores) {
    if (argument <= send.arguments.size()) add_copy(send.arguments[argument - 1u], contents_node(made));
  }
  if (model.sends.empty() || !module_.classes[class_id].new_sends_initialize) return;
  Symbol initialize = module_.names.find(model.sends);
  if (!initialize.valid()) return;
  FunctionId method = lookup(module_, class_id, initialize);
  if (!method.valid()) return;
  Send sent = send;
  sent.selector = initialize;
  sent.arguments.clear();
  sent.result = {};
  sent.to_super = false;
  call_method(sent, method, made);
}

void Solver::copy_object(const Send& send, ObjectId receiver) {
  const Object original = heap_.objects[receiver];
  if (original.kind != ObjectKind::instance && original.kind != ObjectKind::literal) {
    add_object(send.result, receiver);
    return;
  }
  Object wanted = original;
  wanted.kind = ObjectKind::instance;
  wanted.instance = send.instance;
  wanted.instruction = send.instruction;
  wanted.literal = {};
  ObjectId made = object(wanted, 4);
  add_object(send.result, made);
  if (made == receiver) return;
  add_copy(contents_node(receiver), contents_node(made));
  for (ClassId at = wanted.class_id; at.valid(); at = module_.classes[at].superclass) {
    PoolRange fields = module_.classes[at].fields;
    for (uint32_t i = 0; i < fields.count; ++i) {
      add_copy(field_node(receiver, fields.first + i), field_node(made, fields.first + i));
    }
  }
}

void Solver::apply_answer(const Send& send, const SelectorModel& model, ObjectId receiver) {
  switch (model.answers.kind) {
    case ValueSource::Kind::nothing:
    case ValueSource::Kind::collected:
    case ValueSource::Kind::thread:
      return;
    case ValueSource::Kind::receiver:
      add_object(send.result, receiver);
      return;
    case ValueSource::Kind::argument:
    case ValueSource::Kind::contents:
    case ValueSource::Kind::contents_of_argument:
    case ValueSource::Kind::class_of_receiver:
      add_copy(source_node(send, model.answers, receiver), send.result);
      return;
    case ValueSource::Kind::block_result:
      if (model.role == Role::join && receiver.valid()) add_copy(contents_node(receiver), send.result);
      return;
    case ValueSource::Kind::copy:
      if (receiver.valid()) copy_object(send, receiver);
      return;
    case ValueSource::Kind::fresh:
      if (model.role != Role::allocate && receiver.valid()) {
        Object wanted;
        wanted.kind = ObjectKind::instance;
        wanted.class_id = model.makes == ClassKind::any ? heap_.objects[receiver].class_id : ClassId();
        wanted.class_kind = model.makes == ClassKind::any ? heap_.objects[receiver].class_kind : model.makes;
        wanted.instance = send.instance;
        wanted.instruction = send.instruction;
        ObjectId made = object(wanted, 5);
        add_object(send.result, made);
        for (uint8_t argument : model.stores) {
          if (argument <= send.arguments.size()) add_copy(send.arguments[argument - 1u], contents_node(made));
        }
      }
      return;
  }
}

// The receiver is unknown: literal block arguments are assumed to run in place, under the lock if
// the selector takes one.
void Solver::run_arguments_of_unknown(const Send& send) {
  if (!limits_.run_blocks_of_unknown) return;
  auto it = settings_.model.by_selector.find(module_.text(send.selector));
  if (it != settings_.model.by_selector.end()) {
    for (auto index = it->second.rbegin(); index != it->second.rend(); ++index) {
      const SelectorModel& model = settings_.model.selectors[*index];
      if (model.on_class_side || model.runs.empty()) continue;
      apply_model(send, model, {});
      return;
    }
  }
  uint64_t key = hash_combine(uint64_t{send.instance.value} << 32 | send.instruction, 6);
  if (!done_index_.insert(key).second) return;
  for (size_t i = 0; i < send.arguments.size(); ++i) {
    BlockRequest request;
    request.edge.certain = false;
    request.edge.often = true;
    request.answer = send.result;
    run_operand(send, static_cast<uint8_t>(std::min<size_t>(i + 1, 200)), {}, std::move(request));
  }
}

}  // namespace dh::whole
