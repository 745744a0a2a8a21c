// The tables of a Code attribute that hold offsets.
#include "classfile/layout.h"

namespace dh::classfile {
namespace {

constexpr int kMaxAnnotationDepth = 64;

bool copy_annotation(Reader& in, Writer& out, int depth);

bool copy_element_value(Reader& in, Writer& out, int depth) {
  if (depth > kMaxAnnotationDepth || !in.ok()) return false;
  const uint8_t tag = in.u1();
  out.u1(tag);
  switch (tag) {
    case 'e':
      out.u4(in.u4());
      return true;
    case '@':
      return copy_annotation(in, out, depth + 1);
    case '[': {
      const uint16_t count = in.u2();
      out.u2(count);
      for (unsigned i = 0; i < count; ++i) {
        if (!copy_element_value(in, out, depth + 1)) return false;
      }
      return true;
    }
    default:
      out.u2(in.u2());
      return true;
  }
}

bool copy_annotation(Reader& in, Writer& out, int depth) {
  out.u2(in.u2());
  const uint16_t pairs = in.u2();
  out.u2(pairs);
  for (unsigned i = 0; i < pairs; ++i) {
    out.u2(in.u2());
    if (!copy_element_value(in, out, depth)) return false;
  }
  return in.ok();
}

}  // namespace

void Layout::emit_range(Writer& out, uint16_t start, uint16_t length) const {
  const uint32_t from = moved_label(start);
  out.u2(from);
  out.u2(moved_label(uint32_t{start} + length) - from);
}

Result<void> Layout::emit_lines(Writer& out, Bytes info) const {
  Reader in(info);
  const uint16_t count = in.u2();
  out.u2(count);
  for (unsigned i = 0; i < count; ++i) {
    const uint16_t start = in.u2();
    out.u2(start == 0 ? 0 : moved_label(start));
    out.u2(in.u2());
  }
  if (!in.ok() || in.left() != 0) return fail("the LineNumberTable is damaged");
  return {};
}

// LocalVariableTable and LocalVariableTypeTable have the same shape.
Result<void> Layout::emit_locals(Writer& out, Bytes info) const {
  Reader in(info);
  const uint16_t count = in.u2();
  out.u2(count);
  for (unsigned i = 0; i < count; ++i) {
    const uint16_t start = in.u2();
    emit_range(out, start, in.u2());
    out.bytes(in.bytes(6));
  }
  if (!in.ok() || in.left() != 0) return fail("a table of local variables is damaged");
  return {};
}

Result<void> Layout::emit_type_annotations(Writer& out, Bytes info) const {
  Reader in(info);
  const uint16_t count = in.u2();
  out.u2(count);
  for (unsigned i = 0; i < count; ++i) {
    const uint8_t target = in.u1();
    out.u1(target);
    if (target == 0x40 || target == 0x41) {
      const uint16_t ranges = in.u2();
      out.u2(ranges);
      for (unsigned range = 0; range < ranges; ++range) {
        const uint16_t start = in.u2();
        emit_range(out, start, in.u2());
        out.u2(in.u2());
      }
    } else if (target == 0x42) {
      const uint16_t handler = in.u2();
      out.u2(handler < new_handler_.size() ? new_handler_[handler] : handler);
    } else if (target >= 0x43 && target <= 0x4b) {
      out.u2(moved_instruction(in.u2()));
      if (target >= 0x47) out.u1(in.u1());
    } else {
      return fail("a type annotation of unknown target");
    }
    const uint8_t path = in.u1();
    out.u1(path);
    out.bytes(in.bytes(size_t{path} * 2));
    if (!copy_annotation(in, out, 0)) return fail("a type annotation is damaged");
  }
  if (!in.ok() || in.left() != 0) return fail("the type annotations are damaged");
  return {};
}

Result<void> Layout::emit_attribute(Writer& out, std::string_view name, Bytes info) {
  if (name == "LineNumberTable") return emit_lines(out, info);
  if (name == "LocalVariableTable" || name == "LocalVariableTypeTable") return emit_locals(out, info);
  if (name == "RuntimeVisibleTypeAnnotations" || name == "RuntimeInvisibleTypeAnnotations")
    return emit_type_annotations(out, info);
  if (name == "StackMapTable") {
    emit_frames(out);
    return {};
  }
  out.bytes(info);
  return {};
}

Result<void> Layout::emit_attributes(Writer& out) {
  const bool add_frames = !has_frames_ && !edits_.catch_alls_.empty() && file_.major >= kJava6;
  const size_t count = code_.attributes.size() + (add_frames ? 1 : 0);
  if (count > 0xffff) return fail("too many attributes");
  out.u2(static_cast<unsigned>(count));
  for (const Attribute& attribute : code_.attributes) {
    out.u2(attribute.name);
    const size_t size_at = out.size();
    out.u4(0);
    if (auto done = emit_attribute(out, file_.pool.utf8(attribute.name), attribute.info); !done) return done;
    out.patch_u4(size_at, static_cast<uint32_t>(out.size() - size_at - 4));
  }
  if (!add_frames) return {};
  out.u2(file_.pool.add_utf8("StackMapTable"));
  const size_t size_at = out.size();
  out.u4(0);
  emit_frames(out);
  out.patch_u4(size_at, static_cast<uint32_t>(out.size() - size_at - 4));
  return {};
}

}  // namespace dh::classfile
