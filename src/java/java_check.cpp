#include "java/java_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <mutex>
#include <optional>

#include "base/digits.h"
#include "java/callers.h"
#include "java/index/file_roles.h"
#include "java/index/index.h"
#include "java/index/limits.h"
#include "java/kept_units.h"
#include "java/patterns/patterns.h"
#include "java/rules/judged.h"

namespace dh {

namespace {

using namespace java;

// Words without which a file cannot hold a judged class.
std::vector<std::string> words_of(const Models& models) {
  std::vector<std::string> words;
  for (const std::string& name : models.thread_safe_annotations) words.push_back(name);
  for (const std::string& name : models.guarded_by_annotations) words.push_back(name);
  for (const ContractAnnotation& contract : models.contract_annotations) words.push_back(contract.name);
  for (std::string& word : pattern_words()) words.push_back(std::move(word));
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

// Words without which a file cannot take a lock.
std::vector<std::string> lock_words(const Models& models) {
  if (!models.infer_guards || models.all_classes) return {};
  return {"synchronized", "Synchronized", "concurrent.locks", "util.concurrent.Monitor"};
}

// Classes that someone wrote down as such: local and anonymous ones are parts of others.
int64_t count_classes(const Index& index) {
  int64_t count = 0;
  for (uint32_t t = 0; t < index.type_count(); ++t) count += index.type(TypeId(t)).is_local ? 0 : 1;
  return count;
}

// How many classes were judged, and why.
struct JudgedClasses {
  std::atomic<int64_t> by_claim{0};
  std::atomic<int64_t> by_locks{0};

  void add(const RuleCounts& counts) {
    by_claim += counts.judged_classes;
    by_locks += counts.classes_by_locks;
  }
  std::string text(int64_t all) const {
    return fmt::format("{} of {} classes judged by what they claim, {} by their locks",
                       grouped_digits(by_claim), grouped_digits(all), grouped_digits(by_locks));
  }
};

// Hands findings on in the order of the units, however the threads finish them: two units may report the same
// inherited access, and the first one is kept.
class InOrder {
 public:
  InOrder(size_t count, CheckSink& sink) : waiting_(count), sink_(sink) {}

  void add(size_t unit, std::vector<Finding> findings) {
    std::lock_guard lock(mutex_);
    waiting_[unit] = std::move(findings);
    while (next_ < waiting_.size() && waiting_[next_].has_value()) hand_on(next_++);
  }

  // Units that were not judged are left out.
  void finish() {
    for (; next_ < waiting_.size(); ++next_) hand_on(next_);
  }

 private:
  void hand_on(size_t unit) {
    if (!waiting_[unit].has_value()) return;
    for (Finding& finding : *waiting_[unit]) sink_.add(std::move(finding));
    waiting_[unit]->clear();
  }

  std::mutex mutex_;
  std::vector<std::optional<std::vector<Finding>>> waiting_;
  size_t next_ = 0;
  CheckSink& sink_;
};

void judge_unit(const Knowledge& knowledge, TypeId top, const FactorWeights& weights, const StopToken& stop,
                UnitResult& unit) {
  Judged judged(knowledge, top, weights);
  prepare(judged, stop);
  if (stop.requested()) return;
  judge_fields(judged);
  judge_accesses(judged);
  judge_inconsistent_locks(judged);
  judge_guarded_by(judged);
  unit.counts = judged.counts;
  for (const Body& body : judged.unit.bodies) {
    if (!body.too_big) continue;
    unit.diagnostics.push_back({Severity::error, knowledge.index().place(body.file, body.span),
                                fmt::format("{} is too large to be analysed", body.name)});
  }
  for (TypeId type : judged.classes) {
    const Index& index = knowledge.index();
    if (index.supertypes(type).size() < kMaxSupertypes) continue;
    unit.diagnostics.push_back(
        {Severity::error, Place{index.file(index.type(type).file).path, 0, 0, 0, 0},
         fmt::format("class `{}` has {} supertypes or more; only the nearest {} are analysed",
                     index.type(type).display, kMaxSupertypes, kMaxSupertypes)});
  }
  if (knowledge.index().file(knowledge.index().type(top).file).role == FileRole::test) {
    for (Finding& finding : judged.findings)
      finding.confidence.apply(judged.factors[JavaFactor::in_test_file]);
    for (OpenFinding& finding : judged.open) {
      for (Alternative& one : finding) one.finding.confidence.apply(judged.factors[JavaFactor::in_test_file]);
    }
  }
  std::move(judged.findings.begin(), judged.findings.end(), std::back_inserter(unit.findings));
  unit.open = std::move(judged.open);
}

// One bug, one finding. Double-checked locking is an access without the lock that others hold; what a class
// claims says more than the lock that it shows, or the kind of its lock.
void leave_to_one_rule(std::vector<Finding>& findings, std::vector<OpenFinding>& open) {
  StringSet inferred;
  StringSet claimed;
  for (const Finding& finding : findings) {
    if (finding.rule == Rule::java_double_checked_locking) inferred.insert(finding.shared.name);
    if (finding.rule == Rule::java_unsynchronized_access) claimed.insert(finding.shared.name);
  }
  if (inferred.empty() && claimed.empty()) return;
  std::erase_if(open, [&](const OpenFinding& finding) {
    if (finding.empty()) return false;
    const std::string& name = finding.front().finding.shared.name;
    return inferred.contains(name) || claimed.contains(name);
  });
  std::erase_if(findings, [&](const Finding& finding) {
    return finding.rule == Rule::java_static_state && claimed.contains(finding.shared.name);
  });
}

// Everything that one top-level class gives.
void check_unit(const Index& index, const Models& models, TypeId top, const CheckInput& input,
                UnitResult& unit) {
  Knowledge knowledge(index, models);
  const bool needed = needs_judging(knowledge, top);
  if (index.file(index.type(top).file).mentions) {
    unit.findings = check_patterns(knowledge, top, input.factor_weights, unit.facts);
  } else {
    collect_facts(knowledge, top, unit.facts);
  }
  if (needed) judge_unit(knowledge, top, input.factor_weights, input.parallel.stop, unit);
  leave_to_one_rule(unit.findings, unit.open);
}

void count_unit(const RuleCounts& counts, CheckSink& sink) {
  if (counts.bodies == 0 && counts.judged_classes == 0 && counts.classes_by_locks == 0) return;
  sink.count("java classes judged", counts.judged_classes);
  sink.count("java classes judged by locks", counts.classes_by_locks);
  sink.count("java conflicting pairs", counts.conflicting_pairs);
  sink.count("java bodies", counts.bodies);
  sink.count("java accesses", counts.accesses);
}

}  // namespace

void check_java(const CheckInput& input, CheckSink& sink) {
  Diagnostics diagnostics;
  Models models = load_models(input.settings, diagnostics);
  sink.phase("java: read");
  IndexOptions options;
  options.words = words_of(models);
  options.product_words = lock_words(models);
  options.guard_annotations.assign(models.guarded_by_annotations.begin(),
                                   models.guarded_by_annotations.end());
  options.roles = file_roles(input.paths, models);
  // A path from one lock to another may lead through any file.
  options.all_full = true;
  options.parallel = input.parallel;
  std::unique_ptr<Index> index = Index::build(input.paths, options, diagnostics);
  sink.add(std::move(diagnostics));
  sink.count("java files", static_cast<int64_t>(index->file_count()));
  sink.count("java types", static_cast<int64_t>(index->type_count()));

  sink.phase("java: judge");
  std::vector<TypeId> tops;
  for (uint32_t f = 0; f < index->file_count(); ++f) {
    const FileInfo& file = index->file(FileId(f));
    if (!file.full) continue;
    for (TypeId type : file.types) {
      if (!index->type(type).enclosing.valid()) tops.push_back(type);
    }
  }
  std::atomic<size_t> done{0};
  InOrder findings(tops.size(), sink);
  JudgedClasses classes;
  std::vector<ProgramFacts> facts(tops.size());
  std::vector<std::vector<OpenFinding>> open(tops.size());
  KeptUnits kept(*index, input.kept, tops.size());
  parallel_for(tops.size(), input.parallel, [&](size_t i) {
    UnitResult unit =
        kept.find_or_make(i, [&](UnitResult& made) { check_unit(*index, models, tops[i], input, made); });
    classes.add(unit.counts);
    count_unit(unit.counts, sink);
    sink.add(std::move(unit.diagnostics));
    findings.add(i, std::move(unit.findings));
    facts[i] = std::move(unit.facts);
    open[i] = std::move(unit.open);
    sink.progress(done.fetch_add(1) + 1, tops.size());
  });
  if (!input.parallel.stop.requested()) kept.keep();
  if (kept.found() > 0) sink.count("java classes from the cache", kept.found());
  findings.finish();
  if (!input.paths.empty()) sink.total(classes.text(count_classes(*index)));

  sink.phase("java: whole program");
  std::vector<OpenFinding> undecided;
  for (std::vector<OpenFinding>& of_class : open)
    std::move(of_class.begin(), of_class.end(), std::back_inserter(undecided));
  CallersInput callers{*index, models, input.factor_weights, input.parallel};
  for (Finding& finding : decide_open_findings(callers, std::move(undecided))) sink.add(std::move(finding));
  if (input.parallel.stop.requested()) return;
  ProgramInput program{*index, models, input.factor_weights, input.parallel};
  for (Finding& finding : check_program(program, std::move(facts))) sink.add(std::move(finding));
}

std::span<const Factor> java_factors() {
  static const std::vector<Factor> kAll = [] {
    std::vector<Factor> all;
    for (std::span<const Factor> table :
         {factor_table(java::JavaFactor{}), factor_table(java::PatternFactor{})})
      all.insert(all.end(), table.begin(), table.end());
    return all;
  }();
  return kAll;
}

void validate_java_settings(const TomlValue* table, Diagnostics& diagnostics) {
  load_models(table, diagnostics);
}

}  // namespace dh
