// Inline ignores: a comment `deadheat: ignore RULE[, RULE...] -- reason` on the line of a finding or above
// it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "findings/finding.h"
#include "source/language.h"
#include "source/source_file.h"

namespace dh {

struct Ignore {
  Place place;                     // of the comment's directive
  uint32_t line = 0;               // the line it applies to
  std::vector<std::string> rules;  // ids as written
  std::string reason;
  Language language{};         // of the file
  std::optional<Fix> removal;  // of the comment, where it has a line of its own
};

// The ignores of a file, in the comment syntax of its language.
std::vector<Ignore> find_ignores(const SourceFile& file, Language language);

// The comment that silences a rule, to be typed: "// deadheat: ignore java-escape -- reason".
std::string ignore_comment(Language language, std::string_view rule, std::string_view reason);

// Removes the findings that an ignore names: those with the primary place or an access on its line.
// Adds an unused-ignore finding for each rule of an ignore that ignored nothing, if that rule was checked in
// this run (`checked`), and for each rule that does not exist. Returns how many findings were removed.
using RuleWasChecked = std::function<bool(const Ignore&, Rule)>;
size_t apply_ignores(std::vector<Finding>& findings, const std::vector<Ignore>& ignores,
                     const RuleWasChecked& checked);

}  // namespace dh
