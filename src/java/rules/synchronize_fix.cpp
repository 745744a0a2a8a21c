#include "java/rules/synchronize_fix.h"

#include <fmt/format.h>

#include <set>
#include <string>

#include "java/syntax/tree_walk.h"

namespace dh::java {

namespace {

constexpr size_t kMaxMethods = 4;
constexpr size_t kMaxStatements = 3;

// this, or the class of a static method.
bool is_lock_of_methods(const Judged& judged, MonitorId guard, TypeId owner, bool is_static) {
  const Monitor& monitor = judged.unit.monitors[guard];
  if (monitor.kind != MonitorKind::intrinsic) return false;
  const PathNode& node = judged.unit.paths.node(monitor.path);
  if (is_static) return node.step == Step::class_object && node.value == owner.value * 2;
  return node.step == Step::self && TypeId(node.value) == owner;
}

// The text takes no lock, makes no lambda, calls nothing but methods of the field, and has it of this object
// only.
bool is_simple(const Method& method, Symbol field) {
  if (method.body == nullptr || method.return_type == nullptr || !method.type_params.empty()) return false;
  if (method.body->statements.size() > kMaxStatements) return false;
  bool simple = true;
  walk(method.body, [&](const Node* node) {
    if (is<Lambda>(node) || is<ClassDecl>(node) || is<Synchronized>(node) || is<NewObject>(node))
      simple = false;
    const auto* access = as<FieldAccess>(node);
    if (access != nullptr && !is<This>(access->target)) simple = false;
    if (const auto* call = as<Call>(node)) {
      const auto* name = as<Name>(call->target);
      simple = simple && name != nullptr && name->name == field;
    }
    return simple;
  });
  return simple;
}

const Method* method_to_synchronize(const Judged& judged, FieldId field, MonitorId guard,
                                    const CountedUse& use) {
  const Index& index = judged.index();
  const FieldInfo& info = index.field(field);
  const Body& body = judged.unit.bodies[use.use->body];
  bool own = body.kind == BodyKind::method && body.owner == info.owner && body.subject == body.owner;
  if (!own || !judged.summaries.instances[use.counted->instance].entry) return nullptr;
  const MethodInfo& method = index.method(body.method);
  if (method.has(kStatic) != info.has(kStatic) || method.has(kSynchronized)) return nullptr;
  if (!is_lock_of_methods(judged, guard, info.owner, method.has(kStatic))) return nullptr;
  return is_simple(*method.decl, info.name) ? method.decl : nullptr;
}

}  // namespace

std::optional<Fix> synchronize_fix(const Judged& judged, FieldId field, MonitorId guard,
                                   const std::vector<const CountedUse*>& without) {
  const Index& index = judged.index();
  std::set<uint32_t> places;
  std::vector<Edit> edits;
  std::string names;
  for (const CountedUse* use : without) {
    const Method* method = method_to_synchronize(judged, field, guard, *use);
    if (method == nullptr) return std::nullopt;
    uint32_t at = method->return_type->span.begin;
    if (!places.insert(at).second) continue;
    edits.push_back({{at, at}, "synchronized "});
    names += (names.empty() ? "" : ", ") + std::string(index.text(method->name.name));
  }
  if (edits.empty() || edits.size() > kMaxMethods) return std::nullopt;
  const SourceFile& file = index.file(index.type(index.field(field).owner).file).tree.file;
  return make_fix(fmt::format("make '{}' synchronized", names), file, std::move(edits));
}

}  // namespace dh::java
