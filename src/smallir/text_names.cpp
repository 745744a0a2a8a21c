#include "smallir/text_names.h"

#include <fmt/format.h>

#include "base/hash.h"

namespace dh::smallir {

std::string escape_llvm(std::string_view text) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  std::string out;
  out.reserve(text.size());
  for (char c : text) {
    unsigned char byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte >= 0x7F || c == '"' || c == '\\') {
      out += '\\';
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    } else {
      out += c;
    }
  }
  return out;
}

std::string quote_symbol(std::string_view prefix, std::string_view name) {
  bool plain = true;
  for (char c : name)
    plain = plain && (std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '$');
  if (plain) return fmt::format("@{}{}", prefix, name);
  return fmt::format("@\"{}{}\"", prefix, escape_llvm(name));
}

bool is_operator(std::string_view selector) {
  return !selector.empty() &&
         selector.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_:0123456789") ==
             std::string_view::npos;
}

std::string_view literal_kind_name(LiteralKind kind) {
  switch (kind) {
    case LiteralKind::nil:
      return "nil";
    case LiteralKind::true_value:
      return "true";
    case LiteralKind::false_value:
      return "false";
    case LiteralKind::integer:
      return "integer";
    case LiteralKind::number:
      return "number";
    case LiteralKind::character:
      return "character";
    case LiteralKind::string:
      return "string";
    case LiteralKind::symbol:
      return "symbol";
    case LiteralKind::array:
      return "array";
    case LiteralKind::bytes:
      return "bytes";
    case LiteralKind::binding:
      return "binding";
    case LiteralKind::opaque:
      return "opaque";
  }
  return {};
}

TextNames::TextNames(const Module& module) {
  StringMap<uint32_t> used;
  auto unique = [&](std::string_view prefix, std::string name) {
    uint32_t& count = used[fmt::format("{}{}", prefix, name)];
    if (++count > 1) name += fmt::format("~{}", count);
    return quote_symbol(prefix, name);
  };
  for (uint32_t i = 0; i < module.classes.size(); ++i)
    classes_.push_back(unique("st.class.", class_title(module, ClassId(i))));
  for (uint32_t i = 0; i < module.variables.size(); ++i) {
    const Variable& variable = module.variables[VariableId(i)];
    std::string title = variable.function.valid() ? std::string() : variable_title(module, VariableId(i));
    switch (variable.kind) {
      case VariableKind::argument:
      case VariableKind::temporary:
        variables_.emplace_back();
        break;
      case VariableKind::field:
        variables_.push_back(unique("st.field.", title));
        break;
      case VariableKind::class_variable:
        variables_.push_back(unique("st.classvar.", title));
        break;
      case VariableKind::global:
        variables_.push_back(unique("st.global.", title));
        break;
    }
  }
  // Blocks are numbered within their home: st.anonfun.2*st.anonfun.1*main.
  std::vector<std::string> plain;
  uint32_t blocks = 0;
  for (uint32_t i = 0; i < module.functions.size(); ++i) {
    const Function& function = module.functions[FunctionId(i)];
    std::string name(module.text(function.name));
    switch (function.kind) {
      case FunctionKind::method:
        name = fmt::format("st.{}${}", name, class_title(module, function.class_id));
        break;
      case FunctionKind::block: {
        // Deep nesting must not make names grow without bound.
        std::string outer = plain[function.parent.index()];
        if (outer.size() > 400) outer = outer.substr(0, 400);
        name = fmt::format("st.anonfun.{}*{}", ++blocks, outer);
        break;
      }
      case FunctionKind::main:
      case FunctionKind::load_time:
        break;
    }
    if (function.kind != FunctionKind::block) blocks = 0;
    functions_.push_back(unique("", name));
    plain.push_back(std::move(name));
  }
}

}  // namespace dh::smallir
