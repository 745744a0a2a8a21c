#include "exo/report.h"

#include <fmt/format.h>

#include <set>

#include "exo/barrier_fix.h"
#include "exo/factors.h"

namespace dh::exo {

namespace {

// The text of a span on one line, however it was wrapped.
std::string source_text(const Kernel& k, FrameId frame, Span span) {
  std::string_view text = k.frames[frame].proc->module->file.text().substr(span.begin, span.end - span.begin);
  std::string out;
  for (char c : text) {
    bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (space && (out.empty() || out.back() == ' ')) continue;
    out += space ? ' ' : c;
  }
  return out.size() > 80 ? out.substr(0, 77) + "..." : out;
}

// What the site touches, as written: the target of an assignment, or the expression read.
std::string site_text(const Kernel& k, const Site& site) {
  return source_text(k, site.frame, site.span);
}

const char* verb(AccessKind kind) {
  switch (kind) {
    case AccessKind::read:
      return "reads";
    case AccessKind::write:
      return "writes";
    case AccessKind::update:
      return "adds to";
    case AccessKind::other:
      break;
  }
  return "accesses";
}

std::string loop_text(const Kernel& k, NodeId construct) {
  const Node& node = k.nodes[construct];
  return fmt::format("{} loop at line {}", node.is_fork() ? "fork" : "par",
                     k.place(node.frame, node.stmt->span).line);
}

const char* thread_word(const Kernel& k, NodeId construct) {
  return k.nodes[construct].is_fork() ? "thread" : "iteration";
}

// "tid = 1", or "block = 0, thread = 3" where a thread has several numbers.
std::string thread_numbers(const Kernel& k, NodeId construct, const std::vector<int64_t>& thread) {
  const std::string& var = k.formulas.vars[k.nodes[construct].var].name;
  return fmt::format("{} = {}", var, fmt::join(thread, ", "));
}

std::vector<dh::Frame> stack_of(const Kernel& k, FrameId frame, Span span) {
  std::vector<dh::Frame> stack;
  if (k.frames[frame].call == nullptr) return stack;
  for (FrameId at = frame; at.valid(); at = k.frames[at].parent) {
    stack.push_back({std::string(k.frames[at].proc->name), k.place(at, span), {}});
    if (k.frames[at].call != nullptr) span = k.frames[at].call->span;
  }
  return stack;
}

// Where the user would look for code: the body of an instruction stands for hardware, so what happens there
// happens at its call.
struct UserPlace {
  FrameId frame;
  Span span;
  bool in_instr = false;
};

UserPlace user_place(const Kernel& k, FrameId frame, Span span) {
  UserPlace result{frame, span, false};
  for (FrameId at = frame; k.frames[at].call != nullptr; at = k.frames[at].parent) {
    if (k.frames[at].proc->origin != ProcOrigin::instr) continue;
    result = {k.frames[at].parent, k.frames[at].call->span, true};
  }
  return result;
}

// What the site accesses, in names the user wrote: inside an instruction, the buffer that was passed to it.
std::string user_text(const Kernel& k, const Site& site) {
  UserPlace at = user_place(k, site.frame, site.span);
  if (!at.in_instr) return site_text(k, site);
  FrameId frame = site.frame;
  while (k.frames[frame].parent != at.frame) frame = k.frames[frame].parent;
  return fmt::format("{} in {}(...)", k.buffers[site.buffer].name, k.frames[frame].call->name);
}

Access access_of(const Kernel& k, const Site& site, std::string thread) {
  UserPlace at = user_place(k, site.frame, site.span);
  Access access;
  access.kind = site.kind;
  access.place = k.place(at.frame, at.span);
  access.description = fmt::format("{} {}", verb(site.kind), site_text(k, site));
  if (at.in_instr) {
    access.description += fmt::format(" of {} by this instruction", k.buffers[site.buffer].name);
  }
  access.symbol = std::string(k.frames[at.frame].proc->name);
  access.thread = std::move(thread);
  access.stack = stack_of(k, site.frame, site.span);
  return access;
}

std::string cell_text(const std::string& buffer, const std::vector<int64_t>& cell) {
  return cell.empty() ? buffer : fmt::format("{}[{}]", buffer, fmt::join(cell, ", "));
}

SharedThing shared_thing(const Kernel& k, BufferId id) {
  const Buffer& buffer = k.buffers[id];
  if (buffer.is_config) return {"config field", buffer.name};
  return {"cell", fmt::format("{}.{}", k.proc->name, buffer.name)};
}

std::string barrier_line(const Stmt* barrier, const Kernel& k) {
  // Barriers of callees are in other files, perhaps: the line alone would mislead.
  for (NodeId id(0); id.index() < k.nodes.size(); ++id.value) {
    const Node& node = k.nodes[id];
    if (node.kind == NodeKind::barrier && node.stmt == barrier) {
      return fmt::format("line {}", k.place(node.frame, barrier->span).line);
    }
  }
  return "in a callee";
}

std::string interval_text(const Kernel& k, const Conflict& conflict) {
  // Barriers are counted as a thread meets them: the same line comes again in the next iteration.
  std::string from = "the start of the threads";
  if (conflict.barrier_before != nullptr) {
    from = fmt::format("barrier {} ({})", conflict.interval, barrier_line(conflict.barrier_before, k));
  }
  std::string to = "their end";
  if (conflict.barrier_after != nullptr) {
    to = fmt::format("barrier {} ({})", conflict.interval + 1, barrier_line(conflict.barrier_after, k));
  }
  return fmt::format("barrier interval {}, from {} to {}", conflict.interval, from, to);
}

// Every value is shown once: the steps refer to the first and the second thread.
Witness witness_of(const Kernel& k, const Race& race, const RaceWitness& from) {
  const Site& first = k.sites[race.first];
  const Site& second = k.sites[race.second];
  const char* who = thread_word(k, race.construct);
  Witness witness;
  witness.summary = fmt::format("two {}s reach the same cell at the same time", who);
  for (const NamedValue& value : from.arguments) witness.values.emplace_back(value.name, value.value);
  const std::string& var = k.formulas.vars[k.nodes[race.construct].var].name;
  auto side = [&](std::string_view name, const std::vector<int64_t>& thread,
                  const std::vector<NamedValue>& loops) {
    witness.values.emplace_back(fmt::format("{} {}: {}", name, who, var),
                                fmt::format("{}", fmt::join(thread, ", ")));
    for (const NamedValue& value : loops) {
      witness.values.emplace_back(fmt::format("{} {}: {}", name, who, value.name), value.value);
    }
  };
  side("first", from.first_thread, from.first_loops);
  side("second", from.second_thread, from.second_loops);
  witness.values.emplace_back("cell", cell_text(k.buffers[first.buffer].name, from.cell));
  auto step = [&](const Site& site, std::string_view name) {
    UserPlace at = user_place(k, site.frame, site.span);
    witness.steps.push_back(fmt::format("the {} {} {} it in line {}: {}", name, who, verb(site.kind),
                                        k.place(at.frame, at.span).line, site_text(k, site)));
  };
  step(first, "first");
  step(second, "second");
  if (k.nodes[race.construct].is_fork() && from.conflict) {
    witness.steps.push_back(
        fmt::format("no barrier orders them: both are in {}", interval_text(k, *from.conflict)));
  } else {
    witness.steps.push_back("nothing orders them");
  }
  return witness;
}

std::string barrier_text(const BarrierAdvice& barrier) {
  return fmt::format("a Barrier() {} {} {}", barrier.before ? "before" : "after",
                     barrier.block ? "the block that begins in line" : "line", barrier.place.line);
}

std::string fix_text(const Kernel& k, const Fix& fix) {
  std::vector<std::string> parts;
  for (const BarrierAdvice& barrier : fix.barriers) parts.push_back(barrier_text(barrier));
  for (const std::string& condition : fix.asserts) {
    parts.push_back(fmt::format("`assert {}` at the head of '{}'", condition, k.proc->name));
  }
  bool one = parts.size() == 1;
  return fmt::format("{} {} every race of this loop", fmt::join(parts, " and "),
                     one ? "removes" : "together remove");
}

std::string hint_of(const Kernel& k, const RaceGroup& group, const std::vector<Fix>& fixes) {
  const Site& first = k.sites[group.races[0].first];
  const Site& second = k.sites[group.races[0].second];
  const Buffer& buffer = k.buffers[group.buffer];
  bool fork = k.nodes[group.construct].is_fork();
  std::vector<std::string> hints;
  if (!buffer.static_memory.empty()) {
    hints.push_back(
        fmt::format("'{}' is in {}, which has one storage for all threads: use a stack memory, for example "
                    "DRAM_STACK",
                    buffer.name, buffer.static_memory));
  }
  if (first.kind == AccessKind::update && second.kind == AccessKind::update) {
    hints.push_back(
        "both only add: give each thread a private accumulator and add the accumulators up when the threads "
        "have ended");
  }
  for (const Fix& fix : fixes) hints.push_back(fix_text(k, fix));
  if (hints.empty()) {
    hints.push_back(fork ? "let each thread write cells of its own, or separate the accesses by a Barrier()"
                         : "make the iterations access different cells, or run the loop with seq");
  }
  return fmt::format("{}", fmt::join(hints, "; or: "));
}

constexpr size_t kMaxOtherPlaces = 6;  // of a group, beside the two accesses that are shown

// The other accesses of the group, each place once.
void add_other_places(const Kernel& k, const RaceGroup& group, Finding& finding) {
  std::set<Place> known;
  for (const Access& access : finding.accesses) known.insert(access.place);
  for (const Race& race : group.races) {
    for (SiteId id : {race.first, race.second}) {
      const Site& site = k.sites[id];
      UserPlace at = user_place(k, site.frame, site.span);
      Place place = k.place(at.frame, at.span);
      if (finding.related.size() >= kMaxOtherPlaces || !known.insert(place).second) continue;
      finding.related.push_back({place, fmt::format("also {} {}", verb(site.kind), site_text(k, site))});
    }
  }
}

std::string group_text(const Kernel& k, const RaceGroup& group) {
  if (group.pairs < 2) return {};
  return fmt::format(" ({}{} pairs of accesses to {} race here)", group.counted_all ? "" : "more than ",
                     group.pairs, k.buffers[group.buffer].name);
}

}  // namespace

std::optional<Finding> race_finding(Kernel& k, Solver& solver, const RaceGroup& group,
                                    const std::vector<Fix>& fixes) {
  const Race& found = group.races[0];
  RaceWitness from = make_witness(k, solver, found);
  if (from.replay == Replay::refuted) return std::nullopt;
  const char* who = thread_word(k, found.construct);
  Access first = access_of(k, k.sites[found.first], fmt::format("the first {}", who));
  Access second = access_of(k, k.sites[found.second], fmt::format("the second {}", who));
  bool second_primary = (first.kind == AccessKind::read) != (second.kind == AccessKind::read)
                            ? first.kind == AccessKind::read
                            : second.place < first.place;
  const Site* primary = &k.sites[found.first];
  const Site* other = &k.sites[found.second];
  if (second_primary) {
    std::swap(first, second);
    std::swap(primary, other);
  }
  Finding finding;
  finding.rule = Rule::exo_race;
  finding.witness = witness_of(k, found, from);
  finding.accesses = {std::move(first), std::move(second)};
  finding.place = finding.accesses[0].place;
  finding.shared = shared_thing(k, group.buffer);
  std::string_view change = primary->kind == AccessKind::update ? "add to" : "write";
  if (found.first == found.second) {
    finding.message = fmt::format("two {}s of the {} can {} the same cell of {} at the same time: {}", who,
                                  loop_text(k, found.construct), change, k.buffers[group.buffer].name,
                                  user_text(k, *primary));
  } else {
    finding.message =
        fmt::format("one {} of the {} can {} {} while another {} {}", who, loop_text(k, found.construct),
                    change, user_text(k, *primary), verb(other->kind), user_text(k, *other));
  }
  finding.message += group_text(k, group);
  add_other_places(k, group, finding);
  for (const Fix& fix : fixes) {
    for (const BarrierAdvice& barrier : fix.barriers) {
      finding.related.push_back(
          {barrier.place,
           fmt::format("a Barrier() {} this {} {} the races", barrier.before ? "before" : "after",
                       barrier.block ? "block" : "statement",
                       fix.barriers.size() + fix.asserts.size() == 1 ? "removes" : "helps to remove")});
    }
  }
  finding.hint = hint_of(k, group, fixes);
  finding.fix = barrier_fix(k, group.construct, fixes);
  finding.confidence =
      confidence_of(from.replay == Replay::confirmed ? ExoFactor::replayed : ExoFactor::not_replayed);
  return finding;
}

std::optional<Finding> divergence_finding(Kernel& k, Solver& solver, const DivergentBarrier& barrier) {
  DivergenceWitness from = make_witness(k, solver, barrier);
  if (from.replay == Replay::refuted) return std::nullopt;
  const Node& node = k.nodes[barrier.barrier];
  Finding finding;
  finding.rule = Rule::exo_barrier_divergence;
  finding.place = k.place(node.frame, node.stmt->span);
  finding.message = fmt::format("not all threads of the {} reach this Barrier(): the others wait forever",
                                loop_text(k, barrier.construct));
  finding.shared = {"barrier", std::string(k.frames[node.frame].proc->name)};
  Access reaches;
  reaches.kind = AccessKind::other;
  reaches.place = finding.place;
  reaches.description = "waits at the barrier";
  reaches.symbol = std::string(k.frames[node.frame].proc->name);
  reaches.thread = "the first thread";
  reaches.stack = stack_of(k, node.frame, node.stmt->span);
  finding.accesses.push_back(std::move(reaches));
  const Node& construct = k.nodes[barrier.construct];
  finding.related.push_back({k.place(construct.frame, construct.stmt->span), "the threads are forked here"});
  Witness witness;
  witness.summary = fmt::format("thread {} reaches the barrier, thread {} does not",
                                thread_numbers(k, barrier.construct, from.first_thread),
                                thread_numbers(k, barrier.construct, from.second_thread));
  for (const NamedValue& value : from.arguments) witness.values.emplace_back(value.name, value.value);
  for (const NamedValue& value : from.loops) witness.values.emplace_back(value.name, value.value);
  finding.witness = std::move(witness);
  finding.hint = "move the barrier out of what depends on the thread number";
  finding.confidence = confidence_of(ExoFactor::decided);
  return finding;
}

Finding undecided_finding(const Kernel& k, const Undecided& undecided) {
  Finding finding;
  finding.rule = Rule::exo_unknown;
  const Node& construct = k.nodes[undecided.construct];
  finding.place = k.place(construct.frame, construct.stmt->span);
  finding.shared = {"loop", std::string(k.proc->name)};
  if (undecided.first.valid()) {
    const Site* first = &k.sites[undecided.first];
    const Site* second = &k.sites[undecided.second];
    if (first->kind == AccessKind::read) std::swap(first, second);
    const char* who = thread_word(k, undecided.construct);
    finding.accesses.push_back(access_of(k, *first, fmt::format("one {}", who)));
    finding.accesses.push_back(access_of(k, *second, fmt::format("another {}", who)));
    finding.place = finding.accesses[0].place;
    finding.shared = shared_thing(k, first->buffer);
    finding.message =
        fmt::format("whether {} and {} can meet in the {} could not be decided: {}", site_text(k, *first),
                    site_text(k, *second), loop_text(k, undecided.construct), undecided.reason);
    if (undecided.pairs > 1) {
      finding.message += fmt::format(" (and {} more pairs of accesses to {})", undecided.pairs - 1,
                                     k.buffers[first->buffer].name);
    }
  } else if (undecided.barrier.valid()) {
    const Node& node = k.nodes[undecided.barrier];
    finding.place = k.place(node.frame, node.stmt->span);
    finding.message =
        fmt::format("whether all threads of the {} reach this Barrier() could not be decided: {}",
                    loop_text(k, undecided.construct), undecided.reason);
  } else if (undecided.call != nullptr) {
    finding.place = k.place(undecided.call_frame, undecided.call->span);
    finding.message =
        fmt::format("the {} could not be decided: {}", loop_text(k, undecided.construct), undecided.reason);
  } else {
    finding.message =
        fmt::format("the {} could not be decided: {}", loop_text(k, undecided.construct), undecided.reason);
  }
  finding.hint =
      undecided.hint.empty() ? "simplify the indices or conditions, or raise loop-budget" : undecided.hint;
  finding.confidence = confidence_of(ExoFactor::undecided);
  return finding;
}

Finding redundant_finding(const Kernel& k, NodeId barrier) {
  const Node& node = k.nodes[barrier];
  Finding finding;
  finding.rule = Rule::exo_redundant_barrier;
  finding.place = k.place(node.frame, node.stmt->span);
  finding.message =
      "no pair of accesses needs this Barrier(): without it, the others in place, there is no race";
  finding.shared = {"barrier", std::string(k.frames[node.frame].proc->name)};
  finding.hint = "remove it, and check again before removing another one";
  finding.confidence = confidence_of(ExoFactor::decided);
  return finding;
}

Finding vacuous_finding(const Kernel& k) {
  Finding finding;
  finding.rule = Rule::exo_vacuous;
  const Proc& proc = *k.proc;
  finding.place = proc.module->file.place({proc.asserts.front()->span.begin, proc.asserts.front()->span.end});
  finding.message = fmt::format(
      "the preconditions of '{}' contradict each other: no call is legal, so every check of it "
      "holds for want of cases",
      proc.name);
  finding.shared = {"proc", std::string(proc.name)};
  finding.hint = "correct the assert lines (sizes are at least 1)";
  finding.confidence = confidence_of(ExoFactor::decided);
  return finding;
}

}  // namespace dh::exo
