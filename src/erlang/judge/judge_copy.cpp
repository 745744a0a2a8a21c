// Writes that change nothing: what was read is written back, or what everybody writes where there is nothing.
#include <algorithm>

#include "erlang/judge/races.h"

namespace dh::erlang {
namespace {

constexpr uint32_t kHead = UINT32_MAX, kTail = UINT32_MAX - 1;  // steps of a path, besides elements of tuples

// Where the parts of a value come from, through calls and returns: each has to be the part of what a read
// gave that it is written to, or a constant, one for all.
class Origins {
 public:
  // `element`: of the objects, from 0.
  Origins(Races& races, const CallGraph& graph, const Roles& roles, Site read, uint32_t element)
      : races_(races), graph_(graph), roles_(roles), read_(read), element_(element) {}

  // `chain`: the calls that lead to the function, innermost first, up to one whose callers all count.
  bool only_copies(FunctionId f, ValueId v, std::span<const Site> chain) {
    // Through helpers, as far as they are called from there.
    if (read_.function != f && !reads_one_datum()) return false;
    for (Site call : chain) {
      const Value& value = races_.core.function(f).value(v);
      if (value.kind == ValueKind::constant) break;
      if (value.kind != ValueKind::param) return false;
      v = argument_of(call, f, value.index);
      f = call.function;
      if (!v.valid()) return false;
    }
    trace(f, v, {});
    for (size_t i = 0; i < todo_.size() && fine_; ++i) {
      if (i == kMostSteps) return false;
      Step step = todo_[i];  // by value: it grows
      follow(step);
    }
    return fine_ && copied_;
  }

 private:
  static constexpr size_t kMostSteps = 64, kMostPath = 4;
  struct Step {
    FunctionId function;
    ValueId value;
    std::vector<uint32_t> path;  // the part of it that is meant, outermost first

    friend bool operator==(const Step&, const Step&) = default;
  };

  void trace(FunctionId f, ValueId v, std::vector<uint32_t> path) {
    Step step{f, v, std::move(path)};
    if (!v.valid() || step.path.size() > kMostPath) {
      fine_ = false;
    } else if (std::find(todo_.begin(), todo_.end(), step) == todo_.end()) {
      todo_.push_back(std::move(step));
    }
  }

  ValueId argument_of(Site call, FunctionId callee, uint32_t parameter) const {
    const CoreFunction& caller = races_.core.function(call.function);
    ValueId argument;
    for (const Target& t : races_.values.targets(call.function, caller.calls[call.call])) {
      if (t.function == callee && parameter < t.arguments.size()) argument = t.arguments[parameter];
    }
    return argument;
  }

  void follow(const Step& step) {
    FunctionId f = step.function;
    const CoreFunction& function = races_.core.function(f);
    const Value& value = function.value(step.value);
    auto operands = function.operands_of(value);
    auto part_of = [&](uint32_t part) {
      std::vector<uint32_t> path{part};
      path.insert(path.end(), step.path.begin(), step.path.end());
      trace(f, operands[0], std::move(path));
    };
    switch (value.kind) {
      case ValueKind::field:
        return part_of(value.index);
      case ValueKind::head:
        return part_of(kHead);
      case ValueKind::tail:
        return part_of(kTail);
      case ValueKind::constant:
      case ValueKind::tuple:
      case ValueKind::cons: {
        if (step.path.empty()) return constant(f, step.value);
        // Who takes a part of what has none does not get there.
        ValueId part = part_in(function, step.value, step.path[0]);
        if (part.valid()) trace(f, part, {step.path.begin() + 1, step.path.end()});
        return;
      }
      case ValueKind::phi:
        return branches(step);
      case ValueKind::param:
        return callers(step, value.index);
      case ValueKind::call:
        return answer(step, value.index);
      default:
        fine_ = false;
    }
  }

  static ValueId part_in(const CoreFunction& f, ValueId v, uint32_t part) {
    const Value& value = f.value(v);
    auto operands = f.operands_of(value);
    bool cell = part == kHead || part == kTail;
    if (value.kind == ValueKind::cons && cell) return operands[part == kHead ? 0 : 1];
    return value.kind == ValueKind::tuple && !cell && part < operands.size() ? operands[part] : ValueId();
  }

