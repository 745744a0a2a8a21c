// The [smalltalk] (and [smallir]) table of deadheat.toml: extensions of the library model, and limits.
#pragma once

#include "smallir/library_model.h"
#include "smallir/module.h"

namespace dh::smallir {

struct Settings {
  Dialect dialect = Dialect::unknown;  // of all classes; unknown: by format of each file
  std::string platform;  // whose packages of a Metacello baseline are analysed; empty: the first known one
  int new_sends_initialize = -1;     // 0 or 1: for all classes; -1: by dialect
  int context_depth = 2;             // thread creation sites that distinguish objects and threads
  std::vector<std::string> library;  // folders whose code is read and never reported
  int fallback_limit = 6;            // implementors that a send to an unknown receiver may have
  LibraryModel model;                // the built-in one with the user's additions, indexed
};

// Problems are reported with their lines. A null table gives the defaults.
Settings read_settings(const TomlValue* table, Diagnostics& diagnostics);

}  // namespace dh::smallir
