#include "exo/report.h"

#include <fmt/format.h>

#include <algorithm>

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

std::string thread_name(const Kernel& k, NodeId construct, int64_t thread) {
  const Node& node = k.nodes[construct];
  std::string_view var = k.formulas.vars[node.var].name;
  return fmt::format("{} {} = {} of the {}", node.is_fork() ? "thread" : "iteration", var, thread,
                     loop_text(k, construct));
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

Access access_of(const Kernel& k, const Site& site, std::string thread) {
  Access access;
  access.kind = site.kind;
  access.place = k.place(site.frame, site.span);
  access.description = fmt::format("{} {}", verb(site.kind), site_text(k, site));
  access.symbol = std::string(k.frames[site.frame].proc->name);
  access.thread = std::move(thread);
  access.stack = stack_of(k, site.frame, site.span);
  return access;
}

std::string cell_text(const std::string& buffer, const std::vector<int64_t>& cell) {
  return cell.empty() ? buffer : fmt::format("{}[{}]", buffer, fmt::join(cell, ", "));
}

std::string values_text(const std::vector<NamedValue>& values) {
  std::vector<std::string> parts;
  for (const NamedValue& value : values) parts.push_back(fmt::format("{} = {}", value.name, value.value));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string with(const std::string& values, std::string_view word) {
  return values.empty() ? std::string() : fmt::format("{}{}", word, values);
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

Witness witness_of(const Kernel& k, const Race& race, const RaceWitness& from) {
  const Site& first = k.sites[race.first];
  const Site& second = k.sites[race.second];
  bool fork = k.nodes[race.construct].is_fork();
  const char* who = fork ? "thread" : "iteration";
  std::string var = k.formulas.vars[k.nodes[race.construct].var].name;
  std::string cell = cell_text(k.buffers[first.buffer].name, from.cell);
  Witness witness;
  std::string arguments = values_text(from.arguments);
  witness.summary = fmt::format("{}{} {} = {} and {} {} = {} meet at {}",
                                arguments.empty() ? std::string() : fmt::format("with {}, ", arguments), who,
                                var, from.first_thread, who, var, from.second_thread, cell);
  for (const NamedValue& value : from.arguments)
    witness.values.emplace_back(value.name, fmt::format("{}", value.value));
  auto side = [&](std::string_view name, int64_t thread, const std::vector<NamedValue>& loops) {
    witness.values.emplace_back(fmt::format("{} {}: {}", name, who, var), fmt::format("{}", thread));
    for (const NamedValue& value : loops) {
      witness.values.emplace_back(fmt::format("{} {}: {}", name, who, value.name),
                                  fmt::format("{}", value.value));
    }
  };
  side("first", from.first_thread, from.first_loops);
  side("second", from.second_thread, from.second_loops);
  witness.values.emplace_back("cell", cell);
  if (fork && from.conflict)
    witness.values.emplace_back("barrier interval", fmt::format("{}", from.conflict->interval));
  auto step = [&](const Site& site, int64_t thread, const std::vector<NamedValue>& loops) {
    witness.steps.push_back(fmt::format("{} {} = {}{} {} {} in line {}: {}", who, var, thread,
                                        with(values_text(loops), ", "), verb(site.kind), cell,
                                        k.place(site.frame, site.span).line, site_text(k, site)));
  };
  step(first, from.first_thread, from.first_loops);
  step(second, from.second_thread, from.second_loops);
  if (fork && from.conflict) {
    witness.steps.push_back(
        fmt::format("no barrier orders them: both are in {}", interval_text(k, *from.conflict)));
  } else {
    witness.steps.push_back("nothing orders them");
  }
  return witness;
}

std::string hint_of(Kernel& k, Solver& solver, const Race& race, const std::vector<Race>& all,
                    Finding& finding) {
  const Site& first = k.sites[race.first];
  const Site& second = k.sites[race.second];
  std::vector<std::string> hints;
  if (first.kind == AccessKind::update && second.kind == AccessKind::update) {
    hints.push_back(
        "both only add: give each thread a private accumulator and add the accumulators up when the threads "
        "have ended");
  }
  if (std::optional<BarrierAdvice> barrier = suggest_barrier(k, solver, race, all)) {
    std::string_view side = barrier->before ? "before" : "behind";
    std::string_view what = barrier->block ? "the block that begins in line" : "line";
    hints.push_back(fmt::format("a Barrier() {} {} {} removes {}", side, what, barrier->place.line,
                                barrier->removes_all ? "every race of this fork" : "this race"));
    finding.related.push_back({barrier->place, fmt::format("a Barrier() {} this {} removes the race", side,
                                                           barrier->block ? "block" : "statement")});
  }
  if (std::optional<std::string> condition = suggest_assert(k, solver, race)) {
    hints.push_back(fmt::format("`assert {}` at the head of '{}' excludes it", *condition, k.proc->name));
  }
  if (hints.empty()) {
    hints.push_back(k.nodes[race.construct].is_fork()
                        ? "let each thread write cells of its own, or separate the accesses by a Barrier()"
                        : "make the iterations touch different cells, or run the loop with seq");
  }
  std::string out = fmt::format("{}", fmt::join(hints, "; or: "));
  return out;
}

}  // namespace

std::optional<Finding> race_finding(Kernel& k, Solver& solver, const Race& found,
                                    const std::vector<Race>& all) {
  RaceWitness from = make_witness(k, solver, found);
  if (from.replay == Replay::refuted) return std::nullopt;
  const Site* first = &k.sites[found.first];
  const Site* second = &k.sites[found.second];
  int64_t first_thread = from.first_thread;
  int64_t second_thread = from.second_thread;
  Place first_place = k.place(first->frame, first->span);
  Place second_place = k.place(second->frame, second->span);
  bool second_primary = (first->kind == AccessKind::read) != (second->kind == AccessKind::read)
                            ? first->kind == AccessKind::read
                            : second_place < first_place;
  Finding finding;
  finding.rule = Rule::exo_race;
  finding.witness = witness_of(k, found, from);
  if (second_primary) {
    std::swap(first, second);
    std::swap(first_thread, second_thread);
  }
  finding.accesses.push_back(access_of(k, *first, thread_name(k, found.construct, first_thread)));
  finding.accesses.push_back(access_of(k, *second, thread_name(k, found.construct, second_thread)));
  finding.place = finding.accesses[0].place;
  finding.shared = shared_thing(k, first->buffer);
  const char* who = k.nodes[found.construct].is_fork() ? "thread" : "iteration";
  if (found.first == found.second) {
    finding.message =
        fmt::format("two {}s of the {} can {} the same cell of {} at the same time: {}", who,
                    loop_text(k, found.construct), first->kind == AccessKind::update ? "add to" : "write",
                    k.buffers[first->buffer].name, site_text(k, *first));
  } else {
    finding.message =
        fmt::format("one {} of the {} can {} {} while another {} {}", who, loop_text(k, found.construct),
                    first->kind == AccessKind::update ? "add to" : "write", site_text(k, *first),
                    verb(second->kind), site_text(k, *second));
  }
  finding.hint = hint_of(k, solver, found, all, finding);
  finding.confidence =
      confidence_of(from.replay == Replay::confirmed ? ExoFactor::replayed : ExoFactor::not_replayed);
  return finding;
}

std::optional<Finding> divergence_finding(Kernel& k, Solver& solver, const DivergentBarrier& barrier) {
  DivergenceWitness from = make_witness(k, solver, barrier);
  if (from.replay == Replay::refuted) return std::nullopt;
  const Node& node = k.nodes[barrier.barrier];
  const std::string& var = k.formulas.vars[k.nodes[barrier.construct].var].name;
  Finding finding;
  finding.rule = Rule::exo_barrier_divergence;
  finding.place = k.place(node.frame, node.stmt->span);
  finding.message = fmt::format("not all threads of the {} reach this Barrier(): the others wait for ever",
                                loop_text(k, barrier.construct));
  finding.shared = {"barrier", std::string(k.frames[node.frame].proc->name)};
  Access reaches;
  reaches.kind = AccessKind::other;
  reaches.place = finding.place;
  reaches.description = "waits at the barrier";
  reaches.symbol = std::string(k.frames[node.frame].proc->name);
  reaches.thread = thread_name(k, barrier.construct, from.first_thread);
  reaches.stack = stack_of(k, node.frame, node.stmt->span);
  finding.accesses.push_back(std::move(reaches));
  const Node& construct = k.nodes[barrier.construct];
  finding.related.push_back({k.place(construct.frame, construct.stmt->span), "the threads are forked here"});
  Witness witness;
  std::string arguments = values_text(from.arguments);
  witness.summary =
      fmt::format("{}thread {} = {} reaches the barrier{}, thread {} = {} does not",
                  arguments.empty() ? "" : fmt::format("with {}, ", arguments), var, from.first_thread,
                  with(values_text(from.loops), " at "), var, from.second_thread);
  for (const NamedValue& value : from.arguments)
    witness.values.emplace_back(value.name, fmt::format("{}", value.value));
  for (const NamedValue& value : from.loops)
    witness.values.emplace_back(value.name, fmt::format("{}", value.value));
  witness.values.emplace_back(fmt::format("reaches it: {}", var), fmt::format("{}", from.first_thread));
  witness.values.emplace_back(fmt::format("does not: {}", var), fmt::format("{}", from.second_thread));
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
    finding.accesses.push_back(access_of(k, *first, loop_text(k, undecided.construct)));
    finding.accesses.push_back(access_of(k, *second, loop_text(k, undecided.construct)));
    finding.place = finding.accesses[0].place;
    finding.shared = shared_thing(k, first->buffer);
    finding.message =
        fmt::format("whether {} and {} can meet in the {} could not be decided: {}", site_text(k, *first),
                    site_text(k, *second), loop_text(k, undecided.construct), undecided.reason);
  } else if (undecided.barrier.valid()) {
    const Node& node = k.nodes[undecided.barrier];
    finding.place = k.place(node.frame, node.stmt->span);
    finding.message =
        fmt::format("whether all threads of the {} reach this Barrier() could not be decided: {}",
                    loop_text(k, undecided.construct), undecided.reason);
  } else {
    finding.message =
        fmt::format("the {} could not be decided: {}", loop_text(k, undecided.construct), undecided.reason);
  }
  finding.hint = "simplify the indices or conditions, or raise query-time-limit-ms";
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
