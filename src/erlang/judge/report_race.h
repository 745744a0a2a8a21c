// Findings from judged pairs.
#pragma once

#include "erlang/judge/judge.h"
#include "findings/finding.h"

namespace dh::erlang {

struct JudgedPair {
  const Pair* pair = nullptr;
  Confidence confidence;
  Level max_level = Level::error;
};

// The one to report first.
void sort_pairs(const Races& races, std::vector<JudgedPair>& pairs);
// One finding at a call for the pairs that it stands for, sorted.
Finding make_finding(const JudgeContext& context, Site reported, const std::vector<JudgedPair>& pairs);

// What a pair is about: "foo, key counter"; "ct_master".
std::string location_text(const Races& races, const Pair& pair);
// The same without a key where the read is about the whole table.
std::string shown_location(const Races& races, const Pair& pair);
// The same as code has it, with the kind of state where that does not say it: "hits[Page]", "registered name
// foo".
std::string short_location(const Races& races, const Pair& pair);
// "ets:insert/2", "register/2".
std::string operation_name(const Races& races, Site site);

}  // namespace dh::erlang
