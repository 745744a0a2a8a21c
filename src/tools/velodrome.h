// Velodrome: finds blocks that are not serializable, without false alarms. C. Flanagan, S. N. Freund, J. Yi,
// PLDI 2008.
//
// Transactions are nodes; program order and conflicting operations are edges; a cycle is a block that no
// serial execution explains. Finished transactions that nothing leads to are collected. A cycle blames the
// current block for certain when every other transaction on it was entered before it was left.
// Differences: those of transactions.h. Behind a race detector (FastTrack:Velodrome) only racy locations come
// here; the order of the others is that of the synchronization, which is seen in any case.
#pragma once

#include "tools/parts/finding_traits.h"
#include "tools/parts/states.h"
#include "tools/parts/transactions.h"

namespace dh::dyn {

class Velodrome {
 public:
  static constexpr FindingTraits kFindings[] = {kNotSerializable};
  static constexpr ToolTraits kTraits{
      .findings = kFindings,
      .counted = kAtomicityEvents,
      .needs = {.stacks = true},
  };

  explicit Velodrome(ToolSetup& setup)
      : transactions_(setup, Started::on_its_own, setup.option("blocks", "both")), states_(setup) {}

  Flow begin(Event& e) { return transactions_.open(e), Flow::pass; }
  Flow method_enter(Event& e) { return begin(e); }
  Flow end(Event& e) { return transactions_.close(e), Flow::pass; }
  Flow method_exit(Event& e) { return end(e); }
  Flow sync(Event& e) { return transactions_.sync(e), Flow::pass; }
  Flow thread_exit(Event& e) { return transactions_.thread_exit(e), Flow::pass; }
  uint64_t make(Event&) { return states_.make(); }
  void unmake(uint64_t word) { states_.unmake(word); }
  Flow access(Event& e) {
    transactions_.access(e, states_.of(e).state);
    return Flow::keep;
  }
  void sweep(const LiveWords& live) { states_.sweep(live); }
  size_t states() const { return states_.table().live(); }
  size_t live_nodes() const { return transactions_.live_nodes(); }

 private:
  Transactions transactions_;
  States<Transactions::Shared> states_;
};

}  // namespace dh::dyn
