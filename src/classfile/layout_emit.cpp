// The emitting half of Layout: instructions, handlers and frames at their new offsets.
#include <algorithm>

#include "base/check.h"
#include "classfile/layout.h"

namespace dh::classfile {

void Layout::emit_switch(Writer& out, uint32_t instruction) const {
  const size_t start = code_.starts[instruction];
  const size_t end = code_.starts[instruction + 1];
  const uint8_t opcode = code_.code[start];
  const uint32_t here = real_[instruction];
  const auto jump = [&](size_t at) {
    const auto old_target = static_cast<uint32_t>(static_cast<int64_t>(start) + s4_at(code_.code, at));
    out.u4(moved_label(old_target) - here);
  };
  const auto copy = [&](size_t at) { out.bytes(code_.code.subspan(at, 4)); };
  out.u1(opcode);
  for (unsigned i = 0; i < 3 - here % 4; ++i) out.u1(0);
  size_t at = (start + 4) & ~size_t{3};
  jump(at);
  copy(at + 4);
  at += 8;
  if (opcode == op_tableswitch) {
    copy(at);
    for (at += 4; at < end; at += 4) jump(at);
  } else {
    for (; at < end; at += 8) {
      copy(at);
      jump(at + 4);
    }
  }
}

void Layout::emit_instruction(Writer& out, uint32_t instruction) const {
  const size_t start = code_.starts[instruction];
  const uint8_t opcode = code_.code[start];
  const uint32_t here = real_[instruction];
  if (is_switch(opcode)) {
    emit_switch(out, instruction);
  } else if (opcode == op_goto_w || opcode == op_jsr_w) {
    out.u1(opcode);
    out.u4(label_[code_.target(instruction)] - here);
  } else if (is_short_jump(opcode)) {
    const uint32_t target = code_.target(instruction);
    const uint32_t to = label_[target];
    if (!is_conditional(opcode) && flags_[instruction] != 0) {
      out.u1(opcode == op_goto ? op_goto_w : op_jsr_w);
      out.u4(to - here);
    } else if (in_reach(here, to)) {
      out.u1(opcode);
      out.u2((to - here) & 0xffff);
    } else {
      const auto known = std::find_if(trampolines_.begin(), trampolines_.end(), [&](const Trampoline& t) {
        return t.target == target && in_reach(here, t.offset);
      });
      DH_CHECK(known != trampolines_.end(), "a jump without a trampoline");
      out.u1(opcode);
      out.u2((known->offset - here) & 0xffff);
    }
  } else {
    out.bytes(code_.code.subspan(start, code_.starts[instruction + 1] - start));
  }
}

void Layout::emit_code(Writer& out) const {
  const size_t base = out.size();
  const auto count = static_cast<uint32_t>(code_.instructions());
  auto piece = edits_.pieces_.begin();
  auto trampoline = trampolines_.begin();
  out.bytes(edits_.prologue_);
  for (uint32_t i = 0; i <= count; ++i) {
    for (; trampoline != trampolines_.end() && trampoline->gap == i; ++trampoline) {
      out.u1(op_goto_w);
      out.u4(label_[trampoline->target] - trampoline->offset);
    }
    const auto add_pieces = [&](Where where) {
      for (; piece != edits_.pieces_.end() && piece->instruction == i && piece->where == where; ++piece)
        out.bytes(Bytes(edits_.bytes_).subspan(piece->begin, piece->size));
    };
    add_pieces(Where::before);
    if (i < count && length_at(i, real_[i]) != 0) emit_instruction(out, i);
    add_pieces(Where::after);
  }
  DH_CHECK(out.size() - base == label_.back(), "code of {} bytes instead of {}", out.size() - base,
           label_.back());
  out.bytes(edits_.tail_);
}

void Layout::emit_handlers(Writer& out) {
  const size_t count_at = out.size();
  unsigned count = 0;
  out.u2(0);
  const auto emit = [&](uint32_t from, uint32_t to, uint32_t handler, uint16_t type) {
    if (from >= to) return;
    out.u2(from);
    out.u2(to);
    out.u2(handler);
    out.u2(type);
    ++count;
  };
  // Trampolines are in no range: their frames fit their targets, not the handlers around the gap.
  for (const Handler& handler : code_.handlers) {
    new_handler_.push_back(static_cast<uint16_t>(count));
    const uint32_t last = code_.at[handler.end];
    uint32_t from = label_[code_.at[handler.start]];
    for (const Trampoline& trampoline : trampolines_) {
      if (trampoline.gap <= code_.at[handler.start] || trampoline.gap >= last) continue;
      emit(from, gap_[trampoline.gap], label_[code_.at[handler.handler]], handler.type);
      from = label_[trampoline.gap];
    }
    emit(from, gap_[last], label_[code_.at[handler.handler]], handler.type);
  }
  for (const CodeEdits::CatchAll& added : edits_.catch_alls_) {
    const uint32_t handler = label_.back() + added.begin;
    for (const CodeEdits::Range& range : added.ranges) {
      uint32_t from = label_[range.first];
      for (const Trampoline& trampoline : trampolines_) {
        if (trampoline.gap <= range.first || trampoline.gap >= range.second) continue;
        emit(from, gap_[trampoline.gap], handler, 0);
        from = label_[trampoline.gap];
      }
      emit(from, gap_[range.second], handler, 0);
    }
    if (added.covers_added_handlers) emit(label_.back(), handler, handler, 0);
  }
  out.patch_u2(count_at, count);
}

VerifyType lasting_type(uint16_t type) {
  if (type == CodeEdits::kLong) return {VerifyTag::long_, 0};
  if (type == CodeEdits::kInt) return {VerifyTag::integer, 0};
  return {VerifyTag::object, type};
}

Result<void> Layout::spell_out_frames() {
  if (frames_.empty() || (trampolines_.empty() && edits_.lasting_locals() == 0)) return {};
  expanded_ = expand_frames(frames_, initial_frame(file_, method_));
  if (expanded_.size() != frames_.size()) return fail("the StackMapTable is damaged");
  if (edits_.lasting_locals() == 0) return {};
  for (Frame& frame : expanded_) {
    unsigned slots = 0;
    for (const VerifyType local : frame.locals)
      slots += local.tag == VerifyTag::long_ || local.tag == VerifyTag::double_ ? 2 : 1;
    if (slots > code_.max_locals) return fail("a frame has too many locals");
    for (; slots < code_.max_locals; ++slots) frame.locals.push_back({VerifyTag::top, 0});
    for (const uint16_t type : edits_.lasting_) frame.locals.push_back(lasting_type(type));
  }
  return {};
}

void Layout::emit_frames(Writer& out) const {
  const size_t count_at = out.size();
  out.u2(0);
  FrameWriter writer(out, [&](uint16_t offset) { return static_cast<uint16_t>(real_[code_.at[offset]]); });
  const auto frame_at = [&](uint32_t instruction) -> const Frame* {
    for (size_t i = 0; i < expanded_.size(); ++i) {
      if (frames_[i].instruction == instruction) return &expanded_[i];
    }
    return nullptr;
  };
  auto trampoline = trampolines_.begin();
  // The frame before is not the one that this frame was written against.
  bool spell_out = edits_.lasting_locals() > 0;
  const auto emit_trampolines_up_to = [&](uint32_t instruction) {
    for (; trampoline != trampolines_.end() && trampoline->gap <= instruction; ++trampoline) {
      if (const Frame* frame = frame_at(trampoline->target)) writer.full(*frame, trampoline->offset);
      spell_out = true;
    }
  };
  for (size_t i = 0; i < frames_.size(); ++i) {
    emit_trampolines_up_to(frames_[i].instruction);
    const uint32_t offset = label_[frames_[i].instruction];
    if (spell_out && i < expanded_.size()) {
      writer.full(expanded_[i], offset);
    } else {
      writer.raw(frames_[i], offset);
    }
    spell_out = edits_.lasting_locals() > 0;
  }
  emit_trampolines_up_to(UINT32_MAX);
  for (const CodeEdits::CatchAll& added : edits_.catch_alls_)
    writer.full_payload(added.frame, label_.back() + added.begin);
  out.patch_u2(count_at, writer.count());
}

}  // namespace dh::classfile
