// What the Python around procs binds to names, and where: enough of Python's scoping to say what a name means
// where a proc is defined, or that nobody can tell without running the program.
//
// Scopes are the module, functions and classes. Inside a scope, every compound statement is a block of its
// own: what is bound in it happens perhaps, or several times.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/hash.h"

namespace dh::exo {

struct Expr;
struct Proc;
struct Config;

inline constexpr uint32_t kModuleScope = 0;
inline constexpr uint32_t kNoScope = UINT32_MAX;

enum class ScopeKind : uint8_t { module, function, class_body };

struct PythonScope {
  ScopeKind kind = ScopeKind::module;
  uint32_t parent = kNoScope;
  uint32_t block = 0;  // its body
  // Where it is defined, in its parent:
  uint32_t outer_block = 0;
  uint32_t order = 0;
  std::vector<std::string_view> globals;  // names it declares global
};

struct PythonBlock {
  uint32_t parent = UINT32_MAX;  // within the same scope
  bool is_loop = false;
};

enum class BindingKind : uint8_t {
  expression,  // NAME = value
  proc,
  config,
  memory,       // class NAME(bases)
  import_name,  // from module import source
  other,        // something whose value is not followed
};

// What the C text of an allocation in a memory class is, as far as its own `alloc` says.
enum class AllocText : uint8_t {
  inherited,  // the class has no `alloc`
  automatic,  // its text has no storage class that threads share
  static_,    // `static`, but not of a thread
  elsewhere,  // another class or function writes it
};

struct PythonBinding {
  std::string_view name;
  BindingKind kind = BindingKind::other;
  uint32_t scope = kModuleScope;
  uint32_t block = 0;
  uint32_t order = 0;  // position in the file: execution order within a block
  uint32_t line = 0;   // for messages
  const Expr* value = nullptr;
  const Proc* proc = nullptr;
  const Config* config = nullptr;
  std::vector<std::string_view> bases;     // memory
  AllocText alloc = AllocText::inherited;  // memory
  // import_name: "a.b" of `from a.b import c`; leading dots say how far up a relative import goes
  std::string_view module;
  std::string_view source;
  // By another scope, through `global` or `nonlocal`: at an unknown time.
  bool from_elsewhere = false;
};

struct StarImport {
  std::string_view module;
  uint32_t scope = kModuleScope;
  uint32_t order = 0;
  uint32_t line = 0;
  uint32_t block = 0;
};

struct PythonNames {
  std::vector<PythonScope> scopes = {PythonScope{}};
  std::vector<PythonBlock> blocks = {PythonBlock{}};
  std::vector<PythonBinding> bindings;  // in the order of the file
  std::vector<StarImport> stars;
  std::vector<std::string_view> written_attributes;  // N of `kernels.N = 4`: may rebind a module's name
  uint32_t unnamed_attribute_line =
      0;                          // where setattr writes an attribute that the text does not name; 0: nowhere
  uint32_t dynamic_line = 0;      // where names are changed by exec or globals(); 0: nowhere
  uint32_t parallelize_line = 0;  // where parallelize_loop is called; 0: nowhere
  FlatMap<std::string_view, std::vector<uint32_t>, StringHash> by_name;  // indices of bindings

  void add(PythonBinding binding) {
    by_name[binding.name].push_back(static_cast<uint32_t>(bindings.size()));
    bindings.push_back(std::move(binding));
  }
  bool block_encloses(uint32_t outer, uint32_t inner) const {
    while (inner != UINT32_MAX && inner != outer) inner = blocks[inner].parent;
    return inner == outer;
  }
};

}  // namespace dh::exo
