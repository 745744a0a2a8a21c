#include "erlang/core/types.h"

#include <algorithm>
#include <array>

#include "erlang/core/core.h"

namespace dh::erlang {

TypeMask type_of(const Constant& c) {
  switch (c.kind) {
    case ConstantKind::atom:
      return types::kAtom;
    case ConstantKind::integer:
      return types::kInteger;
    case ConstantKind::nil:
      return types::kList;
    case ConstantKind::other:
      if (!c.text.valid() || c.integer == kBigIntegerText) return types::kNumber;
      return c.integer == kStringText ? types::kList : types::kBinary;
  }
  return types::kAny;
}

TypeMask type_of_operation(std::string_view operation) {
  using namespace std::string_view_literals;
  auto is_one_of = [&](const auto& names) {
    return std::find(names.begin(), names.end(), operation) != names.end();
  };
  if (is_one_of(std::array{"+"sv, "-"sv, "*"sv, "/"sv})) return types::kNumber;
  if (is_one_of(std::array{"div"sv, "rem"sv, "band"sv, "bor"sv, "bxor"sv, "bnot"sv, "bsl"sv, "bsr"sv}))
    return types::kInteger;
  if (operation == "--") return types::kList;
  if (operation == "<<") return types::kBinary;
  if (operation == "#{" || operation == "#{+") return types::kMap;
  return types::kAny;
}

}  // namespace dh::erlang
