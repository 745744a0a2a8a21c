// The table of languages (languages.def), and which front end a file belongs to.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dh {

enum class Language {
#define DH_LANGUAGE(id, ...) id,
#include "source/languages.def"
#undef DH_LANGUAGE
};

std::span<const Language> all_languages();
std::string_view language_name(Language language);   // "erlang"
std::string_view language_title(Language language);  // "Erlang"
std::optional<Language> language_by_name(std::string_view name);

// What begins a comment, and what ends one before its line does (empty: nothing).
std::span<const std::string_view> comment_openers(Language language);
std::string_view comment_end(Language language);

// Whether a rule, by its id, is one of the language.
bool has_rule(Language language, std::string_view rule);
// The first language that has the rule.
std::optional<Language> language_of_rule(std::string_view rule);

// What a file's name says about its language.
struct NameVerdict {
  std::optional<Language> language;
  bool look_inside = false;  // the name is not enough: ask content_is
};
NameVerdict language_of_name(std::string_view file_name);
// Of a file that is known to be code, by the last part of its path.
std::optional<Language> language_of_path(std::string_view path);
// How the names of the languages' files end: ".erl". Other files may be called so, too.
std::vector<std::string_view> file_endings();
// "Smalltalk, Erlang, ... and Java", for people.
std::string language_titles();

// Whether the first bytes of a file of an ambiguous name are of the language its name suggests.
bool content_is(Language language, std::string_view head);

// Of a program without an ending, by its first line: "#!/usr/bin/env escript".
std::optional<Language> language_of_script(std::string_view head);

// How many bytes content_is needs.
constexpr size_t kHeadBytes = 64 * 1024;

}  // namespace dh
