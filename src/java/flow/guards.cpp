#include "java/flow/guards.h"

#include <fmt/format.h>
#include <cctype>

#include "java/index/literals.h"

namespace dh::java {

namespace {

struct Segment {
  std::string name;
  bool call = false;
};

// a.b().c as segments; empty when the text is something else.
std::vector<Segment> split(std::string_view text) {
  std::vector<Segment> segments;
  size_t i = 0;
  while (i < text.size()) {
    size_t begin = i;
    auto word = [&](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
    };
    while (i < text.size() && word(text[i])) ++i;
    if (i == begin) return {};
    Segment segment{std::string(text.substr(begin, i - begin))};
    if (text.substr(i, 2) == "()") {
      segment.call = true;
      i += 2;
    }
    segments.push_back(std::move(segment));
    if (i == text.size()) return segments;
    if (text[i] != '.') return {};
    ++i;
  }
  return {};
}

bool has_lombok_lock(const Index& index, TypeId type, bool is_static) {
  for (MethodId id : index.type(type).methods) {
    const MethodInfo& method = index.method(id);
    if (method.has(kStatic) != is_static) continue;
    for (const Annotation* annotation : method.annotations()) {
      if (index.text(annotation->simple_name()) == "Synchronized") return true;
    }
  }
  return false;
}

// Walks along the segments of a guard.
class GuardReader {
 public:
  GuardReader(Unit& unit, TypeId owner, MethodId method)
      : unit_(unit), index_(unit.knowledge.index()), resolver_(unit, none_), owner_(owner), method_(method) {
    resolver_.enter_context(owner);
  }

  Guard read(const std::string& text, FieldId guarded) {
    Guard guard;
    guard.text = text;
    if (text == "itself" && guarded.valid()) {
      enter_field(guarded, self());
      return finish(std::move(guard));
    }
    std::vector<Segment> segments = split(text);
    if (segments.empty()) {
      guard.prose = true;
      guard.problem = "is not an expression that names a lock";
      return guard;
    }
    size_t begin = enter_qualified(segments);
    for (size_t i = begin; i < segments.size(); ++i) {
      const Segment& segment = segments[i];
      if (!step(segment)) {
        guard.problem =
            fmt::format("names `{}`, which does not exist", segment.name + (segment.call ? "()" : ""));
        return guard;
      }
    }
    if (!lock_.path.valid()) {
      guard.problem = of_each_object_ ? "is a field of each object, but the guard does not say of which one"
                                      : "is a type or package, not a lock";
      return guard;
    }
    return finish(std::move(guard));
  }

 private:
  PathRef self() { return {resolver_.self(owner_), true}; }

  // a.b.Other of a.b.Other.class: how many segments name the class.
  size_t enter_qualified(const std::vector<Segment>& segments) {
    std::string name;
    size_t used = 0;
    for (size_t i = 0; i < segments.size() && !segments[i].call; ++i) {
      name += (i == 0 ? "" : ".") + segments[i].name;
      TypeId type = i == 0 ? TypeId() : index_.find_type(name);
      if (!type.valid()) continue;
      type_.type = type;
      used = i + 1;
    }
    if (used > 0) first_ = false;
    return used;
  }

  // A parameter of the guarded method.
  bool enter_parameter(Symbol name) {
    if (!method_.valid()) return false;
    List<Var> params = index_.method(method_).decl->params;
    for (size_t i = 0; i < params.size(); ++i) {
      if (params[i]->name.name != name) continue;
      parameter_ = static_cast<int>(i);
      parameter_root_ = unit_.text_path(fmt::format("parameter {}", index_.text(name)));
      type_ = index_.param_type(method_, i);
      lock_ = {parameter_root_, true, std::nullopt, unit_.knowledge.lock_type(type_)};
      plain_ = {parameter_root_, true};
      known_ = type_.known() && unit_.knowledge.text(type_.simple) != "Object";
      return true;
    }
    return false;
  }

