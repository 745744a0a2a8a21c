// The Code attribute, decoded into instructions, and edits of it.
//
// Edits insert code without jumps before and after instructions; everything else (jumps, switches, tables,
// frames) is laid out again around it. Encoding without edits gives the same bytes.
#pragma once

#include <functional>

#include "classfile/class_file.h"
#include "classfile/opcodes.h"

namespace dh::classfile {

// Offsets are those of the code it was decoded from.
struct Handler {
  uint16_t start = 0;
  uint16_t end = 0;
  uint16_t handler = 0;
  uint16_t type = 0;  // class constant; 0: any
};

// All jump targets and handler offsets are starts of instructions: decode_code has checked that.
struct Code {
  static constexpr uint32_t kNoInstruction = UINT32_MAX;

  uint16_t max_stack = 0;
  uint16_t max_locals = 0;
  Bytes code;
  std::vector<Handler> handlers;
  std::vector<Attribute> attributes;
  std::vector<uint32_t> starts;  // offset by instruction; one more at the end: the size
  std::vector<uint32_t> at;  // instruction by offset, kNoInstruction inside one; at[size]: one past the last

  size_t instructions() const { return starts.size() - 1; }
  uint8_t opcode(size_t instruction) const { return code[starts[instruction]]; }
  // The constant that a field, method, class or wide ldc instruction names.
  uint16_t constant(size_t instruction) const { return u2_at(code, starts[instruction] + 1); }
  // The local of a load, store, iinc or ret, also of the short and wide forms; UINT32_MAX for others.
  uint32_t local(size_t instruction) const;
  // Instruction that a jump (not a switch) goes to.
  uint32_t target(size_t instruction) const;
  // Calls `visit` with each target of a jump or switch.
  void each_target(size_t instruction, const std::function<void(uint32_t)>& visit) const;
  bool uses_subroutines() const;  // jsr or ret
};

Result<Code> decode_code(Bytes info);

// Where code goes that is put in. At one instruction, pieces keep the order in which they were added.
enum class Where : uint8_t { before, after };

class CodeEdits {
 public:
  // Runs once at the start: jumps to the first instruction do not run it again.
  void at_start(Bytes bytes) { prologue_.insert(prologue_.end(), bytes.begin(), bytes.end()); }
  // Instructions in rising order. Jumps to the instruction run what is before it.
  void insert(uint32_t instruction, Where where, Bytes bytes);
  // The instruction itself goes; there must be a piece before it.
  void drop(uint32_t instruction);
  // A handler for everything between the start and the end of the original code, after all other handlers.
  // `frame` is the payload of a full_frame: locals and stack.
  // `ranges`: the instructions it covers, in rising order; the second is not among them. The code of handlers
  // that were added before it is covered only if `covers` says so.
  using Range = std::pair<uint32_t, uint32_t>;
  enum class Covers : uint8_t { ranges_only, added_handlers_too };
  void catch_all(Bytes code, Bytes frame, std::vector<Range> ranges, Covers covers);
  void need_stack(unsigned slots) { extra_stack_ = std::max(extra_stack_, slots); }
  // A local beyond those in use; it is not in any frame, so its value does not outlive a jump.
  void need_locals(unsigned slots) { extra_locals_ = std::max(extra_locals_, slots); }
  // Locals that live throughout the method, beyond those in use; the prologue must set them. `type` is the
  // class constant of a reference, or one of these; a long has two slots. Those of need_locals lie beyond
  // them.
  static constexpr uint16_t kLong = 0, kInt = UINT16_MAX;
  void lasting_local(uint16_t type) { lasting_.push_back(type); }
  unsigned lasting_locals() const {
    unsigned slots = 0;
    for (const uint16_t type : lasting_) slots += type == kLong ? 2 : 1;
    return slots;
  }
  const std::vector<uint16_t>& lasting_types() const { return lasting_; }

  bool empty() const { return pieces_.empty() && prologue_.empty() && tail_.empty(); }

 private:
  friend class Layout;
  struct Piece {
    uint32_t instruction;
    Where where;
    uint32_t begin;
    uint32_t size;
  };
  std::vector<uint8_t> prologue_;
  std::vector<Piece> pieces_;
  std::vector<uint8_t> bytes_;
  std::vector<uint32_t> dropped_;
  struct CatchAll {
    uint32_t begin;  // in the tail
    std::vector<Range> ranges;
    bool covers_added_handlers;
    std::vector<uint8_t> frame;
  };
  std::vector<uint8_t> tail_;
  std::vector<CatchAll> catch_alls_;
  std::vector<uint16_t> lasting_;
  unsigned extra_stack_ = 0;
  unsigned extra_locals_ = 0;
};

// Fails when the code would exceed 65535 bytes or cannot be laid out. May add constants.
Result<std::vector<uint8_t>> encode_code(ClassFile& file, const Member& method, const Code& code,
                                         const CodeEdits& edits);

// Decodes and encodes all methods without edits, for checks of the library: nothing must change.
Result<void> recode_methods(ClassFile& file);

}  // namespace dh::classfile
