#include "erlang/judge/story.h"

#include "erlang/judge/other_writers.h"
#include "erlang/judge/report_race.h"
#include "erlang/judge/runs.h"
#include "erlang/judge/single_process.h"
#include "erlang/judge/table_sharing.h"

namespace dh::erlang {
namespace {

// It leaves nothing there, although it may give what was there: ets:take/2.
bool takes_away(const OperationModel* op) {
  return op != nullptr && (op->effect == Effect::remove || (op->existing && op->objects));
}

// It does nothing where there is an entry: ets:insert_new/2, which answers true to who has made one.
bool creates_only(const JudgeContext& context, const Call& call) {
  auto claim = context.races.model.claims.find(call.callee);
  return claim != context.races.model.claims.end() && context.races.core.text(claim->second) == "true";
}

// Every process that runs the write writes the same value.
bool writes_constant(const JudgeContext& context, const Pair& pair) {
  const Sym& value = context.races.syms[pair.value];
  return !pair.is(PairFact::data) && effect_of(context, pair) == Effect::act && !value.open &&
         !value.fleeting;
}

// The other process of the story: one that changes the key as surely as possible.
std::optional<Site> another_writer(const JudgeContext& context, const Pair& pair) {
  Location ours = context.races.in_program_terms(pair.write_location, pair.frame);
  Location seen = context.races.in_program_terms(pair.read_location, pair.frame);
  bool walk = context.races.model.states[pair.state].shared_reads,
       by_one = is_done_by_one_process(context, pair);
  bool removal = effect_of(context, pair) == Effect::remove, constant = writes_constant(context, pair);
  auto process = process_of(context, pair);
  using Rank = std::tuple<bool, bool, bool, bool, Same, bool, Same, bool>;
  std::optional<std::pair<Rank, Site>> best;
  constexpr size_t kMaxLooks = 1000;  // among so many there is one that fits
  size_t looks = 0;
  // It can do something in the state that the read has found, and to this key as far as is known.
  auto fits = [&](const LoggedWrite& other, Same same) {
    const Call& call = context.races.core.function(other.site.function).calls[other.site.call];
    bool only_new = call.kind == CallKind::named && creates_only(context, call);
    bool other_key = same == Same::unknown && context.races.syms.has_constant(other.location.key) &&
                     !context.races.syms.share_constant(ours.key, other.location.key);
    return can_interfere(pair, other) && (pair.is(PairFact::after_finding_nothing) || !only_new) &&
           !other_key;
  };
  auto look_at = [&](Same table, const LoggedWrite& other) {
    if (context.roles.of(other.frame).empty()) return;
    if (!pair.is(PairFact::spawned) && context.races.syms.share_self(ours.key, other.location.key)) return;
    bool removes = takes_away(other.operation);
    // A walk fails when its object goes; what is removed has to have been written for that to be a loss.
    if (walk ? !removes : removal && removes) return;
    if (by_one && (other.owned || (process && process_of(context, other) == process))) return;
    if (process && makes_same_table(context, pair, *process, other)) return;
    if (constant && other.value == pair.value) return;
    Same same = walk ? Same::likely : context.races.syms.compare(ours.key, other.location.key, pair.frame);
    if (same == Same::no ||
        (!walk && context.races.syms.compare(seen.key, other.location.key, pair.frame) == Same::no))
      return;
    bool near = context.races.core.module_index(other.site.function) ==
                context.races.core.module_index(pair.write.function);
    Rank rank{walk || fits(other, same),
              removes == walk,
              !context.roles.only_tested(other.frame),
              !at_start(context, other),
              table,
              other.site != pair.write,
              same,
              near};
    if (!best || rank > best->first || (rank == best->first && other.site < best->second))
      best = {rank, other.site};
  };
  for (uint32_t state = 0; state < context.writes_of.size(); ++state) {
    const StateModel& model = context.races.model.states[state];
    if (walk ? !model.ets_tables || model.shared_reads : state != pair.state) continue;
    for (const auto& [table, writes] : context.writes_of[state]) {
      if (!same_table(context, state, ours.table, table)) continue;
      Same sure = context.races.syms.compare(ours.table, table, FunctionId(0));
      for (uint32_t index : writes) {
        if (++looks > kMaxLooks) break;
        look_at(sure, context.races.writes[index]);
      }
    }
  }
  if (!best) return std::nullopt;
  return best->second;
}

// The story of one pair.
class Teller {
 public:
  Teller(const JudgeContext& context, const Pair& pair, std::string write)
      : r_(context.races),
        context_(context),
        pair_(pair),
        state_(r_.model.states[pair.state]),
        named_write_(std::move(write)) {
    read_ = fmt::format("{} of {}", operation_name(r_, pair.read), shown_location(r_, pair));
    write_ = operation_name(r_, pair.write);
  }

  Story tell() {
    Effect effect = effect_of(context_, pair_);
    if (state_.rule == Rule::erlang_alive_check) return ended();
    if (state_.shared_reads) return gone();
    if (effect == Effect::failing || effect == Effect::answers) return failed(effect == Effect::answers);
    if (effect == Effect::remove) return removed();
    bool by_one = is_done_by_one_process(context_, pair_);
    if (!by_one && is_whole_look() && !pair_.is(PairFact::data)) return outdated();
    if (!by_one && !writes_constant(context_, pair_)) return overwritten_alike();
    return overwritten(by_one);
  }

