#include "erlang/judge/level.h"

#include "erlang/judge/harm.h"
#include "erlang/judge/other_writers.h"
#include "erlang/judge/runs.h"
#include "erlang/judge/written_back.h"

namespace dh::erlang {

namespace {

constexpr int kErrorFrom = 80;
constexpr int kErrorFromIfHarmIsCertain = 65;

// Set up once, or a value that every process would write.
bool is_harmless(const Suspect& s) {
  if (at_start(s.context, s.pair) && !s.context.roles.at_start_of_many(s.pair.frame)) return true;
  if (fills_cache(s) || writes_time(s) || writes_back_value_read(s.context, s.pair)) return true;
  return constant_write(s.context, s.pair) == ConstantWrite::repeated;
}

// The new value is computed from the old one, or is something that nobody else has: whatever another process
// wrote in between is gone.
bool loses_update(const Suspect& s) {
  if (s.effect != Effect::act || s.pair.same != Same::yes) return false;
  return is_fresh(s.context, s.pair.value) || (s.pair.is(PairFact::data) && !normalizes_value(s));
}

// The walk through a table raises an error.
bool fails_walk(const Suspect& s) {
  return s.state.shared_reads && s.effect == Effect::failing;
}

}  // namespace

Level highest_level(const Suspect& suspect, int confidence) {
  if (is_harmless(suspect)) return Level::note;
  bool certain = loses_update(suspect) || fails_walk(suspect);
  return confidence >= (certain ? kErrorFromIfHarmIsCertain : kErrorFrom) ? Level::error : Level::warning;
}

}  // namespace dh::erlang
