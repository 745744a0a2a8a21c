#include "fleet/overview.h"

#include <fmt/format.h>

#include <span>

#include "base/check.h"
#include "base/embedded.h"
#include "base/hash.h"
#include "base/sha256.h"
#include "report/display.h"
#include "report/html_escape.h"
#include "report/json_writing.h"
#include "report/page.h"
#include "report/version.h"

namespace dh {
extern const std::span<const EmbeddedFile> fleet_files;
}

namespace dh::fleet {

namespace {

constexpr int64_t kMaxFindings = 200'000;  // a browser's patience; the database has all

std::string_view fleet_part(std::string_view name) {
  const std::string_view text = find_embedded(fleet_files, name);
  DH_CHECK(!text.empty(), "{} is not embedded", name);
  return text;
}

std::string page_json(const Json& json) {
  return script_text(cleaned_strings(json).dump(-1, ' ', false, Json::error_handler_t::replace));
}

// Numbers for texts that occur often, in the order of their first use.
struct Numbered {
  FlatMap<int64_t, size_t> index_of_id;
  Json items = Json::array();
};

Json projects_json(Database& database, int64_t run, Numbered& projects) {
  Statement rows = database.prepare(
      "SELECT p.id, p.name, p.outcome, CASE WHEN p.reason <> '' OR p.outcome = 'done' THEN p.reason ELSE "
      "coalesce((SELECT "
      "d.message FROM diagnostics d WHERE d.project = p.id AND d.severity = 'error' ORDER BY d.position "
      "LIMIT 1), '') END, "
      "p.errors, p.warnings, p.notes, (SELECT count(*) FROM findings f WHERE f.project = p.id AND f.level = "
      "'error' AND "
      "f.confidence >= 90), p.files, p.bytes, coalesce(m.seconds, 0), coalesce(m.peak_bytes, 0), p.report "
      "FROM projects p "
      "LEFT JOIN measurements m ON m.project = p.id WHERE p.run = ? ORDER BY p.id");
  rows.bind(run);
  while (rows.next()) {
    projects.index_of_id.emplace(rows.number(0), projects.items.size());
    projects.items.push_back(
        Json::array({clean_line(rows.text(1)), rows.text(2), clean_line(rows.text(3)), rows.number(4),
                     rows.number(5), rows.number(6), rows.number(7), rows.number(8), rows.number(9),
                     rows.real(10), rows.number(11), rows.text(12)}));
  }
  return projects.items;
}

Json rules_json(Database& database, int64_t run, StringMap<size_t>& index_of_rule) {
  Statement rows = database.prepare(
      "SELECT f.rule, count(*), count(DISTINCT f.project), sum(f.level = 'error'), sum(f.level = 'warning'), "
      "sum(f.level = "
      "'note'), avg(f.confidence) FROM findings f JOIN projects p ON p.id = f.project WHERE p.run = ? GROUP "
      "BY f.rule ORDER "
      "BY f.rule");
  rows.bind(run);
  Json rules = Json::array();
  while (rows.next()) {
    index_of_rule.emplace(rows.text(0), rules.size());
    rules.push_back(Json{{"rule", rows.text(0)},
                         {"findings", rows.number(1)},
                         {"projects", rows.number(2)},
                         {"errors", rows.number(3)},
                         {"warnings", rows.number(4)},
                         {"notes", rows.number(5)},
                         {"confidence", rows.real(6)}});
  }
  return rules;
}

// Written row by row: as one JSON value a hundred thousand of them would take a gigabyte.
std::string findings_text(Database& database, int64_t run, const Numbered& projects,
                          const StringMap<size_t>& index_of_rule, std::string& paths_text) {
  Statement rows = database.prepare(
      "SELECT f.project, f.rule, f.level, f.confidence, f.file, coalesce(x.path, ''), f.line, f.message, "
      "f.fingerprint FROM "
      "findings f JOIN projects p ON p.id = f.project LEFT JOIN files x ON x.id = f.file WHERE p.run = ? "
      "ORDER BY "
      "f.confidence DESC, f.id LIMIT ?");
  rows.bind(run).bind(kMaxFindings);
  FlatMap<int64_t, int64_t> path_of_file;
  std::string text;
  while (rows.next()) {
    int64_t path = -1;
    if (!rows.is_null(4)) {
      const auto [it, is_new] =
          path_of_file.try_emplace(rows.number(4), static_cast<int64_t>(path_of_file.size()));
      path = it->second;
      if (is_new) paths_text += (paths_text.empty() ? "" : ",\n") + page_json(clean_line(rows.text(5)));
    }
    const std::string level = rows.text(2);
    const Json row =
        Json::array({projects.index_of_id.at(rows.number(0)), index_of_rule.at(rows.text(1)),
                     level == "error"     ? 0
                     : level == "warning" ? 1
                                          : 2,
                     rows.number(3), path, rows.number(6), clean_line(rows.text(7)), rows.text(8)});
    text += (text.empty() ? "" : ",\n") + page_json(row);
  }
  return text;
}

std::string overview_data(Database& database, int64_t run) {
  Statement head = database.prepare("SELECT name FROM runs WHERE id = ?");
  head.bind(run);
  const std::string name = head.next() ? head.text(0) : "";
  const int64_t all = database.number_of(fmt::format(
      "SELECT count(*) FROM findings f JOIN projects p ON p.id = f.project WHERE p.run = {}", run));
  Numbered projects;
  StringMap<size_t> index_of_rule;
  std::string paths;
  std::string out = "{\"head\":";
  out += page_json(
      Json{{"run", clean_line(name)}, {"version", kVersion}, {"cut", all > kMaxFindings ? all : 0}});
  out += ",\n\"projects\":" + page_json(projects_json(database, run, projects));
  out += ",\n\"rules\":" + page_json(rules_json(database, run, index_of_rule));
  out += ",\n\"findings\":[\n" + findings_text(database, run, projects, index_of_rule, paths) + "]";
  out += ",\n\"paths\":[\n" + paths + "]}";
  return out;
}

}  // namespace

Result<std::string> render_overview(Database& database, int64_t run) {
  const std::string style = std::string(html_part("report.css")) + std::string(fleet_part("overview.css"));
  const std::string script(fleet_part("overview.js"));
  const std::string data = overview_data(database, run);
  if (!database.problem().empty()) return fail("{}", database.problem());
  return fill_page(fleet_part("overview.html"), [&](std::string_view name) -> std::string {
    if (name == "version") return html_escape(kVersion);
    if (name == "style") return style;
    if (name == "style-hash") return sha256_base64("\n" + style);
    if (name == "script") return script;
    if (name == "script-hash") return sha256_base64("\n" + script);
    DH_CHECK(name == "data", "overview.html has the unknown placeholder {}", name);
    return data;
  });
}

}  // namespace dh::fleet
