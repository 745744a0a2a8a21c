// Compares the two front ends on modules that are there both compiled and as source: the tree from the .erl,
// read with the includes and macros that the compiler was given, against the tree from the .beam.
//
//   erlang_agreement [--places] [--all] [--sources DIR] [--print] [PATH...]
//
// PATHs are folders with .beam files or single ones, the installed OTP by default. Sources are looked for in
// the application beside each .beam, or in the application of the same name below --sources.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/resources.h"
#include "erlang/beam/beam_file.h"
#include "erlang/beam/beam_module.h"
#include "erlang/syntax/include_search.h"
#include "erlang/syntax/source_module.h"
#include "erlang/syntax/tree_print.h"

namespace fs = std::filesystem;
using namespace dh;
using namespace dh::erlang;

namespace {

struct Arguments {
  bool places = false;
  bool all = false;
  bool print = false;
  std::string sources = installed_otp_library();
  std::vector<std::string> paths;
};

Arguments parse_arguments(int argc, char** argv) {
  Arguments result;
  for (int i = 1; i < argc; ++i) {
    std::string_view argument = argv[i];
    if (argument == "--places") {
      result.places = true;
    } else if (argument == "--all") {
      result.all = true;
    } else if (argument == "--print") {
      result.print = true;
    } else if (argument == "--sources" && i + 1 < argc) {
      result.sources = argv[++i];
    } else {
      result.paths.emplace_back(argument);
    }
  }
  if (result.paths.empty()) result.paths.push_back(result.sources);
  return result;
}

std::vector<std::string> find_beams(const std::vector<std::string>& paths) {
  std::vector<std::string> result;
  for (const std::string& path : paths) {
    if (path.ends_with(".beam")) {
      result.push_back(path);
      continue;
    }
    if (!fs::is_directory(path)) {
      fmt::print(stderr, "erlang_agreement: {}: no such folder\n", path);
      std::exit(2);
    }
    for (const auto& entry : fs::recursive_directory_iterator(path)) {
      if (entry.path().extension() == ".beam") result.push_back(entry.path().string());
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::string application_name(const fs::path& folder) {
  std::string name = folder.filename().string();
  return name.substr(0, name.find('-'));
}

// "lib/<application>" folders of the sources.
std::map<std::string, std::string> applications_below(const std::string& library) {
  std::map<std::string, std::string> result;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(library, error)) {
    result[application_name(entry.path())] = entry.path().string();
  }
  return result;
}

// What the compiler was given, with the paths of its machine turned into those of this one.
struct CompileOptions {
  std::vector<std::string> include_paths;
  std::vector<std::string> defines;
};

std::string text_of(const Term& term) {
  std::string result;
  if (term.is(TermKind::bytes)) result = term.bytes();
  for (const Term& item : term.items())
    result += item.is(TermKind::integer) ? static_cast<char>(item.integer) : '?';
  return result;
}

std::string source_of_term(const Term& term, const SharedInterner& names) {
  switch (term.kind) {
    case TermKind::atom:
      return fmt::format("'{}'", names.text(term.atom()));
    case TermKind::integer:
      return fmt::format("{}", term.integer);
    case TermKind::bytes:
      return fmt::format("\"{}\"", term.bytes());
    default:
      return "[]";
  }
}

class Comparison {
 public:
  explicit Comparison(Arguments arguments)
      : arguments_(std::move(arguments)),
        tags_(names_),
        applications_(applications_below(arguments_.sources)) {}

  int run() {
    for (const std::string& path : find_beams(arguments_.paths)) one(path);
    fmt::print(
        "{} compiled modules, {} with source; equal {}, after a parse transform {}, without a header {}, "
        "different {}\n",
        beams_, compared_, equal_, transformed_, no_header_, different_);
    return different_ == 0 && compared_ > 0 ? 0 : 1;
  }

 private:
  void one(const std::string& path) {
    Result<SourceFile> file = SourceFile::open(path);
    if (!file) return;
    ++beams_;
    Diagnostics diagnostics;
    auto beam = read_beam_module(*file, tags_, locator_, names_, diagnostics);
    for (const Diagnostic& d : diagnostics) fmt::print("{}: {}\n", d.place.text(), d.message);
    if (!beam) return;
    std::string source_path = source_of(path, *beam);
    if (source_path.empty()) {
      if (arguments_.all) fmt::print("{}: no source\n", path);
      return;
    }
    ++compared_;
    CompileOptions options = compile_options(*file, path);
    IncludeSearch search(options.include_paths, {arguments_.sources}, false, names_);
    Result<SourceFile> source = SourceFile::open(source_path);
    if (!source) return;
    SourceModuleOptions module_options;
    module_options.preprocessor.defines = options.defines;
    module_options.preprocessor.otp_release = installed_otp_release();
    if (!beam->files.empty()) module_options.preprocessor.source_name = beam->files[0].name;
    diagnostics.clear();
    auto erl = read_source_module(*source, module_options, search, names_, diagnostics);
    verdict(path, *beam, *erl, diagnostics);
  }

  void verdict(const std::string& path, const Module& beam, const Module& erl,
               const Diagnostics& diagnostics) {
    // The .beam holds what a parse transform made of the module.
    bool transformed = !erl.parse_transforms.empty();
    if (arguments_.print) {
      fmt::print("{}{}", tree_print(beam, names_, {arguments_.places}),
                 tree_print(erl, names_, {arguments_.places}));
    }
    std::string difference = tree_difference(beam, erl, names_, {arguments_.places});
    bool missing_header = std::any_of(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& d) {
      return d.message.find("was not found") != std::string::npos;
    });
    if (difference.empty()) {
      ++equal_;
    } else if (transformed) {
      ++transformed_;
    } else if (missing_header) {
      ++no_header_;
    } else {
      ++different_;
    }
    bool show = !difference.empty() && (arguments_.all || (!transformed && !missing_header));
    if (!show) return;
    fmt::print("{}: {}\n", path, difference);
    for (const Diagnostic& d : diagnostics) fmt::print("    {}: {}\n", d.place.text(), d.message);
  }

  std::string source_of(const std::string& path, const Module& beam) {
    if (!beam.files.empty() && beam.files[0].path.ends_with(".erl")) return beam.files[0].path;
    fs::path folder = fs::path(path).parent_path().parent_path();
    auto it = applications_.find(application_name(folder));
    if (it == applications_.end()) return {};
    return locator_.find(it->second + "/ebin/x.beam", fs::path(path).stem().string() + ".erl");
  }

  CompileOptions compile_options(const SourceFile& file, const std::string& path) {
    CompileOptions result;
    Arena arena;
    AtomCache atoms(names_);
    // The CInf chunk: [{version, V}, {options, Options}, ...]
    Result<std::vector<BeamChunk>> chunks = read_chunks(file.text());
    Term info, given;
    for (const BeamChunk& chunk : *chunks) {
      if (chunk.id == "CInf") info = decode_term(chunk.data, arena, atoms).value_or(Term());
    }
    for (const Term& item : info.items()) {
      if (item.is_tuple(2) && item.items()[0].atom() == atoms.utf8("options")) given = item.items()[1];
    }
    std::string application = application_name(fs::path(path).parent_path().parent_path());
    for (const Term& option : given.items()) {
      if (!option.is(TermKind::tuple) || option.count < 2 || !option.items()[0].is(TermKind::atom)) continue;
      std::string_view name = names_.text(option.items()[0].atom());
      const Term& value = option.items()[1];
      if (name == "i") result.include_paths.push_back(here(text_of(value), application));
      if (name == "d" && value.is(TermKind::atom)) {
        std::string define(names_.text(value.atom()));
        if (option.count == 3) define += "=" + source_of_term(option.items()[2], names_);
        result.defines.push_back(std::move(define));
      }
    }
    return result;
  }

  // /build/.../lib/kernel/src/../include is kernel-8.5/include here; a relative path is of the application.
  std::string here(const std::string& folder, const std::string& application) {
    std::string normal = fs::path(folder).lexically_normal().string();
    size_t lib = normal.rfind("/lib/");
    if (lib == std::string::npos) {
      auto it = applications_.find(application);
      return it == applications_.end() ? normal
                                       : (fs::path(it->second) / "src" / normal).lexically_normal().string();
    }
    std::string inner = normal.substr(lib + 5);
    size_t slash = std::min(inner.find('/'), inner.size());
    auto it = applications_.find(inner.substr(0, slash));
    return it == applications_.end() ? normal : it->second + inner.substr(slash);
  }

  Arguments arguments_;
  SharedInterner names_;
  BeamTags tags_;
  SourceLocator locator_;
  std::map<std::string, std::string> applications_;
  size_t beams_ = 0, compared_ = 0, equal_ = 0, transformed_ = 0, no_header_ = 0, different_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  return Comparison(parse_arguments(argc, argv)).run();
}
