// From syntax trees to SmallIR.
#pragma once

#include "smalltalk/environment.h"
#include "smalltalk/unit.h"

namespace dh::smalltalk {

// Parses methods and scripts and adds their code to a unit. Not thread-safe; one per unit.
class Lowerer {
 public:
  Lowerer(const Environment& environment, Unit& unit);
  ~Lowerer();

  void lower_method(const FileImage& image, smallir::FileId file, const MethodSource& method);
  void lower_script(const FileImage& image, smallir::FileId file, const ScriptSource& script);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace dh::smalltalk
