#include "erlang/processes/call_sites.h"

#include <algorithm>

#include "erlang/core/path_visitor.h"

namespace dh::erlang {
namespace {

// What holds at the calls of a function, from the clauses around them.
class Surroundings : public PathAnalysis<Around> {
 public:
  static constexpr int kCallsBelow = 2;  // through which a claim is followed

  Surroundings(const Core& core, const Model& model, FunctionId f, int calls_below = kCallsBelow)
      : of_call(core.function(f).calls.size()),
        core_(core),
        model_(model),
        f_(core.function(f)),
        calls_below_(calls_below),
        claim_of_clause_(f_.clauses.size(), kNoClaim) {
    at_end_ = visit_paths(f_, *this, {}).claim;
    for (uint32_t i = 0; i < of_call.size(); ++i) {
      Around& around = of_call[i];
      around.keeps_claim =
          around.claim != kNoClaim && std::none_of(undone_.begin(), undone_.end(), [&](const auto& undone) {
            return undone.first == around.claim && undone.second > i;
          });
    }
  }

  std::vector<Around> of_call;

  // A process that returns from the function has made a claim.
  bool claims_at_end() const { return at_end_ != kNoClaim; }

  // A process has made a claim that gets this constant from the function, or (not `equal`) another answer.
  bool claims_with_answer(const std::string& constant, bool equal) const {
    Answers answers{constant, equal};
    add_answers(f_.result, at_end_, answers);
    return answers.claimed && !answers.unclaimed;
  }

  void call(uint32_t index, Around& around) {
    of_call[index] = around;
    const Call& c = f_.calls[index];
    if (around.claim != kNoClaim && undoes(index, around.claim)) {
      undone_.push_back({around.claim, index});
      around.claim = kNoClaim;
    }
    if (c.kind != CallKind::named) return;
    if (model_.never_return.contains(c.callee)) around.ended = true;
    // It tries again, and returns where a later try does.
    if (calls_itself(c) ? calls_below_ < kCallsBelow : claims(c)) around.claim = index;
  }
  void begin_branch(const Branch& b, Around& inside) {
    inside.in_loop = inside.in_loop || b.kind == BranchKind::loop;
  }
  void end_clause(const CoreClause& clause, Around& around) {
    claim_of_clause_[static_cast<size_t>(&clause - f_.clauses.data())] = around.claim;
  }
  // What each clause has claimed, is claimed after all of them.
  void join(Around& s, std::span<const Around> ends, bool may_skip) {
    if (may_skip || ends.empty()) return;
    uint32_t claim = kNoClaim;
    bool all_ended = true;
    for (const Around& end : ends) {
      if (end.ended) continue;
      all_ended = false;
      claim = end.claim;
      if (claim == kNoClaim) break;
    }
    s.claim = claim;
    s.ended = all_ended;
  }
  void refinement(uint32_t index, bool holds, Around& around) {
    Refinement r = f_.refinements[index];
    r.equal = r.equal == holds;
    if (ConstantId name = holder_in(r); name.valid()) around.holder = name;
    if (uint32_t call = claim_in(r); call != kNoClaim) around.claim = call;
  }

 private:
  struct Answers {
    const std::string& constant;
    bool equal;
    bool claimed = false, unclaimed = false;
  };

  bool calls_itself(const Call& call) const {
    FunctionId f = core_.find_from(f_.module, call.callee);
    return f.valid() && &core_.function(f) == &f_;
  }

  // A small function of the program that makes a claim.
  FunctionId claiming(const Call& call) const {
    constexpr size_t kMaxCalls = 8;  // it does little else
    if (call.kind != CallKind::named || calls_below_ == 0 || calls_itself(call)) return {};
    FunctionId f = core_.find_from(f_.module, call.callee);
    if (!f.valid()) return {};
    const std::vector<Call>& calls = core_.function(f).calls;
    bool may = calls.size() <= kMaxCalls && std::any_of(calls.begin(), calls.end(), [&](const Call& c) {
                 return c.kind == CallKind::named && model_.claims.contains(c.callee);
               });
    return may ? f : FunctionId();
  }

  // It returns only to a process that has claimed something.
  bool claims(const Call& call) const {
    FunctionId f = claiming(call);
    return f.valid() && Surroundings(core_, model_, f, calls_below_ - 1).claims_at_end();
  }

