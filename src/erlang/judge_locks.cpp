#include <algorithm>

#include "erlang/races.h"

namespace dh::erlang {
namespace {

bool is_one_of(const std::vector<Model::AnyArity>& names, const Call& call) {
  return call.kind == CallKind::named &&
         std::any_of(names.begin(), names.end(), [&](const Model::AnyArity& n) {
           return n.name == call.callee.name && (!n.module.valid() || n.module == call.callee.module);
         });
}

}  // namespace

// A lock is taken before the calls from `first` to `last` of a function and given back after them, or that is
// so wherever the function is called. Calls are numbered in the order of the text.
bool Judge::in_lock(FunctionId f, uint32_t first, uint32_t last, int depth) const {
  auto [it, fresh] = locks_.try_emplace(f);
  if (fresh) {
    const std::vector<Call>& calls = races.core.function(f).calls;
    for (uint32_t i = 0; i < calls.size(); ++i) {
      if (is_one_of(races.model.take_locks, calls[i]))
        it->second.first_taken = std::min(it->second.first_taken, i);
      if (is_one_of(races.model.release_locks, calls[i])) it->second.after_release = i + 1;
    }
  }
  bool taken = it->second.first_taken < first;
  bool released = it->second.after_release > last;
  if (taken && released) return true;
  const std::vector<CallSite>& callers = graph.callers[f.index()];
  return depth > 0 && !callers.empty() && roles.entered_by(f).empty() &&
         std::all_of(callers.begin(), callers.end(), [&](const CallSite& site) {
           return in_lock(site.function, site.call, site.call, depth - 1);
         });
}

}  // namespace dh::erlang
