// java_parse [--skim | --index] [-j N] [--list] [--counts] PATH...: parses Java files and says how fast that
// was.
// --index builds the whole symbol index, with the words of the thread-safety annotations.
// --list prints a line "ok PATH" or "bad PATH:LINE:COLUMN: MESSAGE" per file, for parse_check;
// --counts adds how many nodes of each sort the tree has, in the order of JavacParse.java.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "base/resources.h"
#include "java/index/index.h"
#include "java/syntax/parser.h"
#include "java/syntax/tree_walk.h"

namespace {

struct Options {
  bool skim = false;
  bool index = false;
  bool list = false;
  bool counts = false;
  int jobs = 1;
  std::vector<std::string> paths;
};

Options read_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    std::string arg = argv[i];
    if (arg == "--skim") {
      options.skim = true;
    } else if (arg == "--index") {
      options.index = true;
    } else if (arg == "--list") {
      options.list = true;
    } else if (arg == "--counts") {
      options.list = options.counts = true;
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
      if (entry.is_regular_file() && entry.path().extension() == ".java")
        files.push_back(entry.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

enum Sort {
  kClass,
  kMethod,
  kVar,
  kLambda,
  kMethodRef,
  kCall,
  kNew,
  kNewArray,
  kCast,
  kInstanceOf,
  kConditional,
  kBinary,
  kUnary,
  kAssign,
  kCompound,
  kIf,
  kLoop,
  kSwitch,
  kCase,
  kTry,
  kCatch,
  kSync,
  kReturn,
  kThrow,
  kJump,
  kIndex,
  kLabel,
  kBlock,
  kYield,
  kAssert,
  kSorts
};

using namespace dh::java;

// Binary + and unary + and - are left out: javac folds them in literals while it parses.
void count(const Node* node, std::array<uint64_t, kSorts>& n) {
  switch (node->kind) {
    case NodeKind::class_decl:
      ++n[kClass];
      for (const Node* member : get<ClassDecl>(node).members) {
        // javac gives a compact constructor the record's components as parameters.
        const auto* method = as<Method>(member);
        if (method != nullptr && method->is_compact()) n[kVar] += get<ClassDecl>(node).components.size();
      }
      break;
    case NodeKind::annotation:
      for (const AnnotationArg& arg : get<Annotation>(node).args) n[kAssign] += arg.name.span.end != 0;
      break;
    case NodeKind::method:
      ++n[kMethod];
      break;
    case NodeKind::var:
      ++n[kVar];
      break;
    case NodeKind::enum_constant:
      ++n[kVar];
      ++n[kNew];
      break;
    case NodeKind::lambda:
      ++n[kLambda];
      break;
    case NodeKind::method_ref:
      ++n[kMethodRef];
      break;
    case NodeKind::call:
    case NodeKind::constructor_call:
      ++n[kCall];
      break;
    case NodeKind::new_object:
      ++n[kNew];
      break;
    case NodeKind::array_init:
      ++n[kNewArray];
      break;
    case NodeKind::new_array:
      n[kNewArray] += get<NewArray>(node).init == nullptr;
      break;
    case NodeKind::cast:
      ++n[kCast];
      break;
    case NodeKind::instance_of:
      ++n[kInstanceOf];
      break;
    case NodeKind::conditional:
      ++n[kConditional];
      break;
    case NodeKind::binary:
      for (BinaryOp op : get<Binary>(node).ops) n[kBinary] += op != BinaryOp::kAdd;
      break;
    case NodeKind::unary:
      n[kUnary] += get<Unary>(node).unary_op() >= UnaryOp::kComplement;
      break;
    case NodeKind::inc_dec:
      ++n[kUnary];
      break;
    case NodeKind::assign:
      ++n[get<Assign>(node).compound() ? kCompound : kAssign];
      break;
    case NodeKind::if_stmt:
      n[kIf] += get<If>(node).arms.size();
      break;
    case NodeKind::while_stmt:
    case NodeKind::do_stmt:
    case NodeKind::for_stmt:
    case NodeKind::for_each:
      ++n[kLoop];
      break;
    case NodeKind::switch_expr:
      ++n[kSwitch];
      break;
    case NodeKind::switch_case:
      ++n[kCase];
      break;
    case NodeKind::try_stmt:
      ++n[kTry];
      break;
    case NodeKind::catch_clause:
      ++n[kCatch];
      ++n[kVar];
      break;
    case NodeKind::synchronized_stmt:
      ++n[kSync];
      break;
    case NodeKind::return_stmt:
      ++n[kReturn];
      break;
    case NodeKind::throw_stmt:
      ++n[kThrow];
      break;
    case NodeKind::break_stmt:
    case NodeKind::continue_stmt:
      ++n[kJump];
      break;
    case NodeKind::array_access:
      ++n[kIndex];
      break;
    case NodeKind::labeled:
      ++n[kLabel];
      break;
    case NodeKind::block:
      ++n[kBlock];
      break;
    case NodeKind::yield_stmt:
      ++n[kYield];
      break;
    case NodeKind::assert_stmt:
      ++n[kAssert];
      break;
    default:
      break;
  }
}

std::string counts_of(const Tree& tree) {
  std::array<uint64_t, kSorts> n{};
  walk(tree.root, [&](const Node* node) {
    count(node, n);
    return true;
  });
  return fmt::format("{}", fmt::join(n, " "));
}

double cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

int run_index(const Options& options, const std::vector<std::string>& files) {
  IndexOptions how;
  how.words = {"ThreadSafe", "GuardedBy", "Contract"};
  how.parallel.jobs = options.jobs;
  dh::Diagnostics diagnostics;
  double began = dh::monotonic_seconds();
  double cpu = cpu_seconds();
  auto index = Index::build(files, how, diagnostics);
  size_t full = 0;
  for (uint32_t i = 0; i < index->file_count(); ++i) full += index->file(FileId(i)).full;
  fmt::print(stderr,
             "deadheat index: {} files, {} in full, {} with errors, {} types, {:.2f} s, {:.2f} s of CPU, "
             "peak {} MB\n",
             files.size(), full, diagnostics.size(), index->type_count(), dh::monotonic_seconds() - began,
             cpu_seconds() - cpu, dh::peak_resident_bytes() / 1'000'000);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Options options = read_options(argc, argv);
  std::vector<std::string> files = java_files(options.paths);
  if (options.index) return run_index(options, files);
  dh::SharedInterner names;
  std::atomic<uint64_t> bytes = 0;
  std::atomic<uint64_t> tree_bytes = 0;
  std::vector<std::string> errors(files.size());
  std::vector<std::string> counts(files.size());
  double began = dh::monotonic_seconds();
  double cpu = cpu_seconds();
  dh::parallel_for(files.size(), {options.jobs, {}}, [&](size_t i) {
    auto file = dh::SourceFile::open(files[i]);
    if (!file) {
      errors[i] = file.error().message;
      return;
    }
    dh::Diagnostics diagnostics;
    dh::java::Tree tree = dh::java::parse(
        *file, names, options.skim ? dh::java::ParseMode::skim : dh::java::ParseMode::full, diagnostics);
    bytes += file->text().size();
    tree_bytes += tree.arena.bytes_reserved();
    if (options.counts && tree.root != nullptr) counts[i] = counts_of(tree);
    if (!diagnostics.empty()) {
      errors[i] = fmt::format("{}: {}", diagnostics[0].place.text(), diagnostics[0].message);
    }
  });
  double seconds = dh::monotonic_seconds() - began;
  cpu = cpu_seconds() - cpu;
  size_t bad = 0;
  for (size_t i = 0; i < files.size(); ++i) {
    bad += !errors[i].empty();
    if (!options.list) continue;
    fmt::print("{}{}\n", errors[i].empty() ? "ok " + files[i] : "bad " + errors[i],
               counts[i].empty() ? "" : "\t" + counts[i]);
  }
  double megabytes = static_cast<double>(bytes) / 1e6;
  fmt::print(stderr,
             "deadheat {}: {} files, {} with errors, {:.1f} MB, {:.2f} s, {:.1f} MB/s, {:.2f} s of CPU, "
             "{:.1f} MB/s a core, "
             "trees {:.1f} MB, peak {} MB\n",
             options.skim ? "skim" : "parse", files.size(), bad, megabytes, seconds, megabytes / seconds, cpu,
             megabytes / cpu, static_cast<double>(tree_bytes) / 1e6, dh::peak_resident_bytes() / 1'000'000);
  return bad == 0 ? 0 : 1;
}
