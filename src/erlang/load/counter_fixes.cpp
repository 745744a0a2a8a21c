#include "erlang/load/counter_fixes.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <tuple>

#include "base/hash.h"

namespace dh::erlang {

namespace {

constexpr int64_t kMaxStep = std::numeric_limits<int32_t>::max();

// Of macros and records a name may stand for, but no call and no operator: can be written in another place.
bool is_plain_text(std::string_view text) {
  constexpr std::string_view kAllowed = "_@?{}, '.";
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           kAllowed.find(c) != std::string_view::npos;
  });
}

using VariableCounts = FlatMap<Symbol, size_t>;

void count_variables(const Expr& expr, VariableCounts& counts) {
  if (expr.is(ExprKind::variable)) ++counts[expr.name];
  for_each_sub_expression(expr, [&](const Expr& part) { count_variables(part, counts); });
}

// One counter: `ets:insert(table, {key, number + step})`.
struct Increment {
  const Expr* table;
  const Expr* key;
  Symbol number;
  int64_t step;
};

class Reader {
 public:
  Reader(const Module& module, const SourceFile& file, const SharedInterner& names)
      : module_(module), file_(file), names_(names) {}

  std::vector<CounterFix> read() {
    for (const Function& function : module_.functions) {
      for (const Clause& clause : function.clauses) {
        clause_ = &clause;
        counts_.reset();
        read_body(clause.body);
      }
    }
    return std::move(fixes_);
  }

 private:
  void read_body(Exprs body) {
    for (size_t i = 0; i < body.size(); ++i) {
      const bool is_last = i + 1 == body.size();
      if (body[i]->is(ExprKind::case_expr)) read_case(*body[i], is_last);
      if (!is_last) read_two(*body[i], *body[i + 1], i + 2 == body.size());
      read_parts(*body[i]);
    }
  }

  void read_parts(const Expr& expr) {
    for (const Clause& clause : expr.clauses()) read_body(clause.body);
    for (const Clause& clause : expr.handlers()) read_body(clause.body);
    read_body(expr.after());
    if (expr.is(ExprKind::block) || expr.is(ExprKind::try_expr)) return read_body(expr.children);
    for (const Expr* part : expr.children) read_parts(*part);
  }

  void read_case(const Expr& expr, bool is_last) {
    const Clauses clauses = expr.clauses();
    if (clauses.size() != 2 || expr.children.size() != 1 || !is_ets_call(expr.child(0), "lookup", 2)) return;
    const bool absent_first = is_empty_list(*clauses[0].patterns[0]);
    const Clause& absent = clauses[absent_first ? 0 : 1];
    const Clause& present = clauses[absent_first ? 1 : 0];
    for (const Clause* clause : {&absent, &present}) {
      if (!clause->guards.empty() || clause->body.size() != 1) return;
    }
    const std::optional<Increment> increment = increment_of(*present.body[0]);
    if (!increment || !is_empty_list(*absent.patterns[0])) return;
    if (!reads_number(expr.child(0), *present.patterns[0], *increment)) return;
    const Expr* created = inserted_value(*absent.body[0], *increment);
    if (created == nullptr || !is_written_number(*created)) return;
    const std::string_view table = text_of(*increment->table), key = text_of(*increment->key);
    add(expr, expr,
        fmt::format("ets:update_counter({}, {}, {}, {{{}, {}}})", table, key, increment->step, key,
                    created->integer - increment->step),
        is_last);
  }

  // A match and, right after it, the insert.
  void read_two(const Expr& match, const Expr& insert, bool is_last) {
    if (!match.is(ExprKind::match)) return;
    const std::optional<Increment> increment = increment_of(insert);
    if (!increment || !reads_number(match.child(1), match.child(0), *increment)) return;
    add(match, insert,
        fmt::format("ets:update_counter({}, {}, {})", text_of(*increment->table), text_of(*increment->key),
                    increment->step),
        is_last);
  }

  bool is_ets_call(const Expr& expr, std::string_view function, size_t arity) const {
    if (!expr.is(ExprKind::call) || expr.arguments().size() != arity) return false;
    const Expr& callee = expr.callee();
    return callee.is(ExprKind::remote) && is_atom(callee.child(0), "ets") &&
           is_atom(callee.child(1), function);
  }

