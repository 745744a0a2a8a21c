// The Java front end: thread-safety of annotated classes.
#pragma once

#include <span>

#include "findings/checker.h"

namespace dh {

void check_java(const CheckInput& input, CheckSink& sink);
void validate_java_settings(const TomlValue* table, Diagnostics& diagnostics);
// What the confidence of its findings is made of.
std::span<const Factor> java_factors();

}  // namespace dh
