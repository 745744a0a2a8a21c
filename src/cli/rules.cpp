// deadheat rules, deadheat explain RULE.
#include <fmt/format.h>

#include <memory>

#include "base/nearest_name.h"
#include "cli/commands.h"
#include "cli/conclude.h"
#include "cli/output.h"
#include "cli/rule_policies.h"
#include "findings/rule.h"

namespace dh {

Action define_rules(Options&) {
  return [] {
    for (const RuleInfo& rule : all_rules()) {
      print_out("{:<28} {:<8} {}\n", rule.id, level_name(rule.level), rule.title);
    }
    return ExitStatus::clean;
  };
}

Action define_explain(Options& options) {
  auto id = std::make_shared<std::string>();
  options.positional("RULE", *id, "A rule's id, such as exo-race; 'deadheat rules' lists them");
  return [id] {
    std::optional<Rule> rule = rule_by_id(*id);
    if (!rule) {
      return usage_error(fmt::format("unknown rule '{}'{}; 'deadheat rules' lists all rules", *id,
                                     did_you_mean(*id, rule_names())));
    }
    write_out(rule_info(*rule).page);
    return ExitStatus::clean;
  };
}

}  // namespace dh
