#include "whole_program/program_index.h"

#include <algorithm>
#include <array>

#include "source/glob.h"
#include "whole_program/roots.h"

namespace dh::whole {

using namespace smallir;

namespace {

Dialect usual_dialect(const Module& module) {
  std::array<size_t, 16> counts{};
  for (const Class& klass : module.classes) {
    if (klass.defined) ++counts[static_cast<size_t>(klass.dialect)];
  }
  return static_cast<Dialect>(std::max_element(counts.begin(), counts.end()) - counts.begin());
}

}  // namespace

ProgramIndex index_program(const Module& module, const Settings& settings, const FactorWeights& weights) {
  const LibraryModel& model = settings.model;
  ProgramIndex index;
  index.factors = FactorSet<RaceFactor>(weights);
  index.starters = thread_starters(module, model);
  index.guarded_steps = guarded_steps(module, model);
  index.dialect = usual_dialect(module);
  index.writes.resize(module.variables.size());
  for (const smallir::Instruction& instruction : module.instructions) {
    if (instruction.op != smallir::Op::write) continue;
    uint8_t& count = index.writes[instruction.variable().index()];
    if (count < 2) ++count;
  }
  index.kinds.resize(module.classes.size(), ClassKind::any);
  for (uint32_t c = 0; c < module.classes.size(); ++c) {
    const Class& klass = module.classes[ClassId(c)];
    if (klass.is_meta) continue;
    index.kinds[c] = class_kind(module, model, ClassId(c));
    index.kinds[klass.other_side.index()] = index.kinds[c];
    auto [it, added] = index.class_by_name.emplace(klass.name.value, ClassId(c));
    if (!added && klass.defined && !module.classes[it->second].defined) it->second = ClassId(c);
  }
  for (uint32_t f = 0; f < module.functions.size(); ++f) {
    const Function& function = module.functions[FunctionId(f)];
    if (function.kind != FunctionKind::method) continue;
    index.implementors[function.name.value].push_back(FunctionId(f));
  }
  for (const std::string& name : model.initialisers) {
    Symbol symbol = module.names.find(name);
    if (symbol.valid()) index.initialisers.insert(symbol.value);
  }
  for (const auto& entry : index.implementors) {
    std::string_view name = module.text(Symbol(entry.first));
    const bool has_arguments = name.ends_with(':');
    for (const std::string& pattern : model.once_only) {
      // `setUpConnection: each` runs once for each argument.
      if (has_arguments && pattern.find(':') == std::string::npos) continue;
      if (glob_matches(pattern, name)) index.once_only.insert(entry.first);
    }
  }
  return index;
}

}  // namespace dh::whole
