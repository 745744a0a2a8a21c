// The barriers that remove every race of a loop, as a change of its text.
#pragma once

#include <optional>
#include <vector>

#include "exo/races/advice.h"
#include "findings/fix.h"

namespace dh::exo {

// Of the first fix that needs barriers only; nothing when there is none, or when the text is laid out so that
// a line cannot be added safely.
std::optional<dh::Fix> barrier_fix(const Kernel& kernel, NodeId construct, const std::vector<Fix>& fixes);

// Where a line goes to come after the block or the statement that begins in a line: the start of a line that
// exists, or one past the last line. Nothing when the layout is not plain. For tests.
std::optional<uint32_t> line_after(const SourceFile& file, const Place& place, bool block);

}  // namespace dh::exo
