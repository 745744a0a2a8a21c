// Which calls do nothing that other threads could notice but plain, checked accesses.
#include <algorithm>

#include "jvm/method_rewriter.h"

namespace dh::jvm {

using namespace classfile;

namespace {

constexpr size_t kMaxMethod = 1000;  // instructions

bool is_primitive(std::string_view type) {
  return !type.empty() && !is_reference(type);
}

bool is_arithmetic(const MemberName& name) {
  static constexpr std::string_view kOwners[] = {
      "java/lang/Math",  "java/lang/StrictMath", "java/lang/Integer",
      "java/lang/Long",  "java/lang/Float",      "java/lang/Double",
      "java/lang/Short", "java/lang/Byte",       "java/lang/Character"};
  if (std::find(std::begin(kOwners), std::end(kOwners), name.owner) == std::end(kOwners)) return false;
  const MethodType type = parse_method(name.descriptor);
  return is_primitive(type.result) &&
         std::all_of(type.parameters.begin(), type.parameters.end(), is_primitive);
}

bool is_quiet_instruction(ClassRewrite& shared, const Code& code, uint32_t i) {
  const uint8_t opcode = code.opcode(i);
  if (opcode >= op_getstatic && opcode <= op_putfield) {
    const auto name = shared.file.pool.member(code.constant(i));
    if (!name || name->owner != shared.file.name()) return false;
    const auto own = shared.own_fields.find(std::string(name->name) + ":" + std::string(name->descriptor));
    return own != shared.own_fields.end() && (own->second & access::kVolatile) == 0;
  }
  if (opcode >= op_invokevirtual && opcode <= op_invokedynamic) return is_quiet_call(shared, code, i);
  return opcode != op_new && opcode != op_anewarray && opcode != op_multianewarray &&
         opcode != op_checkcast && opcode != op_instanceof && opcode != op_monitorenter &&
         opcode != op_monitorexit &&
         (opcode < op_ldc || opcode > op_ldc2_w || is_plain_ldc(shared.file.pool, code, i));
}

bool is_quiet_method(ClassRewrite& shared, const Member& method) {
  if ((method.access & access::kSynchronized) != 0) return false;
  const Attribute* attribute = shared.file.find(method.attributes, "Code");
  if (attribute == nullptr) return false;
  const auto code = decode_code(attribute->info);
  if (!code || code->uses_subroutines() || code->instructions() > kMaxMethod) return false;
  for (uint32_t i = 0; i < code->instructions(); ++i) {
    if (!is_quiet_instruction(shared, *code, i)) return false;
  }
  return true;
}

}  // namespace

bool is_quiet_call(ClassRewrite& shared, const Code& code, uint32_t instruction) {
  const uint8_t opcode = code.opcode(instruction);
  const auto name = shared.file.pool.member(code.constant(instruction));
  if (!name || opcode == op_invokeinterface || opcode == op_invokedynamic || name->name[0] == '<')
    return false;
  if (shared.settings.hooks != nullptr &&
      shared.settings.hooks->find(name->owner, name->name, name->descriptor, shared.excluded(name->owner)))
    return false;
  if (opcode == op_invokestatic && is_arithmetic(*name)) return true;
  if (name->owner != shared.file.name()) return false;
  const auto method =
      std::find_if(shared.file.methods.begin(), shared.file.methods.end(), [&](const Member& m) {
        return shared.file.pool.utf8(m.name) == name->name &&
               shared.file.pool.utf8(m.descriptor) == name->descriptor;
      });
  if (method == shared.file.methods.end()) return false;
  const uint16_t fixed = access::kPrivate | access::kStatic | access::kFinal;
  if ((method->access & fixed) == 0 && (shared.file.access & access::kFinal) == 0) return false;
  // A recursive method does not count as quiet.
  const std::string key = std::string(name->name) + std::string(name->descriptor);
  const auto [known, is_new] = shared.quiet.try_emplace(key, false);
  if (!is_new) return known->second;
  const bool quiet = is_quiet_method(shared, *method);
  shared.quiet[key] = quiet;
  return quiet;
}

}  // namespace dh::jvm
