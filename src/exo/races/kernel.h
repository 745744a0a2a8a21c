// A proc with its calls inlined and its windows resolved: loops, conditions, barriers, and accesses to cells
// of buffers, all as terms and formulas over the proc's arguments and loop variables.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "exo/solver/formula.h"
#include "exo/syntax/ast.h"
#include "exo/syntax/effects.h"
#include "findings/finding.h"
#include "source/diagnostic.h"

namespace dh::exo {

struct NodeId : Id<NodeId> {
  using Id::Id;
};
struct BufferId : Id<BufferId> {
  using Id::Id;
};
struct FrameId : Id<FrameId> {
  using Id::Id;
};
struct SiteId : Id<SiteId> {
  using Id::Id;
};

enum class NodeKind : uint8_t { leaf, loop, branch, barrier };

struct Node {
  NodeKind kind{};
  const Stmt* stmt = nullptr;
  FrameId frame;
  NodeId parent;
  bool in_orelse = false;    // which list of the parent
  uint32_t position = 0;     // in that list
  bool has_barrier = false;  // here or below, of the same fork
  // loop
  VarId var;
  Term low;
  Term high;
  std::vector<NodeId> body;
  // branch
  FormulaId condition;
  std::vector<NodeId> orelse;
  // leaf
  std::vector<SiteId> sites;

  bool is_parallel() const { return kind == NodeKind::loop && stmt->loop != LoopKind::seq; }
  bool is_fork() const { return kind == NodeKind::loop && stmt->loop == LoopKind::fork; }
};

// One access to one cell of a buffer.
struct Site {
  AccessKind kind;
  BufferId buffer;
  std::vector<Term> cell;  // one term a dimension
  NodeId node;             // a leaf
  FrameId frame;
  Span span;
  const void* origin;  // the Expr or Stmt it was made from
};

struct Buffer {
  std::string name;         // as the outermost frame that knows it calls it
  uint32_t parallel_depth;  // parallel loops around its allocation; what is allocated inside one is private
                            // to its threads
  bool is_config = false;
  const void* origin;               // Param, Stmt or Config it comes from
  std::vector<Term> shape = {};     // of a dense buffer: its strides follow from it; empty for windows
  std::string static_memory = {};   // the memory's name, where that has one storage for all threads
  std::string unknown_memory = {};  // the memory's name, where nobody knows whether it is private to a thread
};

// A proc inlined at a call; the root frame has no call.
struct Frame {
  FrameId parent;
  const Stmt* call = nullptr;
  const Proc* proc = nullptr;
};

// A call inside a parallel loop whose accesses are not known.
struct UnknownCall {
  std::vector<NodeId> constructs;  // the parallel loops around it
  FrameId frame;
  const Stmt* stmt = nullptr;
};

struct Kernel {
  const Proc* proc = nullptr;
  Formulas formulas;
  FormulaId assumptions;                              // argument types and preconditions
  std::vector<VarId> params;                          // sizes, indices, bools, strides and configs, in order
  std::vector<VarId> arguments;                       // one a parameter of the proc; not valid for data
  std::vector<std::pair<ConfigCell, VarId>> configs;  // initial values
  Store<NodeId, Node> nodes;
  std::vector<NodeId> body;
  Store<SiteId, Site> sites;
  Store<BufferId, Buffer> buffers;
  Store<FrameId, Frame> frames;
  std::vector<NodeId> constructs;  // parallel loops, outermost first
  std::vector<UnknownCall> unknown_calls;
  bool complete = true;  // false: something could not be read, so the absence of races means nothing

  Place place(FrameId frame, Span span) const { return frames[frame].proc->module->file.place(span); }
  Term loop_variable(NodeId loop) const { return variable_term(nodes[loop].var); }
};

// The preconditions alone when nothing in the proc runs in parallel.
Kernel lower(const Proc& proc, Diagnostics& diagnostics);

}  // namespace dh::exo
