// The [smalltalk] (and [smallir]) table of deadheat.toml: extensions of the library model, and limits.
#pragma once

#include <array>

#include "smallir/library_model.h"
#include "smallir/module.h"

namespace dh::smallir {

// What raises and lowers the confidence of a race.
enum class Weight : uint8_t {
#define DH_WEIGHT(id, name, points, reason) id,
#include "smallir/weights.def"
#undef DH_WEIGHT
};
inline constexpr size_t kWeights = 0
#define DH_WEIGHT(id, name, points, reason) +1
#include "smallir/weights.def"
#undef DH_WEIGHT
    ;
const char* weight_reason(Weight weight);

struct Settings {
  Dialect dialect = Dialect::unknown;  // of all classes; unknown: by format of each file
  int new_sends_initialize = -1;       // 0 or 1: for all classes; -1: by dialect
  int context_depth = 2;               // thread creation sites that distinguish objects and threads
  int fallback_limit = 6;              // implementors that a send to an unknown receiver may have
  int library_functions = 1000;        // analysed for one class in library mode
  std::array<int, kWeights> weights = {
#define DH_WEIGHT(id, name, points, reason) points,
#include "smallir/weights.def"
#undef DH_WEIGHT
  };
  LibraryModel model;  // the built-in one with the user's additions, indexed
};

// Problems are reported with their lines. A null table gives the defaults.
Settings read_settings(const TomlValue* table, Diagnostics& diagnostics);

}  // namespace dh::smallir
