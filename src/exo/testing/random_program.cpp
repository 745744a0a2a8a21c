#include "exo/testing/random_program.h"

#include <fmt/format.h>

#include <random>
#include <vector>

namespace dh::exo {

namespace {

class Generator {
 public:
  explicit Generator(uint64_t seed) : random_(seed) {}

  std::string run() {
    helpers();
    line(0, "@proc");
    line(0, "def main(n: size, m: size, k: index, b: bool, x: f32[64], y: f32[16, 16], z: f32):");
    line(1, "assert 0 <= k <= 2");
    if (chance(4))
      line(1, pick({"assert n <= m", "assert n % 2 == 0", "assert m > n or k == 0", "assert n + k <= 4"}));
    names_ = {"n", "m", "k"};
    uniform_ = 3;
    for (uint64_t count = 1 + below(2); count > 0; --count) top(1);
    return std::move(text_);
  }

 private:
  uint64_t below(uint64_t n) { return random_() % n; }
  bool chance(uint64_t n) { return below(n) == 0; }
  std::string pick(const std::vector<std::string>& from) { return from[below(from.size())]; }
  void line(int indent, const std::string& text) {
    text_ += std::string(static_cast<size_t>(indent) * 4, ' ') + text + "\n";
  }

  // --- expressions -------------------------------------------------------------------------------------

  // A name; only shared ones (the first uniform_ of names_) where threads have to agree.
  std::string name(bool uniform) { return names_[below(uniform ? uniform_ : names_.size())]; }

  std::string index(bool uniform = false) {
    switch (below(9)) {
      case 0:
        return fmt::format("{}", below(4));
      case 1:
        return fmt::format("{} + {}", name(uniform), below(3));
      case 2:
        return fmt::format("{} - {}", name(uniform), below(3));
      case 3:
        return fmt::format("2 * {} + {}", name(uniform), name(uniform));
      case 4:
        return fmt::format("({} + {}) / {}", name(uniform), below(3), 2 + below(2));
      case 5:
        return fmt::format("{} % {}", name(uniform), 2 + below(2));
      case 6:
        return fmt::format("{} + {}", name(uniform), name(uniform));
      default:
        return name(uniform);
    }
  }

  std::string condition(bool uniform) {
    switch (below(7)) {
      case 0:
        return fmt::format("{} % 2 == {}", name(uniform), below(2));
      case 1:
        return fmt::format("{} == {}", name(uniform), below(3));
      case 2:
        return fmt::format("{} < {} and {} >= {}", name(uniform), name(uniform), name(uniform), below(2));
      case 3:
        return fmt::format("{} > {} or {} == {}", name(uniform), below(3), name(uniform), below(3));
      case 4:
        return "b";
      case 5:
        return fmt::format("0 <= {} < {}", index(uniform), name(uniform));
      default:
        return fmt::format("{} < {}", index(uniform), index(uniform));
    }
  }

  // Mostly cells of the thread's own: programs in which everything races teach little.
  std::string cell() {
    if (!chance(3)) {
      switch (below(5)) {
        case 0:
          return fmt::format("x[4 * t + {}]", below(4));
        case 1:
          return fmt::format("x[8 * t + {} % {}]", name(false), 4 + below(6));
        case 2:
          return fmt::format("y[t + {}, {}]", below(2), index());
        default:
          return fmt::format("y[t, {}]", index());
      }
    }
    return any_cell();
  }

  std::string any_cell() {
    switch (below(6 + windows_.size())) {
      case 0:
        return "z";
      case 1:
        return fmt::format("y[{}, {}]", index(), index());
      case 2:
        if (has_static_) return fmt::format("st[{}]", index());
        [[fallthrough]];
      case 3:
        if (has_local_) return fmt::format("loc[{}]", index());
        [[fallthrough]];
      case 4:
      case 5:
        return fmt::format("x[{}]", index());
      default:
        return fmt::format("{}[{}]", windows_[below(windows_.size())], index());
    }
  }

  // --- statements --------------------------------------------------------------------------------------

  void helpers() {
    line(0, "@proc");
    line(0, "def copy(n: size, d: [f32][n], s: [f32][n]):");
    line(1, "for q in seq(0, n):");
    line(2, "d[q] = s[q]");
    line(0, "@instr(\"bump {a};\")");
    line(0, "def bump(i: index, a: [f32][4, 4], v: f32):");
    line(1, "a[i, 1] += v");
    line(1, "if i > 0:");
    line(2, "w = a[i, 0:3]");
    line(2, "w[2] = 0.0");
    line(0, "@proc");
    line(0, "def sync(c: index):");
    line(1, "if c > 1:");
    line(2, "Barrier()");
  }

  void top(int indent) {
    bool around = chance(4);
    if (around) {
      line(indent, fmt::format("for o in seq(0, {}):", pick({"2", "n", "m - 1"})));
      names_.push_back("o");
      uniform_ = names_.size();
      ++indent;
    }
    bool guarded = chance(6);
    if (guarded) line(indent++, fmt::format("if {}:", condition(true)));
    parallel(indent);
    if (around) {
      names_.pop_back();
      uniform_ = names_.size();
    }
  }

