// Bodies: methods, constructors, initialisers and lambdas.
#include "java/flow/lower.h"

#include <fmt/format.h>

#include <algorithm>

#include "java/flow/guards.h"
#include "java/syntax/tree_walk.h"

namespace dh::java {

MonitorId Unit::monitor(const Monitor& m) {
  auto [it, added] = monitor_ids.try_emplace(m, monitors.next_id());
  if (added) monitors.add(m);
  if (!m.stable) monitors[it->second].stable = false;
  if (m.serial) monitors[it->second].serial = true;
  return it->second;
}

PathId Unit::text_path(std::string_view text) {
  auto it = std::find(texts.begin(), texts.end(), text);
  if (it == texts.end()) it = texts.insert(texts.end(), std::string(text));
  return paths.root(Step::text, static_cast<uint32_t>(it - texts.begin()));
}

uint32_t Unit::content(ContentUse use) {
  auto it = std::find(contents.begin() + 1, contents.end(), use);
  if (it == contents.end()) it = contents.insert(it, std::move(use));
  return static_cast<uint32_t>(it - contents.begin());
}

bool Unit::contents_meet(uint32_t a, uint32_t b) const {
  if (a == 0 || b == 0) return true;
  auto share = [](const std::vector<FieldId>& x, const std::vector<FieldId>& y) {
    return std::any_of(x.begin(), x.end(),
                       [&](FieldId f) { return std::binary_search(y.begin(), y.end(), f); });
  };
  const ContentUse& one = contents[a];
  const ContentUse& other = contents[b];
  return share(one.written, other.written) || share(one.written, other.read) ||
         share(one.read, other.written);
}

namespace {

std::string parameter_list(const Index& index, MethodId id) {
  std::string list;
  const MethodInfo& method = index.method(id);
  for (size_t i = 0; i < method.decl->params.size(); ++i) {
    if (i > 0) list += ", ";
    TypeRef type = index.param_type(id, i);
    list += type.known() ? index.text(type.simple) : "?";
    for (uint32_t d = 0; d < type.dims; ++d) list += "[]";
  }
  return list;
}

}  // namespace

BodyId Lowerer::new_body(BodyKind kind, TypeId owner, std::string name) {
  BodyId id = unit_.bodies.add();
  Body& body = unit_.bodies[id];
  body.kind = kind;
  body.owner = owner;
  body.subject = owner;
  body.name = std::move(name);
  body.file = index().type(owner).file;
  return id;
}

void Lowerer::begin(Frame& frame, BodyId body, const Node* tree) {
  frame.body = body;
  frame.exit = frame.flow.new_block();
  // How often each name is assigned: locals that are assigned once have one meaning.
  walk(tree, [&](const Node* node) {
    const Expr* target = nullptr;
    if (const auto* assign = as<Assign>(node)) target = assign->target;
    if (const auto* step = as<IncDec>(node)) target = step->operand;
    if (const auto* name = as<Name>(target)) frame.assignments[name->name]++;
    return true;
  });
  frame_ = &frame;
}

void Lowerer::end(Frame& frame, Frame* outer) {
  if (frame.flow.reachable()) frame.flow.jump(frame.exit);
  Body& body = unit_.bodies[frame.body];
  body.flow = frame.flow.take(frame.exit);
  if (frame.optimistic) body.unvalidated = forget_unvalidated(body.flow);
  body.too_big = frame.too_big;
  if (frame.too_big) body.flow = Flow{};
  frame_ = outer;
}

void Lowerer::add_class(TypeId type) {
  find_confined();
  size_t mark = resolver_.mark();
  resolver_.enter_context(type);
  add_members(type);
  resolver_.leave(mark);
}

// The scope is that of the class.
void Lowerer::add_members(TypeId type) {
  const TypeInfo& info = index().type(type);
  Frame* outer = frame_;
  frame_ = nullptr;
  for (MethodId id : info.methods) body_of(id, type);
  if (info.is_local) {
    // The variables around are only in scope now.
    std::vector<Waiting> here;
    std::swap(here, waiting_);
    for (const Waiting& w : here) {
      if (index().method(w.method).owner == type && unit_.bodies[w.body].subject == type) {
        size_t mark = resolver_.mark();
        lower_method(w.body, *index().method(w.method).decl);
        resolver_.leave(mark);
      } else {
        waiting_.push_back(w);
      }
    }
  }
  lower_initializers(type, true);
  lower_initializers(type, false);
  add_lombok_accessors(type);
  for (TypeId member : info.member_types) {
    size_t mark = resolver_.mark();
    resolver_.enter_class(member);
    add_members(member);
    resolver_.leave(mark);
  }
  frame_ = outer;
}

BodyId Lowerer::body_of(MethodId method, TypeId subject) {
  const MethodInfo& info = index().method(method);
  // Inner classes of inherited methods are copied for each subclass.
  uint32_t around = index().type(info.owner).is_local ? resolver_.outermost_subject().value : 0;
  std::pair<uint64_t, uint32_t> key{(uint64_t{method.value} << 32) | subject.value, around};
  auto it = method_bodies_.find(key);
  if (it != method_bodies_.end()) return it->second;
  if (info.decl->body == nullptr) return BodyId();
  bool constructor = info.is_constructor();
  std::string name =
      fmt::format("{}.{}({})", index().type(info.owner).display,
                  constructor ? "new" : index().text(info.name), parameter_list(index(), method));
  BodyId id = new_body(constructor ? BodyKind::constructor : BodyKind::method, info.owner, std::move(name));
  method_bodies_[key] = id;
  Body& body = unit_.bodies[id];
  body.subject = subject;
  body.method = method;
  body.span = info.decl->name.span;
  body.is_static = info.has(kStatic);
  waiting_.push_back({id, method});
  return id;
}

void Lowerer::finish() {
  while (!waiting_.empty()) {
    Waiting next = waiting_.back();
    waiting_.pop_back();
    size_t mark = resolver_.mark();
    size_t subjects = resolver_.subject_mark();
    const Body& body = unit_.bodies[next.body];
    if (body.subject != body.owner) resolver_.set_subject(body.owner, body.subject);
    resolver_.enter_context(body.owner);
    lower_method(next.body, *index().method(next.method).decl);
    resolver_.leave(mark);
    resolver_.leave_subject(subjects);
  }
}

void Lowerer::lower_method(BodyId id, const Method& method) {
  Frame* outer = frame_;
  Frame frame;
  const Method* outer_method = resolver_.method();
  resolver_.set_method(&method);
  begin(frame, id, &method);
  FlatMap<Symbol, PathId> kept_by_name;
  if (method.is_constructor() && !method.params.empty()) kept_by_name = kept_params(method);
  int32_t number = 0;
  for (const Var* param : method.params) {
    VarId var = declare_param(*param, number++);
    auto found = kept_by_name.find(param->name.name);
    bool is_kept = found != kept_by_name.end() && variables_[var].assigned_once;
    PathId kept = is_kept ? found->second : PathId();
    if (is_kept) variables_[var].alias = {kept, true};
    unit_.bodies[id].params.push_back({var, false, false, false, kept});
  }
  set_entry_locks(unit_.bodies[id], unit_.bodies[id].method);
  statements(method.body->statements);
  end(frame, outer);
  resolver_.set_method(outer_method);
}

// Parameters of a constructor with the field of the new object that keeps them for good: `this.f = f`, where
// nothing else ever assigns f.
FlatMap<Symbol, PathId> Lowerer::kept_params(const Method& constructor) {
  FlatMap<Symbol, PathId> kept;
  TypeId owner = resolver_.this_class();
  for (FieldId id : index().type(owner).fields) {
    const FieldInfo& field = index().field(id);
    if (field.type.primitive || field.has(kStatic)) continue;
    const FieldSources::Assignment* set = knowledge().only_assignment(id);
    const auto* value = set != nullptr && set->method == &constructor ? as<Name>(set->value) : nullptr;
    if (value != nullptr) kept[value->name] = unit_.paths.child(resolver_.self(owner), Step::field, id.value);
  }
  return kept;
}

// onNext() of a Subscriber: its caller waits until the call before has returned.
bool Lowerer::is_serial_callback(const MethodInfo& method) const {
  const StringSet& callbacks = knowledge().models().serial_callbacks;
  auto listed = [&](std::string_view type) {
    return callbacks.contains(std::string(type) + "." + std::string(index().text(method.name)));
  };
  for (const TypeRef& foreign : index().foreign_supertypes(method.owner)) {
    if (listed(index().text(foreign.simple))) return true;
  }
  for (TypeId super : index().supertypes(method.owner)) {
    if (index().type(super).kind() == ClassKind::kInterface && listed(index().text(index().type(super).name)))
      return true;
  }
  return false;
}

// run() of a Thread and main run on one thread each: neither runs concurrently with itself.
void Lowerer::confine(Body& body, const MethodInfo& method) {
  std::string_view name = index().text(method.name);
  if (name == "main" && method.has(kStatic) && method.has(kPublic) && method.arity == 1) {
    PathId path = unit_.paths.root(Step::class_object, method.owner.value * 2);
    body.at_entry.acquire(unit_.monitor({path, MonitorKind::thread}), LockMode::exclusive);
  }
  std::optional<std::string> thread = knowledge().confining_thread(method.annotations(), method.owner);
  if (!thread.has_value())
    thread = knowledge().confining_thread(index().type(method.owner).annotations(), method.owner);
  if (thread.has_value() && !thread->empty()) {
    bool of_object = *thread == "ANY" && !method.has(kStatic);
    PathId path = of_object ? unit_.paths.child(resolver_.self(method.owner), Step::element, 1)
                            : unit_.text_path("@" + *thread);
    body.at_entry.acquire(unit_.monitor({path, MonitorKind::thread}), LockMode::exclusive);
  }
  if (method.has(kStatic)) return;
  if (is_serial_callback(method)) {
    PathId path = unit_.paths.child(resolver_.self(method.owner), Step::element, 0);
    body.at_entry.acquire(unit_.monitor({path, MonitorKind::thread}), LockMode::exclusive);
  }
  if (name != "run" || method.arity != 0) return;
  for (const TypeRef& foreign : index().foreign_supertypes(method.owner)) {
    if (foreign.qualified != "java.lang.Thread") continue;
    PathId path = resolver_.self(method.owner);
    body.at_entry.acquire(unit_.monitor({path, MonitorKind::thread}), LockMode::exclusive);
    return;
  }
}

void Lowerer::set_entry_locks(Body& body, MethodId method) {
  const MethodInfo& info = index().method(method);
  if (info.has(kSynchronized)) {
    PathId path = info.has(kStatic) ? unit_.paths.root(Step::class_object, info.owner.value * 2)
                                    : resolver_.self(info.owner);
    body.at_entry.acquire(unit_.monitor({path, MonitorKind::intrinsic}), LockMode::exclusive);
  }
  confine(body, info);
  lombok_lock(body, info);
  for (const Guard& guard : method_guards(unit_, method)) {
    if (guard.opaque.valid())
      body.at_entry.acquire(unit_.monitor({guard.opaque, MonitorKind::intrinsic}), LockMode::exclusive);
    if (!guard.path.valid()) continue;
    PathId own = unit_.paths.root(Step::self, info.owner.value);
    PathId path = unit_.paths.rebase(guard.path, own, resolver_.self(info.owner));
    if (guard.parameter >= 0) {
      VarId var = body.params[static_cast<size_t>(guard.parameter)].var;
      path = unit_.paths.rebase(path, guard.parameter_root, unit_.paths.root(Step::local, var.value));
    }
    for (MonitorKind kind : {MonitorKind::intrinsic, MonitorKind::lock}) {
      if (guard.allows(kind)) body.at_entry.acquire(unit_.monitor({path, kind}), guard.to_write);
    }
  }
}

// Field initialisers and initialiser blocks, in the order they run.
void Lowerer::lower_initializers(TypeId type, bool is_static) {
  const TypeInfo& info = index().type(type);
  std::string name = info.display + (is_static ? " (static initialiser)" : " (initialiser)");
  BodyId id = new_body(is_static ? BodyKind::static_init : BodyKind::instance_init, type, std::move(name));
  unit_.bodies[id].is_static = is_static;
  unit_.bodies[id].span = info.decl->name.span;
  Frame* outer = frame_;
  Frame frame;
  begin(frame, id, info.decl);
  size_t mark = resolver_.mark();
  for (const EnumConstant* constant : info.decl->constants) {
    if (!is_static) break;
    for (const Expr* arg : constant->args) expression(arg, {});
    TypeId body = constant->body != nullptr ? index().type_of(constant->body) : TypeId();
    if (body.valid()) {
      resolver_.enter_class(body);
      add_members(body);
      resolver_.leave(mark);
    }
  }
  for (const Node* member : info.decl->members) {
    if (const auto* var = as<Var>(member); var != nullptr && var->init != nullptr) {
      FieldId field = index().field_of(var);
      if (!field.valid() || index().field(field).has(kStatic) != is_static) continue;
      if (const auto* lambda = as<Lambda>(var->init); lambda != nullptr && unit_.confined.contains(field)) {
        unit_.confined_lambdas[field] = lower_lambda(*lambda);
        continue;
      }
      expression(var->init, {});
    }
    if (const auto* block = as<Initializer>(member); block != nullptr && block->is_static() == is_static) {
      if (block->body != nullptr) statement(block->body);
      resolver_.leave(mark);
    }
  }
  end(frame, outer);
}

BodyId Lowerer::lower_lambda(const Lambda& lambda) {
  TypeId owner = resolver_.this_class();
  std::string around = frame_ != nullptr ? unit_.bodies[frame_->body].name : index().type(owner).display;
  BodyId id = new_body(BodyKind::lambda, owner, "lambda in " + around);
  unit_.bodies[id].subject = resolver_.subject(owner);
  unit_.bodies[id].span = lambda.span;
  unit_.bodies[id].is_static = frame_ != nullptr && unit_.bodies[frame_->body].is_static;
  if (frame_ != nullptr) unit_.bodies[id].around = frame_->body;
  Frame* outer = frame_;
  Frame frame;
  size_t mark = resolver_.mark();
  begin(frame, id, &lambda);
  if (outer != nullptr) {
    for (const auto& [name, count] : outer->assignments) frame.assignments[name] += count;
  }
  int32_t number = 0;
  for (const Var* param : lambda.params) {
    VarId var = declare_param(*param, number++);
    unit_.bodies[id].params.push_back({var});
  }
  if (lambda.block() != nullptr) {
    statement(lambda.block());
  } else {
    expression(lambda.value(), {.leaks = true});
  }
  end(frame, outer);
  resolver_.leave(mark);
  return id;
}

// x::m as if it were the lambda () -> x.m().
BodyId Lowerer::lower_reference(const MethodRef& ref) {
  TypeId owner = resolver_.this_class();
  std::string around = frame_ != nullptr ? unit_.bodies[frame_->body].name : index().type(owner).display;
  BodyId id = new_body(BodyKind::lambda, owner, "method reference in " + around);
  unit_.bodies[id].subject = resolver_.subject(owner);
  unit_.bodies[id].span = ref.span;
  unit_.bodies[id].is_static = frame_ != nullptr && unit_.bodies[frame_->body].is_static;
  if (frame_ != nullptr) unit_.bodies[id].around = frame_->body;
  Frame* outer = frame_;
  Frame frame;
  if (outer != nullptr && !resolver_.as_type(ref.target).known()) expression(ref.target, {});
  begin(frame, id, &ref);
  method_reference(ref, true, true);
  end(frame, outer);
  return id;
}

VarId Lowerer::declare_param(const Var& var, int32_t number) {
  VarId id = declare(var, {});
  variables_[id].param = number;
  variables_[id].assigned_once = frame_->assignments[var.name.name] == 0;
  return id;
}

VarId Lowerer::declare(const Var& var, TypeRef type) {
  Variable variable;
  variable.name = var.name.name;
  variable.decl = &var;
  variable.type = type;
  variable.body = frame_->body;
  if (!type.known()) variable.type = resolver_.type_of_var(&var);
  int assignments = frame_->assignments[var.name.name];
  variable.assigned_once =
      assignments == 0 || (assignments == 1 && var.init == nullptr && var.role() == VarRole::kLocal);
  if (assignments == 0 && var.init != nullptr && !makes_fresh(var.init)) {
    // The initialiser is looked up before the variable itself is in scope.
    variable.alias = resolver_.path_of(var.init);
    if (knowledge().lock_type(variable.type) != nullptr) variable.lock = resolver_.lock_of(var.init);
    variable.content = resolver_.content_of(var.init);
  }
  return resolver_.declare(std::move(variable));
}

void Lowerer::op(OpKind kind, uint32_t a, uint32_t b, LockMode mode, bool throws) {
  constexpr size_t kMaxOps = 400000;
  if (frame_->flow.op_count() > kMaxOps) {
    frame_->too_big = true;
    return;
  }
  frame_->flow.add({kind, mode, throws, a, b});
}

MonitorId Lowerer::monitor_of(const LockRef& lock, MonitorKind kind) {
  return unit_.monitor({lock.path, kind, lock.stable});
}

}  // namespace dh::java
