// All modules together: functions found by name, every value a node of one graph.
#pragma once

#include <vector>

#include "base/hash.h"
#include "base/shared_interner.h"
#include "erlang/core/core.h"

namespace dh::erlang {

// A value of a function, numbered over the whole program.
struct NodeId : Id<NodeId> {
  using Id::Id;
};
struct ConstantId : Id<ConstantId> {
  using Id::Id;
};

struct FunctionEntry {
  uint32_t module = 0;
  uint32_t index = 0;       // in its module
  uint32_t first_node = 0;  // of its values
};

class Core {
 public:
  Core(std::vector<CoreModule> modules, const SharedInterner& names);

  size_t function_count() const { return functions_.size(); }
  uint32_t node_count() const { return node_count_; }
  const CoreFunction& function(FunctionId id) const {
    const FunctionEntry& e = functions_[id.index()];
    return modules_[e.module].functions[e.index];
  }
  const CoreModule& module_of(FunctionId id) const { return modules_[functions_[id.index()].module]; }
  const std::vector<CoreModule>& modules() const { return modules_; }
  FunctionId function_of(uint32_t module, uint32_t index) const {
    return FunctionId(first_function_[module] + index);
  }
  uint32_t module_index(FunctionId id) const { return functions_[id.index()].module; }
  FunctionId find(const FunctionKey& key) const;
  // As the function of that module sees it: its own module comes first among those of one name.
  FunctionId find_from(uint32_t module, const FunctionKey& key) const;
  NodeId node(FunctionId f, ValueId v) const { return NodeId(functions_[f.index()].first_node + v.value); }
  // The function whose value a node is.
  FunctionId owner(NodeId node) const;
  ValueId value_of(FunctionId f, NodeId node) const {
    return ValueId(node.value - functions_[f.index()].first_node);
  }
  bool owns(FunctionId f, NodeId node) const {
    uint32_t first = functions_[f.index()].first_node;
    return node.value >= first && node.value < first + function(f).values.size();
  }
  ConstantId constant(uint32_t module, uint32_t index) const { return constant_map_[module][index]; }
  const Constant& constant(ConstantId id) const { return constants_[id.index()]; }
  ConstantId find_constant(const Constant& c) const;

  // "mod:fun/2", "mod:fun/2 (fun 1)"; in Elixir "Mod.fun/2".
  std::string name_of(FunctionId id) const;
  std::string text(Symbol s) const { return s.valid() ? std::string(names_.text(s)) : std::string(); }
  std::string constant_text(ConstantId id) const;
  // For people: as the language of that function writes it.
  std::string shown_constant(ConstantId id, FunctionId reader) const;

 private:
  const SharedInterner& names_;
  std::vector<CoreModule> modules_;
  std::vector<FunctionEntry> functions_;
  std::vector<uint32_t> first_function_;
  FlatMap<FunctionKey, FunctionId> by_name_;
  FlatMap<uint32_t, FlatMap<FunctionKey, FunctionId>> namesakes_;  // modules whose name was taken before
  std::vector<Constant> constants_;
  FlatMap<Constant, ConstantId> constant_ids_;
  std::vector<std::vector<ConstantId>> constant_map_;
  uint32_t node_count_ = 0;
};

}  // namespace dh::erlang
