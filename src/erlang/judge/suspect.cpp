#include "erlang/judge/suspect.h"

#include "erlang/judge/other_writers.h"
#include "erlang/judge/own_key.h"

namespace dh::erlang {

bool Suspect::is_about_whole_table() const {
  const SymTable& syms = context.races.syms;
  return pair.same == Same::likely && !state.messages &&
         (syms.has_any(pair.read_location.key) || syms.has_any(pair.write_location.key)) &&
         pair.read_location.table != syms.any();
}

TableSharing Suspect::table() const {
  return table_.get([&] { return table_sharing(context, pair); });
}

const Runner& Suspect::runner() const {
  return runner_.get([&] { return runner_of(context, pair); });
}

const SingleProcess& Suspect::single() const {
  return single_.get([&] { return single_process(context, pair, runner()); });
}

const LockedOut& Suspect::locked() const {
  return locked_.get([&] { return locked_out(context, pair); });
}

const std::optional<OtherWrites>& Suspect::without_name() const {
  return without_name_.get([&] { return writes_without_name(context, pair, runner()); });
}

const std::optional<OtherWrites>& Suspect::without_own_key() const {
  return without_own_key_.get([&]() -> std::optional<OtherWrites> {
    if (!has_own_key(context, pair)) return std::nullopt;
    return other_writes(context, pair, [&](const LoggedWrite& other) {
      return can_interfere(pair, other) && !context.races.syms.has_self(other.location.key);
    });
  });
}

Caught Suspect::caught() const {
  return caught_.get([&] { return caught_above(context, pair); });
}

}  // namespace dh::erlang
