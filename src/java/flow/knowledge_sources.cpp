// What fields are set to, read off the text of their top-level class.
#include <algorithm>
#include <optional>

#include "java/flow/body_names.h"
#include "java/flow/knowledge.h"
#include "java/syntax/tree_walk.h"

namespace dh::java {

FlatSet<Symbol> declared_names(const Node* body) {
  FlatSet<Symbol> names;
  walk(body, [&](const Node* node) {
    if (const auto* var = as<Var>(node); var != nullptr && var->role() != VarRole::kField)
      names.insert(var->name.name);
    return true;
  });
  return names;
}

Symbol own_name(const Expr* expr, bool* plain) {
  *plain = false;
  if (const auto* name = as<Name>(expr)) {
    *plain = true;
    return name->name;
  }
  const auto* access = as<FieldAccess>(expr);
  return access != nullptr && is<This>(access->target) ? access->name.name : Symbol();
}

namespace {

bool mentions(const Node* expr, const FlatSet<Symbol>& names) {
  bool found = false;
  walk(expr, [&](const Node* node) {
    if (const auto* name = as<Name>(node); name != nullptr && names.contains(name->name)) found = true;
    return !found;
  });
  return found;
}

// All classes of a top-level class in one walk: inner classes and the classes around may assign private
// fields, too, and a walk for each of them would be quadratic.
class SourcesReader {
 public:
  SourcesReader(const Index& index, const Models& models, FlatMap<FieldId, FieldSources>& sources)
      : index_(index), models_(models), sources_(sources) {}

  void read(TypeId top) {
    for (TypeId type : index_.file(index_.type(top).file).types) {
      if (outermost(index_, type) == top) enter(type);
    }
    walk(index_.type(top).decl, [&](const Node* node) { return member(node); });
  }

  static TypeId outermost(const Index& index, TypeId type) {
    while (index.type(type).enclosing.valid()) type = index.type(type).enclosing;
    return type;
  }

 private:
  // Where the code of a body is.
  struct Body {
    const Node* node = nullptr;
    TypeId here;            // invalid: not known
    TypeId constructs;      // the class whose objects it constructs
    bool only_own = false;  // `here` is meant for the fields of `constructs` only
  };

  void enter(TypeId type) {
    const TypeInfo& info = index_.type(type);
    for (FieldId id : info.fields) {
      const FieldInfo& field = index_.field(id);
      sources_[id].initializer = field.decl != nullptr ? field.decl->init : nullptr;
      by_name_[field.name].push_back(id);
    }
    for (const Node* one : info.decl->members) {
      if (is<Initializer>(one)) initializer_of_[one] = type;
    }
  }

  bool member(const Node* node) {
    const auto* method = as<Method>(node);
    const auto* initializer = as<Initializer>(node);
    if (method != nullptr && method->body != nullptr) {
      MethodId id = index_.method_of(method);
      TypeId here = id.valid() ? index_.method(id).owner : TypeId();
      read_body({method, here, method->is_constructor() ? here : TypeId(), false});
      return false;
    }
    if (initializer != nullptr && initializer->body != nullptr) {
      auto it = initializer_of_.find(node);
      TypeId owner = it != initializer_of_.end() ? it->second : TypeId();
      read_body({initializer, owner, owner, true});
      return false;
    }
    if (const auto* var = as<Var>(node);
        var != nullptr && var->role() == VarRole::kField && var->init != nullptr) {
      if (is<Lambda>(var->init) || is<NewObject>(var->init))
        read_body({var->init, TypeId(), TypeId(), false});
    }
    return true;
  }

  void read_body(const Body& body) {
    std::optional<FlatSet<Symbol>> locals;  // asked for where a field is assigned, which few bodies do
    auto declared = [&]() -> const FlatSet<Symbol>& {
      if (!locals.has_value()) locals = declared_names(body.node);
      return *locals;
    };
    uint32_t later_until = 0;  // end of a lambda or class: its code runs at another time
    uint32_t class_until = 0;
    FlatSet<const Node*> at_once;
    walk(body.node, [&](const Node* node) {
      if (const auto* call = as<Call>(node);
          call != nullptr && models_.run_at_once.contains(index_.text(call->name.name))) {
        for (const Expr* arg : call->args) at_once.insert(arg);
      }
      if (node != body.node && (is<Lambda>(node) || is<ClassDecl>(node)) && !at_once.contains(node))
        later_until = std::max(later_until, node->span.end);
      if (is<ClassDecl>(node)) class_until = std::max(class_until, node->span.end);
      const Expr* target = nullptr;
      const Expr* value = nullptr;
      if (const auto* assign = as<Assign>(node)) {
        target = assign->target;
        value = assign->compound() ? nullptr : assign->value;
      } else if (const auto* step = as<IncDec>(node)) {
        target = step->operand;
      }
      if (target == nullptr) return true;
      Symbol name;
      bool plain = false;
      if (const auto* access = as<FieldAccess>(target)) {
        name = access->name.name;  // of any object: `other.f = x` counts as well
      } else {
        name = own_name(target, &plain);
      }
      auto fields = name.valid() ? by_name_.find(name) : by_name_.end();
      if (fields == by_name_.end() || (plain && declared().contains(name))) return true;
      bool on_this = plain || is<This>(static_cast<const FieldAccess*>(target)->target);
      bool uses_locals = value != nullptr && mentions(value, declared());
      for (FieldId field : fields->second) {
        TypeId owner = index_.field(field).owner;
        TypeId here = body.only_own && body.constructs != owner ? TypeId() : body.here;
        // Another class of the file may have a field of the same name.
        if (on_this && here.valid() && node->span.begin >= class_until) {
          FieldId meant = plain ? index_.find_field_lexically(here, name) : index_.find_field(here, name);
          if (meant != field) continue;
        }
        bool now = body.constructs == owner && on_this && node->span.begin >= later_until;
        sources_[field].assignments.push_back(
            {value, target, owner, now, uses_locals, as<Method>(body.node)});
      }
      return true;
    });
  }

  const Index& index_;
  const Models& models_;
  FlatMap<FieldId, FieldSources>& sources_;
  FlatMap<Symbol, std::vector<FieldId>> by_name_;
  FlatMap<const Node*, TypeId> initializer_of_;
};

}  // namespace

void Knowledge::read_sources(TypeId type) const {
  TypeId top = SourcesReader::outermost(index_, type);
  if (sources_read_.insert(top).second) SourcesReader(index_, models_, sources_).read(top);
}

const FieldSources& Knowledge::sources(FieldId field) const {
  read_sources(index_.field(field).owner);
  return sources_[field];
}

}  // namespace dh::java
