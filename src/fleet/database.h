// SQLite, as far as the fleet needs it. Mistakes in our own SQL are broken invariants; what the disk or a
// damaged file does is an expected failure.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace dh::fleet {

// One prepared statement. Must not outlive its database.
class Statement {
 public:
  Statement& bind(int64_t value);
  Statement& bind(double value);
  Statement& bind(std::string_view value);
  Statement& bind_null();

  // Runs a statement that gives no rows, and makes it ready for the next values.
  void run();
  // Forgets the values that were bound.
  void reset();
  // The next row; false after the last, or when something went wrong (Database::problem).
  bool next();

  int columns() const;
  std::string name(int column) const;
  bool is_null(int column) const;
  bool is_number(int column) const;
  int64_t number(int column) const;
  double real(int column) const;
  std::string text(int column) const;

 private:
  friend class Database;
  struct Finalizer {
    void operator()(sqlite3_stmt* statement) const;
  };
  std::unique_ptr<sqlite3_stmt, Finalizer> statement_;
  class Database* database_ = nullptr;
  int bound_ = 0;
};

class Database {
 public:
  enum class Mode { read, create_or_write };
  static Result<std::unique_ptr<Database>> open(const std::string& path, Mode mode);

  void execute(const std::string& sql);
  Statement prepare(std::string_view sql);
  // The only number of the only row; 0 where there is none.
  int64_t number_of(std::string_view sql);

  // The first thing that went wrong since it was opened; later statements do nothing. Empty: all is well.
  const std::string& problem() const { return problem_; }
  void set_problem(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
  }

 private:
  friend class Statement;
  struct Closer {
    void operator()(sqlite3* database) const;
  };
  std::unique_ptr<sqlite3, Closer> database_;
  std::string path_;
  std::string problem_;
};

}  // namespace dh::fleet
