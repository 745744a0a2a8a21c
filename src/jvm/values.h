// Which values in a method are the same one, as far as straight-line code shows it. For the access plan.
#pragma once

#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "classfile/class_file.h"
#include "classfile/code.h"

namespace dh::jvm {

// How a value came to be, where that matters for what may be done with it.
enum class Made : uint8_t {
  unknown,
  elsewhere,  // before this stretch of code
  array,      // certainly an array, or null
  maybe_array,
  no_array,
  object,  // by `new`; its constructor may not have run yet
  local,   // a copy of what a local holds
};

struct Value {
  uint32_t number = 0;  // the same number: the same value
  Made made = Made::unknown;
  uint32_t local = UINT32_MAX;  // it was loaded from this local, which has not changed since
  uint64_t source = 0;          // the field that it was read from, if not zero
};

// What an int was computed from, as far as it is known.
struct Expression {
  enum class Kind : uint8_t {
    unknown,
    constant,  // a
    local,     // what local `a` held when block `b` began
    operation  // of values with the numbers `a` and `b`
  };
  Kind kind = Kind::unknown;
  uint8_t opcode = 0;
  uint32_t a = 0, b = 0;
};

// Follows locals and operand stack, slot by slot, through code that runs in its order. What came before a
// jump target is not known there. Values of two slots are in their lower slot.
class Values {
 public:
  Values(const classfile::ClassFile& file, const classfile::Code& code) : file_(file), code_(code) {}

  // At a jump target or handler.
  void enter_block(uint32_t instruction);
  // The value `depth` slots below the top.
  Value top(unsigned depth) const;
  Expression expression(uint32_t number) const;
  void run(uint32_t instruction);

 private:
  void forget();
  Value fresh(Made made = Made::unknown);
  Value same(uint32_t opcode, uint32_t a, uint32_t b);
  Value pop();
  void pop(unsigned slots);
  void push(Value value) { stack_.push_back(value); }
  void push_fresh(unsigned slots, Made made = Made::unknown);
  void load(uint32_t local, unsigned slots);
  void store(uint32_t local, unsigned slots);
  void changed(uint32_t local);
  void arithmetic(uint8_t opcode);
  void duplicate(unsigned count, unsigned below);
  void member(uint8_t opcode, uint32_t instruction);
  void widened(uint32_t instruction);

  const classfile::ClassFile& file_;
  const classfile::Code& code_;
  std::vector<Value> stack_;
  std::map<uint32_t, Value> locals_;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, uint32_t> known_;
  std::map<uint32_t, Expression> expressions_;  // by number
  std::set<uint32_t> changed_;                  // locals, in this block
  uint32_t block_ = 0;
  uint32_t next_ = 1;
};

}  // namespace dh::jvm