  // What the function can answer, with the claims that are made on the way there.
  void add_answers(ValueId v, uint32_t claim, Answers& answers) const {
    if (!v.valid()) return;
    const Value& value = f_.value(v);
    auto branch = std::find_if(f_.branches.begin(), f_.branches.end(), [&](const Branch& b) {
      return b.kind == BranchKind::choice && b.result == v;
    });
    if (value.kind == ValueKind::phi && branch != f_.branches.end()) {
      const Range clauses = branch->clauses;
      for (uint32_t i = clauses.first; i < clauses.first + clauses.count; ++i) {
        if (f_.clauses[i].result != v) add_answers(f_.clauses[i].result, claim_of_clause_[i], answers);
      }
      return;
    }
    auto add = [&](bool claimed) { (claimed ? answers.claimed : answers.unclaimed) = true; };
    if (value.kind == ValueKind::constant) {
      bool same = core_.constant_text(core_.constant(f_.module, value.index)) == answers.constant;
      if (same == answers.equal) add(claim != kNoClaim);
      return;
    }
    bool is_built = value.kind == ValueKind::tuple || value.kind == ValueKind::cons;
    if (is_built && answers.equal) return;
    const Call* call = call_of(v);
    if (call != nullptr && calls_itself(*call)) return;
    if (call != nullptr && model_.claims.contains(call->callee)) {
      add(gets_claim(*call, answers.constant, answers.equal));
      return;
    }
    add(claim != kNoClaim);
  }

  // The table that a call works on, by an operation of this state if one is given.
  ValueId table_of(const CoreFunction& f, const Call& call, bool writes) const {
    if (call.kind != CallKind::named) return {};
    auto it = model_.operations.find(call.callee);
    if (it == model_.operations.end()) return {};
    auto arguments = f.operands_in(call.arguments);
    for (const OperationModel& op : it->second) {
      if (writes && op.effect == Effect::read) continue;
      for (size_t i = 0; i < op.roles.size() && i < arguments.size(); ++i) {
        if (op.roles[i] == ArgRole::table) return arguments[i];
      }
    }
    return {};
  }

  ConstantId constant_of(const CoreFunction& f, ValueId v) const {
    bool known = v.valid() && f.value(v).kind == ValueKind::constant;
    return known ? core_.constant(f.module, f.value(v).index) : ConstantId();
  }

  // Writes to the table that the claim is in: ets:delete/2 after ets:insert_new/2. Also in a small function
  // that is called.
  bool undoes(uint32_t index, uint32_t claim) const {
    constexpr size_t kMaxCalls = 4;
    const Call& call = f_.calls[index];
    if (call.kind != CallKind::named) return false;
    ValueId claimed = table_of(f_, f_.calls[claim], true);
    if (!claimed.valid()) return false;
    if (ValueId table = table_of(f_, call, true); table.valid())
      return table == claimed ||
             (constant_of(f_, table).valid() && constant_of(f_, table) == constant_of(f_, claimed));
    FunctionId callee = core_.find_from(f_.module, call.callee);
    ConstantId name = constant_of(f_, claimed);
    if (!callee.valid() || !name.valid() || core_.function(callee).calls.size() > kMaxCalls) return false;
    const CoreFunction& g = core_.function(callee);
    return std::any_of(g.calls.begin(), g.calls.end(),
                       [&](const Call& c) { return constant_of(g, table_of(g, c, true)) == name; });
  }

  // The answer, or every other one, says that the process has made the claim.
  bool gets_claim(const Call& call, const std::string& given, bool equal) const {
    if (auto claim = model_.claims.find(call.callee); claim != model_.claims.end()) {
      std::string first = core_.text(claim->second);
      return equal ? given == first : first == "true" && given == "false";
    }
    FunctionId f = claiming(call);
    return f.valid() && Surroundings(core_, model_, f, calls_below_ - 1).claims_with_answer(given, equal);
  }

