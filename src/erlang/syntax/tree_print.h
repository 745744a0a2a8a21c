// Trees as text: for debugging, tests and the comparison of the two front ends.
#pragma once

#include <string>

#include "erlang/syntax/tree.h"

namespace dh::erlang {

struct TreePrintOptions {
  bool places = false;  // beginnings only: beams do not have the ends
  // Variables by the order in which they come in a clause of a function: their names do not matter then.
  bool number_variables = false;
};

// One line per expression, indented; the same bytes for equal trees, whatever the symbol numbers.
std::string tree_print(const Expr& expr, const SharedInterner& names, const TreePrintOptions& options = {});
std::string tree_print(const Function& function, const SharedInterner& names,
                       const TreePrintOptions& options = {});
std::string tree_print(const Module& module, const SharedInterner& names,
                       const TreePrintOptions& options = {});

// Where two trees of one module first differ, as a sentence; empty when they are equal up to ends, forms
// that the compiler adds, the order of functions and, unless requested, places.
std::string tree_difference(const Module& a, const Module& b, const SharedInterner& names,
                            const TreePrintOptions& options = {});

}  // namespace dh::erlang
