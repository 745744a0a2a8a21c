// java-stale-flag: a loop waits for a field that another thread sets, and nothing makes the change visible.
#include <fmt/format.h>

#include <algorithm>

#include "java/patterns/check.h"
#include "java/syntax/tree_walk.h"

namespace dh::java {

namespace {

// done of `!done`, `done == false`, `task == null`, also among others in `a && b`; only plain fields of the
// project.
std::vector<FieldId> tested_fields(const Code& code, const Expr* condition) {
  std::vector<FieldId> fields;
  for_each_operand(condition, BinaryOp::kAndAnd, [&](const Expr* operand) {
    const auto* negated = as<Unary>(operand);
    if (negated != nullptr && negated->unary_op() == UnaryOp::kNot) operand = negated->operand;
    for (BinaryOp op : {BinaryOp::kEqual, BinaryOp::kNotEqual}) {
      const Expr* compared = compared_with_null(operand, op);
      if (compared != nullptr) operand = compared;
    }
    const auto* binary = as<Binary>(operand);
    if (binary != nullptr && binary->operands.size() == 2 && is_a<Literal>(binary->operands[1]))
      operand = binary->operands[0];
    FieldId field = code.field_of(operand);
    if (!field.valid()) return;
    const FieldInfo& info = code.index().field(field);
    if (!info.has(kFinal) && !info.has(kVolatile) && info.decl != nullptr) fields.push_back(field);
  });
  return fields;
}

struct LoopBody {
  bool only_waits = true;  // nothing, or calls that pass time
  bool locks = false;      // what takes a lock sees what others wrote before
  std::vector<Symbol> called;
};

LoopBody read_body(const Code& code, const Node* body) {
  LoopBody loop;
  walk(body, [&](const Node* node) {
    if (is_a<Synchronized>(node)) loop.locks = true;
    const auto* call = as<Call>(node);
    if (call != nullptr) {
      std::string_view name = code.text(call->name.name);
      loop.called.push_back(call->name.name);
      bool passes_time = name == "onSpinWait" || name == "yield" || name == "sleep";
      loop.only_waits = loop.only_waits && passes_time;
      loop.locks = loop.locks || name == "wait" || name == "await" ||
                   lock_call(code, *call).operation != LockOperation::none;
      for (MethodId target : code.targets(*call))
        loop.locks = loop.locks || code.index().method(target).has(kSynchronized);
    }
    bool acts = is_a<Assign>(node) || is_a<IncDec>(node) || is_a<Return>(node) || is_a<Break>(node) ||
                is_a<Throw>(node) || is_a<NewObject>(node);
    loop.only_waits = loop.only_waits && !acts;
    return true;
  });
  return loop;
}

// Another method sets it, which the loop does not call: the one of the other thread.
const FieldSources::Assignment* set_elsewhere(const Code& code, FieldId field, const LoopBody& loop) {
  const FieldSources& sources = code.knowledge.sources(field);
  for (const FieldSources::Assignment& one : sources.assignments) {
    if (one.in_construction || one.method == nullptr) continue;
    bool own = one.method == code.method || one.method->is_constructor();
    bool called =
        std::find(loop.called.begin(), loop.called.end(), one.method->name.name) != loop.called.end();
    bool hidden = one.method->modifiers->has(kPrivate);
    if (own || called || hidden) continue;
    return &one;
  }
  return nullptr;
}

// The loop, or what it calls, sets it as well: it may be of one thread.
bool set_here(const Code& code, FieldId field, const LoopBody& loop) {
  const FieldSources& sources = code.knowledge.sources(field);
  return std::any_of(sources.assignments.begin(), sources.assignments.end(), [&](const auto& one) {
    if (one.in_construction || one.method == nullptr) return false;
    return one.method == code.method ||
           std::find(loop.called.begin(), loop.called.end(), one.method->name.name) != loop.called.end();
  });
}

bool runs_in_thread(const Code& code) {
  const auto* method = as<Method>(body_around(code));
  return method != nullptr && method->params.empty() && code.text(method->name.name) == "run";
}

}  // namespace

void check_stale_flag(Checked& checked, const Code& code, const Node* node) {
  const auto& loop = get<While>(node);
  std::vector<FieldId> fields = tested_fields(code, loop.condition);
  if (fields.empty()) return;
  LoopBody body = read_body(code, loop.body);
  if (body.locks || !(body.only_waits || runs_in_thread(code)) || checked.held.any(code, node)) return;
  for (FieldId field : fields) {
    const FieldSources::Assignment* set = set_elsewhere(code, field, body);
    if (set == nullptr || (!body.only_waits && set_here(code, field, body))) continue;
    const FieldInfo& info = code.index().field(field);
    std::string name = fmt::format("{}.{}", code.index().type(info.owner).display, code.text(info.name));
    PatternReport what;
    what.rule = Rule::java_stale_flag;
    what.at = loop.condition->span;
    what.kind = AccessKind::read;
    what.shared = {"field", name};
    what.message = fmt::format(
        "the loop of `{}` waits for `{}`, which is not volatile: it may never see that another thread set it",
        code.name(), name);
    what.description = fmt::format("tests `{}` in a loop", code.text(info.name));
    what.hint = fmt::format("declare `{}` volatile", code.text(info.name));
    Finding* finding = report(checked, code, std::move(what),
                              Confidence(checked.factors[body.only_waits ? PatternFactor::start_spin_on_field
                                                                         : PatternFactor::start_stop_flag]));
    if (finding == nullptr) return;
    finding->accesses.push_back(
        access_at(code, set->at->span, AccessKind::write, fmt::format("sets `{}`", code.text(info.name))));
    MethodId setter = code.index().method_of(set->method);
    if (setter.valid())
      finding->accesses.back().symbol = finding->accesses.back().thread = method_name(code.index(), setter);
    return;
  }
}

}  // namespace dh::java
