#include "erlang/judge/harm.h"

#include <algorithm>
#include <array>

#include "erlang/judge/other_writers.h"
#include "erlang/judge/owner.h"
#include "erlang/judge/runs.h"

namespace dh::erlang {

namespace {

constexpr int kNested = 6;

// They return the time, whatever their arguments are.
constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kClocks{{
    {"erlang", "system_time"},
    {"erlang", "monotonic_time"},
    {"erlang", "timestamp"},
    {"erlang", "now"},
    {"erlang", "localtime"},
    {"erlang", "universaltime"},
    {"os", "timestamp"},
    {"os", "system_time"},
    {"os", "perf_counter"},
    {"calendar", "universal_time"},
    {"calendar", "local_time"},
}};

// A clock, or a function of the program that does nothing but ask one and compute with the answer.
bool gives_time(const Core& core, uint32_t module, const FunctionKey& callee, int depth = 3) {
  std::string of = core.text(callee.module), name = core.text(callee.name);
  if (std::any_of(kClocks.begin(), kClocks.end(),
                  [&](const auto& clock) { return clock.first == of && clock.second == name; }))
    return true;
  FunctionId id = core.find_from(module, callee);
  if (!id.valid() || depth == 0) return false;
  const CoreFunction& f = core.function(id);
  return f.branches.empty() && f.attempts.empty() && !f.calls.empty() &&
         std::all_of(f.calls.begin(), f.calls.end(), [&](const Call& c) {
           return c.kind == CallKind::named && gives_time(core, f.module, c.callee, depth - 1);
         });
}

// A value on the path of calls to a write: `call` is the number of the call whose function it is a value of.
struct PathValue {
  size_t call = 0;
  ValueId value;
};

// What the values that a write gets are made of, through the parameters of the functions on the path to it.
class Origin {
 public:
  Origin(const Races& races, std::vector<Site> path) : races_(races), path_(std::move(path)) {}

  const CoreFunction& function(size_t call) const { return races_.core.function(path_[call].function); }
  size_t write() const { return path_.size() - 1; }

  // What is written besides the key: the other elements of an object, or the last argument.
  std::vector<PathValue> written() const {
    const CoreFunction& f = function(write());
    auto arguments = f.operands_in(f.calls[path_.back().call].arguments);
    if (arguments.empty()) return {};
    PathValue last = resolve({write(), arguments.back()});
    const Value& object = function(last.call).value(last.value);
    if (object.kind != ValueKind::tuple || object.count < 2) return {last};
    std::vector<PathValue> parts;
    for (ValueId part : function(last.call).operands_of(object).subspan(1))
      parts.push_back(resolve({last.call, part}));
    return parts;
  }

  // What is not written but says where: the key of an object, or the other arguments.
  std::vector<PathValue> place() const {
    const CoreFunction& f = function(write());
    auto arguments = f.operands_in(f.calls[path_.back().call].arguments);
    std::vector<PathValue> parts;
    if (arguments.empty()) return parts;
    for (ValueId part : arguments.first(arguments.size() - 1)) parts.push_back(resolve({write(), part}));
    PathValue last = resolve({write(), arguments.back()});
    const Value& object = function(last.call).value(last.value);
    if (object.kind == ValueKind::tuple && object.count >= 2)
      parts.push_back(resolve({last.call, function(last.call).operands_of(object).front()}));
    return parts;
  }

  // A parameter is what the call before passes for it.
  PathValue resolve(PathValue at) const {
    while (at.call > 0 && function(at.call).value(at.value).kind == ValueKind::param) {
      uint32_t index = function(at.call).value(at.value).index;
      const CoreFunction& caller = function(at.call - 1);
      const Call& call = caller.calls[path_[at.call - 1].call];
      auto arguments = caller.operands_in(call.arguments);
      bool direct = call.kind == CallKind::named &&
                    races_.core.find_from(caller.module, call.callee) == path_[at.call].function;
      if (!direct || index >= arguments.size()) break;
      at = {at.call - 1, arguments[index]};
    }
    return at;
  }

  // Whether `test(origin, value)` is true of a value or of one that it is made of, the outermost first;
  // `test` answers nothing to look further, and `beyond` is the answer for what is too deep to look at.
  template <typename Test>
  bool any(PathValue at, Test&& test, bool beyond = false, int depth = kNested) const {
    at = resolve(at);
    if (std::optional<bool> answer = test(at)) return *answer;
    const CoreFunction& f = function(at.call);
    const Value& value = f.value(at.value);
    auto parts =
        value.kind == ValueKind::call ? f.operands_in(f.calls[value.index].arguments) : f.operands_of(value);
    if (depth == 0) return beyond && !parts.empty();
    return std::any_of(parts.begin(), parts.end(), [&](ValueId part) {
      return any({at.call, part}, test, beyond, depth - 1);
    });
  }