  void constant(FunctionId f, ValueId v) {
    SymId known = constant_of(f, v, kMostPath);
    fine_ = fine_ && known.valid() && (!constant_.valid() || constant_ == known);
    constant_ = known;
  }

  SymId constant_of(FunctionId f, ValueId v, size_t depth) {
    const CoreFunction& function = races_.core.function(f);
    const Value& value = function.value(v);
    if (value.kind == ValueKind::constant)
      return races_.syms.make(SymKind::constant, races_.core.constant(function.module, value.index).value);
    if (value.kind != ValueKind::tuple || depth == 0 || value.count > SymTable::kMaxParts) return {};
    std::vector<SymId> parts;
    for (ValueId o : function.operands_of(value)) {
      parts.push_back(constant_of(f, o, depth - 1));
      if (!parts.back().valid()) return {};
    }
    return races_.syms.make(SymKind::tuple, 0, parts);
  }

  // What the clauses give; the subject itself without what the clauses before have taken of it.
  void branches(const Step& step) {
    const CoreFunction& function = races_.core.function(step.function);
    auto branch = std::find_if(function.branches.begin(), function.branches.end(),
                               [&](const Branch& b) { return b.result == step.value; });
    if (branch == function.branches.end()) {
      for (ValueId one : alternatives(function, step.value)) trace(step.function, one, step.path);
      return;
    }
    auto clauses = std::span(function.clauses).subspan(branch->clauses.first, branch->clauses.count);
    for (size_t i = 0; i < clauses.size(); ++i) {
      if (!clauses[i].result.valid()) continue;
      for (ValueId one : alternatives(function, clauses[i].result)) {
        bool taken = std::any_of(clauses.begin(), clauses.begin() + static_cast<ptrdiff_t>(i),
                                 [&](const auto& c) { return takes(function, c, clauses[i].result, one); });
        if (!taken) trace(step.function, one, step.path);
      }
    }
  }

  std::vector<ValueId> alternatives(const CoreFunction& f, ValueId v) const {
    const Value& value = f.value(v);
    if (value.kind != ValueKind::phi) return {v};
    auto operands = f.operands_of(value);
    auto given = operands.first(std::min<size_t>(value.index, operands.size()));
    return {given.begin(), given.end()};
  }

  // Whether a clause is taken if the subject is this alternative.
  static bool takes(const CoreFunction& f, const CoreClause& clause, ValueId subject, ValueId alternative) {
    for (uint32_t i = 0; i < clause.head.count; ++i) {
      const HeadTest& test = f.head_tests[clause.head.first + i];
      ValueId part = same_part(f, test.value, subject, alternative);
      if (!part.valid()) return false;
      const Value& value = f.value(part);
      if (test.constant.valid()) {
        const Value& wanted = f.value(test.constant);
        if (value.kind != ValueKind::constant || wanted.kind != ValueKind::constant ||
            value.index != wanted.index)
          return false;
      } else if (test.size == HeadTest::kListCell
                     ? value.kind != ValueKind::cons
                     : value.kind != ValueKind::tuple || value.count != test.size) {
        return false;
      }
    }
    return clause.head.count > 0;
  }

  // The part of `alternative` that `part` is of `subject`.
  static ValueId same_part(const CoreFunction& f, ValueId part, ValueId subject, ValueId alternative) {
    if (part == subject) return alternative;
    const Value& value = f.value(part);
    uint32_t step = value.kind == ValueKind::field  ? value.index
                    : value.kind == ValueKind::head ? kHead
                                                    : kTail;
    if (step == kTail && value.kind != ValueKind::tail) return {};
    ValueId whole = same_part(f, f.operands_of(value)[0], subject, alternative);
    return whole.valid() ? part_in(f, whole, step) : ValueId();
  }

  // A look that is told what to look at is about this datum in its own call only.
  bool reads_one_datum() const {
    const CoreFunction& f = races_.core.function(read_.function);
    auto arguments = f.operands_in(f.calls[read_.call].arguments);
    return std::all_of(arguments.begin(), arguments.end(),
                       [&](ValueId a) { return f.value(a).kind == ValueKind::constant; });
  }

