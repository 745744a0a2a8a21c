#include "exo/smtlib.h"

#include <fmt/format.h>

#include <iterator>

namespace dh::exo {

namespace {

class Printer {
 public:
  explicit Printer(Formulas& formulas) : f_(formulas) {}

  std::optional<SmtQuery> run(FormulaId query) {
    SmtQuery result;
    result.vars = f_.variables(query);
    for (size_t i = 0; i < result.vars.size(); ++i) names_[result.vars[i]] = fmt::format("v{}", i);
    collect_bound(query);
    for (VarId var : result.vars) {
      if (!bound_.contains(var))
        fmt::format_to(std::back_inserter(out_), "(declare-const {} Int)\n", names_[var]);
    }
    for (VarId var : result.vars) {
      // Quotients under a quantifier are written out where they are used.
      if (f_.vars[var].kind == VarKind::quotient && !depends_on_bound(var)) assertion(f_.definition(var));
    }
    assertion(query);
    if (overflowed_) return std::nullopt;
    result.text = std::move(out_);
    return result;
  }

 private:
  void collect_bound(FormulaId id) {
    const Formula& formula = f_[id];
    if (formula.kind == FormulaKind::for_all) bound_.insert(formula.bound);
    for (FormulaId child : formula.children) collect_bound(child);
  }
  bool depends_on_bound(VarId quotient) const {
    for (VarId var : bound_) {
      if (f_.mentions(f_.vars[quotient].numerator, var)) return true;
    }
    return false;
  }

  void assertion(FormulaId id) {
    out_ += "(assert ";
    formula(id);
    out_ += ")\n";
  }

  void number(int64_t value) {
    if (value < 0) {
      fmt::format_to(std::back_inserter(out_), "(- {})", -value);
    } else {
      fmt::format_to(std::back_inserter(out_), "{}", value);
    }
  }

  void variable(VarId id) {
    const Var& var = f_.vars[id];
    if (var.kind != VarKind::quotient || !depends_on_bound(id)) {
      out_ += names_[id];
      return;
    }
    out_ += "(div ";  // floors for positive divisors
    term(var.numerator);
    fmt::format_to(std::back_inserter(out_), " {})", var.divisor);
  }

  void term(const Term& term) {
    overflowed_ |= term.overflowed;
    out_ += "(+ ";
    number(term.constant);
    for (const Monomial& m : term.sum) {
      out_ += " (* ";
      number(m.coefficient);
      out_ += " ";
      variable(m.var);
      out_ += ")";
    }
    out_ += ")";
  }

  void formula(FormulaId id) {
    const Formula& formula_ = f_[id];
    switch (formula_.kind) {
      case FormulaKind::yes:
        out_ += "true";
        return;
      case FormulaKind::no:
        out_ += "false";
        return;
      case FormulaKind::at_most_zero:
        atom("(<= ", formula_.term, " 0)");
        return;
      case FormulaKind::zero:
        atom("(= ", formula_.term, " 0)");
        return;
      case FormulaKind::divides:
        atom("(= (mod ", formula_.term, fmt::format(" {}) 0)", formula_.modulus));
        return;
      case FormulaKind::not_divides:
        atom("(not (= (mod ", formula_.term, fmt::format(" {}) 0))", formula_.modulus));
        return;
      case FormulaKind::all:
        list("(and", formula_);
        return;
      case FormulaKind::any:
        list("(or", formula_);
        return;
      case FormulaKind::for_all:
        list(fmt::format("(forall (({} Int))", names_[formula_.bound]), formula_);
        return;
    }
  }

  void atom(std::string_view open, const Term& of, std::string_view close) {
    out_ += open;
    term(of);
    out_ += close;
  }

  void list(std::string_view open, const Formula& of) {
    out_ += open;
    for (FormulaId child : of.children) {
      out_ += " ";
      formula(child);
    }
    out_ += ")";
  }

  Formulas& f_;
  std::string out_;
  FlatMap<VarId, std::string> names_;
  FlatSet<VarId> bound_;
  bool overflowed_ = false;
};

}  // namespace

std::optional<SmtQuery> to_smtlib(Formulas& formulas, FormulaId query) {
  return Printer(formulas).run(query);
}

}  // namespace dh::exo
