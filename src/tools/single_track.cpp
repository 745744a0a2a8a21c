#include "tools/single_track.h"

#include <algorithm>

namespace dh::dyn {

SingleTrack::SingleTrack(ToolSetup& setup) : ClockTool(setup, Edges::deterministic) {
  const std::string blocks = setup.option("blocks", "run");
  if (blocks != "run") transactions_.emplace(setup, Started::in_the_block, blocks, kBlockNotSerializable);
}

Flow SingleTrack::begin(Event& e) {
  if (transactions_) transactions_->open(e);
  return Flow::pass;
}

Flow SingleTrack::end(Event& e) {
  if (transactions_) transactions_->close(e);
  return Flow::pass;
}

Flow SingleTrack::sync(Event& e) {
  if (transactions_) transactions_->sync(e);
  return ClockTool::sync(e);
}

Flow SingleTrack::thread_exit(Event& e) {
  if (transactions_) transactions_->thread_exit(e);
  return ClockTool::thread_exit(e);
}

VarClocks& SingleTrack::clocks_of(SingleTrackState& state, const Step& block) {
  auto& blocks = state.blocks;
  for (BlockClocks& b : blocks) {
    if (b.block.node == block.node && b.block.life == block.life) return b.clocks;
  }
  blocks.erase(std::remove_if(blocks.begin(), blocks.end(),
                              [&](const BlockClocks& b) { return !transactions_->running(b.block); }),
               blocks.end());
  return blocks.emplace_back(BlockClocks{block, {}}).clocks;
}

Flow SingleTrack::access(Event& e) {
  auto& cell = states_.of(e);
  const MaybeLock lock(cell.mutex, e.concurrent);
  if (!e.still_current()) return Flow::retry;
  Step block;
  if (transactions_) {
    transactions_->access(e, cell.state.shared);
    const auto current = transactions_->block_of(*e.thread);
    if (!current) return Flow::keep;
    block = *current;
  }
  const ThreadClock& t = clocks_.of(*e.thread);
  VarClocks& clocks = clocks_of(cell.state, block);
  AccessClocks& mine = e.is_write() ? clocks.writes : clocks.reads;
  if (mine.has(t.epoch)) return Flow::keep;
  const auto conflict = clocks.conflict(e, t);
  mine.record(t, e);
  if (!conflict.found) return Flow::keep;
  reports_.add(race_report(name_, e, t, clocks_, conflict));
  return transactions_ ? Flow::keep : Flow::advance;
}

}  // namespace dh::dyn
