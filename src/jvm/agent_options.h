// The C++ side of agent_options.def, for the program and for the agent.
#pragma once

#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>

namespace dh::jvm {

namespace agent_key {
#define DH_AGENT_KEY(name, text) inline constexpr std::string_view name = text;
#include "jvm/agent_options.def"
#undef DH_AGENT_KEY
}  // namespace agent_key

enum class Optimisation : uint8_t {
#define DH_OPTIMISATION(name, text) name,
#include "jvm/agent_options.def"
#undef DH_OPTIMISATION
};

// By Optimisation.
inline constexpr std::string_view kOptimisationNames[] = {
#define DH_OPTIMISATION(name, text) text,
#include "jvm/agent_options.def"
#undef DH_OPTIMISATION
};

enum class OnDeadlock : uint8_t {
#define DH_ON_DEADLOCK(name, text) name,
#include "jvm/agent_options.def"
#undef DH_ON_DEADLOCK
};

// By OnDeadlock.
inline constexpr std::string_view kOnDeadlockNames[] = {
#define DH_ON_DEADLOCK(name, text) text,
#include "jvm/agent_options.def"
#undef DH_ON_DEADLOCK
};

// The enumerator that has this name in a table like those above.
template <typename Enum, size_t N>
std::optional<Enum> named(const std::string_view (&names)[N], std::string_view name) {
  for (size_t i = 0; i < N; ++i) {
    if (names[i] == name) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

}  // namespace dh::jvm
