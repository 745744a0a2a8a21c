// What shows that several threads use the objects of a class, besides the locks that it takes.
#pragma once

#include <string>

#include "java/flow/knowledge.h"

namespace dh::java {

// One reason, for people: "it starts threads"; empty: there is none. The class itself and the classes around
// it count.
std::string sharing_evidence(const Knowledge& knowledge, TypeId type);

}  // namespace dh::java
