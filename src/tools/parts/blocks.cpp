#include "tools/parts/blocks.h"

#include <algorithm>

namespace dh::dyn {

Blocks::Blocks(ToolSetup& setup, const std::string& which)
    : names_(setup.names), threads_(setup.thread_layout) {
  if (which != "both" && which != "marks" && which != "methods") {
    setup.problem("there are no blocks '" + which + "'; 'deadheat tools " + setup.name +
                  "' says which there are");
  }
  marks_ = which != "methods";
  methods_ = which != "marks";
  std::string names = setup.option("exclude", "");
  while (!names.empty()) {
    const size_t end = std::min(names.find(';'), names.size());
    excluded_.push_back(names.substr(0, end));
    names.erase(0, end + 1);
  }
}

bool Blocks::counts(const Event& e) const {
  const bool mark = e.kind == EventKind::begin || e.kind == EventKind::end;
  if (!(mark ? marks_ : methods_)) return false;
  if (excluded_.empty()) return true;
  const std::lock_guard lock(names_.guard());
  return std::find(excluded_.begin(), excluded_.end(), names_.name(Space::method, e.target)) ==
         excluded_.end();
}

bool Blocks::begins(const Event& e) {
  if (!counts(e)) return false;
  BlockState& block = threads_.of(*e.thread);
  if (block.depth++ != 0) return false;
  block.method = e.target;
  block.location = e.location;
  block.position = e.position;
  return true;
}

bool Blocks::ends(const Event& e) {
  BlockState& block = threads_.of(*e.thread);
  if (!counts(e) || block.depth == 0) return false;
  return --block.depth == 0;
}

RawReport block_report(const std::string& tool, const Event& e, const BlockState& block) {
  RawReport report = make_report(tool, e);
  report.block = block.method;
  report.block_location = block.location;
  report.block_position = block.position;
  return report;
}

}  // namespace dh::dyn
