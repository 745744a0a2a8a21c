// The sentences that several formats share.
#pragma once

#include <string>
#include <vector>

#include "findings/finding.h"
#include "report/report.h"

namespace dh {

// "thread 1 writes A[i + 1]".
std::string access_sentence(const Finding& finding, const Access& access);
// "holding lock a, lock b", or "holding no lock"; empty when no access of the finding knows its locks.
std::string locks_sentence(const Finding& finding, const Access& access);
// "field Counter.count"; empty when it is not known.
std::string shared_text(const SharedThing& shared);
// "n = 5, thread 1: i = 0".
std::string witness_values(const Witness& witness);
// "70 + 20 (both threads write) - 5 (the lock may be reentrant)"; empty without reasons.
std::string reasons_text(const std::vector<Reason>& reasons, bool after_a_number);

// Whether the report has findings of the rule.
bool has_findings_of(const Report& report, Rule rule);

// "1 error", "2 errors".
std::string counted(size_t n, std::string_view noun);
// "2 errors, 1 warning"; "no problems found" when there is none.
std::string counts_text(const LevelCounts& counts);
// "3 hidden by the baseline", ...
std::vector<std::string> hidden_texts(const Summary& summary);
size_t file_count(const Summary& summary);

}  // namespace dh