  // `true = ets:insert_new(...)`, or the clause for that answer, or for all but false.
  uint32_t claim_in(const Refinement& r) const {
    if (!r.right.valid()) return kNoClaim;
    ValueId answer = f_.value(r.left).kind == ValueKind::call ? r.left : r.right;
    const Value& wanted = f_.value(answer == r.left ? r.right : r.left);
    const Call* call = call_of(answer);
    if (call == nullptr || wanted.kind != ValueKind::constant) return kNoClaim;
    bool got = gets_claim(*call, core_.constant_text(core_.constant(f_.module, wanted.index)), r.equal);
    return got ? f_.value(answer).index : kNoClaim;
  }

  const Call* call_of(ValueId v) const {
    if (!v.valid() || f_.value(v).kind != ValueKind::call) return nullptr;
    const Call& c = f_.calls[f_.value(v).index];
    return c.kind == CallKind::named ? &c : nullptr;
  }

  ConstantId holder_in(const Refinement& r) const {
    const Call *left = call_of(r.left), *right = call_of(r.right);
    if (!r.equal || left == nullptr || right == nullptr) return {};
    if (left->callee == model_.self) std::swap(left, right);
    if (!(right->callee == model_.self)) return {};
    auto it = model_.operations.find(left->callee);
    if (it == model_.operations.end()) return {};
    auto arguments = f_.operands_in(left->arguments);
    for (const OperationModel& op : it->second) {
      if (op.effect != Effect::read || model_.states[op.state].rule != Rule::erlang_registry) continue;
      for (size_t i = 0; i < op.roles.size() && i < arguments.size(); ++i) {
        const Value& name = f_.value(arguments[i]);
        if (op.roles[i] == ArgRole::key && name.kind == ValueKind::constant)
          return core_.constant(f_.module, name.index);
      }
    }
    return {};
  }

  const Core& core_;
  const Model& model_;
  const CoreFunction& f_;
  int calls_below_;
  uint32_t at_end_ = kNoClaim;
  std::vector<uint32_t> claim_of_clause_;              // at its end
  std::vector<std::pair<uint32_t, uint32_t>> undone_;  // claim, and the call that undoes it
};

// How many of some calls, sorted, there are on a path through a function at most.
struct CallsOnOnePath : MostOnOnePath {
  explicit CallsOnOnePath(std::span<const uint32_t> wanted) : calls(wanted) {}

  std::span<const uint32_t> calls;

