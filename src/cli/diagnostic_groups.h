// Thousands of messages of one kind say no more than the first few and their number.
#pragma once

#include "source/diagnostic.h"

namespace dh {

// Messages are of one kind when they differ only in numbers and in what is in quotes or backticks.
constexpr size_t kMaxOfOneKind = 10;
constexpr size_t kMaxDiagnostics = 200;
constexpr size_t kMaxMessageBytes = 1000;

// The first messages of each kind, in their order, then a note for each kind of which some were left out.
// Messages that are too long are cut.
Diagnostics group_diagnostics(const Diagnostics& diagnostics);

}  // namespace dh
