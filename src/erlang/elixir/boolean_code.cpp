// Which code can only give true or false: the choice between clauses on true and false and a test for nil.
#include <algorithm>
#include <array>

#include "erlang/elixir/ast_reader.h"

namespace dh::erlang {
namespace {

constexpr std::array<std::string_view, 11> kComparisons = {"and", "or", "xor", "==",  "/=", "=<",
                                                           ">=",  "<",  ">",   "=:=", "=/="};
constexpr std::array<std::string_view, 15> kTests = {
    "is_atom",     "is_binary",    "is_bitstring", "is_boolean", "is_float",
    "is_function", "is_integer",   "is_list",      "is_number",  "is_pid",
    "is_port",     "is_reference", "is_tuple",     "is_map",     "is_process_alive"};
constexpr std::array<std::string_view, 3> kTestsOfTwo = {"is_map_key", "is_function", "is_record"};
constexpr std::array<std::string_view, 2> kTestsOfThree = {"function_exported", "is_record"};

bool among(std::span<const std::string_view> all, std::string_view name) {
  return std::find(all.begin(), all.end(), name) != all.end();
}

bool built_in_returns_boolean(AstReader& r, std::string_view name, const std::vector<Term>& arguments,
                              int depth) {
  switch (arguments.size()) {
    case 1:
      return name == "not" || among(kTests, name);
    case 2:
      if (name == "andalso" || name == "orelse") return returns_boolean(r, arguments[1], depth + 1);
      return among(kComparisons, name) || among(kTestsOfTwo, name);
    case 3:
      return among(kTestsOfThree, name);
    default:
      return false;
  }
}

// {{'.', _, [erlang, Name]}, _, Arguments}
bool call_returns_boolean(AstReader& r, const Term& callee, const Term& arguments, int depth) {
  if (!callee.is_tuple(3) || r.tags.of(callee.items()[0]) != AstTag::dot) return false;
  std::vector<Term> target = r.items(callee.items()[2]);
  if (target.size() != 2 || r.tags.of(target[0]) != AstTag::erlang || !target[1].is(TermKind::atom))
    return false;
  return built_in_returns_boolean(r, r.names.text(target[1].atom()), r.items(arguments), depth);
}

bool bodies_return_boolean(AstReader& r, const Term* list, int depth) {
  if (list == nullptr || !list->is(TermKind::list)) return false;
  std::vector<Term> clauses = r.items(*list);
  return std::all_of(clauses.begin(), clauses.end(), [&](const Term& clause) {
    std::vector<Term> parts = arrow_parts(r, clause);
    return !parts.empty() && returns_boolean(r, parts[1], depth + 1);
  });
}

}  // namespace

bool returns_boolean(AstReader& r, const Term& term, int depth) {
  if (depth > kMaxNesting || r.failed()) return false;
  AstTag tag = r.tags.of(term);
  if (tag == AstTag::true_value || tag == AstTag::false_value) return true;
  if (!term.is_tuple(3)) return false;
  std::span<const Term> t = term.items();
  if (t[0].is(TermKind::tuple)) return call_returns_boolean(r, t[0], t[2], depth);
  tag = r.tags.of(t[0]);
  bool is_case = tag == AstTag::case_expr, is_cond = tag == AstTag::cond, is_block = tag == AstTag::block;
  if ((!is_case && !is_cond && !is_block) || t[2].is(TermKind::atom)) return false;
  std::vector<Term> arguments = r.items(t[2]);
  if (arguments.size() != (is_case ? 2 : 1)) {
    return is_block && !arguments.empty() && returns_boolean(r, arguments.back(), depth + 1);
  }
  if (is_block) return returns_boolean(r, arguments[0], depth + 1);
  return bodies_return_boolean(r, r.keyword(arguments.back(), AstTag::do_part), depth);
}

}  // namespace dh::erlang