  void callers(const Step& step, uint32_t parameter) {
    const std::vector<CallSite>& sites = graph_.callers[step.function.index()];
    fine_ = fine_ && !sites.empty() && roles_.entered_by(step.function).empty() && reads_one_datum();
    for (const CallSite& site : sites)
      trace(site.function, argument_of({site.function, site.call}, step.function, parameter), step.path);
  }

  void answer(const Step& step, uint32_t index) {
    const CoreFunction& function = races_.core.function(step.function);
    if (read_ == Site{step.function, index}) {
      copied_ = true;
      fine_ = fine_ && gives_element(function, function.calls[index], step);
      return;
    }
    std::vector<Target> targets = races_.values.targets(step.function, function.calls[index]);
    fine_ = fine_ && !targets.empty() && reads_one_datum();
    for (const Target& t : targets) {
      fine_ = fine_ && !t.by_model && t.how == Callback::once;
      trace(t.function, races_.core.function(t.function).result, step.path);
    }
  }

  // The element of an object: of one in a list, or by its place.
  bool gives_element(const CoreFunction& f, const Call& call, const Step& step) const {
    if (step.path.size() == 2 && step.path[0] == kHead) return step.path[1] == element_;
    auto arguments = f.operands_in(call.arguments);
    if (!step.path.empty() || arguments.size() != 3) return false;
    const Value& place = f.value(arguments[2]);
    if (place.kind != ValueKind::constant) return false;
    const Constant& c = races_.core.constant(races_.core.constant(f.module, place.index));
    return c.kind == ConstantKind::integer && c.integer == static_cast<int64_t>(element_) + 1;
  }

  Races& races_;
  const CallGraph& graph_;
  const Roles& roles_;
  Site read_;
  uint32_t element_;
  std::vector<Step> todo_;
  SymId constant_;
  bool fine_ = true;
  bool copied_ = false;
};

}  // namespace

// Whoever writes the datum does it by this act, and writes what it has read or a constant where there was
// nothing: so it is never anything else.
bool Judge::writes_back(const Pair& pair) const {
  if (!pair.data || pair.same < Same::likely || pair.spawned || pair.read.is_group() ||
      effect_of(pair) != Effect::act)
    return false;
  if (!races.model.states[pair.state].ets_tables || pair.act_datum.key == races.syms.any()) return false;
  // Innermost first; from the function on that says which datum it is all callers count.
  std::vector<Site> chain;
  for (ChainId c = pair.act_chain; c.valid(); c = races.chains[c].next)
    chain.insert(chain.begin(), races.chains[c].call);
  FunctionId by;
  bool others_write = false;
  others(pair, [&](const LoggedAct& other) {
    if (races.syms.compare(pair.act_datum.key, other.datum.key, pair.frame) < Same::maybe) return false;
    bool first = !by.valid();
    by = other.frame;
    bool on_the_way = other.frame == pair.act.function && other.call == pair.act.call;
    for (Site call : chain)
      on_the_way = on_the_way || (other.frame == call.function && other.call == call.call);
    others_write = others_write || !first || other.site != pair.act || !on_the_way;
    return false;
  });
  if (!by.valid() || others_write) return false;
  auto end = std::find_if(chain.begin(), chain.end(), [&](Site call) { return call.function == by; });
  if (end != chain.end()) ++end;
  if (by == pair.act.function) end = chain.begin();
  chain.erase(end, chain.end());
  const CoreFunction& f = races.core.function(pair.act.function);
  ValueId object = f.operands_in(f.calls[pair.act.call].arguments).back();
  if (f.value(object).kind != ValueKind::tuple) return false;
  int keypos = races.tables.keypos(races.tables.view(races.syms.objects(pair.act_datum.table, pair.frame)));
  auto elements = f.operands_of(f.value(object));
  for (uint32_t i = 0; i < elements.size(); ++i) {
    if (static_cast<int>(i) + 1 == keypos) continue;
    Origins origins(races, graph, roles, pair.read, i);
    if (!origins.only_copies(pair.act.function, elements[i], chain)) return false;
  }
  return keypos > 0 && elements.size() > 1;
}

}  // namespace dh::erlang