  void parallel(int indent) {
    in_fork_ = !chance(4);
    if (in_fork_) {
      line(indent, fmt::format("for t in fork({}):", pick({"2", "3", "n", "m + 1", "n - 1"})));
    } else {
      line(indent, fmt::format("for t in par({}, {}):", pick({"0", "1", "k"}), pick({"2", "n", "m + 2"})));
    }
    names_.push_back("t");  // not uniform
    thread_dependent_ = false;
    has_local_ = has_static_ = false;
    size_t windows = windows_.size();
    if (chance(4)) {
      line(indent + 1, "loc: f32[8]");
      has_local_ = true;
    }
    if (chance(8)) {
      line(indent + 1, "st: f32[8] @ DRAM_STATIC");
      has_static_ = true;
    }
    block(indent + 1, 0);
    names_.pop_back();
    windows_.resize(windows);
    has_local_ = has_static_ = false;
  }

  void block(int indent, int depth) {
    size_t windows = windows_.size();
    for (uint64_t count = 1 + below(depth == 0 ? 4 : 3); count > 0; --count) statement(indent, depth);
    windows_.resize(windows);
  }

  void statement(int indent, int depth) {
    uint64_t kind = below(depth >= 3 ? 6 : 12);
    if (kind <= 2) return line(indent, fmt::format("{} {} {}", cell(), chance(3) ? "+=" : "=", value()));
    if (kind == 3 || kind == 4) {
      // Mostly where all threads come; now and then not, for divergence.
      if (in_fork_ && (!thread_dependent_ || chance(12))) return line(indent, "Barrier()");
      return line(indent, fmt::format("{} = {}", cell(), value()));
    }
    if (kind == 5) return call(indent);
    if (kind == 6) return window(indent);
    if (kind <= 9) return loop(indent, depth);
    branch(indent, depth);
  }

  std::string value() {
    return chance(2) ? "1.0" : fmt::format("{} + {}", cell(), chance(3) ? cell() : "2.0");
  }

  void call(int indent) {
    switch (below(3)) {
      case 0:
        return line(indent, fmt::format("copy(2, x[{0}:{0} + 2], y[{1}, 1:3])", index(), index()));
      case 1:
        return line(indent,
                    fmt::format("bump({}, y[{}:, 2:6], {})", index(), index(), chance(2) ? "z" : "1.0"));
      default:
        if (in_fork_ && !thread_dependent_) return line(indent, fmt::format("sync({})", index(true)));
        return line(indent, "pass");
    }
  }

  void window(int indent) {
    std::string fresh = fmt::format("w{}", counter_++);
    if (!windows_.empty() && chance(2)) {
      line(indent, fmt::format("{} = {}[{}:]", fresh, windows_[below(windows_.size())], index()));
    } else {
      line(indent, chance(2) ? fmt::format("{} = x[{}:]", fresh, index())
                             : fmt::format("{} = y[{}, :]", fresh, index()));
    }
    windows_.push_back(fresh);
  }

  void loop(int indent, int depth) {
    bool uniform = !thread_dependent_ && !chance(3);
    std::string variable = fmt::format("i{}", depth);
    std::string low = chance(2) ? "0" : index(uniform);
    std::string high = chance(3) ? fmt::format("{}", 1 + below(2)) : index(uniform);
    line(indent, fmt::format("for {} in {}({}, {}):", variable, chance(10) ? "par" : "seq", low, high));
    bool nested_par = text_.ends_with(fmt::format("in par({}, {}):\n", low, high));
    enter(variable, uniform && !nested_par, [&] {
      bool fork = in_fork_;
      if (nested_par) in_fork_ = false;
      block(indent + 1, depth + 1);
      in_fork_ = fork;
    });
  }

  // Runs with a name in scope: in front, so that the uniform ones stay together.
  template <typename Body>
  void enter(const std::string& variable, bool uniform, const Body& body) {
    bool before = thread_dependent_;
    size_t uniform_before = uniform_;
    if (uniform) {
      names_.insert(names_.begin() + static_cast<std::ptrdiff_t>(uniform_), variable);
      ++uniform_;
    } else {
      names_.push_back(variable);
      thread_dependent_ = true;
    }
    body();
    if (uniform) {
      names_.erase(names_.begin() + static_cast<std::ptrdiff_t>(uniform_before));
    } else {
      names_.pop_back();
    }
    uniform_ = uniform_before;
    thread_dependent_ = before;
  }

  void branch(int indent, int depth) {
    bool uniform = !thread_dependent_ && !chance(3);
    bool before = thread_dependent_;
    thread_dependent_ |= !uniform;
    line(indent, fmt::format("if {}:", condition(uniform)));
    block(indent + 1, depth + 1);
    if (chance(3)) {
      line(indent, "else:");
      block(indent + 1, depth + 1);
    }
    thread_dependent_ = before;
  }

  std::mt19937_64 random_;
  std::string text_;
  std::vector<std::string> names_;  // control variables in scope, those that all threads share first
  size_t uniform_ = 0;
  std::vector<std::string> windows_;
  bool in_fork_ = false;
  bool thread_dependent_ = false;  // threads may disagree on coming here
  bool has_local_ = false;
  bool has_static_ = false;
  int counter_ = 0;
};

}  // namespace

std::string random_program(uint64_t seed) {
  return Generator(seed).run();
}

}  // namespace dh::exo
