// deadheat tools: the dynamic tools, and how they compose.
#include <fmt/format.h>

#include <memory>

#include "base/nearest_name.h"
#include "cli/commands.h"
#include "cli/conclude.h"
#include "cli/output.h"
#include "tools/loaded_tool.h"
#include "tools/registry.h"

namespace dh {

namespace {

ExitStatus list_tools() {
  std::string_view title;
  for (const dyn::ToolInfo& tool : dyn::all_tools()) {
    if (const std::string_view category = dyn::category_title(tool.category); category != title) {
      print_out("{}{}\n", title.empty() ? "" : "\n", category);
      title = category;
    }
    print_out("  {:<18} {}\n", tool.name, tool.summary);
  }
  print_out(
      "\nChains\n"
      "  A:B                A first; B gets the events that A passes on and the locations that A gives up\n"
      "  A|B                side by side: both get everything; ':' binds tighter\n"
      "  A@key=value,...    options of a tool; 'deadheat tools NAME' shows its page\n"
      "  Fused for speed:");
  for (const std::string_view name : dyn::fused_chains()) print_out(" {}", name);
  print_out("\n  Split by location, for replay -j:");
  for (const dyn::ToolInfo& tool : dyn::all_tools()) {
    if (tool.traits.splits_by_location) print_out(" {}", tool.name);
  }
  print_out("\n");
  return ExitStatus::clean;
}

}  // namespace

Action define_tools(Options& options) {
  auto name = std::make_shared<std::string>();
  auto load = std::make_shared<std::vector<std::string>>();
  options.positional("NAME", *name, "A tool whose page to show", false);
  options.texts("--load", *load, "LIBRARY",
                "Load a tool of your own (docs/adding-a-tool.md); may be repeated");
  return [name, load] {
    if (const Result<void> loaded = dyn::load_tools(*load); !loaded)
      return usage_error("--load " + loaded.error().message);
    if (name->empty()) return list_tools();
    const dyn::ToolInfo* tool = dyn::find_tool(*name);
    if (tool == nullptr) {
      std::vector<std::string> names;
      for (const dyn::ToolInfo& known : dyn::all_tools()) names.emplace_back(known.name);
      return usage_error(fmt::format("unknown tool '{}'{}; 'deadheat tools' lists all tools", *name,
                                     did_you_mean(*name, names)));
    }
    if (tool->page.empty()) {
      print_out("{}: {}\n", tool->name, tool->summary);
    } else {
      write_out(tool->page);
    }
    return ExitStatus::clean;
  };
}

}  // namespace dh
