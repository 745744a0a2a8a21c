#include "fleet/query.h"

#include <filesystem>

#include "base/nearest_name.h"
#include "cli/conclude.h"
#include "cli/fleet/actions.h"
#include "cli/output.h"
#include "fleet/layout.h"
#include "fleet/merge.h"

namespace dh {

namespace {

constexpr size_t kDefaultRows = 20;

std::string list_of_questions() {
  std::string out = "questions: deadheat fleet query NAME DATABASE\n";
  for (const fleet::Question& question : fleet::all_questions())
    out += fmt::format("  {:<10} {}\n", question.name, question.help);
  return out;
}

const fleet::Question* find_question(const std::string& name) {
  for (const fleet::Question& question : fleet::all_questions()) {
    if (question.name == name) return &question;
  }
  return nullptr;
}

std::string unknown_question(const std::string& name) {
  std::vector<std::string> names;
  for (const fleet::Question& question : fleet::all_questions()) names.emplace_back(question.name);
  return fmt::format("there is no question '{}'{}; 'deadheat fleet query' lists them", name,
                     did_you_mean(name, names));
}

}  // namespace

ExitStatus fleet_query(const FleetOptions& options) {
  if (options.arguments.empty()) {
    write_out(list_of_questions());
    return ExitStatus::clean;
  }
  const fleet::Question* question = find_question(options.arguments.front());
  if (question == nullptr) return usage_error(unknown_question(options.arguments.front()));
  if (options.arguments.size() < 2)
    return usage_error("fleet query needs a database: deadheat fleet query NAME DATABASE");
  std::error_code error;
  const std::string& given = options.arguments.back();
  const std::string path =
      std::filesystem::is_directory(given, error) ? fleet::Layout{given}.database() : given;
  const auto database = fleet::open_merged(path);
  if (!database) return usage_error(database.error().message);
  const bool is_table = options.asked.format.empty() || options.asked.format == "table";
  const size_t limit = options.asked.limit ? static_cast<size_t>(*options.asked.limit)
                       : is_table          ? kDefaultRows
                                           : 0;
  const Result<fleet::Answer> answer = fleet::ask(**database, *question, options.asked.run, limit);
  if (!answer) return usage_error(answer.error().message);
  write_out(is_table                        ? fleet::answer_as_table(*answer)
            : options.asked.format == "csv" ? fleet::answer_as_csv(*answer)
                                            : fleet::answer_as_json(*answer));
  return ExitStatus::clean;
}

}  // namespace dh
