// Sub-commands of the design whose engines do not exist yet: they say so and exit with status 2.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/conclude.h"

namespace dh {

namespace {

Action not_yet(Options& options, const char* name) {
  auto rest = std::make_shared<std::vector<std::string>>();
  options.positionals("ARGUMENT", *rest, "");
  options.pass_unknown(*rest);
  options.footer("Not in this version.\n");
  return [name, rest] { return usage_error(fmt::format("'deadheat {}' is not in this version yet", name)); };
}

}  // namespace

Action define_cxx(Options& options) {
  return not_yet(options, "c++");
}
Action define_cc(Options& options) {
  return not_yet(options, "cc");
}

}  // namespace dh
