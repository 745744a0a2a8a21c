// Smalltalk and SmallIR share a detector: the front ends only load a module.
#include "cli/smalltalk.h"

#include "smallir/smallir_check.h"
#include "smalltalk/smalltalk_check.h"

namespace dh {

namespace {

// Until the race detector is part of this program nothing may look as if it had been analysed.
void detect(const smallir::Module&, const CheckInput& input, CheckSink& sink) {
  sink.add(Diagnostic{Severity::error, Place{input.paths.front(), 0, 0, 0, 0},
                      "race detection for Smalltalk is not in this version yet: the sources were only read"});
}

}  // namespace

void check_smalltalk(const CheckInput& input, CheckSink& sink) {
  smallir::Module module = load_smalltalk(input, sink);
  if (!input.parallel.stop.requested()) detect(module, input, sink);
}

void check_smallir(const CheckInput& input, CheckSink& sink) {
  for (const smallir::Module& module : load_smallir(input, sink)) {
    if (!input.parallel.stop.requested()) detect(module, input, sink);
  }
}

}  // namespace dh
