// How a pair goes wrong, in steps that can happen: what the other process does is not always the same again.
#include <algorithm>

#include "erlang/judge/races.h"

namespace dh::erlang {
namespace {

// It leaves nothing there, although it may give what was there: ets:take/2.
bool takes_away(const OperationModel* op) {
  return op != nullptr && (op->effect == Effect::remove || (op->existing && op->objects));
}

}  // namespace

// Nobody else does what the pair does; who disturbs it does something else.
bool Judge::done_by_one(const Pair& pair) const {
  if (pair.owned || roles.under_name(pair.frame) || own_key(pair)) return true;
  auto process = process_of(pair);
  return process && (process->only_one() || own_table(pair, *process));
}

// Whoever can be told of as the other process: one that changes the datum as surely as possible.
std::optional<Site> Judge::another_writer(const Pair& pair) const {
  Datum ours = races.in_program_terms(pair.act_datum, pair.frame);
  Datum seen = races.in_program_terms(pair.read_datum, pair.frame);
  bool walk = races.model.states[pair.state].shared_reads, by_one = done_by_one(pair);
  bool removal = effect_of(pair) == Effect::remove, constant = writes_constant(pair);
  auto process = process_of(pair);
  using Rank = std::tuple<bool, bool, bool, bool, Same, bool, Same, bool>;
  std::optional<std::pair<Rank, Site>> best;
  constexpr size_t kMostLooks = 1000;  // among so many there is one that will do
  size_t looks = 0;
  // After what the look has found it can do something, and to this key as far as is seen.
  auto fits = [&](const LoggedAct& other, Same same) {
    const Call& call = races.core.function(other.site.function).calls[other.site.call];
    bool only_new = call.kind == CallKind::named && races.model.claims.contains(call.callee);
    bool other_key = same == Same::unknown && races.syms.has_constant(other.datum.key) &&
                     !races.syms.share_constant(ours.key, other.datum.key);
    return matters(pair, other) && (pair.absent || !only_new) && !other_key;
  };
  auto look_at = [&](Same table, const LoggedAct& other) {
    if (roles.of(other.frame).empty()) return;
    if (!pair.spawned && races.syms.share_self(ours.key, other.datum.key)) return;
    bool removes = takes_away(other.operation);
    // A walk fails when its object goes; what is removed has to have been written for that to be a loss.
    if (walk ? !removes : removal && removes) return;
    if (by_one && (other.owned || (process && process_of(other) == process))) return;
    if (constant && other.value == pair.value) return;
    Same same = walk ? Same::likely : races.syms.compare(ours.key, other.datum.key, pair.frame);
    if (same == Same::no || (!walk && races.syms.compare(seen.key, other.datum.key, pair.frame) == Same::no))
      return;
    bool near = races.core.module_index(other.site.function) == races.core.module_index(pair.act.function);
    Rank rank{walk || fits(other, same),
              removes == walk,
              !roles.only_tested(other.frame),
              !at_start(other),
              table,
              other.site != pair.act,
              same,
              near};
    if (!best || rank > best->first || (rank == best->first && other.site < best->second))
      best = {rank, other.site};
  };
  for (uint32_t state = 0; state < acts_of_.size(); ++state) {
    const StateModel& model = races.model.states[state];
    if (walk ? !model.ets_tables || model.shared_reads : state != pair.state) continue;
    for (const auto& [table, acts] : acts_of_[state]) {
      if (!same_table(state, ours.table, table)) continue;
      Same sure = races.syms.compare(ours.table, table, FunctionId(0));
      for (uint32_t index : acts) {
        if (++looks > kMostLooks) break;
        look_at(sure, races.acts[index]);
      }
    }
  }
  if (!best) return std::nullopt;
  return best->second;
}

// Whoever does it writes the same.
bool Judge::writes_constant(const Pair& pair) const {
  const Sym& value = races.syms[pair.value];
  return !pair.data && effect_of(pair) == Effect::act && !value.open && !value.fleeting;
}

namespace {

// Tells of one pair.
class Teller {
 public:
  Teller(const Judge& judge, const Pair& pair)
      : r_(judge.races), judge_(judge), pair_(pair), state_(r_.model.states[pair.state]) {
    read_ = fmt::format("{} of {}", operation_name(r_, pair.read), shown_datum(r_, pair));
    act_ = operation_name(r_, pair.act);
  }

