#include "source/language.h"

#include <algorithm>
#include <array>

namespace dh {

namespace {

constexpr std::array kLanguages = {
#define DH_LANGUAGE(id, name, title) Language::id,
#include "source/languages.def"
#undef DH_LANGUAGE
};

struct NameRule {
  std::string_view ending;
  Language language;
  bool look_inside;
};

constexpr NameRule kNameRules[] = {
    {".java", Language::java, false},
    {".erl", Language::erlang, false},
    {".beam", Language::erlang, false},
    {".escript", Language::erlang, false},
    {".ez", Language::erlang, false},
    {".st", Language::smalltalk, false},
    {".ws", Language::smalltalk, false},
    {".pst", Language::smalltalk, false},
    {".cs", Language::smalltalk, true},   // Squeak change sets; far more often C#
    {".cls", Language::smalltalk, true},  // Dolphin; also LaTeX and Apex classes
    {".pax", Language::smalltalk, true},  // Dolphin; also tar archives of the pax kind
    {".pac", Language::smalltalk, true},  // Dolphin; also proxy configuration
    {".xml", Language::smalltalk, true},  // VisualWorks file-outs
    {".sources", Language::smalltalk, true},
    {".changes", Language::smalltalk, true},
    {".py", Language::exo, true},
    {".exo", Language::exo, false},
    {".ll", Language::smallir, true},
};

bool contains_any(std::string_view text, std::initializer_list<std::string_view> needles) {
  return std::any_of(needles.begin(), needles.end(),
                     [&](std::string_view needle) { return text.find(needle) != std::string_view::npos; });
}

}  // namespace

std::span<const Language> all_languages() {
  return kLanguages;
}

std::string_view language_name(Language language) {
  switch (language) {
#define DH_LANGUAGE(id, name, title) \
  case Language::id:                 \
    return name;
#include "source/languages.def"
#undef DH_LANGUAGE
  }
  return {};
}

std::string_view language_title(Language language) {
  switch (language) {
#define DH_LANGUAGE(id, name, title) \
  case Language::id:                 \
    return title;
#include "source/languages.def"
#undef DH_LANGUAGE
  }
  return {};
}

std::optional<Language> language_by_name(std::string_view name) {
  for (Language language : kLanguages) {
    if (language_name(language) == name) return language;
  }
  return std::nullopt;
}

NameVerdict language_of_name(std::string_view file_name) {
  for (const NameRule& rule : kNameRules) {
    if (file_name.ends_with(rule.ending)) return {rule.language, rule.look_inside};
  }
  return {};
}

bool content_is(Language language, std::string_view head) {
  switch (language) {
    case Language::smalltalk:
      return contains_any(head, {"<st-source>", "methodsFor:", "methodsFor!", "subclass: #"});
    case Language::exo:
      // Decorated source, or the printed form of a scheduled proc.
      return contains_any(head, {"@proc", "@instr", "@config", " in seq(", " in par(", " in fork(", "@ DRAM",
                                 "@DRAM", ": size"});
    case Language::smallir:
      return contains_any(head, {"st.model.", "@st."});
    case Language::erlang:
    case Language::java:
      return true;
  }
  return false;
}

std::optional<Language> language_of_script(std::string_view head) {
  if (!head.starts_with("#!")) return std::nullopt;
  std::string_view first_line = head.substr(0, head.find('\n'));
  if (first_line.find("escript") == std::string_view::npos) return std::nullopt;
  return Language::erlang;
}

}  // namespace dh
