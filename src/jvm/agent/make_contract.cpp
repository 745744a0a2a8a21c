// Run by the build: `make_contract write FILE` makes the Java side of contract.def; `make_contract check
// CLASS` says what the compiled DeadHeatHooks lacks, or has too much, and fails.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <vector>

#include "classfile/class_file.h"
#include "dynamic/event.h"
#include "jvm/agent/contract.h"

namespace dh::jvm {

namespace {

using contract::ShimMethod;

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

std::string bytes_of(const char* path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool has(std::span<const ShimMethod> methods, std::string_view name, std::string_view descriptor) {
  return std::any_of(methods.begin(), methods.end(), [&](const ShimMethod& method) {
    return method.name == name && method.descriptor == descriptor;
  });
}

int check(const char* path) {
  const std::string bytes = bytes_of(path);
  const auto* data = reinterpret_cast<const uint8_t*>(bytes.data());
  const Result<classfile::ClassFile> hooks = classfile::read_class({data, bytes.size()});
  if (!hooks) {
    fmt::print(stderr, "{}: {}\n", path, hooks.error().message);
    return 1;
  }
  std::vector<ShimMethod> natives, others;
  for (const classfile::Member& method : hooks->methods) {
    if ((method.access & classfile::access::kStatic) == 0) continue;
    const bool is_native = (method.access & classfile::access::kNative) != 0;
    (is_native ? natives : others)
        .push_back({hooks->pool.utf8(method.name), hooks->pool.utf8(method.descriptor)});
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
  expect(contract::kNativeMethods, natives, "DeadHeatHooks has no such native method");
  expect(natives, contract::kNativeMethods, "a native method of DeadHeatHooks that is not listed");
  expect(contract::kUpcalls, others, "DeadHeatHooks has no such static method");
  return problems == 0 ? 0 : 1;
}

}  // namespace

}  // namespace dh::jvm

int main(int argc, char** argv) {
  const std::string_view command = argc == 3 ? argv[1] : "";
  if (command == "check") return dh::jvm::check(argv[2]);
  if (command != "write") {
    fmt::print(stderr, "usage: make_contract write FILE | make_contract check CLASS\n");
    return 2;
  }
  std::ofstream out(argv[2]);
  out << dh::jvm::java_text();
  return out.flush() ? 0 : 1;
}
