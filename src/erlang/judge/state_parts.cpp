#include "erlang/judge/state_parts.h"

#include <algorithm>
#include <set>

namespace dh::erlang {

namespace {

// The elements that are taken of a value, the last one first.
using Path = std::vector<uint32_t>;

constexpr uint32_t kUnderKey = UINT32_MAX - 1;  // in a path: of a map

// A call into which its result is followed.
struct Inside {
  FunctionId caller;
  const std::vector<ValueId>& arguments;
  const Inside* around = nullptr;
  int depth = 1;
};

// As a process.
bool is_started(const JudgeContext& context, FunctionId f) {
  const std::vector<CallSite>& callers = context.graph.callers[f.index()];
  return std::any_of(callers.begin(), callers.end(),
                     [](const CallSite& site) { return site.how == Callback::spawn; });
}

// One question. What parameters are is asked of all callers, the nearest first.
class OriginSearch {
 public:
  explicit OriginSearch(const JudgeContext& context, bool of_element = false)
      : context_(context), core_(context.races.core), of_element_(of_element) {}

  void follow(FunctionId f, ValueId id, Path path, const Inside* inside = nullptr);
  StateOrigin finish();

 private:
  static constexpr int kMaxCalls = 8;   // from the callback
  static constexpr int kMaxInside = 4;  // calls into which one result leads
  static constexpr size_t kMaxPath = 4;
  static constexpr int kMaxSteps = 1000;  // of one question

  struct Asked {
    FunctionId function;
    uint32_t parameter;
    Path path;
    int calls;
  };

  void follow_each(FunctionId f, std::span<const ValueId> ids, const Path& path, const Inside* inside) {
    for (ValueId id : ids) follow(f, id, path, inside);
  }
  void follow_parameter(FunctionId f, uint32_t parameter, Path path, const Inside* inside);
  void follow_tuple(FunctionId f, const Value& v, Path path, const Inside* inside);
  bool has_own_element(FunctionId f, const Value& v, const Inside* inside);
  void follow_update(FunctionId f, const Value& v, Path path, const Inside* inside);
  void follow_captured(FunctionId f, uint32_t value, Path path);
  void follow_made(FunctionId f, const Value& v, Path path, const Inside* inside);
  void follow_answer(FunctionId f, const Call& call, const Inside* inside);
  void follow_result(FunctionId f, const Call& call, const Path& path, const Inside* inside);
  void follow_callers(const Asked& asked);
  void follow_argument(const CallSite& site, const Target& t, const Asked& asked);
  void add_state(uint32_t module);

