// The macros of one module, and their expansion, as epp does it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/hash.h"
#include "base/shared_interner.h"
#include "erlang/syntax/token.h"

namespace dh::erlang {

constexpr int kNoArguments = -1;  // ?NAME, not ?NAME()

struct Macro {
  int arity = kNoArguments;
  std::vector<Symbol> parameters;
  std::vector<Token> body;

  // Whether its expansion would never end, as found out when the table had that generation.
  uint64_t checked = 0;
  bool circular = false;
  bool on_path = false;
};

class MacroTable {
 public:
  explicit MacroTable(SharedInterner& names) : names_(names) {}

  // A macro of the same name and arity is replaced; other arities stay beside it.
  void define(Symbol name, Macro macro);
  void undefine(Symbol name);
  bool defined(Symbol name) const { return macros_.contains(name); }
  // The one that a use with that many arguments means: a single one without parameters fits any use.
  Macro* find(Symbol name, int arguments);
  // Whether expanding it would never end.
  bool circular(Macro& macro);

 private:
  SharedInterner& names_;
  uint64_t generation_ = 1;  // changes with every definition
  FlatMap<Symbol, std::vector<Macro>> macros_;
};

// The arguments of a use: the tokens between the parentheses that follow at tokens[at], split at commas
// outside of brackets. `next` is set after the closing parenthesis. Nothing when no parenthesis follows or
// none closes it.
struct MacroArguments {
  std::vector<std::vector<Token>> values;
  size_t next = 0;
};

// Token i of the input that is not expanded yet; a dot after the last.
using TokenAt = std::function<const Token&(size_t)>;
std::optional<MacroArguments> macro_arguments(const TokenAt& token_at, const SharedInterner& names);

// The body with arguments in place of parameters and ??X as text. Its tokens have the place of `call`, and
// after an argument where that argument ends, as in epp.
std::vector<Token> substitute(const Macro& macro, const MacroArguments& arguments, const TreePlace& call,
                              SharedInterner& names);

// The tokens as a text that scans to them again, for ??X.
std::string stringify(const std::vector<Token>& tokens, const SharedInterner& names);

}  // namespace dh::erlang
