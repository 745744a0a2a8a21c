// A problem in an input or a configuration, with its place. Analysis of the rest continues.
#pragma once

#include <compare>
#include <string>
#include <vector>

#include "source/place.h"

namespace dh {

enum class Severity {
  note,     // worth knowing
  warning,  // something was skipped that does not make the analysis incomplete
  error,    // something could not be read or analysed: exit status 3
};

struct Diagnostic {
  Severity severity = Severity::error;
  Place place;
  std::string message;

  friend auto operator<=>(const Diagnostic&, const Diagnostic&) = default;
};

using Diagnostics = std::vector<Diagnostic>;

const char* severity_name(Severity severity);

}  // namespace dh