  bool is_atom(const Expr& expr, std::string_view text) const {
    return expr.is(ExprKind::atom) && names_.text(expr.name) == text;
  }

  static bool is_empty_list(const Expr& expr) { return expr.is(ExprKind::list) && expr.children.empty(); }

  std::optional<Increment> increment_of(const Expr& expr) {
    if (!is_ets_call(expr, "insert", 2)) return std::nullopt;
    const Expr& object = *expr.arguments()[1];
    if (!object.is(ExprKind::tuple) || object.children.size() != 2) return std::nullopt;
    const Expr& sum = object.child(1);
    if (!sum.is(ExprKind::binary_op) || (sum.op != Op::plus && sum.op != Op::minus)) return std::nullopt;
    const bool number_first = sum.child(0).is(ExprKind::variable);
    const Expr& number = sum.child(number_first ? 0 : 1);
    const Expr& step = sum.child(number_first ? 1 : 0);
    if (!number.is(ExprKind::variable) || !is_written_number(step)) return std::nullopt;
    if (sum.op == Op::minus && !number_first) return std::nullopt;
    const Increment result{expr.arguments()[0], &object.child(0), number.name,
                           sum.op == Op::minus ? -step.integer : step.integer};
    const bool plain = is_plain_text(text_of(*result.table)) && is_plain_text(text_of(*result.key));
    // Elsewhere the number is needed; bound before, it is a condition.
    return plain && count_in_clause(result.number) == 2 ? std::optional(result) : std::nullopt;
  }

  size_t count_in_clause(Symbol name) {
    if (!counts_) {
      counts_.emplace();
      for_each_sub_expression(*clause_, [&](const Expr& part) { count_variables(part, *counts_); });
    }
    return (*counts_)[name];
  }

  // The value that another insert of the same key writes.
  const Expr* inserted_value(const Expr& expr, const Increment& increment) const {
    if (!is_ets_call(expr, "insert", 2) || !same_text(*expr.arguments()[0], *increment.table)) return nullptr;
    const Expr& object = *expr.arguments()[1];
    const bool same_key = object.is(ExprKind::tuple) && object.children.size() == 2 &&
                          same_text(object.child(0), *increment.key);
    return same_key ? &object.child(1) : nullptr;
  }

  bool is_number(const Expr& pattern, const Increment& increment) const {
    return pattern.is(ExprKind::variable) && pattern.name == increment.number;
  }

  // Whether the call gives the current number of the counter, and the pattern takes it.
  bool reads_number(const Expr& call, const Expr& pattern, const Increment& increment) {
    const bool is_element = is_ets_call(call, "lookup_element", 3);
    if (!is_element && !is_ets_call(call, "lookup", 2)) return false;
    if (!same_text(*call.arguments()[0], *increment.table) ||
        !same_text(*call.arguments()[1], *increment.key))
      return false;
    if (is_element) {
      const Expr& position = *call.arguments()[2];
      return position.is(ExprKind::integer) && position.integer == 2 && is_number(pattern, increment);
    }
    if (!pattern.is(ExprKind::list) || pattern.children.size() != 1) return false;
    const Expr& object = pattern.child(0);
    if (!object.is(ExprKind::tuple) || object.children.size() != 2) return false;
    const Expr& key = object.child(0);
    const bool any_key = key.is(ExprKind::variable) && names_.text(key.name).starts_with('_') &&
                         (names_.text(key.name) == "_" || count_in_clause(key.name) == 1);
    return (any_key || same_text(key, *increment.key)) && is_number(object.child(1), increment);
  }

  bool same_text(const Expr& a, const Expr& b) const {
    const std::string_view text = text_of(a);
    return !text.empty() && text == text_of(b);
  }

