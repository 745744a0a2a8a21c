// The half of MethodRewriter for calls of modelled methods.
#include <algorithm>

#include "jvm/method_rewriter.h"

namespace dh::jvm {

using namespace classfile;

namespace {

constexpr std::string_view kObject = "Ljava/lang/Object;";

std::string_view erased(std::string_view type) {
  if (is_reference(type)) return kObject;
  if (type == "Z" || type == "B" || type == "S" || type == "C") return "I";
  return type;
}

bool uses(const std::optional<ShimCall>& call, Operand::Kind kind) {
  return call && std::any_of(call->operands.begin(), call->operands.end(),
                             [&](const Operand& operand) { return operand.kind == kind; });
}

// Where receiver, arguments and result of a call are kept around it.
struct Saved {
  unsigned receiver = 0;
  std::vector<unsigned> arguments;
  unsigned result = 0;
  bool has_receiver = false;
  bool by_class = false;  // the receiver's class says which method is called
  // Of the method that the call is in.
  bool has_self = false;
  MethodType outer;
};

void emit_shim_call(Emitter& code, const ShimCall& call, const MethodType& type, const Saved& saved,
                    int32_t site) {
  std::string descriptor = "(";
  for (const Operand& operand : call.operands) {
    switch (operand.kind) {
      case Operand::Kind::receiver:
        descriptor += kObject;
        if (saved.has_receiver) {
          code.load(kObject, saved.receiver);
          // Null if the class has a method of its own: that one is instrumented.
          if (saved.by_class) code.push(site).call(shim::null_unless_library);
        } else {
          code.op(op_aconst_null);
        }
        break;
      case Operand::Kind::argument:
        if (operand.argument < type.parameters.size()) {
          const std::string_view parameter = type.parameters[operand.argument];
          descriptor += erased(parameter);
          code.load(parameter, saved.arguments[operand.argument]);
        } else {
          descriptor += kObject;
          code.op(op_aconst_null);
        }
        break;
      case Operand::Kind::reference:
        descriptor += kObject;
        if (operand.argument < type.parameters.size() && is_reference(type.parameters[operand.argument])) {
          code.load(kObject, saved.arguments[operand.argument]);
        } else {
          code.op(op_aconst_null);
        }
        break;
      case Operand::Kind::integer:
        descriptor += "I";
        if (operand.argument < type.parameters.size() && erased(type.parameters[operand.argument]) == "I") {
          code.load("I", saved.arguments[operand.argument]);
        } else {
          code.push(0);
        }
        break;
      case Operand::Kind::result:
        if (type.result == "V") {
          descriptor += kObject;
          code.op(op_aconst_null);
        } else {
          descriptor += erased(type.result);
          code.load(type.result, saved.result);
        }
        break;
      case Operand::Kind::self:
        descriptor += kObject;
        if (saved.has_self) {
          code.load(kObject, 0);
        } else {
          code.op(op_aconst_null);
        }
        break;
      case Operand::Kind::parameter: {
        unsigned slot = saved.has_self ? 1 : 0;
        for (size_t i = 0; i < operand.argument && i < saved.outer.parameters.size(); ++i)
          slot += slots_of(saved.outer.parameters[i]);
        if (operand.argument < saved.outer.parameters.size()) {
          const std::string_view parameter = saved.outer.parameters[operand.argument];
          descriptor += erased(parameter);
          code.load(parameter, slot);
        } else {
          descriptor += kObject;
          code.op(op_aconst_null);
        }
        break;
      }
      case Operand::Kind::site:
        descriptor += "I";
        code.push(site);
        break;
    }
  }
  code.call_static(call.owner, call.method, descriptor + ")V");
}

}  // namespace

void MethodRewriter::enter_and_leave() {
  const ConstantPool& pool = shared_.file.pool;
  const CallHook* hook = shared_.settings.hooks->of_method(shared_.file.name(), pool.utf8(method_.name),
                                                           pool.utf8(method_.descriptor));
  if (hook == nullptr || (!hook->enter && !hook->leave) || is_constructor_ || stores_to_this()) return;
  Saved saved;
  saved.has_self = (method_.access & access::kStatic) == 0;
  saved.outer = parse_method(pool.utf8(method_.descriptor));
  const unsigned stack = static_cast<unsigned>(saved.outer.parameter_slots()) + 4;
  if (hook->enter) {
    Emitter enter = emitter();
    emit_shim_call(enter, *hook->enter, saved.outer, saved, add_site(SiteKind::call, 0));
    edits_.need_stack(stack);
    edits_.at_start(enter.bytes());
  }
  for (uint32_t i = 0; hook->leave && i < code_.instructions(); ++i) {
    if (!is_return(code_.opcode(i))) continue;
    Emitter leave = emitter();
    emit_shim_call(leave, *hook->leave, saved.outer, saved, add_site(SiteKind::call, i));
    insert(i, Where::before, leave, stack);
  }
}

std::optional<uint32_t> ClassRewrite::hook_of(const MemberName& method) const {
  const HookTable& hooks = *settings.hooks;
  if (!hooks.names(method.name, method.descriptor)) return std::nullopt;
  Lineage lineage;
  if (settings.lineage != nullptr && !hooks.has_owner(method.owner, method.name, method.descriptor))
    lineage = settings.lineage(method.owner, settings.lineage_context);
  return hooks.find(method.owner, method.name, method.descriptor, excluded(method.owner), lineage);
}

void MethodRewriter::call(uint32_t index) {
  const auto name = shared_.file.pool.member(code_.constant(index));
  if (!name) return;
  const auto hook = shared_.hook_of(*name);
  if (!hook) return;
  const MethodType type = parse_method(name->descriptor);
  if (!type.valid()) return;
  const CallHook& entry = (*shared_.settings.hooks)[*hook];
  const uint8_t opcode = code_.opcode(index);
  const bool has_receiver = opcode != op_invokestatic;
  if (entry.replace) {
    if (opcode == op_invokespecial) return;
    const int32_t site = add_site(SiteKind::call, index, name);
    shared_.result.sites.back().hook = *hook;
    replace_call(index, *entry.replace, type, site, has_receiver);
  } else if (entry.before || entry.after) {
    surround_call(index, *hook, type, has_receiver);
  }
}

void MethodRewriter::replace_call(uint32_t index, const ShimCall& shim, const MethodType& type, int32_t site,
                                  bool has_receiver) {
  std::string descriptor = "(";
  if (has_receiver) descriptor += kObject;
  for (const std::string_view parameter : type.parameters) descriptor += erased(parameter);
  descriptor += "I)";
  descriptor += erased(type.result);
  Emitter code = emitter();
  code.push(site).call_static(shim.owner, shim.method, descriptor);
  if (is_reference(type.result) && type.result != kObject) {
    const std::string_view name =
        type.result[0] == '[' ? type.result : type.result.substr(1, type.result.size() - 2);
    code.with_constant(op_checkcast, shared_.file.pool.add_class(name));
  }
  insert(index, Where::before, code, 2);
  edits_.drop(index);
}

void MethodRewriter::surround_call(uint32_t index, uint32_t hook, const MethodType& type, bool has_receiver) {
  const CallHook& entry = (*shared_.settings.hooks)[hook];
  const auto name = shared_.file.pool.member(code_.constant(index));
  // An object that its constructor has not made yet can be kept, but not passed on.
  const bool constructs = name->name == "<init>";
  if (constructs && uses(entry.before, Operand::Kind::receiver)) return;
  // Its own this() or super(): what follows it may be added to.
  if (constructs && is_constructor_ && before_super_[index] &&
      (entry.before || uses(entry.after, Operand::Kind::receiver)))
    return;
  const int32_t site = add_site(SiteKind::call, index, name);
  shared_.result.sites.back().hook = hook;

  Saved saved;
  saved.has_receiver = has_receiver;
  saved.by_class = has_receiver && code_.opcode(index) != op_invokespecial && shared_.settings.overrides &&
                   shared_.excluded(entry.owner);
  saved.has_self = (method_.access & access::kStatic) == 0;
  saved.outer = parse_method(shared_.file.pool.utf8(method_.descriptor));
  const unsigned first = code_.max_locals + edits_.lasting_locals();
  unsigned next = first;
  saved.receiver = next++;
  for (const std::string_view parameter : type.parameters) {
    saved.arguments.push_back(next);
    next += slots_of(parameter);
  }
  saved.result = next;
  const auto uses_any = [&](Operand::Kind kind) {
    return uses(entry.before, kind) || uses(entry.after, kind);
  };
  const bool keep_arguments = uses_any(Operand::Kind::argument) || uses_any(Operand::Kind::reference) ||
                              uses_any(Operand::Kind::integer);
  const bool keep_receiver = has_receiver && (uses(entry.before, Operand::Kind::receiver) ||
                                              uses(entry.after, Operand::Kind::receiver));
  Emitter before = emitter();
  if (keep_arguments || keep_receiver) {
    for (size_t i = type.parameters.size(); i-- > 0;) before.store(type.parameters[i], saved.arguments[i]);
    if (has_receiver) before.store(kObject, saved.receiver);
  }
  if (entry.before) emit_shim_call(before, *entry.before, type, saved, site);
  if (keep_arguments || keep_receiver) {
    if (has_receiver) before.load(kObject, saved.receiver);
    for (size_t i = 0; i < type.parameters.size(); ++i) before.load(type.parameters[i], saved.arguments[i]);
  }
  const unsigned stack = type.parameter_slots() + 8;
  insert(index, Where::before, before, stack);
  if (entry.after) {
    Emitter after = emitter();
    if (uses(entry.after, Operand::Kind::result) && type.result != "V") {
      after.op(slots_of(type.result) == 2 ? op_dup2 : op_dup);
      after.store(type.result, saved.result);
    }
    emit_shim_call(after, *entry.after, type, saved, site);
    insert(index, Where::after, after, stack);
  }
  edits_.need_locals(next + 2 - first);
}

}  // namespace dh::jvm
