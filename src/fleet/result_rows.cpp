#include "fleet/result_rows.h"

#include <filesystem>
#include <optional>
#include <tuple>

#include "fleet/read_file.h"
#include "fleet/record.h"
#include "report/json_writing.h"

namespace dh::fleet {

namespace {

struct PlaceRow {
  std::optional<int64_t> file;
  int64_t line = 0;
  int64_t column = 0;
};

void bind_place(Statement& statement, const PlaceRow& place) {
  place.file ? statement.bind(*place.file) : statement.bind_null();
  statement.bind(place.line);
}

std::string_view text_of(const Json& json, const char* name) {
  return json.at(name).get_ref<const std::string&>();
}

// Counts of a report by level.
int64_t count_of(const Json& report, const char* level) {
  return report.is_null() ? 0 : report.at("summary").at(level).get<int64_t>();
}

// Also of a check that found something, whose exit status is that of findings.
bool has_missing_parts(const Json& report) {
  if (report.is_null()) return false;
  const Json& parts = report.at("summary").at("incomplete_parts");
  return parts.at("all").get<int64_t>() > parts.at("accepted").get<int64_t>();
}

}  // namespace

// The rows of one project's files, in the order of their first use.
struct ResultRows::Reader {
  ResultRows& rows;
  int64_t project;
  StringMap<int64_t> files;

  int64_t add_file(std::string_view path, std::string_view language, int64_t bytes) {
    const auto [it, is_new] = files.try_emplace(std::string(path), rows.next_file_);
    if (is_new) rows.file_.bind(rows.next_file_++).bind(project).bind(path).bind(language).bind(bytes).run();
    return it->second;
  }

  PlaceRow place(const Json& json) {
    if (json.is_null()) return {};
    return {add_file(text_of(json, "path"), "", 0), json.at("line").get<int64_t>(),
            json.at("column").get<int64_t>()};
  }

  void add_finding(const Json& json) {
    const PlaceRow where = place(json.at("place"));
    const int64_t id = rows.next_finding_++;
    Statement& statement = rows.finding_;
    statement.bind(id).bind(project).bind(text_of(json, "rule")).bind(text_of(json, "level"));
    statement.bind(json.at("confidence").get<int64_t>()).bind(text_of(json, "message"));
    bind_place(statement, where);
    const Json& shared = json.at("shared");
    statement.bind(where.column).bind(text_of(shared, "kind")).bind(text_of(shared, "name"));
    statement.bind(text_of(json, "hint")).bind(text_of(json, "fingerprint")).run();
    int64_t position = 0;
    for (const Json& access : json.at("accesses")) add_access(access, id, ++position);
  }

  void add_access(const Json& json, int64_t finding, int64_t position) {
    const PlaceRow where = place(json.at("place"));
    Statement& statement = rows.access_;
    statement.bind(finding).bind(position).bind(text_of(json, "kind"));
    bind_place(statement, where);
    statement.bind(where.column).bind(text_of(json, "symbol")).bind(text_of(json, "thread"));
    statement.bind(text_of(json, "description")).run();
  }

  void add_diagnostic(const Json& json, int64_t position) {
    const PlaceRow where = place(json.at("place"));
    rows.diagnostic_.bind(project).bind(position).bind(text_of(json, "severity"));
    bind_place(rows.diagnostic_, where);
    rows.diagnostic_.bind(text_of(json, "message")).run();
  }
};

ResultRows::ResultRows(Database& database, int64_t run)
    : database_(database),
      run_(run),
      next_project_(database.number_of("SELECT coalesce(max(id), 0) + 1 FROM projects")),
      next_file_(database.number_of("SELECT coalesce(max(id), 0) + 1 FROM files")),
      next_finding_(database.number_of("SELECT coalesce(max(id), 0) + 1 FROM findings")),
      project_(database.prepare("INSERT INTO projects VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")),
      measurement_(database.prepare("INSERT INTO measurements VALUES (?, ?, ?)")),
      file_(database.prepare("INSERT INTO files VALUES (?, ?, ?, ?, ?)")),
      finding_(database.prepare("INSERT INTO findings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")),
      access_(database.prepare("INSERT INTO accesses VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")),
      diagnostic_(database.prepare("INSERT INTO diagnostics VALUES (?, ?, ?, ?, ?, ?)")) {}

namespace {

// What a worker left behind; `record` is null where there is nothing, or nothing whole.
struct LoadedResult {
  std::string outcome = "not run";
  std::string reason;
  Json record;
};

LoadedResult damaged_result(const std::string& key) {
  return {"failed", "its result is damaged; remove results/" + key + ".json and run its shard again", {}};
}

LoadedResult load_result(const std::string& path, const std::string& key) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return {};
  const Result<std::string> text = read_whole_file(path);
  LoadedResult result;
  if (text) result.record = Json::parse(*text, nullptr, false);
  const bool is_whole = result.record.is_object() && result.record.value("key", "") == key;
  if (!is_whole) return damaged_result(key);
  result.outcome = result.record.value("outcome", "failed");
  result.reason = result.record.value("reason", "");
  return result;
}

}  // namespace

