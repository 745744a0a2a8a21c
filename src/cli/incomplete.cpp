#include "cli/incomplete.h"

#include <algorithm>

#include "source/glob.h"
#include "source/root.h"

namespace dh {

namespace {

bool accepts(const AcceptedIncompleteness& accepted, const Diagnostic& diagnostic, const std::string& path) {
  if (!path.empty() && !is_within(accepted.folder, path)) return false;
  if (accepted.all) return true;
  const auto in_message = [&](const std::string& part) {
    return diagnostic.message.find(part) != std::string::npos;
  };
  if (std::any_of(accepted.messages.begin(), accepted.messages.end(), in_message)) return true;
  if (path.empty()) return false;
  const std::string relative = relative_to(accepted.folder, path);
  return std::any_of(accepted.paths.begin(), accepted.paths.end(),
                     [&](const std::string& glob) { return glob_matches(glob, relative); });
}

}  // namespace

IncompleteCount count_incomplete(const Diagnostics& diagnostics,
                                 const std::vector<AcceptedIncompleteness>& accepted) {
  IncompleteCount count;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity != Severity::error) continue;
    ++count.all;
    if (accepted.empty()) continue;
    const std::string path = diagnostic.place.known() ? canonical_path(diagnostic.place.path) : "";
    const bool is_accepted =
        std::any_of(accepted.begin(), accepted.end(),
                    [&](const AcceptedIncompleteness& one) { return accepts(one, diagnostic, path); });
    if (is_accepted) ++count.accepted;
  }
  return count;
}

}  // namespace dh
