// Tools from outside: shared libraries written against include/deadheat/tool.h.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace dh::dyn {

// Adds the library's tool to the table (registry.h), for the life of the process. Before any chain is built;
// not thread-safe.
Result<void> load_tool(const std::string& path);
// The same of several; their paths become absolute, for other processes.
Result<void> load_tools(std::vector<std::string>& paths);

}  // namespace dh::dyn
