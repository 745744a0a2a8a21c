// Standard output and standard error. fmt::print throws when a stream cannot be written; these remember it.
#pragma once

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "cli/exit_status.h"

namespace dh {

void write_out(std::string_view text);
// What cannot be written here is lost: there is no further place to say so.
void write_err(std::string_view text);

template <typename... Args>
void print_out(fmt::format_string<Args...> format, Args&&... args) {
  write_out(fmt::format(format, std::forward<Args>(args)...));
}
template <typename... Args>
void print_err(fmt::format_string<Args...> format, Args&&... args) {
  write_err(fmt::format(format, std::forward<Args>(args)...));
}

// Flushes standard output. When any of it was lost, says so and gives ExitStatus::incomplete instead of
// `status` (usage errors and interruptions stay). A reader that went away (`| head`) knows that itself: no
// message.
ExitStatus finish_output(ExitStatus status);

}  // namespace dh
