// What a name of the surrounding Python means where a proc is defined. Exo asks when the decorator runs: the
// variables of the function or class around it, then of the functions around that, then of the module.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "exo/syntax/ast.h"

namespace dh::exo {

// One certain value, or the reason why there is none.
struct NameValue {
  enum class Kind : uint8_t { unbound, unknown, number, proc, config, memory };
  Kind kind = Kind::unbound;
  int64_t number = 0;
  const Proc* proc = nullptr;
  const Config* config = nullptr;
  const Module* module = nullptr;          // memory: where its class is
  const PythonBinding* binding = nullptr;  // memory
  std::string why;                         // unknown; unbound where a star import may have it
  bool is_from_exo = false;                // unbound: that star import is of Exo itself
};

// Refers to the modules, which must not move. Thread-safe once made.
class NameLookup {
 public:
  explicit NameLookup(const std::deque<Module>& modules);

  NameValue find(const Proc& user, std::string_view name) const;
  // Calls: also procs as Exo prints them, which are called by their own names.
  NameValue find_proc(const Proc& user, std::string_view name) const;
  MemoryKind memory_kind(const Proc& user, std::string_view name) const;

 private:
  // A point of the program: names are looked up as if its statement ran now.
  struct Point {
    const Module* module;
    uint32_t scope;
    uint32_t block;
    uint32_t order;
  };
  NameValue at_point(const Point& point, std::string_view name, int depth) const;
  NameValue from_inside(const Point& definition, std::string_view name, int depth) const;
  NameValue whenever(const Module& module, std::string_view name, int depth) const;
  NameValue at_end(const Module& module, std::string_view name, int depth) const;
  NameValue in_stars(const Module& module, std::string_view name, int depth) const;
  NameValue value_of(const Module& module, const PythonBinding& binding, int depth) const;
  NameValue imported(const Module& from, std::string_view path, std::string_view name, uint32_t line,
                     int depth) const;
  std::optional<int64_t> number_of(const Expr& expr, const Point& point, int depth, std::string& why) const;
  MemoryKind kind_of(const NameValue& value, std::string_view name, int depth) const;
  bool is_static_memory(const NameValue& value, std::string_view name, int depth) const;
  const Module* module_of(const Module& from, std::string_view path, std::string& why) const;
  // Empty, or why nothing is certain about the name in the scope.
  std::string disturbed(const Module& module, uint32_t scope, std::string_view name) const;

  const std::deque<Module>& modules_;
  FlatMap<std::string, const Module*> by_path_;
  FlatSet<std::string_view, StringHash> written_attributes_;
  const Module* attribute_setter_ =
      nullptr;  // the first file that writes an attribute its text does not name
};

}  // namespace dh::exo
