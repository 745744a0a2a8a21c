// What names mean while a proc is inlined: views of buffers, terms, conditions, and the values of configs.
#pragma once

#include <map>
#include <vector>

#include "exo/races/kernel.h"
#include "exo/syntax/effects.h"

namespace dh::exo {

// A window: each dimension of the buffer is at `offset`, plus the index of dimension `dim` of the view when
// that is not negative.
struct View {
  struct Axis {
    Term offset;
    int32_t dim = -1;
  };
  BufferId buffer;
  std::vector<Axis> axes;
};

struct Binding {
  Term term;            // control
  FormulaId condition;  // bool
  View view;            // data
};

// Values of one inlined frame, by DeclId.
struct Env {
  FrameId frame;
  const Proc* proc = nullptr;
  std::vector<Binding> bindings;
};

// Turns expressions into terms and formulas, and notes what they read.
class ExprLowering {
 public:
  ExprLowering(Kernel& kernel) : k_(kernel) {}

  struct Read {
    View view;  // no open axes
    Span span;
    const void* origin;
  };
  // Reads noted since the last call.
  std::vector<Read> take_reads() { return std::exchange(reads_, {}); }

  Term index(const Expr& expr, const Env& env);
  FormulaId condition(const Expr& expr, const Env& env);
  void data(const Expr& expr, const Env& env);
  // The view that a name or an index expression stands for; notes reads of the indices only.
  View view(const Expr& expr, const Env& env);
  View subscript(const View& base, std::span<const Subscript> subscripts, const Env& env);

  // --- configs ---
  BufferId config_buffer(ConfigCell cell);
  void set_config(ConfigCell cell, Term value) { values_[cell] = std::move(value); }
  // Its value is not tracked from here on.
  void forget_config(ConfigCell cell);
  void forget(const Effects& effects);
  // Fields that some thread of the parallel loops around may write: each read gives an unknown value.
  std::vector<ConfigCell> volatile_cells;
  bool all_volatile = false;

 private:
  Term config_value(ConfigCell cell);
  VarId python_value(const Expr& expr, const Env& env);
  VarId unknown_result(const Expr& expr);
  Term stride_value(const Expr& expr, const Env& env);
  Kernel& k_;
  std::vector<Read> reads_;
  FlatMap<ConfigCell, Term> values_;
  FlatMap<ConfigCell, BufferId> config_buffers_;
  FlatMap<std::pair<uint32_t, int64_t>, VarId> strides_;
  std::map<std::pair<const Proc*, std::string_view>, VarId> python_values_;
};

}  // namespace dh::exo
