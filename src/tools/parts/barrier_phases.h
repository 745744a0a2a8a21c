// What those who entered a barrier have brought, phase by phase. The first thread that leaves ends a phase;
// who enters after that is in the next one. Where more threads use a barrier than it waits for, a slow thread
// can leave when several later phases have ended already, so a phase is kept until all who entered it have
// left.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace dh::dyn {

template <typename Entered>
class BarrierPhases {
 public:
  // The number of the phase that a thread enters now. Numbers of past phases are used again.
  uint32_t enter() {
    if (current_ == kNone) begin();
    ++phases_[current_]->inside;
    return current_;
  }
  Entered& entered(uint32_t phase) { return phases_[phase]->entered; }
  // What those who entered in the phase have brought, until the next one begins; nullptr if nobody is in it:
  // memory of a barrier can have become another one's while a thread that never left was still listed.
  Entered* leave(uint32_t phase) {
    if (!give_up(phase)) return nullptr;
    if (phase == current_) current_ = kNone;
    return &phases_[phase]->entered;
  }
  // The thread enters again without having left.
  bool give_up(uint32_t phase) {
    if (phase >= phases_.size() || phases_[phase]->inside == 0) return false;
    --phases_[phase]->inside;
    return true;
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  struct Phase {
    Entered entered;
    uint32_t inside = 0;  // those who have not left
  };

  void begin() {
    for (current_ = 0; current_ < phases_.size(); ++current_) {
      if (phases_[current_]->inside != 0) continue;
      phases_[current_]->entered.clear();
      return;
    }
    phases_.push_back(std::make_unique<Phase>());
  }

  std::vector<std::unique_ptr<Phase>> phases_;  // what is entered keeps its address
  uint32_t current_ = kNone;
};

}  // namespace dh::dyn
