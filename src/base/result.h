// Expected failures are values: Result<T> holds a T or an Error. No exceptions cross a room's border.
#pragma once

#include <fmt/core.h>

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace dh {

struct Error {
  std::string message;
};

template <typename T>
using Result = tl::expected<T, Error>;

// return fail("{}: no such file", path);
template <typename... Args>
tl::unexpected<Error> fail(fmt::format_string<Args...> format, Args&&... args) {
  return tl::unexpected<Error>(Error{fmt::format(format, std::forward<Args>(args)...)});
}

}  // namespace dh
