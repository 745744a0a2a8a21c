// Inline ignores: a comment `deadheat: ignore RULE[, RULE...] -- reason` on the line of a finding or above
// it.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "findings/finding.h"
#include "source/language.h"
#include "source/source_file.h"

namespace dh {

struct Ignore {
  Place place;                     // of the comment's directive
  uint32_t line = 0;               // the line it is about
  std::vector<std::string> rules;  // ids as written
  std::string reason;
  Language language{};  // of the file
};

// The ignores of a file, in the comment syntax of its language.
std::vector<Ignore> find_ignores(const SourceFile& file, Language language);

// Takes out the findings that an ignore names: one whose line holds the primary place or an access.
// Adds a finding of rule unused-ignore for each rule of an ignore that ignored nothing, if that rule was
// checked at all in this run (`checked`), and for each that does not exist. Returns how many were taken out.
using RuleWasChecked = std::function<bool(const Ignore&, Rule)>;
size_t apply_ignores(std::vector<Finding>& findings, const std::vector<Ignore>& ignores,
                     const RuleWasChecked& checked);

}  // namespace dh
