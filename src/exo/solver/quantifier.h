// Quantifier elimination for "no barrier runs between": exact, after Cooper (1972).
#pragma once

#include <optional>

#include "exo/solver/formula.h"

namespace dh::exo {

bool has_quantifier(const Formulas& formulas, FormulaId id);

// For every value of `bound` in [low, high): body. `bound` does not occur in the ends. Free of quantifiers
// unless the elimination would grow too large; then the result holds a for_all.
FormulaId for_all_in_range(Formulas& formulas, VarId bound, const Term& low, const Term& high,
                           FormulaId body);

// Some integer value of `var` makes `body`, which is free of quantifiers, true. Quotients that depend on
// `var` are eliminated with it. Nothing when the result would be larger than `budget` atoms.
std::optional<FormulaId> eliminate_exists(Formulas& formulas, VarId var, FormulaId body, size_t budget);

}  // namespace dh::exo
