// The C++ side of shim_methods.def: a rewritten class calls these methods of the shim and no others, except
// those that the models of libraries name.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/check.h"

namespace dh::jvm::shim {

struct Method {
  std::string_view owner;  // in java/lang
  std::string_view name;
  std::string_view descriptor;
};

#define DH_SHIM_METHOD(id, owner, name, descriptor) \
  inline constexpr Method id{"java/lang/" owner, name, descriptor};
#include "jvm/shim_methods.def"
#undef DH_SHIM_METHOD

// Of one kind of values.
struct ValueMethods {
  char kind;
  Method read, write, write_static;
};

inline constexpr ValueMethods kValues[] = {
#define DH_SHIM_VALUE(kind, type)                                                    \
  {#kind[0],                                                                         \
   {"java/lang/DeadHeatValues", "read" #kind, "(Ljava/lang/Object;" type "I)" type}, \
   {"java/lang/DeadHeatValues", "write" #kind, "(Ljava/lang/Object;" type "I)V"},    \
   {"java/lang/DeadHeatValues", "writeStatic" #kind, "(" type "I)V"}},
#include "jvm/shim_methods.def"
#undef DH_SHIM_VALUE
};

// Elements of arrays of references have none: what they hold is not known.
struct ElementMethods {
  char kind;
  Method read, write;
};

inline constexpr ElementMethods kElements[] = {
#define DH_SHIM_NUMBERS_ONLY
#define DH_SHIM_VALUE(kind, type)                                                            \
  {#kind[0],                                                                                 \
   {"java/lang/DeadHeatValues", "readElement" #kind, "(Ljava/lang/Object;I" type "I)" type}, \
   {"java/lang/DeadHeatValues", "writeElement" #kind, "(Ljava/lang/Object;I" type "I)V"}},
#include "jvm/shim_methods.def"
#undef DH_SHIM_VALUE
#undef DH_SHIM_NUMBERS_ONLY
};

template <typename T, size_t N>
const T& of_kind(const T (&methods)[N], char kind) {
  for (const T& each : methods) {
    if (each.kind == kind) return each;
  }
  DH_CHECK(false, "the shim has no methods for this kind of values");
}

// For the check of the build.
inline constexpr Method kMethods[] = {
#define DH_SHIM_METHOD(id, owner, name, descriptor) id,
#include "jvm/shim_methods.def"
#undef DH_SHIM_METHOD
};

}  // namespace dh::jvm::shim
