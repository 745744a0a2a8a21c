// `deadheat check` for Smalltalk sources and for SmallIR files: load a module, then look for races in it.
#pragma once

#include "findings/checker.h"

namespace dh {

void check_smalltalk(const CheckInput& input, CheckSink& sink);
void check_smallir(const CheckInput& input, CheckSink& sink);

}  // namespace dh
