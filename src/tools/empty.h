// Empty: listens to every event and does nothing. RoadRunner paper, Figure 1. A measure of the framework.
#pragma once

#include "dynamic/tool.h"

namespace dh::dyn {

class Empty {
 public:
  explicit Empty(ToolSetup&) {}
  Flow any(Event&) { return Flow::pass; }
};

}  // namespace dh::dyn
