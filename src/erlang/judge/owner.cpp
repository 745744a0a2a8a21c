#include "erlang/judge/owner.h"

#include <algorithm>

namespace dh::erlang {

namespace {

// A value that is a parameter, or is put together or taken out of parameters.
bool is_of_parameters(const Races& races, const CoreFunction& function, ValueId id, int depth) {
  const Value& value = function.value(id);
  if (value.kind == ValueKind::param) return true;
  if (depth == 0 || value.kind == ValueKind::closure) return false;
  auto any = [&](std::span<const ValueId> parts) {
    return std::any_of(parts.begin(), parts.end(),
                       [&](ValueId part) { return is_of_parameters(races, function, part, depth - 1); });
  };
  if (value.kind != ValueKind::call) return any(function.operands_of(value));
  const Call& call = function.calls[value.index];
  return call.kind == CallKind::named && races.model.functional.contains(call.callee) &&
         any(function.operands_in(call.arguments));
}

bool calls(const Races& races, Site call, FunctionId callee) {
  const CoreFunction& caller = races.core.function(call.function);
  const Call& c = caller.calls[call.call];
  return c.kind == CallKind::named && races.core.find_from(caller.module, c.callee) == callee;
}

// A small function that passes what it gets on to the call. A loop does more than that, and so does a
// function that looks by itself.
bool is_wrapper_of(const Races& races, Site site, const Call& read) {
  constexpr size_t kMaxCalls = 4;
  constexpr int kMaxNested = 4;
  const CoreFunction& function = races.core.function(site.function);
  if (function.is_fun || function.calls.size() > kMaxCalls) return false;
  for (uint32_t i = 0; i < function.calls.size(); ++i) {
    if (calls(races, {site.function, i}, site.function)) return false;
    const Call& call = function.calls[i];
    if (i != site.call && call.kind == read.kind && call.callee == read.callee) return false;
  }
  auto arguments = function.operands_in(function.calls[site.call].arguments);
  return std::any_of(arguments.begin(), arguments.end(), [&](ValueId argument) {
    return is_of_parameters(races, function, argument, kMaxNested);
  });
}

}  // namespace

std::vector<Site> calls_to_write(const Races& races, const Pair& pair) {
  ChainId read = pair.read_chain, write = pair.write_chain;
  while (read.valid() && write.valid() && races.chains[read].call == races.chains[write].call) {
    read = races.chains[read].next;
    write = races.chains[write].next;
  }
  std::vector<Site> calls;
  for (; write.valid(); write = races.chains[write].next) calls.push_back(races.chains[write].call);
  calls.push_back(pair.write);
  return calls;
}

Site reported_call(const Races& races, const Pair& pair) {
  std::vector<Site> path = calls_to_write(races, pair);
  const Call& read = races.core.function(pair.read.function).calls[pair.read.call];
  size_t at = path.size() - 1;
  while (at > 0 && is_wrapper_of(races, path[at], read) && calls(races, path[at - 1], path[at].function))
    --at;
  return path[at];
}

}  // namespace dh::erlang
