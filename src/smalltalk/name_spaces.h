// Namespaces of VisualWorks, Dolphin and GNU Smalltalk: which of several classes or globals of one name is
// meant.
#pragma once

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

// A namespace that every program sees without naming it; its classes go by their bare names.
bool is_default_name_space(std::string_view canonical);

// Where code stands: in a namespace, in a class with imports of its own.
struct NameScope {
  std::string_view name_space;
  std::span<const std::string_view> imports{};  // namespaces, or classes and variables in them; dotted
};

class NameSpaces {
 public:
  static constexpr int kHidden = 1 << 20;

  void declare(std::string_view name_space, const std::vector<std::string_view>& imports);

  // How far away a thing of this namespace is for a name in code; kHidden when the name does not reach it. A
  // qualified name reaches only the namespace it says, as seen from where it stands.
  int distance(std::string_view name, std::string_view name_space_of_thing, NameScope scope) const;

 private:
  bool imports(std::string_view importer, std::string_view name_space, std::string_view simple) const;

  StringMap<std::vector<std::string>> imports_;  // canonical
};

}  // namespace dh::smalltalk