  const JudgeContext& context_;
  const Core& core_;
  bool of_element_;  // a part of another search
  StateOrigin origin_;
  uint32_t server_ = UINT32_MAX;  // the module of the state
  int steps_ = 0;
  int calls_ = 0;  // from the parameter that is followed
  std::vector<Asked> asked_;
  std::set<std::tuple<FunctionId, uint32_t, Path>> seen_;
};

void OriginSearch::follow(FunctionId f, ValueId id, Path path, const Inside* inside) {
  if (origin_.other) return;
  if (++steps_ > kMaxSteps) {
    origin_.unseen = true;
    return;
  }
  const CoreFunction& function = core_.function(f);
  const Value& v = function.value(id);
  auto operands = function.operands_of(v);
  switch (v.kind) {
    case ValueKind::param:
      return follow_parameter(f, v.index, std::move(path), inside);
    case ValueKind::field:
      path.push_back(v.index);
      return follow(f, operands[0], std::move(path), inside);
    case ValueKind::tuple:
      return follow_tuple(f, v, std::move(path), inside);
    case ValueKind::update:
      return follow_update(f, v, std::move(path), inside);
    case ValueKind::phi:
      // What decides between them comes after.
      return follow_each(f, operands.first(std::min<size_t>(v.index, operands.size())), path, inside);
    case ValueKind::outer:
      return follow_captured(f, v.index, std::move(path));
    case ValueKind::call:
      return follow_result(f, function.calls[v.index], path, inside);
    case ValueKind::constant:
    case ValueKind::closure:
    case ValueKind::fun_name:
      return;
    case ValueKind::message:
      origin_.other = true;
      return;
    default:
      return follow_made(f, v, std::move(path), inside);
  }
}

void OriginSearch::follow_parameter(FunctionId f, uint32_t parameter, Path path, const Inside* inside) {
  if (inside != nullptr) {
    if (parameter < inside->arguments.size() && inside->arguments[parameter].valid())
      return follow(inside->caller, inside->arguments[parameter], std::move(path), inside->around);
    origin_.other = true;
    return;
  }
  if (is_callback(core_, context_.races.model, f)) {
    if (parameter + 1 == core_.function(f).arity) return add_state(core_.module_index(f));
    origin_.other = true;
    return;
  }
  if (path.size() > kMaxPath || calls_ == kMaxCalls) {
    origin_.unseen = true;
  } else if (seen_.emplace(f, parameter, path).second) {
    asked_.push_back({f, parameter, std::move(path), calls_});
  }
}

void OriginSearch::follow_tuple(FunctionId f, const Value& v, Path path, const Inside* inside) {
  auto elements = core_.function(f).operands_of(v);
  if (path.empty()) {
    if (!has_own_element(f, v, inside)) follow_each(f, elements, path, inside);
    return;
  }
  uint32_t index = path.back();
  path.pop_back();
  // Another clause gives a tuple that this element is not taken of.
  if (index < elements.size()) follow(f, elements[index], std::move(path), inside);
}

// Then the tuple is its own, wherever the other elements come from.
bool OriginSearch::has_own_element(FunctionId f, const Value& v, const Inside* inside) {
  if (of_element_) return false;
  auto elements = core_.function(f).operands_of(v);
  return std::any_of(elements.begin(), elements.end(), [&](ValueId element) {
    OriginSearch search(context_, true);
    search.follow(f, element, {}, inside);
    StateOrigin found = search.finish();
    if (!found.may_be_own()) return false;
    add_state(search.server_);
    origin_.unseen = origin_.unseen || found.unseen;
    return true;
  });
}

void OriginSearch::follow_update(FunctionId f, const Value& v, Path path, const Inside* inside) {
  auto operands = core_.function(f).operands_of(v);
  bool taken = !path.empty() && path.back() == v.index;
  if (taken) path.pop_back();
  follow(f, operands[taken ? 1 : 0], std::move(path), inside);
}

// A fun that is called by the process that makes it has the values of that one.
void OriginSearch::follow_captured(FunctionId f, uint32_t value, Path path) {
  const CoreFunction& fun = core_.function(f);
  if (is_started(context_, f)) {
    origin_.other = true;
  } else {
    follow(core_.function_of(fun.module, fun.parent), ValueId(value), std::move(path));
  }
}

// Of maps, lists, arithmetic.
void OriginSearch::follow_made(FunctionId f, const Value& v, Path path, const Inside* inside) {
  auto operands = core_.function(f).operands_of(v);
  std::string operation = v.kind == ValueKind::unknown || v.kind == ValueKind::computed
                              ? core_.text(operation_of(v))
                              : std::string();
  if (operation == "maps:get/2" && operands.size() == 2) {
    path.push_back(kUnderKey);
    follow(f, operands[1], std::move(path), inside);
  } else if (operation == "#{+" && !path.empty() && path.back() == kUnderKey) {
    follow(f, operands[0], std::move(path), inside);
  } else {
    origin_.unseen = true;
    follow_each(f, operands, {}, inside);
  }
}

// What a function gives that is not seen. What it reads for somebody else, such as an entry of a table under
// another key, is somebody else's.
void OriginSearch::follow_answer(FunctionId f, const Call& call, const Inside* inside) {
  origin_.unseen = true;
  bool reads = call.kind == CallKind::named && context_.races.model.operations.contains(call.callee);
  if (reads) follow_each(f, core_.function(f).operands_in(call.arguments), {}, inside);
}

void OriginSearch::follow_result(FunctionId f, const Call& call, const Path& path, const Inside* inside) {
  std::vector<Target> targets = context_.races.values.targets(f, call);
  bool seen = !targets.empty() && std::none_of(targets.begin(), targets.end(), [](const Target& t) {
    return t.by_model || t.how == Callback::spawn;
  });
  if (!seen) return follow_answer(f, call, inside);
  int depth = inside == nullptr ? 1 : inside->depth + 1;
  if (depth > kMaxInside) {
    origin_.unseen = true;
    return;
  }
  for (const Target& t : targets) {
    Inside result{f, t.arguments, inside, depth};
    follow(t.function, core_.function(t.function).result, path, &result);
  }
}

void OriginSearch::follow_callers(const Asked& asked) {
  FunctionId f = asked.function;
  if (!context_.roles.entered_by(f).empty()) origin_.unseen = true;
  calls_ = asked.calls + 1;
  for (const CallSite& site : context_.graph.callers[f.index()]) {
    const CoreFunction& caller = core_.function(site.function);
    for (const Target& t : context_.races.values.targets(site.function, caller.calls[site.call])) {
      if (t.function != f) continue;
      follow_argument(site, t, asked);
    }
  }
}

void OriginSearch::follow_argument(const CallSite& site, const Target& t, const Asked& asked) {
  bool given = asked.parameter < t.arguments.size() && t.arguments[asked.parameter].valid();
  if (t.how == Callback::spawn) {
    origin_.other = true;
  } else if (given) {
    follow(site.function, t.arguments[asked.parameter], asked.path);
  } else if (asked.parameter == 0 && t.list.valid()) {
    origin_.unseen = true;
    follow(site.function, t.list, {});
  } else {
    follow_answer(site.function, core_.function(site.function).calls[site.call], nullptr);
  }
}

void OriginSearch::add_state(uint32_t module) {
  if (server_ != UINT32_MAX && server_ != module) origin_.other = true;
  server_ = module;
  origin_.state = true;
}

StateOrigin OriginSearch::finish() {
  for (size_t i = 0; i < asked_.size() && !origin_.other; ++i) {
    Asked asked = std::move(asked_[i]);  // by value: they may grow
    follow_callers(asked);
  }
  return origin_;
}

StateOrigin find_state_origin(const JudgeContext& context, FunctionId frame, SymId value) {
  const Core& core = context.races.core;
  const SymTable& syms = context.races.syms;
  Path path;
  for (SymId whole = syms.taken_from(value); whole != value; whole = syms.taken_from(value)) {
    if (syms[value].kind == SymKind::head || syms[value].kind == SymKind::tail) break;
    path.push_back(syms[value].kind == SymKind::field ? syms[value].index : kUnderKey);
    value = whole;
  }
  const Sym& s = syms[value];
  if (s.kind == SymKind::constant) return {};
  if (s.kind == SymKind::unknown) return {.unseen = true};
  if (s.kind == SymKind::outer && is_started(context, frame)) return {.other = true};
  OriginSearch search(context);
  if (s.kind == SymKind::param && s.index < core.function(frame).arity) {
    search.follow(frame, ValueId(s.index), std::move(path));
  } else if (s.kind == SymKind::outer || s.kind == SymKind::foreign || s.kind == SymKind::local) {
    FunctionId owner = core.owner(NodeId(s.index));
    search.follow(owner, core.value_of(owner, NodeId(s.index)), std::move(path));
  } else {
    return {.other = true};
  }
  return search.finish();
}

}  // namespace

StateOrigin state_origin(const JudgeContext& context, FunctionId frame, SymId value) {
  const SymTable& syms = context.races.syms;
  if (syms[value].kind != SymKind::tuple) {
    auto [it, fresh] = context.caches.origins.try_emplace({frame, value}, StateOrigin());
    if (!fresh) return it->second;
    return context.caches.origins[{frame, value}] = find_state_origin(context, frame, value);
  }
  StateOrigin all;
  for (SymId element : syms.parts(value)) {
    StateOrigin origin = state_origin(context, frame, element);
    if (origin.is_state()) return origin;
    // The best of them: an element of its own is enough.
    if (origin.may_be_own() && !all.may_be_own()) {
      all = origin;
    } else if (!all.may_be_own()) {
      all.unseen = all.unseen || origin.unseen;
      all.other = all.other || origin.other;
    }
  }
  return all;
}

}  // namespace dh::erlang
