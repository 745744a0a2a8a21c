// How sure a finding is, and why.
#pragma once

#include "findings/finding.h"
#include "whole_program/races.h"

namespace dh::whole {

Confidence rate(const smallir::Module& module, const ProgramIndex& index, const Heap& heap,
                const Multiplicity& multiplicity, const Roots& roots, const Traces& traces, const Race& race);

}  // namespace dh::whole
