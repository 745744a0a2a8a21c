// A write as a function meets it: its own, or one of a callee in the function's terms.
#pragma once

#include "erlang/search/walk_inputs.h"

namespace dh::erlang {

struct Write {
  Datum datum;
  Site site;
  ChainId chain;  // of the callee, when it came through a call of this function
  Site via;       // that call, or invalid
  SymId value;
  bool told = false;  // which location it is was known in the callee already
  Taint data, control;
  Taint by_arguments;  // the part of control that a callee takes from its parameters
  bool contextual = false, handled = false, spawned = false, atomic = false, owned = false, renewed = false;
  bool forwarded = false;
  bool by_unknown_call = false;  // of a fun that is not followed
  Guards guards = 0;
  struct Part {
    ValueId value;
    std::vector<uint32_t> path;  // to the element of it that is meant, the outermost index last
  };
  std::vector<Part> payload;  // what a message holds
  std::vector<Condition> conditions;

  // The calls from this function to the site.
  ChainId chain_from(Chains& chains) const { return via.function.valid() ? chains.link(via, chain) : chain; }
  uint32_t length(const Chains& chains) const {
    return chains.length(chain) + (via.function.valid() ? 1 : 0);
  }
};

}  // namespace dh::erlang
