#include "jvm/initialisers.h"

#include <algorithm>

#include "classfile/code.h"
#include "classfile/opcodes.h"

namespace dh::jvm {

using namespace classfile;

namespace {

bool touches_others(const ClassFile& file, const Code& code) {
  for (uint32_t i = 0; i < code.instructions(); ++i) {
    const uint8_t opcode = code.opcode(i);
    if (opcode == op_putfield) return true;
    const bool is_call = opcode >= op_invokevirtual && opcode <= op_invokeinterface;
    if (!is_call && opcode != op_putstatic) continue;
    const auto member = file.pool.member(code.constant(i));
    if (!member) return true;
    if (is_call ? !member->owner.starts_with("java/") : member->owner != file.name()) return true;
  }
  return false;
}

}  // namespace

bool initialiser_is_shared(const ClassFile& file) {
  for (const Member& method : file.methods) {
    if (file.pool.utf8(method.name) != "<clinit>") continue;
    const Attribute* info = file.find(method.attributes, "Code");
    if (info == nullptr) return false;
    const auto code = decode_code(info->info);
    return !code || touches_others(file, *code);
  }
  return false;
}

bool has_finalizer(const ClassFile& file) {
  return std::any_of(file.methods.begin(), file.methods.end(), [&](const Member& method) {
    return file.pool.utf8(method.name) == "finalize" && file.pool.utf8(method.descriptor) == "()V";
  });
}

}  // namespace dh::jvm
