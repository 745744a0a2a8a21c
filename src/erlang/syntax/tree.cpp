#include "erlang/syntax/tree.h"

#include <algorithm>
#include <filesystem>

namespace dh::erlang {

std::string_view expr_kind_name(ExprKind kind) {
  switch (kind) {
#define DH_ERLANG_EXPR(id, name) \
  case ExprKind::id:             \
    return name;
#include "erlang/syntax/expr_kinds.def"
#undef DH_ERLANG_EXPR
  }
  return {};
}

bool is_generator(ExprKind kind) {
  switch (kind) {
#define DH_ERLANG_EXPR(id, name) \
  case ExprKind::id:             \
    return false;
#define DH_ERLANG_GENERATOR(id, name) \
  case ExprKind::id:                  \
    return true;
#include "erlang/syntax/expr_kinds.def"
#undef DH_ERLANG_EXPR
  }
  return false;
}

std::string_view op_name(Op op) {
  switch (op) {
#define DH_ERLANG_OP(id, spelling) \
  case Op::id:                     \
    return spelling;
#include "erlang/syntax/operators.def"
#undef DH_ERLANG_OP
  }
  return {};
}

std::optional<Op> op_by_name(std::string_view spelling) {
  static constexpr std::pair<std::string_view, Op> kOps[] = {
#define DH_ERLANG_OP(id, text) {text, Op::id},
#include "erlang/syntax/operators.def"
#undef DH_ERLANG_OP
  };
  for (const auto& [text, op] : kOps) {
    if (text == spelling) return op;
  }
  return std::nullopt;
}

bool Expr::has_parts() const {
  switch (kind) {
    case ExprKind::if_expr:
    case ExprKind::case_expr:
    case ExprKind::receive_expr:
    case ExprKind::try_expr:
    case ExprKind::maybe_expr:
    case ExprKind::fun_expr:
    case ExprKind::named_fun:
      return true;
    default:  // all other kinds hold a number or nothing
      return false;
  }
}

std::optional<size_t> RecordDefinition::field_index(Symbol field) const {
  for (size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].name == field) return i;
  }
  return std::nullopt;
}

const RecordDefinition* Module::find_record(Symbol record) const {
  auto it = std::find_if(records.begin(), records.end(), [&](const auto& r) { return r.name == record; });
  return it == records.end() ? nullptr : &*it;
}

// A file that was not found, under the name that the compiler was given: never one of that name elsewhere.
static std::string path_of(const ModuleFile& file, const std::string& module) {
  if (!file.path.empty()) return file.path;
  std::filesystem::path folder = std::filesystem::path(module).parent_path();
  if (module.ends_with(".beam")) folder /= "..";  // out of ebin
  return file.name.empty() ? module : (folder / file.name).lexically_normal().string();
}

Place place_in(const std::vector<ModuleFile>& files, const std::string& module, const TreePlace& place) {
  Place result;
  result.path = place.file < files.size() ? path_of(files[place.file], module) : module;
  result.line = place.line;
  result.column = place.column;
  result.end_line = place.end_line;
  result.end_column = place.end_column;
  return result;
}

}  // namespace dh::erlang
