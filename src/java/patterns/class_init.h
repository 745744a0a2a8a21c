// Which class initializations start which others.
#pragma once

#include <vector>

#include "base/parallel.h"
#include "java/patterns/check.h"

namespace dh::java {

// The static initialiser of `from` needs `to` to be initialised.
struct InitTrigger {
  TypeId from;
  TypeId to;
  Span at;  // in the file of `from`
};

void collect_init_triggers(const Code& code, const Node* node, std::vector<InitTrigger>& out);

std::vector<Finding> check_class_init(const Index& index, const std::vector<InitTrigger>& triggers,
                                      const FactorWeights& weights, const Parallelism& parallel);

}  // namespace dh::java
