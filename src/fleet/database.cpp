#include "fleet/database.h"

#include <fmt/format.h>
#include <sqlite3.h>

namespace dh::fleet {

void Statement::Finalizer::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

Statement& Statement::bind(int64_t value) {
  if (statement_) sqlite3_bind_int64(statement_.get(), ++bound_, value);
  return *this;
}

Statement& Statement::bind(double value) {
  if (statement_) sqlite3_bind_double(statement_.get(), ++bound_, value);
  return *this;
}

Statement& Statement::bind(std::string_view value) {
  if (statement_)
    sqlite3_bind_text64(statement_.get(), ++bound_, value.empty() ? "" : value.data(), value.size(),
                        SQLITE_TRANSIENT, SQLITE_UTF8);
  return *this;
}

Statement& Statement::bind_null() {
  if (statement_) sqlite3_bind_null(statement_.get(), ++bound_);
  return *this;
}

void Statement::run() {
  while (next()) {
  }
  reset();
}

void Statement::reset() {
  bound_ = 0;
  if (statement_) sqlite3_reset(statement_.get());
}

bool Statement::next() {
  if (!statement_ || !database_->problem().empty()) return false;
  const int status = sqlite3_step(statement_.get());
  if (status == SQLITE_ROW) return true;
  if (status != SQLITE_DONE)
    database_->set_problem(
        fmt::format("{}: {}", database_->path_, sqlite3_errmsg(database_->database_.get())));
  return false;
}

int Statement::columns() const {
  return statement_ ? sqlite3_column_count(statement_.get()) : 0;
}

std::string Statement::name(int column) const {
  return sqlite3_column_name(statement_.get(), column);
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

bool Statement::is_number(int column) const {
  const int type = sqlite3_column_type(statement_.get(), column);
  return type == SQLITE_INTEGER || type == SQLITE_FLOAT;
}

int64_t Statement::number(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

double Statement::real(int column) const {
  return sqlite3_column_double(statement_.get(), column);
}

std::string Statement::text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  return text == nullptr
             ? ""
             : std::string(text, static_cast<size_t>(sqlite3_column_bytes(statement_.get(), column)));
}

void Database::Closer::operator()(sqlite3* database) const {
  sqlite3_close_v2(database);
}

Result<std::unique_ptr<Database>> Database::open(const std::string& path, Mode mode) {
  sqlite3* raw = nullptr;
  const int flags = mode == Mode::read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  const int status = sqlite3_open_v2(path.c_str(), &raw, flags, nullptr);
  auto database = std::make_unique<Database>();
  database->database_.reset(raw);
  database->path_ = path;
  if (status != SQLITE_OK)
    return fail("{}: cannot be opened: {}", path,
                raw == nullptr ? sqlite3_errstr(status) : sqlite3_errmsg(raw));
  sqlite3_busy_timeout(raw, 10'000);
  return database;
}

void Database::execute(const std::string& sql) {
  if (!problem_.empty()) return;
  if (sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
    set_problem(fmt::format("{}: {}", path_, sqlite3_errmsg(database_.get())));
}

Statement Database::prepare(std::string_view sql) {
  Statement statement;
  statement.database_ = this;
  if (!problem_.empty()) return statement;
  sqlite3_stmt* raw = nullptr;
  if (sqlite3_prepare_v3(database_.get(), sql.data(), static_cast<int>(sql.size()), 0, &raw, nullptr) !=
      SQLITE_OK)
    set_problem(fmt::format("{}: {}", path_, sqlite3_errmsg(database_.get())));
  statement.statement_.reset(raw);
  return statement;
}

int64_t Database::number_of(std::string_view sql) {
  Statement statement = prepare(sql);
  return statement.next() ? statement.number(0) : 0;
}

}  // namespace dh::fleet
