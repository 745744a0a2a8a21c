// Namespaces of VisualWorks, Dolphin and GNU Smalltalk: which of several classes or globals of one name is
// meant.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/hash.h"

namespace dh::smalltalk {

// "Core.Foo" -> "Core", "Foo"
std::pair<std::string_view, std::string_view> split_dotted(std::string_view name);

// Without the roots that everything is in: Root.Smalltalk.Core is Core, Smalltalk is empty.
std::string_view canonical_name_space(std::string_view name_space);

// "Root.Smalltalk.Core" -> "Root.Smalltalk"; empty without a dot.
std::string_view enclosing_name_space(std::string_view name_space);

// A namespace that every program sees without naming it; its classes go by their bare names.
bool is_default_name_space(std::string_view canonical);

// Where code is: in a namespace, in a class with imports of its own.
struct NameScope {
  std::string_view name_space;
  std::span<const std::string_view> imports{};  // namespaces, or classes and variables in them; dotted
};

class NameSpaces {
 public:
  static constexpr int kHidden = 1 << 20;

  void declare(std::string_view name_space, const std::vector<std::string_view>& imports);

  // The distance from a name in code to a definition in this namespace; kHidden when it is out of scope. A
  // qualified name reaches only the namespace it says, as seen from where it appears.
  int distance(std::string_view name, std::string_view defined_in, NameScope scope) const;

  // What a namespace imports, canonical or ending in ".*".
  std::span<const std::string> imports_of(std::string_view canonical) const;

 private:
  bool imports(std::string_view importer, std::string_view name_space, std::string_view simple) const;

  StringMap<std::vector<std::string>> imports_;  // canonical
};

// Definitions (classes, globals) by simple name and namespace, and which of them a name in code means.
// Names are views: the text must outlive this object. Safe to read from many threads.
class ScopedNames {
 public:
  static constexpr uint32_t kNothing = UINT32_MAX;
  static constexpr size_t kMaxWithoutIndex = 16;  // of one simple name

  explicit ScopedNames(size_t max_without_index = kMaxWithoutIndex) : max_without_index_(max_without_index) {}

  void add(std::string_view simple, std::string_view name_space, uint32_t id);

  // The first definition of exactly this name in this namespace.
  uint32_t find_in(std::string_view simple, std::string_view name_space) const;

  // The one that is nearest to the scope; of several at one distance the one that was added first. A bare
  // name that leads to none of them means the first: imports can be in sources we do not have.
  uint32_t find(std::string_view name, const NameSpaces& name_spaces, NameScope scope) const;

 private:
  // Positions of the first definition of each namespace, also by the namespace without its outer ones.
  struct Index {
    FlatMap<std::string_view, uint32_t, StringHash> exact;
    FlatMap<std::string_view, uint32_t, StringHash> below;
  };
  struct Definition {
    std::string_view name_space;  // canonical
    uint32_t id = kNothing;
  };
  struct Entry {
    std::vector<Definition> definitions;
    std::unique_ptr<Index> index;  // once there are many
  };

  static void add_to(Index& index, std::string_view name_space, uint32_t position);
  static uint32_t nearest(const Entry& entry, std::string_view name, const NameSpaces& name_spaces,
                          NameScope scope);
  static uint32_t nearest_by_index(const Index& index, std::string_view name, const NameSpaces& name_spaces,
                                   NameScope scope);
  static uint32_t qualified_by_index(const Index& index, std::string_view qualifier, std::string_view from);

  FlatMap<std::string_view, Entry, StringHash> entries_;
  size_t max_without_index_;
};

}  // namespace dh::smalltalk
