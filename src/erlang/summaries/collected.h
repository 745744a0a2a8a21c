// What the collecting pass gives.
#pragma once

#include "erlang/summaries/context.h"
#include "erlang/summaries/pairs.h"

namespace dh::erlang {

// A change of shared state, with the location in terms that mean the same in every function.
struct LoggedWrite {
  static constexpr uint32_t kSeveralCalls = UINT32_MAX;

  Site site;
  FunctionId frame;  // whose processes do it: the one that says which location it is
  Location location;
  SymId value;
  bool owned = false;
  Guards guards = 0;
  std::vector<Condition> conditions;          // what the parameters of the frame have to be
  ChainId chain;                              // of one that is owned: from the frame to the site
  uint32_t call = kSeveralCalls;              // of the frame, by which it is done
  const OperationModel* operation = nullptr;  // null where that is not known

  Effect effect() const { return operation == nullptr ? Effect::act : operation->effect; }
};

// Each change once for each frame.
class WriteLog {
 public:
  void add(const SearchContext& context, SymTable& syms, DomainTable& domains, LoggedWrite write,
           FunctionId frame);
  std::vector<LoggedWrite> take() { return std::move(writes_); }

 private:
  using Key = std::tuple<Site, Location, FunctionId, SymId, bool>;

  std::vector<LoggedWrite> writes_;
  KeyTable<Key> numbers_;
};

// Pairs of a function that its callers have a say in.
struct FunctionPairs {
  std::vector<uint32_t> contextual;  // in Collected::pairs: races when called inside a dirty activity
  std::vector<Pair> helpers;         // about whatever key callers give

  bool empty() const { return contextual.empty() && helpers.empty(); }
};

struct Collected {
  PairList pairs;
  WriteLog writes;
  std::vector<std::string> labels;  // of Pair::label
  StringMap<uint32_t> label_numbers;
  std::vector<FunctionPairs> of_functions;

  Collected(Terms& terms, size_t functions) : pairs(terms), of_functions(functions) {}
  uint32_t label(std::string text);
};

}  // namespace dh::erlang
