// Objects and lambdas that only a private field refers to: their code runs where the field is called.
#include "java/flow/lower.h"
#include "java/syntax/tree_walk.h"

namespace dh::java {

namespace {

struct Mentions {
  size_t all = 0;
  size_t calls = 0;  // f of f.m(...)
};

Symbol mentioned(const Node* node) {
  if (const auto* plain = as<Name>(node)) return plain->name;
  const auto* access = as<FieldAccess>(node);
  return access != nullptr ? access->name.name : Symbol();
}

// How the names of fields are used in the code.
FlatMap<Symbol, Mentions> mentions_in(const Node* code) {
  FlatMap<Symbol, Mentions> mentions;
  walk(code, [&](const Node* node) {
    if (Symbol name = mentioned(node); name.valid()) mentions[name].all++;
    if (const auto* call = as<Call>(node); call != nullptr && call->target != nullptr) {
      if (Symbol name = mentioned(call->target); name.valid()) mentions[name].calls++;
    }
    return true;
  });
  return mentions;
}

// Whether code hands out its own object: `this` other than in this.f and this.m().
bool hands_out_this(const Node* code) {
  size_t all = 0;
  size_t harmless = 0;
  auto is_this = [](const Node* node) {
    const auto* self = as<This>(node);
    return self != nullptr && self->qualifier == nullptr;
  };
  walk(code, [&](const Node* node) {
    if (is_this(node)) ++all;
    if (const auto* access = as<FieldAccess>(node); access != nullptr && is_this(access->target)) ++harmless;
    if (const auto* call = as<Call>(node);
        call != nullptr && call->target != nullptr && is_this(call->target))
      ++harmless;
    return true;
  });
  return all != harmless;
}

}  // namespace

void Lowerer::find_confined() {
  const FileInfo& file = index().file(index().type(top_).file);
  std::vector<FieldId> candidates;
  for (TypeId type : file.types) {
    if (!in_unit(type)) continue;
    for (FieldId id : index().type(type).fields) {
      const FieldInfo& field = index().field(id);
      const Expr* value = field.decl != nullptr && field.has(kPrivate) ? field.decl->init : nullptr;
      const auto* made = as<NewObject>(value);
      bool code = as<Lambda>(value) != nullptr || (made != nullptr && made->body != nullptr);
      if (code && knowledge().never_reassigned(id)) candidates.push_back(id);
    }
  }
  if (candidates.empty()) return;
  FlatMap<Symbol, Mentions> mentions = mentions_in(index().type(top_).decl);
  for (FieldId id : candidates) {
    const Mentions& uses = mentions[index().field(id).name];
    if (uses.calls == 0 || uses.calls != uses.all) continue;
    const auto* made = as<NewObject>(index().field(id).decl->init);
    TypeId type = made != nullptr ? index().type_of(made->body) : TypeId();
    if (made != nullptr && (!type.valid() || hands_out_this(made->body))) continue;
    unit_.confined[id] = type;
    if (type.valid()) unit_.confined_types.insert(type);
  }
}

// new T() { ... }.m(), where m is one of its own methods: no other code can refer to the object.
bool Lowerer::run_nameless(const Call& call) {
  const auto* made = as<NewObject>(call.target);
  TypeId type = made != nullptr && made->body != nullptr ? index().type_of(made->body) : TypeId();
  if (!type.valid() || hands_out_this(made->body)) return false;
  bool own = false;
  for (MethodId m : index().type(type).methods) own = own || index().method(m).name == call.name.name;
  if (!own) return false;
  unit_.confined_types.insert(type);
  for (BodyId body : methods_of_anonymous(type)) op(OpKind::run, body.value);
  return true;
}

// f.m() may run everything of the object that f holds.
void Lowerer::run_confined(const Call& call) {
  if (run_nameless(call)) return;
  FieldRef ref = call.target != nullptr ? resolver_.field_of(call.target) : FieldRef{};
  auto it = ref.field.valid() ? unit_.confined.find(ref.field) : unit_.confined.end();
  if (it == unit_.confined.end()) return;
  if (!it->second.valid()) {
    auto lambda = unit_.confined_lambdas.find(ref.field);
    // Called before its field was examined: the target is unknown.
    if (lambda == unit_.confined_lambdas.end()) {
      unit_.confined.erase(it);
    } else {
      op(OpKind::run, lambda->second.value);
    }
    return;
  }
  for (BodyId body : methods_of_anonymous(it->second)) op(OpKind::run, body.value);
}

}  // namespace dh::java
