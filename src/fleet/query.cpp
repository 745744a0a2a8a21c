#include "fleet/query.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "report/display.h"
#include "report/json_writing.h"

namespace dh::fleet {

namespace {

constexpr auto kQuestions = std::to_array<Question>({
#define DH_QUERY(name, help, sql) {name, help, sql},
#include "fleet/queries.def"
#undef DH_QUERY
});

constexpr size_t kWidestCell = 100;  // columns of a table; CSV and JSON have all

Result<int64_t> run_id(Database& database, const std::string& name) {
  Statement statement =
      database.prepare("SELECT id FROM runs WHERE ?1 = '' OR name = ?1 ORDER BY id DESC LIMIT 1");
  statement.bind(std::string_view(name));
  if (statement.next()) return statement.number(0);
  if (!database.problem().empty()) return fail("{}", database.problem());
  return name.empty() ? fail("the database has no runs") : fail("the database has no run '{}'", name);
}

std::string shortened(const std::string& text) {
  std::string line = clean_line(text);
  if (display_width(line) <= kWidestCell) return line;
  while (display_width(line) >= kWidestCell) {
    do line.pop_back();
    while (!line.empty() && (static_cast<unsigned char>(line.back()) & 0xC0) == 0x80);
    if (!line.empty() && (static_cast<unsigned char>(line.back()) & 0xC0) == 0xC0) line.pop_back();
  }
  return line + "\xE2\x80\xA6";  // an ellipsis
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of("\",\n\r") == std::string::npos) return text;
  std::string out = "\"";
  for (char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

}  // namespace

std::span<const Question> all_questions() {
  return kQuestions;
}

Result<Answer> ask(Database& database, const Question& question, const std::string& run, size_t limit) {
  const Result<int64_t> id = run_id(database, run);
  if (!id) return tl::unexpected(id.error());
  const int64_t before =
      database.number_of(fmt::format("SELECT coalesce(max(id), 0) FROM runs WHERE id < {}", *id));
  // The parameters are numbers of our own.
  std::string sql(question.sql);
  for (const auto& [name, value] : {std::pair{":run", *id}, {":before", before}}) {
    for (size_t at; (at = sql.find(name)) != std::string::npos;)
      sql.replace(at, std::string(name).size(), std::to_string(value));
  }
  Statement statement = database.prepare(sql);
  Answer answer;
  for (int i = 0; i < statement.columns(); ++i) answer.columns.push_back(statement.name(i));
  while (statement.next()) {
    if (limit != 0 && answer.rows.size() == limit) {
      answer.is_cut = true;
      break;
    }
    std::vector<Cell>& row = answer.rows.emplace_back();
    for (int i = 0; i < statement.columns(); ++i) row.push_back({statement.text(i), statement.is_number(i)});
  }
  if (!database.problem().empty()) return fail("{}", database.problem());
  return answer;
}

std::string answer_as_table(const Answer& answer) {
  std::vector<std::vector<Cell>> lines(1);
  for (const std::string& column : answer.columns) lines.front().push_back({column, false});
  for (const auto& row : answer.rows) {
    std::vector<Cell>& line = lines.emplace_back();
    for (const Cell& cell : row) line.push_back({shortened(cell.text), cell.is_number});
  }
  std::vector<size_t> widths(answer.columns.size());
  std::vector<bool> numbers(answer.columns.size(), !answer.rows.empty());
  for (const auto& line : lines) {
    for (size_t i = 0; i < line.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(line[i].text));
      if (&line != &lines.front() && !line[i].is_number) numbers[i] = false;
    }
  }
  std::string out;
  for (const auto& line : lines) {
    std::string text;
    for (size_t i = 0; i < line.size(); ++i) {
      const std::string space(widths[i] - display_width(line[i].text), ' ');
      text += (i == 0 ? "" : "  ") + (numbers[i] ? space + line[i].text : line[i].text + space);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    out += text + "\n";
  }
  if (answer.is_cut) out += fmt::format("... only the first {}; --limit N shows more\n", answer.rows.size());
  return out;
}

std::string answer_as_csv(const Answer& answer) {
  std::string out;
  for (size_t i = 0; i < answer.columns.size(); ++i)
    out += (i == 0 ? "" : ",") + csv_field(answer.columns[i]);
  out += "\r\n";
  for (const auto& row : answer.rows) {
    for (size_t i = 0; i < row.size(); ++i) out += (i == 0 ? "" : ",") + csv_field(row[i].text);
    out += "\r\n";
  }
  return out;
}

std::string answer_as_json(const Answer& answer) {
  Json rows = Json::array();
  for (const auto& row : answer.rows) {
    Json& object = rows.emplace_back(Json::object());
    for (size_t i = 0; i < row.size(); ++i) {
      Json value = row[i].text;
      // SQLite prints numbers as JSON has them.
      if (row[i].is_number) value = Json::parse(row[i].text, nullptr, false);
      object[answer.columns[i]] = value.is_discarded() ? Json(row[i].text) : value;
    }
  }
  return to_text(rows);
}

}  // namespace dh::fleet
