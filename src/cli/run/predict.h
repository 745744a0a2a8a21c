// `deadheat run --record` and `--predict`: what a recorded run did, and what other schedules of it could do.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dynamic/report.h"
#include "findings/checker.h"

namespace dh {

// The tools that look for it, as a chain.
std::string predicting_chain();

// Stacks of a recorded run: the first that a thread had at a place. Frames and places are those of the trace.
class RecordedStacks {
 public:
  // "thread TAB place TAB frame frame ...", as the agent writes it; other texts are left out.
  void add(std::string_view line);
  void put_into(dyn::RawReport& report) const;

 private:
  const std::vector<dyn::LocId>* find(const dyn::RawAccess& access) const;
  std::map<std::pair<uint32_t, uint32_t>, std::vector<dyn::LocId>> stacks_;
};

// Replays the trace that a run recorded under `chain`. `take` gets the findings; problems go to the sink.
void replay_record(const std::string& trace, const std::string& tools, const RecordedStacks& stacks,
                   size_t max_reports, const std::function<void(Finding)>& take, CheckSink& sink);

}  // namespace dh
