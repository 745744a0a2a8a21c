#include "fleet/engine.h"

namespace dh::fleet {

namespace {

std::string shell_quoted(const std::string& text) {
  std::string out = "'";
  for (char c : text) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

}  // namespace

std::vector<std::string> worker_command(const EngineRequest& request, const std::string& shard) {
  return {request.program, "fleet",
          "work",          request.plan,
          "--into",        request.layout.folder,
          "--shard",       fmt::format("{}/{}", shard, request.all_shards)};
}

std::string worker_shell_command(const EngineRequest& request, const std::string& shard) {
  return fmt::format("{} fleet work {} --into {} --shard {}/{}", shell_quoted(request.program),
                     shell_quoted(request.plan), shell_quoted(request.layout.folder), shard,
                     request.all_shards);
}

}  // namespace dh::fleet
