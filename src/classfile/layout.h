// Gives edited code new offsets. Used by encode_code only.
#pragma once

#include <map>

#include "classfile/code.h"
#include "classfile/stack_map.h"

namespace dh::classfile {

// Jumps that no longer reach: goto becomes goto_w; a conditional jump goes through a trampoline, a goto_w in
// a gap that nothing falls into. Inverting the condition around a goto_w would need a new frame with types
// that are not written anywhere; the trampoline's frame is that of its target.
class Layout {
 public:
  Layout(ClassFile& file, const Member& method, const Code& code, const CodeEdits& edits)
      : file_(file), method_(method), code_(code), edits_(edits) {}

  Result<std::vector<uint8_t>> encode();

 private:
  struct Trampoline {
    uint32_t gap;     // it is before this instruction
    uint32_t target;  // instruction
    uint32_t offset = 0;
  };
  static constexpr uint32_t kDirect = UINT32_MAX;

  Result<void> read_stack_map();
  // All frames in full, when they get more locals or are needed for trampolines.
  Result<void> spell_out_frames();
  bool place();
  bool reach();  // false: something had to change, place again
  bool through_trampoline(uint32_t instruction, uint32_t target);
  size_t length_at(uint32_t instruction, size_t offset) const;
  bool in_reach(uint32_t from, uint32_t to) const;

  void emit_code(Writer& out) const;
  void emit_instruction(Writer& out, uint32_t instruction) const;
  void emit_switch(Writer& out, uint32_t instruction) const;
  void emit_handlers(Writer& out);
  Result<void> emit_attributes(Writer& out);
  Result<void> emit_attribute(Writer& out, std::string_view name, Bytes info);
  Result<void> emit_lines(Writer& out, Bytes info) const;
  Result<void> emit_locals(Writer& out, Bytes info) const;
  Result<void> emit_type_annotations(Writer& out, Bytes info) const;
  void emit_range(Writer& out, uint16_t start, uint16_t length) const;
  void emit_frames(Writer& out) const;

  // New offsets of old ones: of what runs when one jumps there, and of the instruction itself.
  uint32_t moved_label(uint32_t offset) const;
  uint32_t moved_instruction(uint32_t offset) const;

  ClassFile& file_;
  const Member& method_;
  const Code& code_;
  const CodeEdits& edits_;
  bool has_frames_ = false;
  std::vector<RawFrame> frames_;
  std::vector<Frame> expanded_;
  std::vector<uint8_t> flags_;           // by instruction
  std::vector<uint32_t> gap_;            // by instruction, one more at the end: where trampolines start,
  std::vector<uint32_t> label_;          // where inserted code starts,
  std::vector<uint32_t> real_;           // and the instruction itself
  std::vector<Trampoline> trampolines_;  // sorted by gap
  std::map<uint32_t, uint32_t> via_;     // conditional jump -> target, if through a trampoline
  std::vector<uint16_t> new_handler_;    // by handler: index in the new table
};

}  // namespace dh::classfile
