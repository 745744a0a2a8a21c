#include "erlang/syntax/macros.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"

namespace dh::erlang {

void MacroTable::define(Symbol name, Macro macro) {
  std::vector<Macro>& all = macros_[name];
  std::erase_if(all, [&](const Macro& other) { return other.arity == macro.arity; });
  all.push_back(std::move(macro));
  ++generation_;
}

void MacroTable::undefine(Symbol name) {
  if (macros_.erase(name) != 0) ++generation_;
}

Macro* MacroTable::find(Symbol name, int arguments) {
  auto it = macros_.find(name);
  if (it == macros_.end()) return nullptr;
  std::vector<Macro>& all = it->second;
  if (all.size() == 1 && all[0].arity == kNoArguments) return &all[0];
  for (Macro& macro : all) {
    if (macro.arity == arguments) return &macro;
  }
  return nullptr;
}

namespace {

// Which macros a body uses.
struct Use {
  Symbol name;
  int arguments;
};

std::vector<Use> uses(const std::vector<Token>& body, const SharedInterner& names) {
  static const Token kEnd = [] {
    Token token;
    token.kind = Tok::dot;
    return token;
  }();
  std::vector<Use> result;
  for (size_t i = 0; i + 1 < body.size(); ++i) {
    if (!body[i].is(Tok::question)) continue;
    const Token& name = body[i + 1];
    if (name.is(Tok::question)) {
      ++i;
      continue;
    }
    if (!name.is(Tok::atom) && !name.is(Tok::variable)) continue;
    auto arguments = macro_arguments(
        [&](size_t k) -> const Token& { return i + 2 + k < body.size() ? body[i + 2 + k] : kEnd; }, names);
    result.push_back({name.name, arguments ? static_cast<int>(arguments->values.size()) : kNoArguments});
  }
  return result;
}

}  // namespace

// Depth first over the macros that bodies use, with an explicit stack; the graph has as many nodes as there
// are definitions, however large an expansion would be.
bool MacroTable::circular(Macro& macro) {
  if (macro.checked == generation_) return macro.circular;
  struct Step {
    Macro* macro;
    std::vector<Use> uses;
    size_t next = 0;
  };
  std::vector<Step> path;
  auto enter = [&](Macro* m) {
    m->checked = generation_;
    m->circular = false;
    m->on_path = true;
    path.push_back({m, uses(m->body, names_), 0});
  };
  enter(&macro);
  bool found = false;
  while (!path.empty()) {
    Step& top = path.back();
    if (found || top.next == top.uses.size()) {
      top.macro->on_path = false;
      if (found) top.macro->circular = true;
      path.pop_back();
      continue;
    }
    Use use = top.uses[top.next++];
    Macro* used = find(use.name, use.arguments);
    if (used == nullptr) continue;
    if (used->on_path) {
      found = true;
    } else if (used->checked == generation_) {
      found = found || used->circular;
    } else {
      enter(used);
    }
  }
  return macro.circular;
}

namespace {

bool opens_with_end(Tok kind) {
  switch (kind) {
    case Tok::kw_begin:
    case Tok::kw_if:
    case Tok::kw_case:
    case Tok::kw_receive:
    case Tok::kw_try:
    case Tok::kw_cond:
      return true;
    default:
      return false;
  }
}

// What closes the bracket or word at `at`, Tok::end when it opens nothing.
Tok closer(const TokenAt& token_at, size_t at, const SharedInterner& names) {
  const Token& token = token_at(at);
  switch (token.kind) {
    case Tok::open:
      return Tok::close;
    case Tok::binary_open:
      return Tok::binary_close;
    case Tok::bracket_open:
      return Tok::bracket_close;
    case Tok::brace_open:
      return Tok::brace_close;
    case Tok::kw_fun:
      if (token_at(at + 1).is(Tok::open)) return Tok::kw_end;
      if (token_at(at + 1).is(Tok::variable) && token_at(at + 2).is(Tok::open)) return Tok::kw_end;
      return Tok::end;
    case Tok::atom: {
      // `maybe` as a word: only the token after it (a variable, brace or name) decides.
      if (token.quoted || names.text(token.name) != "maybe") return Tok::end;
      const Token& next = token_at(at + 1);
      bool word = next.is(Tok::variable) || next.is(Tok::brace_open) || next.is(Tok::atom);
      return word ? Tok::kw_end : Tok::end;
    }
    default:
      return opens_with_end(token.kind) ? Tok::kw_end : Tok::end;
  }
}

}  // namespace

std::optional<MacroArguments> macro_arguments(const TokenAt& token_at, const SharedInterner& names) {
  if (!token_at(0).is(Tok::open)) return std::nullopt;
  MacroArguments result;
  std::vector<Tok> open;
  std::vector<Token> current;
  for (size_t i = 1;; ++i) {
    const Token& token = token_at(i);
    if (token.is(Tok::dot)) return std::nullopt;
    bool ends = open.empty() && token.is(Tok::close);
    if (ends || (open.empty() && token.is(Tok::comma))) {
      if (!ends || !current.empty() || !result.values.empty()) result.values.push_back(std::move(current));
      current.clear();
      if (!ends) continue;
      result.next = i + 1;
      return result;
    }
    if (Tok close = closer(token_at, i, names); close != Tok::end) {
      open.push_back(close);
    } else if (!open.empty() && open.back() == token.kind) {
      open.pop_back();
    }
    current.push_back(token);
  }
}

std::vector<Token> substitute(const Macro& macro, const MacroArguments& arguments, const TreePlace& call,
                              SharedInterner& names) {
  std::vector<Token> result;
  TreePlace place = call;
  auto argument_of = [&](const Token& token) -> const std::vector<Token>* {
    if (!token.is(Tok::variable)) return nullptr;
    auto it = std::find(macro.parameters.begin(), macro.parameters.end(), token.name);
    size_t index = static_cast<size_t>(it - macro.parameters.begin());
    return index < arguments.values.size() && it != macro.parameters.end() ? &arguments.values[index]
                                                                           : nullptr;
  };
  for (size_t i = 0; i < macro.body.size(); ++i) {
    const Token& token = macro.body[i];
    bool stringified = token.is(Tok::question) && i + 2 < macro.body.size() &&
                       macro.body[i + 1].is(Tok::question) && macro.body[i + 2].is(Tok::variable);
    if (stringified) {
      i += 2;
      if (const auto* argument = argument_of(macro.body[i])) {
        Token text;
        text.kind = Tok::string;
        text.place = place;
        text.name = names.intern(stringify(*argument, names));
        result.push_back(text);
        continue;
      }
    } else if (const auto* argument = argument_of(token)) {
      result.insert(result.end(), argument->begin(), argument->end());
      if (!argument->empty()) place = argument->back().place;
      continue;
    }
    result.push_back(macro.body[i]);
    result.back().place = place;
  }
  return result;
}

namespace {

std::string quote(std::string_view text, char mark) {
  std::string result(1, mark);
  for (char c : text) {
    switch (c) {
      case '\n':
        result += "\\n";
        break;
      case '\r':
        result += "\\r";
        break;
      case '\t':
        result += "\\t";
        break;
      case '\v':
        result += "\\v";
        break;
      case '\b':
        result += "\\b";
        break;
      case '\f':
        result += "\\f";
        break;
      case 27:
        result += "\\e";
        break;
      case 127:
        result += "\\d";
        break;
      case '\\':
        result += "\\\\";
        break;
      default:
        if (c == mark) result += '\\';
        result += c;
    }
  }
  result += mark;
  return result;
}

bool plain_atom(std::string_view text) {
  if (text.empty() || text[0] < 'a' || text[0] > 'z' || reserved_word(text)) return false;
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '@';
  });
}

