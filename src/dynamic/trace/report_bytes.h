// Reports and what tools leave, as bytes of binary files.
#pragma once

#include <string>
#include <vector>

#include "dynamic/report.h"
#include "dynamic/tool.h"
#include "dynamic/trace/byte_cursor.h"

namespace dh::dyn {

// A count, then that many items: the list grows as they are read, so a false count costs nothing.
template <typename Item>
bool get_each(ByteCursor& from, Item&& item) {
  uint64_t size;
  if (!from.number(size)) return false;
  for (uint64_t i = 0; i < size; ++i) {
    if (!item()) return false;
  }
  return true;
}

void put_report(std::string& to, const RawReport& report);
bool get_report(ByteCursor& from, RawReport& report);
void put_outputs(std::string& to, const std::vector<ToolOutput>& outputs);
bool get_outputs(ByteCursor& from, std::vector<ToolOutput>& outputs);
bool get_string(ByteCursor& from, std::string& text);

}  // namespace dh::dyn
