#include "fleet/record.h"

#include "report/json_writing.h"

namespace dh::fleet {

const char* outcome_name(Outcome outcome) {
  switch (outcome) {
    case Outcome::done:
      return "done";
    case Outcome::incomplete:
      return "incomplete";
    case Outcome::failed:
      return "failed";
  }
  return "";
}

std::string record_text(const Record& record, const std::string& report) {
  constexpr int kRecordVersion = 1;
  Json files = Json::array();
  for (const SourceFileSize& file : record.files)
    files.push_back(Json::array({file.path, file.language, file.bytes}));
  const Json head = {{"version", kRecordVersion},
                     {"key", record.key},
                     {"outcome", outcome_name(record.outcome)},
                     {"reason", record.reason},
                     {"messages", record.messages},
                     {"seconds", record.seconds},
                     {"peak_bytes", record.peak_bytes},
                     {"files", std::move(files)}};
  // The report is valid JSON already and can be large: it is not parsed again.
  std::string text = head.dump(-1, ' ', false, Json::error_handler_t::replace);
  text.pop_back();
  return text + ",\"report\":" + (report.empty() ? "null" : report) + "}\n";
}

}  // namespace dh::fleet
