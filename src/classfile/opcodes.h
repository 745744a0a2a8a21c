// The JVM's instructions: what the rewriter must know about them.
#pragma once

#include <cstdint>

namespace dh::classfile {

enum Opcode : uint8_t {
  op_nop = 0,
  op_aconst_null = 1,
  op_iconst_m1 = 2,
  op_iconst_0 = 3,
  op_bipush = 16,
  op_sipush = 17,
  op_ldc = 18,
  op_ldc_w = 19,
  op_ldc2_w = 20,
  op_iload = 21,
  op_lload = 22,
  op_fload = 23,
  op_dload = 24,
  op_aload = 25,
  op_iload_0 = 26,
  op_aload_0 = 42,
  op_iaload = 46,
  op_laload = 47,
  op_faload = 48,
  op_daload = 49,
  op_aaload = 50,
  op_baload = 51,
  op_caload = 52,
  op_saload = 53,
  op_istore = 54,
  op_astore = 58,
  op_istore_0 = 59,
  op_astore_0 = 75,
  op_iastore = 79,
  op_lastore = 80,
  op_fastore = 81,
  op_dastore = 82,
  op_aastore = 83,
  op_sastore = 86,
  op_pop = 87,
  op_pop2 = 88,
  op_dup = 89,
  op_dup_x1 = 90,
  op_dup_x2 = 91,
  op_dup2 = 92,
  op_dup2_x1 = 93,
  op_dup2_x2 = 94,
  op_swap = 95,
  op_iinc = 132,
  op_i2l = 133,
  op_ifeq = 153,
  op_if_acmpne = 166,
  op_goto = 167,
  op_jsr = 168,
  op_ret = 169,
  op_tableswitch = 170,
  op_lookupswitch = 171,
  op_ireturn = 172,
  op_areturn = 176,
  op_return = 177,
  op_getstatic = 178,
  op_putstatic = 179,
  op_getfield = 180,
  op_putfield = 181,
  op_invokevirtual = 182,
  op_invokespecial = 183,
  op_invokestatic = 184,
  op_invokeinterface = 185,
  op_invokedynamic = 186,
  op_new = 187,
  op_newarray = 188,
  op_anewarray = 189,
  op_arraylength = 190,
  op_athrow = 191,
  op_checkcast = 192,
  op_instanceof = 193,
  op_monitorenter = 194,
  op_monitorexit = 195,
  op_wide = 196,
  op_multianewarray = 197,
  op_ifnull = 198,
  op_ifnonnull = 199,
  op_goto_w = 200,
  op_jsr_w = 201,
};

// Bytes of an instruction without prefix; 0: not fixed (switches, wide), or no instruction.
unsigned fixed_length(uint8_t opcode);

// Slots that an instruction takes from the operand stack and puts there. Not of those whose operands decide
// (fields, calls, multianewarray, wide), nor of the dup family, which moves what it takes.
struct StackEffect {
  uint8_t takes = 0;
  uint8_t gives = 0;
};
StackEffect stack_effect(uint8_t opcode);

inline bool is_conditional(uint8_t opcode) {
  return (opcode >= op_ifeq && opcode <= op_if_acmpne) || opcode == op_ifnull || opcode == op_ifnonnull;
}
inline bool is_short_jump(uint8_t opcode) {
  return is_conditional(opcode) || opcode == op_goto || opcode == op_jsr;
}
inline bool is_switch(uint8_t opcode) {
  return opcode == op_tableswitch || opcode == op_lookupswitch;
}
inline bool is_return(uint8_t opcode) {
  return opcode >= op_ireturn && opcode <= op_return;
}
inline bool is_array_load(uint8_t opcode) {
  return opcode >= op_iaload && opcode <= op_saload;
}
inline bool is_array_store(uint8_t opcode) {
  return opcode >= op_iastore && opcode <= op_sastore;
}
// Control never continues at the next instruction.
inline bool ends_flow(uint8_t opcode) {
  return is_return(opcode) || is_switch(opcode) || opcode == op_goto || opcode == op_goto_w ||
         opcode == op_athrow || opcode == op_ret;
}

}  // namespace dh::classfile
