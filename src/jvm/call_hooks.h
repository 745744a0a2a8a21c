// Which calls of the JDK's methods the rewriter surrounds or replaces by calls of the shim.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"

namespace dh::jvm {

// What a shim method is given. References are passed as java.lang.Object, int-like values as int.
struct Operand {
  // Self and parameter: of the method that the call is in, which must not assign to them.
  // Reference and integer: the argument if it is one, else null and 0: for methods of any signature.
  enum class Kind : uint8_t { receiver, argument, reference, integer, result, site, self, parameter };
  Kind kind = Kind::receiver;
  uint8_t argument = 0;  // counted from 0; null (or 0) is passed for one that the call does not have
};

struct ShimCall {
  std::string owner;  // internal name, java/lang/...
  std::string method;
  std::vector<Operand> operands;  // it returns void
};

// Names are internal (java/lang/Thread). An empty descriptor matches every one, one that ends with ) every
// result, an empty owner every class.
struct CallHook {
  std::string owner;
  std::string name;
  std::string descriptor;
  bool matches(std::string_view called) const {
    return descriptor.ends_with(')') ? called.starts_with(descriptor)
                                     : descriptor.empty() || called == descriptor;
  }
  // Also calls that name a class outside of excluded packages whose supertypes are not known: the shim method
  // must examine the receiver.
  bool any_subclass = false;
  std::optional<ShimCall> before;
  std::optional<ShimCall> after;  // not when the call throws
  // The shim method is called instead, with receiver, arguments and site, and returns what the call would.
  // References are erased to Object. Calls of super methods are never replaced.
  std::optional<ShimCall> replace;
  // In the method of the JDK itself, for any caller: operands are self and its parameters.
  std::optional<ShimCall> enter = std::nullopt;
  std::optional<ShimCall> leave = std::nullopt;  // not when it throws
};

// A type and its supertypes, nearest first, each with the methods it declares itself: name and descriptor, of
// those whose names hooks have.
struct Lineage {
  struct Type {
    std::string name;
    StringSet methods;
  };
  std::vector<const Type*> types;
  bool complete = false;  // else some supertypes are not known
};

// Immutable once filled.
class HookTable {
 public:
  void add(CallHook hook);
  // Index of the hook for a call: that of the owner itself, else of its nearest supertype that has one.
  // `excluded` says whether the owner is in a package that is not rewritten.
  std::optional<uint32_t> find(std::string_view owner, std::string_view name, std::string_view descriptor,
                               bool excluded, const Lineage& lineage = {}) const;
  // Whether there are hooks of this method of any owner, so that it matters what an owner's supertypes are.
  bool names(std::string_view name, std::string_view descriptor) const;
  bool names(std::string_view name) const { return by_name_.contains(name); }
  // The hook of a method itself.
  const CallHook* of_method(std::string_view owner, std::string_view name, std::string_view descriptor) const;
  bool has_owner(std::string_view owner, std::string_view name, std::string_view descriptor) const {
    return exact(owner, name, descriptor).has_value();
  }
  const CallHook& operator[](uint32_t index) const { return hooks_[index]; }
  size_t size() const { return hooks_.size(); }

 private:
  std::optional<uint32_t> exact(std::string_view owner, std::string_view name,
                                std::string_view descriptor) const;

  std::vector<CallHook> hooks_;
  StringMap<std::vector<uint32_t>> by_name_;
};

}  // namespace dh::jvm
