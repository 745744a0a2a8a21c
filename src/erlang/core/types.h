// Types that values have because of what they are made by.
#pragma once

#include <cstdint>
#include <string_view>

namespace dh::erlang {

struct Constant;

// A set of types: what tests such as is_pid/1 and patterns leave for a value.
using TypeMask = uint16_t;
namespace types {
constexpr TypeMask kAtom = 1, kPid = 2, kPort = 4, kReference = 8, kInteger = 16, kFloat = 32, kTuple = 64,
                   kList = 128, kBinary = 256, kMap = 512, kFunction = 1024;
constexpr TypeMask kNumber = kInteger | kFloat;
constexpr TypeMask kAny = 2047;
}  // namespace types

TypeMask type_of(const Constant& c);
// What an operation makes of whatever operands; see operation_of.
TypeMask type_of_operation(std::string_view operation);

}  // namespace dh::erlang
