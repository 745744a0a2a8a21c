// rewrite_classes identity DIR: reads, recodes and writes every class below DIR and compares the bytes.
// rewrite_classes instrument DIR OUT [hooks|code]: writes every class below DIR, rewritten with all events,
// to OUT. hooks: with hooks on calls; code: without added members, so that a running JVM accepts it for a
// class that it has already.
#include <fmt/core.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "classfile/code.h"
#include "jvm/instrument.h"

namespace {

namespace fs = std::filesystem;

std::vector<uint8_t> read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

template <typename Visit>
void each_class(const fs::path& folder, Visit visit) {
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".class") visit(entry.path());
  }
}

int identity(const fs::path& folder) {
  size_t same = 0;
  size_t bad = 0;
  each_class(folder, [&](const fs::path& path) {
    const auto bytes = read_file(path);
    auto file = dh::classfile::read_class(bytes);
    std::string problem;
    if (!file) {
      problem = file.error().message;
    } else if (auto done = dh::classfile::recode_methods(*file); !done) {
      problem = done.error().message;
    } else {
      const auto written = dh::classfile::write_class(*file);
      problem = !written ? written.error().message : *written == bytes ? "" : "other bytes";
    }
    ++(problem.empty() ? same : bad);
    if (!problem.empty()) fmt::print("{}: {}\n", path.string(), problem);
  });
  fmt::print("{} classes written back byte for byte, {} not\n", same, bad);
  return bad == 0 ? 0 : 1;
}

// Calls that are everywhere, with every shape of hook. They are verified, never run.
dh::jvm::HookTable common_calls() {
  using Kind = dh::jvm::Operand::Kind;
  const auto shim = [](std::string method, std::vector<dh::jvm::Operand> operands) {
    return dh::jvm::ShimCall{"java/lang/DeadHeatHooks", std::move(method), std::move(operands)};
  };
  const std::vector<dh::jvm::Operand> before{
      {Kind::receiver, 0}, {Kind::argument, 0}, {Kind::argument, 1}, {Kind::site, 0}};
  const std::vector<dh::jvm::Operand> after{
      {Kind::receiver, 0}, {Kind::argument, 0}, {Kind::result, 0}, {Kind::site, 0}};
  dh::jvm::HookTable table;
  for (const char* name :
       {"put", "get", "add", "length", "toString", "iterator", "arraycopy", "valueOf", "run"})
    table.add({"", name, "", true, shim("before", before), shim("after", after), {}});
  for (const char* name : {"equals", "hashCode", "size", "substring", "wait", "clone", "close"})
    table.add({"", name, "", true, {}, {}, shim("replace", {})});
  table.add({"", "<init>", "", true, {}, shim("made", after), {}});
  return table;
}

int instrument(const fs::path& folder, const fs::path& out, const std::string& how) {
  const bool with_hooks = how == "hooks";
  const dh::jvm::HookTable hooks = common_calls();
  dh::jvm::Settings settings;
  settings.requests = true;
  settings.methods = true;
  if (with_hooks) settings.hooks = &hooks;
  settings.covers = settings.array_locals = settings.ranges = true;
  settings.field_groups = settings.known_words = true;
  // Any field of another class may be a plain one, for all that the verifier knows.
  settings.field_flags = [](const dh::jvm::MemberRef&, const void*) { return std::optional<uint16_t>(0); };
  if (how == "code") settings.shadows = settings.bridges = false;
  uint32_t site = 1;
  size_t rewritten = 0;
  size_t unchanged = 0;
  size_t bad = 0;
  size_t skipped = 0;
  each_class(folder, [&](const fs::path& path) {
    const auto bytes = read_file(path);
    // Values exclude what the others test, and method events exclude ranges.
    settings.values = with_hooks && bytes.size() % 4 == 0;
    settings.methods = bytes.size() % 4 == 1;
    const auto result = dh::jvm::instrument(bytes, settings, site);
    if (!result) {
      ++bad;
      fmt::print("{}: {}\n", path.string(), result.error().message);
      return;
    }
    site += static_cast<uint32_t>(result->sites.size());
    skipped += result->skipped.size();
    for (const std::string& method : result->skipped) fmt::print("not instrumented: {}\n", method);
    ++(result->bytes.empty() ? unchanged : rewritten);
    if (result->bytes.empty()) return;
    const fs::path target = out / fs::relative(path, folder);
    fs::create_directories(target.parent_path());
    std::ofstream file(target, std::ios::binary);
    file.write(reinterpret_cast<const char*>(result->bytes.data()),
               static_cast<std::streamsize>(result->bytes.size()));
  });
  fmt::print(
      "{} classes rewritten, {} without anything to rewrite, {} failed; {} sites, {} methods not "
      "instrumented\n",
      rewritten, unchanged, bad, site - 1, skipped);
  return bad == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() == 2 && arguments[0] == "identity") return identity(arguments[1]);
  if (arguments.size() >= 3 && arguments[0] == "instrument")
    return instrument(arguments[1], arguments[2], arguments.size() > 3 ? arguments[3] : "");
  fmt::print(stderr, "usage: rewrite_classes identity DIR | instrument DIR OUT [hooks|code]\n");
  return 2;
}
