// How far a run is: read off the results in its folder, so it is the same for every engine.
#pragma once

#include <string>
#include <vector>

#include "base/stop.h"
#include "fleet/layout.h"
#include "fleet/plan.h"

namespace dh::fleet {

class Progress {
 public:
  Progress(const Plan& plan, Layout layout);

  // Looks for new results.
  void update();

  size_t projects() const { return keys_.size(); }
  size_t finished() const { return keys_.size() - unfinished_.size(); }
  size_t finished_before() const { return finished_before_; }
  size_t failed() const { return failed_; }
  std::vector<uint32_t> unfinished_shards() const;

  // "120 of 200 projects, 3 failed, 14.2 a minute, 6 min left"
  std::string text() const;

 private:
  struct Expected {
    std::string key;
    uint32_t shard = 0;
  };
  Layout layout_;
  std::vector<Expected> keys_;
  std::vector<size_t> unfinished_;  // indexes of keys_
  size_t finished_before_ = 0;
  size_t failed_ = 0;
  double began_ = 0;
};

}  // namespace dh::fleet
