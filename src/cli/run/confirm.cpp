#include "cli/run/confirm.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "cli/dynamic_findings.h"
#include "jvm/agent_options.h"

namespace dh {

namespace {

bool is_java_place(const Place& place) {
  return place.line > 0 && (place.path.ends_with(".java") || place.path.ends_with(".kt") ||
                            place.path.ends_with(".scala") || place.path.ends_with(".groovy"));
}

bool is_access(const Access& access) {
  return access.kind != AccessKind::other && is_java_place(access.place);
}

bool is_deadlock_rule(Rule rule) {
  return rule == Rule::deadlock || rule == Rule::java_lock_order;
}

bool can_be_tried(const Finding& finding) {
  const auto& accesses = finding.accesses;
  if (!is_deadlock_rule(finding.rule)) return !accesses.empty() && is_access(accesses.front());
  return accesses.size() > 1 && std::all_of(accesses.begin(), accesses.end(),
                                            [](const Access& access) { return is_java_place(access.place); });
}

// "a/b/C.java" is the file of "src/main/java/a/b/C.java".
bool is_same_line(const Place& a, const Place& b) {
  const bool is_a_longer = a.path.size() > b.path.size();
  const std::string_view longer = is_a_longer ? a.path : b.path;
  const std::string_view shorter = is_a_longer ? b.path : a.path;
  if (a.line != b.line || a.line == 0 || !longer.ends_with(shorter)) return false;
  return longer.size() == shorter.size() || longer[longer.size() - shorter.size() - 1] == '/';
}

// The same cycle of waits, whichever of them comes first.
bool is_same_deadlock(const Finding& a, const Finding& b) {
  std::vector<const Place*> left;
  for (const Access& access : b.accesses) left.push_back(&access.place);
  for (const Access& access : a.accesses) {
    const auto found = std::find_if(left.begin(), left.end(),
                                    [&](const Place* place) { return is_same_line(access.place, *place); });
    if (found == left.end()) return false;
    left.erase(found);
  }
  return left.empty();
}

// "balance" of "bank.Account.balance"; empty for what has no name of its own, such as an array's element.
std::string variable_of(const std::string& name) {
  if (name.find(' ') != std::string::npos) return {};
  return name.substr(name.rfind('.') + 1);
}

// The first access of the target and one of those that conflict with it. The place of an earlier access may
// not be known.
bool is_same_race(const Finding& target, const Finding& seen) {
  if (seen.accesses.size() != 2) return false;
  const bool is_same_variable = variable_of(target.shared.name) == variable_of(seen.shared.name);
  const auto is_at = [&](const Access& expected, const Access& access) {
    return access.place.known() ? is_same_line(expected.place, access.place) : is_same_variable;
  };
  const auto matches = [&](const Access& one, const Access& other) {
    if (!one.place.known() && !other.place.known()) return false;
    if (!is_at(target.accesses.front(), one)) return false;
    const size_t first = target.accesses.size() > 1 ? 1 : 0;
    return std::any_of(target.accesses.begin() + static_cast<ptrdiff_t>(first), target.accesses.end(),
                       [&](const Access& partner) { return is_at(partner, other); });
  };
  return matches(seen.accesses[0], seen.accesses[1]) || matches(seen.accesses[1], seen.accesses[0]);
}

// What the threads did: "one waits for L at C.m (C.java:7); two ..."
std::string schedule_of(const Finding& finding) {
  std::string text;
  for (const Access& access : finding.accesses) {
    text += fmt::format("{}{} {} ({})", text.empty() ? "" : "; ", access.thread, access.description,
                        access.place.text());
  }
  return text;
}

std::string place_line(std::string_view role, const Place& place) {
  return fmt::format("{}\t{}\t{}\t{}", jvm::agent_key::confirm_place, role, place.line, place.path);
}

uint64_t take_number(std::string_view& line) {
  uint64_t number = 0;
  const size_t end = std::min(line.find('\t'), line.size());
  std::from_chars(line.data(), line.data() + end, number);
  line.remove_prefix(std::min(end + 1, line.size()));
  return number;
}

}  // namespace

Confirmation::Confirmation(std::vector<Finding> findings) {
  for (Finding& finding : findings) {
    Target& target = targets_.emplace_back();
    target.is_deadlock = is_deadlock_rule(finding.rule);
    target.can_be_tried = can_be_tried(finding);
    target.finding = std::move(finding);
  }
}

std::vector<std::string> Confirmation::agent_lines(int64_t seed) const {
  std::vector<std::string> lines{fmt::format("{}\t{}", jvm::agent_key::confirm_seed, seed)};
  for (const Target& target : targets_) {
    const Finding& finding = target.finding;
    lines.push_back(fmt::format("{}\t{}\t{}", jvm::agent_key::confirm,
                                target.is_deadlock ? "deadlock" : "race",
                                target.is_deadlock ? "" : variable_of(finding.shared.name)));
    // Those that are confirmed stay, so that indexes do; threads are delayed for the others only.
    if (!target.can_be_tried || !target.schedule.empty()) continue;
    for (size_t i = 0; i < finding.accesses.size(); ++i) {
      const Access& access = finding.accesses[i];
      if (target.is_deadlock || is_access(access))
        lines.push_back(place_line(target.is_deadlock ? "request"
                                   : i == 0           ? "access"
                                                      : "partner",
                                   access.place));
    }
    for (const RelatedPlace& related : finding.related) {
      if (target.is_deadlock && is_java_place(related.place))
        lines.push_back(place_line("acquire", related.place));
    }
  }
  return lines;
}

bool Confirmation::is_done() const {
  return std::all_of(targets_.begin(), targets_.end(),
                     [](const Target& target) { return !target.can_be_tried || !target.schedule.empty(); });
}

void Confirmation::begin_run(int64_t seed) {
  seed_ = seed;
  ++runs_;
}

void Confirmation::confirm(Target& target, std::string how, std::string schedule) {
  if (!target.schedule.empty() && target.seed != seed_) return;
  target.how = std::move(how);
  target.schedule = std::move(schedule);
  target.seed = seed_;
}

void Confirmation::take_result(std::string_view line) {
  const uint64_t index = take_number(line);
  if (index >= targets_.size()) return;
  Target& target = targets_[index];
  target.reached += take_number(line);
  target.delayed += take_number(line);
  if (!line.empty()) confirm(target, "both accesses were pending at once", std::string(line));
}

bool Confirmation::take_finding(const Finding& finding) {
  for (Target& target : targets_) {
    if (!target.can_be_tried || target.is_deadlock != is_deadlock_rule(finding.rule)) continue;
    if (!(target.is_deadlock ? is_same_deadlock : is_same_race)(target.finding, finding)) continue;
    // A deadlock that could happen is not one that does.
    const bool happened = finding.confidence.value() == 100;
    if (happened) {
      confirm(target,
              target.is_deadlock ? "the threads waited for each other for ever"
                                 : "no synchronization ordered the two accesses",
              schedule_of(finding));
    }
    return true;
  }
  return false;
}

std::vector<Finding> Confirmation::take_findings() {
  std::vector<Finding> findings;
  for (Target& target : targets_) {
    Finding& finding = target.finding;
    const auto apply = [&](const dyn::ConfidencePart& part, const std::string& how) {
      finding.confidence.apply(weighed(part), fmt::format(fmt::runtime(part.reason), fmt::arg("how", how)));
    };
    if (!target.schedule.empty()) {
      apply(dyn::factors::confirmed, fmt::format("{} (--seed {})", target.how, target.seed));
      if (!finding.witness) finding.witness = Witness{"Threads were delayed until it happened.", {}, {}};
      finding.witness->values.emplace_back(fmt::format("confirmed by run with seed {}", target.seed),
                                           target.schedule);
    } else if (!target.can_be_tried) {
      apply(dyn::factors::not_confirmed, "it has no accesses in Java code that a run could delay");
    } else if (target.reached == 0) {
      apply(dyn::factors::not_confirmed,
            fmt::format("the places were not reached in {} runs of the program", runs_));
    } else {
      apply(dyn::factors::not_confirmed,
            fmt::format("tried {} times in {} runs of the program, whose threads came to the places {} times",
                        target.delayed, runs_, target.reached));
    }
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace dh
