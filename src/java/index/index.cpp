#include "java/index/index.h"

#include <algorithm>
#include <utility>

#include "java/index/file_trace.h"
#include "java/index/index_data.h"

namespace dh::java {

namespace {

// What every file imports, as far as programs name it.
constexpr std::string_view kJavaLang[] = {"AbstractMethodError",
                                          "Appendable",
                                          "ArithmeticException",
                                          "ArrayIndexOutOfBoundsException",
                                          "ArrayStoreException",
                                          "AssertionError",
                                          "AutoCloseable",
                                          "Boolean",
                                          "Byte",
                                          "CharSequence",
                                          "Character",
                                          "Class",
                                          "ClassCastException",
                                          "ClassLoader",
                                          "ClassNotFoundException",
                                          "ClassValue",
                                          "CloneNotSupportedException",
                                          "Cloneable",
                                          "Comparable",
                                          "Deprecated",
                                          "Double",
                                          "Enum",
                                          "Error",
                                          "Exception",
                                          "ExceptionInInitializerError",
                                          "Float",
                                          "FunctionalInterface",
                                          "IllegalAccessException",
                                          "IllegalArgumentException",
                                          "IllegalMonitorStateException",
                                          "IllegalStateException",
                                          "IncompatibleClassChangeError",
                                          "IndexOutOfBoundsException",
                                          "InheritableThreadLocal",
                                          "InstantiationException",
                                          "Integer",
                                          "InternalError",
                                          "InterruptedException",
                                          "Iterable",
                                          "LinkageError",
                                          "Long",
                                          "Math",
                                          "Module",
                                          "ModuleLayer",
                                          "NegativeArraySizeException",
                                          "NoClassDefFoundError",
                                          "NoSuchFieldError",
                                          "NoSuchFieldException",
                                          "NoSuchMethodError",
                                          "NoSuchMethodException",
                                          "NullPointerException",
                                          "Number",
                                          "NumberFormatException",
                                          "Object",
                                          "OutOfMemoryError",
                                          "Override",
                                          "Package",
                                          "Process",
                                          "ProcessBuilder",
                                          "ProcessHandle",
                                          "Readable",
                                          "Record",
                                          "ReflectiveOperationException",
                                          "Runnable",
                                          "Runtime",
                                          "RuntimeException",
                                          "SafeVarargs",
                                          "ScopedValue",
                                          "SecurityException",
                                          "SecurityManager",
                                          "Short",
                                          "StackOverflowError",
                                          "StackTraceElement",
                                          "StackWalker",
                                          "StrictMath",
                                          "String",
                                          "StringBuffer",
                                          "StringBuilder",
                                          "StringIndexOutOfBoundsException",
                                          "SuppressWarnings",
                                          "System",
                                          "Thread",
                                          "ThreadDeath",
                                          "ThreadGroup",
                                          "ThreadLocal",
                                          "Throwable",
                                          "TypeNotPresentException",
                                          "UnsupportedOperationException",
                                          "VirtualMachineError",
                                          "Void"};

constexpr std::pair<std::string_view, std::string_view> kLibraryClasses[] = {
#define DH_LIBRARY_CLASS(package, name) {package, name},
#include "java/index/library_classes.def"
#undef DH_LIBRARY_CLASS
};

constexpr std::string_view kPrimitives[] = {"boolean", "byte",  "short",  "int", "long",
                                            "char",    "float", "double", "void"};

}  // namespace

Index::Index() : data_(std::make_unique<Data>()) {
  for (std::string_view name : kJavaLang) data_->java_lang.insert(data_->names.intern(name));
  for (const auto& [package, name] : kLibraryClasses)
    data_->library.insert(Data::key(data_->names.intern(package), data_->names.intern(name)));
  data_->object = data_->names.intern("Object");
  data_->none = data_->names.intern("");
  for (size_t i = 0; i < data_->primitives.size(); ++i)
    data_->primitives[i] = data_->names.intern(kPrimitives[i]);
}
Index::~Index() = default;

size_t Index::file_count() const {
  return data_->files.size();
}
size_t Index::type_count() const {
  return data_->types.size();
}
const FileInfo& Index::file(FileId id) const {
  DH_CHECK(id.index() < data_->files.size(), "file {} of {}", id.value, data_->files.size());
  FileTrace::note(id);
  return data_->files[id.index()];
}
const TypeInfo& Index::type(TypeId id) const {
  DH_CHECK(id.index() < data_->types.size(), "type {} of {}", id.value, data_->types.size());
  const TypeInfo& info = data_->types[id.index()];
  FileTrace::note(info.file);
  return info;
}
const FieldInfo& Index::field(FieldId id) const {
  DH_CHECK(id.index() < data_->fields.size(), "field {} of {}", id.value, data_->fields.size());
  const FieldInfo& info = data_->fields[id.index()];
  FileTrace::note(data_->types[info.owner.index()].file);
  return info;
}
const MethodInfo& Index::method(MethodId id) const {
  DH_CHECK(id.index() < data_->methods.size(), "method {} of {}", id.value, data_->methods.size());
  const MethodInfo& info = data_->methods[id.index()];
  FileTrace::note(data_->types[info.owner.index()].file);
  return info;
}
std::string_view Index::text(Symbol symbol) const {
  return data_->names.text(symbol);
}
SharedInterner& Index::names() const {
  return data_->names;
}

Place Index::place(FileId id, Span span) const {
  const FileInfo& info = file(id);
  if (info.full) return info.tree.place(span);
  if (!data_->sources.empty()) return data_->sources[id.index()].place(span);
  Result<SourceFile> opened = SourceFile::open(info.path);
  return opened ? opened->place(span) : Place{info.path, 0, 0, 0, 0};
}

std::string_view Index::text(TypeId id, Span span) const {
  const FileInfo& info = file(type(id).file);
  return info.full ? info.tree.text(span) : std::string_view();
}

TypeId Index::type_of(const ClassDecl* decl) const {
  auto it = data_->type_ids.find(decl);
  return it == data_->type_ids.end() ? TypeId() : it->second;
}
FieldId Index::field_of(const Var* decl) const {
  auto it = data_->field_ids.find(decl);
  return it == data_->field_ids.end() ? FieldId() : it->second;
}
MethodId Index::method_of(const Method* decl) const {
  auto it = data_->method_ids.find(decl);
  return it == data_->method_ids.end() ? MethodId() : it->second;
}

TypeId Index::find_type(std::string_view qualified) const {
  auto it = data_->by_qualified.find(qualified);
  return it == data_->by_qualified.end() ? TypeId() : it->second;
}

TypeRef Index::resolve(const Type* node, TypeId context, const Method* method) const {
  if (context.valid()) FileTrace::note(data_->types[context.index()].file);
  return Resolver(*this, *data_, true).type(node, context, method);
}

TypeRef Index::resolve_name(Symbol name, TypeId context) const {
  if (context.valid()) FileTrace::note(data_->types[context.index()].file);
  return Resolver(*this, *data_, true).name(name, context, nullptr);
}

std::vector<std::string_view> Index::on_demand_packages(FileId id) const {
  FileTrace::note(id);
  std::vector<std::string_view> packages;
  for (const FileScope::OnDemand& import : data_->scopes[id.index()].on_demand) {
    if (import.package.valid() && !import.type.valid()) packages.push_back(import.qualified);
  }
  return packages;
}

std::vector<Index::StaticImport> Index::static_imports(FileId id) const {
  FileTrace::note(id);
  return data_->scopes[id.index()].statics;
}

std::vector<TypeId> Index::direct_subtypes(TypeId id) const {
  std::vector<TypeId> found;
  auto it = std::lower_bound(data_->subtypes.begin(), data_->subtypes.end(), std::pair(id, TypeId(0)));
  for (; it != data_->subtypes.end() && it->first == id; ++it) found.push_back(it->second);
  return found;
}

}  // namespace dh::java
