// One HTML page about a run: projects, rules, findings, failures, with links into the reports of the
// projects.
#pragma once

#include <string>

#include "fleet/database.h"

namespace dh::fleet {

// The last run of the database. Links are relative to the run's folder.
Result<std::string> render_overview(Database& database, int64_t run);

}  // namespace dh::fleet
