// Files to images (in parallel), images to an environment, methods to units (in parallel), units to a module.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <string_view>

#include "base/hash.h"
#include "smallir/settings.h"
#include "smalltalk/link.h"
#include "smalltalk/lower.h"
#include "smalltalk/platforms.h"
#include "smalltalk/smalltalk_check.h"
#include "source/discovery.h"

namespace dh {

using namespace smalltalk;

namespace {

// A run of methods or scripts of one image.
struct Piece {
  uint32_t image = 0;
  uint32_t first = 0;
  uint32_t count = 0;
  bool scripts = false;
};

// Enough code to make the overhead of a unit small, little enough to keep all threads busy.
constexpr size_t kBytesPerUnit = 128 * 1024;

std::vector<std::vector<Piece>> cut_units(const std::vector<FileImage>& images) {
  std::vector<std::vector<Piece>> units(1);
  size_t bytes = 0;
  auto add = [&](uint32_t image, uint32_t index, bool scripts, size_t size) {
    if (bytes >= kBytesPerUnit) {
      units.emplace_back();
      bytes = 0;
    }
    bytes += size;
    auto& pieces = units.back();
    if (!pieces.empty() && pieces.back().image == image && pieces.back().scripts == scripts &&
        pieces.back().first + pieces.back().count == index) {
      ++pieces.back().count;
    } else {
      pieces.push_back({image, index, 1, scripts});
    }
  };
  for (uint32_t i = 0; i < images.size(); ++i) {
    for (uint32_t m = 0; m < images[i].methods.size(); ++m)
      add(i, m, false, images[i].methods[m].code.text.size());
    for (uint32_t s = 0; s < images[i].scripts.size(); ++s)
      add(i, s, true, images[i].scripts[s].code.text.size());
  }
  return units;
}

void lower_unit(const std::vector<FileImage>& images, const Environment& environment,
                const std::vector<Piece>& pieces, Unit& unit, const StopToken& stop) {
  Lowerer lowerer(environment, unit);
  for (const Piece& piece : pieces) {
    const FileImage& image = images[piece.image];
    smallir::FileId file(piece.image);
    for (uint32_t i = piece.first; i < piece.first + piece.count && !stop.requested(); ++i) {
      if (piece.scripts) {
        lowerer.lower_script(image, file, image.scripts[i]);
      } else {
        lowerer.lower_method(image, file, image.methods[i]);
      }
    }
  }
}

// What a crash of the system makes of the end of a file, or of all of it. The readers take control characters
// for white space.
std::optional<Diagnostic> find_damage(const SourceFile& file) {
  constexpr std::string_view kDamage("\0\0\0\0\0\0\0\0", 8);
  const size_t at = file.text().find(kDamage);
  if (at == std::string_view::npos) return std::nullopt;
  return Diagnostic{Severity::error, file.place({static_cast<uint32_t>(at), static_cast<uint32_t>(at + 1)}),
                    "NUL characters: the file is damaged or not text"};
}

// An image has thousands of extensions and overrides: beyond a few, notes that say the same are counted.
void group_notes(Diagnostics& diagnostics, std::string_view saying, std::string_view what) {
  constexpr size_t kMaxNotes = 5;
  size_t count = 0;
  Place last;
  auto is_further = [&](const Diagnostic& diagnostic) {
    bool same = diagnostic.severity == Severity::note && diagnostic.message.find(saying) != std::string::npos;
    if (!same || ++count < kMaxNotes) return false;
    last = diagnostic.place;
    return true;
  };
  std::sort(diagnostics.begin(), diagnostics.end());
  Diagnostics kept;
  for (Diagnostic& diagnostic : diagnostics) {
    if (!is_further(diagnostic)) kept.push_back(std::move(diagnostic));
  }
  if (count >= kMaxNotes) {
    kept.push_back({Severity::note, last, fmt::format("{} more {}", count - kMaxNotes + 1, what)});
  }
  diagnostics = std::move(kept);
}

}  // namespace

smallir::Module load_smalltalk_images(std::vector<FileImage> images, const CheckInput& input,
                                      CheckSink& sink) {
  std::stable_sort(images.begin(), images.end(),
                   [](const FileImage& a, const FileImage& b) { return a.file.path() < b.file.path(); });
  sink.phase("resolve classes");
  Diagnostics ignored;  // settings are validated before
  smallir::Settings settings = smallir::read_settings(input.settings, ignored);
  Diagnostics diagnostics;
  for (FileImage& image : images) {
    if (settings.dialect != smallir::Dialect::unknown && image.dialect == smallir::Dialect::unknown) {
      image.dialect = settings.dialect;
    }
    sink.add(std::exchange(image.diagnostics, {}));
    if (std::optional<Diagnostic> damage = find_damage(image.file)) diagnostics.push_back(std::move(*damage));
  }
  leave_out_other_platforms(images, settings.platform, diagnostics);
  Environment environment = build_environment(images, settings, diagnostics);
  sink.phase("parse and lower methods");
  std::vector<std::vector<Piece>> pieces = cut_units(images);
  std::vector<Unit> units(pieces.size());
  std::atomic<size_t> done{0};
  parallel_for(pieces.size(), input.parallel, [&](size_t i) {
    lower_unit(images, environment, pieces[i], units[i], input.parallel.stop);
    sink.progress(done.fetch_add(1) + 1, pieces.size());
  });
  int64_t methods = 0, failed = 0;
  for (Unit& unit : units) {
    methods += static_cast<int64_t>(unit.methods);
    failed += static_cast<int64_t>(unit.failed_methods);
    diagnostics.insert(diagnostics.end(), unit.diagnostics.begin(), unit.diagnostics.end());
  }
  sink.phase("link the module");
  std::vector<bool> library;
  StringSet of_library;
  for (const FileImage& image : images) {
    library.push_back(image.library);
    if (image.library) of_library.insert(image.file.path());
  }
  smallir::Module module = link_module(std::move(environment), images, std::move(units), diagnostics);
  module.library_files = std::move(library);
  // What the library says of itself is not of interest here.
  std::erase_if(diagnostics,
                [&](const Diagnostic& diagnostic) { return of_library.contains(diagnostic.place.path); });
  group_notes(diagnostics, " is defined again; ", "classes and methods are defined again");
  group_notes(diagnostics, "is not defined in the analysed files",
              "classes are not defined in the analysed files");
  sink.add(std::move(diagnostics));
  sink.count("methods", methods);
  sink.count("methods skipped", failed);
  sink.count("classes", static_cast<int64_t>(module.classes.size() / 2));
  sink.count("functions", static_cast<int64_t>(module.functions.size()));
  sink.count("instructions", static_cast<int64_t>(module.instructions.size()));
  return module;
}

namespace {

// The files of the folders in Settings::library that are not analysed themselves.
std::vector<std::string> library_files(const CheckInput& input, CheckSink& sink) {
  Diagnostics problems;
  smallir::Settings settings = smallir::read_settings(input.settings, problems);
  problems.clear();  // settings are validated before
  DiscoveryOptions options;
  options.language = Language::smalltalk;
  options.parallel = input.parallel;
  std::vector<std::string> paths;
  for (const std::string& folder : settings.library) {
    size_t before = paths.size();
    for (const InputFile& file : discover(folder, options, problems)) {
      if (!std::binary_search(input.paths.begin(), input.paths.end(), file.path)) paths.push_back(file.path);
    }
    if (paths.size() == before) {
      problems.push_back(
          {Severity::error, Place{folder, 0, 0, 0, 0}, "--library: no Smalltalk files found in this folder"});
    }
  }
  sink.add(std::move(problems));
  return paths;
}

}  // namespace

smallir::Module load_smalltalk(const CheckInput& input, CheckSink& sink) {
  sink.phase("read files");
  std::vector<std::string> paths = input.paths;
  for (std::string& path : library_files(input, sink)) paths.push_back(std::move(path));
  std::atomic<size_t> done{0};
  std::atomic<int64_t> lines{0};
  std::vector<FileImage> images(paths.size());
  parallel_for(paths.size(), input.parallel, [&](size_t i) {
    images[i] = read_smalltalk_file(paths[i]);
    images[i].library = i >= input.paths.size();
    if (images[i].library) images[i].diagnostics.clear();
    lines += images[i].file.lines().line_count();
    size_t count = done.fetch_add(1) + 1;
    if (count % 64 == 0) sink.progress(count, paths.size());
  });
  if (input.parallel.stop.requested()) {
    // Files that were not begun have no file yet.
    std::erase_if(images, [](const FileImage& image) { return !image.opened; });
  }
  std::vector<std::string> filetree;
  for (const FileImage& image : images) {
    if (image.format == Format::filetree) filetree.push_back(image.file.path());
  }
  for (FileImage& image : read_filetree_classes(filetree)) images.push_back(std::move(image));
  sink.count("files", static_cast<int64_t>(paths.size()));
  sink.count("lines", lines);
  return load_smalltalk_images(std::move(images), input, sink);
}

void validate_smalltalk_settings(const TomlValue* table, Diagnostics& diagnostics) {
  const std::string platform = smallir::read_settings(table, diagnostics).platform;
  if (platform.empty() || smalltalk::is_platform(platform)) return;
  TomlReader(table, diagnostics)
      .report("platform", fmt::format("unknown platform '{}'; expected one of {}", platform,
                                      smalltalk::known_platforms()));
}

}  // namespace dh
