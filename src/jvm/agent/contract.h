// The C++ side of contract.def.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace dh::jvm::contract {

#define DH_NUMBER(name, type, java, value) inline constexpr int64_t name = value;
#include "jvm/agent/contract.def"
#undef DH_NUMBER

enum class Config : int32_t {
#define DH_CONFIG(name) name,
#include "jvm/agent/contract.def"
#undef DH_CONFIG
  count
};
static_assert(static_cast<int64_t>(Config::count) <= kReadPaths, "indexes of paths follow those of Config");

enum class PathField : int32_t {
#define DH_PATH_FIELD(name) name,
#include "jvm/agent/contract.def"
#undef DH_PATH_FIELD
  count
};
static_assert(static_cast<int64_t>(PathField::count) <= kPathFields);

struct ShimMethod {
  std::string_view name;
  std::string_view descriptor;
};

inline constexpr ShimMethod kNativeMethods[] = {
#define DH_NATIVE_METHOD(name, descriptor) {#name, descriptor},
#include "jvm/agent/contract.def"
#undef DH_NATIVE_METHOD
};

inline constexpr ShimMethod kUpcalls[] = {
#define DH_UPCALL(name, java, descriptor) {java, descriptor},
#include "jvm/agent/contract.def"
#undef DH_UPCALL
};

}  // namespace dh::jvm::contract
