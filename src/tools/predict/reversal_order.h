// Orders the events of a progress so that each lock's open section comes after all its closed ones, whatever
// the trace says; everything else keeps the order of the trace. Z. Shi, U. Mathur, A. Pavlogiannis:
// Optimistic Prediction of Synchronization-Reversal Data Races, OOPSLA 2024.
#pragma once

#include <optional>

#include "tools/predict/sections.h"

namespace dh::dyn {

// An acquire of a section that stays open, and the releases that the trace has after it and the order before
// it.
struct Reversal {
  LogId acquire;
  std::vector<LogId> releases;
};

// What must be turned round at this progress. None: the progress cannot be reached, for two sections of a
// lock stay open, or one that was open when the window began would have to be entered later.
std::optional<std::vector<Reversal>> find_reversals(const Needs& needs, const Sections& sections,
                                                    const Progress& progress);

// The events from `begin` to before `end` that are inside the progress, in an order with the reversals. None:
// there is no such order. `work` counts the events that were looked at.
std::optional<std::vector<LogId>> order_with(const Needs& needs, const Progress& progress,
                                             const std::vector<Reversal>& reversals, LogId begin, LogId end,
                                             uint64_t& work);

}  // namespace dh::dyn
