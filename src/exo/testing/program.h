// Shared by the tests of this room: from a text to modules, verdicts and findings.
#pragma once

#include <deque>
#include <string>

#include "exo/names/name_lookup.h"
#include "exo/names/resolve.h"
#include "exo/syntax/parser.h"

namespace dh::exo {

// A parsed and resolved program of one file.
struct Program {
  explicit Program(std::string text) {
    Module& module = modules.emplace_back();
    module.file = SourceFile::from_text("test.py", std::move(text));
    parse_module(module, diagnostics);
    NameLookup names(modules);
    resolve_module(module, names, diagnostics);
    check_calls(modules, diagnostics);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  const Proc& proc(std::string_view name) const {
    const Proc* found = nullptr;
    for (const Proc& one : modules[0].procs) {
      if (one.name == name) found = &one;
    }
    DH_CHECK(found != nullptr, "no proc {}", name);
    return *found;
  }
  std::string messages() const {
    std::string out;
    for (const Diagnostic& diagnostic : diagnostics) {
      out += std::to_string(diagnostic.place.line) + ": " + diagnostic.message + "\n";
    }
    return out;
  }

  std::deque<Module> modules;
  Diagnostics diagnostics;
};

}  // namespace dh::exo
