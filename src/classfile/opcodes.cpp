#include "classfile/opcodes.h"

#include <array>

namespace dh::classfile {
namespace {

constexpr std::array<uint8_t, 256> make_lengths() {
  std::array<uint8_t, 256> lengths{};
  for (unsigned op = 0; op <= op_jsr_w; ++op) lengths[op] = 1;
  for (unsigned op = op_iload; op <= op_aload; ++op) lengths[op] = 2;
  for (unsigned op = op_istore; op <= op_astore; ++op) lengths[op] = 2;
  for (const unsigned op : {op_bipush, op_ldc, op_ret, op_newarray}) lengths[op] = 2;
  for (unsigned op = op_ifeq; op <= op_jsr; ++op) lengths[op] = 3;
  for (unsigned op = op_getstatic; op <= op_invokestatic; ++op) lengths[op] = 3;
  for (const unsigned op : {op_sipush, op_ldc_w, op_ldc2_w, op_iinc, op_new, op_anewarray, op_checkcast,
                            op_instanceof, op_ifnull, op_ifnonnull})
    lengths[op] = 3;
  lengths[op_multianewarray] = 4;
  for (const unsigned op : {op_invokeinterface, op_invokedynamic, op_goto_w, op_jsr_w}) lengths[op] = 5;
  for (const unsigned op : {op_tableswitch, op_lookupswitch, op_wide}) lengths[op] = 0;
  return lengths;
}

constexpr auto kLengths = make_lengths();

}  // namespace

unsigned fixed_length(uint8_t opcode) {
  return kLengths[opcode];
}

}  // namespace dh::classfile
