// Empty: listens to all accesses and synchronization and does nothing. RoadRunner paper, Figure 1. A measure
// of the framework: inline code looks up the shadow word of every access and finds that nothing is to be
// done.
#pragma once

#include "dynamic/tool.h"

namespace dh::dyn {

class Empty {
 public:
  static constexpr ToolTraits kTraits{.splits_by_location = true, .role = ToolRole::idle};
  static constexpr bool kNeedsNoAccess = true;

  explicit Empty(ToolSetup&) {}
  Flow access(Event&) { return Flow::pass; }
  Flow sync(Event&) { return Flow::pass; }
};

}  // namespace dh::dyn
