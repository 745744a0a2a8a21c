// What all solvers of one module share: tables over the whole program, made once and then only read.
#pragma once

#include <vector>

#include "base/hash.h"
#include "smallir/settings.h"
#include "whole_program/factors.h"
#include "whole_program/roots.h"

namespace dh::whole {

struct ProgramIndex {
  std::vector<Starter> starters;                                     // thread_starters()
  std::vector<smallir::ClassKind> kinds;                             // by class; those of metaclasses too
  FlatMap<uint32_t, smallir::ClassId> class_by_name;                 // by symbol: defined ones first
  FlatMap<uint32_t, std::vector<smallir::FunctionId>> implementors;  // by selector
  FlatSet<uint32_t> once_only;      // selectors that look like those of methods that run once in a life
  FlatSet<uint32_t> initialisers;   // selectors that new objects are sent
  FlatSet<uint32_t> guarded_steps;  // guarded_steps()
  FactorSet<RaceFactor> factors;
  std::vector<uint8_t> writes;  // by variable: places that write it; 2 for more than one
  smallir::Dialect dialect{};   // of most classes: for objects whose class is not known

  bool starts(smallir::FunctionId id) const { return starters[id.index()] != Starter::no; }
  bool is_initialiser(const smallir::Module& module, smallir::FunctionId id) const {
    return initialisers.contains(module.functions[id].name.value);
  }
  // Methods that are analysed for each receiver: their threads, or the variables they set first, are its own.
  bool is_split_by_receiver(const smallir::Module& module, smallir::FunctionId id) const {
    return starters[id.index()] == Starter::own_block || is_initialiser(module, id);
  }
  smallir::ClassId class_named(Symbol name) const {
    auto it = name.valid() ? class_by_name.find(name.value) : class_by_name.end();
    return it == class_by_name.end() ? smallir::ClassId() : it->second;
  }
};

ProgramIndex index_program(const smallir::Module& module, const smallir::Settings& settings,
                           const FactorWeights& weights = {});

}  // namespace dh::whole
