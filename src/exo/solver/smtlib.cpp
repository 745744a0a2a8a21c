#include "exo/solver/smtlib.h"

#include <fmt/format.h>

#include <algorithm>
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
      // Derived variables under a quantifier are written out where they are used.
      if (!f_.vars[var].is_derived() || depends_on_bound(var)) continue;
      if (f_.vars[var].kind == VarKind::quotient) {
        assertion(f_.definition(var));
      } else {
        fmt::format_to(std::back_inserter(out_), "(assert (= {} ", names_[var]);
        product(f_.vars[var]);
        out_ += "))\n";
      }
    }
    assertion(query);
    if (overflowed_) return std::nullopt;
    result.text = std::move(out_);
    return result;
  }

 private:
  void collect_bound(FormulaId id) {
    const Formula& formula = f_[id];
    if (!formula.quantified) return;
    if (formula.kind == FormulaKind::for_all) bound_.insert(formula.bound);
    for (FormulaId child : formula.children) collect_bound(child);
  }
  bool depends_on_bound(VarId derived) const {
    const Var& of = f_.vars[derived];
    return std::any_of(bound_.begin(), bound_.end(), [&](VarId var) {
      return f_.mentions(of.numerator, var) || f_.mentions(of.factor, var);
    });
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
    if (!var.is_derived() || !depends_on_bound(id)) {
      out_ += names_[id];
      return;
    }
    if (var.kind == VarKind::product) return product(var);
    out_ += "(div ";  // floors for positive divisors
    term(var.numerator);
    fmt::format_to(std::back_inserter(out_), " {})", var.divisor);
  }

  void product(const Var& var) {
    out_ += "(* ";
    term(var.numerator);
    out_ += " ";
    term(var.factor);
    out_ += ")";
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
