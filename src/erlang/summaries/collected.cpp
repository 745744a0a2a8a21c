#include "erlang/summaries/collected.h"

#include "erlang/summaries/location_facts.h"

namespace dh::erlang {

void WriteLog::add(const SearchContext& context, SymTable& syms, DomainTable& domains, LoggedWrite write,
                   FunctionId frame) {
  write.location = in_program_terms(context.core, syms, write.location, frame);
  auto [number, is_new] = numbers_.add({write.site, write.location, write.frame, write.value, write.owned});
  if (is_new) {
    writes_.push_back(std::move(write));
    return;
  }
  LoggedWrite& known = writes_[number];
  join_conditions(known.conditions, write.conditions, domains);
  if (known.chain != write.chain) known.chain = {};
  known.guards &= write.guards;
  if (known.call != write.call) known.call = LoggedWrite::kSeveralCalls;
}

uint32_t Collected::label(std::string text) {
  auto [it, is_new] = label_numbers.try_emplace(text, static_cast<uint32_t>(labels.size()));
  if (is_new) labels.push_back(std::move(text));
  return it->second;
}

}  // namespace dh::erlang
