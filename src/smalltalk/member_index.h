// Which field or class variable a name means in a class: its own, or the nearest inherited one.
#pragma once

#include <vector>

#include "base/hash.h"
#include "smallir/module.h"

namespace dh::smalltalk {

// Built once all classes have their variables, traits and superclasses; the superclass relation has no
// cycles. Finding takes no longer in deep hierarchies than in flat ones: classes are numbered so that a class
// and all its subclasses are an interval, and each name has the intervals of the classes that declare it.
class MemberIndex {
 public:
  MemberIndex() = default;
  explicit MemberIndex(const smallir::Module& module);

  // A variable of this kind that the class, its traits or its superclasses declare. Invalid: none.
  smallir::VariableId find(smallir::ClassId class_id, Symbol name, smallir::VariableKind kind) const;

  // Classes, superclasses before their subclasses.
  const std::vector<smallir::ClassId>& classes_downwards() const { return order_; }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  struct Declaration {
    uint32_t enter = 0;
    uint32_t leave = 0;      // one past the last subclass
    uint32_t outer = kNone;  // of the nearest superclass that declares the name, too
    smallir::VariableId variable;
  };

  static uint64_t key(Symbol name, smallir::VariableKind kind) {
    return uint64_t{static_cast<uint8_t>(kind)} << 32 | name.value;
  }
  void number_classes(const smallir::Module& module);
  void declare(const smallir::Module& module, smallir::ClassId class_id);
  void add(smallir::ClassId class_id, const smallir::Module& module, smallir::PoolRange variables);

  std::vector<uint32_t> enter_, leave_;  // by ClassId
  std::vector<smallir::ClassId> order_;
  FlatMap<uint64_t, std::vector<Declaration>> declarations_;  // sorted by enter
};

}  // namespace dh::smalltalk
