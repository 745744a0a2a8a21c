#include "findings/finding.h"

namespace dh {

std::string_view access_kind_name(AccessKind kind) {
  switch (kind) {
    case AccessKind::read:
      return "read";
    case AccessKind::write:
      return "write";
    case AccessKind::update:
      return "update";
    case AccessKind::other:
      return "other";
  }
  return {};
}

}  // namespace dh
