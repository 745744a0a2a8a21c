// The questions that people ask a merged database first (queries.def), and three ways to print the answer.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fleet/database.h"

namespace dh::fleet {

struct Question {
  std::string_view name;
  std::string_view help;
  std::string_view sql;
};
std::span<const Question> all_questions();

struct Cell {
  std::string text;
  bool is_number = false;
};
struct Answer {
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;
  bool is_cut = false;  // there are more rows
};

// `run` is a run's name, or empty for the last one; a limit of 0 is none.
Result<Answer> ask(Database& database, const Question& question, const std::string& run, size_t limit);

std::string answer_as_table(const Answer& answer);
std::string answer_as_csv(const Answer& answer);
std::string answer_as_json(const Answer& answer);

}  // namespace dh::fleet