  Guard finish(Guard guard) {
    guard.path = lock_.path;
    guard.parameter = parameter_;
    guard.parameter_root = parameter_root_;
    if (lock_.type != nullptr) guard.by_intrinsic = false;
    if (lock_.type == nullptr && known_) guard.by_lock = false;
    if (lock_.mode == LockMode::read) guard.to_write = LockMode::read;
    if (lock_.mode == LockMode::exclusive) guard.to_read = LockMode::exclusive;
    return guard;
  }

  void enter_field(FieldId field, PathRef base) {
    lock_ = resolver_.field_lock(field, base);
    // "itself" of an alias, or a field whose path is unknown: its own place is enough.
    type_ = index_.field(field).type;
    known_ = type_.known() && unit_.knowledge.text(type_.simple) != "Object";
    plain_ = {lock_.path, lock_.stable};
    of_each_object_ = !lock_.path.valid();
  }

  bool step(const Segment& segment) {
    Symbol name = index_.names().find(segment.name);
    if (first_) {
      first_ = false;
      return first(segment, name);
    }
    if (segment.name == "class" && !segment.call && type_.type.valid() && !lock_.path.valid()) {
      lock_ = {unit_.paths.root(Step::class_object, type_.type.value * 2), true, std::nullopt, nullptr};
      return true;
    }
    if (segment.name == "class" && !segment.call && type_.known() && !lock_.path.valid()) {
      lock_ = {unit_.paths.root(Step::class_object, type_.simple.value * 2 + 1), true, std::nullopt, nullptr};
      return true;
    }
    if (segment.name == "this" && type_.type.valid() && !lock_.path.valid()) {
      lock_ = {resolver_.self(type_.type), true, std::nullopt, nullptr};
      plain_ = {lock_.path, true};
      return true;
    }
    if (segment.call) return enter_call(segment, name, lock_, type_.type);
    if (!name.valid()) return false;
    if (type_.type.valid()) {
      FieldId field = index_.find_field(type_.type, name);
      if (field.valid()) {
        enter_field(field, plain_);
        return true;
      }
      TypeId member = index_.find_member_type(type_.type, name);
      if (member.valid() && !lock_.path.valid()) {
        type_.type = member;
        return true;
      }
      return false;
    }
    // A class that is not in the project: assume that it is right.
    if (lock_.path.valid() || !type_.known()) return false;
    lock_ = {unit_.paths.child(unit_.paths.root(Step::class_object, type_.simple.value * 2 + 1), Step::name,
                               name.value),
             true, std::nullopt, nullptr};
    known_ = false;
    return true;
  }

  bool enter_call(const Segment& segment, Symbol name, const LockRef& receiver, TypeId type) {
    if (receiver.type != nullptr) {
      auto it = receiver.type->methods.find(segment.name);
      if (it != receiver.type->methods.end() && it->second.operation == LockOperation::view) {
        lock_.mode = it->second.mode;
        return true;
      }
    }
    if (!name.valid() || !type.valid()) return false;
    std::vector<MethodId> methods = index_.find_methods(type, name, 0);
    if (methods.empty()) return false;
    // Type.method() of an object without a name.
    if (!receiver.path.valid() && !index_.method(methods[0]).has(kStatic)) return false;
    PathRef base = receiver.path.valid() ? PathRef{receiver.path, true} : self();
    LockRef lock = resolver_.getter_lock(methods[0], base);
    type_ = index_.return_type(methods[0]);
    if (lock.path.valid()) {
      lock_ = lock;
    } else {
      lock_ = {unit_.paths.child(base.path, Step::call, name.value), true, std::nullopt,
               unit_.knowledge.lock_type(type_)};
      known_ = false;
    }
    plain_ = {lock_.path, true};
    return true;
  }

  // The field that Lombok makes for @Synchronized, which no text declares.
  bool enter_lombok_lock(const std::string& text) {
    if (text != "$lock" && text != "$LOCK") return false;
    Symbol name = unit_.knowledge.index().names().intern(text);
    for (TypeId type : resolver_.classes()) {
      if (index_.find_field(type, name).valid() || !has_lombok_lock(index_, type, text == "$LOCK")) continue;
      PathId base =
          text == "$LOCK" ? unit_.paths.root(Step::class_object, type.value * 2) : resolver_.self(type);
      lock_ = {unit_.paths.child(base, Step::name, name.value), true, std::nullopt, nullptr};
      plain_ = {lock_.path, true};
      known_ = true;
      return true;
    }
    return false;
  }

