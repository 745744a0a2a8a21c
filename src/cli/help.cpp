// deadheat help [COMMAND], deadheat version.
#include <fmt/format.h>

#include <memory>

#include "cli/commands.h"
#include "cli/conclude.h"
#include "cli/output.h"
#include "report/version.h"

namespace dh {

Action define_help(Options& options) {
  auto name = std::make_shared<std::string>();
  options.positional("COMMAND", *name, "A command to describe", false);
  const std::vector<Command>& commands = options.commands();
  return [name, &commands] {
    const std::optional<std::string> text = help_text(commands, *name);
    if (!text)
      return usage_error(fmt::format("unknown command '{}'{}", *name, suggested_command(commands, *name)));
    write_out(*text);
    return ExitStatus::clean;
  };
}

Action define_version(Options&) {
  return [] {
    print_out("deadheat {}\n", version_text());
    return ExitStatus::clean;
  };
}

}  // namespace dh
