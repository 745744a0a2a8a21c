#include "java/syntax/tree.h"

namespace dh::java {

std::string_view node_kind_name(NodeKind kind) {
  switch (kind) {
#define DH_JAVA_NODE(name, type, group) \
  case NodeKind::name:                  \
    return #name;
#include "java/syntax/tree.def"
  }
  return "";
}

}  // namespace dh::java
