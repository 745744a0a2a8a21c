// Writes short pieces of straight-line code.
#pragma once

#include <string_view>

#include "classfile/class_file.h"
#include "classfile/opcodes.h"
#include "jvm/shim_methods.h"

namespace dh::jvm {

class Emitter {
 public:
  explicit Emitter(classfile::ConstantPool& pool) : pool_(pool) {}

  Emitter& op(classfile::Opcode opcode) {
    out_.u1(opcode);
    return *this;
  }
  Emitter& with_constant(classfile::Opcode opcode, uint16_t index) {
    out_.u1(opcode);
    out_.u2(index);
    return *this;
  }
  Emitter& push(int32_t value) {
    if (value >= -1 && value <= 5) {
      out_.u1(static_cast<unsigned>(classfile::op_iconst_0 + value));
    } else if (value >= INT16_MIN && value <= INT16_MAX) {
      out_.u1(classfile::op_sipush);
      out_.u2(static_cast<unsigned>(value) & 0xffff);
    } else {
      with_constant(classfile::op_ldc_w, pool_.add_integer(value));
    }
    return *this;
  }
  Emitter& call_static(std::string_view owner, std::string_view name, std::string_view descriptor) {
    return with_constant(classfile::op_invokestatic,
                         pool_.add_member(classfile::Tag::method_ref, owner, name, descriptor));
  }
  Emitter& call(const shim::Method& method) {
    return call_static(method.owner, method.name, method.descriptor);
  }
  Emitter& load(std::string_view type, unsigned local) { return local_op(type, local, classfile::op_iload); }
  Emitter& store(std::string_view type, unsigned local) {
    return local_op(type, local, classfile::op_istore);
  }

  classfile::Bytes bytes() const { return out_.data(); }

 private:
  // Loads and stores are in the order int, long, float, double, reference.
  Emitter& local_op(std::string_view type, unsigned local, unsigned first) {
    const char kind = type.empty() ? 'I' : type[0];
    const unsigned step = kind == 'J'                  ? 1
                          : kind == 'F'                ? 2
                          : kind == 'D'                ? 3
                          : kind == 'L' || kind == '[' ? 4
                                                       : 0;
    if (local > 0xff) {
      out_.u1(classfile::op_wide);
      out_.u1(first + step);
      out_.u2(local);
    } else {
      out_.u1(first + step);
      out_.u1(local);
    }
    return *this;
  }

  classfile::ConstantPool& pool_;
  classfile::Writer out_;
};

}  // namespace dh::jvm
