// Atomic blocks: which events begin and end them. For the atomicity checkers.
//
// Methods are atomic blocks, and so are begin/end marks; the outermost counts. Options of every such tool:
// `blocks=marks` (or methods, or both), `exclude=run;main` for methods that are none.
#pragma once

#include <string>
#include <vector>

#include "dynamic/tool.h"

namespace dh::dyn {

struct BlockState {
  uint32_t depth = 0;
  uint32_t method = UINT32_MAX;
  LocId location;  // where the outermost began
  uint64_t position = 0;
};

class Blocks {
 public:
  explicit Blocks(ToolSetup& setup) : Blocks(setup, setup.option("blocks", "both")) {}
  Blocks(ToolSetup& setup, const std::string& which);

  BlockState& of(ShadowThread& thread) const { return threads_.of(thread); }
  bool inside(ShadowThread& thread) const { return threads_.of(thread).depth != 0; }
  // True: an outermost block begins (ends) with this event. Takes begin, end, method_enter, method_exit.
  bool begins(const Event& e);
  bool ends(const Event& e);

 private:
  bool counts(const Event& e) const;

  const Names& names_;
  bool marks_ = true;
  bool methods_ = true;
  std::vector<std::string> excluded_;
  Decoration<ShadowThread, BlockState> threads_;
};

// A report about the block that the thread of e is in.
RawReport block_report(const std::string& tool, const Event& e, const BlockState& block);

}  // namespace dh::dyn
