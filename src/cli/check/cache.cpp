// deadheat cache info|clean.
#include <memory>

#include "cache/store.h"
#include "cli/commands.h"
#include "cli/conclude.h"
#include "cli/output.h"

namespace dh {

namespace {

ExitStatus run_cache(const std::string& action) {
  const std::optional<std::string> folder = CacheStore::default_folder();
  if (!folder) {
    write_out("the cache is off\n");
    return ExitStatus::clean;
  }
  const CacheStore store(*folder);
  CacheStore::Usage usage = store.usage();
  if (action == "clean") {
    Result<CacheStore::Usage> removed = store.clean();
    if (!removed) return usage_error(removed.error().message);
    usage = *removed;
  }
  print_out("{}: {} result{}, {:.1f} MiB{}\n", *folder, usage.files, usage.files == 1 ? "" : "s",
            static_cast<double>(usage.bytes) / 1048576.0, action == "clean" ? " removed" : "");
  return ExitStatus::clean;
}

}  // namespace

Action define_cache(Options& options) {
  auto action = std::make_shared<std::string>();
  options.footer(
      "'check' keeps results of files that have not changed, under $XDG_CACHE_HOME/deadheat or "
      "~/.cache/deadheat, at "
      "most\n512 MiB. DEADHEAT_CACHE names another folder, or turns it off (DEADHEAT_CACHE=off).\n");
  options.positional_choice("ACTION", *action, {"info", "clean"},
                            "info: where it is and how large; clean: remove it");
  return [action] { return run_cache(*action); };
}

}  // namespace dh
