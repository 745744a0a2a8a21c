// Listens to a walk and writes down what callers have to know of the function.
#pragma once

#include "erlang/search/frame.h"

namespace dh::erlang {

class SummaryWriter : public WalkListener {
 public:
  explicit SummaryWriter(Frame& frame)
      : frame_(frame), in_(frame.in), guards_(frame.in.guards_of_function()) {}

  void on_write(Write& w, bool shared, PathState& s) override;
  void on_callee(const CalleeEntry& entry) override;
  void on_called_params(uint64_t params) override { out_.calls_params |= params; }
  void on_ended_params(uint64_t params) override { out_.ends_params |= params; }
  void on_end(const PathState& s, const Taint& control, bool by_clauses) override;

  Summary take() { return std::move(out_); }

 private:
  void keep(const Write& w, const PathState& s);
  void join(ActSummary& known, const ActSummary& kept, const Write& w);
  void add_results();
  void add_thrown();
  ReadSummary for_callers(const PendingRead& read);

  Frame& frame_;
  const WalkInputs& in_;
  Guards guards_;  // of the function itself
  Summary out_;
  KeyTable<std::tuple<Datum, Site, bool>> writes_;  // numbers in Summary::acts
};

}  // namespace dh::erlang
