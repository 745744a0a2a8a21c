// From the text of modules to findings.
#pragma once

#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <vector>

#include "erlang/judge/races.h"
#include "erlang/syntax/include_search.h"
#include "erlang/syntax/source_module.h"

namespace dh::erlang {

inline CoreModule lower(const std::string& text, SharedInterner& names) {
  Diagnostics diagnostics;
  IncludeSearch search({}, {}, false, {}, names);
  auto module = read_source_module(SourceFile::from_text("m.erl", text), {}, search, names, diagnostics);
  return lower_module(*module, names);
}

// A model and the names in it. Reading the built-in model takes longer than most small programs, so that
// tests of many programs share one.
struct NamedModel {
  SharedInterner names;
  Model model;

  explicit NamedModel(const char* settings = "") {
    Diagnostics diagnostics;
    TomlValue table = parse_toml(settings, "deadheat.toml", diagnostics);
    model = load_model(&table, names, diagnostics);
    EXPECT_THAT(diagnostics, testing::IsEmpty());
  }
};

inline std::vector<Finding> findings_in(const std::vector<std::string>& texts, NamedModel& known,
                                        int jobs = 1) {
  std::vector<CoreModule> modules;
  for (const std::string& text : texts) modules.push_back(lower(text, known.names));
  CheckSink sink;
  Parallelism parallel;
  parallel.jobs = jobs;
  find_races(std::move(modules), known.model, known.names, {}, parallel, sink);
  return sink.take().findings;
}

inline std::vector<Finding> findings_in(const std::vector<std::string>& texts, int jobs = 1,
                                        const char* settings = "") {
  NamedModel known(settings);
  return findings_in(texts, known, jobs);
}

inline std::string summary(const std::vector<Finding>& findings, int least = 50) {
  std::vector<std::string> lines;
  for (const Finding& f : findings) {
    if (f.confidence.value() >= least) {
      lines.push_back(fmt::format("{}:{} {} {}", rule_info(f.rule).id, f.place.line, f.shared.name,
                                  f.confidence.value()));
    }
  }
  std::sort(lines.begin(), lines.end());
  return fmt::format("{}", fmt::join(lines, "\n"));
}

}  // namespace dh::erlang
