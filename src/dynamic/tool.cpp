#include "dynamic/tool.h"

#include <fmt/format.h>

#include <cstdlib>

namespace dh::dyn {

std::string ToolSetup::option(std::string_view key, std::string_view otherwise) {
  for (size_t i = 0; i < options_.size(); ++i) {
    if (options_[i].first != key) continue;
    std::string value = std::move(options_[i].second);
    options_.erase(options_.begin() + static_cast<ptrdiff_t>(i));
    return value;
  }
  return std::string(otherwise);
}

double ToolSetup::number(std::string_view key, double otherwise, double least, double most) {
  const std::string text = option(key, "");
  if (text.empty()) return otherwise;
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (end != text.c_str() + text.size() || !(value >= least && value <= most)) {
    problem(fmt::format("option {} must be a number from {} to {}, not '{}'", key, least, most, text));
    return otherwise;
  }
  return value;
}

void ToolSetup::check_unused() {
  for (const auto& [key, value] : options_) problem(fmt::format("no option '{}'", key));
}

RawReport make_report(const std::string& tool, const Event& e) {
  RawReport report;
  report.tool = tool;
  report.space = event_target(e.kind);
  report.target = e.target;
  report.position = e.position;
  report.current.kind = e.kind;
  report.current.thread = e.thread->id;
  report.current.location = e.location;
  report.current.position = e.position;
  report.current.known = true;
  report.current.knows_locks = true;
  for (const auto& held : e.thread->held) report.current.locks.push_back(held.lock->id);
  return report;
}

}  // namespace dh::dyn
