// How accesses, locks and calls are told to people.
#include <fmt/format.h>

#include <algorithm>

#include "java/rules/judged.h"

namespace dh::java {

std::string field_name(const Index& index, FieldId field) {
  const FieldInfo& info = index.field(field);
  return fmt::format("{}.{}", index.type(info.owner).display, index.text(info.name));
}

std::string path_text(const Judged& judged, PathId path, TypeId here) {
  const Index& index = judged.index();
  const PathNode& node = judged.unit.paths.node(path);
  auto parent = [&] { return path_text(judged, node.parent, here); };
  switch (node.step) {
    case Step::self: {
      TypeId type(node.value);
      if (!here.valid() || type == here || index.is_subtype(type, here) || index.is_subtype(here, type))
        return "this";
      return index.type(type).display + ".this";
    }
    case Step::class_object:
      if (node.value % 2 == 0) return index.type(TypeId(node.value / 2)).display + ".class";
      return fmt::format("{}.class", index.text(Symbol(node.value / 2)));
    case Step::static_field:
      return field_name(index, FieldId(node.value));
    case Step::text:
      return judged.unit.texts[node.value];
    case Step::local:
      return std::string(index.text(judged.lowerer.variables()[VarId(node.value)].name));
    case Step::field:
      return fmt::format("{}.{}", parent(), index.text(index.field(FieldId(node.value)).name));
    case Step::name:
      return fmt::format("{}.{}", parent(), index.text(Symbol(node.value)));
    case Step::call:
      return fmt::format("{}.{}()", parent(), index.text(Symbol(node.value)));
    case Step::element:
      return parent() + "[]";
  }
  return {};
}

std::vector<std::string> lock_texts(const Judged& judged, const LockSet& held, TypeId here) {
  std::vector<std::string> texts;
  for (const Held& h : held) {
    const Monitor& monitor = judged.unit.monitors[h.monitor];
    if (monitor.kind == MonitorKind::thread) continue;  // no lock, just nobody else there
    std::string text = path_text(judged, monitor.path, here);
    if (h.mode() == LockMode::read) text += " (read)";
    if (h.mode() == LockMode::optimistic) text += " (optimistic read)";
    texts.push_back(std::move(text));
  }
  std::sort(texts.begin(), texts.end());
  texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
  return texts;
}

namespace {

// Jobs.add(Jobs.java:12), as the JVM prints it and editors link it.
std::string frame_text(const std::string& name, const Place& place) {
  size_t open = name.ends_with(')') ? name.rfind('(') : std::string::npos;
  bool has_parameters = open != std::string::npos && open > 0 && name[open - 1] != ' ';
  std::string_view path = place.path;
  if (size_t slash = path.rfind('/'); slash != std::string_view::npos) path.remove_prefix(slash + 1);
  return fmt::format("{}({}:{})", has_parameters ? name.substr(0, open) : name, path, place.line);
}

// The edges into an instance.
std::pair<size_t, size_t> edges_into(const Summaries& summaries, InstanceId callee) {
  auto less = [](const CallEdge& e, InstanceId id) { return e.callee < id; };
  auto begin = std::lower_bound(summaries.edges.begin(), summaries.edges.end(), callee, less);
  size_t first = static_cast<size_t>(begin - summaries.edges.begin());
  size_t last = first;
  while (last < summaries.edges.size() && summaries.edges[last].callee == callee) ++last;
  return {first, last};
}

}  // namespace

// Walks back from the instance to an entry point. A caller that does not hold the missing monitor is what
// makes the access unprotected, so such a way is preferred.
std::string entry_name(const Judged& judged, InstanceId instance, MonitorId missing,
                       std::vector<Frame>* stack, Place innermost) {
  const Summaries& summaries = judged.summaries;
  std::vector<InstanceId> seen;
  Place at = std::move(innermost);
  constexpr size_t kDeepest = 32;
  while (true) {
    const Instance& current = summaries.instances[instance];
    const Body& body = judged.unit.bodies[current.body];
    stack->push_back({frame_text(body.name, at), at, {}});
    seen.push_back(instance);
    bool root = current.entry && !current.under_construction.valid();
    auto [first, last] = edges_into(summaries, instance);
    const CallEdge* chosen = nullptr;
    for (int round = 0; round < 2 && chosen == nullptr && !root; ++round) {
      for (size_t i = first; i < last && chosen == nullptr; ++i) {
        const CallEdge& edge = summaries.edges[i];
        if (std::find(seen.begin(), seen.end(), edge.caller) != seen.end()) continue;
        if (round == 0 && missing.valid() && edge.held.find(missing) != nullptr) continue;
        chosen = &edge;
      }
    }
    if (chosen == nullptr || seen.size() >= kDeepest) return body.name;
    at =
        judged.index().place(judged.unit.bodies[summaries.instances[chosen->caller].body].file, chosen->span);
    instance = chosen->caller;
  }
}

BodyId entry_body(const Judged& judged, InstanceId instance) {
  const Summaries& summaries = judged.summaries;
  std::vector<InstanceId> seen;
  while (true) {
    const Instance& current = summaries.instances[instance];
    seen.push_back(instance);
    auto [first, last] = edges_into(summaries, instance);
    InstanceId caller;
    for (size_t i = first; i < last && !caller.valid() && !current.entry; ++i) {
      InstanceId one = summaries.edges[i].caller;
      if (std::find(seen.begin(), seen.end(), one) == seen.end()) caller = one;
    }
    if (!caller.valid()) return current.body;
    instance = caller;
  }
}

std::vector<MethodId> entry_methods(const Judged& judged, InstanceId instance, MonitorId missing) {
  const Summaries& summaries = judged.summaries;
  constexpr size_t kMaxInstances = 32;  // that lead to one access
  std::vector<InstanceId> seen{instance};
  std::vector<MethodId> methods;
  for (size_t i = 0; i < seen.size(); ++i) {
    if (seen.size() > kMaxInstances) return {};
    const Instance& current = summaries.instances[seen[i]];
    if (current.entry) {
      const Body& body = judged.unit.bodies[current.body];
      if (body.kind != BodyKind::method || !body.method.valid() || current.under_construction.valid())
        return {};
      methods.push_back(body.method);
      continue;
    }
    auto [first, last] = edges_into(summaries, seen[i]);
    if (first == last) return {};
    for (size_t e = first; e < last; ++e) {
      const CallEdge& edge = summaries.edges[e];
      if (edge.held.find(missing) != nullptr) continue;
      if (std::find(seen.begin(), seen.end(), edge.caller) == seen.end()) seen.push_back(edge.caller);
    }
  }
  std::sort(methods.begin(), methods.end());
  methods.erase(std::unique(methods.begin(), methods.end()), methods.end());
  return methods;
}

Access describe(const Judged& judged, const CountedAccess& counted, MonitorId missing) {
  const FieldUse& use = judged.unit.accesses[counted.access];
  const Body& body = judged.unit.bodies[use.body];
  const Index& index = judged.index();
  Access access;
  if (use.use.modifies()) {
    access.kind = use.use.reference_write && use.use.reference_read ? AccessKind::update : AccessKind::write;
  } else {
    access.kind = AccessKind::read;
  }
  access.place = index.place(body.file, use.span);
  std::string name(index.text(index.field(use.field).name));
  if (use.use.reference_write) {
    access.description = (access.kind == AccessKind::update ? "updates " : "writes ") + name;
  } else if (use.use.content_write) {
    access.description = "modifies what " + name + " refers to";
  } else {
    access.description = "reads " + name;
  }
  access.symbol = body.name;
  access.thread = entry_name(judged, counted.instance, missing, &access.stack, access.place);
  access.locks = lock_texts(judged, counted.held, body.subject);
  return access;
}

bool is_suppressed(const Judged& judged, FieldId field, std::string_view rule) {
  const Index& index = judged.index();
  const FieldInfo& info = index.field(field);
  std::string_view text = index.file(index.type(info.owner).file).tree.file.text();
  if (info.decl != nullptr && judged.knowledge().suppressed(info.annotations(), text, rule)) return true;
  for (TypeId type = info.owner; type.valid(); type = index.type(type).enclosing) {
    if (judged.knowledge().suppressed(index.type(type).annotations(), text, rule)) return true;
  }
  return false;
}

bool for_tests_only(const Judged& judged, BodyId id) {
  const Body& body = judged.unit.bodies[id];
  if (!body.method.valid()) return false;
  return judged.knowledge().annotated(judged.index().method(body.method).annotations(),
                                      judged.knowledge().models().test_visibility_annotations);
}

// IntelliJ's comment on the line above: // noinspection FieldAccessNotGuarded
static bool excused_above(std::string_view text, Span span, std::string_view rule) {
  if (rule != "java-guarded-by" || span.begin > text.size()) return false;
  size_t line = text.rfind('\n', span.begin);
  if (line == std::string_view::npos || line == 0) return false;
  size_t above = text.rfind('\n', line - 1);
  above = above == std::string_view::npos ? 0 : above + 1;
  std::string_view comment = text.substr(above, line - above);
  return comment.find("noinspection") != std::string_view::npos &&
         (comment.find("FieldAccessNotGuarded") != std::string_view::npos ||
          comment.find("GuardedBy") != std::string_view::npos);
}

bool is_suppressed(const Judged& judged, const FieldUse& use, std::string_view rule) {
  const Index& index = judged.index();
  std::string_view text = index.file(judged.unit.bodies[use.body].file).tree.file.text();
  if (excused_above(text, use.span, rule)) return true;
  if (use.local != nullptr) {
    if (judged.knowledge().suppressed(use.local->modifiers->annotations, text, rule)) return true;
  }
  return is_suppressed(judged, use.body, rule) || is_suppressed(judged, use.field, rule);
}

bool is_suppressed(const Judged& judged, BodyId id, std::string_view rule) {
  const Index& index = judged.index();
  const Body& body = judged.unit.bodies[id];
  std::string_view text = index.file(body.file).tree.file.text();
  if (body.method.valid() &&
      judged.knowledge().suppressed(index.method(body.method).annotations(), text, rule))
    return true;
  if (body.around.valid() && is_suppressed(judged, body.around, rule)) return true;
  for (TypeId type = body.owner; type.valid(); type = index.type(type).enclosing) {
    const TypeInfo& info = index.type(type);
    if (judged.knowledge().suppressed(info.annotations(), text, rule)) return true;
    if (const auto* method = as<Method>(info.enclosing_member)) {
      if (judged.knowledge().suppressed(method->modifiers->annotations, text, rule)) return true;
    }
  }
  return false;
}

}  // namespace dh::java
