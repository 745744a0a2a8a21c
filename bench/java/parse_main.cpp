// deadheat_java_parse [--skim] [-j N] [--list] PATH...: parses Java files and says how fast that was.
// --list prints a line "ok PATH" or "bad PATH:LINE:COLUMN: MESSAGE" per file, for parse_check.
#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "base/resources.h"
#include "java/parser.h"

namespace {

struct Options {
  bool skim = false;
  bool list = false;
  int jobs = 1;
  std::vector<std::string> paths;
};

Options read_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    std::string arg = argv[i];
    if (arg == "--skim") {
      options.skim = true;
    } else if (arg == "--list") {
      options.list = true;
    } else if (arg == "-j" && i + 1 < argc) {
      options.jobs = std::atoi(argv[++i]);
    } else {
      options.paths.push_back(arg);
    }
  }
  return options;
}

std::vector<std::string> java_files(const std::vector<std::string>& paths) {
  namespace fs = std::filesystem;
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    if (!fs::is_directory(path)) {
      files.push_back(path);
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(path)) {
      if (entry.is_regular_file() && entry.path().extension() == ".java") files.push_back(entry.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

int main(int argc, char** argv) {
  Options options = read_options(argc, argv);
  std::vector<std::string> files = java_files(options.paths);
  dh::SharedInterner names;
  std::atomic<uint64_t> bytes = 0;
  std::atomic<uint64_t> tree_bytes = 0;
  std::vector<std::string> errors(files.size());
  auto began = std::chrono::steady_clock::now();
  dh::parallel_for(files.size(), {options.jobs, {}}, [&](size_t i) {
    auto file = dh::SourceFile::open(files[i]);
    if (!file) {
      errors[i] = file.error().message;
      return;
    }
    dh::Diagnostics diagnostics;
    dh::java::Tree tree =
        dh::java::parse(*file, names, options.skim ? dh::java::ParseMode::skim : dh::java::ParseMode::full, diagnostics);
    bytes += file->text().size();
    tree_bytes += tree.arena.bytes_reserved();
    if (!diagnostics.empty()) {
      errors[i] = fmt::format("{}: {}", diagnostics[0].place.text(), diagnostics[0].message);
    }
  });
  double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  size_t bad = 0;
  for (size_t i = 0; i < files.size(); ++i) {
    bad += !errors[i].empty();
    if (options.list) fmt::print("{}\n", errors[i].empty() ? "ok " + files[i] : "bad " + errors[i]);
  }
  double megabytes = static_cast<double>(bytes) / 1e6;
  fmt::print(stderr, "deadheat {}: {} files, {} with errors, {:.1f} MB, {:.2f} s, {:.1f} MB/s, trees {:.1f} MB, {} names\n",
             options.skim ? "skim" : "parse", files.size(), bad, megabytes, seconds, megabytes / seconds,
             static_cast<double>(tree_bytes) / 1e6, names.size());
  return bad == 0 ? 0 : 1;
}