  const Value& value(PathValue at) const { return function(at.call).value(at.value); }
  const Call* call(PathValue at) const {
    const Value& v = value(at);
    return v.kind == ValueKind::call ? &function(at.call).calls[v.index] : nullptr;
  }

 private:
  const Races& races_;
  std::vector<Site> path_;
};

// The result of the call is something that others do not have: a process, a reference, a table.
bool makes_something(const Model& model, const Call& call) {
  return call.kind == CallKind::named &&
         (model.fresh.contains(call.callee) || model.linked_start.contains(call.callee) ||
          model.children.contains(call.callee));
}

// What the function gives is, or is made of, something that others do not have.
bool gives_something_new(const JudgeContext& context, FunctionId id, int depth) {
  const CoreFunction& f = context.races.core.function(id);
  if (!f.result.valid()) return false;
  std::vector<ValueId> todo{f.result};
  std::vector<bool> known(f.values.size(), false);
  while (!todo.empty()) {
    ValueId v = todo.back();
    todo.pop_back();
    if (known[v.index()]) continue;
    known[v.index()] = true;
    auto parts = f.operands_of(f.value(v));
    if (f.value(v).kind == ValueKind::call) {
      const Call& call = f.calls[f.value(v).index];
      parts = f.operands_in(call.arguments);
      if (makes_something(context.races.model, call)) return true;
      FunctionId callee;
      if (call.kind == CallKind::named) callee = context.races.core.find_from(f.module, call.callee);
      if (depth > 0 && callee.valid() && callee != id && gives_something_new(context, callee, depth - 1))
        return true;
    }
    todo.insert(todo.end(), parts.begin(), parts.end());
  }
  return false;
}

// Two processes that write would write different things: one that each has made, or its own pid.
bool is_of_its_own(const JudgeContext& context, const Origin& origin, PathValue at) {
  constexpr int kCalls = 3;
  const Model& model = context.races.model;
  return origin.any(at, [&](PathValue part) -> std::optional<bool> {
    const Call* call = origin.call(part);
    if (call == nullptr) return std::nullopt;
    if (call->kind != CallKind::named) return std::nullopt;
    if (call->callee == model.self || makes_something(model, *call)) return true;
    FunctionId callee = context.races.core.find_from(origin.function(part.call).module, call->callee);
    if (callee.valid() && gives_something_new(context, callee, kCalls)) return true;
    return std::nullopt;
  });
}

// A value and the values that it is an element of, up to a parameter; empty where that is not where it ends.
std::vector<PathValue> parts_of_parameter(const Origin& origin, PathValue at) {
  std::vector<PathValue> parts{at};
  while (origin.value(at).kind == ValueKind::field) {
    at = origin.resolve({at.call, origin.function(at.call).operands_of(origin.value(at))[0]});
    parts.push_back(at);
  }
  if (origin.value(at).kind != ValueKind::param) parts.clear();
  return parts;
}

// The caller says what is written, and not by the key: two callers that both find nothing write different
// things.
bool is_for_the_caller_to_say(const Origin& origin, PathValue at) {
  std::vector<PathValue> keys = origin.place();
  auto in_key = [&](PathValue wanted) {
    auto is_wanted = [&](PathValue part) -> std::optional<bool> {
      if (part.call == wanted.call && part.value == wanted.value) return true;
      if (!parts_of_parameter(origin, part).empty()) return false;
      return std::nullopt;
    };
    return std::any_of(keys.begin(), keys.end(), [&](PathValue key) { return origin.any(key, is_wanted); });
  };
  const auto is_other = [&](PathValue part) -> std::optional<bool> {
    std::vector<PathValue> parts = parts_of_parameter(origin, part);
    if (parts.empty()) return std::nullopt;
    return std::none_of(parts.begin(), parts.end(), in_key);
  };
  return origin.any(at, is_other, /*beyond=*/true);
}

void add_calls(const CoreFunction& f, Range statements, std::vector<uint32_t>& calls);

void add_calls_of_clauses(const CoreFunction& f, Range clauses, std::vector<uint32_t>& calls) {
  for (uint32_t i = 0; i < clauses.count; ++i) add_calls(f, f.clauses[clauses.first + i].body, calls);
}

void add_calls(const CoreFunction& f, Range statements, std::vector<uint32_t>& calls) {
  for (uint32_t i = 0; i < statements.count; ++i) {
    const Statement& s = f.statements[statements.first + i];
    if (s.kind == StatementKind::call) {
      calls.push_back(s.index);
    } else if (s.kind == StatementKind::branch) {
      add_calls_of_clauses(f, f.branches[s.index].clauses, calls);
    } else if (s.kind == StatementKind::attempt) {
      const Attempt& a = f.attempts[s.index];
      for (Range body : {a.body, a.after}) add_calls(f, body, calls);
      for (Range clauses : {a.clauses, a.handlers}) add_calls_of_clauses(f, clauses, calls);
    }
  }
}

// `try [{_, Value}] = ets:lookup(...) ... catch _:_ -> ets:insert(...)`.
bool is_after_failed_read(const JudgeContext& context, const Pair& pair) {
  const CoreFunction& f = context.races.core.function(pair.frame);
  auto has = [](const std::vector<uint32_t>& calls, uint32_t call) {
    return std::find(calls.begin(), calls.end(), call) != calls.end();
  };
  return std::any_of(f.attempts.begin(), f.attempts.end(), [&](const Attempt& a) {
    std::vector<uint32_t> tried, handling;
    add_calls(f, a.body, tried);
    add_calls_of_clauses(f, a.handlers, handling);
    return has(tried, read_call(context, pair)) && has(handling, write_call(context, pair));
  });
}

bool is_plain_write(const Suspect& s) {
  return s.effect == Effect::act && !s.pair.is(PairFact::data) && !s.pair.is(PairFact::independent) &&
         !s.state.flags && !s.state.messages;
}

// Another write that is not such a fill may be the one that is lost, and a removal one that is undone.
bool loses_other_write(const Suspect& s) {
  return other_writes(s.context, s.pair,
                      [&](const LoggedWrite& other) {
                        if (other.site == s.pair.write || at_start(s.context, other)) return false;
                        if (other.effect() == Effect::remove)
                          return other.location.key != s.context.races.syms.any();
                        return !s.context.fills.contains(other.site);
                      })
      .hits_key();
}

// The rest of the object stays as it is.
bool changes_element(const Suspect& s) {
  const OperationModel* operation = s.context.races.operation_at(s.pair.write, s.pair.state);
  return operation != nullptr && operation->existing && operation->effect != Effect::remove;
}

}  // namespace

bool fills_cache(const Suspect& s) {
  if (!is_plain_write(s) || s.pair.is(PairFact::spawned)) return false;
  if (!s.pair.is(PairFact::after_finding_nothing) && !is_after_failed_read(s.context, s.pair)) return false;
  Origin origin(s.context.races, calls_to_write(s.context.races, s.pair));
  for (PathValue part : origin.written()) {
    if (is_of_its_own(s.context, origin, part) || is_for_the_caller_to_say(origin, part)) return false;
  }
  return !loses_other_write(s);
}

bool writes_time(const Suspect& s) {
  if (!is_plain_write(s)) return false;
  Origin origin(s.context.races, calls_to_write(s.context.races, s.pair));
  std::vector<PathValue> parts = origin.written();
  auto is_time = [&](PathValue at) {
    return origin.any(at, [&](PathValue part) -> std::optional<bool> {
      const Call* call = origin.call(part);
      if (call == nullptr) return std::nullopt;
      uint32_t module = origin.function(part.call).module;
      return call->kind == CallKind::named && gives_time(s.context.races.core, module, call->callee);
    });
  };
  auto is_constant = [&](PathValue at) { return origin.value(at).kind == ValueKind::constant; };
  return std::any_of(parts.begin(), parts.end(), is_time) &&
         std::all_of(parts.begin(), parts.end(), [&](PathValue p) { return is_time(p) || is_constant(p); }) &&
         (changes_element(s) || !loses_other_write(s));
}

bool normalizes_value(const Suspect& s) {
  if (s.effect != Effect::act || !s.pair.is(PairFact::data) || s.state.messages) return false;
  Origin origin(s.context.races, calls_to_write(s.context.races, s.pair));
  auto adds = [&](PathValue at) {
    return origin.any(at, [&](PathValue part) -> std::optional<bool> {
      switch (origin.value(part).kind) {
        case ValueKind::computed:
        case ValueKind::cons:
        case ValueKind::message:
        case ValueKind::outer:
        case ValueKind::param:  // of the owner: its callers decide
          return true;
        case ValueKind::call: {
          const Call* call = origin.call(part);
          if (call->kind != CallKind::named) return true;
          return call->arguments.count == 0
                     ? std::optional(
                           !s.context.races.core.find_from(origin.function(part.call).module, call->callee)
                                .valid())
                     : std::nullopt;
        }
        default:
          return std::nullopt;
      }
    });
  };
  std::vector<PathValue> parts = origin.written();
  return !parts.empty() && std::none_of(parts.begin(), parts.end(), adds);
}

}  // namespace dh::erlang