InsertedProject ResultRows::insert(const Project& project, const std::string& key, const Layout& layout) {
  const LoadedResult result = load_result(layout.result(key), key);
  const Numbers numbers{next_project_, next_file_, next_finding_};
  database_.execute("SAVEPOINT project");
  InsertedProject inserted;
  try {
    inserted = insert_rows(project, key, result.outcome, result.reason, result.record);
  } catch (const Json::exception&) {
    // A file that somebody edited. Nothing of it counts.
    database_.execute("ROLLBACK TO project");
    for (Statement* statement : {&project_, &measurement_, &file_, &finding_, &access_, &diagnostic_})
      statement->reset();
    std::tie(next_project_, next_file_, next_finding_) =
        std::tuple(numbers.project, numbers.file, numbers.finding);
    const LoadedResult damaged = damaged_result(key);
    inserted = insert_rows(project, key, damaged.outcome, damaged.reason, damaged.record);
  }
  database_.execute("RELEASE project");
  return inserted;
}

InsertedProject ResultRows::insert_rows(const Project& project, const std::string& key,
                                        const std::string& recorded, const std::string& reason,
                                        const Json& record) {
  const Json report = record.is_object() ? record.at("report") : Json();
  const bool is_incomplete = recorded == outcome_name(Outcome::done) && has_missing_parts(report);
  const std::string outcome = is_incomplete ? outcome_name(Outcome::incomplete) : recorded;
  const Json files = record.is_object() ? record.at("files") : Json::array();
  const int64_t id = next_project_++;
  int64_t bytes = 0;
  for (const Json& file : files) bytes += file.at(2).get<int64_t>();
  project_.bind(id)
      .bind(run_)
      .bind(std::string_view(project.name))
      .bind(std::string_view(kind_name(project.kind)));
  project_.bind(std::string_view(project.path)).bind(std::string_view(project.revision));
  project_.bind(std::string_view(project.commit))
      .bind(std::string_view(outcome))
      .bind(std::string_view(reason));
  project_.bind(std::string_view(report.is_null() ? "" : "reports/" + key + ".html"));
  for (const char* level : {"errors", "warnings", "notes"}) project_.bind(count_of(report, level));
  project_.bind(static_cast<int64_t>(files.size())).bind(bytes).run();
  InsertedProject inserted{outcome, 0};
  if (!record.is_object()) return inserted;

  measurement_.bind(id)
      .bind(record.at("seconds").get<double>())
      .bind(record.at("peak_bytes").get<int64_t>())
      .run();
  Reader reader{*this, id, {}};
  for (const Json& file : files)
    reader.add_file(file.at(0).get_ref<const std::string&>(), file.at(1).get_ref<const std::string&>(),
                    file.at(2).get<int64_t>());
  if (report.is_null()) return inserted;
  for (const Json& finding : report.at("findings")) {
    reader.add_finding(finding);
    ++inserted.findings;
  }
  int64_t position = 0;
  for (const Json& diagnostic : report.at("diagnostics")) reader.add_diagnostic(diagnostic, ++position);
  return inserted;
}

}  // namespace dh::fleet
