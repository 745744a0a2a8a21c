// Print: prints the events at its place in the chain. RoadRunner paper, Figure 1.
//
// One line an event, on standard error or into a file (`Print@file=events.txt`). The lines of two threads do
// not mix. Difference: none.
#pragma once

#include <mutex>
#include <optional>

#include "dynamic/tool.h"
#include "dynamic/trace/output_stream.h"

namespace dh::dyn {

class Print {
 public:
  static constexpr ToolTraits kTraits{};

  explicit Print(ToolSetup& setup);

  Flow any(Event& e);
  void finish(ToolOutput& output);

 private:
  const Names& names_;
  std::mutex mutex_;
  std::optional<OutputStream> file_;
};

}  // namespace dh::dyn
