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
  std::vector<std::string> problems(Severity min = Severity::warning) const {
    std::vector<std::string> texts;
    for (const Diagnostic& diagnostic : diagnostics) {
      if (diagnostic.severity < min) continue;
      texts.push_back(std::to_string(diagnostic.place.line) + ":" + std::to_string(diagnostic.place.column) +
                      " " + diagnostic.message);
    }
    std::sort(texts.begin(), texts.end());
    return texts;
  }
  bool has_problem(const std::string& text, Severity min = Severity::note) const {
    std::vector<std::string> texts = problems(min);
    return std::any_of(texts.begin(), texts.end(),
                       [&](const std::string& p) { return p.find(text) != std::string::npos; });
  }
  // "Foo>>bar", "[] in main" ... of all functions, in order.
  std::vector<std::string> functions() const {
    std::vector<std::string> titles;
    for (uint32_t i = 0; i < module.functions.size(); ++i)
      titles.push_back(smallir::function_title(module, smallir::FunctionId(i)));
    return titles;
  }
  std::string meaning() const { return smallir::print(module, {false}); }
};

inline Loaded load_texts(const std::vector<std::pair<std::string, std::string>>& texts, int jobs = 1,
                         const TomlValue* settings = nullptr) {
  std::vector<FileImage> images;
  for (const auto& [path, text] : texts)
    images.push_back(read_smalltalk_text(SourceFile::from_text(path, text)));
  CheckInput input;
  input.parallel.jobs = jobs;
  input.settings = settings;
  CheckSink sink;
  Loaded loaded{load_smalltalk_images(std::move(images), input, sink), {}};
  loaded.diagnostics = sink.take().diagnostics;
  return loaded;
}

}  // namespace dh::smalltalk
