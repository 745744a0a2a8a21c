#include "erlang/core/spelling.h"

#include <fmt/format.h>

#include <algorithm>

namespace dh::erlang {
namespace {

constexpr std::string_view kAlias = "Elixir.";

bool is_word(std::string_view text, bool with_mark) {
  if (with_mark && (text.ends_with('?') || text.ends_with('!'))) text.remove_suffix(1);
  return !text.empty() && ((text[0] >= 'a' && text[0] <= 'z') || (with_mark && text[0] == '_')) &&
         std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return isalnum(c) != 0 || c == '_' || c == '@'; });
}

struct ElixirName {
  std::string_view module, name;
  uint32_t arity;
  std::string_view text;
};

constexpr ElixirName kElixirNames[] = {
#define DH_ELIXIR_NAME(module, name, arity, text) {module, name, arity, text},
#include "erlang/core/elixir_names.def"
#undef DH_ELIXIR_NAME
};

}  // namespace

std::string spell_atom(SourceLanguage language, std::string_view name) {
  if (language == SourceLanguage::erlang)
    return is_word(name, false) ? std::string(name) : fmt::format("'{}'", name);
  if (name == "nil" || name == "true" || name == "false") return std::string(name);
  if (name.starts_with(kAlias)) return std::string(name.substr(kAlias.size()));
  return is_word(name, true) ? fmt::format(":{}", name) : fmt::format(":\"{}\"", name);
}

std::string spell_function(SourceLanguage language, std::string_view module, std::string_view name,
                           uint32_t arity) {
  if (language == SourceLanguage::erlang) return fmt::format("{}:{}/{}", module, name, arity);
  return fmt::format("{}.{}/{}", spell_atom(language, module), name, arity);
}

std::string spell_call(SourceLanguage language, std::string_view module, std::string_view name,
                       uint32_t arity) {
  if (language == SourceLanguage::elixir) {
    for (const ElixirName& known : kElixirNames) {
      if (known.module == module && known.name == name && known.arity == arity)
        return std::string(known.text);
    }
  } else if (module == "erlang") {
    return fmt::format("{}/{}", name, arity);
  }
  return spell_function(language, module, name, arity);
}

// ets:insert_new/2 and global:trans(...): a word, a colon and the beginning of another one.
std::string spell_sentence(SourceLanguage language, std::string text) {
  if (language == SourceLanguage::erlang) return text;
  auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    bool between =
        text[i] == ':' && i > 0 && i + 1 < text.size() && is_letter(text[i - 1]) && is_letter(text[i + 1]);
    if (!between) {
      out += text[i];
      continue;
    }
    size_t begin = out.size();
    while (begin > 0 && (isalnum(static_cast<unsigned char>(out[begin - 1])) != 0 || out[begin - 1] == '_'))
      --begin;
    out.insert(begin, 1, ':');
    out += '.';
  }
  return out;
}

}  // namespace dh::erlang
