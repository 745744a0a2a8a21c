// The constant pool: kept byte for byte, and extended at its end.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "classfile/bytes.h"

namespace dh::classfile {

enum class Tag : uint8_t {
  none = 0,  // index 0, and the second half of a long or double
  utf8 = 1,
  integer = 3,
  float_ = 4,
  long_ = 5,
  double_ = 6,
  class_ = 7,
  string = 8,
  field_ref = 9,
  method_ref = 10,
  interface_method_ref = 11,
  name_and_type = 12,
  method_handle = 15,
  method_type = 16,
  dynamic = 17,
  invoke_dynamic = 18,
  module = 19,
  package = 20,
};

// Names are modified UTF-8, as in the class file.
struct MemberName {
  std::string_view owner;
  std::string_view name;
  std::string_view descriptor;
};

// Text views point into the bytes the pool was read from, which must outlive it, or into the pool. Look-ups
// of a wrong index or kind give empty values. Adding finds an equal entry first; when the pool is full it
// returns 0 and full() becomes true. Moves keep views valid.
class ConstantPool {
 public:
  static Result<ConstantPool> read(Reader& reader);
  void write(Writer& writer) const;

  size_t count() const { return entries_.size(); }
  bool full() const { return full_; }
  Tag tag(uint16_t index) const { return index < entries_.size() ? entries_[index].tag : Tag::none; }

  std::string_view utf8(uint16_t index) const;
  std::string_view class_name(uint16_t index) const;
  // Of a field_ref, method_ref or interface_method_ref; of a dynamic one without owner.
  std::optional<MemberName> member(uint16_t index) const;
  // Of an invoke_dynamic: which of the class's bootstrap methods links it.
  uint16_t bootstrap(uint16_t index) const {
    return tag(index) == Tag::invoke_dynamic ? entries_[index].a : uint16_t{0};
  }
  struct Handle {
    uint8_t kind;
    uint16_t reference;
  };
  std::optional<Handle> method_handle(uint16_t index) const;

  uint16_t add_utf8(std::string_view text);
  uint16_t add_class(std::string_view name);
  uint16_t add_integer(int32_t value);
  uint16_t add_member(Tag kind, std::string_view owner, std::string_view name, std::string_view descriptor);
  uint16_t add_method_handle(uint8_t kind, uint16_t reference);

 private:
  struct Entry {
    Tag tag = Tag::none;
    uint16_t a = 0;
    uint16_t b = 0;
    std::string_view text;
  };
  uint16_t add(Entry entry, size_t slots = 1);
  uint16_t find_or_add(Tag tag, uint16_t a, uint16_t b);
  void build_index();
  static uint64_t key(Tag tag, uint16_t a, uint16_t b) {
    return uint64_t{static_cast<uint8_t>(tag)} << 32 | uint64_t{a} << 16 | b;
  }

  Bytes original_;  // without the count
  std::vector<Entry> entries_;
  std::deque<std::string> texts_;
  Writer added_;
  bool full_ = false;
  bool indexed_ = false;
  std::unordered_map<std::string_view, uint16_t> by_text_;
  std::unordered_map<uint64_t, uint16_t> by_parts_;
};

}  // namespace dh::classfile
