// The result of one project, as its worker leaves it for the merge: results/KEY.json.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "fleet/source_files.h"

namespace dh::fleet {

enum class Outcome {
  done,        // analysed
  incomplete,  // analysed, and some part could not be: its diagnostics say which
  failed,      // no report; `reason` says why
};

struct Record {
  std::string key;
  Outcome outcome = Outcome::failed;
  std::string reason;    // of a failure
  std::string messages;  // what the check wrote on standard error, where it failed
  std::vector<SourceFileSize> files;
  double seconds = 0;
  int64_t peak_bytes = 0;
};

const char* outcome_name(Outcome outcome);

// The record, with the report of the check (JSON text, or empty) inside it.
std::string record_text(const Record& record, const std::string& report);

}  // namespace dh::fleet
