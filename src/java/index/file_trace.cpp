#include "java/index/file_trace.h"

#include <algorithm>

#include "base/bytes.h"
#include "base/check.h"

namespace dh::java {

constinit thread_local FileTrace* FileTrace::current_ = nullptr;

FileTrace::FileTrace(size_t file_count) : seen_(file_count) {
  DH_CHECK(current_ == nullptr, "a second trace on one thread");
  current_ = this;
}

FileTrace::~FileTrace() {
  current_ = nullptr;
}

std::vector<uint32_t> FileTrace::files() const {
  std::vector<uint32_t> sorted = files_;
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

namespace {

void add_name(const Index& index, Symbol name, ByteWriter& out) {
  out.number(name.valid());
  if (name.valid()) out.text(index.text(name));
}

void add_ref(const Index& index, const TypeRef& ref, ByteWriter& out) {
  out.number(ref.type.value);
  add_name(index, ref.simple, out);
  out.text(ref.qualified);
  out.number(ref.variable);
}

void add_type(const Index& index, const TypeInfo& type, ByteWriter& out) {
  add_name(index, type.name, out);
  out.text(type.qualified);
  out.text(type.display);
  out.number(type.enclosing.value);
  out.number(type.modifiers);
  out.number(static_cast<uint64_t>(type.kind()));
  out.number(type.is_local);
  out.number(type.has_outer_this);
  add_ref(index, type.superclass, out);
  out.number(type.interfaces.size());
  for (const TypeRef& interface : type.interfaces) add_ref(index, interface, out);
}

}  // namespace

std::string shape_of(const Index& index) {
  ByteWriter out;
  for (uint32_t f = 0; f < index.file_count(); ++f) {
    const FileInfo& file = index.file(FileId(f));
    add_name(index, file.package, out);
    out.number(file.full);
    out.number(file.types.size());
    for (TypeId type : file.types) add_type(index, index.type(type), out);
    out.number(file.reaches.size());
    for (TypeId type : file.reaches) out.number(type.value);
  }
  return out.take();
}

}  // namespace dh::java
