// What methods do, read off their text.
#include <algorithm>

#include "java/flow/body_names.h"
#include "java/flow/knowledge.h"
#include "java/syntax/tree_walk.h"

namespace dh::java {

namespace {

void insert(std::vector<FieldId>& set, FieldId field) {
  auto at = std::lower_bound(set.begin(), set.end(), field);
  if (at == set.end() || *at != field) set.insert(at, field);
}

void merge(MethodEffect& into, const MethodEffect& from) {
  if (from.modifies) {
    into.modifies = true;
    for (FieldId field : from.written) insert(into.written, field);
  }
  if (from.reads) {
    into.reads = true;
    for (FieldId field : from.read) insert(into.read, field);
  }
}

}  // namespace

// Reads one method's text. Own fields are distinguished from local variables by name.
class EffectReader {
 public:
  EffectReader(const Knowledge& knowledge, MethodId id, int depth)
      : knowledge_(knowledge), index_(knowledge.index()), id_(id), depth_(depth) {}

  MethodEffect read() {
    const MethodInfo& info = index_.method(id_);
    owner_ = info.owner;
    MethodEffect effect;
    if (info.decl->body == nullptr) return effect;
    effect.known = true;
    effect_ = &effect;
    locals_ = declared_names(info.decl);
    params_ = info.decl->params;
    bool locked = info.has(kSynchronized) || takes_a_lock(info.decl->body);
    own_protection_ = locked;
    walk(info.decl->body, [&](const Node* node) { return visit(node); });
    return effect;
  }

 private:
  bool takes_a_lock(const Node* body) {
    bool found = false;
    walk(body, [&](const Node* node) {
      const auto* call = as<Call>(node);
      if (call == nullptr || call->target == nullptr) return !found;
      FieldId field = field_of(call->target);
      if (!field.valid() && is<Call>(call->target)) field = field_of(get<Call>(call->target).target);
      if (field.valid() && knowledge_.lock_type(index_.field(field).type) != nullptr) found = true;
      return !found;
    });
    return found;
  }

  FieldId field_of(const Expr* expr) {
    if (expr == nullptr) return FieldId();
    bool plain = false;
    Symbol name = own_name(expr, &plain);
    if (!name.valid() || (plain && locals_.contains(name))) return FieldId();
    return index_.find_field(owner_, name);
  }

  int param_of(const Expr* expr) {
    const auto* name = as<Name>(expr);
    if (name == nullptr) return -1;
    for (size_t i = 0; i < params_.size() && i < 64; ++i) {
      if (params_[i]->name.name == name->name) return static_cast<int>(i);
    }
    return -1;
  }

  // What is stored into or modified: `f`, `f[i]`, `f.g`, `p[i]`, ...
  void modify(const Expr* target, bool whole) {
    while (true) {
      if (const auto* element = as<ArrayAccess>(target)) {
        target = element->array;
        whole = false;
      } else if (const auto* access = as<FieldAccess>(target);
                 access != nullptr && !is<This>(access->target)) {
        target = access->target;
        whole = false;
      } else {
        break;
      }
    }
    int param = param_of(target);
    if (param >= 0 && !whole) effect_->params |= uint64_t{1} << param;
    FieldId field = field_of(target);
    if (!field.valid() || own_protection_) return;
    if (whole ? !index_.field(field).has(kVolatile) : unsafe_inside(field)) note_write(field);
  }

  void note_write(FieldId field) {
    effect_->modifies = true;
    insert(effect_->written, field);
  }

  void note_read(FieldId field) {
    effect_->reads = true;
    insert(effect_->read, field);
  }

  void look_inside(const Expr* expr) {
    FieldId field = field_of(expr);
    if (field.valid() && !own_protection_ && unsafe_inside(field)) note_read(field);
  }

  // Methods of the project that a call without receiver, or of a class by its name, means.
  std::vector<MethodId> plain_targets(const Call& node) {
    if (node.target == nullptr || is<This>(node.target))
      return index_.find_methods_lexically(owner_, node.name.name, node.args.size());
    const auto* name = as<Name>(node.target);
    if (name == nullptr || locals_.contains(name->name)) return {};
    TypeId type = index_.resolve_name(name->name, owner_).type;
    if (!type.valid()) return {};
    return index_.find_methods(type, node.name.name, node.args.size());
  }

