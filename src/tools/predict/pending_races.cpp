#include "tools/predict/pending_races.h"

namespace dh::dyn {

uint64_t PendingRaces::key_of(const RawReport& report) {
  const auto side = [](const RawAccess& access) {
    return hash_combine(access.location.value, static_cast<uint64_t>(access.kind));
  };
  const bool known = report.current.location.valid() && report.previous.location.valid();
  const uint64_t places = side(report.current) + side(report.previous);
  return known ? places : hash_combine(places, report.target);
}

void PendingRaces::add(RawReport report) {
  const auto [it, is_new] = index_.try_emplace(key_of(report), pending_.size());
  if (is_new) {
    pending_.push_back(std::move(report));
  } else if (it->second < pending_.size()) {
    ++pending_[it->second].times;
  }
}

void PendingRaces::report(const EventLog& log, WitnessFinder find, const Complete& complete) {
  index_.clear();
  if (pending_.empty()) return;
  const Needs needs(log, Values::kept);
  const Sections sections(needs);
  std::vector<RacingPair> pairs;
  FlatMap<uint64_t, size_t> by_pair;
  for (size_t i = 0; i < pending_.size(); ++i) {
    const RacingPair pair{log.find(pending_[i].previous.position), log.find(pending_[i].current.position)};
    if (pair.first == kNoEvent || pair.second == kNoEvent) continue;
    pairs.push_back(pair);
    by_pair[uint64_t{pair.first} << 32 | pair.second] = i;
  }
  std::vector<RacingPair> unconfirmed;
  std::vector<bool> has_witness(pending_.size());
  for (const WitnessedPair& w : confirm_races(needs, sections, pairs, find, unconfirmed)) {
    const size_t i = by_pair[uint64_t{w.pair.first} << 32 | w.pair.second];
    pending_[i].current.locks = raw_access(sections, log, w.pair.second).locks;
    pending_[i].previous.locks = raw_access(sections, log, w.pair.first).locks;
    pending_[i].current.knows_locks = pending_[i].previous.knows_locks = true;
    put_witness(pending_[i], log, w.witness, kBothNext);
    has_witness[i] = true;
  }
  ReportSink::Counter& counter = reports_.counter(name_);
  for (size_t i = 0; i < pending_.size(); ++i) {
    complete(pending_[i], has_witness[i]);
    for (uint64_t again = 1; again < pending_[i].times; ++again)
      counter.add(pending_[i].current.location, true);
    reports_.add(std::move(pending_[i]));
  }
  pending_.clear();
}

}  // namespace dh::dyn
