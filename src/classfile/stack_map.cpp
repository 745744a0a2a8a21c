#include "classfile/stack_map.h"

#include "classfile/descriptor.h"

namespace dh::classfile {
namespace {

constexpr uint8_t kSameLocals1 = 64;
constexpr uint8_t kReserved = 128;
constexpr uint8_t kSameLocals1Extended = 247;
constexpr uint8_t kChop = 248;
constexpr uint8_t kSameExtended = 251;
constexpr uint8_t kFull = 255;

bool has_value(uint8_t tag) {
  return tag == static_cast<uint8_t>(VerifyTag::object) ||
         tag == static_cast<uint8_t>(VerifyTag::uninitialized);
}

bool skip_types(const Code& code, Reader& reader, unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    const uint8_t tag = reader.u1();
    if (tag > static_cast<uint8_t>(VerifyTag::uninitialized)) return false;
    if (!has_value(tag)) continue;
    const uint16_t value = reader.u2();
    if (tag == static_cast<uint8_t>(VerifyTag::uninitialized) &&
        (value >= code.code.size() || code.at[value] == Code::kNoInstruction))
      return false;
  }
  return reader.ok();
}

bool skip_frame_types(const Code& code, Reader& reader, uint8_t kind) {
  if (kind < kSameLocals1) return true;
  if (kind < kReserved || kind == kSameLocals1Extended) return skip_types(code, reader, 1);
  if (kind <= kSameExtended) return true;
  if (kind < kFull) return skip_types(code, reader, kind - kSameExtended);
  return skip_types(code, reader, reader.u2()) && skip_types(code, reader, reader.u2());
}

void append_types(Reader& reader, unsigned count, std::vector<VerifyType>& types) {
  for (unsigned i = 0; i < count; ++i) {
    const uint8_t tag = reader.u1();
    types.push_back({static_cast<VerifyTag>(tag), has_value(tag) ? reader.u2() : uint16_t{0}});
  }
}

VerifyType type_of(ClassFile& file, std::string_view descriptor) {
  switch (descriptor[0]) {
    case 'J':
      return {VerifyTag::long_, 0};
    case 'D':
      return {VerifyTag::double_, 0};
    case 'F':
      return {VerifyTag::float_, 0};
    case 'L':
      return {VerifyTag::object, file.pool.add_class(descriptor.substr(1, descriptor.size() - 2))};
    case '[':
      return {VerifyTag::object, file.pool.add_class(descriptor)};
    default:
      return {VerifyTag::integer, 0};
  }
}

}  // namespace

Result<std::vector<RawFrame>> read_frames(const Code& code, Bytes info) {
  Reader reader(info);
  std::vector<RawFrame> frames;
  const uint16_t count = reader.u2();
  int64_t offset = -1;
  for (unsigned i = 0; i < count; ++i) {
    RawFrame& frame = frames.emplace_back();
    frame.kind = reader.u1();
    if (frame.kind >= kReserved && frame.kind < kSameLocals1Extended) return fail("a frame of unknown kind");
    const bool is_short = frame.kind < kReserved;
    offset += (is_short ? frame.kind % kSameLocals1 : reader.u2()) + 1;
    if (offset >= static_cast<int64_t>(code.code.size())) return fail("a frame is outside the code");
    frame.instruction = code.at[static_cast<size_t>(offset)];
    const size_t start = reader.at();
    if (frame.instruction == Code::kNoInstruction || !skip_frame_types(code, reader, frame.kind) ||
        !reader.ok())
      return fail("a frame is damaged");
    frame.types = reader.since(start);
  }
  if (!reader.ok() || reader.left() != 0) return fail("the StackMapTable is damaged");
  return frames;
}

Frame initial_frame(ClassFile& file, const Member& method) {
  Frame frame;
  if ((method.access & access::kStatic) == 0) {
    const bool constructor = file.pool.utf8(method.name) == "<init>" && file.name() != "java/lang/Object";
    frame.locals.push_back(constructor ? VerifyType{VerifyTag::uninitialized_this, 0}
                                       : VerifyType{VerifyTag::object, file.this_class});
  }
  const std::string descriptor(
      file.pool.utf8(method.descriptor));  // adding moves no text, but a copy is safer
  for (const std::string_view parameter : parse_method(descriptor).parameters)
    frame.locals.push_back(type_of(file, parameter));
  return frame;
}

std::vector<Frame> expand_frames(const std::vector<RawFrame>& frames, Frame initial) {
  std::vector<Frame> result;
  Frame now = std::move(initial);
  for (const RawFrame& raw : frames) {
    Reader reader(raw.types);
    now.stack.clear();
    if (raw.kind == kFull) {
      now.locals.clear();
      append_types(reader, reader.u2(), now.locals);
      append_types(reader, reader.u2(), now.stack);
    } else if (raw.kind > kSameExtended) {
      append_types(reader, raw.kind - kSameExtended, now.locals);
    } else if (raw.kind >= kChop && raw.kind < kSameExtended) {
      const size_t chopped = kSameExtended - raw.kind;
      if (chopped > now.locals.size()) return {};
      now.locals.resize(now.locals.size() - chopped);
    } else if (raw.kind >= kSameLocals1 && raw.kind < kSameExtended) {
      append_types(reader, 1, now.stack);
    }
    result.push_back(now);
  }
  return result;
}

unsigned FrameWriter::delta_to(uint32_t offset) {
  const unsigned delta = count_ == 0 ? offset : offset - last_ - 1;
  ++count_;
  last_ = offset;
  return delta;
}

void FrameWriter::type(VerifyType type) {
  writer_.u1(static_cast<unsigned>(type.tag));
  if (type.tag == VerifyTag::object) writer_.u2(type.value);
  if (type.tag == VerifyTag::uninitialized) writer_.u2(moved_(type.value));
}

void FrameWriter::types(Reader& reader, unsigned count) {
  std::vector<VerifyType> list;
  append_types(reader, count, list);
  for (const VerifyType entry : list) type(entry);
}

void FrameWriter::raw(const RawFrame& frame, uint32_t offset) {
  const unsigned delta = delta_to(offset);
  Reader reader(frame.types);
  if (frame.kind < kReserved) {
    const bool with_stack = frame.kind >= kSameLocals1;
    if (delta < kSameLocals1) {
      writer_.u1(delta + (with_stack ? kSameLocals1 : 0));
    } else {
      writer_.u1(with_stack ? kSameLocals1Extended : kSameExtended);
      writer_.u2(delta);
    }
    types(reader, with_stack ? 1 : 0);
    return;
  }
  writer_.u1(frame.kind);
  writer_.u2(delta);
  if (frame.kind == kSameLocals1Extended) types(reader, 1);
  if (frame.kind > kSameExtended && frame.kind < kFull) types(reader, frame.kind - kSameExtended);
  if (frame.kind != kFull) return;
  for (int part = 0; part < 2; ++part) {
    const uint16_t count = reader.u2();
    writer_.u2(count);
    types(reader, count);
  }
}

void FrameWriter::full(const Frame& frame, uint32_t offset) {
  const unsigned delta = delta_to(offset);
  writer_.u1(kFull);
  writer_.u2(delta);
  for (const auto* part : {&frame.locals, &frame.stack}) {
    writer_.u2(static_cast<unsigned>(part->size()));
    for (const VerifyType entry : *part) type(entry);
  }
}

void FrameWriter::full_payload(Bytes payload, uint32_t offset) {
  const unsigned delta = delta_to(offset);
  writer_.u1(kFull);
  writer_.u2(delta);
  writer_.bytes(payload);
}

}  // namespace dh::classfile
