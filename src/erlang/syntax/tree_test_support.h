// For tests of the front ends: shortcuts from text to trees.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "erlang/syntax/source_module.h"
#include "erlang/syntax/tree_print.h"

namespace dh::erlang {

struct ParsedText {
  SharedInterner names;
  std::unique_ptr<Module> module;
  Diagnostics diagnostics;

  std::string tree(bool places = false) const { return tree_print(*module, names, {places}); }
  // "line:column message" of each diagnostic.
  std::string problems() const {
    std::string result;
    for (const Diagnostic& d : diagnostics) {
      result += std::to_string(d.place.line) + ":" + std::to_string(d.place.column) + " " + d.message + "\n";
    }
    return result;
  }
  // The printed body of the first function's first clause.
  std::string body() const {
    if (module->functions.empty()) return "no function\n" + problems();
    std::string result;
    for (const Expr* e : module->functions[0].clauses[0].body) result += tree_print(*e, names);
    return result;
  }
};

// The text as the module x.erl in a folder that does not exist; -module(x) is put before it.
inline std::unique_ptr<ParsedText> parse_text(std::string_view text,
                                              const SourceModuleOptions& options = {}) {
  auto result = std::make_unique<ParsedText>();
  IncludeSearch search({}, {}, false, result->names);
  SourceFile file = SourceFile::from_text("no_such_folder/x.erl", "-module(x). " + std::string(text));
  result->module = read_source_module(file, options, search, result->names, result->diagnostics);
  return result;
}

// The body of f() -> text.
inline std::string parse_body(std::string_view text) {
  return parse_text("f() -> " + std::string(text) + ".")->body();
}

}  // namespace dh::erlang