  Story tell() {
    Effect effect = judge_.effect_of(pair_);
    if (state_.rule == Rule::erlang_alive_check) return ended();
    if (state_.shared_reads) return gone();
    if (effect == Effect::failing || effect == Effect::answers) return failed(effect == Effect::answers);
    if (effect == Effect::remove) return removed();
    bool by_one = judge_.done_by_one(pair_);
    if (!by_one && is_whole_look() && !pair_.data) return outdated();
    if (!by_one && !judge_.writes_constant(pair_)) return overwritten_alike();
    return overwritten(by_one);
  }

 private:
  bool is_whole_look() const {
    return pair_.read_datum.key == r_.syms.any() && pair_.act_datum.key != r_.syms.any();
  }

  void step(int process, const std::string& what) {
    story_.witness.steps.push_back(fmt::format("process {}: {}", process, what));
  }
  void both_look() {
    step(1, read_);
    step(2, read_ + ", with the same answer");
  }
  Story done(std::string summary, std::string harm, std::string between = {}) {
    story_.witness.summary = std::move(summary);
    story_.harm = std::move(harm);
    story_.between = between.empty() ? "another process can change it in between" : std::move(between);
    return std::move(story_);
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
    step(1, act_ + " fails");
    return done("The process is there when it is looked for, and gone when it is used.", "the call may fail",
                "the process can end in between");
  }

  Story gone() {
    auto other = judge_.another_writer(pair_);
    step(1, read_);
    step(2, other ? done_at(*other) + ", of the object that process 1 is at"
                  : "deletes the object that process 1 is at");
    step(1, act_ + " fails");
    return done("The object is there when the walk comes to it, and gone when it goes on.",
                "the call may fail", "another process can delete the object in between");
  }

  Story failed(bool answers) {
    both_look();
    step(2, act_);
    step(1, act_ + (answers ? " is refused, and nobody looks at the answer" : " fails"));
    return done("Two processes both see the old state; the second to act fails.", "the call may fail");
  }

  Story removed() {
    auto other = judge_.takes_one_of_many(pair_) ? std::nullopt : judge_.another_writer(pair_);
    if (!other && pair_.used_after) {
      both_look();
      step(2, act_);
      step(1, act_ + " finds nothing left to remove: both go on with what they saw");
      return done("Two processes both see it before one of them removes it.", "both may take it");
    }
    step(1, read_);
    step(2, other ? done_at(*other) : "writes " + shown_datum(r_, pair_) + " anew");
    step(1, act_ + " removes what process 2 wrote");
    return done("What another process writes after the look is removed unseen.", "an update may be lost");
  }

  Story outdated() {
    both_look();
    step(2, act_ + ", of another key");
    step(1, act_ + ", although what it saw of the whole is no longer so");
    return done("Two processes both see the old state of the whole; only the first may act on it.",
                "what it saw may no longer be so");
  }

  Story overwritten_alike() {
    both_look();
    step(2, act_);
    step(1, act_ + (state_.messages ? " undoes what process 2 did" : " overwrites what process 2 wrote"));
    return done("Two processes both see the old state; what the first wrote is lost.",
                "an update may be lost");
  }

  // By somebody who does something else.
  Story overwritten(bool by_one) {
    auto other = judge_.another_writer(pair_);
    if (!other && !by_one) {
      both_look();
      step(2, act_);
      step(1, act_ + " writes the same once more");
      if (pair_.used_after)
        return done("Two processes both see the old state, and both go on with it.", "both may take it");
      return done("Two processes both see the old state, and both write.", "it may be done twice");
    }
    step(1, read_);
    step(2, other ? done_at(*other) : "writes " + shown_datum(r_, pair_));
    bool gone = other && takes_away(r_.operation_at(*other, pair_.state));
    step(1, act_ + (gone ? " brings back what process 2 removed" : " overwrites what process 2 wrote"));
    return done("What another process does after the look is lost.", "an update may be lost");
  }

  const Races& r_;
  const Judge& judge_;
  const Pair& pair_;
  const StateModel& state_;
  std::string read_, act_;
  Story story_;
};

}  // namespace

Story tell(const Judge& judge, const Pair& pair) {
  return Teller(judge, pair).tell();
}

}  // namespace dh::erlang