  bool first(const Segment& segment, Symbol name) {
    if (segment.name == "this" && !segment.call) {
      lock_ = {self().path, true, std::nullopt, nullptr};
      plain_ = self();
      type_.type = owner_;
      known_ = unit_.knowledge.inherited_lock_type(owner_) ==
               nullptr;  // else either of its two locks may be meant
      return true;
    }
    if (!segment.call && enter_lombok_lock(segment.name)) return true;
    if (!name.valid()) return false;
    if (!segment.call && enter_parameter(name)) return true;
    if (segment.call) {
      for (TypeId type : resolver_.classes()) {
        LockRef receiver{resolver_.self(type), true, std::nullopt, nullptr};
        if (enter_call(segment, name, receiver, type)) return true;
      }
      return false;
    }
    BodyResolver::Found found = resolver_.lookup(name);
    if (found.field.valid()) {
      enter_field(found.field, {resolver_.self(found.through), true});
      return true;
    }
    type_ = index_.resolve_name(name, owner_);
    return type_.type.valid() || !type_.qualified.empty();
  }

  Unit& unit_;
  const Index& index_;
  Store<VarId, Variable> none_;
  BodyResolver resolver_;
  TypeId owner_;
  MethodId method_;
  int parameter_ = -1;
  PathId parameter_root_;
  bool first_ = true;
  bool known_ = false;  // the guard's type is known
  bool of_each_object_ = false;
  LockRef lock_;
  PathRef plain_;
  TypeRef type_;
};

// Literals and constants of the annotation's value.
std::vector<std::string> guard_texts(const Index& index, TypeId owner, const Annotation& annotation) {
  std::vector<std::string> texts;
  auto add = [&](const Expr* value) {
    std::optional<Constant> constant = constant_value(index, owner, value);
    const auto* text = constant.has_value() ? std::get_if<std::string>(&*constant) : nullptr;
    if (text != nullptr) texts.push_back(*text);
  };
  for (const AnnotationArg& arg : annotation.args) {
    if (const auto* list = as<ArrayInit>(arg.value)) {
      for (const Expr* element : list->elements) add(element);
    } else {
      add(arg.value);
    }
  }
  return texts;
}

// What is guarded.
struct Guarded {
  FieldId field;
  MethodId method;
  bool is_static = false;
};

// One lock for each object does not guard what all objects share.
void refuse_instance_guard(const PathTable& paths, Guard& guard) {
  if (!guard.path.valid() || paths.node(paths.root_of(guard.path)).step != Step::self) return;
  guard.path = PathId();
  guard.problem = "is a lock of each object, but the member is static and all objects share it";
}

std::vector<Guard> guards_of(Unit& unit, TypeId owner, List<Annotation> annotations, const Guarded& guarded) {
  std::vector<Guard> guards;
  const Knowledge& knowledge = unit.knowledge;
  for (const Annotation* annotation : annotations) {
    if (!knowledge.models().guarded_by_annotations.contains(knowledge.text(annotation->simple_name())))
      continue;
    for (const std::string& text : guard_texts(unit.knowledge.index(), owner, *annotation)) {
      Guard guard = GuardReader(unit, owner, guarded.method).read(text, guarded.field);
      if (guarded.is_static) refuse_instance_guard(unit.paths, guard);
      guard.span = annotation->span;
      if (!guard.path.valid() && !text.empty()) guard.opaque = unit.text_path("@GuardedBy " + text);
      guards.push_back(std::move(guard));
    }
  }
  return guards;
}

}  // namespace

std::vector<Guard> field_guards(Unit& unit, FieldId field) {
  const FieldInfo& info = unit.knowledge.index().field(field);
  if (info.decl == nullptr) return {};
  return guards_of(unit, info.owner, info.annotations(), {field, MethodId(), info.has(kStatic)});
}

std::vector<Guard> method_guards(Unit& unit, MethodId method) {
  const MethodInfo& info = unit.knowledge.index().method(method);
  return guards_of(unit, info.owner, info.annotations(), {FieldId(), method, info.has(kStatic)});
}

}  // namespace dh::java
