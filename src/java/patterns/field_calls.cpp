#include "java/patterns/field_calls.h"

namespace dh::java {

namespace {

// What a call is made on in the end: m of m.values().iterator().
const Expr* innermost_receiver(const Call& call) {
  const Expr* receiver = without_casts(call.target);
  while (const auto* inner = as<Call>(receiver)) receiver = without_casts(inner->target);
  return receiver;
}

}  // namespace

const std::vector<FieldCall>& FieldCalls::all(const Knowledge& knowledge, TypeId top, HeldLocks& held) {
  if (read_) return calls_;
  read_ = true;
  walk_code(knowledge, top, [&](const Code& code, const Node* node) {
    const auto* call = as<Call>(node);
    if (call == nullptr || call->target == nullptr) return;
    const Expr* receiver = innermost_receiver(*call);
    if (receiver == nullptr || (!is_a<Name>(receiver) && !is_a<FieldAccess>(receiver))) return;
    FieldId field = code.field_of(receiver);
    if (!field.valid()) return;
    calls_.push_back({field, call, code.in_construction(), held.any(code)});
  });
  return calls_;
}

bool removes_from_collection(std::string_view method) {
  for (std::string_view name : {"remove", "poll", "clear", "take", "drain", "pop", "retain"}) {
    if (method.starts_with(name)) return true;
  }
  return false;
}

bool modifies_collection(std::string_view method) {
  if (removes_from_collection(method)) return true;
  for (std::string_view name :
       {"add", "put", "set", "offer", "push", "replace", "compute", "merge", "insert"}) {
    if (method.starts_with(name)) return true;
  }
  return method == "append" || method == "sort";
}

}  // namespace dh::java
