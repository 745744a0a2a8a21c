// The sentences that several formats share.
#pragma once

#include <string>
#include <vector>

#include "findings/finding.h"
#include "report/report.h"

namespace dh {

// "thread 1 writes A[i + 1]".
std::string access_sentence(const Finding& finding, const Access& access);
// "holding lock a, lock b", "holding no lock" or "its locks are not known"; empty when no access of the
// finding is known to hold one.
std::string locks_sentence(const Finding& finding, const Access& access);
// "field Counter.count"; empty when it is not known.
std::string shared_text(const SharedThing& shared);
// "n = 5; thread 1: i = 0, k = 2; cell = a[3]".
std::string witness_values(const Witness& witness);
// The factors of a confidence, those that changed it most first.
std::vector<const AppliedFactor*> most_important_first(const Confidence& confidence);
// "both threads write; the lock may be reentrant": the few most important ones, in one line.
std::string reasons_text(const Confidence& confidence);

// Whether the report has findings of the rule.
bool has_findings_of(const Report& report, Rule rule);

// "1 error", "2 errors".
std::string counted(size_t n, std::string_view noun);
// "2 errors, 1 warning"; "no problems found" when there is none.
std::string counts_text(const LevelCounts& counts);
// "erlang-ets 12, java-escape 3": how many findings each rule has, most first; empty when there are none.
std::string rule_counts_text(const Report& report, const RenderOptions& options);
// "2 errors, 1 warning; 3 files; incomplete: ...", without what differs from run to run.
std::string summary_line(const Report& report);
// The path without "./" before it, as services that annotate files want it.
std::string_view plain_path(std::string_view path);
// The message, then its accesses, witness and hint, a line each: for reports without excerpts.
std::string full_message(const Finding& finding);
// "3 hidden by the baseline", ...
std::vector<std::string> hidden_texts(const Summary& summary);
// "incomplete: 3 parts not analysed (1 accepted)"; empty when everything was.
std::string incomplete_text(const Summary& summary);
// "configuration: deadheat.toml, lib/deadheat.toml"; "configuration: none".
std::string configuration_text(const std::vector<std::string>& configurations);
size_t file_count(const Summary& summary);

}  // namespace dh
