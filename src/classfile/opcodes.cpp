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

// Instructions come in rows of types: int, long, float, double, reference, byte, char, short.
constexpr uint8_t kSlots[] = {1, 2, 1, 2, 1, 1, 1, 1};

constexpr std::array<StackEffect, 256> make_effects() {
  std::array<StackEffect, 256> effects{};
  const auto set = [&](unsigned first, unsigned last, unsigned takes, unsigned gives) {
    for (unsigned op = first; op <= last; ++op)
      effects[op] = {static_cast<uint8_t>(takes), static_cast<uint8_t>(gives)};
  };
  set(op_aconst_null, op_ldc_w, 0, 1);
  set(9, 10, 0, 2);   // lconst
  set(14, 15, 0, 2);  // dconst
  set(op_ldc2_w, op_ldc2_w, 0, 2);
  for (unsigned type = 0; type < 5; ++type) {
    const unsigned slots = kSlots[type];
    set(op_iload + type, op_iload + type, 0, slots);
    set(op_iload_0 + 4 * type, op_iload_0 + 4 * type + 3, 0, slots);
    set(op_istore + type, op_istore + type, slots, 0);
    set(op_istore_0 + 4 * type, op_istore_0 + 4 * type + 3, slots, 0);
  }
  for (unsigned type = 0; type < 8; ++type) {
    set(op_iaload + type, op_iaload + type, 2, kSlots[type]);
    set(op_iastore + type, op_iastore + type, 2 + kSlots[type], 0);
  }
  set(op_pop, op_pop, 1, 0);
  set(op_pop2, op_pop2, 2, 0);
  for (unsigned op = 96; op < op_iinc; ++op) {  // arithmetic
    const unsigned slots = kSlots[op % 4];
    const bool negates = op >= 116 && op < 120;
    const bool shifts = op >= 120 && op < 126;
    const unsigned of_shift = op % 2 == 0 ? 1 : 2;
    if (negates) {
      set(op, op, slots, slots);
    } else if (shifts) {
      set(op, op, of_shift + 1, of_shift);
    } else {
      const unsigned width = op >= 126 ? of_shift : slots;  // and, or, xor: of int and long
      set(op, op, 2 * width, width);
    }
  }
  constexpr uint8_t kConversions[][2] = {{1, 2}, {1, 1}, {1, 2}, {2, 1}, {2, 1}, {2, 2}, {1, 1}, {1, 2},
                                         {1, 2}, {2, 1}, {2, 2}, {2, 1}, {1, 1}, {1, 1}, {1, 1}};
  for (unsigned i = 0; i < 15; ++i) set(133 + i, 133 + i, kConversions[i][0], kConversions[i][1]);
  set(148, 148, 4, 1);  // lcmp
  set(149, 150, 2, 1);  // fcmp
  set(151, 152, 4, 1);  // dcmp
  set(op_ifeq, 158, 1, 0);
  set(159, op_if_acmpne, 2, 0);
  set(op_tableswitch, op_lookupswitch, 1, 0);
  for (unsigned type = 0; type < 5; ++type) set(op_ireturn + type, op_ireturn + type, kSlots[type], 0);
  set(op_new, op_new, 0, 1);
  set(op_newarray, op_arraylength, 1, 1);
  set(op_athrow, op_athrow, 1, 0);
  set(op_checkcast, op_instanceof, 1, 1);
  set(op_monitorenter, op_monitorexit, 1, 0);
  set(op_ifnull, op_ifnonnull, 1, 0);
  return effects;
}

constexpr auto kEffects = make_effects();

}  // namespace

unsigned fixed_length(uint8_t opcode) {
  return kLengths[opcode];
}

StackEffect stack_effect(uint8_t opcode) {
  return kEffects[opcode];
}

}  // namespace dh::classfile
