// Traces that were replayed in pieces become one project each.
#pragma once

#include <string>
#include <vector>

#include "fleet/layout.h"
#include "fleet/plan.h"

namespace dh::fleet {

struct MergedProject {
  Project project;
  std::string key;
};

// The projects of the plan, with every trace once. Where all of its pieces are there, `replay --merge` makes
// its report and its result; a piece that failed is the failure of its trace.
std::vector<MergedProject> merge_traces(const Plan& plan, const Layout& layout, const std::string& program);

}  // namespace dh::fleet
