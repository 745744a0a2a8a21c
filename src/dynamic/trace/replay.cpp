#include "dynamic/trace/replay.h"

#include <thread>

namespace dh::dyn {

namespace {

void add_counts(const ShareReplay& part, ReplayResult& result) {
  for (size_t k = 0; k < kEventKinds; ++k) {
    result.per_kind[k] += part.per_kind()[k];
    result.events += part.per_kind()[k];
  }
}

void add_error(const ShareReplay& part, const TraceReader& reader, ReplayResult& result) {
  if (part.bad()) {
    result.error = part.error(reader);
  } else if (reader.error() != nullptr) {
    result.error = *reader.error();
  }
}

// The thread of one share. All shares find an event that cannot be, in the same block.
void feed_share(TraceFeed& feed, ShareReplay& part) {
  for (uint64_t number = 0;; ++number) {
    const EventBlock* const block = feed.block(number);
    if (block == nullptr) return;
    const bool goes_on = part.feed(*block);
    feed.release(number);
    if (!goes_on) return feed.cancel();
  }
}

}  // namespace

Replay::Replay(TraceReader& reader, ToolChain& chain) : reader_(reader), all_(chain) {}

ReplayResult Replay::run(StopToken stop) {
  ReplayResult result;
  EventBlock block;
  for (;;) {
    if (stop.requested()) {
      result.stopped = true;
      break;
    }
    block.first += block.events.size();
    block.events = reader_.next();
    if (block.events.empty() || !all_.feed(block)) break;
  }
  add_counts(all_, result);
  add_error(all_, reader_, result);
  return result;
}

SharedReplay::SharedReplay(TraceReader& reader, LocationSplit split, const std::vector<Part>& parts,
                           unsigned threads)
    : reader_(reader), split_(split), threads_(threads) {
  for (const Part& part : parts)
    parts_.push_back(std::make_unique<ShareReplay>(part.chain, split, part.share));
}

ReplayResult SharedReplay::run(StopToken stop) {
  TraceFeed feed(reader_, split_, static_cast<unsigned>(parts_.size()), threads_, stop);
  std::vector<std::thread> others;
  for (size_t i = 1; i < parts_.size(); ++i)
    others.emplace_back([&feed, &part = *parts_[i]] { feed_share(feed, part); });
  for (size_t i = parts_.size(); i < threads_; ++i) others.emplace_back([&feed] { feed.help(); });
  feed_share(feed, *parts_[0]);
  for (std::thread& thread : others) thread.join();
  ReplayResult result;
  result.stopped = feed.stopped();
  result.digest = parts_[0]->digest();
  for (const auto& part : parts_) add_counts(*part, result);
  add_error(*parts_[0], reader_, result);
  return result;
}

}  // namespace dh::dyn