  // Parameters that are passed on to what modifies them.
  void pass_on(const Call& node) {
    uint64_t modified = 0;
    bool any = false;
    for (const Expr* arg : node.args) any = any || param_of(arg) >= 0;
    if (!any || depth_ >= 6) return;
    for (const std::string& name : knowledge_.callee_names(node, owner_)) {
      auto it = knowledge_.models().modifying_arguments.find(name);
      if (it != knowledge_.models().modifying_arguments.end())
        modified |= uint64_t{1} << std::min(it->second, 63);
    }
    for (MethodId m : plain_targets(node)) modified |= knowledge_.effect(m, depth_ + 1).params;
    for (size_t i = 0; i < node.args.size() && i < 64; ++i) {
      int param = param_of(node.args[i]);
      if (param >= 0 && ((modified >> i) & 1) != 0) effect_->params |= uint64_t{1} << param;
    }
  }

  bool unsafe_inside(FieldId field) {
    Sharing s = knowledge_.field_sharing(field);
    return s == Sharing::mutable_ || s == Sharing::unknown;
  }

  void call(const Call& node) {
    std::string_view name = knowledge_.text(node.name.name);
    pass_on(node);
    if (node.target == nullptr || is<This>(node.target) || is<Super>(node.target)) {
      if (depth_ >= 6) return;
      for (MethodId m : index_.find_methods(owner_, node.name.name, node.args.size())) {
        MethodEffect inner = knowledge_.effect(m, depth_ + 1);
        if (!own_protection_) merge(*effect_, inner);
      }
      return;
    }
    int param = param_of(node.target);
    FieldId field = field_of(node.target);
    if (param >= 0) {
      const TypeRef type = index_.param_type(id_, static_cast<size_t>(param));
      Sharing s = knowledge_.sharing(type, owner_);
      bool plain = s == Sharing::mutable_ && !type.type.valid();
      bool modifies = plain && knowledge_.models().modifying_methods.contains(name);
      if (type.type.valid() && !type.is_array() && depth_ < 3)
        modifies = knowledge_.call_effect(type.type, node.name.name, node.args.size(), depth_ + 1).modifies;
      if (modifies) effect_->params |= uint64_t{1} << param;
      return;
    }
    if (!field.valid() || own_protection_ || !unsafe_inside(field)) return;
    const TypeRef& type = index_.field(field).type;
    if (type.type.valid() && depth_ < 3) {
      MethodEffect inner = knowledge_.call_effect(type.type, node.name.name, node.args.size(), depth_ + 1);
      merge(*effect_, inner);
      if (inner.known) return;
    } else if (knowledge_.sharing(type, owner_) == Sharing::mutable_ &&
               knowledge_.models().modifying_methods.contains(name)) {
      note_write(field);
    }
    note_read(field);
  }

  bool visit(const Node* node) {
    switch (node->kind) {
      case NodeKind::synchronized_stmt:  // protects itself
      case NodeKind::lambda:
      case NodeKind::class_decl:
        return false;
      case NodeKind::assign:
        modify(get<Assign>(node).target, true);
        return true;
      case NodeKind::inc_dec:
        modify(get<IncDec>(node).operand, true);
        return true;
      case NodeKind::call:
        call(get<Call>(node));
        return true;
      case NodeKind::array_access:
        look_inside(get<ArrayAccess>(node).array);
        return true;
      case NodeKind::for_each:
        look_inside(get<ForEach>(node).iterable);
        return true;
      case NodeKind::name:
      case NodeKind::field_access: {
        FieldId field = field_of(static_cast<const Expr*>(node));
        if (field.valid() && !own_protection_) {
          const FieldInfo& info = index_.field(field);
          if (!info.has(kFinal) && !info.has(kVolatile)) note_read(field);
        }
        return true;
      }
      default:
        return true;
    }
  }

  const Knowledge& knowledge_;
  const Index& index_;
  MethodId id_;
  int depth_;
  TypeId owner_;
  MethodEffect* effect_ = nullptr;
  FlatSet<Symbol> locals_;
  List<Var> params_;
  bool own_protection_ = false;
};

MethodEffect Knowledge::effect(MethodId method, int depth) const {
  auto [it, added] = effects_.try_emplace(method);
  if (!added) return it->second;  // recursion sees the empty one
  MethodEffect effect = EffectReader(*this, method, depth).read();
  effects_[method] = effect;
  return effect;
}

MethodEffect Knowledge::call_effect(TypeId receiver, Symbol name, size_t arity, int depth) const {
  MethodEffect all;
  for (MethodId m : index_.find_methods(receiver, name, arity)) {
    MethodEffect one = effect(m, depth);
    all.known = all.known || one.known;
    all.params |= one.params;
    merge(all, one);
  }
  return all;
}

}  // namespace dh::java
