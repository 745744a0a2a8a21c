// The chains that are fused at compile time, by canonical name.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "dynamic/branch.h"

namespace dh::dyn {

struct FusedChain {
  std::string_view name;
  std::unique_ptr<Branch> (*make)(std::vector<ToolSetup>&);
};

std::vector<FusedChain> fused_table();

}  // namespace dh::dyn
