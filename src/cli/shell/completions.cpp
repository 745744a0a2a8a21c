// deadheat completions SHELL.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "cli/commands.h"
#include "cli/conclude.h"
#include "cli/output.h"
#include "cli/shell/shell_files.h"
#include "source/write_file.h"

namespace dh {

namespace {

ExitStatus write_all(const Definitions& commands, const std::string& folder) {
  std::vector<std::pair<std::string, std::string>> files = {
      {"deadheat.bash", bash_completion(commands)},
      {"_deadheat", zsh_completion(commands)},
      {"deadheat.fish", fish_completion(commands)},
      {"deadheat.1", man_page(commands)},
  };
  for (const CommandDefinition& command : commands) {
    files.emplace_back(fmt::format("deadheat-{}.1", command.name), man_page(command));
  }
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  for (const auto& [name, text] : files) {
    const Result<void> written = write_file_atomically(folder + "/" + name, text);
    if (!written) return usage_error(written.error().message);
  }
  return ExitStatus::clean;
}

}  // namespace

Action define_completions(Options& options) {
  auto shell = std::make_shared<std::string>();
  auto folder = std::make_shared<std::string>();
  options.footer(
      "bash: source <(deadheat completions bash)\n"
      "zsh: source <(deadheat completions zsh)\n"
      "fish: deadheat completions fish | source\n");
  options.positional_choice("SHELL", *shell, {"bash", "zsh", "fish", "all"},
                            "bash, zsh, fish, or all of them and the man pages (into --output-folder)");
  options.text("--output-folder", *folder, "FOLDER", "Where 'all' writes its files");
  const std::vector<Command>& commands = options.commands();
  return [shell, folder, &commands] {
    const Definitions definitions = describe_commands(commands);
    if (*shell == "all") {
      return folder->empty() ? usage_error("'completions all' needs --output-folder")
                             : write_all(definitions, *folder);
    }
    const auto print = *shell == "bash"  ? bash_completion
                       : *shell == "zsh" ? zsh_completion
                                         : fish_completion;
    write_out(print(definitions));
    return ExitStatus::clean;
  };
}

}  // namespace dh
