// Results of unchanged inputs are not computed again.
#pragma once

#include <functional>

#include "cli/check/check_options.h"
#include "cli/check/projects.h"
#include "findings/checker.h"

namespace dh {

// The analysis of the files of one language in one project: everything that its results can depend on.
struct CheckUnit {
  Language language;
  const CheckInput& input;
  const Project& project;
  const CheckOptions& options;
  const ReadableRoots& roots;
};

// Puts the kept results into the sink, or calls `check`, which does, and keeps what it added. The analyses
// see whole programs, so the results of a language are kept as a whole, under a key of the contents of all of
// its files, of whatever else its front end may read, of the settings and of this program. What cannot be
// keyed for certain, or was stopped, is not kept. A front end that says which files each part of its results
// depends on gets back the parts whose files did not change (the argument of `check`; may be null).
void check_with_cache(const CheckUnit& unit, CheckSink& sink, const std::function<void(KeptParts*)>& check);

}  // namespace dh
