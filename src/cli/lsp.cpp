// deadheat lsp: the language server.
#include <unistd.h>

#include <memory>

#include "cli/commands.h"
#include "lsp/server.h"

namespace dh {

Action define_lsp(Options& options) {
  auto stdio = std::make_shared<bool>(false);
  options.flag("--stdio", *stdio, "Accepted because editors pass it; there is no other way to connect");
  options.footer(
      "An editor starts this and shows the findings while you work; docs/editor.md has the settings of "
      "common\n"
      "editors.\n");
  return [stdio] {
    // The running program itself, so that server and checks are of one version.
    return static_cast<ExitStatus>(lsp::run_server({STDIN_FILENO, STDOUT_FILENO, "/proc/self/exe"}));
  };
}

}  // namespace dh
