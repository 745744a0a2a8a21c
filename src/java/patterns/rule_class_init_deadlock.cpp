// java-class-init-deadlock: two classes whose initializations wait for each other when two threads begin at
// either end.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>

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

namespace {

using Triggers = std::map<std::pair<TypeId, TypeId>, Span>;

// Code outside cannot begin with a class that only the other one can name.
bool is_hidden(const TypeInfo& type) {
  return type.has(kPrivate) || type.is_local;
}

Confidence confidence_of(const Index& index, TypeId from, TypeId to, PatternFactor start,
                         const FactorSet<PatternFactor>& factors) {
  Confidence confidence(factors[start]);
  bool nested = is_inside(index, to, from) || is_inside(index, from, to);
  if (nested) confidence.apply(factors[PatternFactor::nested_init]);
  if (!index.type(to).has(kPublic)) confidence.apply(factors[PatternFactor::init_not_public]);
  bool in_test = index.file(index.type(from).file).role == FileRole::test;
  if (in_test) confidence.apply(factors[PatternFactor::in_test_code]);
  return confidence;
}

// A class whose initializer needs its own subclasses.
struct SubclassNeed {
  TypeId super;
  std::vector<std::pair<TypeId, Span>> subclasses;
  Confidence confidence;
};

// Whether other files of the product name one of the subclasses, so that a thread may begin with it.
// Subclasses name each other only after one of them is initialized.
bool is_named_elsewhere(const Index& index, const SubclassNeed& need) {
  std::vector<FileId> own{index.type(need.super).file};
  for (auto [sub, at] : need.subclasses) own.push_back(index.type(sub).file);
  bool in_test = index.file(own[0]).role == FileRole::test;
  for (uint32_t f = 0; f < index.file_count(); ++f) {
    const FileInfo& file = index.file(FileId(f));
    bool is_own = std::find(own.begin(), own.end(), FileId(f)) != own.end();
    if (is_own || (file.role == FileRole::test && !in_test)) continue;
    std::string_view text = file.tree.file.text();
    for (auto [sub, at] : need.subclasses) {
      std::string_view name = index.text(index.type(sub).name);
      if (memmem(text.data(), text.size(), name.data(), name.size()) != nullptr) return true;
    }
  }
  return false;
}

Access initializes(const Index& index, TypeId by, TypeId what, Span at) {
  Access access;
  access.place = index.place(by, at);
  access.description = fmt::format("initializes `{}`", index.type(what).display);
  access.symbol = access.thread = index.type(by).display;
  return access;
}

Finding mutual_init(const Index& index, TypeId from, TypeId to, Span at, Span back) {
  const std::string& a = index.type(from).display;
  const std::string& b = index.type(to).display;
  Finding finding;
  finding.message = fmt::format(
      "deadlock: the initializers of `{0}` and `{1}` need each other: two threads that begin at either end "
      "wait for ever",
      a, b);
  finding.shared = {"class", fmt::format("{} and {}", std::min(a, b), std::max(a, b))};
  finding.accesses = {initializes(index, from, to, at), initializes(index, to, from, back)};
  finding.hint = "move what both need into a third class, or make one of the constants lazy";
  return finding;
}

// One finding for all subclasses that the initializer of a class needs.
Finding subclass_init(const Index& index, TypeId super,
                      const std::vector<std::pair<TypeId, Span>>& subclasses) {
  const std::string& a = index.type(super).display;
  const std::string& b = index.type(subclasses[0].first).display;
  size_t more = subclasses.size() - 1;
  std::string who = more == 0
                        ? fmt::format("its subclass `{}`, whose initialization needs", b)
                        : fmt::format("its subclass `{}` and {} more, whose initializations need", b, more);
  Finding finding;
  finding.message = fmt::format(
      "deadlock: the initializer of `{0}` needs {1} `{0}`: two threads that begin at either end wait for "
      "each "
      "other",
      a, who);
  finding.shared = {"class", fmt::format("{} and {}", std::min(a, b), std::max(a, b))};
  for (auto [type, at] : subclasses) finding.accesses.push_back(initializes(index, super, type, at));
  finding.hint =
      fmt::format("move the constant into a class of its own, or make `{}` a private nested class", b);
  return finding;
}

}  // namespace

std::vector<Finding> check_class_init(const Index& index, const std::vector<InitTrigger>& triggers,
                                      const FactorWeights& weights, const Parallelism& parallel) {
  FactorSet<PatternFactor> factors(weights);
  std::vector<Finding> findings;
  std::vector<SubclassNeed> needs;
  Triggers first;
  for (const InitTrigger& one : triggers) first.try_emplace({one.from, one.to}, one.at);
  auto add = [&](Finding finding, Confidence confidence) {
    finding.rule = Rule::java_class_init_deadlock;
    finding.place = finding.accesses[0].place;
    finding.confidence = std::move(confidence);
    findings.push_back(std::move(finding));
  };
  for (auto it = first.begin(); it != first.end();) {
    TypeId from = it->first.first;
    std::vector<std::pair<TypeId, Span>> subclasses;
    std::optional<Confidence> strongest;
    for (; it != first.end() && it->first.first == from; ++it) {
      TypeId to = it->first.second;
      if (is_hidden(index.type(from)) || is_hidden(index.type(to))) continue;
      if (is_superclass(index, from, to)) {
        Confidence one = confidence_of(index, from, to, PatternFactor::start_super_init, factors);
        // The first of the most certain ones is named.
        bool is_stronger = !strongest.has_value() || one.value() > strongest->value();
        subclasses.insert(is_stronger ? subclasses.begin() : subclasses.end(), {to, it->second});
        if (is_stronger) strongest = std::move(one);
        continue;
      }
      auto back = first.find({to, from});
      if (back == first.end() || to < from) continue;
      add(mutual_init(index, from, to, it->second, back->second),
          confidence_of(index, from, to, PatternFactor::start_mutual_init, factors));
    }
    if (strongest.has_value()) needs.push_back({from, std::move(subclasses), *std::move(strongest)});
  }
  // Each answer may need the texts of all files.
  const auto named = parallel_map<char>(
      needs.size(), parallel, [&](size_t i) { return is_named_elsewhere(index, needs[i]) ? 1 : 0; });
  for (size_t i = 0; i < needs.size(); ++i) {
    if (named[i] == 0) needs[i].confidence.apply(factors[PatternFactor::init_from_one_end]);
    add(subclass_init(index, needs[i].super, needs[i].subclasses), std::move(needs[i].confidence));
  }
  return findings;
}

}  // namespace dh::java
