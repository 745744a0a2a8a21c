// For tests of this room only.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "smallir/print.h"
#include "smalltalk/image.h"
#include "smalltalk/smalltalk_check.h"

namespace dh::smalltalk {

struct Loaded {
  smallir::Module module;
  Diagnostics diagnostics;

  // Those at or above a severity, as "line:column message".
  std::vector<std::string> problems(Severity least = Severity::warning) const {
    std::vector<std::string> texts;
    for (const Diagnostic& diagnostic : diagnostics) {
      if (diagnostic.severity < least) continue;
      texts.push_back(std::to_string(diagnostic.place.line) + ":" + std::to_string(diagnostic.place.column) +
                      " " + diagnostic.message);
    }
    std::sort(texts.begin(), texts.end());
    return texts;
  }
  std::string meaning() const { return smallir::print(module, {false}); }
};

inline Loaded load_texts(const std::vector<std::pair<std::string, std::string>>& texts, int jobs = 1) {
  std::vector<FileImage> images;
  for (const auto& [path, text] : texts)
    images.push_back(read_smalltalk_text(SourceFile::from_text(path, text)));
  CheckInput input;
  input.parallel.jobs = jobs;
  CheckSink sink;
  Loaded loaded{load_smalltalk_images(std::move(images), input, sink), {}};
  loaded.diagnostics = sink.take().diagnostics;
  return loaded;
}

}  // namespace dh::smalltalk
