// StackMapTable: the verifier's types at jump targets.
#pragma once

#include <functional>

#include "classfile/class_file.h"
#include "classfile/code.h"

namespace dh::classfile {

enum class VerifyTag : uint8_t {
  top,
  integer,
  float_,
  double_,
  long_,
  null,
  uninitialized_this,
  object,
  uninitialized
};

// A verification type; `value` is the class constant of an object, or the offset of the `new` instruction.
struct VerifyType {
  VerifyTag tag = VerifyTag::top;
  uint16_t value = 0;

  friend bool operator==(VerifyType, VerifyType) = default;
};

// A frame with everything spelled out. Longs and doubles are one entry.
struct Frame {
  std::vector<VerifyType> locals;
  std::vector<VerifyType> stack;
};

// A frame as it is in the table.
struct RawFrame {
  uint32_t instruction = 0;
  uint8_t kind = 0;
  Bytes types;  // after the offset: what the kind has
};

Result<std::vector<RawFrame>> read_frames(const Code& code, Bytes info);
// The frame that holds at the start of the method. May add class constants.
Frame initial_frame(ClassFile& file, const Member& method);
// Spells out all frames. Empty when they are damaged.
std::vector<Frame> expand_frames(const std::vector<RawFrame>& frames, Frame initial);

// The type of a CodeEdits::lasting_local.
VerifyType lasting_type(uint16_t type);

// Writes frames at rising offsets.
class FrameWriter {
 public:
  // `moved` gives the new offset of a `new` instruction from its old one.
  using Moved = std::function<uint16_t(uint16_t)>;
  FrameWriter(Writer& writer, Moved moved) : writer_(writer), moved_(std::move(moved)) {}

  void raw(const RawFrame& frame, uint32_t offset);
  void full(const Frame& frame, uint32_t offset);
  void full_payload(Bytes payload, uint32_t offset);
  unsigned count() const { return count_; }

 private:
  unsigned delta_to(uint32_t offset);
  void types(Reader& reader, unsigned count);
  void type(VerifyType type);

  Writer& writer_;
  Moved moved_;
  unsigned count_ = 0;
  uint32_t last_ = 0;
};

}  // namespace dh::classfile
