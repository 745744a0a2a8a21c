#include "classfile/constant_pool.h"

namespace dh::classfile {

Result<ConstantPool> ConstantPool::read(Reader& reader) {
  ConstantPool pool;
  const uint16_t count = reader.u2();
  const size_t start = reader.at();
  pool.entries_.resize(count == 0 ? 1 : count);
  for (size_t i = 1; i < count; ++i) {
    Entry& entry = pool.entries_[i];
    entry.tag = static_cast<Tag>(reader.u1());
    switch (entry.tag) {
      case Tag::utf8: {
        const Bytes text = reader.bytes(reader.u2());
        entry.text = {reinterpret_cast<const char*>(text.data()), text.size()};
        break;
      }
      case Tag::integer:
      case Tag::float_:
      case Tag::field_ref:
      case Tag::method_ref:
      case Tag::interface_method_ref:
      case Tag::name_and_type:
      case Tag::dynamic:
      case Tag::invoke_dynamic:
        entry.a = reader.u2();
        entry.b = reader.u2();
        break;
      case Tag::long_:
      case Tag::double_:
        reader.bytes(8);
        ++i;  // takes two indices
        break;
      case Tag::class_:
      case Tag::string:
      case Tag::method_type:
      case Tag::module:
      case Tag::package:
        entry.a = reader.u2();
        break;
      case Tag::method_handle:
        entry.a = reader.u1();
        entry.b = reader.u2();
        break;
      case Tag::none:
      default:
        return fail("constant {} has the unknown tag {}", i, static_cast<unsigned>(entry.tag));
    }
    if (!reader.ok()) return fail("the constant pool is cut off at constant {}", i);
  }
  pool.original_ = reader.since(start);
  return pool;
}

void ConstantPool::write(Writer& writer) const {
  writer.u2(static_cast<unsigned>(entries_.size()));
  writer.bytes(original_);
  writer.bytes(added_.data());
}

std::string_view ConstantPool::utf8(uint16_t index) const {
  return tag(index) == Tag::utf8 ? entries_[index].text : std::string_view();
}

std::string_view ConstantPool::class_name(uint16_t index) const {
  return tag(index) == Tag::class_ ? utf8(entries_[index].a) : std::string_view();
}

std::optional<MemberName> ConstantPool::member(uint16_t index) const {
  const Tag kind = tag(index);
  const bool dynamic = kind == Tag::dynamic || kind == Tag::invoke_dynamic;
  if (kind != Tag::field_ref && kind != Tag::method_ref && kind != Tag::interface_method_ref && !dynamic)
    return std::nullopt;
  const Entry& entry = entries_[index];
  if (tag(entry.b) != Tag::name_and_type) return std::nullopt;
  const Entry& type = entries_[entry.b];
  return MemberName{dynamic ? std::string_view() : class_name(entry.a), utf8(type.a), utf8(type.b)};
}

std::optional<ConstantPool::Handle> ConstantPool::method_handle(uint16_t index) const {
  if (tag(index) != Tag::method_handle) return std::nullopt;
  return Handle{static_cast<uint8_t>(entries_[index].a), entries_[index].b};
}

void ConstantPool::build_index() {
  if (indexed_) return;
  indexed_ = true;
  for (size_t i = 1; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    const auto index = static_cast<uint16_t>(i);
    if (entry.tag == Tag::utf8) {
      by_text_.emplace(entry.text, index);
    } else if (entry.tag != Tag::none && entry.tag != Tag::long_ && entry.tag != Tag::double_) {
      by_parts_.emplace(key(entry.tag, entry.a, entry.b), index);
    }
  }
}

uint16_t ConstantPool::add(Entry entry, size_t slots) {
  if (entries_.size() + slots > 0xffff) {
    full_ = true;
    return 0;
  }
  const auto index = static_cast<uint16_t>(entries_.size());
  entries_.push_back(entry);
  return index;
}

uint16_t ConstantPool::add_utf8(std::string_view text) {
  build_index();
  if (const auto found = by_text_.find(text); found != by_text_.end()) return found->second;
  if (text.size() > 0xffff) {
    full_ = true;
    return 0;
  }
  const std::string_view kept = texts_.emplace_back(text);
  const uint16_t index = add({Tag::utf8, 0, 0, kept});
  if (index == 0) return 0;
  added_.u1(static_cast<unsigned>(Tag::utf8));
  added_.u2(static_cast<unsigned>(text.size()));
  added_.text(text);
  by_text_.emplace(kept, index);
  return index;
}

uint16_t ConstantPool::find_or_add(Tag tag, uint16_t a, uint16_t b) {
  build_index();
  const auto found = by_parts_.find(key(tag, a, b));
  if (found != by_parts_.end()) return found->second;
  const uint16_t index = add({tag, a, b, {}});
  if (index == 0) return 0;
  by_parts_.emplace(key(tag, a, b), index);
  added_.u1(static_cast<unsigned>(tag));
  if (tag == Tag::method_handle) {
    added_.u1(a);
    added_.u2(b);
  } else {
    added_.u2(a);
    if (tag != Tag::class_) added_.u2(b);
  }
  return index;
}

uint16_t ConstantPool::add_class(std::string_view name) {
  return find_or_add(Tag::class_, add_utf8(name), 0);
}

uint16_t ConstantPool::add_integer(int32_t value) {
  const auto bits = static_cast<uint32_t>(value);
  return find_or_add(Tag::integer, static_cast<uint16_t>(bits >> 16), static_cast<uint16_t>(bits));
}

uint16_t ConstantPool::add_member(Tag kind, std::string_view owner, std::string_view name,
                                  std::string_view descriptor) {
  const uint16_t name_index = add_utf8(name);
  const uint16_t type = find_or_add(Tag::name_and_type, name_index, add_utf8(descriptor));
  return find_or_add(kind, add_class(owner), type);
}

uint16_t ConstantPool::add_method_handle(uint8_t kind, uint16_t reference) {
  return find_or_add(Tag::method_handle, kind, reference);
}

}  // namespace dh::classfile