 private:
  bool is_whole_look() const {
    return pair_.read_location.key == r_.syms.any() && pair_.write_location.key != r_.syms.any();
  }

  void step(int process, const std::string& what) {
    story_.witness.steps.push_back(fmt::format("process {}: {}", process, what));
  }
  void both_look() {
    step(1, read_);
    step(2, read_ + ", with the same answer");
  }
  Story done(std::string summary, std::string title) {
    story_.witness.summary = std::move(summary);
    story_.title = std::move(title);
    return std::move(story_);
  }

  std::string read_name() const { return operation_name(r_, pair_.read); }
  std::string location() const { return short_location(r_, pair_); }
  Story both_take(std::string summary) {
    std::string what = is_whole_look() ? "the same entry of " + location() : location();
    return done(std::move(summary), fmt::format("two processes can both take {}: both pass {} before {}",
                                                what, read_name(), named_write_));
  }
  // "ets:insert/2 can overwrite a concurrent update of hits[Page]"
  Story update_is_lost(std::string summary, std::string_view lose) {
    if (!state_.messages)
      return done(std::move(summary),
                  fmt::format("{} can {} a concurrent update of {}", named_write_, lose, location()));
    return done(std::move(summary),
                fmt::format("{} can undo a concurrent update: its value was computed from an earlier {}",
                            named_write_, read_name()));
  }

  // What somebody else does: "ets:insert/2 in cache:set/2, line 12".
  std::string done_at(Site site) const {
    const Call& call = r_.core.function(site.function).calls[site.call];
    return fmt::format("{} in {}, line {}", operation_name(r_, site), r_.core.name_of(site.function),
                       r_.core.module_of(site.function).place(call.place).line);
  }

  Story ended() {
    step(1, read_);
    story_.witness.steps.push_back("the process ends");
    step(1, write_ + " fails");
    return done("The process is there when it is looked for, and gone when it is used.",
                fmt::format("{} can fail: the process can end after {}", named_write_, read_name()));
  }

  Story gone() {
    auto other = another_writer(context_, pair_);
    step(1, read_);
    step(2, other ? done_at(*other) + ", of the object that process 1 is at"
                  : "deletes the object that process 1 is at");
    step(1, write_ + " fails");
    return done("The object is there when the walk comes to it, and gone when it goes on.",
                fmt::format("{} can fail: another process can delete the object that {} found in {}",
                            named_write_, read_name(), location()));
  }

  Story failed(bool answers) {
    both_look();
    step(2, write_);
    step(1, write_ + (answers ? " is refused, and nobody looks at the answer" : " fails"));
    return done("Two processes both see the old state; the second to act fails.",
                fmt::format("{} can fail: another process can change {} after {}", named_write_, location(),
                            read_name()));
  }

  Story removed() {
    auto other = takes_one_of_many(context_, pair_) ? std::nullopt : another_writer(context_, pair_);
    if (!other && pair_.is(PairFact::used_after)) {
      both_look();
      step(2, write_);
      step(1, write_ + " finds nothing left to remove: both go on with what they saw");
      return both_take("Two processes both see it before one of them removes it.");
    }
    step(1, read_);
    step(2, other ? done_at(*other) : "writes " + shown_location(r_, pair_) + " again");
    step(1, write_ + " removes what process 2 wrote");
    return update_is_lost("What another process writes after the read is removed unseen.", "remove");
  }

  Story outdated() {
    both_look();
    step(2, write_ + ", of another key");
    step(1, write_ + ", although what it saw of the whole is no longer so");
    return done("Two processes both see the old state of the whole; only the first may act on it.",
                fmt::format("{} can act on a stale {} of {}", named_write_, read_name(), location()));
  }

  Story overwritten_alike() {
    both_look();
    step(2, write_);
    step(1, write_ + (state_.messages ? " undoes what process 2 did" : " overwrites what process 2 wrote"));
    return update_is_lost("Two processes both see the old state; what the first wrote is lost.", "overwrite");
  }

  // By a process that does something else.
  Story overwritten(bool by_one) {
    auto other = another_writer(context_, pair_);
    if (!other && !by_one) {
      both_look();
      step(2, write_);
      step(1, write_ + " writes the same once more");
      if (pair_.is(PairFact::used_after))
        return both_take("Two processes both see the old state, and both go on with it.");
      return done("Two processes both see the old state, and both write.",
                  fmt::format("two processes can both pass {} of {} and both call {}", read_name(),
                              location(), named_write_));
    }
    step(1, read_);
    step(2, other ? done_at(*other) : "writes " + shown_location(r_, pair_));
    bool gone = other && takes_away(r_.operation_at(*other, pair_.state));
    step(1, write_ + (gone ? " brings back what process 2 removed" : " overwrites what process 2 wrote"));
    if (gone && !state_.messages)
      return done(
          "What another process removes after the read comes back.",
          fmt::format("{} can bring {} back after another process removed it", named_write_, location()));
    return update_is_lost("What another process writes after the read is lost.", "overwrite");
  }

  const Races& r_;
  const JudgeContext& context_;
  const Pair& pair_;
  const StateModel& state_;
  std::string named_write_;  // in the title
  std::string read_, write_;
  Story story_;
};

}  // namespace

Story tell(const JudgeContext& context, const Pair& pair, std::string write) {
  return Teller(context, pair, std::move(write)).tell();
}

}  // namespace dh::erlang
