#include "erlang/search/found_nothing.h"

#include <algorithm>

namespace dh::erlang {
namespace {

ConstantId constant_of(const Core& core, const CoreFunction& f, ValueId v) {
  if (!v.valid() || f.value(v).kind != ValueKind::constant) return {};
  return core.constant(f.module, f.value(v).index);
}

// The clause is taken for an answer that says: there is nothing.
bool is_for_nothing(const Core& core, const CoreFunction& f, const Call& read, const CoreClause& clause) {
  if (clause.tests.count != 1) return false;
  const Refinement& r = f.refinements[clause.tests.first];
  return r.equal && r.right.valid() &&
         ((r.left == read.result && is_answer_for_nothing(core, f, read, r.right)) ||
          (r.right == read.result && is_answer_for_nothing(core, f, read, r.left)));
}

}  // namespace

bool is_answer_for_nothing(const Core& core, const CoreFunction& f, const Call& read, ValueId v) {
  ConstantId id = constant_of(core, f, v);
  if (!id.valid()) return false;
  const Constant& c = core.constant(id);
  if (c.kind == ConstantKind::nil) return true;
  std::string name = c.kind == ConstantKind::atom ? core.text(c.text) : "";
  if (name == "false" || name == "undefined") return true;
  // A default. The first argument is the table, or the key where that is all.
  auto arguments = f.operands_in(read.arguments);
  return arguments.size() > 1 && constant_of(core, f, arguments.back()) == id;
}

ConstantId result_for_nothing(const Core& core, FunctionId id, uint32_t read) {
  const CoreFunction& f = core.function(id);
  for (const Branch& branch : f.branches) {
    auto first = f.clauses.begin() + branch.clauses.first, last = first + branch.clauses.count;
    auto nothing = std::find_if(
        first, last, [&](const CoreClause& c) { return is_for_nothing(core, f, f.calls[read], c); });
    if (nothing == last) continue;
    ConstantId result = constant_of(core, f, nothing->result);
    bool only_there = std::all_of(first, last, [&](const CoreClause& c) {
      return &c == &*nothing || constant_of(core, f, c.result) != result;
    });
    if (result.valid() && only_there) return result;
  }
  return {};
}

}  // namespace dh::erlang
