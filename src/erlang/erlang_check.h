// The Erlang front end: check-then-act races on the process registry, ETS, Mnesia and other shared state.
#pragma once

#include <span>

#include "findings/checker.h"

namespace dh {

void check_erlang(const CheckInput& input, CheckSink& sink);

// The [erlang] table of deadheat.toml: include-paths, library-paths, defines, installed-otp, and additions to
// models/erlang.toml (state, calls, behaviour).
void validate_erlang_settings(const TomlValue* table, Diagnostics& diagnostics);
// What the confidence of its findings is made of.
std::span<const Factor> erlang_factors();

}  // namespace dh
