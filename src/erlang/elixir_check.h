// The Elixir front end: finds what the sources were compiled to and has it analysed as Erlang modules.
#pragma once

#include "findings/checker.h"

namespace dh {

void check_elixir(const CheckInput& input, CheckSink& sink);

}  // namespace dh
