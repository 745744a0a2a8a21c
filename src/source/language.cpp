#include "source/language.h"

#include <algorithm>
#include <array>
#include <vector>

namespace dh {

namespace {

constexpr std::array kLanguages = {
#define DH_LANGUAGE(id, ...) Language::id,
#include "source/languages.def"
#undef DH_LANGUAGE
};

struct LanguageInfo {
  std::string_view name;
  std::string_view title;
  std::vector<std::string_view> file_names;
  std::vector<std::string_view> contents;
  std::vector<std::string_view> interpreters;
  std::vector<std::string_view> comments;
  std::string_view comment_end;
  std::string_view rule_prefix;
};

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const size_t end = std::min(text.find('|'), text.size());
    parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

const LanguageInfo& info(Language language) {
  static const std::vector<LanguageInfo> kInfos = {
#define DH_LANGUAGE(id, name, title, files, contents, interpreters, comments, comment_end, rules) \
  {name, title, split(files), split(contents), split(interpreters), split(comments), comment_end, rules},
#include "source/languages.def"
#undef DH_LANGUAGE
  };
  return kInfos[static_cast<size_t>(language)];
}

bool contains_any(std::string_view text, std::span<const std::string_view> needles) {
  return std::any_of(needles.begin(), needles.end(),
                     [&](std::string_view needle) { return text.find(needle) != std::string_view::npos; });
}

}  // namespace

std::span<const Language> all_languages() {
  return kLanguages;
}

std::string_view language_name(Language language) {
  return info(language).name;
}

std::string_view language_title(Language language) {
  return info(language).title;
}

std::optional<Language> language_by_name(std::string_view name) {
  for (Language language : kLanguages) {
    if (language_name(language) == name) return language;
  }
  return std::nullopt;
}

std::span<const std::string_view> comment_openers(Language language) {
  return info(language).comments;
}

std::string_view comment_end(Language language) {
  return info(language).comment_end;
}

bool has_rule(Language language, std::string_view rule) {
  return rule.starts_with(info(language).rule_prefix);
}

std::optional<Language> language_of_rule(std::string_view rule) {
  for (Language language : kLanguages) {
    if (has_rule(language, rule)) return language;
  }
  return std::nullopt;
}

NameVerdict language_of_name(std::string_view file_name) {
  for (Language language : kLanguages) {
    for (std::string_view ending : info(language).file_names) {
      const bool look_inside = ending.ends_with('?');
      if (look_inside) ending.remove_suffix(1);
      if (file_name.ends_with(ending)) return {language, look_inside};
    }
  }
  return {};
}

std::optional<Language> language_of_path(std::string_view path) {
  const size_t slash = path.rfind('/');
  return language_of_name(slash == std::string_view::npos ? path : path.substr(slash + 1)).language;
}

std::vector<std::string_view> file_endings() {
  std::vector<std::string_view> endings;
  for (Language language : kLanguages) {
    for (std::string_view ending : info(language).file_names)
      endings.push_back(ending.substr(0, ending.find('?')));
  }
  return endings;
}

std::string language_titles() {
  std::string titles;
  for (Language language : kLanguages) {
    if (language == kLanguages.back())
      titles += " and ";
    else if (!titles.empty())
      titles += ", ";
    titles += language_title(language);
  }
  return titles;
}

bool content_is(Language language, std::string_view head) {
  const auto& contents = info(language).contents;
  return contents.empty() || contains_any(head, contents);
}

std::optional<Language> language_of_script(std::string_view head) {
  if (!head.starts_with("#!")) return std::nullopt;
  std::string_view first_line = head.substr(0, head.find('\n'));
  for (Language language : kLanguages) {
    if (contains_any(first_line, info(language).interpreters)) return language;
  }
  return std::nullopt;
}

}  // namespace dh
