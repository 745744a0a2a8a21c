#include "tools/fused.h"

#include "dynamic/fused_branch.h"
#include "tools/empty.h"
#include "tools/fast_track.h"
#include "tools/lock_set.h"
#include "tools/read_only.h"
#include "tools/thread_local.h"

namespace dh::dyn {

namespace {

template <typename... Tools>
std::unique_ptr<Branch> fuse(std::vector<ToolSetup>& setups) {
  return std::make_unique<FusedBranch<Tools...>>(setups);
}

}  // namespace

std::vector<FusedChain> fused_table() {
  return {
      {"Empty", fuse<Empty>},
      {"FastTrack", fuse<FastTrack>},
      {"LockSet", fuse<LockSet>},
      {"ThreadLocal:ReadOnly:LockSet", fuse<ThreadLocal, ReadOnly, LockSet>},
      {"ThreadLocal:ReadOnly:FastTrack", fuse<ThreadLocal, ReadOnly, FastTrack>},
  };
}

}  // namespace dh::dyn
