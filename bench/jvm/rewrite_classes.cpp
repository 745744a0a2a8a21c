// rewrite_classes identity DIR: reads, recodes and writes every class below DIR and compares the bytes.
#include <fmt/core.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "classfile/code.h"

namespace {

std::vector<uint8_t> read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

int identity(const std::filesystem::path& folder) {
  size_t same = 0;
  size_t bad = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".class") continue;
    const auto bytes = read_file(entry.path());
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
    if (problem.empty()) {
      ++same;
    } else {
      ++bad;
      fmt::print("{}: {}\n", entry.path().string(), problem);
    }
  }
  fmt::print("{} classes written back byte for byte, {} not\n", same, bad);
  return bad == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::string(argv[1]) == "identity") return identity(argv[2]);
  fmt::print(stderr, "usage: rewrite_classes identity DIR\n");
  return 2;
}
