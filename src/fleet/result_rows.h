// One project's result as rows.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "base/hash.h"
#include "fleet/database.h"
#include "fleet/layout.h"
#include "fleet/plan.h"

namespace dh::fleet {

struct InsertedProject {
  std::string outcome;
  size_t findings = 0;
};

// Numbers rows in the order of insertion, so equal results give equal rows.
class ResultRows {
 public:
  ResultRows(Database& database, int64_t run);

  // Reads results/KEY.json. A project without one is `not run`; one whose file is damaged has failed.
  InsertedProject insert(const Project& project, const std::string& key, const Layout& layout);

 private:
  struct Reader;
  struct Numbers {
    int64_t project, file, finding;
  };
  InsertedProject insert_rows(const Project& project, const std::string& key, const std::string& recorded,
                              const std::string& reason, const nlohmann::ordered_json& record);

  Database& database_;
  int64_t run_;
  int64_t next_project_;
  int64_t next_file_;
  int64_t next_finding_;
  Statement project_, measurement_, file_, finding_, access_, diagnostic_;
};

}  // namespace dh::fleet
