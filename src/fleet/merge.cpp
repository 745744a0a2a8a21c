#include "fleet/merge.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "base/check.h"
#include "base/embedded.h"
#include "fleet/layout.h"
#include "fleet/result_rows.h"
#include "fleet/trace_pieces.h"
#include "report/version.h"
#include "source/write_file.h"

namespace dh {
extern const std::span<const EmbeddedFile> fleet_files;
}

namespace dh::fleet {

namespace {

namespace fs = std::filesystem;

constexpr int64_t kSchemaVersion = 1;

// A new database gets its tables.
Result<void> prepare_schema(Database& database, const std::string& path, bool may_be_new) {
  const int64_t version = database.number_of("PRAGMA user_version");
  const int64_t tables = database.number_of("SELECT count(*) FROM sqlite_schema");
  if (!database.problem().empty()) return fail("{}", database.problem());
  if (version == 0 && tables == 0 && may_be_new) {
    const std::string_view schema = find_embedded(fleet_files, "schema.sql");
    DH_CHECK(!schema.empty(), "schema.sql is not embedded");
    database.execute(std::string(schema) + fmt::format("PRAGMA user_version = {};", kSchemaVersion));
    if (!database.problem().empty()) return fail("{}", database.problem());
    return {};
  }
  if (version == kSchemaVersion) return {};
  if (version == 0) return fail("{}: is not a database of 'deadheat fleet merge'", path);
  return fail(
      "{}: is a database of version {}; this program needs version {}: merge the folders of its runs again, "
      "into a "
      "new database",
      path, version, kSchemaVersion);
}

void remove_run(Database& database, const std::string& name) {
  for (const char* sql : {"DELETE FROM accesses WHERE finding IN (SELECT f.id FROM findings f JOIN projects "
                          "p ON p.id = f.project JOIN runs r "
                          "ON r.id = p.run WHERE r.name = ?)",
                          "DELETE FROM diagnostics WHERE project IN (SELECT p.id FROM projects p JOIN runs r "
                          "ON r.id = p.run WHERE r.name = ?)",
                          "DELETE FROM findings WHERE project IN (SELECT p.id FROM projects p JOIN runs r ON "
                          "r.id = p.run WHERE r.name = ?)",
                          "DELETE FROM files WHERE project IN (SELECT p.id FROM projects p JOIN runs r ON "
                          "r.id = p.run WHERE r.name = ?)",
                          "DELETE FROM measurements WHERE project IN (SELECT p.id FROM projects p JOIN runs "
                          "r ON r.id = p.run WHERE r.name = "
                          "?)",
                          "DELETE FROM projects WHERE run IN (SELECT id FROM runs WHERE name = ?)",
                          "DELETE FROM runs WHERE name = ?"}) {
    database.prepare(sql).bind(std::string_view(name)).run();
  }
}

MergeSummary insert_run(Database& database, const Plan& plan, const MergeRequest& request) {
  remove_run(database, request.run);
  MergeSummary summary;
  summary.run = database.number_of("SELECT coalesce(max(id), 0) + 1 FROM runs");
  database.prepare("INSERT INTO runs VALUES (?, ?, ?, ?)")
      .bind(summary.run)
      .bind(std::string_view(request.run))
      .bind(std::string_view(plan_digest(plan)))
      .bind(std::string_view(kVersion))
      .run();
  ResultRows rows(database, summary.run);
  const Layout layout{request.folder};
  for (const MergedProject& merged : merge_traces(plan, layout, request.program)) {
    const InsertedProject inserted = rows.insert(merged.project, merged.key, layout);
    ++summary.projects;
    summary.findings += inserted.findings;
    if (inserted.outcome == "failed") ++summary.failed;
    if (inserted.outcome == "not run") ++summary.not_run;
    if (!database.problem().empty()) break;
  }
  return summary;
}

Result<MergeSummary> merge_into(const std::string& path, const Plan& plan, const MergeRequest& request) {
  auto database = Database::open(path, Database::Mode::create_or_write);
  if (!database) return tl::unexpected(database.error());
  // The file is private until it is renamed: it need not survive a crash.
  (*database)->execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;");
  if (auto ready = prepare_schema(**database, request.database, true); !ready)
    return tl::unexpected(ready.error());
  (*database)->execute("BEGIN");
  const MergeSummary summary = insert_run(**database, plan, request);
  (*database)->execute("COMMIT");
  if (!(*database)->problem().empty()) return fail("{}", (*database)->problem());
  return summary;
}

}  // namespace

Result<MergeSummary> merge_run(const MergeRequest& request) {
  const Result<Plan> plan = read_plan(Layout{request.folder}.plan());
  if (!plan) return fail("{}: is not the folder of a run: {}", request.folder, plan.error().message);
  const std::string temporary = fmt::format("{}.{}.tmp", request.database, ::getpid());
  std::error_code error;
  if (fs::exists(request.database, error)) {
    fs::copy_file(request.database, temporary, fs::copy_options::overwrite_existing, error);
    if (error) return fail("{}: cannot be copied: {}", request.database, error.message());
  }
  Result<MergeSummary> summary = merge_into(temporary, *plan, request);
  if (summary) {
    if (auto renamed = rename_durably(temporary, request.database); !renamed)
      summary = tl::unexpected(renamed.error());
  }
  if (!summary) fs::remove(temporary, error);
  return summary;
}

Result<std::unique_ptr<Database>> open_merged(const std::string& path) {
  auto database = Database::open(path, Database::Mode::read);
  if (!database) return database;
  if (auto ready = prepare_schema(**database, path, false); !ready) return tl::unexpected(ready.error());
  return database;
}

}  // namespace dh::fleet
