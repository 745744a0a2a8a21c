// Walking the tree: the children of any node.
#pragma once

#include <functional>

#include "java/syntax/tree.h"

namespace dh::java {

// Calls visit for each child, in source order: sub-expressions, statements, types, modifiers, annotations,
// members. Never with null.
void for_each_child(const Node* node, const std::function<void(const Node*)>& visit);

// Calls visit for the node and everything below it, parents first, in source order. A false answer leaves
// out what is below. Works with an explicit stack.
void walk(const Node* node, const std::function<bool(const Node*)>& visit);

// A node that has more than `depth` nodes above it, counted with itself; null: there is none.
const Node* node_below(const Node* root, uint32_t depth);

}  // namespace dh::java
