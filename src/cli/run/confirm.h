// `deadheat run --confirm`: findings of an earlier report that runs of the program try to make happen.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "findings/finding.h"

namespace dh {

class Confirmation {
 public:
  explicit Confirmation(std::vector<Finding> findings);

  // What the agent has to know for a run with this seed (jvm/agent/confirm_targets.h), one option a line.
  std::vector<std::string> agent_lines(int64_t seed) const;
  // Nothing is left to try.
  bool is_done() const;

  // A run begins; what comes until the next is of it.
  void begin_run(int64_t seed);
  // What the agent says of a target: "index TAB times reached TAB times delayed TAB schedule".
  void take_result(std::string_view line);
  // Whether the finding of the run is one of ours, which it then confirms.
  bool take_finding(const Finding& finding);

  // All of them, each with how it went.
  std::vector<Finding> take_findings();

 private:
  struct Target {
    Finding finding;
    bool is_deadlock = false;
    bool can_be_tried = false;
    uint64_t reached = 0;
    uint64_t delayed = 0;
    int64_t seed = 0;  // of the run that confirmed it
    std::string how;
    std::string schedule;  // empty: not confirmed
  };
  void confirm(Target& target, std::string how, std::string schedule);

  std::vector<Target> targets_;
  int64_t seed_ = 0;
  int64_t runs_ = 0;
};

}  // namespace dh
