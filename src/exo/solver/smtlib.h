// Formulas as SMT-LIB text: what the Z3 module is asked.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "exo/solver/formula.h"

namespace dh::exo {

struct SmtQuery {
  std::string text;         // declarations and assertions
  std::vector<VarId> vars;  // vars[i] is called "v<i>"
};

// Nothing when a number of the formula overflowed: then there is no honest question to ask.
std::optional<SmtQuery> to_smtlib(Formulas& formulas, FormulaId query);

}  // namespace dh::exo
