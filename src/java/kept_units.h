// Results of classes from an earlier run, where no file that they depend on has changed.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <vector>

#include "findings/kept_parts.h"
#include "java/unit_result.h"

namespace dh::java {

class KeptUnits {
 public:
  // `kept` may be null: then all units are made.
  KeptUnits(const Index& index, KeptParts* kept, size_t count);

  // On any thread, each unit once.
  UnitResult find_or_make(size_t unit, const std::function<void(UnitResult&)>& make);
  // When all of them are there: keeps them for the next run.
  void keep();
  int64_t found() const { return found_; }

 private:
  const Index& index_;
  KeptParts* kept_;
  std::vector<std::optional<PartResult>> parts_;
  std::atomic<int64_t> found_{0};
};

}  // namespace dh::java
