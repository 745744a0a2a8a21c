#include "report/version.h"

#include <version_info.h>

namespace dh {

const std::string_view kVersion = DEADHEAT_VERSION;

std::string version_text() {
  const std::string commit = DEADHEAT_COMMIT;
  return std::string(kVersion) + " (" + (commit.empty() ? "" : "commit " + commit + "; ") + DEADHEAT_BUILD +
         ")";
}

}  // namespace dh
