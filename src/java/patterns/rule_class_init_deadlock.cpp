// java-class-init-deadlock: two classes whose initializations wait for each other when two threads begin at
// either end.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "java/index/literals.h"
#include "java/patterns/class_init.h"

namespace dh::java {

namespace {

// The class whose static initialiser runs the node; invalid: other code does.
TypeId initialized_by(const Code& code) {
  for (size_t i = code.around.size(); i-- > 0;) {
    const Node* node = code.around[i];
    if (is_a<Lambda>(node) || is_a<Method>(node)) return {};
    if (const auto* block = as<Initializer>(node)) return block->is_static() ? code.type : TypeId();
    if (is_a<EnumConstant>(node)) return code.type;
    const auto* var = as<Var>(node);
    if (var != nullptr && var->role() == VarRole::kField) {
      FieldId field = code.index().field_of(var);
      return field.valid() && code.index().field(field).has(kStatic) ? code.type : TypeId();
    }
    if (is_a<ClassDecl>(node)) return {};
  }
  return {};
}

bool is_constant(const Code& code, FieldId field) {
  const FieldInfo& info = code.index().field(field);
  if (!info.has(kFinal) || info.decl == nullptr || info.decl->init == nullptr) return false;
  return constant_value(code.index(), info.owner, info.decl->init).has_value();
}

bool is_inside(const Index& index, TypeId inner, TypeId outer) {
  for (TypeId at = index.type(inner).enclosing; at.valid(); at = index.type(at).enclosing) {
    if (at == outer) return true;
  }
  return false;
}

bool is_superclass(const Index& index, TypeId super, TypeId sub) {
  for (TypeId at = index.type(sub).superclass.type; at.valid(); at = index.type(at).superclass.type) {
    if (at == super) return true;
    if (at == sub) return false;
  }
  return false;
}

}  // namespace

void collect_init_triggers(const Code& code, const Node* node, std::vector<InitTrigger>& out) {
  const auto* made = as<NewObject>(node);
  const auto* call = as<Call>(node);
  const auto* access = as<FieldAccess>(node);
  if (made == nullptr && call == nullptr && access == nullptr) return;
  TypeId from = initialized_by(code);
  if (!from.valid()) return;
  const Index& index = code.index();
  TypeId to;
  if (made != nullptr && made->body == nullptr) to = index.resolve(made->type, code.type, code.method).type;
  if (call != nullptr) {
    std::vector<MethodId> targets = code.targets(*call);
    if (!targets.empty() && index.method(targets[0]).has(kStatic)) to = index.method(targets[0]).owner;
  }
  if (access != nullptr) {
    FieldId field = code.field_of(access);
    bool counts = field.valid() && index.field(field).has(kStatic) && !is_constant(code, field);
    if (counts) to = index.field(field).owner;
  }
  if (to.valid() && to != from) out.push_back({from, to, node->span});
}

std::vector<Finding> check_class_init(const Index& index, const std::vector<InitTrigger>& triggers,
                                      const FactorWeights& weights) {
  FactorSet<PatternFactor> factors(weights);
  std::vector<Finding> findings;
  std::map<std::pair<TypeId, TypeId>, Span> first;
  for (const InitTrigger& one : triggers) first.try_emplace({one.from, one.to}, one.at);
  for (const auto& [pair, at] : first) {
    auto [from, to] = pair;
    bool by_super = is_superclass(index, from, to);
    auto back = first.find({to, from});
    if (!by_super && (back == first.end() || to < from)) continue;
    // Code outside cannot begin with a class that only the other one can name.
    const TypeInfo& other = index.type(to);
    bool hidden = other.has(kPrivate) || other.is_local;
    bool hides = index.type(from).has(kPrivate) || index.type(from).is_local;
    if (hidden || hides) continue;
    Confidence confidence(
        factors[by_super ? PatternFactor::start_super_init : PatternFactor::start_mutual_init]);
    bool nested = is_inside(index, to, from) || is_inside(index, from, to);
    if (nested) confidence.apply(factors[PatternFactor::nested_init]);
    if (!other.has(kPublic)) confidence.apply(factors[PatternFactor::init_not_public]);
    std::string a = index.type(from).display;
    std::string b = other.display;
    Finding finding;
    finding.rule = Rule::java_class_init_deadlock;
    finding.place = index.place(from, at);
    finding.message = by_super
                          ? fmt::format(
                                "deadlock: the initializer of `{0}` needs its subclass `{1}`, whose "
                                "initialization needs `{0}`: two threads that begin at either end wait "
                                "for each other",
                                a, b)
                          : fmt::format(
                                "deadlock: the initializers of `{0}` and `{1}` need each other: two threads "
                                "that begin at either end wait for ever",
                                a, b);
    finding.shared = {"class", fmt::format("{} and {}", std::min(a, b), std::max(a, b))};
    Access access;
    access.place = finding.place;
    access.description = fmt::format("initializes `{}`", b);
    access.symbol = a;
    access.thread = a;
    finding.accesses.push_back(access);
    if (!by_super) {
      access.place = index.place(to, back->second);
      access.description = fmt::format("initializes `{}`", a);
      access.symbol = b;
      access.thread = b;
      finding.accesses.push_back(access);
    }
    finding.hint =
        by_super
            ? fmt::format("move the constant into a class of its own, or make `{}` a private nested class", b)
            : "move what both need into a third class, or make one of the constants lazy";
    finding.confidence = std::move(confidence);
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace dh::java
