// Reads a report back from its JSON form (docs/json-report.md): how tests make reports without an analysis.
#pragma once

#include <string>

#include "report/report.h"

namespace dh {

// Keys that are missing keep their defaults. Throws on what is not such a report.
Report read_report(const std::string& json_text);
Report read_report_file(const std::string& path);

}  // namespace dh
