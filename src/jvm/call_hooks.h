// Which calls of the JDK's methods the rewriter surrounds or replaces by calls of the shim.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace dh::jvm {

// What a shim method is given. References are passed as java.lang.Object, int-like values as int.
struct Operand {
  enum class Kind : uint8_t { receiver, argument, result, site };
  Kind kind = Kind::receiver;
  uint8_t argument = 0;  // counted from 0; null (or 0) is passed for one that the call does not have
};

struct ShimCall {
  std::string owner;  // internal name, java/lang/...
  std::string method;
  std::vector<Operand> operands;  // it returns void
};

// Names are internal (java/lang/Thread). An empty descriptor matches every one, an empty owner every class.
struct CallHook {
  std::string owner;
  std::string name;
  std::string descriptor;
  // Also calls that name another class outside of excluded packages, which may be a subclass: the shim method
  // must look at the receiver.
  bool any_subclass = false;
  std::optional<ShimCall> before;
  std::optional<ShimCall> after;  // not when the call throws
  // The shim method is called instead, with receiver, arguments and site, and returns what the call would.
  // References are erased to Object. Calls of super methods are never replaced.
  std::optional<ShimCall> replace;
};

// Immutable once filled.
class HookTable {
 public:
  void add(CallHook hook);
  // Index of the first hook that matches; `excluded` says whether the owner is in a package that is not
  // rewritten.
  std::optional<uint32_t> find(std::string_view owner, std::string_view name, std::string_view descriptor,
                               bool excluded) const;
  const CallHook& operator[](uint32_t index) const { return hooks_[index]; }
  size_t size() const { return hooks_.size(); }

 private:
  std::vector<CallHook> hooks_;
  std::unordered_map<std::string, std::vector<uint32_t>> by_name_;
};

}  // namespace dh::jvm
