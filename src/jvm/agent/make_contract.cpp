// Run by the build: `make_contract write FILE` makes the Java side of contract.def; `make_contract check
// FOLDER` says what the compiled classes of the shim lack of contract.def and shim_methods.def, or have too
// much, and fails.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <map>
#include <vector>

#include "classfile/class_file.h"
#include "dynamic/event.h"
#include "jvm/agent/contract.h"
#include "jvm/shim_methods.h"

namespace dh::jvm {

namespace {

using contract::ShimMethod;

constexpr const char* kHooks = "java/lang/DeadHeatHooks";

std::string upper(std::string_view name) {
  std::string text(name);
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

std::string java_text() {
  std::string text =
      "package java.lang;\n\n"
      "/** Made by the build from src/jvm/agent/contract.def and src/dynamic/events.def. */\n"
      "final class DeadHeatContract {\n"
      "    private DeadHeatContract() {}\n\n";
  const auto constant = [&](std::string_view type, std::string_view name, int64_t value) {
    text += fmt::format("    static final {} {} = {};\n", type, name, value);
  };
#define DH_NUMBER(name, type, java, value) constant(#type, #java, contract::name);
#include "jvm/agent/contract.def"
#undef DH_NUMBER
#define DH_CONFIG(name) \
  constant("int", "CONFIG_" + upper(#name), static_cast<int64_t>(contract::Config::name));
#include "jvm/agent/contract.def"
#undef DH_CONFIG
#define DH_PATH_FIELD(name) \
  constant("int", "PATH_" + upper(#name), static_cast<int64_t>(contract::PathField::name));
#include "jvm/agent/contract.def"
#undef DH_PATH_FIELD
  // Event kinds by their names, such as ACQUIRE.
#define DH_EVENT(name, group, target) \
  constant("int", upper(#name), static_cast<int64_t>(dyn::EventKind::name));
#include "dynamic/events.def"
#undef DH_EVENT
  using dyn::Space;
  for (const auto& [name, space] :
       {std::pair("LOCK", Space::lock), std::pair("ATOMIC", Space::atomic),
        std::pair("BARRIER", Space::barrier), std::pair("CHANNEL", Space::channel)})
    constant("int", name, static_cast<int64_t>(space));
  constant("int", "EXCLUSIVE", static_cast<int64_t>(dyn::LockMode::exclusive));
  constant("int", "SHARED", static_cast<int64_t>(dyn::LockMode::shared));
  return text + "}\n";
}

std::string bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool has(std::span<const ShimMethod> methods, std::string_view name, std::string_view descriptor) {
  return std::any_of(methods.begin(), methods.end(), [&](const ShimMethod& method) {
    return method.name == name && method.descriptor == descriptor;
  });
}

// The static methods of a class of the shim. The texts belong to `file`.
struct ShimClass {
  std::string bytes;
  classfile::ClassFile file;
  std::vector<ShimMethod> natives, others;
};

Result<void> read_shim_class(const std::string& path, ShimClass& out) {
  out.bytes = bytes_of(path);
  const auto* data = reinterpret_cast<const uint8_t*>(out.bytes.data());
  Result<classfile::ClassFile> file = classfile::read_class({data, out.bytes.size()});
  if (!file) return fail("{}: {}", path, file.error().message);
  out.file = std::move(*file);
  for (const classfile::Member& method : out.file.methods) {
    if ((method.access & classfile::access::kStatic) == 0) continue;
    const bool is_native = (method.access & classfile::access::kNative) != 0;
    (is_native ? out.natives : out.others)
        .push_back({out.file.pool.utf8(method.name), out.file.pool.utf8(method.descriptor)});
  }
  return {};
}

// All that rewritten classes call.
std::vector<shim::Method> called_methods() {
  std::vector<shim::Method> all(std::begin(shim::kMethods), std::end(shim::kMethods));
  for (const shim::ValueMethods& value : shim::kValues)
    all.insert(all.end(), {value.read, value.write, value.write_static});
  for (const shim::ElementMethods& element : shim::kElements)
    all.insert(all.end(), {element.read, element.write});
  return all;
}

int check(const std::string& folder) {
  std::map<std::string, ShimClass, std::less<>> classes;
  ShimClass& hooks = classes[kHooks];
  for (const shim::Method& method : called_methods()) classes[std::string(method.owner)];
  for (auto& [name, contents] : classes) {
    if (const Result<void> read = read_shim_class(folder + "/" + name + ".class", contents); !read) {
      fmt::print(stderr, "{}\n", read.error().message);
      return 1;
    }
  }
  int problems = 0;
  const auto expect = [&](std::span<const ShimMethod> wanted, std::span<const ShimMethod> found,
                          std::string_view problem) {
    for (const ShimMethod& method : wanted) {
      if (has(found, method.name, method.descriptor)) continue;
      fmt::print(stderr, "contract.def: {}{}: {}\n", method.name, method.descriptor, problem);
      ++problems;
    }
  };
  expect(contract::kNativeMethods, hooks.natives, "DeadHeatHooks has no such native method");
  expect(hooks.natives, contract::kNativeMethods, "a native method of DeadHeatHooks that is not listed");
  expect(contract::kUpcalls, hooks.others, "DeadHeatHooks has no such static method");
  for (const shim::Method& method : called_methods()) {
    if (has(classes.find(method.owner)->second.others, method.name, method.descriptor)) continue;
    fmt::print(stderr, "shim_methods.def: {}{}: {} has no such static method\n", method.name,
               method.descriptor, method.owner);
    ++problems;
  }
  return problems == 0 ? 0 : 1;
}

}  // namespace

}  // namespace dh::jvm

int main(int argc, char** argv) {
  const std::string_view command = argc == 3 ? argv[1] : "";
  if (command == "check") return dh::jvm::check(argv[2]);
  if (command != "write") {
    fmt::print(stderr, "usage: make_contract write FILE | make_contract check FOLDER\n");
    return 2;
  }
  std::ofstream out(argv[2]);
  out << dh::jvm::java_text();
  return out.flush() ? 0 : 1;
}