  void call(uint32_t index, CountState& s) {
    if (std::binary_search(calls.begin(), calls.end(), index)) ++s.count;
  }
};

// Two calls on one path that start the same function start two processes.
void note_several_starts(const CoreFunction& f, std::vector<CallSite>& sites) {
  for (size_t i = 0; i < sites.size(); ++i) {
    if (sites[i].how != Callback::spawn || sites[i].in_loop) continue;
    std::vector<uint32_t> calls;  // in the order of the text
    for (size_t k = i; k < sites.size(); ++k) {
      if (sites[k].how == Callback::spawn && sites[k].function == sites[i].function)
        calls.push_back(sites[k].call);
    }
    if (calls.size() < 2) continue;
    CallsOnOnePath on_one_path(calls);
    if (visit_paths(f, on_one_path, {}).count < 2) continue;
    for (CallSite& site : sites) {
      if (site.how == Callback::spawn && site.function == sites[i].function) site.in_loop = true;
    }
  }
}

bool has_option(const Core& core, FunctionId f, ValueId options, std::string_view wanted) {
  auto elements = list_elements(core, f, options);
  if (!elements) return false;
  const CoreFunction& function = core.function(f);
  return std::any_of(elements->begin(), elements->end(), [&](ValueId e) {
    const Value& v = function.value(e);
    return v.kind == ValueKind::constant &&
           core.constant_text(core.constant(function.module, v.index)) == wanted;
  });
}

}  // namespace

std::vector<Around> around_calls(const Core& core, const Model& model, FunctionId f) {
  return std::move(Surroundings(core, model, f).of_call);
}

std::vector<CallSite> call_sites_in(const Core& core, const Model& model, const Values& values, FunctionId f,
                                    std::span<const Around> around) {
  const CoreFunction& function = core.function(f);
  std::vector<CallSite> sites;
  for (uint32_t c = 0; c < function.calls.size(); ++c) {
    const Call& call = function.calls[c];
    bool many = call.kind == CallKind::named && model.start_many.contains(call.callee);
    for (const Target& t : values.targets(f, call)) {
      bool in_loop = around[c].in_loop || t.how == Callback::loop || many;
      bool in_vain = t.how == Callback::locked && lock_in_vain(core, model, f, call);
      bool claimed =
          t.how == Callback::spawn ? around[c].keeps_claim && !in_loop : around[c].claim != kNoClaim;
      sites.push_back({t.function, c, t.how, in_loop, around[c].holder, claimed, in_vain});
    }
  }
  note_several_starts(function, sites);
  return sites;
}

bool registers(const Model& model, const Call& call) {
  auto it = model.operations.find(call.callee);
  return it != model.operations.end() &&
         std::any_of(it->second.begin(), it->second.end(), [&](const OperationModel& op) {
           return op.effect == Effect::failing && model.states[op.state].rule == Rule::erlang_registry;
         });
}

bool takes_a_name(const Core& core, const Model& model, FunctionId f, const Call& call) {
  auto it = model.operations.find(call.callee);
  if (it == model.operations.end()) return false;
  const CoreFunction& function = core.function(f);
  for (const OperationModel& op : it->second) {
    if (op.effect != Effect::failing) continue;
    // Unlike unregister/1, it says for whom.
    bool registers = model.states[op.state].rule == Rule::erlang_registry && op.roles.size() > 1;
    for (size_t i = 0; i < op.roles.size(); ++i) {
      bool name = (registers && op.roles[i] == ArgRole::key) || op.roles[i] == ArgRole::new_table;
      auto arguments = function.operands_in(call.arguments);
      if (!name || function.value(arguments[i]).kind != ValueKind::constant) continue;
      if (registers || has_option(core, f, arguments.back(), "named_table")) return true;
    }
  }
  return false;
}

namespace {

// Whether a value comes from a look at what an operation of the model changes.
bool looks_at(const Core& core, const Model& model, const CoreFunction& f, ValueId v, uint32_t state,
              int depth) {
  const Value& value = f.value(v);
  if (value.kind == ValueKind::call && f.calls[value.index].kind == CallKind::named) {
    auto it = model.operations.find(f.calls[value.index].callee);
    if (it != model.operations.end() &&
        std::any_of(it->second.begin(), it->second.end(),
                    [&](const OperationModel& op) { return op.state == state && op.effect == Effect::read; }))
      return true;
  }
  auto operands = f.operands_of(value);
  return depth > 0 && std::any_of(operands.begin(), operands.end(),
                                  [&](ValueId o) { return looks_at(core, model, f, o, state, depth - 1); });
}

}  // namespace

bool gives_up(const Core& core, const Model& model, const CoreFunction& f, const CoreClause& clause) {
  for (uint32_t i = 0; i < clause.body.count; ++i) {
    const Statement& s = f.statements[clause.body.first + i];
    if (s.kind == StatementKind::call && model.never_return.contains(f.calls[s.index].callee)) return true;
  }
  if (!clause.result.valid()) return false;
  const Value* v = &f.value(clause.result);
  if (v->kind == ValueKind::tuple && v->count > 0) v = &f.value(f.operands_of(*v)[0]);
  if (v->kind != ValueKind::constant) return false;
  std::string text = core.constant_text(core.constant(f.module, v->index));
  return text == "stop" || text == "ignore" || text == "error";
}

bool lets_others_on(const Core& core, const Model& model, FunctionId f, const Call& call) {
  auto it = model.operations.find(call.callee);
  if (it == model.operations.end()) return false;
  auto op = std::find_if(it->second.begin(), it->second.end(), [](const OperationModel& o) {
    return std::find(o.roles.begin(), o.roles.end(), ArgRole::new_table) != o.roles.end();
  });
  if (op == it->second.end()) return false;
  if (call.handles_error) return true;
  const CoreFunction& function = core.function(f);
  uint32_t index = static_cast<uint32_t>(&call - function.calls.data());
  constexpr int kDepth = 3;
  return std::any_of(function.branches.begin(), function.branches.end(), [&](const Branch& b) {
    auto deciders = function.operands_in(b.deciders);
    if (std::none_of(deciders.begin(), deciders.end(),
                     [&](ValueId d) { return looks_at(core, model, function, d, op->state, kDepth); }))
      return false;
    auto makes = [&](const CoreClause& c) {
      for (uint32_t i = 0; i < c.body.count; ++i) {
        const Statement& s = function.statements[c.body.first + i];
        if (s.kind == StatementKind::call && s.index == index) return true;
      }
      return false;
    };
    auto clauses = std::span(function.clauses).subspan(b.clauses.first, b.clauses.count);
    if (std::none_of(clauses.begin(), clauses.end(), makes)) return false;
    return b.kind == BranchKind::option ||
           std::any_of(clauses.begin(), clauses.end(),
                       [&](const CoreClause& c) { return !makes(c) && !gives_up(core, model, function, c); });
  });
}

namespace {

// The id {Resource, Requester} of the lock that a call takes.
std::span<const ValueId> lock_id(const Model& model, const CoreFunction& f, const Call& call) {
  if (!is_one_of(model.lock_ids, call) || call.arguments.count == 0) return {};
  const Value& id = f.value(f.operands_in(call.arguments)[0]);
  return id.kind == ValueKind::tuple && id.count == 2 ? f.operands_of(id) : std::span<const ValueId>();
}

// The value has the process itself in it; `all`: it is made of what is the same for all processes of the
// node.
bool made_of(const Core& core, const Model& model, const CoreFunction& f, ValueId id, bool all, int depth) {
  const Value& v = f.value(id);
  if (v.kind == ValueKind::call) return f.calls[v.index].callee == (all ? model.node : model.self);
  if (v.kind != ValueKind::tuple && v.kind != ValueKind::cons) return all && v.kind == ValueKind::constant;
  auto operands = f.operands_of(v);
  auto part = [&](ValueId o) { return depth > 0 && made_of(core, model, f, o, all, depth - 1); };
  return all ? std::all_of(operands.begin(), operands.end(), part)
             : std::any_of(operands.begin(), operands.end(), part);
}

}  // namespace

bool is_one_of(const std::vector<Model::AnyArity>& names, const Call& call) {
  return call.kind == CallKind::named &&
         std::any_of(names.begin(), names.end(), [&](const Model::AnyArity& n) {
           return n.name == call.callee.name && (!n.module.valid() || n.module == call.callee.module);
         });
}

bool lock_in_vain(const Core& core, const Model& model, FunctionId f, const Call& call) {
  constexpr int kDepth = 3;
  const CoreFunction& function = core.function(f);
  auto id = lock_id(model, function, call);
  return !id.empty() && (made_of(core, model, function, id[0], false, kDepth) ||
                         made_of(core, model, function, id[1], true, kDepth));
}

ValueId locked_resource(const Core& core, const Model& model, FunctionId f, const Call& call) {
  auto id = lock_id(model, core.function(f), call);
  return id.empty() ? ValueId() : id[0];
}

ConstantId local_name(const Core& core, FunctionId f, ValueId name) {
  const CoreFunction& function = core.function(f);
  const Value& v = function.value(name);
  if (v.kind != ValueKind::tuple || v.count != 2) return {};
  const Value& kind = function.value(function.operands_of(v)[0]);
  const Value& atom = function.value(function.operands_of(v)[1]);
  if (kind.kind != ValueKind::constant || atom.kind != ValueKind::constant) return {};
  if (core.constant_text(core.constant(function.module, kind.index)) != "local") return {};
  return core.constant(function.module, atom.index);
}

bool is_about_itself(const Core& core, const Model& model, FunctionId f, const Call& call) {
  const CoreFunction& function = core.function(f);
  auto arguments = function.operands_in(call.arguments);
  return std::any_of(arguments.begin(), arguments.end(), [&](ValueId a) {
    const Value& v = function.value(a);
    return v.kind == ValueKind::call && function.calls[v.index].callee == model.self;
  });
}

std::vector<std::vector<CallSite>> callers_of(const std::vector<std::vector<CallSite>>& sites) {
  std::vector<std::vector<CallSite>> callers(sites.size());
  for (uint32_t i = 0; i < sites.size(); ++i) {
    for (CallSite site : sites[i]) {
      std::vector<CallSite>& of_callee = callers[site.function.index()];
      site.function = FunctionId(i);
      of_callee.push_back(site);
    }
  }
  return callers;
}

}  // namespace dh::erlang
