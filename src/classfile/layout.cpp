#include "classfile/layout.h"

#include <algorithm>

namespace dh::classfile {
namespace {

constexpr uint8_t kWidened = 1;
constexpr uint8_t kDropped = 2;
constexpr int64_t kShortReach = 0x7fff;
// Trampolines are placed well within reach: the code between may still grow.
constexpr int64_t kSafeReach = 0x7800;
constexpr int kMaxRounds = 200;

}  // namespace

Result<void> Layout::read_stack_map() {
  const Attribute* attribute = file_.find(code_.attributes, "StackMapTable");
  has_frames_ = attribute != nullptr;
  if (!has_frames_) return {};
  auto frames = read_frames(code_, attribute->info);
  if (!frames) return tl::unexpected(frames.error());
  frames_ = std::move(*frames);
  return {};
}

size_t Layout::length_at(uint32_t instruction, size_t offset) const {
  if ((flags_[instruction] & kDropped) != 0) return 0;
  if ((flags_[instruction] & kWidened) != 0) return 5;
  const size_t start = code_.starts[instruction];
  const size_t length = code_.starts[instruction + 1] - start;
  if (!is_switch(code_.code[start])) return length;
  const size_t old_padding = 3 - start % 4;
  return length - old_padding + (3 - offset % 4);
}

bool Layout::place() {
  const auto count = static_cast<uint32_t>(code_.instructions());
  size_t offset = edits_.prologue_.size();
  auto piece = edits_.pieces_.begin();
  auto trampoline = trampolines_.begin();
  for (uint32_t i = 0; i <= count; ++i) {
    gap_[i] = static_cast<uint32_t>(offset);
    for (; trampoline != trampolines_.end() && trampoline->gap == i; ++trampoline) {
      trampoline->offset = static_cast<uint32_t>(offset);
      offset += 5;
    }
    label_[i] = static_cast<uint32_t>(offset);
    const auto add_pieces = [&](Where where) {
      for (; piece != edits_.pieces_.end() && piece->instruction == i && piece->where == where; ++piece)
        offset += piece->size;
    };
    add_pieces(Where::before);
    real_[i] = static_cast<uint32_t>(offset);
    if (i < count) offset += length_at(i, offset);
    add_pieces(Where::after);
  }
  return offset + edits_.tail_.size() <= 0xffff;
}

bool Layout::in_reach(uint32_t from, uint32_t to) const {
  const int64_t distance = int64_t{to} - from;
  return distance >= -kShortReach && distance <= kShortReach;
}

bool Layout::through_trampoline(uint32_t instruction, uint32_t target) {
  const int64_t from = real_[instruction];
  const auto near = [&](uint32_t offset) { return std::abs(int64_t{offset} - from) <= kSafeReach; };
  for (const Trampoline& known : trampolines_) {
    if (known.target == target && near(known.offset)) return true;
  }
  // The gap nearest to the jump, on either side.
  const auto count = static_cast<uint32_t>(code_.instructions());
  const auto is_gap = [&](int64_t g) {
    return g >= 1 && g <= count && ends_flow(code_.opcode(static_cast<size_t>(g - 1)));
  };
  for (int64_t step = 1; step <= int64_t{count}; ++step) {
    for (const int64_t g : {instruction + step, instruction - step}) {
      if (!is_gap(g)) continue;
      const auto gap = static_cast<uint32_t>(g);
      if (!near(gap_[gap])) return false;  // the other side may be nearer in bytes, but hardly
      const auto later = std::find_if(trampolines_.begin(), trampolines_.end(),
                                      [&](const Trampoline& t) { return t.gap > gap; });
      trampolines_.insert(later, {gap, target});
      return true;
    }
  }
  return false;
}

bool Layout::reach() {
  bool settled = true;
  const auto count = static_cast<uint32_t>(code_.instructions());
  for (uint32_t i = 0; i < count; ++i) {
    const uint8_t opcode = code_.opcode(i);
    if (!is_short_jump(opcode) || flags_[i] != 0) continue;
    const uint32_t target = code_.target(i);
    if (in_reach(real_[i], label_[target])) continue;
    if (!is_conditional(opcode)) {
      flags_[i] |= kWidened;
      settled = false;
      continue;
    }
    const auto reachable = [&](const Trampoline& t) {
      return t.target == target && t.offset != 0 && in_reach(real_[i], t.offset);
    };
    if (via_.contains(i) && std::any_of(trampolines_.begin(), trampolines_.end(), reachable)) continue;
    via_[i] = target;
    if (!through_trampoline(i, target)) return false;
    settled = false;
    break;  // offsets of gaps are stale now
  }
  return settled;
}

uint32_t Layout::moved_label(uint32_t offset) const {
  const auto size = static_cast<uint32_t>(code_.code.size());
  if (offset > size) return label_.back() + (offset - size);
  const uint32_t instruction = code_.at[offset];
  return instruction != Code::kNoInstruction ? label_[instruction] : moved_instruction(offset);
}

uint32_t Layout::moved_instruction(uint32_t offset) const {
  const auto size = static_cast<uint32_t>(code_.code.size());
  if (offset >= size) return label_.back() + (offset - size);
  const auto next = std::upper_bound(code_.starts.begin(), code_.starts.end(), offset);
  const auto instruction = static_cast<size_t>(next - code_.starts.begin() - 1);
  return real_[instruction] + (offset - code_.starts[instruction]);
}

Result<std::vector<uint8_t>> Layout::encode() {
  if (auto read = read_stack_map(); !read) return tl::unexpected(read.error());
  const size_t count = code_.instructions();
  flags_.assign(count, 0);
  for (const uint32_t instruction : edits_.dropped_) flags_[instruction] |= kDropped;
  gap_.resize(count + 1);
  label_.resize(count + 1);
  real_.resize(count + 1);
  int round = 0;
  do {
    if (!place()) return fail("the code would exceed 65535 bytes");
    if (++round > kMaxRounds) return fail("jumps would not reach their targets");
  } while (!reach());
  const unsigned locals = code_.max_locals + edits_.lasting_locals() + edits_.extra_locals_;
  if (edits_.extra_stack_ + code_.max_stack > 0xffff || locals > 0xffff)
    return fail("the frame would be too large");
  if (auto spelled = spell_out_frames(); !spelled) return tl::unexpected(spelled.error());

  Writer out;
  out.u2(code_.max_stack + edits_.extra_stack_);
  out.u2(locals);
  out.u4(label_.back() + static_cast<uint32_t>(edits_.tail_.size()));
  emit_code(out);
  emit_handlers(out);
  if (auto emitted = emit_attributes(out); !emitted) return tl::unexpected(emitted.error());
  return out.take();
}

Result<std::vector<uint8_t>> encode_code(ClassFile& file, const Member& method, const Code& code,
                                         const CodeEdits& edits) {
  return Layout(file, method, code, edits).encode();
}

Result<void> recode_methods(ClassFile& file) {
  for (Member& method : file.methods) {
    for (Attribute& attribute : method.attributes) {
      if (file.pool.utf8(attribute.name) != "Code") continue;
      const auto code = decode_code(attribute.info);
      if (!code) return tl::unexpected(code.error());
      auto encoded = encode_code(file, method, *code, CodeEdits());
      if (!encoded) return tl::unexpected(encoded.error());
      attribute.info = file.own(std::move(*encoded));
    }
  }
  return {};
}

}  // namespace dh::classfile
