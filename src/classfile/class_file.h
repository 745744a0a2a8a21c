// A class file as a structure. Everything is kept; attributes stay bytes until they are decoded.
#pragma once

#include <string_view>
#include <vector>

#include "classfile/constant_pool.h"

namespace dh::classfile {

namespace access {
inline constexpr uint16_t kPublic = 0x0001;
inline constexpr uint16_t kPrivate = 0x0002;
inline constexpr uint16_t kProtected = 0x0004;
inline constexpr uint16_t kStatic = 0x0008;
inline constexpr uint16_t kFinal = 0x0010;
inline constexpr uint16_t kSynchronized = 0x0020;
inline constexpr uint16_t kVolatile = 0x0040;
inline constexpr uint16_t kTransient = 0x0080;
inline constexpr uint16_t kNative = 0x0100;
inline constexpr uint16_t kInterface = 0x0200;
inline constexpr uint16_t kAbstract = 0x0400;
inline constexpr uint16_t kSynthetic = 0x1000;
inline constexpr uint16_t kEnum = 0x4000;
inline constexpr uint16_t kModule = 0x8000;
}  // namespace access

// Class file versions that change what a class file may hold.
inline constexpr uint16_t kJava5 = 49;  // class constants in ldc
inline constexpr uint16_t kJava6 = 50;  // StackMapTable
inline constexpr uint16_t kJava7 = 51;  // no jsr and ret; StackMapTable needed

struct Attribute {
  uint16_t name = 0;
  Bytes info;
};

// A field or method.
struct Member {
  uint16_t access = 0;
  uint16_t name = 0;
  uint16_t descriptor = 0;
  std::vector<Attribute> attributes;
};

// Views point into the bytes it was read from, which must outlive it. New attributes keep their bytes in
// `owned`.
struct ClassFile {
  uint16_t minor = 0;
  uint16_t major = 0;
  ConstantPool pool;
  uint16_t access = 0;
  uint16_t this_class = 0;
  uint16_t super_class = 0;
  std::vector<uint16_t> interfaces;
  std::vector<Member> fields;
  std::vector<Member> methods;
  std::vector<Attribute> attributes;
  std::deque<std::vector<uint8_t>> owned;

  std::string_view name() const { return pool.class_name(this_class); }
  std::string_view super_name() const { return pool.class_name(super_class); }
  bool is_interface() const { return (access & access::kInterface) != 0; }
  const Attribute* find(const std::vector<Attribute>& list, std::string_view wanted) const;
  Bytes own(std::vector<uint8_t> bytes) { return owned.emplace_back(std::move(bytes)); }
};

// Fails on bytes that are not a class file and says why. Indices are checked where they are used, not
// here.
Result<ClassFile> read_class(Bytes bytes);
// Fails when a table or the pool is too large for the format.
Result<std::vector<uint8_t>> write_class(const ClassFile& file);

void read_attributes(Reader& reader, std::vector<Attribute>& attributes);
void write_attributes(Writer& writer, const std::vector<Attribute>& attributes);

}  // namespace dh::classfile