  // Bytes of the module's own file; nothing where they cannot be known for certain.
  std::optional<Span> span_of(const TreePlace& from, const TreePlace& to) const {
    if (from.file != 0 || to.file != 0 || from.line == 0 || to.end_line == 0) return std::nullopt;
    const auto offset = [&](uint32_t line, uint16_t column) -> std::optional<uint32_t> {
      if (line > file_.lines().line_count() || column == 0) return std::nullopt;
      const std::string_view text = file_.line(line);
      const bool ascii = std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0; });
      if (!ascii || column > text.size() + 1) return std::nullopt;
      return file_.lines().line_start(line) + column - 1;
    };
    const std::optional<uint32_t> begin = offset(from.line, from.column),
                                  end = offset(to.end_line, to.end_column);
    if (!begin || !end || *begin >= *end) return std::nullopt;
    return Span{*begin, *end};
  }

  std::string_view text_in(Span span) const { return file_.text().substr(span.begin, span.end - span.begin); }

  std::string_view text_of(const Expr& expr) const {
    std::optional<Span> span = span_of(expr.place, expr.place);
    if (!span) return {};
    // What a macro stands for has the place of the macro's name.
    if (span->begin > 0 && file_.text()[span->begin - 1] == '?') --span->begin;
    const std::string_view after = file_.text().substr(span->end, 1);
    return after == "(" ? std::string_view() : text_in(*span);
  }

  bool is_written_number(const Expr& expr) const {
    const std::string_view text = text_of(expr);
    return expr.is(ExprKind::integer) && expr.integer <= kMaxStep && !text.empty() && text[0] >= '0' &&
           text[0] <= '9';
  }

  // Written here, not made by a macro; no comment would be lost.
  static bool is_replaceable(std::string_view text, bool is_case) {
    if (is_case && (!text.starts_with("case") || !text.ends_with("end"))) return false;
    return text.find('%') == std::string_view::npos &&
           std::count(text.begin(), text.end(), '(') == std::count(text.begin(), text.end(), ')');
  }

  void add(const Expr& first, const Expr& last, std::string text, bool is_last) {
    const std::optional<Span> span = span_of(first.place, last.place);
    if (!span || !is_replaceable(text_in(*span), &first == &last)) return;
    // ets:insert/2 returns true, which a caller may use.
    if (is_last) text += std::string(separator(first.place)) + "true";
    Place place = file_.place(*span);
    const std::string function = text.substr(0, text.find('('));
    fixes_.push_back({std::move(place), make_fix(fmt::format("count with {}", function), file_,
                                                 {Edit{*span, std::move(text)}})});
  }

  // Between two expressions of a body: a new line as the first one is indented, where it begins its line.
  std::string separator(const TreePlace& place) const {
    const std::string_view before = file_.line(place.line).substr(0, place.column - 1u);
    const bool begins_line = before.find_first_not_of(" \t") == std::string_view::npos;
    return begins_line ? ",\n" + std::string(before) : ", ";
  }

  const Module& module_;
  const SourceFile& file_;
  const SharedInterner& names_;
  const Clause* clause_ = nullptr;        // of a function
  std::optional<VariableCounts> counts_;  // of that clause, once they are needed
  std::vector<CounterFix> fixes_;
};

auto begin_of(const Place& place) {
  return std::tie(place.path, place.line, place.column);
}

bool is_within(const Place& inner, const Place& outer) {
  return begin_of(inner) >= begin_of(outer) &&
         begin_of(inner) < std::tie(outer.path, outer.end_line, outer.end_column);
}

}  // namespace

std::vector<CounterFix> counter_fixes(const Module& module, const SourceFile& file,
                                      const SharedInterner& names) {
  const std::string_view text = file.text();
  if (text.find("ets:lookup") == std::string_view::npos || text.find("ets:insert") == std::string_view::npos)
    return {};
  return Reader(module, file, names).read();
}

std::optional<Fix> fix_of(const std::vector<CounterFix>& fixes, const Finding& finding) {
  const auto next = std::upper_bound(
      fixes.begin(), fixes.end(), finding.place,
      [](const Place& place, const CounterFix& one) { return begin_of(place) < begin_of(one.place); });
  if (next == fixes.begin()) return std::nullopt;
  const CounterFix& last = *std::prev(next);
  const bool covers = is_within(finding.place, last.place) &&
                      std::all_of(finding.accesses.begin(), finding.accesses.end(),
                                  [&](const Access& access) { return is_within(access.place, last.place); });
  return covers ? std::optional(last.fix) : std::nullopt;
}

}  // namespace dh::erlang