std::string decimal(std::string_view hexadecimal) {
  std::string digits = "0";  // little-endian
  for (char c : hexadecimal) {
    int carry = c <= '9' ? c - '0' : c - 'a' + 10;
    for (char& digit : digits) {
      carry += (digit - '0') * 16;
      digit = static_cast<char>('0' + carry % 10);
      carry /= 10;
    }
    for (; carry != 0; carry /= 10) digits += static_cast<char>('0' + carry % 10);
  }
  return {digits.rbegin(), digits.rend()};
}

std::string token_text(const Token& token, const SharedInterner& names) {
  switch (token.kind) {
    case Tok::atom: {
      std::string_view text = names.text(token.name);
      return plain_atom(text) ? std::string(text) : quote(text, '\'');
    }
    case Tok::variable:
    case Tok::unknown:
      return std::string(names.text(token.name));
    case Tok::string:
    case Tok::binary_string:
      return quote(names.text(token.name), '"');
    case Tok::integer:
      return fmt::format("{}", token.integer);
    case Tok::big_integer:
      return decimal(names.text(token.name));
    case Tok::floating: {
      std::string text = fmt::format("{}", token.floating);
      return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
    }
    case Tok::character: {
      std::string text;
      utf8_append(text, static_cast<uint32_t>(token.integer));
      if (token.integer == ' ') return "$\\s";
      text = quote(text, '"');
      text = text.substr(1, text.size() - 2);
      return "$" + (text == "\\\"" ? std::string(1, '"') : text);
    }
    case Tok::dot:
      return std::string(1, '.');
    default:
      return std::string(tok_text(token.kind));
  }
}

}  // namespace

std::string stringify(const std::vector<Token>& tokens, const SharedInterner& names) {
  std::string result;
  for (const Token& token : tokens) {
    if (!result.empty()) result += ' ';
    result += token_text(token, names);
  }
  return result;
}

}  // namespace dh::erlang
