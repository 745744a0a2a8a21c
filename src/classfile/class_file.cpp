#include "classfile/class_file.h"

namespace dh::classfile {
namespace {

constexpr uint32_t kMagic = 0xCAFEBABE;

void read_members(Reader& reader, std::vector<Member>& members) {
  const uint16_t count = reader.u2();
  for (unsigned i = 0; i < count && reader.ok(); ++i) {
    Member& member = members.emplace_back();
    member.access = reader.u2();
    member.name = reader.u2();
    member.descriptor = reader.u2();
    read_attributes(reader, member.attributes);
  }
}

void write_members(Writer& writer, const std::vector<Member>& members) {
  writer.u2(static_cast<unsigned>(members.size()));
  for (const Member& member : members) {
    writer.u2(member.access);
    writer.u2(member.name);
    writer.u2(member.descriptor);
    write_attributes(writer, member.attributes);
  }
}

}  // namespace

void read_attributes(Reader& reader, std::vector<Attribute>& attributes) {
  const uint16_t count = reader.u2();
  for (unsigned i = 0; i < count && reader.ok(); ++i) {
    const uint16_t name = reader.u2();
    const uint32_t size = reader.u4();
    attributes.push_back({name, reader.bytes(size)});
  }
}

void write_attributes(Writer& writer, const std::vector<Attribute>& attributes) {
  writer.u2(static_cast<unsigned>(attributes.size()));
  for (const Attribute& attribute : attributes) {
    writer.u2(attribute.name);
    writer.u4(static_cast<uint32_t>(attribute.info.size()));
    writer.bytes(attribute.info);
  }
}

const Attribute* ClassFile::find(const std::vector<Attribute>& list, std::string_view wanted) const {
  for (const Attribute& attribute : list) {
    if (pool.utf8(attribute.name) == wanted) return &attribute;
  }
  return nullptr;
}

Result<ClassFile> read_class(Bytes bytes) {
  Reader reader(bytes);
  if (reader.u4() != kMagic) return fail("not a class file: it does not start with CAFEBABE");
  ClassFile file;
  file.minor = reader.u2();
  file.major = reader.u2();
  auto pool = ConstantPool::read(reader);
  if (!pool) return tl::unexpected(pool.error());
  file.pool = std::move(*pool);
  file.access = reader.u2();
  file.this_class = reader.u2();
  file.super_class = reader.u2();
  const uint16_t interfaces = reader.u2();
  for (unsigned i = 0; i < interfaces && reader.ok(); ++i) file.interfaces.push_back(reader.u2());
  read_members(reader, file.fields);
  read_members(reader, file.methods);
  read_attributes(reader, file.attributes);
  if (!reader.ok()) return fail("the class file is cut off");
  if (reader.left() != 0) return fail("{} unexpected bytes after the class", reader.left());
  return file;
}

Result<std::vector<uint8_t>> write_class(const ClassFile& file) {
  if (file.pool.full()) return fail("the constant pool is full");
  if (file.fields.size() > 0xffff || file.methods.size() > 0xffff) return fail("too many members");
  Writer writer;
  writer.u4(kMagic);
  writer.u2(file.minor);
  writer.u2(file.major);
  file.pool.write(writer);
  writer.u2(file.access);
  writer.u2(file.this_class);
  writer.u2(file.super_class);
  writer.u2(static_cast<unsigned>(file.interfaces.size()));
  for (const uint16_t index : file.interfaces) writer.u2(index);
  write_members(writer, file.fields);
  write_members(writer, file.methods);
  write_attributes(writer, file.attributes);
  return writer.take();
}

}  // namespace dh::classfile
