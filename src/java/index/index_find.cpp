// The classes of one file.
#include <algorithm>

#include "java/index/index_data.h"
#include "java/syntax/tree_walk.h"

namespace dh::java {

namespace {

struct Item {
  const Node* node;
  int32_t parent;
  const Node* member;  // of the parent; null: the node is a member itself
  const ClassType* base;
  bool static_context;
};

bool member_is_static(const ClassDecl& owner, const Node* member) {
  bool interface =
      owner.class_kind() == ClassKind::kInterface || owner.class_kind() == ClassKind::kAnnotationType;
  if (const auto* var = as<Var>(member)) return interface || var->modifiers->has(kStatic);
  if (const auto* method = as<Method>(member)) return method->modifiers->has(kStatic);
  if (const auto* block = as<Initializer>(member)) return block->is_static();
  return is<EnumConstant>(member);
}

class TypeFinder {
 public:
  explicit TypeFinder(bool bodies) : bodies_(bodies) {}

  std::vector<FoundType> find(const CompilationUnit& unit) {
    for (auto it = unit.classes.rbegin(); it != unit.classes.rend(); ++it) {
      stack_.push_back({*it, -1, nullptr, nullptr, true});
    }
    while (!stack_.empty()) {
      Item item = stack_.back();
      stack_.pop_back();
      size_t first = stack_.size();
      if (const auto* decl = as<ClassDecl>(item.node)) {
        add(*decl, item);
      } else {
        inside(item);
      }
      std::reverse(stack_.begin() + static_cast<std::ptrdiff_t>(first), stack_.end());
    }
    return std::move(found_);
  }

 private:
  void add(const ClassDecl& decl, const Item& item) {
    bool is_local = item.member != nullptr;
    found_.push_back({&decl, item.parent, item.member, item.base, is_local, item.static_context});
    auto self = static_cast<int32_t>(found_.size() - 1);
    if (bodies_) {
      for (const EnumConstant* constant : decl.constants)
        stack_.push_back({constant, self, constant, nullptr, true});
    }
    for (const Node* member : decl.members) {
      if (is<ClassDecl>(member)) {
        stack_.push_back({member, self, nullptr, nullptr, false});
      } else if (bodies_) {
        stack_.push_back({member, self, member, nullptr, member_is_static(decl, member)});
      }
    }
  }

  void inside(const Item& item) {
    const auto* creation = as<NewObject>(item.node);
    for_each_child(item.node, [&](const Node* child) {
      const ClassType* base = creation != nullptr && child == creation->body ? creation->type : nullptr;
      if (is_type(child->kind) || is<Name>(child) || is<Literal>(child)) return;
      stack_.push_back({child, item.parent, item.member, base, item.static_context});
    });
  }

  const bool bodies_;
  std::vector<Item> stack_;
  std::vector<FoundType> found_;
};

}  // namespace

std::vector<FoundType> find_types(const Tree& tree) {
  if (tree.root == nullptr) return {};
  return TypeFinder(!tree.skimmed).find(*tree.root);
}

}  // namespace dh::java
