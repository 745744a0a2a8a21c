// From paths to trees: which files to read, and how, in parallel.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "base/shared_interner.h"
#include "erlang/load/counter_fixes.h"
#include "erlang/syntax/tree.h"
#include "source/diagnostic.h"
#include "source/root.h"

namespace dh::erlang {

struct LoadOptions {
  std::vector<std::string> include_paths;  // -I: for -include, and as library folders for -include_lib
  std::vector<std::string> library_paths;  // folders of applications: /usr/lib/erlang/lib
  bool installed_otp = true;               // look for headers in the installed OTP after those
  std::vector<std::string> defines;        // NAME or NAME=tokens, as erlc's -D
  int otp_release = 0;                     // ?OTP_RELEASE; 0 for the newest
  ReadableRoots roots;                     // no headers elsewhere, but for those of the installed OTP
  Parallelism parallel;
};

// What one run analyses.
struct Program {
  SharedInterner names;
  std::vector<std::unique_ptr<Module>> modules;  // sorted by path; each module name once
  std::vector<CounterFix> counter_fixes;         // sorted by place
};

// Reads .erl, .beam, .ez (archives) and escripts; folders are searched for them. What cannot be read becomes
// a diagnostic and the rest is read. A module that is there both as .erl and as .beam is read once.
void load_modules(const std::vector<std::string>& paths, const LoadOptions& options, Program& program,
                  Diagnostics& diagnostics);

}  // namespace dh::erlang
