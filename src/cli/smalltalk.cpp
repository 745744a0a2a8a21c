// Smalltalk and SmallIR share a detector: the front ends only load a module.
#include "cli/smalltalk.h"

#include "smallir/settings.h"
#include "smallir/smallir_check.h"
#include "smalltalk/smalltalk_check.h"
#include "whole_program/detect.h"

namespace dh {

namespace {

void detect(const smallir::Module& module, const CheckInput& input, CheckSink& sink) {
  Diagnostics reported_before;  // settings are validated when they are read
  detect_races(module, smallir::read_settings(input.settings, reported_before), input.factor_weights,
               input.parallel, sink);
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
