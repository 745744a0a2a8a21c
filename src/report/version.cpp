#include "report/version.h"

namespace dh {

const std::string_view kVersion = DEADHEAT_VERSION;

}  // namespace dh
