#include "jvm/values.h"

#include "classfile/descriptor.h"

namespace dh::jvm {

using namespace classfile;

namespace {

constexpr uint32_t kConstant = 0x10000, kLocal = 0x20000;  // no opcodes

Made made_of(std::string_view type) {
  return !type.empty() && type[0] == '[' ? Made::array : Made::no_array;
}

}  // namespace

void Values::enter_block(uint32_t instruction) {
  block_ = instruction;
  forget();
  changed_.clear();
}

void Values::forget() {
  stack_.clear();
  for (const auto& [local, value] : locals_) changed_.insert(local);
  locals_.clear();
}

Expression Values::expression(uint32_t number) const {
  const auto known = expressions_.find(number);
  return known == expressions_.end() ? Expression() : known->second;
}

Value Values::fresh(Made made) {
  return {next_++, made, UINT32_MAX, 0};
}

Value Values::same(uint32_t opcode, uint32_t a, uint32_t b) {
  const auto [it, is_new] = known_.try_emplace({opcode, a, b}, next_);
  if (is_new) {
    const Expression::Kind kind = opcode == kConstant ? Expression::Kind::constant
                                  : opcode == kLocal  ? Expression::Kind::local
                                                      : Expression::Kind::operation;
    expressions_[next_++] = {kind, static_cast<uint8_t>(opcode), a, b};
  }
  return {it->second, Made::unknown, UINT32_MAX, 0};
}

Value Values::top(unsigned depth) const {
  return depth < stack_.size() ? stack_[stack_.size() - 1 - depth] : Value{0, Made::elsewhere, UINT32_MAX, 0};
}

Value Values::pop() {
  if (stack_.empty()) return fresh(Made::elsewhere);
  const Value value = stack_.back();
  stack_.pop_back();
  return value;
}

void Values::pop(unsigned slots) {
  for (unsigned i = 0; i < slots; ++i) pop();
}

void Values::push_fresh(unsigned slots, Made made) {
  for (unsigned i = 0; i < slots; ++i) push(fresh(made));
}

void Values::changed(uint32_t local) {
  changed_.insert(local);
  locals_.erase(local);
  for (Value& value : stack_) {
    if (value.local == local) value.local = UINT32_MAX;
  }
  for (auto& [other, value] : locals_) {
    if (value.local == local) value.local = UINT32_MAX;
  }
}

void Values::load(uint32_t local, unsigned slots) {
  if (slots == 2) return push_fresh(2);
  const auto [it, is_new] = locals_.try_emplace(local);
  if (is_new) it->second = changed_.contains(local) ? fresh() : same(kLocal, local, block_);
  Value value = it->second;
  value.local = local;
  if (value.made == Made::unknown || value.made == Made::elsewhere) value.made = Made::local;
  push(value);
}

void Values::store(uint32_t local, unsigned slots) {
  const Value value = pop();
  if (slots == 2) pop();
  for (unsigned i = 0; i < slots; ++i) changed(local + i);
  if (slots == 1) locals_[local] = value;
}

void Values::duplicate(unsigned count, unsigned below) {
  std::vector<Value> moved(count), under(below);
  for (unsigned i = count; i-- > 0;) moved[i] = pop();
  for (unsigned i = below; i-- > 0;) under[i] = pop();
  for (const Value& value : moved) push(value);
  for (const Value& value : under) push(value);
  for (const Value& value : moved) push(value);
}

void Values::arithmetic(uint8_t opcode) {
  const bool of_int = opcode == 96 || opcode == 100 || opcode == 104 || opcode == 120 || opcode == 122 ||
                      opcode == 124 || opcode == 126 || opcode == 128 || opcode == 130;
  const StackEffect effect = stack_effect(opcode);
  if (!of_int) {
    pop(effect.takes);
    return push_fresh(effect.gives);
  }
  const Value b = pop();
  const Value a = pop();
  push(same(opcode, a.number, b.number));
}

void Values::member(uint8_t opcode, uint32_t instruction) {
  const auto name = file_.pool.member(code_.constant(instruction));
  if (!name) return forget();
  const bool has_object =
      opcode == op_getfield || opcode == op_putfield ||
      (opcode >= op_invokevirtual && opcode != op_invokestatic && opcode != op_invokedynamic);
  if (opcode >= op_invokevirtual) {
    const MethodType type = parse_method(name->descriptor);
    pop(type.parameter_slots() + (has_object ? 1 : 0));
    return push_fresh(slots_of(type.result), made_of(type.result));
  }
  const unsigned slots = slots_of(name->descriptor);
  if (opcode == op_putfield || opcode == op_putstatic) return pop(slots + (has_object ? 1 : 0));
  const uint32_t object = has_object ? pop().local : UINT32_MAX;
  push_fresh(slots, made_of(name->descriptor));
  if (slots == 1) stack_.back().source = uint64_t{object} << 32 | code_.constant(instruction);
}

void Values::widened(uint32_t instruction) {
  const uint8_t opcode = code_.code[code_.starts[instruction] + 1];
  const uint32_t local = code_.local(instruction);
  if (opcode == op_iinc) {
    changed(local);
  } else if (opcode >= op_istore && opcode <= op_astore) {
    store(local, stack_effect(opcode).takes);
  } else {
    load(local, stack_effect(opcode).gives);
  }
}

void Values::run(uint32_t instruction) {
  const uint8_t opcode = code_.opcode(instruction);
  const size_t start = code_.starts[instruction];
  if (opcode >= op_iconst_m1 && opcode <= op_iconst_0 + 5) return push(same(kConstant, opcode - 3U, 0));
  if (opcode == op_bipush)
    return push(same(kConstant, static_cast<uint32_t>(static_cast<int8_t>(code_.code[start + 1])), 0));
  if (opcode == op_sipush)
    return push(same(kConstant, static_cast<uint32_t>(int32_t{s2_at(code_.code, start + 1)}), 0));
  if (opcode >= op_iload && opcode < op_iaload)
    return load(code_.local(instruction), stack_effect(opcode).gives);
  if (opcode >= op_istore && opcode < op_iastore)
    return store(code_.local(instruction), stack_effect(opcode).takes);
  if (opcode >= 96 && opcode < op_iinc) return arithmetic(opcode);
  switch (opcode) {
    case op_dup:
      return duplicate(1, 0);
    case op_dup_x1:
      return duplicate(1, 1);
    case op_dup_x2:
      return duplicate(1, 2);
    case op_dup2:
      return duplicate(2, 0);
    case op_dup2_x1:
      return duplicate(2, 1);
    case op_dup2_x2:
      return duplicate(2, 2);
    case op_swap: {
      const Value a = pop();
      const Value b = pop();
      push(a);
      return push(b);
    }
    case op_iinc: {
      const uint32_t local = code_.local(instruction);
      load(local, 1);
      const Value before = pop();
      const auto step = static_cast<uint32_t>(static_cast<int8_t>(code_.code[start + 2]));
      changed(local);
      locals_[local] = same(96, before.number, same(kConstant, step, 0).number);
      return;
    }
    case op_wide:
      return widened(instruction);
    case op_multianewarray:
      pop(code_.code[start + 3]);
      return push(fresh(Made::array));
    default:
      break;
  }
  if (opcode >= op_getstatic && opcode <= op_invokedynamic) return member(opcode, instruction);
  const StackEffect effect = stack_effect(opcode);
  pop(effect.takes);
  Made made = Made::unknown;
  if (opcode == op_aaload) made = Made::maybe_array;
  if (opcode == op_newarray || opcode == op_anewarray || opcode == op_aconst_null) made = Made::array;
  if (opcode == op_ldc || opcode == op_ldc_w) made = Made::no_array;
  if (opcode == op_new) made = Made::object;
  if (opcode == op_checkcast) made = made_of(file_.pool.class_name(code_.constant(instruction)));
  push_fresh(effect.gives, made);
}

}  // namespace dh::jvm
